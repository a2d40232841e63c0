import RecordCore

/// The statements that write rows.
enum WriteLowering {
    static func insert(
        into table: String, columns: [String], rows: Int = 1, ignoringSame: Bool = false
    ) -> SQLText {
        let names = columns.map(SQLText.identifier).joined(", ")
        let values: SQLText = "(\(columns.map { _ in SQLText.placeholder }.joined(", ")))"
        let all = Array(repeating: values, count: rows).joined(", ")
        let end: SQLText = ignoringSame ? " ON CONFLICT DO NOTHING" : ""
        return "INSERT INTO \(ident: table) (\(names)) VALUES \(all)\(end)"
    }

    static func update(_ table: String, columns: [String]) -> SQLText {
        let terms = columns.map { name -> SQLText in "\(ident: name) = \(SQLText.placeholder)" }
        return """
            UPDATE \(ident: table) SET \(terms.joined(", ")) \
            WHERE \(ident: "_row") = \(SQLText.placeholder) \
            AND \(ident: "_database") = \(SQLText.placeholder)
            """
    }

    static func delete(from table: String, key: [String]) -> SQLText {
        let terms = key.map { name -> SQLText in "\(ident: name) = \(SQLText.placeholder)" }
        return "DELETE FROM \(ident: table) WHERE \(terms.joined(" AND "))"
    }

    /// Whether a field need not be written again.
    ///
    /// References are equal by what they point at, numbers by value, dates by the microsecond;
    /// here more counts.
    static func isSame(_ a: Value?, _ b: Value?) -> Bool {
        switch (a ?? .null, b ?? .null) {
        case (.reference(let x), .reference(let y)): x == y
        case (.date(let x), .date(let y)): x == y
        case (.list(let x), .list(let y)):
            x.count == y.count && zip(x, y).allSatisfy { isSame($0, $1) }
        case (let x, let y): x == y
        }
    }

    /// The words of some values, each once, in order.
    static func words(of values: [Value]) -> [String] {
        var seen: Set<String> = []
        var words: [String] = []
        func add(_ text: String) {
            for token in Tokenizer.tokens(of: text) where seen.insert(token).inserted {
                words.append(token)
            }
        }
        for value in values {
            switch value.kind {
            case .text(let text): add(text)
            case .list(let members):
                for member in members { if case .text(let text) = member { add(text) } }
            case .null, .number, .date, .bytes, .scalar, .reference, .location, .asset, .dictionary,
                .object:
                break
            }
        }
        return words
    }
}

/// Where a row stands.
struct RowPlace {
    let row: Int64
    let name: String
    let database: Int64
    let zone: Int64
}
