extension FieldType {
    /// The type's name in messages, as the live service writes it: `STRING`, `INT64_LIST`,
    /// `ASSETID`.
    public var name: String {
        let scalar = scalar == .asset ? "ASSETID" : scalar.rawValue
        return isList ? scalar + "_LIST" : scalar
    }
}

extension Field {
    /// The name of the field's type in messages: `ENCRYPTED_STRING` where it is encrypted.
    public var typeName: String { isEncrypted ? "ENCRYPTED_" + type.name : type.name }
}

extension ScalarType {
    /// The kind of field that holds a value; nil for null, lists, and values that records
    /// cannot hold.
    ///
    ///     ScalarType(of: 4.5)  // .double
    public init?(of value: Value) {
        switch value.kind {
        case .number(.int): self = .int64
        case .number(.double), .number(.decimal): self = .double
        case .text: self = .string
        case .date: self = .timestamp
        case .bytes: self = .bytes
        case .location: self = .location
        case .reference: self = .reference
        case .asset: self = .asset
        case .null, .scalar, .list, .dictionary, .object: return nil
        }
    }
}

extension FieldType {
    /// What ``FieldType/infer(from:)`` makes of a value.
    ///
    ///     FieldType.infer(from: [1, 2.5])   // .type(.list(.double))
    ///     FieldType.infer(from: [])         // .unknown
    ///     FieldType.infer(from: .uuid(id))  // .unsupported
    public enum Inference: Hashable, Sendable {
        /// A field of this type holds it.
        case type(FieldType)
        /// Null or an empty list, which say nothing of the type.
        case unknown
        /// A list whose members are of several types, or that holds null or lists.
        case mixed
        /// Something that no field holds.
        case unsupported
    }

    /// The type of the field that a value needs; integers among doubles become doubles.
    ///
    ///     FieldType.infer(from: ["red", "green"])  // .type(.list(.string))
    ///     FieldType.infer(from: ["red", 1])        // .mixed
    public static func infer(from value: Value) -> Inference {
        switch value.kind {
        case .null: return .unknown
        case .list(let members):
            var found: ScalarType?
            for member in members {
                guard let type = ScalarType(of: member) else {
                    switch member.kind {
                    case .null, .list: return .mixed
                    case .number, .text, .date, .bytes, .scalar, .reference, .location, .asset,
                        .dictionary, .object:
                        return .unsupported
                    }
                }
                switch (found, type) {
                case (nil, _): found = type
                case (.int64, .double), (.double, .int64): found = .double
                case (let before, let now): if before != now { return .mixed }
                }
            }
            return found.map { .type(.list($0)) } ?? .unknown
        case .number, .text, .date, .bytes, .scalar, .reference, .location, .asset, .dictionary,
            .object:
            return ScalarType(of: value).map { .type(.single($0)) } ?? .unsupported
        }
    }
}
