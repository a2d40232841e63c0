import ArgumentParser
import Foundation
import PredicateCore
import RecordCore
import RecordJSON
import RecordService

/// `quarry export`: records of a store as JSON lines or CSV.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the records of a store as JSON lines or CSV.",
        discussion: """
            JSON lines can be imported again and give the same records; _encrypted names
            the fields that are kept encrypted. CSV holds one type, and does not say that.
            Assets are named by their checksum, which another store does not know; --assets
            says where to put the files, and import takes them from there.

            EXAMPLES
              quarry export > all.jsonl
              quarry export City --where 'population > 1000000' --format csv > cities.csv
              quarry export --all-zones --user ann --database private \\
                --assets files > ann.jsonl
              quarry export City | quarry filter 'name BEGINSWITH "Z"'

            \(Status.help)
            """)

    @Argument(help: "Record types; all when there are none.")
    var types: [String] = []

    @OptionGroup var place: StoreOptions
    @OptionGroup var values: PredicateOptions

    @Option(
        name: .customLong("where"), parsing: .unconditional,
        help: "Which records, as a predicate format.")
    var predicate: String?

    @Option(help: "How to print.")
    var format: OutputFormat = .jsonl

    @Option(help: ArgumentHelp("Only these fields: name,age", valueName: "keys"))
    var fields: String?

    @Flag(help: "In every zone of the database.")
    var allZones = false

    @Flag(help: "Dates and bytes as plain text; reading them back needs the schema.")
    var plain = false

    @Flag(help: "Also _created, _modified and the like, which import passes over; in CSV _parent.")
    var system = false

    @Option(
        help: "A directory for the files of assets, which the records then name.",
        completion: .directory)
    var assets: String?

    func validate() throws {
        try place.validate(allZones: allZones)
        try SelectionOptions.validate(fields: fields)
    }

    func run() async throws {
        Interrupt.listen()
        try await place.withStore { store in
            let schema = try await store.schema()
            var known: Set<String> = []
            let names =
                types.isEmpty
                ? schema.types.keys.sorted().filter { $0 != "Users" }
                : types.filter { known.insert($0).inserted }
            if format == .csv, names.count != 1 {
                throw Failure(
                    .usage, "CSV holds one record type",
                    advice: "This store has: \(names.joined(separator: ", "))")
            }
            let output = Output(format)
            let bar = ProgressBar("export", isActive: Terminal.isError && !Terminal.isOutput)
            defer { bar.finish() }
            var total = 0
            for name in names { total += try await write(name, schema, store, output, bar, total) }
            try output.end()
            bar.finish()
            if Terminal.isError, !Terminal.isOutput {
                Terminal.note("wrote \(Figures.count(total, "record"))")
            }
            if total == 0 { throw Failure(.nothing) }
        }
    }

    private func write(
        _ name: String, _ schema: RecordSchema, _ store: any RecordStore, _ output: Output,
        _ bar: ProgressBar, _ before: Int
    ) async throws -> Int {
        let type = try SchemaShowCommand.type(name, of: schema)
        var query = RecordQuery(
            name, where: try values.filled(predicate, zone: place.zoneID),
            in: allZones ? .all : place.zones)
        let chosen = fields.map(SelectionOptions.names)
        var columns = try RecordColumns(
            chosen, of: type, zoneKeys: place.zoneKeys(allZones: allZones))
        if format == .csv { columns.addNameForImport() }
        if system { columns.addStoreColumns() }
        if chosen != nil { query.desiredKeys = columns.desiredKeys }
        let encrypted = type.fields.filter(\.isEncrypted).map(\.name)
            .filter(columns.desiredKeys.contains)
        if format == .csv, !encrypted.isEmpty {
            Terminal.note(
                "CSV does not say what is encrypted: \(encrypted.joined(separator: ", ")); import "
                    + "it with --schema FILE, which quarry schema export writes")
        }
        var json = RecordJSON()
        json.isPlain = plain
        json.writesSystemFields = system
        let total = bar.isActive ? try await store.count(query, in: place.scope) : 0
        let printer = RecordPrinter(
            output, format, columns: columns,
            chosen: chosen != nil && format != .jsonl && format != .json,
            json: json)
        printer.onRecord = { count in
            if count % 64 == 0 {
                bar.update(
                    before + count, fraction: total > 0 ? Double(count) / Double(total) : nil)
            }
            if Interrupt.isRequested { throw Failure(.interrupted, "stopped by Ctrl-C") }
        }
        if assets == nil {
            try await store.forEach(query, in: place.scope) { record in
                try printer.print(record)
                return true
            }
        } else {
            try await writeWithAssets(query, store, printer)
        }
        try printer.finish()
        return printer.count
    }

    /// Page by page, since files are fetched between records.
    private func writeWithAssets(
        _ query: RecordQuery, _ store: any RecordStore, _ printer: RecordPrinter
    ) async throws {
        guard let assets else { return }
        // As it was written, so that import finds the files from here.
        let directory = assets
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        let zones: [ZoneID] =
            switch query.zoneScope {
            case .zone(let zone): [zone]
            case .all: try await store.zones(in: place.scope).map(\.id)
            }
        for zone in zones {
            var query = query
            query.zones = .zone(zone)
            var last: String?
            repeat {
                let page = try await store.fetch(
                    query.page(behind: last, limit: 200), in: place.scope)
                for var record in page.records {
                    let home = place.scope.home(of: record.id.zone)
                    try await record.fields.replaceAssets { _, asset in
                        try await copied(asset, store, home, directory)
                    }
                    try printer.print(record)
                }
                last = page.next == nil ? nil : page.records.last?.id.name
            } while last != nil
        }
    }

    private func copied(
        _ asset: Asset, _ store: any RecordStore, _ home: DatabaseScope, _ directory: String
    ) async throws -> Asset {
        let source = try await store.assetFile(asset, in: home)
        let name = asset.checksum ?? source.lastPathComponent
        let target = (directory as NSString).appendingPathComponent(name)
        let copied = Asset(fileURL: URL(fileURLWithPath: target))
        let manager = FileManager.default
        if manager.fileExists(atPath: target) {
            let size = try manager.attributesOfItem(atPath: target)[.size] as? NSNumber
            if size?.int64Value == asset.size { return copied }
            // An export that was stopped left a part of the file.
            try manager.removeItem(atPath: target)
        }
        try manager.copyItem(atPath: source.path, toPath: target)
        return copied
    }
}
