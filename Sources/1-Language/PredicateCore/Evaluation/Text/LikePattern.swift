/// A pattern of LIKE, taken apart once.
///
///     LikePattern("A*n?").matches("Anna")  // true
///
/// `*` is any run, `?` one Unicode scalar (with options: one letter of the folded text with its
/// accents), `\` makes the next character literal. Matching never goes back behind a `*` that
/// has matched, so no pattern takes long.
public struct LikePattern: Sendable {
    private enum Element: Sendable {
        case literal([UInt8], startsInsideLetter: Bool)
        case one
    }

    /// The pattern as it was written.
    public let source: String
    private let folding: TextFolding
    // What stands between the stars; one segment when there is no star.
    private let segments: [[Element]]

    /// Takes a pattern apart.
    public init(_ pattern: String, _ options: ComparisonOptions = []) {
        let folding = TextFolding(options)
        var segments: [[Element]] = [[]]
        var literal = String.UnicodeScalarView()
        func close() {
            guard !literal.isEmpty else { return }
            let bytes = TextMatching.withFolded(String(literal), folding) { Array($0) }
            literal = String.UnicodeScalarView()
            guard !bytes.isEmpty else { return }
            let inside = bytes.withUnsafeBufferPointer { TextPattern.continues($0, at: 0) }
            segments[segments.count - 1].append(.literal(bytes, startsInsideLetter: inside))
        }
        var scalars = pattern.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            switch scalar {
            case "*":
                close()
                segments.append([])
            case "?":
                close()
                segments[segments.count - 1].append(.one)
            case "\\": literal.append(scalars.next() ?? "\\")
            default: literal.append(scalar)
            }
        }
        close()
        self.source = pattern
        self.folding = folding
        // Stars beside each other are one star.
        self.segments = segments.enumerated().filter { index, segment in
            index == 0 || index == segments.count - 1 || !segment.isEmpty
        }.map(\.element)
    }

    /// Whether the whole text has the form.
    public func matches(_ text: String) -> Bool {
        TextMatching.withFolded(text, folding, run)
    }

    private func run(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = segments.first, let place = end(of: first, at: 0, in: text) else {
            return false
        }
        guard segments.count > 1, let last = segments.last else { return place == text.count }
        guard let limit = start(of: last, endingAt: text.count, in: text) else { return false }
        var offset = place
        for segment in segments[1..<(segments.count - 1)] {
            guard let next = find(segment, from: offset, in: text) else { return false }
            offset = next
        }
        return offset <= limit
    }

    /// Where a segment that begins at an offset ends.
    private func end(
        of segment: [Element], at start: Int, in text: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        var offset = start
        for part in segment {
            switch part {
            case .one:
                guard offset < text.count else { return nil }
                offset = letterEnd(text, offset)
            case .literal(let bytes, let inside):
                guard text.count - offset >= bytes.count else { return nil }
                for place in 0..<bytes.count where text[offset + place] != bytes[place] {
                    return nil
                }
                guard inside || isWhole(text, offset) else { return nil }
                offset += bytes.count
                guard isWhole(text, offset) else { return nil }
            }
        }
        return offset
    }

    /// Where a segment that ends at an offset begins.
    private func start(
        of segment: [Element], endingAt end: Int, in text: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        var offset = end
        for part in segment.reversed() {
            switch part {
            case .one:
                guard offset > 0 else { return nil }
                repeat {
                    offset -= 1
                    while offset > 0, text[offset] & 0xC0 == 0x80 { offset -= 1 }
                } while offset > 0 && !isWhole(text, offset)
            case .literal(let bytes, let inside):
                guard offset >= bytes.count, isWhole(text, offset) else { return nil }
                offset -= bytes.count
                for place in 0..<bytes.count where text[offset + place] != bytes[place] {
                    return nil
                }
                guard inside || isWhole(text, offset) else { return nil }
            }
        }
        return offset
    }

    /// The end of the first occurrence of a segment at or after an offset.
    private func find(
        _ segment: [Element], from start: Int, in text: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        var offset = start
        while offset <= text.count {
            if case .literal(let bytes, _) = segment[0] {
                let hit = bytes.withUnsafeBufferPointer {
                    TextMatching.find($0, in: text, from: offset)
                }
                guard let hit else { return nil }
                offset = hit
            }
            if let end = end(of: segment, at: offset, in: text) { return end }
            guard offset < text.count else { return nil }
            offset = scalarEnd(text, offset)
        }
        return nil
    }

    private func isWhole(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
        folding == .literal || !TextPattern.continues(text, at: offset)
    }

    private func scalarEnd(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Int {
        var end = offset + 1
        while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }

    private func letterEnd(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Int {
        var end = scalarEnd(text, offset)
        while !isWhole(text, end) { end = scalarEnd(text, end) }
        return end
    }
}
