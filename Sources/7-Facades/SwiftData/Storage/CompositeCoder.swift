#if SwiftData
import CoreData
import ObjectCore
import PredicateCore

/// A struct: a composite with an element for each stored property.
final class CompositeCoder: AttributeCoder, @unchecked Sendable {
    private struct Member {
        let name: String
        let offset: Int
        let type: any Any.Type
        let coder: AttributeCoder
        let isOptional: Bool
    }

    private let type: any Any.Type
    private let members: [Member]

    /// Nil for types that are no structs, and for those with properties that no element can hold.
    init?(_ type: any Any.Type, depth: Int = 0) {
        guard depth < 16, type is any Codable.Type, !(type is any Collection.Type),
            let fields = TypeLayout.fields(of: type), !fields.isEmpty
        else { return nil }
        var members: [Member] = []
        for field in fields {
            guard let coder = CompositeCoder.element(field.type, depth: depth) else { return nil }
            members.append(
                Member(
                    name: field.name, offset: field.offset, type: field.type, coder: coder,
                    isOptional: field.type is any OptionalValue.Type))
        }
        self.type = type
        self.members = members
    }

    /// How a property within a struct is kept: enumerations by their raw value, collections as
    /// JSON.
    private static func element(_ type: any Any.Type, depth: Int) -> AttributeCoder? {
        let plain = (type as? any OptionalValue.Type)?.wrappedType ?? type
        if let primitive = plain as? any PrimitiveAttribute.Type {
            return PrimitiveCoder(primitive)
        }
        if let raw = RawElementCoder(plain) { return raw }
        if let composite = CompositeCoder(plain, depth: depth + 1) { return composite }
        let isCollection = plain is any Collection.Type
        guard plain is any Codable.Type,
            isCollection || TypeLayout.kind(of: plain) == .enumeration
        else { return nil }
        return JSONCoder(plain)
    }

    /// The names and types of a struct's members; nil for what is no composite.
    static func members(of type: any Any.Type) -> [(name: String, type: any Any.Type)]? {
        let plain = (type as? any OptionalValue.Type)?.wrappedType ?? type
        guard !(plain is any PrimitiveAttribute.Type), let coder = CompositeCoder(plain) else {
            return nil
        }
        return coder.members.map { ($0.name, $0.type) }
    }

    /// How the property of a name is kept.
    func coder(of name: String) -> AttributeCoder? { members.first { $0.name == name }?.coder }

    /// Whether a value may have nothing in any element: all members are optional, within others too.
    var mayBeEmpty: Bool {
        members.allSatisfy { $0.isOptional || ($0.coder as? CompositeCoder)?.mayBeEmpty == true }
    }

    override func description() -> NSAttributeDescription {
        let made = NSCompositeAttributeDescription()
        made.elements = members.map { member in
            let element = member.coder.description()
            element.name = member.name
            element.isOptional = true
            return element
        }
        return made
    }

    /// Says what migrations put where a stored struct lacks a member that is no optional: what
    /// ``decode(_:else:)`` reads there.
    ///
    /// - Parameter other: The default value of the property.
    func addFallbacks(to description: NSAttributeDescription, else other: Any?) throws {
        guard let composite = description as? NSCompositeAttributeDescription else { return }
        let other = ofType(other)
        for (member, element) in zip(members, composite.elements) {
            let inner = other.flatMap {
                unwrapped(CompositeCoder.read($0, member.offset, member.type))
            }
            if let coder = member.coder as? CompositeCoder {
                try coder.addFallbacks(to: element, else: inner)
                if !member.isOptional { element.elementFallback = .elements }
            } else if !member.isOptional, let value = inner ?? member.coder.blank {
                let stored = try member.coder.encode(value)
                element.elementFallback = AttributeValue.modelValue(stored).map {
                    .value($0)
                }
            }
        }
    }

    override func encode(_ value: Any) throws -> Value {
        var elements: [String: Value] = [:]
        for member in members {
            let inner = CompositeCoder.read(value, member.offset, member.type)
            guard let inner = unwrapped(inner) else { continue }
            elements[member.name] = try member.coder.encode(inner)
        }
        return .dictionary(elements)
    }

    override func decode(_ value: Value) -> Any? { decode(value, else: nil) }

    override func decode(_ value: Value, else other: Any?) -> Any? {
        guard case .dictionary(let elements) = value else { return nil }
        return make(else: unwrapped(other)) { elements[$0] ?? .null }
    }

    override var blank: Any? { make { _ in .null } }

    /// - Parameter other: Has the members that are not stored, as those that the struct did not have
    ///   when the value was.
    private func make(else other: Any? = nil, _ stored: (String) -> Value) -> Any? {
        let other = ofType(other)
        var parts: [Any?] = []
        for member in members {
            let value = stored(member.name)
            var inner: Any?
            if let other, member.coder is CompositeCoder {
                inner = CompositeCoder.read(other, member.offset, member.type)
            }
            let part = value.isNull ? nil : member.coder.decode(value, else: inner)
            if part == nil, !member.isOptional {
                let mayBeEmpty = (member.coder as? CompositeCoder)?.mayBeEmpty == true
                if let other, !mayBeEmpty {
                    parts.append(CompositeCoder.read(other, member.offset, member.type))
                } else {
                    guard let blank = member.coder.blank else { return nil }
                    parts.append(blank)
                }
            } else {
                parts.append(part)
            }
        }
        func assemble<T>(_: T.Type) -> Any {
            let place = UnsafeMutablePointer<T>.allocate(capacity: 1)
            defer { place.deallocate() }
            for (member, part) in zip(members, parts) {
                CompositeCoder.write(
                    part, UnsafeMutableRawPointer(place), member.offset, member.type)
            }
            return place.move()
        }
        return _openExistential(type, do: assemble)
    }

    /// A value of the struct's type; nil for every other one.
    private func ofType(_ value: Any?) -> Any? {
        value.flatMap { Swift.type(of: $0) == type ? $0 : nil }
    }

    /// The stored property of a struct at an offset.
    private static func read(_ value: Any, _ offset: Int, _ type: any Any.Type) -> Any {
        func read<S>(_ value: S) -> Any {
            withUnsafePointer(to: value) { place in
                func load<F>(_: F.Type) -> Any {
                    (UnsafeRawPointer(place) + offset).assumingMemoryBound(to: F.self).pointee
                }
                return _openExistential(type, do: load)
            }
        }
        return _openExistential(value, do: read)
    }

    /// Initializes the stored property at an offset; the value is of the property's type.
    private static func write(
        _ value: Any?, _ place: UnsafeMutableRawPointer, _ offset: Int, _ type: any Any.Type
    ) {
        func initialize<F>(_: F.Type) {
            guard let value = value as? F ?? CompositeCoder.none(of: F.self) else {
                // The coder was chosen for the type of the property.
                fatalError("A property of the type \(F.self) was decoded as another type.")
            }
            (place + offset).assumingMemoryBound(to: F.self).initialize(to: value)
        }
        _openExistential(type, do: initialize)
    }

    /// Nil as a value of a type that is an optional; no value of any other type.
    static func none<V>(of type: V.Type) -> V? {
        func nothing<N: ExpressibleByNilLiteral>(_: N.Type) -> Any { N(nilLiteral: ()) }
        guard let optional = V.self as? any ExpressibleByNilLiteral.Type else { return nil }
        return nothing(optional) as? V
    }
}

/// An enumeration within a struct: its raw value.
final class RawElementCoder: AttributeCoder, @unchecked Sendable {
    private let type: any RawRepresentable.Type
    private let raw: any PrimitiveAttribute.Type

    /// Nil for types that are no enumerations with raw values.
    init?(_ type: any Any.Type) {
        func rawType<R: RawRepresentable>(_: R.Type) -> (any PrimitiveAttribute.Type)? {
            R.RawValue.self as? any PrimitiveAttribute.Type
        }
        guard TypeLayout.kind(of: type) == .enumeration,
            let type = type as? any RawRepresentable.Type, let raw = rawType(type)
        else { return nil }
        self.type = type
        self.raw = raw
    }

    override func description() -> NSAttributeDescription {
        NSAttributeDescription(raw.attributeType)
    }
    override func encode(_ value: Any) throws -> Value {
        func stored<R: RawRepresentable>(_ value: R) -> Value? {
            (value.rawValue as? any PrimitiveAttribute)?.storedValue
        }
        return (value as? any RawRepresentable).flatMap { stored($0) } ?? .null
    }
    override func decode(_ value: Value) -> Any? {
        func make<R: RawRepresentable>(_: R.Type) -> Any? {
            guard let rawValue = raw.value(of: value) as? R.RawValue else { return nil }
            return R(rawValue: rawValue)
        }
        // The compiler opens the type of a constant, and not of a property.
        let type = type
        return make(type)
    }
    override var blank: Any? {
        func first<C: CaseIterable>(_: C.Type) -> Any? { C.allCases.first }
        func make<E>(_ type: E.Type) -> Any { TypeLayout.value(type, tag: 0) }
        if let type = type as? any CaseIterable.Type { return first(type) }
        let plain: any Any.Type = type
        guard TypeLayout.plainCases(of: plain) != nil else { return nil }
        return _openExistential(plain, do: make)
    }
}
#endif
