/// The constants on the right of IN, arranged so that membership is one look-up.
///
/// A class, so that a closure over it carries one pointer and not every part.
final class ValueSet: Sendable {
    private let folding: TextFolding
    private let options: ComparisonOptions
    private let holdsNull: Bool
    private let whole: Set<Int64>
    private let texts: Set<TextKey>
    // The texts one after the other while they are few: comparing beats hashing them.
    private let few: [[UInt8]]?
    // The same where nothing is folded: Swift tells most texts apart by their first words.
    private let literal: [String]?
    private let rest: Set<Value>
    // Lists and dictionaries, whose text is subject to the options.
    private let nested: [Value]

    init(_ members: [Value], _ options: ComparisonOptions) {
        self.options = options
        folding = TextFolding(options)
        var holdsNull = false
        var whole: Set<Int64> = []
        var texts: Set<TextKey> = []
        var rest: Set<Value> = []
        var nested: [Value] = []
        for member in members {
            switch member.kind {
            case .null: holdsNull = true
            case .number:
                if let number = member.wholeNumber {
                    whole.insert(number)
                } else {
                    rest.insert(member)
                }
            case .text(let text): texts.insert(TextKey(text, folding))
            case .list, .dictionary: nested.append(member)
            case .date, .bytes, .scalar, .reference, .location, .asset, .object:
                rest.insert(member)
            }
        }
        self.holdsNull = holdsNull
        self.whole = whole
        self.texts = texts
        self.rest = rest
        self.nested = nested
        few = texts.count <= 8 ? texts.map { Array($0.text.utf8) } : nil
        literal = texts.count <= 8 && folding == .literal ? texts.map(\.text) : nil
    }

    func contains(_ value: Value) -> Bool {
        switch value.kind {
        case .null: holdsNull
        case .number(.int(let x)): whole.contains(x)
        case .number: value.wholeNumber.map(whole.contains) ?? rest.contains(value)
        case .text(let text): contains(text)
        case .list, .dictionary:
            nested.contains { ValueComparison.areEqual(value, $0, options) }
        case .date, .bytes, .scalar, .reference, .location, .asset, .object:
            rest.contains(value)
        }
    }

    func contains(_ number: Int64?) -> Bool { number.map(whole.contains) ?? holdsNull }

    func contains(_ text: String?) -> Bool { text.map(contains) ?? holdsNull }

    private func contains(_ text: String) -> Bool {
        if let literal {
            // Texts that Swift finds equal may still differ in their bytes.
            for member in literal where member == text {
                if TextKey(member, folding) == TextKey(text, folding) { return true }
            }
            return false
        }
        guard let few else { return texts.contains(TextKey(text, folding)) }
        return TextMatching.withFolded(text, folding) { bytes in
            for member in few where member.count == bytes.count {
                if member.withUnsafeBufferPointer({ TextMatching.same($0, bytes) }) { return true }
            }
            return false
        }
    }
}

/// Folded text as a key, told apart byte by byte.
struct TextKey: Hashable, Sendable {
    let text: String

    init(_ text: String, _ folding: TextFolding) {
        self.text =
            folding == .literal
            ? text : TextMatching.withFolded(text, folding) { String(decoding: $0, as: UTF8.self) }
    }

    static func == (a: TextKey, b: TextKey) -> Bool {
        TextMatching.withBytes(a.text) { a in
            TextMatching.withBytes(b.text) { b in TextMatching.same(a, b) }
        }
    }

    func hash(into hasher: inout Hasher) {
        TextMatching.withBytes(text) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
