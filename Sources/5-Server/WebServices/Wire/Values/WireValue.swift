package import PredicateCore
package import RecordCore

/// A value with the type that was said of it: `{"value": 42, "type": "INT64"}`.
///
/// Where no type was said, the value is what it looks like, and ``json`` holds what was sent: a
/// field's type may make something else of it.
package struct WireValue: Hashable, Sendable {
    /// The value, read as its type says; without a type, as the JSON looks.
    package var value: Value
    /// The type that was said of it; nil when none was.
    package var type: WireType?
    /// The JSON of the value, where no type was said.
    package var json: [UInt8]?

    /// A value with its type on the wire; nil leaves the type to the field.
    package init(_ value: Value, type: WireType? = nil) {
        self.value = value
        self.type = type
    }
}

/// The type of a value on the wire: `STRING`, `INT64_LIST`, `ENCRYPTED_BYTES`, `UNKNOWN_LIST`.
package struct WireType: Hashable, Sendable {
    /// The kind of the value, or of the members of a list; nil for a list of unknown members.
    package var scalar: ScalarType?
    /// Whether it is a list.
    package var isList: Bool
    /// Whether it is kept encrypted.
    package var isEncrypted: Bool

    /// A type of a kind; by default neither a list nor encrypted.
    package init(_ scalar: ScalarType?, isList: Bool = false, isEncrypted: Bool = false) {
        self.scalar = scalar
        self.isList = isList
        self.isEncrypted = isEncrypted
    }

    /// The type of a field.
    package init(_ field: Field) {
        self.init(
            field.type.scalar, isList: field.type.isList, isEncrypted: field.isEncrypted)
    }
}
