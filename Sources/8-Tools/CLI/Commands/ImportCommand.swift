import ArgumentParser
import Foundation
import RecordCore
import RecordJSON
import Stores

/// `quarry import`: files into a store.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Save the records of JSON or CSV files.",
        discussion: """
            Each element becomes a record of --type, or of the type that it names itself.
            A record that exists is replaced, so an import may be run again; with --merge
            it keeps the fields that the file does not give, and null clears one. Its
            parent stays where a CSV has no column _parent, as export writes it. The types
            and fields that the first thousand records need are created, with every index
            or as --indexes says, unless the store is of production: its schema is fixed.
            Indexes are made after the last record, also where the import stops early.

            EXAMPLES
              quarry import people.jsonl --type Person --id-field email
              quarry import cities.csv --type City --field 'founded TIMESTAMP QUERYABLE' \\
                --field 'place LOCATION QUERYABLE'
              quarry import people.jsonl --type Person --dry-run
              quarry import backup.jsonl --schema schema.ckdb --store notes.db
              quarry export --store a.db | quarry import - --store b.db

            THE FORM OF A RECORD
              {"recordType":"City","recordName":"city-1","zone":"Notes","name":"Paris",
               "founded":{"date":"1900-01-01T00:00:00Z"},
               "country":{"recordName":"country-FR"},
               "place":{"latitude":48.85,"longitude":2.35},
               "crest":{"asset":{"file":"paris.png"}},
               "raw":{"bytes":"YmFzZTY0"},"tags":["a","b"]}
              A field whose texts are all ISO 8601 dates becomes a TIMESTAMP, one of texts
              such as "48.85,2.35" a LOCATION; --field 'born STRING' keeps the text, as do
              lines with both a recordType and a recordName, which an export writes. Where
              the schema names the type, bytes and a reference may be plain text too. In
              CSV a list is written ["a","b"], for a LIST of the schema a|b as well, a
              reference as above. A whole number beyond 64 bits makes its field of CSV
              text, as does one beyond 2^53 beside numbers with a point; in JSON it is
              refused. Zones are of a private database: records with a "zone" need
              --database private, and a zone that is not there is made. "owner" says whose
              the zone is. Where fields have such names, write _recordType, _recordName,
              _zone and _owner for what says which record it is. A column named as what
              every record has, such as creationDate, becomes creationDate_2; in JSON that
              is refused. What quarry export writes keeps its names.

              The files of assets are looked for beside the file, then from the working
              directory.
              Of a record that is given twice the later line counts. Fields that are kept
              encrypted are named by "_encrypted":["secret"]. Other keys that begin with _
              are the store's and are passed over; --id-field _id names records by one.

            When a line fails, the message names it and says with which --from-line to go
            on; where a whole request is refused it names the lines of its records. What
            points at later records of the same file, with an action or as their child, is
            saved after them.

            \(Status.help)
            """)

    @Argument(help: "Files; - is standard input.", completion: .file())
    var files: [String]

    @OptionGroup var place: StoreOptions

    @Option(help: "The record type of elements that do not name one.")
    var type: String?

    @Option(help: "The field that names the record; else recordName, else a new UUID.")
    var idField: String?

    @Option(
        help: ArgumentHelp(
            "A schema to import first; fields that it lacks stay.",
            valueName: "file.ckdb"), completion: .file())
    var schema: String?

    @Option(
        help: ArgumentHelp(
            "A field of --type, in the schema language: 'founded TIMESTAMP QUERYABLE'.",
            valueName: "definition"))
    var field: [String] = []

    @Option(
        help: ArgumentHelp(
            "Indexes of the fields that are created. Fewer are smaller on disk and faster to "
                + "save; a field without one is not asked for in predicates.",
            valueName: "none|queryable|all"))
    var indexes: NewIndexes = .all

    @Flag(help: "Keep the fields of stored records that the file does not give.")
    var merge = false

    @Flag(help: "Save nothing; show the fields that would be created, and check every record.")
    var dryRun = false

    @Option(help: "How the files are written; by name and content when not given.")
    var input: InputFormat?

    @Option(help: "Pass over the lines before this one.")
    var fromLine = 1

    @Flag(help: "Pass over records that are malformed or refused, and say how many.")
    var skipInvalid = false

    @Flag(help: "CSV: read fields in quotes like those without.")
    var quotedNumbers = false

    func validate() throws {
        if files.isEmpty { throw ValidationError("Name a file, or - for standard input.") }
        if fromLine < 1 { throw ValidationError("--from-line counts from 1.") }
        if fromLine > 1, files.count > 1 {
            throw ValidationError("--from-line goes with one file.")
        }
        if !field.isEmpty, type == nil { throw ValidationError("--field needs --type.") }
        try place.validateWriting()
    }

    /// Which of the indexes that a field's type allows are made.
    enum NewIndexes: String, CaseIterable, ExpressibleByArgument {
        case none, queryable, all

        var wanted: FieldIndexes {
            switch self {
            case .none: []
            case .queryable: .queryable
            case .all: [.queryable, .sortable, .searchable]
            }
        }
    }

    func run() async throws {
        Interrupt.listen(to: [SIGINT, SIGTERM])
        if dryRun { return try await rehearse() }
        let started = ContinuousClock.now
        let newFile = try place.missingFile
        var staysEmpty = false
        // What was saved when the store is closed.
        var saved: Int?
        let total: Int
        let made: [(type: String, field: Field)]
        do {
            // Closing makes the indexes, also where the import fails.
            (total, made) = try await place.withStore(creating: true, defersIndexes: true) {
                store in
                do {
                    let before = try await store.schema()
                    try await prepare(store)
                    var total = 0
                    for file in files { total += try await load(file, into: store) }
                    let made = try await store.schema().newFields(since: before)
                    saved = total
                    return (total, made)
                } catch {
                    // The file stays where it cannot be said what it holds.
                    if newFile != nil { staysEmpty = (try? await isEmpty(store)) == true }
                    throw error
                }
            }
        } catch {
            if staysEmpty, let newFile { removeStore(newFile) }
            if let saved, saved > 0 { throw notClosed(error, saved) }
            throw error
        }
        if let newFile, total == 0, made.isEmpty, place.zone == nil { removeStore(newFile) }
        let seconds = (ContinuousClock.now - started).seconds
        Terminal.note(
            "saved \(Figures.count(total, "record")) in \(Figures.fixed(seconds, 1)) s "
                + "(\(Figures.grouped(Int(Double(total) / max(seconds, 0.001))))/s)")
        report(made)
    }

    /// Whether a store has no records in the database of the import.
    private func isEmpty(_ store: any RecordStore) async throws -> Bool {
        for type in try await store.schema().types.keys where type != "Users" {
            let query = RecordQuery(type, in: .all, limit: 1)
            if try await !store.fetch(query, in: place.scope).records.isEmpty { return false }
        }
        return true
    }

    /// Removes the file of a store that was created for an import and stays empty.
    private func removeStore(_ path: String) {
        let path = StoreFile.target(of: path)
        // The last connection removes its log: with one, another program has the store open.
        guard access(path + "-wal", F_OK) != 0 else { return }
        unlink(path)
        // Assets are there only where a record had some.
        try? FileManager.default.removeItem(atPath: path + ".assets")
    }

    /// The import into a store in memory that begins with the schema of the one asked for.
    private func rehearse() async throws {
        var before = RecordSchema()
        var memory = place
        memory.store = "memory:"
        if try place.exists {
            let (schema, environment) = try await place.withStore { store in
                let schema = try await store.schema()
                return (schema, store.environment)
            }
            before = schema
            memory.production = environment == .production
        }
        let (known, wanted, total) = try await memory.withStore(creating: true) { store in
            if before != RecordSchema() { try await store.setSchema(before) }
            let known = try await store.schema()
            try await prepare(store)
            var total = 0
            for file in files { total += try await load(file, into: store) }
            return (known, try await store.schema(), total)
        }
        let new = wanted.newFields(since: known)
        if !new.isEmpty {
            var table = Table(header: ["type", "field", "kind", "indexes"])
            for (type, field) in new {
                table.append(
                    SchemaShowCommand.row(of: field, in: type).map { Table.Cell(text: $0) })
            }
            let output = Output(.table)
            try output.write(table.flush())
            try output.end()
        }
        Terminal.note(
            "would create \(Figures.count(new.count, "field")) and save "
                + "\(Figures.count(total, "record")); nothing was saved")
    }

    /// Brings in the schema that was given, and the zone.
    private func prepare(_ store: any RecordStore) async throws {
        if schema != nil || !field.isEmpty {
            let given = try schema.map(SchemaFile.read)
            let fields = try SchemaFile.fields(field)
            try await store.extendSchema { [type] wanted in
                if let given { wanted.merge(given) }
                guard let type, !fields.isEmpty else { return }
                var record = wanted[type] ?? RecordType(type)
                for field in fields {
                    record.fields.removeAll { $0.name == field.name }
                    record.fields.append(field)
                }
                wanted[type] = record
            }
        }
        if place.zone != nil { try await store.createZones([place.zoneID], in: place.scope) }
    }

    private func load(_ file: String, into store: any RecordStore) async throws -> Int {
        let schema = try await store.schema()
        let known = schema.types.values.filter { type == nil || $0.name == type }
        let source = try RecordSource(
            path: file, format: input, quotedNumbers: quotedNumbers,
            keeping: Set(known.flatMap(\.fields).map(\.name)))
        for (from, to) in source.renamed { Terminal.note("column \"\(from)\" becomes \(to)") }
        var json = RecordJSON()
        if file != "-" {
            json.assetDirectory = URL(fileURLWithPath: file).deletingLastPathComponent()
        }
        let idField = source.renamed.first { $0.from == self.idField }?.to ?? self.idField
        try source.checkColumn(idField)
        let defaults = RecordDefaults(type: type, zone: place.zoneID, idField: idField)
        var builder = RecordBuilder(
            schema: schema, defaults: defaults, json: json, keepsNull: merge)
        // Stored records keep their parents, and no field that the file lacks.
        let leavesParents = !merge && source.leavesParents(defaults)
        let saver = BatchSaver(
            store, in: place.scope, user: place.user, policy: merge ? .changedKeys : .allKeys,
            isPartial: leavesParents)
        let bar = ProgressBar("import")
        defer { bar.finish() }
        var zones: Set<ZoneID> = [.default, place.zoneID]
        var invalid = 0
        // Fields that the schema lacks, by type, with an empty list as their value.
        var untyped: [String: Set<String>] = [:]
        saver.onRefusal = { refusal in
            if !skipInvalid { throw refusal }
            invalid += 1
        }
        // The line of the element that is being saved; the source may be many lines beyond it.
        var line: Int?
        do {
            var sample: [RecordSource.Item] = []
            var isSampling = true
            while true {
                let item: RecordSource.Item?
                do { item = try source.next() } catch let failure as Failure
                    where (skipInvalid || source.line < fromLine) && failure.isOfOneItem
                {
                    if source.line >= fromLine { invalid += 1 }
                    continue
                }
                if let item {
                    if item.line < fromLine { continue }
                    if isSampling {
                        sample.append(item)
                        if sample.count < 1000 { continue }
                    }
                } else if !isSampling {
                    break
                }
                if isSampling {
                    isSampling = false
                    source.keepsOrder = false
                    if store.environment == .development {
                        try await builder.learn(
                            sample, in: file, indexes: indexes.wanted, store)
                    }
                    builder.rows = source.readRows(
                        by: builder.schema, builder.defaults,
                        doubles: type.flatMap { builder.doubles[$0] } ?? [])
                }
                let items = sample.isEmpty ? (item.map { [$0] } ?? []) : sample
                sample = []
                for item in items {
                    line = item.line
                    var record: Record
                    do {
                        record = try builder.record(item, in: source.reader.name)
                        if dryRun { record.standAlone(in: place) }
                        if leavesParents {
                            for field in builder.schema[record.type]?.fields ?? []
                            where record.fields[field.name] == nil {
                                record.fields[field.name] = .null
                            }
                        }
                        for case (let name, .list(let members)) in record.fields
                        where members.isEmpty && builder.schema[record.type]?.field(name) == nil {
                            untyped[record.type, default: []].insert(name)
                        }
                        if !zones.contains(record.id.zone) {
                            try await createZone(of: record, item, in: source, store)
                            zones.insert(record.id.zone)
                        }
                    } catch is Failure where skipInvalid {
                        invalid += 1
                        continue
                    }
                    try await saver.add(
                        record, line: item.line, bytes: item.bytes, isNamed: builder.names(item))
                }
                line = nil
                bar.update(saver.saved, fraction: source.fraction)
                if Interrupt.isRequested { throw CancellationError() }
                if item == nil { break }
            }
            try await saver.finish()
        } catch {
            await saver.stop()
            throw stopped(error, file, source, saver, at: line ?? source.line)
        }
        if invalid > 0 { Terminal.note("passed over \(Figures.count(invalid, "record"))") }
        if !untyped.isEmpty {
            let schema = try await store.schema()
            for (type, names) in untyped.sorted(by: { $0.key < $1.key }) {
                for name in names.sorted() where schema[type]?.field(name) == nil {
                    Terminal.note(
                        "left out \(type).\(name): empty lists have no type; --field "
                            + "'\(name) LIST<STRING>' gives them one")
                }
            }
        }
        return saver.saved
    }

    /// Creates the zone that a record of a private database names.
    private func createZone(
        of record: Record, _ item: RecordSource.Item, in source: RecordSource,
        _ store: any RecordStore
    ) async throws {
        guard case .private = place.scope else { return }
        do { try await store.createZones([record.id.zone], in: place.scope) } catch {
            throw Failure(error).at("\(source.reader.name), line \(item.line)")
        }
    }

    /// The error with its line, and how to go on.
    private func stopped(
        _ error: any Error, _ file: String, _ source: RecordSource, _ saver: BatchSaver,
        at last: Int
    ) -> Failure {
        var failure =
            error is CancellationError
            ? Failure(.interrupted, Interrupt.message)
            : saver.failure(error, in: source.reader.name)
        if dryRun { return failure }
        var line = saver.savedBefore
        // The rest of the last element's line was not read, or not saved.
        if source.sharesLines { line = min(line, last) }
        var advice = failure.advice.map { [$0] } ?? []
        if line > 1 {
            // --from-line goes with one file.
            let alone = files.count > 1 ? "\(file) alone and " : ""
            let rest = file == files.last ? "" : ", then with the files after it"
            advice.append(
                "Everything before line \(line) is saved; "
                    + "go on with \(alone)--from-line \(line)\(rest).")
        } else if saver.saved > 0 {
            advice.append("Some of its records are saved; run it again, which replaces them.")
        }
        if saver.lastMade >= line {
            advice.append(
                "Those without a name would be saved twice: delete those that are there, and name them "
                    + "by --id-field.")
        }
        failure.advice = advice.isEmpty ? nil : advice.joined(separator: "\n")
        return failure
    }
}

extension RecordSchema {
    /// The fields that an earlier schema lacks, by type, in their order.
    fileprivate func newFields(since before: RecordSchema) -> [(type: String, field: Field)] {
        types.values.sorted { $0.name < $1.name }.flatMap { type in
            type.fields.filter { before[type.name]?.field($0.name) == nil }
                .map { (type: type.name, field: $0) }
        }
    }
}

extension Record {
    /// Takes away what ties the record to others, which a store in memory does not have.
    fileprivate mutating func standAlone(in place: StoreOptions) {
        // Zones of others are not there; those of a private database are made.
        if place.database == .shared { id.zone = place.zoneID }
        parent = nil
        fields = fields.mapValues { value in
            value.mapReferences { .reference(Reference($0.recordID)) }
        }
    }
}
