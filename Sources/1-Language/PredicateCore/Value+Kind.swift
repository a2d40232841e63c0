public import Foundation

extension Value {
    /// What values of one kind have in common.
    ///
    /// A switch names kinds, and their members only where it tells them apart, so that a new
    /// scalar changes few of them:
    ///
    ///     switch value.kind {
    ///     case .number: "a number"
    ///     case .list(let members): "\(members.count) values"
    ///     case .null, .text, .date, .bytes, .scalar, .reference, .location, .asset, .dictionary,
    ///         .object:
    ///         "something else"
    ///     }
    ///
    /// Where each value has a form of its own (bytes, JSON, SQL) a switch is over ``Value`` itself.
    public enum Kind: Sendable {
        /// No value.
        case null
        /// A number; all of them compare with each other.
        case number(Number)
        /// Text.
        case text(String)
        /// An instant.
        case date(Date)
        /// Bytes.
        case bytes(Data)
        /// A value without parts that is none of these, of which records have no fields.
        case scalar(Scalar)
        /// A pointer to another record.
        indirect case reference(Reference)
        /// A point on Earth.
        indirect case location(Location)
        /// A file kept beside the record.
        indirect case asset(Asset)
        /// Values in order.
        case list([Value])
        /// Values by key.
        case dictionary([String: Value])
        /// An object of the running program.
        indirect case object(ObjectValue)

        /// A number of one of three forms.
        ///
        ///     Value.double(1.5).kind  // .number(.double(1.5))
        public enum Number: Sendable {
            case int(Int64)
            case double(Double)
            case decimal(Decimal)
        }

        /// A value without parts that is no number, text, instant or bytes.
        ///
        ///     Value.uuid(id).kind  // .scalar(.uuid(id))
        public enum Scalar: Sendable {
            case uuid(UUID)
            case url(URL)
        }
    }

    /// The value by its kind.
    ///
    /// Inlined into the switch, so that no payload is copied or boxed.
    @inlinable @inline(__always)
    public var kind: Kind {
        switch self {
        case .null: .null
        case .int(let number): .number(.int(number))
        case .double(let number): .number(.double(number))
        case .decimal(let number): .number(.decimal(number))
        case .text(let text): .text(text)
        case .date(let date): .date(date)
        case .bytes(let bytes): .bytes(bytes)
        case .uuid(let uuid): .scalar(.uuid(uuid))
        case .url(let url): .scalar(.url(url))
        case .reference(let reference): .reference(reference)
        case .location(let location): .location(location)
        case .asset(let asset): .asset(asset)
        case .list(let members): .list(members)
        case .dictionary(let members): .dictionary(members)
        case .object(let object): .object(object)
        }
    }
}
