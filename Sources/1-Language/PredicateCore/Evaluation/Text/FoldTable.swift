import Foundation

/// What each scalar folds to, without context.
///
/// Case is folded as Unicode's full case folding does it (ß = ss, ς = σ, ﬁ = fi), Turkic
/// letters aside: ı stays itself. Accents keep their own form under `[c]`, the iota subscript
/// among them, so that removing accents and folding case may be done in either order.
struct FoldTable: Sendable {
    private let first: UInt32
    private let starts: [UInt32]
    private let scalars: [UInt32]

    /// Calls with each scalar that the given one folds to.
    @inline(__always)
    static func forEachFolded(
        _ scalar: UInt32, _ folding: TextFolding, _ body: (UInt32) -> Void
    ) {
        // What has neither case nor accents: Han, emoji.
        if (0x3400...0x9FFF).contains(scalar) || (0x1F300...0x1FAFF).contains(scalar)
            || (0x20000...0x2F7FF).contains(scalar)
        {
            body(scalar)
        } else if (0xAC00...0xD7A3).contains(scalar) {
            let index = scalar - 0xAC00
            body(0x1100 + index / 588)
            body(0x1161 + index % 588 / 28)
            if index % 28 != 0 { body(0x11A7 + index % 28) }
        } else if let table = tables(folding).first(where: { $0.holds(scalar) }) {
            let index = Int(scalar - table.first)
            for place in table.starts[index]..<table.starts[index + 1] {
                body(table.scalars[Int(place)])
            }
        } else {
            for result in compute(scalar, folding) { body(result) }
        }
    }

    private func holds(_ scalar: UInt32) -> Bool {
        scalar >= first && scalar - first < UInt32(starts.count - 1)
    }

    private static func tables(_ folding: TextFolding) -> [FoldTable] {
        switch folding {
        case .literal, .canonical: canonical
        case .caseless: caseless
        case .accentless: accentless
        case .base: base
        }
    }

    // Latin to Armenian, Latin and Greek with accents, punctuation and letter-like signs, kana.
    private static let ranges: [Range<UInt32>] = [
        0x80..<0x600, 0x1E00..<0x2200, 0x3000..<0x3100,
    ]
    private static let canonical = ranges.map { FoldTable($0, .canonical) }
    private static let caseless = ranges.map { FoldTable($0, .caseless) }
    private static let accentless = ranges.map { FoldTable($0, .accentless) }
    private static let base = ranges.map { FoldTable($0, .base) }

    private init(_ range: Range<UInt32>, _ folding: TextFolding) {
        var starts: [UInt32] = [0]
        var scalars: [UInt32] = []
        for scalar in range {
            scalars += FoldTable.compute(scalar, folding)
            starts.append(UInt32(scalars.count))
        }
        self.first = range.lowerBound
        self.starts = starts
        self.scalars = scalars
    }

    /// The definition; the tables are this, remembered.
    static func compute(_ scalar: UInt32, _ folding: TextFolding) -> [UInt32] {
        guard let whole = Unicode.Scalar(scalar) else { return [scalar] }
        let decomposed = String(whole).decomposedStringWithCanonicalMapping.unicodeScalars
        var result: [UInt32] = []
        for part in decomposed {
            if ScalarClass.isMark(part.value) {
                if folding != .accentless, folding != .base { result.append(part.value) }
            } else if folding.foldsCase {
                result += caseFold(part)
            } else {
                result.append(part.value)
            }
        }
        return result
    }

    private static func caseFold(_ scalar: Unicode.Scalar) -> [UInt32] {
        if scalar == "ı" { return [scalar.value] }
        // Down, up and down again reaches ss from ß and from ẞ, and σ from ς.
        let small = scalar.properties.lowercaseMapping.unicodeScalars
        let large = small.map { $0.properties.uppercaseMapping }.joined().unicodeScalars
        return large.flatMap { $0.properties.lowercaseMapping.unicodeScalars.map(\.value) }
    }
}
