public import Foundation
import ObjectCore
import PredicateCore

// What the generated accessors of `@NSManaged` properties call. Comparing metatypes
// distinguishes the common types, which costs nothing beside a cast through `Any`.

extension NSManagedObject {
    /// Reads a property as its Swift type.
    ///
    /// Inlined into the accessor, where the type is known and one comparison remains.
    @inlinable
    public func __managedValue<T>(_ key: String) -> T {
        if T.self == String.self {
            if let text = __text(key) { return unsafeBitCast(text ?? "", to: T.self) }
        } else if T.self == String?.self {
            if let text = __text(key) { return unsafeBitCast(text, to: T.self) }
        } else if T.self == Int64.self {
            if let x = __int(key) { return unsafeBitCast(x, to: T.self) }
        } else if T.self == Int32.self {
            if let x = __int(key) {
                return unsafeBitCast(Int32(truncatingIfNeeded: x), to: T.self)
            }
        } else if T.self == Int16.self {
            if let x = __int(key) {
                return unsafeBitCast(Int16(truncatingIfNeeded: x), to: T.self)
            }
        } else if T.self == Int.self {
            if let x = __int(key) { return unsafeBitCast(Int(x), to: T.self) }
        } else if T.self == Bool.self {
            if let x = __int(key) { return unsafeBitCast(x != 0, to: T.self) }
        } else if T.self == Double.self {
            if let x = __double(key) { return unsafeBitCast(x, to: T.self) }
        } else if T.self == Date?.self {
            if let date = __date(key) { return unsafeBitCast(date, to: T.self) }
        } else if T.self == Date.self {
            if let known = __date(key), let date = known { return unsafeBitCast(date, to: T.self) }
        }
        return __anyManagedValue(key)
    }

    /// A text attribute, nil of it included; nil for what is read in the general way.
    @usableFromInline
    final func __text(_ key: String) -> String?? {
        guard let place = runtime.names.place(key) else { return nil }
        if state.contains(.fault) { fire() }
        switch values[place] {
        case .text(let text): return .some(text)
        case .null: return .some(nil)
        default: return nil
        }
    }

    /// A whole number or a truth value, 0 for nil; nil for what is read in the general way.
    @usableFromInline
    final func __int(_ key: String) -> Int64? {
        guard let place = runtime.names.place(key) else { return nil }
        if state.contains(.fault) { fire() }
        switch values[place] {
        case .int(let x): return x
        case .null: return 0
        default: return nil
        }
    }

    /// A number, 0 for nil; nil for what is read in the general way.
    @usableFromInline
    final func __double(_ key: String) -> Double? {
        guard let place = runtime.names.place(key) else { return nil }
        if state.contains(.fault) { fire() }
        switch values[place] {
        case .double(let x): return x
        case .int(let x): return Double(x)
        case .null: return 0
        default: return nil
        }
    }

    /// A date, nil of it included; nil for what is read in the general way.
    @usableFromInline
    final func __date(_ key: String) -> Date?? {
        guard let place = runtime.names.place(key) else { return nil }
        if state.contains(.fault) { fire() }
        switch values[place] {
        case .date(let date): return .some(date)
        case .null: return .some(nil)
        default: return nil
        }
    }

    @usableFromInline
    final func __anyManagedValue<T>(_ key: String) -> T {
        switch runtime.slots[key] {
        case .attribute(let place):
            if state.contains(.fault) { fire() }
            if let value = ManagedValue.read(values[place], as: T.self) { return value }
            return ManagedValue.convert(anyValue(key) ?? nil, to: T.self, key, self)
        case .toOne(let place):
            return ManagedValue.convert(relatedOne(place), to: T.self, key, self)
        case .toMany(let place):
            let members = members(runtime.toOneCount + place)
            return ManagedValue.collection(members.list, to: T.self, key, self)
        case .transient, .fetched, nil:
            return ManagedValue.convert(value(forKey: key), to: T.self, key, self)
        }
    }

    /// Sets a property from its Swift type.
    @inlinable
    public func __setManagedValue<T>(_ value: __owned T, _ key: String) {
        let isSet =
            if T.self == String.self {
                __set(unsafeBitCast(value, to: String.self), key)
            } else if T.self == String?.self {
                __set(unsafeBitCast(value, to: String?.self), key)
            } else if T.self == Int64.self {
                __set(unsafeBitCast(value, to: Int64.self), key)
            } else if T.self == Int32.self {
                __set(Int64(unsafeBitCast(value, to: Int32.self)), key)
            } else if T.self == Int16.self {
                __set(Int64(unsafeBitCast(value, to: Int16.self)), key)
            } else if T.self == Int.self {
                __set(Int64(unsafeBitCast(value, to: Int.self)), key)
            } else if T.self == Bool.self {
                __set(unsafeBitCast(value, to: Bool.self), key)
            } else if T.self == Double.self {
                __set(unsafeBitCast(value, to: Double.self), key)
            } else if T.self == Date.self {
                __set(unsafeBitCast(value, to: Date.self), key)
            } else if T.self == Date?.self {
                __set(unsafeBitCast(value, to: Date?.self), key)
            } else {
                false
            }
        if !isSet { __setAnyManagedValue(value, key) }
    }

    @usableFromInline
    final func __set(_ text: String?, _ key: String) -> Bool {
        setAttribute(key, text.map { .text($0) } ?? .null) { $0 == .string }
    }

    @usableFromInline
    final func __set(_ number: Int64, _ key: String) -> Bool {
        setAttribute(key, .int(number)) {
            $0 == .integer16 || $0 == .integer32 || $0 == .integer64
        }
    }

    /// Sets an attribute whose type takes the value; false where none of the name does.
    @inline(__always)
    private final func setAttribute(
        _ key: String, _ value: Value, takes: (AttributeType) -> Bool
    ) -> Bool {
        guard let place = runtime.names.place(key), takes(runtime.types[place]) else {
            return false
        }
        willModify()
        values[place] = value
        return true
    }

    @usableFromInline
    final func __set(_ truth: Bool, _ key: String) -> Bool {
        setAttribute(key, .bool(truth)) { $0 == .boolean }
    }

    @usableFromInline
    final func __set(_ number: Double, _ key: String) -> Bool {
        setAttribute(key, .double(number)) { $0 == .double }
    }

    @usableFromInline
    final func __set(_ date: Date?, _ key: String) -> Bool {
        setAttribute(key, date.map { .date($0) } ?? .null) { $0 == .date }
    }

    @usableFromInline
    final func __setAnyManagedValue<T>(_ value: __owned T, _ key: String) {
        if case .attribute(let place) = runtime.slots[key],
            let stored = ManagedValue.write(value, runtime.entity.attributes[place].type)
        {
            willModify()
            values[place] = stored
            return
        }
        if let raw = value as? any RawRepresentable, runtime.relationshipSlot(key) == nil {
            setValue(raw.rawValue, forKey: key)
        } else if let inner = Self.unwrap(value) as? any RawRepresentable,
            runtime.relationshipSlot(key) == nil
        {
            setValue(inner.rawValue, forKey: key)
        } else if isNilOfNumber(value, key) {
            // An optional property takes nil; setNilValueForKey(_:) is for values by key.
            setAny(nil, key)
        } else {
            setValue(value, forKey: key)
        }
    }

    /// Calls an accessor of a relationship to many: `addToItems(_:)`, `removeFromItems(at:)`.
    public func __managedCall(_ selector: String, _ arguments: [Any]) {
        let name = selector.prefix { $0 != "(" }
        for verb in ["addTo", "removeFrom", "insertInto", "replace"] where name.hasPrefix(verb) {
            let rest = name.dropFirst(verb.count)
            let key = rest.prefix(1).lowercased() + rest.dropFirst()
            guard
                let slot = runtime.relationshipSlot(key) ?? runtime.relationshipSlot(String(rest)),
                slot >= runtime.toOneCount
            else { continue }
            // Its array is copied only where the call needs positions: one that is in use when an
            // object is added would be copied for it.
            let set = members(slot)
            let labels = selector.dropFirst(name.count + 1).split(separator: ":").map(String.init)
            switch (verb, labels.first ?? "_") {
            case ("addTo", _):
                for object in Self.members(of: arguments.first) { addMember(slot, object) }
            case ("removeFrom", "at"):
                let now = set.list
                for place in Self.places(arguments.first).sorted(by: >) where place < now.count {
                    removeMember(slot, now[place])
                }
            case ("removeFrom", _):
                for object in Self.members(of: arguments.first) { removeMember(slot, object) }
            case ("insertInto", _):
                let places = Self.places(arguments.dropFirst().first)
                for (object, place) in zip(Self.members(of: arguments.first), places) {
                    addMember(slot, object, at: place)
                }
            case ("replace", _):
                var now = set.list
                let objects = Self.members(of: arguments.dropFirst().first)
                for (place, object) in zip(Self.places(arguments.first), objects)
                where now.indices.contains(place) { now[place] = object }
                setMembers(slot, now)
            default: continue  // No such accessor.
            }
            return
        }
        raise(
            "-[\(type(of: self)) \(selector)]: unrecognized selector sent to instance "
                + ObjectIdentifier(self).debugDescription)
    }

    /// Calls an accessor that gives something: `primitiveName()`, `countOfItems()`.
    public func __managedCall<R>(_ selector: String, _ arguments: [Any]) -> R {
        let name = selector.prefix { $0 != "(" }
        if name.hasPrefix("primitive") {
            let rest = name.dropFirst("primitive".count)
            let key = rest.prefix(1).lowercased() + rest.dropFirst()
            return ManagedValue.convert(primitiveValue(forKey: key), to: R.self, key, self)
        }
        for verb in ["countOf"] where name.hasPrefix(verb) {
            let rest = name.dropFirst(verb.count)
            let key = rest.prefix(1).lowercased() + rest.dropFirst()
            if let slot = runtime.relationshipSlot(key), slot >= runtime.toOneCount {
                return ManagedValue.convert(members(slot).count, to: R.self, key, self)
            }
        }
        raise(
            "-[\(type(of: self)) \(selector)]: unrecognized selector sent to instance "
                + ObjectIdentifier(self).debugDescription)
    }

    private static func members(of argument: Any?) -> [NSManagedObject] {
        if let object = argument as? NSManagedObject { return [object] }
        return objects(in: argument) ?? []
    }

    private static func places(_ argument: Any?) -> [Int] {
        switch argument {
        case let place as Int: [place]
        case let set as NSIndexSet: Array(set as IndexSet)
        case let set as IndexSet: Array(set)
        case let number as NSNumber: [number.intValue]
        default: []
        }
    }
}
