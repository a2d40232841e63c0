import ArgumentParser
import PredicateCore
import RecordCore

/// `quarry schema`: the record types of a store, and schema files.
struct SchemaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Show, import, export and check schemas (.ckdb).",
        subcommands: [
            SchemaShowCommand.self, SchemaImportCommand.self, SchemaExportCommand.self,
            SchemaValidateCommand.self, SchemaGenerateCommand.self, SchemaModelCheckCommand.self,
            SchemaDiffCommand.self,
        ])
}

/// `quarry schema show`: types and fields as a table.
struct SchemaShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show record types, fields and indexes.",
        discussion: """
            EXAMPLES
              quarry schema show
              quarry schema show City --format jsonl
            """)

    @Argument(help: "Record types; all when there are none.")
    var types: [String] = []

    @OptionGroup var place: StoreOptions

    @Option(help: "How to print.")
    var format: OutputFormat = .table

    func run() async throws {
        try await place.withStore { store in
            let output = Output(format)
            try SchemaShowCommand.print(try await store.schema(), types: types, output, format)
        }
    }

    /// Prints the fields of types; of all of them where none is named.
    static func print(
        _ schema: RecordSchema, types: [String], _ output: Output, _ format: OutputFormat
    ) throws {
        let names = types.isEmpty ? schema.types.keys.sorted() : types
        let rows = try names.flatMap {
            SchemaShowCommand.rows(try SchemaShowCommand.type($0, of: schema))
        }
        let header = ["type", "field", "kind", "indexes"]
        switch format {
        case .table, .markdown:
            // As wide as all of its rows need: names of fields are not cut.
            var table = Table(header: header, isMarkdown: format == .markdown)
            for cells in rows { table.append(cells.map { Table.Cell(text: $0) }) }
            try output.write(table.flush())
        case .csv, .jsonl, .json:
            let values = rows.map { $0.map(Value.text) }
            try SummaryPrinter(output, format, names: header).print(values[...])
        }
        try output.end()
    }

    /// The type of a name; throws ``QueryProblem`` where there is none.
    static func type(_ name: String, of schema: RecordSchema) throws -> RecordType {
        if let type = schema[name] { return type }
        let near = Suggestions.nearest(to: name, among: schema.types.keys.sorted())
        throw QueryProblem(
            .unknownType, "Did not find record type: \(name)",
            advice: near.map { "Did you mean \($0)?" })
    }

    private static func rows(_ type: RecordType) -> [[String]] {
        var rows = type.fields.map { row(of: $0, in: type.name) }
        for field in SystemField.allCases {
            guard let indexes = type.systemIndexes[field], !indexes.isEmpty else { continue }
            rows.append([type.name, field.queryNames[0], field.type.rawValue, words(indexes)])
        }
        return rows
    }

    /// The cells of a field.
    static func row(of field: Field, in type: String) -> [String] {
        [type, field.name, field.spelling, words(field.indexes)]
    }

    private static func words(_ indexes: FieldIndexes) -> String {
        [
            indexes.contains(.queryable) ? "QUERYABLE" : nil,
            indexes.contains(.sortable) ? "SORTABLE" : nil,
            indexes.contains(.searchable) ? "SEARCHABLE" : nil,
        ].compactMap { $0 }.joined(separator: " ")
    }
}

/// `quarry schema export`: the schema language.
struct SchemaExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the schema of a store in the schema language.",
        discussion: """
            EXAMPLES
              quarry schema export > schema.ckdb
            """)

    @OptionGroup var place: StoreOptions

    func run() async throws {
        try await place.withStore { try Output.print(try await $0.schema().text.utf8) }
    }
}

/// `quarry schema import`: a schema file into a store.
struct SchemaImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Bring the types of a schema file into a store.",
        discussion: """
            Types that the file does not name stay as they are, unless --replace is given,
            which drops them with their records. Fields that a type of the file lacks, or
            has with another type, are dropped with their values. What changes is said;
            --dry-run only says it.

            EXAMPLES
              quarry schema import schema.ckdb
              quarry schema import schema.ckdb --dry-run
              quarry schema import schema.ckdb --production
            """)

    @Argument(help: "A schema; - is standard input.", completion: .file(extensions: ["ckdb"]))
    var file: String

    @OptionGroup var place: StoreOptions

    @Flag(help: "Drop types that the file does not name.")
    var replace = false

    @Flag(help: "Only say what would change.")
    var dryRun = false

    func run() async throws {
        let given = try SchemaFile.read(file)
        var target = place
        // What is only tried makes no file, and notes no environment in one.
        if dryRun, try !place.exists { target.store = "memory:" }
        try await target.withStore(creating: !dryRun) { store in
            let change: @Sendable (RecordSchema) -> RecordSchema = { [replace] before in
                var wanted = replace ? given : before
                for (name, type) in given.types { wanted[name] = type }
                for role in given.roles where !wanted.roles.contains(role) {
                    wanted.roles.append(role)
                }
                // A schema whose text leaves the users' type out has the built-in one.
                let users = RecordType.users
                if given[users.name] == users { wanted[users.name] = before[users.name] }
                return wanted
            }
            let changes: [SchemaChange]
            if dryRun {
                let before = try await store.schema()
                changes = before.changes(to: change(before))
            } else {
                changes = try await store.updateSchema { [change($0)] }
            }
            let lines = changes.map { SchemaImportCommand.words($0) + "\n" }
            try Output.print(lines.joined().utf8)
            if dryRun {
                // What the import would refuse.
                try SchemaEvolution.check(
                    changes, from: try await store.schema(), in: store.environment,
                    limits: store.limits)
            }
            Terminal.note(
                changes.isEmpty
                    ? "nothing to change"
                    : "\(Figures.count(changes.count, "change"))\(dryRun ? " to make" : " made")")
        }
    }

    private static func words(_ change: SchemaChange) -> String {
        switch change {
        case .addType(let type):
            "add type \(type.name) (\(Figures.count(type.fields.count, "field")))"
        case .dropType(let name): "drop type \(name)"
        case .addField(let type, let field): "add field \(type).\(field.name)"
        case .dropField(let type, let field): "drop field \(type).\(field)"
        case .setIndexes(let type, let field, _): "set indexes of \(type).\(field)"
        case .setSystemIndexes(let type, _): "set system indexes of \(type)"
        case .setGrants(let type, _): "set rights of \(type)"
        case .setRoles: "set roles"
        }
    }
}

/// `quarry schema validate`: whether files are schemas.
struct SchemaValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check schema files; no store is needed.",
        discussion: """
            Refused are texts that are no schema, and indexes that a field's type cannot
            have, such as SEARCHABLE of a number.

            EXAMPLES
              quarry schema validate schema.ckdb
            """)

    @Argument(help: "Schemas; - is standard input.", completion: .file(extensions: ["ckdb"]))
    var files: [String]

    func validate() throws {
        if files.isEmpty { throw ValidationError("Name a file, or - for standard input.") }
    }

    func run() throws {
        var firstFailure: Failure?
        for file in files {
            do {
                let schema = try SchemaFile.read(file)
                try SchemaValidateCommand.checkIndexes(of: schema, in: file)
                // Every schema has the users' type, whether the file names it or not.
                let types = schema.types.values.filter { $0.name != "Users" }
                let fields = types.reduce(0) { $0 + $1.fields.count }
                let counts = [
                    Figures.count(types.count, "record type"), Figures.count(fields, "field"),
                ]
                try Output.print("\(file): \(counts.joined(separator: ", "))\n".utf8)
            } catch let failure as Failure {
                if firstFailure != nil || files.count > 1 { failure.report() }
                firstFailure = firstFailure ?? failure
            }
        }
        guard let firstFailure else { return }
        throw files.count > 1 ? Failure(firstFailure.status) : firstFailure
    }

    /// Refuses indexes that fields cannot have.
    private static func checkIndexes(of schema: RecordSchema, in file: String) throws {
        var lines: [String] = []
        for type in schema.types.values.sorted(by: { $0.name < $1.name }) {
            let system = SystemField.allCases.map { field in
                Field(field.rawValue, .single(field.type), type.systemIndexes[field] ?? [])
            }
            for field in type.fields + system where !field.impossibleIndexes.isEmpty {
                let words = field.impossibleIndexes.options.joined(separator: " or ")
                lines.append(
                    "\(file): \(type.name).\(field.name) is \(field.spelling) and cannot be "
                        + words)
            }
        }
        guard lines.isEmpty else {
            throw Failure(
                .usage, lines.joined(separator: "\n"),
                advice: "SEARCHABLE is for text and SORTABLE for single values; assets and "
                    + "encrypted fields have no index.")
        }
    }
}

extension Field {
    /// The indexes of the field that its type cannot have.
    ///
    /// Fewer than those beside ``FieldIndexes/allowed(for:)``: Apple's exports declare bytes as
    /// sortable, by which nothing is sorted.
    fileprivate var impossibleIndexes: FieldIndexes {
        if isEncrypted || type.scalar == .asset { return indexes }
        var impossible: FieldIndexes = []
        if type.scalar != .string { impossible.insert(.searchable) }
        if type.isList { impossible.insert(.sortable) }
        return indexes.intersection(impossible)
    }
}
