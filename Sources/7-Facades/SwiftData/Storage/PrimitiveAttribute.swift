#if SwiftData
import CoreData
import Foundation
import PredicateCore

/// A Swift type that is stored in one column.
protocol PrimitiveAttribute {
    static var attributeType: NSAttributeType { get }
    /// What is stored.
    var storedValue: Value { get }
    /// The value of what is stored; nil for what is not of the type.
    static func from(_ stored: Value) -> Self?
    /// What stands for a value that a store lacks.
    static var blank: Self { get }
}

extension PrimitiveAttribute {
    /// As ``from(_:)``, of whatever type.
    static func value(of stored: Value) -> Any? { from(stored) }

    /// An array of what is stored; nil where a member is not of the type.
    static func list(of stored: [Value]) -> Any? {
        var made: [Self] = []
        made.reserveCapacity(stored.count)
        for member in stored {
            guard let value = from(member) else { return nil }
            made.append(value)
        }
        return made
    }
}

/// Whole numbers.
protocol IntegerAttribute: PrimitiveAttribute, FixedWidthInteger {}

extension IntegerAttribute {
    static var attributeType: NSAttributeType {
        switch (bitWidth, isSigned) {
        case (...16, true), (...8, false): .integer16AttributeType
        case (...32, true), (...16, false): .integer32AttributeType
        default: .integer64AttributeType  // Every other width.
        }
    }
    // Columns have 64 bits: the largest of UInt64 are stored by their bits.
    var storedValue: Value { .int(Int64(truncatingIfNeeded: self)) }
    static func from(_ stored: Value) -> Self? {
        switch stored {
        case .int(let number): Self(truncatingIfNeeded: number)
        case .double(let number): Self(exactly: number.rounded(.towardZero))
        default: nil  // No number.
        }
    }
    static var blank: Self { 0 }
}

extension Int: IntegerAttribute {}
extension Int8: IntegerAttribute {}
extension Int16: IntegerAttribute {}
extension Int32: IntegerAttribute {}
extension Int64: IntegerAttribute {}
extension UInt: IntegerAttribute {}
extension UInt8: IntegerAttribute {}
extension UInt16: IntegerAttribute {}
extension UInt32: IntegerAttribute {}
extension UInt64: IntegerAttribute {}

extension Bool: PrimitiveAttribute {
    static var attributeType: NSAttributeType { .booleanAttributeType }
    var storedValue: Value { .bool(self) }
    static func from(_ stored: Value) -> Bool? {
        if case .int(let number) = stored { number != 0 } else { nil }
    }
    static var blank: Bool { false }
}

/// Numbers with a fraction.
protocol FloatingAttribute: PrimitiveAttribute, BinaryFloatingPoint {}

extension FloatingAttribute {
    static var attributeType: NSAttributeType {
        Self.self == Float.self ? .floatAttributeType : .doubleAttributeType
    }
    var storedValue: Value { .double(Double(self)) }
    static func from(_ stored: Value) -> Self? {
        switch stored {
        case .double(let number): Self(number)
        case .int(let number): Self(number)
        default: nil  // No number.
        }
    }
    static var blank: Self { 0 }
}

extension Double: FloatingAttribute {}
extension Float: FloatingAttribute {}
extension CGFloat: FloatingAttribute {}

extension String: PrimitiveAttribute {
    static var attributeType: NSAttributeType { .stringAttributeType }
    var storedValue: Value { .text(self) }
    static func from(_ stored: Value) -> String? {
        if case .text(let text) = stored { text } else { nil }
    }
    static var blank: String { "" }
}

extension Date: PrimitiveAttribute {
    static var attributeType: NSAttributeType { .dateAttributeType }
    var storedValue: Value { .date(self) }
    static func from(_ stored: Value) -> Date? {
        if case .date(let date) = stored { date } else { nil }
    }
    static var blank: Date { Date(timeIntervalSinceReferenceDate: 0) }
}

extension Data: PrimitiveAttribute {
    static var attributeType: NSAttributeType { .binaryDataAttributeType }
    var storedValue: Value { .bytes(self) }
    static func from(_ stored: Value) -> Data? {
        if case .bytes(let bytes) = stored { bytes } else { nil }
    }
    static var blank: Data { Data() }
}

extension UUID: PrimitiveAttribute {
    static var attributeType: NSAttributeType { .UUIDAttributeType }
    var storedValue: Value { .uuid(self) }
    static func from(_ stored: Value) -> UUID? {
        if case .uuid(let uuid) = stored { uuid } else { nil }
    }
    static var blank: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
}

extension URL: PrimitiveAttribute {
    static var attributeType: NSAttributeType { .URIAttributeType }
    var storedValue: Value { .url(self) }
    static func from(_ stored: Value) -> URL? {
        if case .url(let url) = stored { url } else { nil }
    }
    static var blank: URL { URL(fileURLWithPath: "/") }
}

extension Decimal: PrimitiveAttribute {
    static var attributeType: NSAttributeType { .decimalAttributeType }
    var storedValue: Value { .decimal(self) }
    static func from(_ stored: Value) -> Decimal? {
        switch stored {
        case .decimal(let number): number
        case .int(let number): Decimal(number)
        case .double(let number): Decimal(shortest: number)
        default: nil  // No number.
        }
    }
    static var blank: Decimal { 0 }
}
#endif
