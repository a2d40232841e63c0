import PredicateCore

extension RecordSchema {
    /// The schema that a text in the schema language (.ckdb) says.
    ///
    ///     try RecordSchema(parsing: """
    ///         DEFINE SCHEMA
    ///             RECORD TYPE City (
    ///                 name        STRING QUERYABLE SEARCHABLE SORTABLE,
    ///                 population  INT64 QUERYABLE SORTABLE,
    ///                 GRANT WRITE TO "_creator"
    ///             );
    ///         """)
    ///
    /// The built-in type `Users` is added where the text leaves it out. A system field that a
    /// type leaves out has no index.
    public init(parsing text: String) throws(SchemaParseError) {
        var parser = try SchemaParser(text)
        self = try parser.schema()
    }
}

/// Reads the tokens of a schema; nothing nests, so nothing recurses.
struct SchemaParser {
    private let lexer: SchemaLexer
    private let tokens: [SchemaLexer.Token]
    private var position = 0

    init(_ text: String) throws(SchemaParseError) {
        var lexer = SchemaLexer(text)
        tokens = try lexer.tokens()
        self.lexer = lexer
    }

    // The last token is the end, and nothing advances beyond it.
    private var token: SchemaLexer.Token { tokens[position] }
    private var following: SchemaLexer.Token { tokens[min(position + 1, tokens.count - 1)] }

    private mutating func advance() { if position < tokens.count - 1 { position += 1 } }

    private func failure(_ message: String, at offset: Int? = nil) -> SchemaParseError {
        failure(.unexpected, message, at: offset)
    }

    private func failure(
        _ code: SchemaParseError.Code, _ message: String, at offset: Int? = nil
    ) -> SchemaParseError {
        lexer.error(code, message, at: offset ?? token.offset)
    }

    private mutating func expect(_ keyword: String) throws(SchemaParseError) {
        guard token.isWord(keyword) else {
            throw failure("Expected \(keyword), found \(token.shown).")
        }
        advance()
    }

    private mutating func expect(mark: Character) throws(SchemaParseError) {
        guard skip(mark: mark) else {
            throw failure("Expected \"\(mark)\", found \(token.shown).")
        }
    }

    private mutating func skip(mark: Character) -> Bool {
        guard let byte = mark.asciiValue, token.kind == .mark(byte) else { return false }
        advance()
        return true
    }

    private mutating func name(
        _ rule: NameRule, _ what: String
    ) throws(SchemaParseError) -> String {
        let found = token
        switch found.kind {
        case .word, .quoted: break
        case .mark, .end: throw failure("Expected \(what), found \(found.shown).")
        }
        guard rule.allows(found.text) else {
            throw failure(
                .invalidName,
                "The name of \(what) begins with a letter and has letters, digits and "
                    + "underscores, 255 at most; found \(found.shown).")
        }
        advance()
        return found.text
    }

    mutating func schema() throws(SchemaParseError) -> RecordSchema {
        try expect("DEFINE")
        try expect("SCHEMA")
        var schema = RecordSchema()
        while token.kind != .end {
            if skip(mark: ";") { continue }
            let start = token.offset
            if token.isWord("CREATE") {
                advance()
                try expect("ROLE")
                let role = try name(.role, "a role")
                guard !schema.roles.contains(role), !NameRule.builtInRoles.contains(role) else {
                    throw failure(.duplicate, "The role \(role) exists already.", at: start)
                }
                schema.roles.append(role)
            } else if token.isWord("RECORD") {
                let type = try recordType()
                guard schema[type.name] == nil else {
                    throw failure(
                        .duplicate, "The record type \(type.name) stands twice.", at: start)
                }
                schema[type.name] = type
            } else {
                throw failure("Expected RECORD TYPE or CREATE ROLE, found \(token.shown).")
            }
            // The last statement of a file may lack its semicolon.
            if token.kind != .end { try expect(mark: ";") }
        }
        if schema[RecordType.users.name] == nil { schema[RecordType.users.name] = .users }
        return schema
    }

    private mutating func recordType() throws(SchemaParseError) -> RecordType {
        advance()
        try expect("TYPE")
        var type = RecordType(
            try name(.type, "a record type"), systemIndexes: [:], grants: [])
        var seen: Set<String> = []
        try expect(mark: "(")
        while !skip(mark: ")") {
            if isGrant {
                type.grants.append(try grant())
            } else {
                let start = token.offset
                let name = try member(of: &type)
                guard seen.insert(name).inserted else {
                    throw failure(
                        .duplicate, "The field \(name) stands twice in \(type.name).",
                        at: start)
                }
            }
            // A comma before the closing bracket is forgiven.
            if skip(mark: ",") { continue }
            guard token.kind == .mark(UInt8(ascii: ")")) else {
                throw failure("Expected \",\" or \")\", found \(token.shown).")
            }
        }
        return type
    }

    /// Whether a grant begins here, rather than a field that is called `grant`.
    private var isGrant: Bool {
        token.isWord("GRANT")
            && Grant.Permission.allCases.contains { following.isWord($0.rawValue) }
    }

    private mutating func grant() throws(SchemaParseError) -> Grant {
        advance()
        var permissions: [Grant.Permission] = []
        repeat {
            guard let found = Grant.Permission.allCases.first(where: { token.isWord($0.rawValue) })
            else { throw failure("Expected READ, CREATE or WRITE, found \(token.shown).") }
            guard !permissions.contains(found) else {
                throw failure(.duplicate, "\(found.rawValue) stands twice.")
            }
            permissions.append(found)
            advance()
        } while skip(mark: ",")
        try expect("TO")
        return Grant(permissions, to: try name(.role, "a role"))
    }

    /// Reads a field, adds it to the type and gives its name.
    private mutating func member(of type: inout RecordType) throws(SchemaParseError) -> String {
        let start = token
        if let system = SystemField(rawValue: token.text) {
            advance()
            let field = try definition(of: system.rawValue)
            guard field.type == .single(system.type), !field.isEncrypted else {
                throw failure(
                    .wrongSystemField, "\(system.rawValue) is a \(system.type.rawValue).",
                    at: start.offset)
            }
            type.systemIndexes[system] = field.indexes
            return system.rawValue
        }
        let field = try definition(of: try name(.field, "a field"))
        type.fields.append(field)
        return field.name
    }

    private mutating func definition(of name: String) throws(SchemaParseError) -> Field {
        var field = Field(name, .single(.string))
        var isList = false
        if token.isWord("ENCRYPTED") {
            advance()
            field.isEncrypted = true
        }
        if token.isWord("LIST") {
            advance()
            try expect(mark: "<")
            isList = true
            if token.isWord("ENCRYPTED"), !field.isEncrypted {
                advance()
                field.isEncrypted = true
            }
        }
        let typeOffset = token.offset
        let scalar: ScalarType
        if token.isWord("NUMBER") {
            advance()
            (scalar, field.numberPreference) = try numberPreference()
        } else if token.kind == .word, let known = ScalarType(rawValue: token.text.uppercased()) {
            advance()
            scalar = known
        } else {
            let types = ScalarType.allCases.map(\.rawValue)
            let near = Suggestions.nearest(to: token.text.uppercased(), among: types)
            throw failure(
                "Expected a field type, found \(token.shown). "
                    + (near.map { "Did you mean \($0)?" }
                        ?? "Types are \(types.joined(separator: ", "))."))
        }
        if isList { try expect(mark: ">") }
        if field.isEncrypted, !scalar.canBeEncrypted {
            throw failure("The type \(scalar.rawValue) cannot be encrypted.", at: typeOffset)
        }
        field.type = isList ? .list(scalar) : .single(scalar)
        field.indexes = try options()
        return field
    }

    private mutating func numberPreference() throws(SchemaParseError) -> (ScalarType, String) {
        guard token.isWord("PREFERRED") else { return (.double, "NUMBER") }
        advance()
        try expect("AS")
        for choice in [ScalarType.int64, .double] where token.isWord(choice.rawValue) {
            advance()
            return (choice, "NUMBER PREFERRED AS \(choice.rawValue)")
        }
        throw failure("Expected INT64 or DOUBLE, found \(token.shown).")
    }

    private mutating func options() throws(SchemaParseError) -> FieldIndexes {
        var indexes: FieldIndexes = []
        while token.kind == .word {
            let found: FieldIndexes
            switch token.text.uppercased() {
            case "QUERYABLE": found = .queryable
            case "SORTABLE": found = .sortable
            case "SEARCHABLE": found = .searchable
            case "REFERENCE": found = []  // An older spelling that says nothing more.
            default:
                throw failure(
                    "Expected QUERYABLE, SORTABLE, SEARCHABLE, \",\" or \")\", found "
                        + "\(token.shown).")
            }
            guard found.isEmpty || indexes.isDisjoint(with: found) else {
                throw failure(.duplicate, "\(token.text) stands twice.")
            }
            indexes.insert(found)
            advance()
        }
        return indexes
    }
}
