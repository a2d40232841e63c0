#if SwiftData
@_spi(Reflection) import Swift

/// What the compiler leaves about a type: the stored properties of structs, the cases of
/// enumerations.
///
/// Composite attributes have the names of stored properties and cases, whatever `CodingKeys` say,
/// as on Apple's systems. The forms are those of Swift's stable ABI.
enum TypeLayout {
    enum Kind { case structure, enumeration, other }

    /// A stored property of a struct.
    struct Field {
        let name: String
        let offset: Int
        let type: any Any.Type
    }

    static func kind(of type: any Any.Type) -> Kind {
        if type is AnyClass { return .other }
        return switch unsafeBitCast(type, to: UnsafePointer<Int>.self).pointee {
        case 0x200: .structure
        case 0x201: .enumeration
        default: .other
        }
    }

    /// The stored properties of a struct, in their order.
    static func fields(of type: any Any.Type) -> [Field]? {
        guard kind(of: type) == .structure else { return nil }
        var fields: [Field] = []
        let isComplete = _forEachField(of: type, options: []) { name, offset, type, _ in
            fields.append(Field(name: String(cString: name), offset: offset, type: type))
            return true
        }
        return isComplete ? fields : nil
    }

    /// The value of an enumeration without payloads that has a tag.
    static func value<T>(_: T.Type, tag: Int) -> T {
        let place = UnsafeMutablePointer<T>.allocate(capacity: 1)
        defer { place.deallocate() }
        if MemoryLayout<T>.size == 1 {
            UnsafeMutableRawPointer(place).storeBytes(of: UInt8(tag), as: UInt8.self)
        }
        return place.move()
    }

    /// The cases of an enumeration none of which has a payload, in the order of their tags; nil for
    /// every other type, and for more cases than a byte tells apart.
    static func plainCases(of type: any Any.Type) -> [String]? {
        guard kind(of: type) == .enumeration else { return nil }
        func size<T>(_: T.Type) -> Int { MemoryLayout<T>.size }
        guard _openExistential(type, do: size) <= 1 else { return nil }
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        let descriptor = metadata.load(
            fromByteOffset: MemoryLayout<Int>.size, as: UnsafeRawPointer.self)
        // Flags, parent, name, access function, fields, payload cases, empty cases: 32 bits each.
        let payloads = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xff_ffff
        let empty = descriptor.load(fromByteOffset: 24, as: UInt32.self)
        guard payloads == 0, empty > 0, empty <= 256 else { return nil }
        let reference = descriptor + 16
        let offset = Int(reference.load(as: Int32.self))
        guard offset != 0 else { return nil }
        let fields = reference + offset
        let size = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
        let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
        guard count == Int(empty), size >= 12 else { return nil }
        return (0..<count).map { number in
            let name = fields + 16 + number * size + 8
            let text = name + Int(name.load(as: Int32.self))
            return String(cString: text.assumingMemoryBound(to: CChar.self))
        }
    }
}
#endif
