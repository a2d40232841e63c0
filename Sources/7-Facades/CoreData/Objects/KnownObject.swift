import CSwiftRuntime

/// An object that is known without being kept.
///
/// Not a weak reference, which would give the object a side table and make every retain of it slow.
/// The object's memory, not what it holds, stays for as long as it is known.
package struct KnownObject {
    private unowned let object: AnyObject

    package init(_ object: AnyObject) { self.object = object }

    /// Retains the object, which ``object(_:)`` then gives; 0 where it is being deallocated, or was.
    ///
    /// A number, since it is what a lock gives out: the object itself must not be released under it.
    package var retained: UInt {
        // The reference is the address of the object.
        let address = unsafeBitCast(self, to: UnsafeRawPointer.self)
        return retainUnlessGoing(address) == nil ? 0 : UInt(bitPattern: address)
    }

    /// The object that was retained; nil for 0.
    package static func object(_ retained: UInt) -> AnyObject? {
        UnsafeRawPointer(bitPattern: retained).map {
            Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue()
        }
    }
}
