package import Foundation
package import ObjectCore

extension AppleStorage {
    /// Reads a column of a row; nil for NULL, and for what is no value of the kind.
    @inlinable
    package func read(_ row: some SQLRow, _ column: Int) -> Value {
        if row.isNull(column) { return .null }
        switch self {
        case .integer: return .int(row.int(column))
        case .real: return .double(row.double(column))
        case .timestamp: return .date(AppleStorage.date(row.double(column)))
        case .text: return .text(row.text(column))
        case .bytes: return .bytes(row.bytes(column))
        case .decimal:
            let text = row.text(column)
            // SQLite writes a floating-point number with 15 digits. Where they do not say it and
            // are many, the number is taken at its word; where they are few, what stands behind
            // them is the error of a conversion on Apple's side (3.3333333332999993).
            if text.utf8.count > 14, let written = Double(text) {
                let number = row.double(column)
                if number != written { return AppleStorage.decimal("\(number)") }
            }
            return AppleStorage.decimal(text)
        case .url: return AppleStorage.url(row.text(column))
        case .uuid: return AppleStorage.uuid(row.bytes(column))
        }
    }

    /// The instant that lies some seconds after 2001-01-01T00:00:00Z.
    package static func date(_ seconds: Double) -> Date {
        Date(timeIntervalSinceReferenceDate: seconds)
    }

    /// A decimal number from the text that SQL gives of any number.
    package static func decimal(_ text: String) -> Value {
        // Foundation reads no exponent above 127.
        let number = Decimal(string: text) ?? Double(text).flatMap { Decimal(shortest: $0) }
        return number.map(Value.decimal) ?? .null
    }

    /// A locator; text that is none stays text.
    package static func url(_ text: String) -> Value {
        URL(string: text).map(Value.url) ?? .text(text)
    }

    /// A UUID from its sixteen bytes.
    package static func uuid(_ bytes: Data) -> Value {
        guard bytes.count == 16 else { return .null }
        return .uuid(UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }))
    }

    /// Gives a statement a value as the column keeps it.
    ///
    /// Values of another kind are bound as they are where SQL has them, and as NULL elsewhere.
    package func bind(_ value: Value, to binder: inout some SQLBinder, at position: Int) {
        switch value.kind {
        case .null: binder.bindNull(at: position)
        case .number(.int(let number)): binder.bind(int: number, at: position)
        case .number(.double(let number)): bind(number, to: &binder, at: position)
        case .text(let text): binder.bind(text: text, at: position)
        case .bytes(let bytes): binder.bind(bytes: bytes, at: position)
        case .date(let date): bind(date.timeIntervalSinceReferenceDate, to: &binder, at: position)
        case .number(.decimal(let number)): binder.bind(decimal: number, at: position)
        // Text or bytes.
        case .scalar: bind(constant(value), to: &binder, at: position)
        case .reference, .location, .asset, .list, .dictionary, .object:
            binder.bindNull(at: position)
        }
    }

    /// SQLite has no number that is none: it keeps NULL, and so do the others.
    private func bind(_ number: Double, to binder: inout some SQLBinder, at position: Int) {
        if number.isNaN {
            binder.bindNull(at: position)
        } else {
            binder.bind(double: number, at: position)
        }
    }

    /// An integer, or the floating-point number that is nearest to a decimal one.
    package static func number(_ decimal: Decimal) -> Value {
        let whole = NSDecimalNumber(decimal: decimal).int64Value
        return Decimal(whole) == decimal ? .int(whole) : .double(decimal.nearestDouble)
    }

    /// A decimal number as ``read(_:_:)`` gives it back from a column of a file.
    static func kept(_ decimal: Decimal) -> Decimal {
        guard case .double(let number) = AppleStorage.number(decimal) else { return decimal }
        let text = String(format: "%.15g", number)
        let hasMore = text.utf8.count > 14 && Double(text) != number
        let read = AppleStorage.decimal(hasMore ? "\(number)" : text)
        if case .decimal(let kept) = read { return kept }
        return decimal
    }

    /// A value as the column keeps it: null, int, double, text or bytes.
    package func constant(_ value: Value) -> Value {
        switch value {
        case .null, .int, .double, .text, .bytes: return value
        case .date(let date): return .double(date.timeIntervalSinceReferenceDate)
        case .decimal(let number): return AppleStorage.number(number)
        case .uuid(let uuid): return .bytes(uuid.bytes)
        case .url(let url): return .text(url.absoluteString)
        case .reference, .location, .asset, .list, .dictionary, .object: return .null
        }
    }
}
