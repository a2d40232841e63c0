import ArgumentParser
import Foundation
import RecordCore
import RecordJSON

/// `quarry import`: files into a store.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Save the records of JSON or CSV files.",
        discussion: """
            Each element becomes a record of --type, or of the type that it names itself. A
            record that exists is replaced, so an import may be run again. The types and
            fields that the first thousand records need are created, with every index,
            unless --production says that the schema is fixed.

            EXAMPLES
              quarry import people.jsonl --type Person --id-field email
              quarry import cities.csv --type City --field 'founded TIMESTAMP QUERYABLE' \\
                --field 'place LOCATION QUERYABLE'
              quarry import backup.jsonl --schema schema.ckdb --store notes.db
              quarry export --store a.db | quarry import - --store b.db

            THE FORM OF A RECORD
              {"recordType":"City","recordName":"city-1","zone":"Notes","name":"Paris",
               "founded":{"date":"1900-01-01T00:00:00Z"},
               "country":{"recordName":"country-FR"},
               "place":{"latitude":48.85,"longitude":2.35},
               "crest":{"asset":{"file":"paris.png"}},
               "raw":{"bytes":"base64"},"tags":["a","b"]}
              Where the schema names the type, a date, bytes and a reference may be plain
              text and a location "48.85,2.35". In CSV a list is written ["a","b"] or a|b.

            When a line fails, the message names it and says with which --from-line to go
            on.

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
            "A schema to import first.", valueName: "file.ckdb"), completion: .file())
    var schema: String?

    @Option(
        help: ArgumentHelp(
            "A field of --type, in the schema language: 'founded TIMESTAMP QUERYABLE'.",
            valueName: "definition"))
    var field: [String] = []

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
        if fromLine > 1, files.count > 1 {
            throw ValidationError("--from-line goes with one file.")
        }
        if !field.isEmpty, type == nil { throw ValidationError("--field needs --type.") }
    }

    func run() async throws {
        Interrupt.listen()
        try await place.withStore(creating: true) { store in
            try await prepare(store)
            var total = 0
            let started = ContinuousClock.now
            for file in files { total += try await load(file, into: store) }
            let seconds = (ContinuousClock.now - started).seconds
            Terminal.note(
                "saved \(Figures.count(total, "record")) in \(Figures.fixed(seconds, 1)) s "
                    + "(\(Figures.grouped(Int(Double(total) / max(seconds, 0.001))))/s)")
        }
    }

    /// Brings in the schema that was given, and the zone.
    private func prepare(_ store: any RecordStore) async throws {
        var wanted = try await store.schema()
        let before = wanted
        if let schema {
            for (name, type) in try SchemaFile.read(schema).types { wanted[name] = type }
        }
        if let type, !field.isEmpty {
            var record = wanted[type] ?? RecordType(type)
            for field in try SchemaFile.fields(field, of: type) {
                record.fields.removeAll { $0.name == field.name }
                record.fields.append(field)
            }
            wanted[type] = record
        }
        if wanted != before { try await store.setSchema(wanted) }
        if place.zone != nil { try await store.createZones([place.zoneID], in: place.scope) }
    }

    private func load(_ file: String, into store: any RecordStore) async throws -> Int {
        let source = try RecordSource(path: file, format: input, quotedNumbers: quotedNumbers)
        for (from, to) in source.renamed { Terminal.note("column \"\(from)\" becomes \(to)") }
        var json = RecordJSON()
        if file != "-" {
            json.assetDirectory = URL(fileURLWithPath: file).deletingLastPathComponent()
        }
        var builder = RecordBuilder(
            schema: try await store.schema(),
            defaults: RecordDefaults(
                type: type, zone: place.zoneID, idField: idField),
            json: json)
        let saver = BatchSaver(store, in: place.scope, user: place.user)
        let bar = ProgressBar("import")
        defer { bar.finish() }
        var invalid = 0
        saver.onRefusal = { refusal in
            if !skipInvalid { throw refusal }
            invalid += 1
        }
        do {
            var sample: [RecordSource.Item] = []
            var isSampling = true
            while true {
                let item: RecordSource.Item?
                do { item = try source.next() } catch let failure as Failure where skipInvalid {
                    if !failure.isOfOneItem { throw failure }
                    invalid += 1
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
                    try await learn(sample, file, &builder, store)
                }
                let items = sample.isEmpty ? (item.map { [$0] } ?? []) : sample
                sample = []
                for item in items {
                    do {
                        let record = try builder.record(item, in: source.reader.name)
                        try await saver.add(record, line: item.line, bytes: item.bytes)
                    } catch let failure as Failure {
                        if !skipInvalid { throw failure }
                        invalid += 1
                    }
                }
                bar.update(saver.saved, fraction: source.fraction)
                if Interrupt.isRequested { throw CancellationError() }
                if item == nil { break }
            }
            try await saver.finish()
        } catch {
            await saver.stop()
            throw stopped(error, source, saver)
        }
        if invalid > 0 { Terminal.note("passed over \(Figures.count(invalid, "record"))") }
        return saver.saved
    }

    /// Creates the fields that a sample needs.
    private func learn(
        _ sample: [RecordSource.Item], _ file: String, _ builder: inout RecordBuilder,
        _ store: any RecordStore
    ) async throws {
        guard store.environment == .development else { return }
        var guess = SchemaGuess()
        for item in sample {
            // What is malformed is reported when its turn comes.
            guard let record = try? builder.record(item, in: file) else { continue }
            guess.add(record, item)
        }
        let wanted = guess.extending(builder.schema)
        if wanted != builder.schema {
            try await store.setSchema(wanted)
            builder.schema = wanted
        }
    }

    /// The error with its line, and how to go on.
    private func stopped(
        _ error: any Error, _ source: RecordSource, _ saver: BatchSaver
    ) -> Failure {
        let name = source.reader.name
        var failure: Failure
        switch error {
        case let refusal as BatchSaver.Refusal:
            failure = Failure(refusal.error)
            failure = Failure(
                .failed, "\(name), line \(refusal.line): \(failure.message)",
                advice: failure.advice)
        case is CancellationError: failure = Failure(.interrupted, "stopped by Ctrl-C")
        default: failure = Failure(error)
        }
        if saver.savedBefore > 1 {
            failure.advice =
                (failure.advice.map { $0 + "\n" } ?? "")
                + "Everything before line \(saver.savedBefore) is saved; "
                + "go on with --from-line \(saver.savedBefore)."
        }
        return failure
    }
}
