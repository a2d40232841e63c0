import RecordCore

/// The beginnings of texts and bytes that indexes keep, where the engine's indexes cannot keep long
/// ones whole.
///
///     left("body", 255) = $1     -- the same rows as "body" = $1, of a short constant
///
/// What a text is to a constant that is shorter than the beginning, its beginning is too: they
/// differ before its end, or one ends there.
enum IndexedBeginning {
    /// Characters of text, or bytes: of four bytes each and with a record's name behind them, what
    /// every engine's indexes hold.
    static let length = 255

    /// Whether the beginning alone decides how a text compares with a constant.
    static func decides(_ constant: String) -> Bool {
        // One more is added to ranges; what engines write otherwise takes up to twice as much.
        constant.unicodeScalars.count < length - 1
            && !constant.unicodeScalars.contains { $0.value <= 1 }
    }

    /// Whether the beginning alone decides how a value compares with a constant.
    static func decides(_ constant: Value) -> Bool {
        switch constant.kind {
        case .text(let text): decides(text)
        case .bytes(let bytes): bytes.count < length
        case .null, .number, .date, .scalar, .reference, .location, .asset, .list, .dictionary,
            .object:
            false
        }
    }
}

extension ScalarOperand {
    /// The value as it is compared with constants: by its beginning, which an index has, where that
    /// decides.
    func compared(with constants: [Value]) -> ScalarOperand {
        guard let beginning, constants.allSatisfy(IndexedBeginning.decides) else { return self }
        var copy = self
        copy.sql = beginning
        return copy
    }

    /// The same of the folded text.
    func comparedFolded(with constants: [Value]) -> ScalarOperand {
        guard let foldedBeginning, constants.allSatisfy(IndexedBeginning.decides) else {
            return self
        }
        var copy = self
        copy.folded = foldedBeginning
        return copy
    }
}
