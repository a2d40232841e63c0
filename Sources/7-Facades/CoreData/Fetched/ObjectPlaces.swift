/// The places of objects in an array that changes a little at a time.
///
/// To insert or remove an object shifts the places of all objects behind it. These are not written down
/// at each change: a place that was noted earlier is wrong by no more than the number of changes since.
struct ObjectPlaces {
    private var noted: [ObjectIdentifier: Int]
    /// How far a noted place may be from the place.
    private var drift = 0

    init(_ objects: [AnyObject]) {
        noted = Dictionary(
            objects.enumerated().map { (ObjectIdentifier($0.element), $0.offset) }
        ) { first, _ in first }
    }

    /// Whether so much has changed that places are noted again with less work than they are looked for.
    var isWorn: Bool { drift > 16 && drift * drift > noted.count }

    /// The place of an object; nil where it is not among the objects.
    func place(of object: AnyObject, in objects: [AnyObject]) -> Int? {
        guard let near = noted[ObjectIdentifier(object)] else { return nil }
        for distance in 0...drift {
            let (before, after) = (near - distance, near + distance)
            if objects.indices.contains(after), objects[after] === object { return after }
            if objects.indices.contains(before), objects[before] === object { return before }
        }
        return nil
    }

    /// Notes that an object was removed.
    mutating func remove(_ object: AnyObject) {
        noted[ObjectIdentifier(object)] = nil
        drift += 1
    }

    /// Notes that an object was inserted.
    mutating func insert(_ object: AnyObject, at place: Int) {
        noted[ObjectIdentifier(object)] = place
        drift += 1
    }
}
