public import Foundation
public import FoundationPredicates
public import PredicateCore

/// A position on Earth with its accuracy and the time when it was taken.
///
///     let paris = CLLocation(latitude: 48.8566, longitude: 2.3522)
///     paris.distance(from: CLLocation(latitude: 51.5072, longitude: -0.1276))  // about 343,500
///     NSPredicate(format: "distanceToLocation:fromLocation:(place, %@) < 1000", paris)
///
/// Positions are equal when all their numbers and their times are.
///
/// Source: [CLLocation](https://developer.apple.com/documentation/corelocation/cllocation).
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked: nothing changes after init, in this class.
    /// The position as a constant of predicates and records.
    public let location: Location
    /// Degrees of uncertainty of the course; negative when the course is invalid.
    public let courseAccuracy: CLLocationDirectionAccuracy
    /// Metres a second of uncertainty of the speed; negative when the speed is invalid.
    public let speedAccuracy: CLLocationSpeedAccuracy
    /// From where the position comes; nil where that was not said.
    ///
    /// Records and predicates do not keep it.
    public let sourceInformation: CLLocationSourceInformation?

    /// A position that a record or a predicate holds.
    public init(
        _ location: Location, courseAccuracy: CLLocationDirectionAccuracy = -1,
        speedAccuracy: CLLocationSpeedAccuracy = -1,
        sourceInformation: CLLocationSourceInformation? = nil
    ) {
        var location = location
        location.timestamp = location.timestamp ?? Date()
        self.location = location
        self.courseAccuracy = courseAccuracy
        self.speedAccuracy = speedAccuracy
        self.sourceInformation = sourceInformation
        ArchivedClasses.registered
    }

    /// A position given in degrees, taken now; altitude, speed and course are unknown.
    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
            altitude: 0, horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
    }

    /// A position with its accuracy, its movement, and from where it comes, as far as that is known.
    ///
    ///     CLLocation(
    ///         coordinate: paris, altitude: 35, horizontalAccuracy: 5, verticalAccuracy: 8,
    ///         timestamp: Date())  // speed and course are unknown
    public convenience init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection = -1,
        courseAccuracy: CLLocationDirectionAccuracy = -1, speed: CLLocationSpeed = -1,
        speedAccuracy: CLLocationSpeedAccuracy = -1, timestamp: Date,
        sourceInfo: CLLocationSourceInformation? = nil
    ) {
        var location = Location(latitude: coordinate.latitude, longitude: coordinate.longitude)
        location.altitude = altitude
        location.horizontalAccuracy = hAccuracy
        location.verticalAccuracy = vAccuracy
        location.course = course
        location.speed = speed
        location.timestamp = timestamp
        self.init(
            location, courseAccuracy: courseAccuracy, speedAccuracy: speedAccuracy,
            sourceInformation: sourceInfo)
    }

    // MARK: Parts

    /// Latitude and longitude in degrees; meaningful when ``horizontalAccuracy`` is not negative.
    open var coordinate: CLLocationCoordinate2D {
        CLLocationCoordinate2D(latitude: location.latitude, longitude: location.longitude)
    }

    /// Metres above sea level; meaningful when ``verticalAccuracy`` is not negative.
    open var altitude: CLLocationDistance { location.altitude ?? 0 }

    /// Metres above the ellipsoid of WGS 84; 0, as the height of the sea above it is not known here.
    open var ellipsoidalAltitude: CLLocationDistance { 0 }

    /// Radius of uncertainty in metres; negative when the coordinate is invalid.
    open var horizontalAccuracy: CLLocationAccuracy { location.horizontalAccuracy ?? 0 }

    /// Uncertainty of the altitude in metres; negative when the altitude is invalid.
    open var verticalAccuracy: CLLocationAccuracy { location.verticalAccuracy ?? -1 }

    /// Degrees clockwise from north; negative when invalid.
    open var course: CLLocationDirection { location.course ?? -1 }

    /// Metres a second; negative when invalid.
    open var speed: CLLocationSpeed { location.speed ?? -1 }

    /// When the position was taken.
    open var timestamp: Date { location.timestamp ?? .distantPast }

    /// The floor of a building; never known here.
    open var floor: CLFloor? { nil }

    /// The great-circle distance in metres, as the record database measures it.
    open func distance(from location: CLLocation) -> CLLocationDistance {
        self.location.distance(to: location.location)
    }

    // MARK: Equality, copying, printing

    /// Whether all numbers and the times are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLLocation else { return false }
        return location == other.location && courseAccuracy == other.courseAccuracy
            && speedAccuracy == other.speedAccuracy
    }

    /// A hash in accord with equality.
    open override var hash: Int { location.hashValue }

    /// The position itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Coordinate, accuracy, movement and time.
    open override var description: String {
        let place = String(
            format: "<%+.8f,%+.8f> +/- %.2fm", location.latitude, location.longitude,
            horizontalAccuracy)
        let movement = String(format: "(speed %.2f mps / course %.2f)", speed, course)
        return "\(place) \(movement) @ \(timestamp)"
    }

    // MARK: Archives

    /// Positions take part in secure archives.
    public class var supportsSecureCoding: Bool { true }

    /// The class's name on Apple's systems, which archives carry as what to fall back to.
    public override class func classFallbacksForKeyedArchiver() -> [String] {
        [String(describing: self)]
    }

    /// Reads a position from an archive, Apple's among them; nil where it holds none.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: Key.latitude), coder.containsValue(forKey: Key.longitude)
        else { return nil }
        func number(_ key: String) -> Double? {
            coder.containsValue(forKey: key) ? coder.decodeDouble(forKey: key) : nil
        }
        var location = Location(
            latitude: coder.decodeDouble(forKey: Key.latitude),
            longitude: coder.decodeDouble(forKey: Key.longitude))
        location.altitude = number(Key.altitude)
        location.horizontalAccuracy = number(Key.horizontalAccuracy)
        location.verticalAccuracy = number(Key.verticalAccuracy)
        location.course = number(Key.course)
        location.speed = number(Key.speed)
        location.timestamp = Date(timeIntervalSinceReferenceDate: number(Key.timestamp) ?? 0)
        self.location = location
        courseAccuracy = number(Key.courseAccuracy) ?? -1
        speedAccuracy = number(Key.speedAccuracy) ?? -1
        sourceInformation =
            coder.containsValue(forKey: Key.sourceInformation)
            ? coder.decodeObject(
                of: CLLocationSourceInformation.self, forKey: Key.sourceInformation) : nil
    }

    /// Writes the position under Apple's keys.
    open func encode(with coder: NSCoder) {
        coder.encode(location.latitude, forKey: Key.latitude)
        coder.encode(location.longitude, forKey: Key.longitude)
        coder.encode(altitude, forKey: Key.altitude)
        coder.encode(horizontalAccuracy, forKey: Key.horizontalAccuracy)
        coder.encode(verticalAccuracy, forKey: Key.verticalAccuracy)
        coder.encode(course, forKey: Key.course)
        coder.encode(courseAccuracy, forKey: Key.courseAccuracy)
        coder.encode(speed, forKey: Key.speed)
        coder.encode(speedAccuracy, forKey: Key.speedAccuracy)
        coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: Key.timestamp)
        // A key of our own: Apple's is not public.
        if let sourceInformation {
            coder.encode(sourceInformation, forKey: Key.sourceInformation)
        }
    }

    private enum Key {
        static let latitude = "kCLLocationCodingKeyCoordinateLatitude"
        static let longitude = "kCLLocationCodingKeyCoordinateLongitude"
        static let altitude = "kCLLocationCodingKeyAltitude"
        static let horizontalAccuracy = "kCLLocationCodingKeyHorizontalAccuracy"
        static let verticalAccuracy = "kCLLocationCodingKeyVerticalAccuracy"
        static let course = "kCLLocationCodingKeyCourse"
        static let courseAccuracy = "kCLLocationCodingKeyCourseAccuracy"
        static let speed = "kCLLocationCodingKeySpeed"
        static let speedAccuracy = "kCLLocationCodingKeySpeedAccuracy"
        static let sourceInformation = "SourceInformation"
        static let timestamp = "kCLLocationCodingKeyTimestamp"
    }
}

extension CLLocation: PredicateValueConvertible {
    /// The position as a constant of predicates.
    public var predicateValue: Value { .location(location) }
}

/// A floor of a building.
///
///     location.floor?.level  // nil: a position made by a program knows no floor
public final class CLFloor: NSObject, Sendable {
    /// The floor, 0 for the ground.
    public let level: Int

    init(level: Int) { self.level = level }
}
