import Foundation

extension Value: Hashable {
    /// Whether both are the same constant.
    public static func == (a: Value, b: Value) -> Bool {
        switch (a, b) {
        case (.null, .null): true
        case (.int(let x), .int(let y)): x == y
        case (.double(let x), .double(let y)): x == y || (x.isNaN && y.isNaN)
        case (.decimal(let x), .decimal(let y)): x == y
        case (.int, .double), (.double, .int), (.decimal, .int), (.int, .decimal),
            (.decimal, .double), (.double, .decimal):
            NumberOrder.compare(a, b) == .equal
        case (.text(let x), .text(let y)): x.hasSameBytes(as: y)
        case (.date(let x), .date(let y)): x.microseconds == y.microseconds
        case (.bytes(let x), .bytes(let y)): x == y
        case (.uuid(let x), .uuid(let y)): x == y
        case (.url(let x), .url(let y)): x == y
        case (.reference(let x), .reference(let y)): x.recordID == y.recordID
        case (.location(let x), .location(let y)): x == y
        case (.asset(let x), .asset(let y)): x == y
        case (.list(let x), .list(let y)): x == y
        case (.dictionary(let x), .dictionary(let y)): x == y
        case (.object(let x), .object(let y)): x == y
        default: false  // Pairs of different cases; a new case needs its own line above.
        }
    }

    /// Hashes so that equal numbers of different kinds agree.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .int(let x): hasher.combine(x)
        case .double(let x):
            if let whole = Int64(exactly: x) {
                hasher.combine(whole)
            } else {
                hasher.combine(x.isNaN ? Double.nan.bitPattern : x.bitPattern)
            }
        case .decimal(let x):
            if let whole = NumberOrder.exactInteger(x) {
                hasher.combine(whole)
            } else {
                // Equal decimal and double must agree: both hash the nearest double.
                hasher.combine(x.nearestDouble.bitPattern)
            }
        case .text(let x):
            // The bytes in one go: String's own hash would normalise.
            let hashed: Void? = x.utf8.withContiguousStorageIfAvailable {
                hasher.combine(bytes: UnsafeRawBufferPointer($0))
            }
            if hashed == nil {
                Array(x.utf8).withUnsafeBytes { hasher.combine(bytes: $0) }
            }
        case .date(let x): hasher.combine(x.microseconds)
        case .bytes(let x): hasher.combine(x)
        case .uuid(let x): hasher.combine(x)
        case .url(let x): hasher.combine(x)
        case .reference(let x): hasher.combine(x.recordID)
        case .location(let x): hasher.combine(x)
        case .asset(let x): hasher.combine(x)
        case .list(let x): hasher.combine(x)
        case .dictionary(let x): hasher.combine(x)
        case .object(let x): hasher.combine(x)
        }
    }
}

/// How two things stand to each other.
///
///     NumberOrder.compare(.int(1), .double(1.5))            // .less
///     NumberOrder.compare(.int(1), .double(1.5))?.reversed  // .greater
public enum Order: Sendable, Hashable {
    /// The first comes before the second.
    case less
    /// Neither comes before the other.
    case equal
    /// The first comes after the second.
    case greater

    /// The same relation seen from the other side.
    public var reversed: Order {
        switch self {
        case .less: .greater
        case .equal: .equal
        case .greater: .less
        }
    }
}

/// Exact comparison of numbers across kinds.
///
/// An integer beyond 2^53 and a double are compared by their true values, never through a
/// rounded conversion.
///
///     Double(Int64.max) == 0x1p63                       // true: rounded
///     NumberOrder.compare(.int(.max), .double(0x1p63))  // .less
///     NumberOrder.compare(.int(1), .double(.nan))       // nil
public enum NumberOrder {
    /// The order of two numeric values; nil when either is not a number or is NaN.
    ///
    ///     NumberOrder.compare(.int(9_007_199_254_740_993), .double(9_007_199_254_740_992))
    ///     // .greater
    public static func compare(_ a: Value, _ b: Value) -> Order? {
        switch (a, b) {
        case (.int(let x), .int(let y)): x < y ? .less : x > y ? .greater : .equal
        case (.double(let x), .double(let y)):
            x < y ? .less : x > y ? .greater : x == y ? .equal : nil
        case (.int(let x), .double(let y)): compare(x, y)
        case (.double(let x), .int(let y)): compare(y, x)?.reversed
        case (.decimal(let x), .decimal(let y)): order(x, y)
        case (.decimal(let x), .int(let y)): order(x, Decimal(y))
        case (.int(let x), .decimal(let y)): order(Decimal(x), y)
        case (.decimal(let x), .double(let y)): compare(x, y)
        case (.double(let x), .decimal(let y)): compare(y, x)?.reversed
        default: nil
        }
    }

    static func compare(_ x: Int64, _ y: Double) -> Order? {
        if y.isNaN { return nil }
        if y >= 0x1p63 { return .less }
        if y < -0x1p63 { return .greater }
        let whole = Int64(y)  // Truncates toward zero; in range by the two lines above.
        if x != whole { return x < whole ? .less : .greater }
        let rest = y - Double(whole)
        return rest > 0 ? .less : rest < 0 ? .greater : .equal
    }

    static func compare(_ x: Decimal, _ y: Double) -> Order? {
        if y.isNaN || x.isNaN { return nil }
        let near = x.nearestDouble
        if near != y { return near < y ? .less : .greater }
        // The decimal rounds to this double: they are equal when it is the whole number that the
        // double is, or the decimal that the shortest text of the double names.
        let whole = Int128(exactly: y).flatMap { Decimal(string: "\($0)") }
        guard let exact = whole ?? Decimal(shortest: y) else { return .equal }
        return order(x, exact)
    }

    static func order(_ x: Decimal, _ y: Decimal) -> Order? {
        // Foundation has what is not a number before all numbers.
        if x.isNaN || y.isNaN { return nil }
        return x < y ? .less : x > y ? .greater : .equal
    }

    static func exactInteger(_ x: Decimal) -> Int64? {
        guard x >= Decimal(Int64.min), x <= Decimal(Int64.max) else { return nil }
        let whole = NSDecimalNumber(decimal: x).int64Value
        return Decimal(whole) == x ? whole : nil
    }
}
