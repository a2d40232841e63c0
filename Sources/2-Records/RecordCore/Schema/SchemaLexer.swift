/// Takes the text of a schema apart.
struct SchemaLexer {
    enum Kind: Hashable {
        /// A name or a keyword as written without quotes.
        case word
        /// A name in double quotes.
        case quoted
        /// One of `( ) < > , ;`.
        case mark(UInt8)
        case end
    }

    struct Token: Hashable {
        var kind: Kind
        /// The name without its quotes, or the mark.
        var text: String
        var offset: Int

        /// Whether the token is a keyword; those are never quoted and may be in any case.
        func isWord(_ keyword: String) -> Bool {
            kind == .word && text.uppercased() == keyword
        }

        /// How an error names the token.
        var shown: String {
            switch kind {
            case .end: "the end of the text"
            case .word, .mark: "\"\(text.prefix(60))\""
            case .quoted: "the quoted name \"\(text.prefix(60))\""
            }
        }
    }

    /// Bytes that a schema may have; the largest that people keep are some 20 KB.
    static let maximumLength = 8_000_000

    let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    func error(
        _ code: SchemaParseError.Code, _ message: String, at offset: Int
    ) -> SchemaParseError {
        SchemaParseError(code, message, offset: offset, in: bytes)
    }

    /// The whole text in tokens, the end among them.
    mutating func tokens() throws(SchemaParseError) -> [Token] {
        guard bytes.count <= SchemaLexer.maximumLength else {
            throw error(.tooLong, "A schema has at most 8 MB of text.", at: 0)
        }
        var tokens: [Token] = []
        while true {
            let token = try next()
            tokens.append(token)
            if token.kind == .end { return tokens }
        }
    }

    private mutating func next() throws(SchemaParseError) -> Token {
        try skipBlanks()
        let start = position
        guard position < bytes.count else { return Token(kind: .end, text: "", offset: start) }
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"),
            UInt8(ascii: ","), UInt8(ascii: ";"):
            position += 1
            return Token(
                kind: .mark(byte), text: String(UnicodeScalar(byte)), offset: start)
        case UInt8(ascii: "\""):
            position += 1
            while position < bytes.count, bytes[position] != byte, bytes[position] != 10 {
                position += 1
            }
            guard position < bytes.count, bytes[position] == byte else {
                throw error(.unclosed, "The quoted name is not closed.", at: start)
            }
            position += 1
            let text = String(decoding: bytes[start + 1..<position - 1], as: UTF8.self)
            return Token(kind: .quoted, text: text, offset: start)
        default:
            guard SchemaLexer.isWordByte(byte) else {
                throw error(
                    .invalidCharacter, "This character means nothing in a schema.", at: start)
            }
            while position < bytes.count, SchemaLexer.isWordByte(bytes[position]) {
                position += 1
            }
            let text = String(decoding: bytes[start..<position], as: UTF8.self)
            return Token(kind: .word, text: text, offset: start)
        }
    }

    private mutating func skipBlanks() throws(SchemaParseError) {
        while position < bytes.count {
            switch bytes[position] {
            case 9, 10, 11, 12, 13, 32: position += 1
            case 0xEF where position == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]):
                position = 3  // A byte order mark, as some editors leave.
            case UInt8(ascii: "/") where follows(UInt8(ascii: "/")),
                UInt8(ascii: "-") where follows(UInt8(ascii: "-")):
                while position < bytes.count, bytes[position] != 10 { position += 1 }
            case UInt8(ascii: "/") where follows(UInt8(ascii: "*")):
                let start = position
                position += 2
                while position + 1 < bytes.count,
                    bytes[position] != UInt8(ascii: "*")
                        || bytes[position + 1] != UInt8(ascii: "/")
                {
                    position += 1
                }
                guard position + 1 < bytes.count else {
                    throw error(.unclosed, "The comment is not closed.", at: start)
                }
                position += 2
            default: return
            }
        }
    }

    private func follows(_ byte: UInt8) -> Bool {
        position + 1 < bytes.count && bytes[position + 1] == byte
    }

    static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
