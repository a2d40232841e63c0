import ArgumentParser
import Foundation
import PredicateCore
import RecordCore
import RecordJSON

/// `quarry watch`: what begins to match a predicate, changes, and ceases to match.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print the records that begin to match, change, or cease to match.",
        discussion: """
            Asks the store again and again until Ctrl-C, or until --limit changes were
            printed; what came and went between two looks is not printed. A line
            begins with + for a record that matches now and did not before, with ~ for one
            that changed and still matches, with - for one that no longer matches or was
            deleted. JSON lines say "added", "changed" and "removed". What matches at the
            beginning is not printed, unless --all asks for it.

            EXAMPLES
              quarry watch City
              quarry watch Note 'done == 0' --fields title,due --user ann --zone Notes
              quarry watch Person 'age >= %d' --arg 18 --format jsonl

            \(Status.help)
            """)

    @Argument(help: "The record type asked for.")
    var type: String

    @Argument(help: "Which records, as a predicate format; all when there is none.")
    var predicate: String?

    @OptionGroup var place: StoreOptions
    @OptionGroup var values: PredicateOptions

    @Option(help: ArgumentHelp("Only these fields: name,age", valueName: "keys"))
    var fields: String?

    @Option(parsing: .unconditional, help: "End after this many changes.")
    var limit: Int?

    @Option(help: ArgumentHelp("Seconds between two looks.", valueName: "seconds"))
    var interval = 1.0

    @Flag(help: "Print what matches at the beginning first.")
    var all = false

    @Option(help: "How to print: table or jsonl.")
    var format: OutputFormat = .table

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1.") }
        guard interval >= 0.01, interval <= 86_400 else {
            throw ValidationError("--interval is 0.01 to 86400 seconds.")
        }
        guard format == .table || format == .jsonl else {
            throw ValidationError("--format is table or jsonl: changes have no end.")
        }
        try SelectionOptions.validate(fields: fields)
    }

    func run() async throws {
        Interrupt.listen()
        try await place.withStore { store in
            let query = RecordQuery(
                type, where: try values.filled(predicate, zone: place.zoneID), in: place.zones)
            let schema = try await store.schema()
            let checked = try QueryChecker.check(query, schema: schema)
            let chosen = fields.map(SelectionOptions.names)
            let watch = Watch(
                columns: try RecordColumns(chosen, of: checked.type),
                isChosen: chosen != nil, format: format)
            try await follow(store, query, watch)
        }
    }

    /// Prints changes until there were enough of them.
    private func follow(
        _ store: any RecordStore, _ query: RecordQuery, _ watch: Watch
    ) async throws {
        var isFirst = true
        while limit.map({ watch.printed < $0 }) ?? true {
            if Interrupt.isRequested { throw Failure(.interrupted) }
            watch.begin(isPrinting: all || !isFirst, limit: limit)
            try await store.forEach(query, in: place.scope) { record in
                try watch.see(record)
                return !watch.isFull
            }
            try watch.end()
            if isFirst { Terminal.note("watching \(type); Ctrl-C ends") }
            isFirst = false
            if !watch.isFull { try await Interrupt.wait(seconds: interval) }
        }
    }
}

/// Which records match, and what is printed of those that begin to and cease to.
///
/// Unchecked: a store calls back one record after the other and is done before anything else
/// looks.
private final class Watch: @unchecked Sendable {
    let output = Output()
    private let columns: RecordColumns
    private let isChosen: Bool
    private let format: OutputFormat
    /// The change tags of what matched at the last look, and of what matches now.
    private var before: [RecordID: String] = [:]
    private var now: [RecordID: String] = [:]
    private var isPrinting = false
    private var limit: Int?
    /// Changes printed so far.
    private(set) var printed = 0

    init(columns: RecordColumns, isChosen: Bool, format: OutputFormat) {
        self.columns = columns
        self.isChosen = isChosen
        self.format = format
    }

    /// Whether enough changes were printed.
    var isFull: Bool { limit.map { printed >= $0 } ?? false }

    /// Begins a look, whose changes are printed or only remembered.
    func begin(isPrinting: Bool, limit: Int?) {
        self.isPrinting = isPrinting
        self.limit = limit
        before = now
        now.removeAll(keepingCapacity: true)
    }

    /// Takes in a record that matches.
    func see(_ record: Record) throws {
        let tag = record.system?.changeTag ?? ""
        now[record.id] = tag
        guard isPrinting, before[record.id] != tag else { return }
        let isNew = before[record.id] == nil
        try print(isNew ? ("+", "added") : ("~", "changed"), record.id, record)
    }

    /// Ends a look: what was not seen in it matches no longer.
    func end() throws {
        if isPrinting, !isFull {
            let gone = before.keys.filter { now[$0] == nil }.sorted { $0.name < $1.name }
            for id in gone where !isFull { try print(("-", "removed"), id, nil) }
        }
        try output.flush()
    }

    private func print(
        _ change: (sign: String, word: String), _ id: RecordID, _ record: Record?
    ) throws {
        printed += 1
        guard format == .jsonl else {
            var line = "\(change.sign) \(DisplayWidth.printable(id.name))"
            for (name, value) in zip(columns.names, try record.map(columns.values) ?? [])
            where name != "recordName" && !value.isNull {
                line += "  \(name) \(CellText.cell(value).text)"
            }
            return try output.line(line)
        }
        var writer = JSONWriter()
        writer.append(raw: #"{"change":"#)
        writer.append(text: change.word)
        writer.append(raw: #","recordName":"#)
        writer.append(.text(id.name))
        if let record {
            writer.append(raw: #","record":"#)
            if isChosen {
                let pairs = zip(columns.names, try columns.values(record)).filter { !$1.isNull }
                writer.append(.dictionary(Dictionary(pairs, uniquingKeysWith: { $1 })))
            } else {
                RecordJSON().append(record, fieldOrder: columns.desiredKeys, to: &writer)
            }
        }
        writer.append(raw: "}\n")
        try output.write(writer.bytes)
    }
}
