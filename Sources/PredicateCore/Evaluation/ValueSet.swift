import Foundation

/// The constants on the right of IN, arranged so that membership is one look-up.
struct ValueSet: Sendable {
    private let folding: TextFolding
    private let options: ComparisonOptions
    private var holdsNull = false
    private var whole: Set<Int64> = []
    private var texts: Set<TextKey> = []
    private var rest: Set<Value> = []
    // Lists and dictionaries, whose text is subject to the options.
    private var nested: [Value] = []

    init(_ members: [Value], _ options: ComparisonOptions) {
        self.options = options
        folding = TextFolding(options)
        for member in members {
            switch member {
            case .null: holdsNull = true
            case .int(let x): whole.insert(x)
            case .double(let x):
                if let exact = Int64(exactly: x) {
                    whole.insert(exact)
                } else {
                    rest.insert(member)
                }
            case .decimal(let x):
                if !x.isNaN, let exact = NumberOrder.exactInteger(x) {
                    whole.insert(exact)
                } else {
                    rest.insert(member)
                }
            case .text(let text): texts.insert(TextKey(text, folding))
            case .list, .dictionary: nested.append(member)
            case .date, .bytes, .uuid, .url, .reference, .location, .asset, .object:
                rest.insert(member)
            }
        }
    }

    func contains(_ value: Value) -> Bool {
        switch value {
        case .null: holdsNull
        case .int(let x): whole.contains(x)
        case .double(let x): Int64(exactly: x).map(whole.contains) ?? rest.contains(value)
        case .decimal(let x):
            (x.isNaN ? nil : NumberOrder.exactInteger(x)).map(whole.contains)
                ?? rest.contains(value)
        case .text(let text): contains(text)
        case .list, .dictionary:
            nested.contains { ValueComparison.areEqual(value, $0, options) }
        case .date, .bytes, .uuid, .url, .reference, .location, .asset, .object:
            rest.contains(value)
        }
    }

    func contains(_ number: Int64?) -> Bool { number.map(whole.contains) ?? holdsNull }

    func contains(_ text: String?) -> Bool { text.map(contains) ?? holdsNull }

    private func contains(_ text: String) -> Bool {
        !texts.isEmpty && texts.contains(TextKey(text, folding))
    }
}

/// Folded text as a key, told apart byte by byte.
struct TextKey: Hashable, Sendable {
    private let text: String

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
