/// Makes an object of `NSManagedObject` itself one of its entity's class.
///
/// An initialiser of Swift makes objects of the class that it is called on. On Apple's systems
/// `NSManagedObject(entity:insertInto:)` gives one of the class that the model names, and programs cast to it.
enum EntityClass {
    /// Changes the class of an object that has just been made; no effect for a class that has stored properties,
    /// for which the object has no room.
    static func give(_ type: NSManagedObject.Type, to object: NSManagedObject) {
        guard type != NSManagedObject.self, size(of: type) == size(of: NSManagedObject.self) else {
            return
        }
        // The first word of an object is its class.
        Unmanaged.passUnretained(object).toOpaque()
            .storeBytes(of: unsafeBitCast(type, to: UInt.self), as: UInt.self)
    }

    /// The size of objects of a class, which lies behind kind, superclass and 8 bytes more in its metadata.
    private static func size(of type: NSManagedObject.Type) -> UInt32 {
        UnsafeRawPointer(unsafeBitCast(type, to: UnsafePointer<UInt>.self))
            .load(fromByteOffset: 2 * MemoryLayout<UInt>.size + 8, as: UInt32.self)
    }
}
