import CSwiftRuntime
import ObjectCore
import Synchronization

/// The objects of a context by place, known without being kept.
///
/// Plain pointers instead of weak references, which would give each object a side table and
/// make every retain of it slow. An object takes itself out before its memory goes, and one
/// that is going already is not given out any more.
final class ObjectTable: Sendable {
    // Under a lock, since an object may go on any thread.
    private let slots = Mutex(ObjectSlots())

    func object(at place: ObjectPlace) -> NSManagedObject? {
        ObjectSlots.object(
            slots.withLock { slots in
                let pointer = slots.pointer(at: place)
                return ObjectSlots.isRetained(pointer) ? pointer : 0
            })
    }

    func insert(_ object: NSManagedObject, at place: ObjectPlace) {
        let pointer = ObjectSlots.pointer(object)
        let old = object.tablePlace
        object.tablePlace = place
        slots.withLock { slots in
            if old.row != 0, old != place { slots.remove(pointer, at: old) }
            slots.set(pointer, at: place)
        }
        if old != place { observe(object, isRegistered: true) }
    }

    /// Tells the store of an object, where it wants to know.
    private func observe(_ object: NSManagedObject, isRegistered: Bool) {
        guard let link = object.storeLink, link.isObserved, object.key.row > 0 else { return }
        let id = NSManagedObjectID(object.key, object.runtime, link)
        link.store?.observe(id, isRegistered: isRegistered)
    }

    /// Takes an object out; another one that has its place stays.
    func forget(_ object: NSManagedObject) {
        let pointer = ObjectSlots.pointer(object)
        let place = object.tablePlace
        object.tablePlace = .none
        slots.withLock { $0.remove(pointer, at: place) }
        if place != .none { observe(object, isRegistered: false) }
    }

    var all: [NSManagedObject] {
        let pointers = slots.withLock { $0.pointers.filter(ObjectSlots.isRetained) }
        return pointers.compactMap(ObjectSlots.object)
    }

    /// Takes all objects out and gives them.
    func removeAll() -> [NSManagedObject] {
        let pointers = slots.withLock { slots in
            let pointers = slots.pointers.filter(ObjectSlots.isRetained)
            slots = ObjectSlots()
            return pointers
        }
        return pointers.compactMap { pointer in
            guard let object = ObjectSlots.object(pointer) else { return nil }
            object.tablePlace = .none
            observe(object, isRegistered: false)
            return object
        }
    }

    func reserve(_ more: Int) { slots.withLock { $0.reserve(more) } }
}

/// A hash table from places to the addresses of objects: linear probing, no tombstones.
private struct ObjectSlots: Sendable {
    private struct Slot {
        var place = ObjectPlace.none
        /// The object's address; 0 for none.
        var pointer: UInt = 0
    }

    private var slots: [Slot] = []
    private var count = 0
    /// Places come from files too: a seed keeps them from being made to collide.
    private static let seed = UInt64.random(in: 0...UInt64.max)

    var pointers: [UInt] { slots.lazy.map(\.pointer).filter { $0 != 0 } }

    func pointer(at place: ObjectPlace) -> UInt {
        guard count > 0 else { return 0 }
        return slots.withUnsafeBufferPointer { $0[ObjectSlots.find(place, $0)].pointer }
    }

    mutating func set(_ pointer: UInt, at place: ObjectPlace) {
        reserve(1)
        let isNew = slots.withUnsafeMutableBufferPointer { slots in
            let position = ObjectSlots.find(place, UnsafeBufferPointer(slots))
            let isNew = slots[position].pointer == 0
            slots[position] = Slot(place: place, pointer: pointer)
            return isNew
        }
        if isNew { count += 1 }
    }

    mutating func remove(_ pointer: UInt, at place: ObjectPlace) {
        guard count > 0 else { return }
        let isGone = slots.withUnsafeMutableBufferPointer { slots in
            var hole = ObjectSlots.find(place, UnsafeBufferPointer(slots))
            guard slots[hole].pointer == pointer else { return false }
            // Those that stand behind it because of it move up.
            let mask = slots.count - 1
            var next = (hole + 1) & mask
            while slots[next].pointer != 0 {
                let home = ObjectSlots.hash(slots[next].place) & mask
                if (next &- home) & mask >= (next &- hole) & mask {
                    slots[hole] = slots[next]
                    hole = next
                }
                next = (next + 1) & mask
            }
            slots[hole] = Slot()
            return true
        }
        if isGone { count -= 1 }
    }

    /// Makes room, so that at least a third of the slots stays empty.
    mutating func reserve(_ more: Int) {
        let wanted = (count + more) * 3 / 2 + 1
        guard wanted > slots.count else { return }
        var size = max(16, slots.count)
        while size < wanted { size *= 2 }
        let old = slots
        slots = [Slot](repeating: Slot(), count: size)
        slots.withUnsafeMutableBufferPointer { slots in
            for slot in old where slot.pointer != 0 {
                slots[ObjectSlots.find(slot.place, UnsafeBufferPointer(slots))] = slot
            }
        }
    }

    /// The slot of a place, or the empty one where it would be.
    private static func find(_ place: ObjectPlace, _ slots: UnsafeBufferPointer<Slot>) -> Int {
        let mask = slots.count - 1
        var position = hash(place) & mask
        while slots[position].pointer != 0, slots[position].place != place {
            position = (position + 1) & mask
        }
        return position
    }

    private static func hash(_ place: ObjectPlace) -> Int {
        let low = UInt64(UInt32(bitPattern: place.tree))
        let high = UInt64(UInt32(bitPattern: place.store))
        let mixed = (UInt64(bitPattern: place.row) ^ seed)
            .multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15 ^ (high << 32 | low) << 1)
        return Int(truncatingIfNeeded: mixed.high ^ mixed.low)
    }

    // MARK: Objects and addresses

    static func pointer(_ object: NSManagedObject) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }

    /// Retains what is at an address, which is an object's; false where it is going already.
    static func isRetained(_ pointer: UInt) -> Bool {
        guard let pointer = UnsafeRawPointer(bitPattern: pointer) else { return false }
        return retainUnlessGoing(pointer) != nil
    }

    /// The object at an address, which was retained for it.
    static func object(_ pointer: UInt) -> NSManagedObject? {
        guard let pointer = UnsafeRawPointer(bitPattern: pointer) else { return nil }
        return Unmanaged<NSManagedObject>.fromOpaque(pointer).takeRetainedValue()
    }
}
