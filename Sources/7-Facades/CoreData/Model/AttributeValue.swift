import Foundation
import FoundationPredicates
package import ObjectCore

/// Values of attributes: what a program sets, what a store keeps, what a program reads.
package enum AttributeValue {
    /// The stored form of a program's value; nil where it is not of the attribute's type.
    static func coerced(
        _ any: Any?, _ type: AttributeType, _ description: NSAttributeDescription?
    ) -> Value? {
        guard let any else { return .null }
        if type == .transformable {
            if NSManagedObject.isNull(any) { return .null }
            return ValueTransforming.encode(any, description).map { .bytes($0) }
        }
        let value = Value(bridging: any)
        let composite = description as? NSCompositeAttributeDescription
        return coerced(composite?.fitted(value) ?? value, type)
    }

    /// A value as one of the type; nil where it is of another.
    static func coerced(_ value: Value, _ type: AttributeType) -> Value? {
        switch (type, value) {
        case (_, .null): return .null
        case (.undefined, _), (.objectID, _): return value
        case (.integer16, .int), (.integer32, .int), (.integer64, .int): return value
        case (.integer16, .double(let x)), (.integer32, .double(let x)),
            (.integer64, .double(let x)):
            return Int64(exactly: x.rounded(.towardZero)).map { .int($0) }
        case (.integer16, .decimal(let x)), (.integer32, .decimal(let x)),
            (.integer64, .decimal(let x)):
            return x.wholePart.map { .int($0) }
        case (.boolean, .int(let x)): return .int(x == 0 ? 0 : 1)
        case (.boolean, .double(let x)): return .int(x == 0 ? 0 : 1)
        case (.boolean, .decimal(let x)): return .int(x.isZero ? 0 : 1)
        case (.double, .double): return value
        case (.float, .double(let x)): return .double(Double(Float(x)))
        case (.double, .int(let x)): return .double(Double(x))
        case (.float, .int(let x)): return .double(Double(Float(x)))
        case (.double, .decimal(let x)), (.float, .decimal(let x)):
            return .double(x.nearestDouble)
        case (.decimal, .decimal): return value
        case (.decimal, .int(let x)): return .decimal(Decimal(x))
        case (.decimal, .double(let x)): return Decimal(shortest: x).map(Value.decimal)
        case (.string, .text), (.date, .date), (.binary, .bytes), (.uuid, .uuid), (.uri, .url),
            (.composite, .dictionary), (.transformable, .bytes):
            return value
        default: return nil  // Pairs: the compiler cannot list them.
        }
    }

    /// What a program sees of a stored value under `value(forKey:)`.
    static func bridged(_ value: Value, _ type: AttributeType) -> Any? {
        switch (type, value) {
        case (.boolean, .int(let x)): NSNumber(value: x != 0)
        case (.float, .double(let x)): NSNumber(value: Float(x))
        default: value.bridged  // Pairs: the compiler cannot list them.
        }
    }

    /// A constant of a model under a program's eyes.
    static func any(_ value: ModelValue, _ type: AttributeType) -> Any {
        if type == .boolean, case .int(let x) = value { return NSNumber(value: x != 0) }
        // No constant is null.
        return Value(modelValue: value).bridged ?? NSNull()
    }

    /// A program's constant for a model; nil where a model cannot hold it.
    static func modelValue(_ any: Any?) -> ModelValue? { modelValue(Value(bridging: any)) }

    /// A stored value for a model; nil where a model cannot hold it.
    package static func modelValue(_ value: Value) -> ModelValue? {
        switch value {
        case .int(let x): .int(x)
        case .double(let x): .double(x)
        case .decimal(let x): .decimal(x)
        case .text(let x): .text(x)
        case .date(let x): .date(x)
        case .bytes(let x): .bytes(x)
        case .uuid(let x): .uuid(x)
        case .url(let x): .url(x)
        case .null, .reference, .location, .asset, .list, .dictionary, .object: nil
        }
    }
}
