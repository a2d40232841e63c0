import RecordJSON
import ArgumentParser
import Foundation
import ObjectCore
import PredicateCore

/// `quarry coredata export`: objects of a store as JSON lines or CSV.
struct CoreDataExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the objects of a store as JSON lines or CSV.",
        discussion: """
            Each line of JSON says its entity; relationships are the names of objects, such
            as Employee/p12. Dates are ISO 8601 with all of their digits, bytes are base64.
            CSV holds one entity, or goes with --directory into a file for each;
            composites, such as the enums and structs of SwiftData, have a column for each
            part.

            EXAMPLES
              quarry coredata export Staff.sqlite > all.jsonl
              quarry coredata export Staff.sqlite Employee --where 'salary > 50000' \\
                --format csv
              quarry coredata export Staff.sqlite --format csv --directory staff

            \(Status.help)
            """)

    @OptionGroup var place: ObjectFileOptions

    @Argument(help: "Entities; all when there are none.")
    var entities: [String] = []

    @OptionGroup var values: PredicateOptions

    @Option(
        name: .customLong("where"), parsing: .unconditional,
        help: "Which objects of the one entity, as a predicate format.")
    var predicate: String?

    @Option(help: "How to print: jsonl or csv.")
    var format: OutputFormat = .jsonl

    @Option(help: ArgumentHelp("Only these fields: name,department.name", valueName: "keys"))
    var fields: String?

    @Option(help: "A directory that gets a file for each entity.", completion: .directory)
    var directory: String?

    func validate() throws {
        if format != .jsonl, format != .csv {
            throw ValidationError("--format is jsonl or csv.")
        }
        if predicate != nil || fields != nil, entities.count != 1 {
            throw ValidationError("--where and --fields go with the name of one entity.")
        }
        try SelectionOptions.validate(fields: fields)
    }

    func run() async throws {
        Interrupt.listen()
        try await place.withStore { opened in
            let chosen = try asked(opened)
            if format == .csv, directory == nil, chosen.count != 1 {
                throw Failure(
                    .usage, "CSV holds one entity",
                    advice: "Name one, or give --directory. This store has: "
                        + chosen.map(\.name).joined(separator: ", "))
            }
            if let directory {
                try checkFiles(chosen)
                try FileManager.default.createDirectory(
                    atPath: directory, withIntermediateDirectories: true)
            }
            let bar = ProgressBar(
                "export", unit: "objects",
                isActive: Terminal.isError && (directory != nil || !Terminal.isOutput))
            defer { bar.finish() }
            let output = Output()
            var total = 0
            let all = bar.isActive ? try count(chosen, opened) : 0
            for entity in chosen { total += try write(entity, opened, output, bar, total, all) }
            try output.flush()
            bar.finish()
            if bar.isActive { Terminal.note("wrote \(Figures.count(total, "object"))") }
            if total == 0 { throw Failure(.nothing) }
        }
    }

    /// The file of an entity; nil without a directory.
    private func path(of entity: ModelEntity) -> String? {
        directory.map { "\($0)/\(entity.name).\(format.rawValue)" }
    }

    /// Refuses, before anything is written or removed, files that are no earlier export.
    private func checkFiles(_ chosen: [ModelEntity]) throws {
        let advice = "Name another directory for the files."
        for path in chosen.compactMap(path) {
            try Output.refuse(path, inputs: place.files, advice: advice)
            if Output.isBinary(path) {
                throw Failure(
                    .usage, "\(path) is no text, which an export would overwrite", advice: advice)
            }
        }
    }

    /// The entities named, or all that have objects of their own.
    ///
    /// In one output the objects of an entity stand among those of one that it inherits from.
    private func asked(_ opened: OpenedObjects) throws -> [ModelEntity] {
        if entities.isEmpty { return opened.model.entities.filter { !$0.isAbstract } }
        var named: [ModelEntity] = []
        for name in entities {
            let entity = try opened.entity(name)
            if !named.contains(where: { $0.number == entity.number }) { named.append(entity) }
        }
        if directory != nil || format == .csv { return named }
        return named.filter { entity in
            !named.contains { $0.number != entity.number && $0.family.contains(entity.number) }
        }
    }

    private func query(_ entity: ModelEntity, _ opened: OpenedObjects) throws -> ObjectQuery {
        // Where all are written, each writes its own.
        let query = ObjectQuery(
            entity: entity.number, includesSubentities: !entities.isEmpty,
            where: try opened.predicate(predicate, values))
        try ObjectQueryChecker(opened.model).check(query)
        return query
    }

    private func count(_ chosen: [ModelEntity], _ opened: OpenedObjects) throws -> Int {
        try chosen.reduce(0) { $0 + (try opened.store.count(try query($1, opened))) }
    }

    private func write(
        _ entity: ModelEntity, _ opened: OpenedObjects, _ output: Output, _ bar: ProgressBar,
        _ before: Int, _ all: Int
    ) throws -> Int {
        let keys = try opened.store.fetchKeys(try query(entity, opened))
        let path = path(of: entity)
        if keys.isEmpty, let path {
            // An earlier export may have left a file of objects that are deleted now.
            guard unlink(path) == 0 || errno == ENOENT else {
                throw Failure.system("cannot be removed", path: path)
            }
            return 0
        }
        let pages = ObjectPages(opened.store)
        let chosen = fields.map(SelectionOptions.keys)
        // Objects of entities that inherit are written with all that they have.
        var printers: [Int: (columns: ObjectColumns, printer: ObjectPrinter)] = [:]
        var file: Int32?
        defer { if let file { close(file) } }
        var target = output
        if let path {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else { throw Failure.system("cannot be written", path: path) }
            file = descriptor
            target = Output(file: descriptor, name: path)
        }
        var done = 0
        try pages.forEach(keys) { rows in
            for (number, group) in runs(rows) {
                let shown = format == .csv || chosen != nil ? entity.number : number
                let found = printers[shown]
                let entry: (columns: ObjectColumns, printer: ObjectPrinter)
                if let found {
                    entry = found
                } else {
                    let shape = opened.model.entities[shown]
                    let columns = try ObjectColumns(
                        chosen
                            ?? ObjectColumns.names(
                                of: shape, withToManys: true, byParts: format == .csv),
                        of: shape, opened, pages)
                    entry = (columns, ObjectPrinter(target, format, columns))
                    printers[shown] = entry
                }
                try entry.columns.prepare(group)
                let name = opened.model.entities[number].name
                for row in group {
                    try entry.printer.print(row, head: [("entity", .text(name))])
                }
            }
            done += rows.count
            bar.update(before + done, fraction: all > 0 ? Double(before + done) / Double(all) : nil)
            if Interrupt.isRequested { throw Failure(.interrupted, "stopped by Ctrl-C") }
        }
        for entry in printers.values { try entry.printer.finish() }
        return done
    }

    /// Rows one after the other that are of one entity.
    private func runs(_ rows: [ObjectRow]) -> [(Int, [ObjectRow])] {
        var runs: [(Int, [ObjectRow])] = []
        for row in rows {
            if let last = runs.indices.last, runs[last].0 == row.key.entity {
                runs[last].1.append(row)
            } else {
                runs.append((row.key.entity, [row]))
            }
        }
        return runs
    }
}
