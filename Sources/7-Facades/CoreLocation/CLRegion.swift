public import Foundation

/// A part of the Earth with a name.
///
/// Regions are values here: no service watches whether a device enters them.
///
///     let region: CLRegion = CLCircularRegion(
///         center: CLLocationCoordinate2D(latitude: 38.72, longitude: -9.14), radius: 500,
///         identifier: "Lisbon")
///     region.identifier  // "Lisbon"
open class CLRegion: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked: a program sets the two properties before it shares the region.

    /// The region's name in the program.
    open var identifier: String { name }
    private let name: String
    /// Whether the program wants to know when a device enters the region.
    open var notifyOnEntry = true
    /// Whether the program wants to know when a device leaves the region.
    open var notifyOnExit = true

    init(identifier: String) { name = identifier }

    /// Whether both have the same name and, of circles, the same place.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLRegion, type(of: other) == type(of: self) else {
            return false
        }
        return identifier == other.identifier
    }

    /// A hash in accord with equality.
    open override var hash: Int { identifier.hashValue }

    /// A region of the same content that changes on its own.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CLRegion(identifier: identifier)
        copy.notifyOnEntry = notifyOnEntry
        copy.notifyOnExit = notifyOnExit
        return copy
    }

    /// The class and the identifier: `<CLRegion identifier:'Paris'>`.
    open override var description: String { "<\(type(of: self)) identifier:'\(identifier)'>" }

    /// Regions take part in secure archives.
    public class var supportsSecureCoding: Bool { true }

    /// Reads a region from an archive; nil where it holds none.
    public required init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "Identifier") else {
            return nil
        }
        self.name = String(describing: name)
        super.init()
        notifyOnEntry = coder.decodeBool(forKey: "NotifyOnEntry")
        notifyOnExit = coder.decodeBool(forKey: "NotifyOnExit")
    }

    /// Writes the name and both of these settings.
    open func encode(with coder: NSCoder) {
        coder.encode(identifier as NSString, forKey: "Identifier")
        coder.encode(notifyOnEntry, forKey: "NotifyOnEntry")
        coder.encode(notifyOnExit, forKey: "NotifyOnExit")
    }
}

/// Where a device is with respect to a region.
///
///     let paris = CLCircularRegion(
///         center: CLLocationCoordinate2D(latitude: 48.8566, longitude: 2.3522), radius: 10_000,
///         identifier: "Paris")
///     let place = CLLocationCoordinate2D(latitude: 48.86, longitude: 2.35)
///     let state: CLRegionState = paris.contains(place) ? .inside : .outside  // .inside
///
/// Outside Apple's platforms no service reports one; programs compare positions themselves.
///
/// Source: [CLRegionState](https://developer.apple.com/documentation/corelocation/clregionstate).
public enum CLRegionState: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// In it.
    case inside = 1
    /// Out of it.
    case outside = 2
}

/// How near a beacon is.
///
///     CLProximity.far.rawValue  // 3, as in Apple's header
///     CLProximity(rawValue: 2)  // .near: a number that an app has kept
///
/// Outside Apple's platforms no service looks for beacons; the names and numbers are there for programs and
/// packages that mention them.
///
/// Source: [CLProximity](https://developer.apple.com/documentation/corelocation/clproximity).
public enum CLProximity: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// At hand.
    case immediate = 1
    /// Within a few metres.
    case near = 2
    /// Farther away.
    case far = 3
}
