public import Foundation

/// A constant of the language: what a literal, an argument or a stored field holds.
///
///     Value.int(42)
///     Value.list([.text("red"), .text("green")])
///
/// Truth values are the numbers 1 and 0, as they are in predicate formats
/// (`YES` prints as `1`). Two values are `==` when they are the same constant: numbers by
/// value whatever their kind, text scalar by scalar, dates by the microsecond.
public enum Value: Sendable {
    /// No value: `nil`, `NULL`, a missing key.
    case null
    /// A 64-bit integer; also truth values.
    case int(Int64)
    /// A binary floating-point number.
    case double(Double)
    /// A decimal number of up to 38 digits.
    indirect case decimal(Decimal)
    /// Text; compared by Unicode scalars unless an option says otherwise.
    case text(String)
    /// An instant; compared as whole microseconds.
    case date(Date)
    /// Bytes; compared for equality only.
    case bytes(Data)
    /// A universally unique identifier.
    case uuid(UUID)
    /// A resource locator.
    case url(URL)
    /// A pointer to another record; compared by the identifier it holds.
    indirect case reference(Reference)
    /// A point on Earth.
    indirect case location(Location)
    /// A file kept beside the record; never compared.
    indirect case asset(Asset)
    /// Values in order: arrays, and sets from their smallest member to the largest.
    case list([Value])
    /// Values by key.
    case dictionary([String: Value])
    /// An object of the running program that has no other form here; it can be compared by
    /// identity in memory and cannot be stored.
    indirect case object(ObjectValue)

    /// Truth as a value: 1 or 0.
    ///
    ///     Value.bool(true)  // .int(1)
    public static func bool(_ truth: Bool) -> Value { .int(truth ? 1 : 0) }

    /// Whether this is ``null``.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral
{
    /// Creates an `int` from an integer literal.
    public init(integerLiteral value: Int64) { self = .int(value) }
    /// Creates a `double` from a floating-point literal.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Creates a `text` from a string literal.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Creates a `null` from `nil`.
    public init(nilLiteral: ()) { self = .null }
    /// Creates a `list` from an array literal.
    public init(arrayLiteral elements: Value...) { self = .list(elements) }
}

/// An object of the running program inside a predicate.
///
///     enum Color { case red, green }
///     let red = Value.object(ObjectValue(Color.red))
///     let isRed = try QueryPredicate(parsing: "color == %@", red)
///     try isRed.matches(.dictionary(["color": red]))  // true
///
/// Two are equal when the wrapped objects are, by their own `==`.
public struct ObjectValue: @unchecked Sendable, Hashable {
    // Unchecked: a predicate made from a live object is as sendable as that object; stores
    // refuse such values before they cross a thread.
    /// The wrapped object, compared by its own `==`.
    public let base: any Hashable
    /// Wraps an object of the program, which no store accepts.
    public init(_ base: any Hashable) { self.base = base }

    /// Whether the wrapped objects are equal.
    public static func == (a: ObjectValue, b: ObjectValue) -> Bool {
        AnyHashable(a.base) == AnyHashable(b.base)
    }

    /// Hashes the wrapped object.
    public func hash(into hasher: inout Hasher) { AnyHashable(base).hash(into: &hasher) }
}

extension Date {
    /// Whole microseconds since 2001-01-01T00:00:00Z, rounded to the nearest; saturates.
    ///
    /// The form in which dates are compared. Stores keep ``microsecondRemainder`` beside it.
    public var microseconds: Int64 {
        let scaled = (timeIntervalSinceReferenceDate * 1_000_000).rounded()
        return Int64(exactly: scaled)
            ?? (scaled.isNaN ? 0 : scaled < 0 ? Int64.min : Int64.max)
    }

    /// The instant that lies the given microseconds after 2001-01-01T00:00:00Z.
    public init(microseconds: Int64) {
        self.init(timeIntervalSinceReferenceDate: Double(microseconds) / 1_000_000)
    }

    /// What ``microseconds`` loses of the instant: how far the bits of its Double are from those
    /// of the whole microseconds; 0 where nothing is lost.
    ///
    ///     let date = Date(timeIntervalSinceReferenceDate: 800_000_000.1234567)
    ///     date.microseconds            // 800000000123457
    ///     date.microsecondRemainder    // -2: units of 2⁻²³ s, the precision of a Double then
    public var microsecondRemainder: Int64 {
        let rounded = Date(microseconds: microseconds).timeIntervalSinceReferenceDate
        return Int64(
            bitPattern: timeIntervalSinceReferenceDate.bitPattern &- rounded.bitPattern)
    }

    /// The instant of ``microseconds`` and ``microsecondRemainder``, bit for bit.
    public init(microseconds: Int64, remainder: Int64) {
        self.init(microseconds: microseconds)
        guard remainder != 0 else { return }
        let bits = timeIntervalSinceReferenceDate.bitPattern &+ UInt64(bitPattern: remainder)
        self.init(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
    }
}
