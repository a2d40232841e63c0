public import CoreDataModel
public import PredicateCore
import Foundation

extension AttributeType {
    /// A value as attributes of the type hold it.
    ///
    ///     AttributeType.double.normalized(.int(3))   // .double(3)
    ///     AttributeType.date.normalized(.text("x"))  // .text("x"): not a date, so unchanged
    ///
    /// Numbers become numbers of the type; everything else stays as it is.
    public func normalized(_ value: Value) -> Value {
        switch self {
        case .integer16, .integer32, .integer64, .boolean:
            switch value {
            case .double(let number):
                Int64(exactly: number.rounded(.towardZero)).map(Value.int) ?? value
            case .decimal(let number): .int(NSDecimalNumber(decimal: number).int64Value)
            case .int, .null, .text, .date, .bytes, .uuid, .url, .reference, .location, .asset,
                .list, .dictionary, .object:
                value
            }
        case .double, .float:
            switch value {
            case .int(let number): .double(Double(number))
            case .decimal(let number): .double(NSDecimalNumber(decimal: number).doubleValue)
            case .double, .null, .text, .date, .bytes, .uuid, .url, .reference, .location,
                .asset, .list, .dictionary, .object:
                value
            }
        case .decimal:
            switch value {
            case .int(let number): .decimal(Decimal(number))
            case .double(let number): number.isFinite ? .decimal(Decimal(number)) : value
            case .decimal, .null, .text, .date, .bytes, .uuid, .url, .reference, .location,
                .asset, .list, .dictionary, .object:
                value
            }
        case .undefined, .string, .date, .binary, .uuid, .uri, .transformable, .objectID,
            .composite:
            value
        }
    }
}
