import ArgumentParser
import RecordCore

/// Values calculated from what matches, instead of the matches themselves.
struct SummaryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("One result for each value of these: country,year", valueName: "keys"))
    var groupBy: String?

    @Option(
        help: ArgumentHelp(
            "What to calculate: count(), count(key), count(distinct key), sum(key), "
                + "average(key), min(key), max(key)", valueName: "list"))
    var select: String?

    @Flag(help: "With --fields: each combination of their values once.")
    var distinct = false

    /// What is asked for; nil where nothing is calculated.
    ///
    /// With `keepsKeys` a `#` before a key belongs to it.
    ///
    /// - Throws: ``Failure`` for options that do not go together, and for a list that cannot be
    ///   read.
    func request(
        _ selection: SelectionOptions, keepsKeys: Bool = false
    ) throws -> SummaryRequest? {
        guard groupBy != nil || select != nil || distinct else { return nil }
        if selection.count {
            throw Failure(
                .usage, "--count does not go with --group-by, --select and --distinct",
                advice: "Write --select 'count()'.")
        }
        if distinct {
            guard groupBy == nil, select == nil else {
                throw Failure(
                    .usage, "--distinct does not go with --group-by and --select",
                    advice: "Results of groups differ already; to count different values write "
                        + "--select 'count(distinct key)'.")
            }
            let names = keepsKeys ? SelectionOptions.names : SelectionOptions.keys
            guard let fields = selection.fields.map(names) else {
                throw Failure(
                    .usage, "--distinct needs --fields",
                    advice: "Write --fields country --distinct.")
            }
            return SummaryRequest(
                columns: fields.map(RecordSummaryQuery.Column.field), grouping: fields,
                isDistinct: true)
        }
        if selection.fields != nil {
            throw Failure(
                .usage, "--fields does not go with --group-by and --select",
                advice: "Name the keys in --group-by.")
        }
        func read(_ text: String) -> String {
            keepsKeys ? text : SelectionOptions.unescaped(text)
        }
        let grouping = SelectionOptions.names(read(groupBy ?? ""))
        if groupBy != nil, grouping.isEmpty { throw Failure(.usage, "--group-by names no key.") }
        var columns =
            try select.map { try SummaryText.columns(read($0)) } ?? [.init("count()", .count)]
        for name in grouping.reversed()
        where !columns.contains(where: { $0.function == nil && $0.field == name }) {
            columns.insert(.field(name), at: 0)
        }
        return SummaryRequest(columns: columns, grouping: grouping, isDistinct: false)
    }
}

/// What a command calculates.
struct SummaryRequest {
    /// The values of each result.
    let columns: [RecordSummaryQuery.Column]
    /// The keys that one result has in common.
    let grouping: [String]
    /// Whether only different values of keys are asked for.
    let isDistinct: Bool

    /// The names of the columns.
    var names: [String] { columns.map(\.name) }

    /// What is said of a sort by something that the results do not have.
    func notSortable(_ name: String) -> Failure {
        var known = names
        for name in grouping where !known.contains(name) { known.append(name) }
        return Failure(
            .usage, "The results have no '\(name)'",
            advice: "Sort by \(known.joined(separator: ", ")).")
    }
}

/// The list behind `--select`.
///
///     try SummaryText.columns("country, count(), sum(population)")
enum SummaryText {
    static func columns(_ text: String) throws -> [RecordSummaryQuery.Column] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map {
            try column($0.trimmed, in: text)
        }
    }

    private static func column(
        _ part: String, in text: String
    ) throws -> RecordSummaryQuery.Column {
        guard !part.isEmpty else { throw wrong("--select '\(text)' has an empty part") }
        guard let open = part.firstIndex(of: "(") else {
            guard !part.contains(where: { $0 == ")" || $0 == " " }) else {
                throw wrong("--select: '\(part)' cannot be read")
            }
            return .field(part)
        }
        guard part.last == ")" else { throw wrong("--select: '\(part)' lacks its ')'") }
        let name = part[..<open].trimmed.lowercased()
        var key = part[part.index(after: open)...].dropLast().trimmed
        guard var function = SummaryFunction(rawValue: name == "avg" ? "average" : name) else {
            throw wrong("--select: there is no function '\(name)'")
        }
        if function == .count, key.lowercased().hasPrefix("distinct ") {
            function = .countDistinct
            key = key.dropFirst("distinct ".count).trimmed
        }
        if key.contains(where: { $0 == "(" || $0 == ")" || $0 == " " }) {
            throw wrong("--select: '\(key)' is no key")
        }
        if key.isEmpty || key == "*" {
            guard function == .count else { throw wrong("--select: \(name)() needs a key") }
            return .init("count()", .count)
        }
        let title =
            function == .countDistinct ? "count(distinct \(key))" : "\(name)(\(key))"
        return .init(title, function, of: key)
    }

    private static func wrong(_ message: String) -> Failure {
        Failure(
            .usage, message,
            advice: "Write keys and count(), count(key), count(distinct key), sum(key), "
                + "average(key), min(key), max(key), with commas between them.")
    }
}
