import PredicateCore
import RecordJSON

/// What happens to elements of one layout: the compiled predicate, the sort, the printing.
final class Stage {
    /// The element at hand.
    let row: FilterRow
    private let evaluator: Evaluator<FilterRow>
    private let isAlwaysTrue: Bool
    private let sort: RowSort?
    private let fold: RowFold?
    private let printer: SummaryPrinter
    /// How many results or elements were printed; nil where they are only counted.
    private(set) var results: Int?
    private let sink: (any RowSink)?
    private let limit: Int?
    private let offset: Int
    private var passed = 0
    private var printed = 0

    init(
        _ filter: Filter, _ layout: FilterRow.Layout, _ output: Output, _ header: [UInt8]?,
        after earlier: Stage?
    ) throws {
        var keys = filter.keys
        let names = filter.summary == nil ? filter.fields ?? [] : []
        for name in names { keys.add(QueryKeyPath(name)) }
        if case .csv(_, let header) = layout {
            try Stage.checkColumns(filter, among: header)
            try Stage.checkPaths(into: keys.deeper, among: header)
        }
        row = FilterRow(layout, keys: keys.names, deeper: keys.deeper)
        let known = keys.names
        var context = EvaluationContext()
        context.variables = filter.variables
        evaluator = try Evaluator<FilterRow>(
            filter.predicate, context: context,
            self: .value { row throws(EvaluationError) in try row.whole() },
            field: { key in
                guard let slot = known.firstIndex(where: { $0.hasSameBytes(as: key) })
                else { return nil }
                return .value { row throws(EvaluationError) in try row.value(slot) }
            })
        isAlwaysTrue = filter.predicate == .constant(true)
        limit = filter.countsOnly ? nil : filter.limit
        offset = filter.countsOnly ? 0 : filter.offset
        passed = earlier?.passed ?? 0
        printed = earlier?.printed ?? 0
        let isCSV = if case .csv = layout { true } else { false }
        printer = SummaryPrinter(
            output, filter.outputFormat(of: layout), names: filter.summary?.names ?? [])
        let element = row
        fold = try filter.summary.map {
            try RowFold($0, ordering: filter.ordering, row: element)
        }
        if filter.countsOnly || fold != nil {
            sort = nil
            sink = nil
            return
        }
        sort =
            filter.ordering.isEmpty
            ? nil
            : try RowSort(
                filter.ordering, row: row, memory: filter.sortMemory,
                keep: filter.limit?.rows(after: filter.offset))
        let row = row
        let columns: [(name: String, path: RowPath)] = try names.map { name in
            guard let path = try RowPath(QueryKeyPath(name), in: row) else {
                throw Failure(.usage, "--fields \(name): a path begins with a key")
            }
            return (name, path)
        }
        // The elements of an array are the lines of jsonl; the output makes one of them.
        switch (filter.format == .json ? .jsonl : filter.format, isCSV) {
        case (.jsonl, false) where columns.isEmpty, (nil, false) where columns.isEmpty:
            sink = EchoSink(output, oneLine: true)
        case (.csv, true) where columns.isEmpty, (nil, true) where columns.isEmpty:
            sink = EchoSink(output, oneLine: false, header: header)
        case (.jsonl, _), (nil, false):
            if columns.isEmpty, case .csv(_, let header) = layout {
                let all = FilterRow(layout, keys: header)
                sink = ReloadingSink(
                    all,
                    ObjectSink(
                        output,
                        try header.compactMap { name in
                            try RowPath(QueryKeyPath(steps: [.key(name)]), in: all).map {
                                (name, $0)
                            }
                        }, areChosen: false))
            } else {
                sink = ObjectSink(output, columns)
            }
        case (.table, _), (.csv, _), (.markdown, _), (.json, _), (nil, true):
            let format = filter.format ?? .csv
            sink =
                columns.isEmpty
                ? ColumnSink(output, format, sampling: row)
                : ColumnSink(
                    output, format, columns: columns, isFirst: earlier?.hasPrinted != true)
        }
    }

    /// Refuses columns to print, to sort by or to calculate with that no row has.
    private static func checkColumns(_ filter: Filter, among header: [String]) throws {
        var paths = (filter.fields ?? []).map { QueryKeyPath($0) }
        if let summary = filter.summary {
            paths += RowFold.paths(summary)
        } else {
            paths += filter.ordering.map { part in
                switch part.key {
                case .keyPath(let path), .distance(let path, _): path
                }
            }
        }
        for path in paths {
            guard case .key(let name)? = path.steps.first,
                !header.contains(where: { $0 == name || $0.hasPrefix(name + ".") })
            else { continue }
            let near = Suggestions.nearest(to: name, among: header)
            throw Failure(
                .usage, "There is no column '\(name)'",
                advice: near.map { "Did you mean \($0)?" }
                    ?? "The columns are \(header.prefix(40).joined(separator: ", ")).")
        }
    }

    /// Refuses a path into a column that has a cell of its own besides those of its members.
    private static func checkPaths(into keys: Set<String>, among header: [String]) throws {
        for name in header where keys.contains(name) {
            guard let member = header.first(where: { $0.hasPrefix(name + ".") }) else { continue }
            throw Failure(
                .usage, "There are a column '\(name)' and a column '\(member)'",
                advice:
                    "\(name) is the first; give it another name in the file to ask for \(member).")
        }
    }

    /// Whether the predicate holds of the element at hand.
    @inline(__always)
    func matches() throws -> Bool { isAlwaysTrue ? true : try evaluator.matches(row) }

    /// Whether the predicate holds of the element at hand, which is then calculated with where
    /// results are asked for.
    @inline(__always)
    func accepts() throws -> Bool {
        guard try matches() else { return false }
        try fold?.add(row)
        return true
    }

    /// Whether elements were printed, those of the stages before counted in.
    var hasPrinted: Bool { printed > 0 }

    /// Whether nothing more will be printed.
    var isFull: Bool { sort == nil && fold == nil && limit.map { printed >= $0 } ?? false }

    /// Takes in the element at hand, which matches; false when no more are wanted.
    func take() throws -> Bool {
        if let failure = fold?.failure { throw Failure(.failed, failure.message) }
        if let sort {
            try sort.add()
            return true
        }
        guard let sink else { return true }
        return try print(to: sink)
    }

    private func print(to sink: any RowSink) throws -> Bool {
        if isFull { return false }
        if passed < offset {
            passed += 1
            return true
        }
        try sink.emit(row)
        printed += 1
        return limit.map { printed < $0 } ?? true
    }

    /// Prints what waits.
    func finish() throws {
        if let fold {
            results = try fold.print(printer, limit: limit, offset: offset)
            return
        }
        guard let sink else { return }
        if let sort, limit != 0 { try sort.forEach { try print(to: sink) } }
        try sink.finish()
        results = printed
    }
}

/// Loads rows under other keys before they are printed.
final class ReloadingSink: RowSink {
    private let row: FilterRow
    private let sink: any RowSink

    init(_ row: FilterRow, _ sink: any RowSink) {
        self.row = row
        self.sink = sink
    }

    func emit(_ other: FilterRow) throws {
        try row.reload(other.bytes)
        try sink.emit(row)
    }

    func finish() throws { try sink.finish() }
}
