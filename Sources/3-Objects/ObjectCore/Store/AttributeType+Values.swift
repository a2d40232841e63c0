public import CoreDataModel
package import Foundation
public import PredicateCore

extension AttributeType {
    /// A value as attributes of the type hold it.
    ///
    ///     AttributeType.double.normalized(.int(3))   // .double(3)
    ///     AttributeType.date.normalized(.text("x"))  // .text("x"): not a date, so unchanged
    ///
    /// Numbers become numbers of the type, and a zero has no sign; everything else stays as it is, such
    /// as a number that an integer of 64 bits does not hold.
    public func normalized(_ value: Value) -> Value {
        switch self {
        case .integer16, .integer32, .integer64, .boolean:
            switch value.kind {
            case .number(.double(let number)):
                Int64(exactly: number.rounded(.towardZero)).map(Value.int) ?? value
            case .number(.decimal(let number)): number.wholePart.map(Value.int) ?? value
            case .number(.int), .null, .text, .date, .bytes, .scalar, .reference, .location, .asset,
                .list, .dictionary, .object:
                value
            }
        case .double, .float:
            switch value.kind {
            case .number(.int(let number)): .double(Double(number))
            case .number(.decimal(let number)): .double(number.nearestDouble)
            // SQLite keeps no sign of a zero, by which something may be divided.
            case .number(.double(0)): .double(0)
            case .number(.double), .null, .text, .date, .bytes, .scalar, .reference, .location,
                .asset, .list, .dictionary, .object:
                value
            }
        case .decimal:
            switch value.kind {
            case .number(.int(let number)): .decimal(Decimal(number))
            case .number(.double(let number)):
                Decimal(shortest: number).map(Value.decimal) ?? value
            case .number(.decimal), .null, .text, .date, .bytes, .scalar, .reference, .location,
                .asset, .list, .dictionary, .object:
                value
            }
        case .undefined, .string, .date, .binary, .uuid, .uri, .transformable, .objectID,
            .composite:
            value
        }
    }
}

extension AttributeType {
    /// Whether attributes of the type hold a value as it is; all hold null.
    func holds(_ value: Value) -> Bool {
        switch value {
        case .null: true
        case .int: isWhole || isAny
        case .double: self == .double || self == .float || isAny
        case .decimal: self == .decimal || isAny
        case .text: self == .string || isAny
        case .date: self == .date || isAny
        case .bytes: self == .binary || self == .transformable || isAny
        case .uuid: self == .uuid || isAny
        case .url: self == .uri || isAny
        case .dictionary: self == .composite || isAny
        case .reference, .location, .asset, .list, .object: isAny
        }
    }

    private var isWhole: Bool {
        self == .integer16 || self == .integer32 || self == .integer64 || self == .boolean
    }

    /// Whether attributes of the type hold values of every kind.
    private var isAny: Bool { self == .undefined || self == .objectID }
}

extension Decimal {
    /// The number without its fraction; nil where 64 bits do not hold it, and of what is no number.
    package var wholePart: Int64? {
        guard !isNaN else { return nil }
        var (number, whole) = (self, Decimal())
        NSDecimalRound(&whole, &number, 0, isSignMinus ? .up : .down)
        // `int64Value` wraps round.
        return Int64(whole.description)
    }
}
