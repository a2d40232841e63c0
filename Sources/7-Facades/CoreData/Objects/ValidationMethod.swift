/// Finds classes that have a `validateValue(_:forKey:)` of their own.
///
/// Only they are asked about each value before a save, by its key and as an object. A class that
/// overrides nothing, as those that Xcode generates, would be asked as often for no answer.
enum ValidationMethod {
    /// Whether a class, or one that it inherits from, overrides the method; true where that cannot be seen.
    static func isOverridden(in type: NSManagedObject.Type) -> Bool {
        guard let place else { return type != NSManagedObject.self }
        return words(of: type)[place] != words(of: NSManagedObject.self)[place]
    }

    /// The place of the method in the metadata of classes; nil where it is not found.
    ///
    /// There a class that overrides the method differs from `NSManagedObject`, and one that
    /// overrides nothing does not.
    private static let place: Int? = {
        let count = MemoryLayout<UInt>.size
        // Of these, `classSize` and `classAddressPoint` lie behind kind, superclass and 16 bytes more.
        let base = UnsafeRawPointer(words(of: NSManagedObject.self))
        let size = base.load(fromByteOffset: 2 * count + 16, as: UInt32.self)
        let start = base.load(fromByteOffset: 2 * count + 20, as: UInt32.self)
        guard size > start, size < 1 << 16 else { return nil }
        let places = (0..<Int(size - start) / count).filter { place in
            let word = words(of: NSManagedObject.self)[place]
            return words(of: Plain.self)[place] == word && words(of: Own.self)[place] != word
        }
        return places.count == 1 ? places[0] : nil
    }()

    private static func words(of type: NSManagedObject.Type) -> UnsafePointer<UInt> {
        unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    }

    private final class Plain: NSManagedObject {}

    private final class Own: NSManagedObject {
        override func validateValue(
            _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
        ) throws { value.pointee = nil }
    }
}
