#if SwiftData
import CoreData
import Foundation
import PredicateCore

/// A Swift type that is stored in one column.
protocol PrimitiveAttribute {
    static var attributeType: NSAttributeType { get }
    /// What is stored.
    var storedValue: Value { get }
    /// Nil for what is not of the type.
    init?(storedValue: Value)
    /// What stands for a value that a store lacks.
    static var blank: Self { get }
}

extension PrimitiveAttribute {
    /// The value of what is stored; nil for what is not of the type.
    static func value(of stored: Value) -> Any? { Self(storedValue: stored) }

    /// An array of what is stored; nil where a member is not of the type.
    static func list(of stored: [Value]) -> Any? {
        var made: [Self] = []
        made.reserveCapacity(stored.count)
        for member in stored {
            guard let value = Self(storedValue: member) else { return nil }
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
    init?(storedValue: Value) {
        switch storedValue {
        case .int(let number): self.init(truncatingIfNeeded: number)
        case .double(let number):
            guard let number = Self(exactly: number.rounded(.towardZero)) else { return nil }
            self = number
        default: return nil  // No number.
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
    init?(storedValue: Value) {
        guard case .int(let number) = storedValue else { return nil }
        self = number != 0
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
    init?(storedValue: Value) {
        switch storedValue {
        case .double(let number): self.init(number)
        case .int(let number): self.init(number)
        default: return nil  // No number.
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
    init?(storedValue: Value) {
        guard case .text(let text) = storedValue else { return nil }
        self = text
    }
    static var blank: String { "" }
}

extension Date: PrimitiveAttribute {
    static var attributeType: NSAttributeType { .dateAttributeType }
    var storedValue: Value { .date(self) }
    init?(storedValue: Value) {
        guard case .date(let date) = storedValue else { return nil }
        self = date
    }
    static var blank: Date { Date(timeIntervalSinceReferenceDate: 0) }
}

extension Data: PrimitiveAttribute {
    static var attributeType: NSAttributeType { .binaryDataAttributeType }
    var storedValue: Value { .bytes(self) }
    init?(storedValue: Value) {
        guard case .bytes(let bytes) = storedValue else { return nil }
        self = bytes
    }
    static var blank: Data { Data() }
}

extension UUID: PrimitiveAttribute {
    static var attributeType: NSAttributeType { .UUIDAttributeType }
    var storedValue: Value { .uuid(self) }
    init?(storedValue: Value) {
        guard case .uuid(let uuid) = storedValue else { return nil }
        self = uuid
    }
    static var blank: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
}

extension URL: PrimitiveAttribute {
    static var attributeType: NSAttributeType { .URIAttributeType }
    var storedValue: Value { .url(self) }
    init?(storedValue: Value) {
        guard case .url(let url) = storedValue else { return nil }
        self = url
    }
    static var blank: URL { URL(fileURLWithPath: "/") }
}

extension Decimal: PrimitiveAttribute {
    static var attributeType: NSAttributeType { .decimalAttributeType }
    var storedValue: Value { .decimal(self) }
    init?(storedValue: Value) {
        switch storedValue {
        case .decimal(let number): self = number
        case .int(let number): self = Decimal(number)
        case .double(let number): self.init(shortest: number)
        default: return nil  // No number.
        }
    }
    static var blank: Decimal { 0 }
}
#endif
