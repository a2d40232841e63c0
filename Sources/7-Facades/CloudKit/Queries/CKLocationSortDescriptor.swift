public import CoreLocation
public import Foundation
import PredicateCore

/// Sorts records by the distance of a field from a place.
///
///     query.sortDescriptors = [CKLocationSortDescriptor(key: "place", relativeLocation: here)]
open class CKLocationSortDescriptor: NSSortDescriptor {
    /// The place from which distances are measured.
    public let relativeLocation: CLLocation

    /// A sort that puts the records nearest to a place first.
    public init(key: String, relativeLocation: CLLocation) {
        self.relativeLocation = relativeLocation
        super.init(key: key, ascending: true)
    }

    private init(key: String?, relativeLocation: CLLocation, ascending: Bool) {
        self.relativeLocation = relativeLocation
        super.init(key: key, ascending: ascending)
    }

    /// The farthest first, or the nearest first again.
    open override var reversedSortDescriptor: Any {
        CKLocationSortDescriptor(
            key: key, relativeLocation: relativeLocation, ascending: !ascending)
    }

    /// Whether both measure the same field from the same place.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKLocationSortDescriptor else { return false }
        return key == other.key && ascending == other.ascending
            && relativeLocation == other.relativeLocation
    }

    /// A hash in accord with equality.
    open override var hash: Int { relativeLocation.hash }

    /// Field, place and direction.
    open override var description: String {
        "(distance of \(key ?? "self") from \(relativeLocation.coordinate.latitude), "
            + "\(relativeLocation.coordinate.longitude), \(ascending ? "ascending" : "descending"))"
    }

    /// The class's name on Apple's systems, which archives carry as what to fall back to.
    public override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    /// Reads a descriptor from an archive; nil where it holds none.
    public required init?(coder: NSCoder) {
        guard let key = coder.text("NSKey"), let place: CLLocation = coder.object("location")
        else { return nil }
        relativeLocation = place
        super.init(
            key: key,
            ascending: coder.containsValue(forKey: "NSAscending")
                ? coder.bool("NSAscending") : true)
    }

    /// Writes field, direction and place to an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(relativeLocation, forKey: "location")
    }
}

extension NSSortDescriptor {
    /// The sort as stores understand it; nil for one that only a program can do.
    var queryOrdering: Ordering? {
        guard let near = self as? CKLocationSortDescriptor, let key else { return ordering }
        return Ordering(
            key: .distance(QueryKeyPath(key), from: near.relativeLocation.location),
            ascending: ascending)
    }
}
