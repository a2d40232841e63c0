/// What a field may hold.
///
///     FieldType.list(.string).name    // "STRING_LIST"
///     FieldType.list(.string).scalar  // .string
public enum FieldType: Hashable, Sendable {
    /// One value of a kind.
    case single(ScalarType)
    /// Any number of values of one kind, in order.
    case list(ScalarType)

    /// The kind of the value, or of the list's members.
    public var scalar: ScalarType {
        switch self {
        case .single(let type), .list(let type): type
        }
    }

    /// Whether the field holds a list.
    public var isList: Bool {
        if case .list = self { true } else { false }
    }
}

/// The kind of one value, by the names of the schema language.
///
///     ScalarType(rawValue: "TIMESTAMP")  // .timestamp
///     ScalarType(of: .date(Date()))      // .timestamp
public enum ScalarType: String, CaseIterable, Hashable, Sendable {
    /// Text.
    case string = "STRING"
    /// A 64-bit integer.
    case int64 = "INT64"
    /// A binary floating-point number.
    case double = "DOUBLE"
    /// A date.
    case timestamp = "TIMESTAMP"
    /// Bytes.
    case bytes = "BYTES"
    /// A point on Earth.
    case location = "LOCATION"
    /// A pointer to a record.
    case reference = "REFERENCE"
    /// A file.
    case asset = "ASSET"
}

extension FieldType {
    /// Whether every store can compare two values of the type for equality.
    package var isComparable: Bool {
        guard case .single(let scalar) = self else { return false }
        return switch scalar {
        case .int64, .double, .string, .timestamp, .bytes, .reference: true
        case .location, .asset: false
        }
    }
}

extension ScalarType {
    /// Whether values have an order: those of other types are compared for equality.
    package var hasOrder: Bool {
        switch self {
        case .int64, .double, .string, .timestamp: true
        case .bytes, .location, .reference, .asset: false
        }
    }

    /// Whether fields of the kind can be encrypted.
    ///
    /// [Apple's](https://developer.apple.com/documentation/cloudkit/encrypting-user-data) cannot: the server
    /// follows references, and encrypts all assets by itself.
    package var canBeEncrypted: Bool {
        switch self {
        case .int64, .double, .string, .timestamp, .bytes, .location: true
        case .reference, .asset: false
        }
    }

    /// Whether values are numbers.
    package var isNumber: Bool { self == .int64 || self == .double }
}

/// The indexes of a field.
///
///     FieldIndexes.allowed(for: .list(.string))   // [.queryable, .searchable]
///     FieldIndexes.allowed(for: .single(.asset))  // []
public struct FieldIndexes: OptionSet, Hashable, Sendable {
    /// The bits: 1 queryable, 2 sortable, 4 searchable.
    public let rawValue: Int
    /// Indexes from raw bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The field may be compared in a predicate.
    public static let queryable = FieldIndexes(rawValue: 1)
    /// The field may be sorted by.
    public static let sortable = FieldIndexes(rawValue: 2)
    /// The field's words may be searched.
    public static let searchable = FieldIndexes(rawValue: 4)

    /// Every index that a type allows.
    ///
    /// Numbers, dates and text sort; only text is searched; bytes are queried for equality;
    /// assets have none.
    public static func allowed(for type: FieldType) -> FieldIndexes {
        switch (type.scalar, type.isList) {
        case (.asset, _): []
        case (.string, false): [.queryable, .sortable, .searchable]
        case (.string, true): [.queryable, .searchable]
        case (.int64, false), (.double, false), (.timestamp, false): [.queryable, .sortable]
        case (.location, false): [.queryable, .sortable]
        case (.reference, false), (.bytes, false): [.queryable]
        case (.int64, true), (.double, true), (.timestamp, true), (.bytes, true),
            (.location, true), (.reference, true):
            [.queryable]
        }
    }
}
