/// Writes names into a symbol: words that occurred before become letters.
///
///     Note, NoteBook, Notes  // 4Note 0A4Book 5Notes
struct IdentifierMangler {
    /// The symbol so far.
    var bytes: [UInt8] = []

    /// Words that occurred: in `bytes`, or for the newest ones in the name being written.
    private var words: [(start: Int, length: Int)] = []

    private static let mostWords = 26

    /// Writes one name.
    mutating func append(_ name: String) {
        let name = Array(name.utf8)
        if Punycode.isNeeded(for: name) {
            let encoded = Array(Punycode.encode(String(decoding: name, as: UTF8.self)).utf8)
            bytes.append(contentsOf: "00\(encoded.count)".utf8)
            if let first = encoded.first, first.isDigit || first == UInt8(ascii: "_") {
                bytes.append(UInt8(ascii: "_"))
            }
            bytes.append(contentsOf: encoded)
            return
        }
        let wordsBefore = words.count
        let repeated = findWords(in: name, before: wordsBefore)
        write(name, repeated: repeated, wordsBefore: wordsBefore)
    }

    /// The words of a name that occurred before; new ones are remembered with their place in it.
    private mutating func findWords(in name: [UInt8], before: Int) -> [(at: Int, word: Int)] {
        var repeated: [(at: Int, word: Int)] = []
        var start: Int?
        for position in 0...name.count {
            let byte: UInt8 = position < name.count ? name[position] : 0
            if let from = start, endsWord(byte, after: name[position - 1]) {
                let word = name[from..<position]
                if let found = index(of: word, in: name, before: before) {
                    repeated.append((from, found))
                } else if word.count >= 2, words.count < Self.mostWords {
                    words.append((from, word.count))
                }
                start = nil
            }
            if start == nil, byte != 0, byte != UInt8(ascii: "_"), !byte.isDigit {
                start = position
            }
        }
        return repeated
    }

    private func endsWord(_ byte: UInt8, after previous: UInt8) -> Bool {
        byte == 0 || byte == UInt8(ascii: "_")
            || (!Self.isUppercase(previous) && Self.isUppercase(byte))
    }

    private func index(of word: ArraySlice<UInt8>, in name: [UInt8], before: Int) -> Int? {
        for (index, known) in words.enumerated() where known.length == word.count {
            let text = index < before ? bytes : name
            if text[known.start..<known.start + known.length] == word { return index }
        }
        return nil
    }

    private mutating func write(
        _ name: [UInt8], repeated: [(at: Int, word: Int)], wordsBefore: Int
    ) {
        var nextWord = wordsBefore
        if !repeated.isEmpty { bytes.append(UInt8(ascii: "0")) }
        var position = 0
        for (index, part) in (repeated + [(name.count, -1)]).enumerated() {
            if position < part.at {
                bytes.append(contentsOf: String(part.at - position).utf8)
                let first = position
                while position < part.at {
                    if nextWord < words.count, words[nextWord].start == position {
                        words[nextWord].start = bytes.count
                        nextWord += 1
                    }
                    // A digit would be read as part of the length.
                    let hides = position == first && name[position].isDigit
                    bytes.append(hides ? UInt8(ascii: "X") : name[position])
                    position += 1
                }
            }
            guard part.word >= 0 else { continue }
            position += words[part.word].length
            let isLast = index == repeated.count - 1
            let letter = isLast ? UInt8(ascii: "A") : UInt8(ascii: "a")
            bytes.append(letter + UInt8(part.word))
            if isLast, position == name.count { bytes.append(UInt8(ascii: "0")) }
        }
    }

    private static func isUppercase(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
    }
}
