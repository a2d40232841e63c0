import Foundation

extension NSManagedObject {
    /// The slot of a to-many relationship; stops the program where there is none of the name.
    fileprivate func toManySlot(_ key: String) -> Int {
        guard let slot = runtime.relationshipSlot(key), slot >= runtime.toOneCount
        else { raise("\(key) is not a to-many relationship of \(runtime.name).") }
        return slot
    }
}

/// A set that changes a relationship when it is changed.
final class RelationshipSet: NSMutableSet {
    private let object: NSManagedObject
    private let key: String

    init(_ object: NSManagedObject, _ key: String) {
        self.object = object
        self.key = key
        super.init(capacity: 0)
    }

    required init(capacity numItems: Int) { raise("A relationship's set belongs to an object.") }
    required init?(coder aDecoder: NSCoder) { nil }

    private var slot: Int { object.toManySlot(key) }
    private var list: [NSManagedObject] { object.members(slot).list }

    override var count: Int { object.members(slot).count }
    override func member(_ other: Any) -> Any? {
        (other as? NSManagedObject).flatMap { object.members(slot).contains($0) ? $0 : nil }
    }
    override func objectEnumerator() -> NSEnumerator { NSArray(array: list).objectEnumerator() }
    override var allObjects: [Any] { list }
    /// Foundation's reads as many texts as there are members of a storage that is empty here.
    override func description(withLocale locale: Locale?) -> String {
        NSSet(array: list).description(withLocale: locale)
    }
    override func contains(_ anObject: Any) -> Bool { member(anObject) != nil }
    override func add(_ other: Any) {
        (other as? NSManagedObject).map { object.addMember(slot, $0) }
    }
    override func remove(_ other: Any) {
        (other as? NSManagedObject).map { object.removeMember(slot, $0) }
    }
    override func addObjects(from array: [Any]) { for other in array { add(other) } }
    override func removeAllObjects() { object.setMembers(slot, []) }
    override func union(_ otherSet: Set<AnyHashable>) { for other in otherSet { add(other.base) } }
    override func minus(_ otherSet: Set<AnyHashable>) {
        for other in otherSet { remove(other.base) }
    }
    override func intersect(_ otherSet: Set<AnyHashable>) {
        for other in list where !otherSet.contains(other) { remove(other) }
    }
    override func setSet(_ otherSet: Set<AnyHashable>) {
        object.setMembers(slot, otherSet.compactMap { $0.base as? NSManagedObject })
    }
}

/// An ordered set that changes a relationship when it is changed.
///
/// Foundation reads what cannot be overridden (`firstObject`, `array`, iteration) from storage of
/// its own, which is therefore filled when the set is made and after each change through it.
final class RelationshipOrderedSet: NSMutableOrderedSet {
    private let object: NSManagedObject
    private let key: String
    /// Whether the storage is filled right now: its methods ask ``contains(_:)`` before they add.
    private var isFilling = false

    init(_ object: NSManagedObject, _ key: String) {
        self.object = object
        self.key = key
        super.init(capacity: 0)
        fill()
    }

    override init(capacity numItems: Int) { raise("A relationship's set belongs to an object.") }
    required init(arrayLiteral elements: Any...) {
        raise("A relationship's set belongs to an object.")
    }
    required init?(coder aDecoder: NSCoder) { nil }

    private var slot: Int { object.toManySlot(key) }
    private var list: [NSManagedObject] { object.members(slot).list }

    private func fill() {
        super.removeAllObjects()
        for member in list { store(member) }
    }

    private func store(_ member: NSManagedObject) {
        isFilling = true
        super.add(member)
        isFilling = false
    }

    private func replaceAll(with members: [NSManagedObject]) {
        object.setMembers(slot, members)
        fill()
    }

    override var count: Int { object.members(slot).count }
    override func object(at idx: Int) -> Any { list[idx] }
    override func index(of object: Any) -> Int {
        list.firstIndex { $0 === object as AnyObject } ?? NSNotFound
    }
    override func contains(_ other: Any) -> Bool {
        !isFilling
            && (other as? NSManagedObject).map { object.members(slot).contains($0) } == true
    }
    override func insert(_ other: Any, at idx: Int) {
        guard let other = other as? NSManagedObject else { return }
        object.addMember(slot, other, at: idx)
        fill()
    }
    override func removeObject(at idx: Int) {
        object.removeMember(slot, list[idx])
        fill()
    }
    override func replaceObject(at idx: Int, with other: Any) {
        var now = list
        guard let other = other as? NSManagedObject else { return }
        now[idx] = other
        replaceAll(with: now)
    }
    override func add(_ other: Any) {
        guard let other = other as? NSManagedObject else { return }
        let isLast = super.count == count && !contains(other) && !super.contains(other)
        object.addMember(slot, other)
        if isLast { store(other) } else { fill() }
    }
    override func add(_ objects: UnsafePointer<AnyObject>?, count: Int) {
        addObjects(from: Array(UnsafeBufferPointer(start: objects, count: count)))
    }
    override func addObjects(from array: [Any]) { for other in array { add(other) } }
    override func remove(_ other: Any) {
        guard let other = other as? NSManagedObject else { return }
        object.removeMember(slot, other)
        fill()
    }
    override func removeAllObjects() { replaceAll(with: []) }
    override func intersect(_ other: NSOrderedSet) {
        replaceAll(with: list.filter { other.contains($0) })
    }
    override func exchangeObject(at idx1: Int, withObjectAt idx2: Int) {
        var now = list
        now.swapAt(idx1, idx2)
        replaceAll(with: now)
    }
    override func sortRange(
        _ range: NSRange, options opts: NSSortOptions = [],
        usingComparator cmptr: (Any, Any) -> ComparisonResult
    ) {
        guard let places = Range(range) else { return }
        var now = list
        let sorted = NSArray(array: Array(now[places]))
            .sortedArray(options: opts, usingComparator: cmptr)
        now.replaceSubrange(places, with: sorted.compactMap { $0 as? NSManagedObject })
        replaceAll(with: now)
    }
    override func sort(using sortDescriptors: [Foundation.NSSortDescriptor]) {
        replaceAll(
            with: NSArray(array: list).sortedArray(using: sortDescriptors)
                .compactMap { $0 as? NSManagedObject })
    }
}
