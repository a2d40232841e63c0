import PredicateCore
import Yams

/// Reads the cases of a file.
enum CaseNode {
    /// Throws when a mapping has an unknown key: a misspelt key must not go unseen.
    static func check(_ node: Node, keys: Set<String>) throws {
        guard let mapping = node.mapping else { throw CaseError("expected a mapping", node) }
        for (key, _) in mapping where !keys.contains(key.scalar?.string ?? "") {
            throw CaseError("nobody reads the key \(key.scalar?.string ?? "?")", key)
        }
    }

    /// A case in its short form, `format: [names]`, or in its long one.
    static func readCase(_ node: Node, context: CaseContext) throws -> Case {
        guard let mapping = node.mapping else { throw CaseError("expected a case", node) }
        let line = node.mark?.line ?? 0
        if mapping.count == 1, let pair = mapping.first, pair.value.sequence != nil {
            return Case(
                file: context.file, line: line, format: try text(pair.key),
                answer: .matches(try names(pair.value)), context: context)
        }
        try check(
            node,
            keys: [
                "format", "arguments", "variables", "sort", "limit", "offset", "matches", "error",
                "message", "unparsable", "refused", "stores", "evaluator", "scan", "why",
            ])
        guard let format = node["format"] else { throw CaseError("a case has a format", node) }
        var one = Case(
            file: context.file, line: line, format: try text(format),
            answer: try answer(node), context: context)
        one.arguments = try (node["arguments"]?.sequence.map(Array.init) ?? [])
            .map(CaseValue.read)
        for (key, value) in node["variables"]?.mapping ?? [:] {
            one.variables[try text(key)] = try CaseValue.read(value)
        }
        one.sort = try node["sort"]?.sequence.map { try $0.map(ordering) }
        one.limit = node["limit"]?.int
        if case .unparsable = one.answer {} else { one.offset = node["offset"]?.int ?? 0 }
        one.storesRefuse = try (node["refused"] ?? node["stores"]).map(text)
        one.evaluatorIsNotAsked = try node["evaluator"].map(text)
        one.scan = try node["scan"].map(text)
        if one.answer == .refused {
            one.evaluatorIsNotAsked = one.evaluatorIsNotAsked ?? "only stores refuse"
        }
        return one
    }

    private static func answer(_ node: Node) throws -> Case.Answer {
        if let matches = node["matches"] { return .matches(try names(matches)) }
        if let error = node["error"] {
            return .error(code: try text(error), part: try node["message"].map(text) ?? "")
        }
        if let part = node["unparsable"] {
            return .unparsable(part: try text(part), offset: node["offset"]?.int)
        }
        if node["refused"] != nil || node["stores"] != nil { return .refused }
        throw CaseError("a case has an answer", node)
    }

    /// `age`, `age desc`, or `distance(place, 48.9, 2.4)`.
    private static func ordering(_ node: Node) throws -> Ordering {
        var words = try text(node)
        let ascending = !words.hasSuffix(" desc")
        if !ascending { words.removeLast(" desc".count) }
        guard words.hasPrefix("distance("), words.hasSuffix(")") else {
            return Ordering(words, ascending: ascending)
        }
        let parts = words.dropFirst("distance(".count).dropLast().split(separator: ",")
            .map { $0.trimmingPrefix(while: { $0 == " " }) }
        guard parts.count == 3, let latitude = Double(parts[1]), let longitude = Double(parts[2])
        else { throw CaseError("expected distance(field, latitude, longitude)", node) }
        let place = Location(latitude: latitude, longitude: longitude)
        return Ordering(
            key: .distance(QueryKeyPath(String(parts[0])), from: place), ascending: ascending)
    }

    static func names(_ node: Node) throws -> [String] {
        guard let sequence = node.sequence else { throw CaseError("expected names", node) }
        return try sequence.map(text)
    }

    /// A scalar as it is written.
    static func text(_ node: Node) throws -> String {
        guard let scalar = node.scalar else { throw CaseError("expected a text", node) }
        return scalar.string
    }
}
