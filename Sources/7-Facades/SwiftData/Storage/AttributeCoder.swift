#if SwiftData
import CoreData
import Foundation
import PredicateCore

/// How values of a Swift type are kept in an attribute.
///
/// Found once for each property, when a container is made. Values are never optionals here.
class AttributeCoder: @unchecked Sendable {
    // Unchecked: nothing of it changes.
    /// A description of the attribute, without name.
    func description() -> NSAttributeDescription { NSAttributeDescription() }
    /// What is stored of a value.
    func encode(_ value: Any) throws -> Value { .null }
    /// The value; nil where the stored one is none of the type.
    func decode(_ value: Value) -> Any? { nil }
    /// The value; of another one, what the stored one lacks.
    func decode(_ value: Value, else other: Any?) -> Any? { decode(value) }
    /// What stands for a value that a store lacks; nil where the type has nothing of the kind.
    var blank: Any? { nil }

    /// The coder for values of a type, in an attribute of a name.
    ///
    /// - Parameter isOpaque: Whether values of several parts are kept as JSON.
    /// - Returns: Nil for what is not codable.
    static func find(
        _ type: any Any.Type, name: String, isOpaque: Bool = false
    ) -> AttributeCoder? {
        let plain = (type as? any OptionalValue.Type)?.wrappedType ?? type
        if let primitive = plain as? any PrimitiveAttribute.Type {
            return PrimitiveCoder(primitive)
        }
        if !isOpaque {
            if let raw = RawCoder(plain, name: name) { return raw }
            if let cases = TypeLayout.plainCases(of: plain) { return CaseCoder(plain, cases) }
            if let list = ArrayCoder(plain) { return list }
            if let composite = CompositeCoder(plain) { return composite }
        }
        guard plain is any Codable.Type else { return nil }
        return JSONCoder(plain)
    }
}

extension NSAttributeDescription {
    /// A description of an attribute of a type.
    convenience init(_ type: NSAttributeType, name: String = "") {
        self.init()
        self.name = name
        attributeType = type
    }
}

/// Values in a column of their own type.
final class PrimitiveCoder: AttributeCoder, @unchecked Sendable {
    private let type: any PrimitiveAttribute.Type

    init(_ type: any PrimitiveAttribute.Type) { self.type = type }

    override func description() -> NSAttributeDescription {
        NSAttributeDescription(type.attributeType)
    }
    override func encode(_ value: Any) throws -> Value {
        (value as? any PrimitiveAttribute)?.storedValue ?? .null
    }
    override func decode(_ value: Value) -> Any? {
        type.value(of: value)
    }
    override var blank: Any? { type.blank }
}

/// An enumeration with raw values: a composite whose one element has the name of the attribute.
final class RawCoder: AttributeCoder, @unchecked Sendable {
    private let element: RawElementCoder
    private let name: String

    /// Nil for types that are no enumerations with raw values.
    init?(_ type: any Any.Type, name: String) {
        guard let element = RawElementCoder(type) else { return nil }
        self.element = element
        self.name = name
    }

    override func description() -> NSAttributeDescription {
        let member = element.description()
        member.name = name
        let made = NSCompositeAttributeDescription()
        made.elements = [member]
        made.userInfo = ["EnumType": true]
        return made
    }
    override func encode(_ value: Any) throws -> Value {
        let stored = try element.encode(value)
        return stored.isNull ? .null : .dictionary([name: stored])
    }
    override func decode(_ value: Value) -> Any? {
        guard case .dictionary(let elements) = value else { return nil }
        return elements[name].flatMap(element.decode)
    }
    override var blank: Any? { element.blank }
}

/// An enumeration without raw values: a composite with an element a case, whose own name stands in
/// the element of the chosen case.
final class CaseCoder: AttributeCoder, @unchecked Sendable {
    private let type: any Any.Type
    let cases: [String]

    init(_ type: any Any.Type, _ cases: [String]) {
        self.type = type
        self.cases = cases
    }

    override func description() -> NSAttributeDescription {
        let made = NSCompositeAttributeDescription()
        made.elements = cases.map { NSAttributeDescription(.stringAttributeType, name: $0) }
        made.userInfo = ["EnumType": true, "enum": cases]
        return made
    }
    override func encode(_ value: Any) throws -> Value {
        let name = name(of: value)
        return .dictionary([name: .text(name)])
    }
    override func decode(_ value: Value) -> Any? {
        guard case .dictionary(let elements) = value,
            let tag = cases.firstIndex(where: { elements[$0].map { !$0.isNull } == true })
        else { return nil }
        return make(tag)
    }
    override var blank: Any? { make(0) }

    func name(of value: Any) -> String {
        func tag<T>(_ value: T) -> Int {
            withUnsafeBytes(of: value) { $0.first.map(Int.init) ?? 0 }
        }
        let tag = _openExistential(value, do: tag)
        return cases.indices.contains(tag) ? cases[tag] : ""
    }

    private func make(_ tag: Int) -> Any? {
        func make<T>(_ type: T.Type) -> Any { TypeLayout.value(type, tag: tag) }
        return _openExistential(type, do: make)
    }
}

/// An array of simple values: an archive of an `NSArray`, as transformable attributes have it.
final class ArrayCoder: AttributeCoder, @unchecked Sendable {
    private let type: any Any.Type
    private let element: any PrimitiveAttribute.Type

    init?(_ type: any Any.Type) {
        guard let list = type as? any ArrayType.Type,
            let element = list.element as? any PrimitiveAttribute.Type
        else { return nil }
        self.type = type
        self.element = element
    }

    override func description() -> NSAttributeDescription {
        let made = NSAttributeDescription(.transformableAttributeType)
        made.valueTransformerName = "NSSecureUnarchiveFromData"
        made.attributeValueClassName = "Array<\(element)>"
        return made
    }
    override func encode(_ value: Any) throws -> Value {
        let bytes = NSSecureUnarchiveFromDataTransformer().reverseTransformedValue(objects(value))
        guard let bytes = bytes as? Data else { throw CocoaError(.coderInvalidValue) }
        return .bytes(bytes)
    }
    /// The array of an archive, as tombstones have it.
    override func decode(_ value: Value) -> Any? {
        guard case .bytes(let bytes) = value else { return nil }
        return list(NSSecureUnarchiveFromDataTransformer().transformedValue(bytes))
    }
    /// The members of an array that was read from an archive.
    func list(_ any: Any?) -> Any? {
        (any as? [Any]).flatMap { element.list(of: $0.map { Value(bridging: $0) }) }
    }
    /// An array of objects for the attribute.
    func objects(_ value: Any) -> NSArray {
        NSArray(
            array: (value as? [Any] ?? []).map {
                ($0 as? any PrimitiveAttribute)?.storedValue.bridged ?? NSNull()
            })
    }
    override var blank: Any? { (type as? any ArrayType.Type)?.none }
}

/// Arrays of any kind.
protocol ArrayType {
    static var element: any Any.Type { get }
    static var none: Any { get }
}

extension Array: ArrayType {
    static var element: any Any.Type { Element.self }
    static var none: Any { Self() }
}

/// Any other codable value, as JSON in bytes.
final class JSONCoder: AttributeCoder, @unchecked Sendable {
    private let type: any Any.Type

    init(_ type: any Any.Type) { self.type = type }

    override func description() -> NSAttributeDescription {
        NSAttributeDescription(.binaryDataAttributeType)
    }
    override func encode(_ value: Any) throws -> Value {
        guard let value = value as? any Encodable else { return .null }
        return .bytes(try JSONEncoder.ofModels.encode(value))
    }
    override func decode(_ value: Value) -> Any? {
        guard case .bytes(let bytes) = value, let type = type as? any Decodable.Type else {
            return nil
        }
        // Bytes that the type does not read, of an earlier form of it, are as no value.
        return try? JSONDecoder.ofModels.decode(type, from: bytes)
    }
    override var blank: Any? {
        // An empty collection where the type is one.
        let decoder = JSONDecoder.ofModels
        guard let type = type as? any Decodable.Type else { return nil }
        // A type that reads neither has no empty value.
        return (try? decoder.decode(type, from: Data("[]".utf8)))
            ?? (try? decoder.decode(type, from: Data("{}".utf8)))
    }
}

extension JSONEncoder {
    /// Encodes values of models: also numbers that are not finite, which JSON has none for and a
    /// property cannot refuse.
    static var ofModels: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return encoder
    }
}

extension JSONDecoder {
    /// Decodes what ``Foundation/JSONEncoder/ofModels`` wrote.
    static var ofModels: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return decoder
    }
}
#endif
