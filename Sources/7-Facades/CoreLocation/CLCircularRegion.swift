public import Foundation

/// A circle on Earth with a name.
///
///     let paris = CLCircularRegion(
///         center: CLLocationCoordinate2D(latitude: 48.8566, longitude: 2.3522), radius: 10_000,
///         identifier: "Paris")
///     paris.contains(CLLocationCoordinate2D(latitude: 48.86, longitude: 2.35))  // true
open class CLCircularRegion: CLRegion, @unchecked Sendable {
    // Unchecked: as CLRegion.

    /// The middle of the circle; the region does not change after it was made.
    open var center: CLLocationCoordinate2D { place }
    private let place: CLLocationCoordinate2D
    /// Metres from the middle to the edge.
    open var radius: CLLocationDistance { metres }
    private let metres: CLLocationDistance

    /// A circle; `radius` is in metres.
    public init(
        center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String
    ) {
        place = center
        metres = radius
        super.init(identifier: identifier)
    }

    /// Whether a point lies in the circle, by the distance that ``CLLocation/distance(from:)``
    /// measures; false for a coordinate that does not lie on Earth.
    open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
        guard CLLocationCoordinate2DIsValid(coordinate) else { return false }
        let middle = CLLocation(latitude: place.latitude, longitude: place.longitude)
        let point = CLLocation(latitude: coordinate.latitude, longitude: coordinate.longitude)
        return middle.distance(from: point) <= metres
    }

    /// Whether both have the same name, middle and radius.
    open override func isEqual(_ object: Any?) -> Bool {
        guard super.isEqual(object), let other = object as? CLCircularRegion else { return false }
        return place.latitude == other.place.latitude && place.longitude == other.place.longitude
            && metres == other.metres
    }

    /// A hash in accord with equality.
    open override var hash: Int { super.hash }

    /// A region of the same content that changes on its own.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = CLCircularRegion(center: place, radius: metres, identifier: identifier)
        copy.notifyOnEntry = notifyOnEntry
        copy.notifyOnExit = notifyOnExit
        return copy
    }

    /// Name, middle and radius.
    open override var description: String {
        "CLCircularRegion (identifier:'\(identifier)', "
            + String(format: "center:<%+.8f,%+.8f>, ", place.latitude, place.longitude)
            + String(format: "radius:%.2fm)", metres)
    }

    /// Reads a region from an archive; nil where it holds none.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "Latitude"), coder.containsValue(forKey: "Radius") else {
            return nil
        }
        place = CLLocationCoordinate2D(
            latitude: coder.decodeDouble(forKey: "Latitude"),
            longitude: coder.decodeDouble(forKey: "Longitude"))
        metres = coder.decodeDouble(forKey: "Radius")
        super.init(coder: coder)
    }

    /// Writes name, middle and radius.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(place.latitude, forKey: "Latitude")
        coder.encode(place.longitude, forKey: "Longitude")
        coder.encode(metres, forKey: "Radius")
    }
}
