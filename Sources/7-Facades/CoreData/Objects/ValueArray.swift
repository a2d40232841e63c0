import Foundation

/// An array that sets an object's property when it is changed.
///
/// Foundation leaves to subclasses what takes its own storage; the rest of it comes here.
final class ValueArray: NSMutableArray {
    private let object: NSManagedObject
    private let key: String

    init(_ object: NSManagedObject, _ key: String) {
        self.object = object
        self.key = key
        super.init(capacity: 0)
    }

    required init(objects: UnsafePointer<AnyObject>?, count: Int) {
        raise("A property's array belongs to an object.")
    }
    required convenience init(arrayLiteral elements: Any...) {
        raise("A property's array belongs to an object.")
    }
    required convenience init?(coder aDecoder: NSCoder) { return nil }

    private var list: [Any] {
        get {
            switch object.value(forKey: key) {
            case nil: return []
            case let set as NSOrderedSet: return set.array
            case let array as [Any]: return array
            default:
                raise(
                    "\(key) of \(object.runtime.name) is no array: use mutableSetValue(forKey:) "
                        + "for a set, setValue(_:forKey:) for anything else.")
            }
        }
        set { object.setValue(NSArray(array: newValue), forKey: key) }
    }

    override var count: Int { list.count }
    override func object(at index: Int) -> Any { list[index] }
    override func insert(_ anObject: Any, at index: Int) { list.insert(anObject, at: index) }
    override func removeObject(at index: Int) { list.remove(at: index) }
    override func replaceObject(at index: Int, with anObject: Any) { list[index] = anObject }
    override func addObjects(from otherArray: [Any]) { list += otherArray }
    override func removeAllObjects() { list = [] }
    override func removeObjects(in range: NSRange) {
        list.removeSubrange(range.lowerBound..<range.upperBound)
    }
    override func exchangeObject(at idx1: Int, withObjectAt idx2: Int) { list.swapAt(idx1, idx2) }
    override func replaceObjects(in range: NSRange, withObjectsFrom otherArray: [Any]) {
        list.replaceSubrange(range.lowerBound..<range.upperBound, with: otherArray)
    }
    override func sort(using sortDescriptors: [Foundation.NSSortDescriptor]) {
        list = NSArray(array: list).sortedArray(using: sortDescriptors)
    }
}
