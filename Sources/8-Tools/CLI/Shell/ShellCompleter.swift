import PredicateCore

/// What the shell can complete: types with their keys, and what the keys are.
struct ShellCatalogue: Equatable {
    /// A key of a type.
    struct Key: Equatable {
        let name: String
        /// Whether operators of text apply.
        let isText: Bool

        /// The key as a predicate has it: `#between` where its name is a reserved word.
        var format: String { QueryExpression.keyPath(QueryKeyPath(name)).format }
    }

    /// The keys of each type or entity.
    var types: [String: [Key]] = [:]
}

/// Completes types, clauses, keys and operators by what stands before them.
///
///     completer.complete("City where pop").candidates         // ["population"]
///     completer.complete("City where name BE").candidates     // ["BEGINSWITH", "BETWEEN"]
struct ShellCompleter {
    let catalogue: ShellCatalogue
    let variables: [String]

    private static let comparisons = ["!=", "<", "<=", "==", ">", ">=", "BETWEEN", "IN"]
    private static let textOperators = Operator.all.filter { op in
        switch op.family {
        case .membership(.contains), .substring, .pattern, .token: true
        case .equality, .order, .range, .membership(.in), .custom: false
        }
    }.map(\.spellings[0]).sorted()

    init(_ catalogue: ShellCatalogue, variables: [String] = []) {
        self.catalogue = catalogue
        self.variables = variables
    }

    private var types: [String] { catalogue.types.keys.sorted() }

    /// The completions of the last word of a text.
    func complete(_ text: String) -> Completion {
        let start =
            text.lastIndex { !ShellWord.isNamePart($0) }.map { text.index(after: $0) }
            ?? text.startIndex
        let typed = text[start...].lowercased()
        let before = String(text[..<start])
        // Nothing is completed inside of a quoted text.
        let words = ShellWord.words(before)
        if let last = words.last, last.isQuoted, last.text.count < 2 || !isClosed(last.text) {
            return Completion(start: start)
        }
        let candidates = candidates(after: words).filter { candidate in
            let candidate = candidate.lowercased()
            return candidate.hasPrefix(typed) || candidate.hasPrefix("#" + typed)
        }
        return Completion(start: start, candidates: candidates)
    }

    private func isClosed(_ text: Substring) -> Bool { text.first == text.last }

    private func candidates(after words: [ShellWord]) -> [String] {
        guard let first = words.first else {
            return types + ["explain"] + ShellDirective.allCases.map(\.rawValue)
        }
        if let directive = ShellDirective(rawValue: String(first.text)) {
            guard words.count == 1 else { return [] }
            return switch directive {
            case .fields: types
            case .format: OutputFormat.allCases.map(\.rawValue)
            case .help, .types, .schema, .set, .quit: []
            }
        }
        let rest = first.text == "explain" ? Array(words.dropFirst()) : words
        guard let type = rest.first else { return types }
        let keys = catalogue.types[String(type.text)] ?? []
        return candidates(inStatement: rest, keys)
    }

    private func candidates(
        inStatement words: [ShellWord], _ keys: [ShellCatalogue.Key]
    ) -> [String] {
        let text = words.map(\.text).joined(separator: " ")
        let names = keys.map(\.name)
        let last = words[words.count - 1].text
        let marks = ShellStatement.marks(text)
        // The word "by" is still missing.
        if ["group", "order"].contains(last.lowercased()), words.count > 1 { return ["by"] }
        guard let mark = marks.last else { return clauses(marks) }
        let isFirst = text[mark.range.upperBound...].allSatisfy { $0 == " " }
        switch mark.clause {
        case .where:
            return inPredicate(last, isFirst, keys, orElse: ["AND", "OR"] + clauses(marks))
        case .select:
            if isFirst || last == "," {
                return names + ["average(", "count()", "count(", "max(", "min(", "sum("]
            }
            if last == "(" { return names + ["distinct"] }
            return last.lowercased() == "distinct" ? names : clauses(marks)
        case .fields, .groupBy: return isFirst || last == "," ? names : clauses(marks)
        case .orderBy:
            if isFirst || last == "," { return names }
            return ["asc", "desc"] + clauses(marks)
        case .limit, .offset: return isFirst ? [] : clauses(marks)
        case .distinct: return clauses(marks)
        }
    }

    private func inPredicate(
        _ last: Substring, _ isFirst: Bool, _ keys: [ShellCatalogue.Key], orElse next: [String]
    ) -> [String] {
        let expectsKey =
            isFirst || ["AND", "OR", "NOT", "ANY", "ALL", "SOME", "("].contains(last.uppercased())
        if expectsKey { return keys.map(\.format) + ["ALL", "ANY", "NOT"] }
        if let key = keys.first(where: { $0.name == last || $0.format == last }) {
            return ShellCompleter.comparisons + (key.isText ? ShellCompleter.textOperators : [])
        }
        if ShellWord.words(String(last)).first?.isOperator == true {
            return keys.map(\.format) + variables.map { "$\($0)" } + ["nil", "NO", "YES"]
        }
        return next
    }

    /// The clauses that are not yet written.
    private func clauses(_ marks: [ShellStatement.ClauseRange]) -> [String] {
        ShellStatement.Clause.allCases
            .filter { clause in !marks.contains { $0.clause == clause } }.map(\.rawValue)
    }
}
