import CoreDataModel
import Foundation
import PredicateCore
import RecordJSON

/// Values of attributes as scripts write them.
enum SimulatedValue {
    static let none = "nil"

    static func text(_ scalar: MirrorScript.Scalar) -> String {
        switch scalar {
        case .null: none
        case .plain(let text), .quoted(let text): text
        }
    }

    /// The value that a script means; nil where it is none of the type.
    static func value(_ scalar: MirrorScript.Scalar, as type: AttributeType) -> Value? {
        guard scalar != .null else { return .null }
        let text = text(scalar)
        switch type {
        case .string: return .text(text)
        case .integer16: return Int16(text).map { .int(Int64($0)) }
        case .integer32: return Int32(text).map { .int(Int64($0)) }
        case .integer64: return Int64(text).map(Value.int)
        case .boolean:
            return ["true": 1, "yes": 1, "1": 1, "false": 0, "no": 0, "0": 0][text.lowercased()]
                .map(Value.int)
        case .double: return Double(text).map(Value.double)
        case .float: return Float(text).map { .double(Double($0)) }
        case .decimal: return Decimal(string: text).map(Value.decimal)
        case .date: return ISODate.date(text).map(Value.date)
        case .uuid: return UUID(uuidString: text).map(Value.uuid)
        case .uri: return URL(string: text).map(Value.url)
        case .binary: return .bytes(Data(text.utf8))
        case .transformable, .composite, .undefined, .objectID: return nil
        }
    }

    static func text(_ value: Value, as type: AttributeType) -> String {
        switch value.kind {
        case .null: none
        case .text(let text): text
        case .number(.int(let number)):
            type == .boolean ? (number == 0 ? "false" : "true") : String(number)
        case .number(.double(let number)): number.description
        case .number(.decimal(let number)): number.description
        case .date(let date): ISODate.text(date) ?? "\(date)"
        case .scalar(.uuid(let uuid)): uuid.uuidString
        case .scalar(.url(let url)): url.absoluteString
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        case .reference, .location, .asset, .list, .dictionary, .object: ""
        }
    }
}
