/// A statement of the shell, read into its clauses.
///
///     City where population > 1000000 order by population desc, name limit 5
///     City select count(), sum(population) group by country order by sum(population) desc
///     City fields name, country distinct
///
/// A clause begins with its word, outside of quotes and parentheses. A field that is called as a
/// clause is written with `#`, as predicates write reserved words: `#limit > 3`.
struct ShellStatement: Equatable {
    /// The clauses, by the words that begin them.
    enum Clause: String, CaseIterable {
        case `where`, select, fields, distinct, limit, offset
        case groupBy = "group by"
        case orderBy = "order by"
    }

    let type: String
    private(set) var clauses: [Clause: String] = [:]

    /// - Throws: ``Failure`` for clauses that cannot be read, with what to write.
    init(_ text: String) throws {
        let marks = ShellStatement.marks(text)
        let head = text[..<(marks.first?.range.lowerBound ?? text.endIndex)]
        let words = head.split(separator: " ")
        guard let first = words.first else {
            throw Failure(
                .usage, "A statement begins with a record type",
                advice: "Write City where population > 1000000 limit 5; .help shows more.")
        }
        type = String(first)
        guard words.count == 1 else {
            throw Failure(
                .usage, "'\(words[1])' follows \(type) and begins no clause",
                advice: "Write \(type) where …; clauses are "
                    + Clause.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        }
        for (place, mark) in marks.enumerated() {
            let end = place + 1 < marks.count ? marks[place + 1].range.lowerBound : text.endIndex
            let body = text[mark.range.upperBound..<end].trimmed
            let name = mark.clause.rawValue
            guard clauses.updateValue(body, forKey: mark.clause) == nil else {
                throw Failure(.usage, "'\(name)' is written twice")
            }
            guard body.isEmpty == (mark.clause == .distinct) else {
                throw Failure(
                    .usage,
                    body.isEmpty
                        ? "Nothing follows '\(name)'"
                        : "'distinct' takes nothing, and '\(body)' follows it",
                    advice: "Write \(type) \(ShellStatement.sample(mark.clause)).")
            }
            if mark.clause == .limit || mark.clause == .offset, Int(body).map({ $0 < 0 }) ?? true {
                throw Failure(
                    .usage, "'\(name)' takes a whole number and not '\(body)'",
                    advice: "Write \(type) \(ShellStatement.sample(mark.clause)).")
            }
        }
    }

    /// The options and arguments of `quarry query` that ask the same.
    func words() throws -> [String] {
        var words: [String] = []
        func option(_ name: String, _ value: String?) {
            if let value { words += ["\(name)=\(value)"] }
        }
        option("--fields", clauses[.fields])
        option("--select", clauses[.select])
        option("--group-by", clauses[.groupBy])
        option("--limit", clauses[.limit])
        option("--offset", clauses[.offset])
        option("--sort", try clauses[.orderBy].map(sort))
        if clauses[.distinct] != nil { words.append("--distinct") }
        return words
    }

    /// The arguments: the type, and the predicate where there is one.
    var arguments: [String] { [type] + (clauses[.where].map { [$0] } ?? []) }

    /// `name desc, age` as `-name,age`.
    private func sort(_ text: String) throws -> String {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            let words = part.split(separator: " ")
            guard let key = words.first, words.count <= 2 else {
                throw Failure(
                    .usage, "'order by' cannot read '\(part.trimmed)'",
                    advice: "Write \(type) order by name desc, age.")
            }
            switch words.dropFirst().first?.lowercased() {
            case nil, "asc"?: return String(key)
            case "desc"?: return key.hasPrefix("-") ? String(key) : "-\(key)"
            case let word?:
                throw Failure(
                    .usage, "'order by \(key)' goes on with '\(word)'",
                    advice: "Write asc or desc, and commas between keys.")
            }
        }.joined(separator: ",")
    }

    private static func sample(_ clause: Clause) -> String {
        switch clause {
        case .where: "where name BEGINSWITH 'A'"
        case .select: "select count(), max(name)"
        case .fields: "fields name, age"
        case .distinct: "fields name distinct"
        case .limit: "limit 10"
        case .offset: "offset 20"
        case .groupBy: "group by country"
        case .orderBy: "order by name desc, age"
        }
    }

    // MARK: Scanning

    /// A word of a clause in a text.
    struct ClauseRange {
        let clause: Clause
        let range: Range<String.Index>
    }

    /// The clauses of a text, in its order.
    static func marks(_ text: String) -> [ClauseRange] {
        var marks: [ClauseRange] = []
        let words = ShellWord.words(text)
        var place = 1
        while place < words.count {
            let word = words[place]
            place += 1
            guard word.depth == 0, word.isName else { continue }
            let name = word.text.lowercased()
            let next = place < words.count ? words[place] : nil
            if name == "group" || name == "order" {
                guard let next, next.text.lowercased() == "by",
                    let clause = Clause(rawValue: "\(name) by")
                else { continue }
                marks.append(
                    ClauseRange(
                        clause: clause, range: word.range.lowerBound..<next.range.upperBound))
                place += 1
                continue
            }
            guard let clause = Clause(rawValue: name) else { continue }
            // A comparison of a field of that name goes on with an operator.
            if let next, next.isOperator, clause != .where { continue }
            marks.append(ClauseRange(clause: clause, range: word.range))
        }
        return marks
    }
}
