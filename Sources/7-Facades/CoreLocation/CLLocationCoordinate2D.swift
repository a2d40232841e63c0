/// An angle in degrees.
public typealias CLLocationDegrees = Double
/// A length in metres.
public typealias CLLocationDistance = Double
/// A radius of uncertainty in metres; negative means that the value is invalid.
public typealias CLLocationAccuracy = Double
/// Metres a second; negative means that the value is invalid.
public typealias CLLocationSpeed = Double
/// Metres a second of uncertainty; negative means that the speed is invalid.
public typealias CLLocationSpeedAccuracy = Double
/// Degrees clockwise from north; negative means that the value is invalid.
public typealias CLLocationDirection = Double
/// Degrees of uncertainty; negative means that the direction is invalid.
public typealias CLLocationDirectionAccuracy = Double

/// A point on Earth in the WGS 84 reference frame.
///
///     CLLocationCoordinate2D(latitude: 48.8566, longitude: 2.3522)  // Paris
public struct CLLocationCoordinate2D: Sendable {
    /// Degrees north, -90 to 90.
    public var latitude: CLLocationDegrees
    /// Degrees east, -180 to 180.
    public var longitude: CLLocationDegrees

    /// The point where the equator meets the prime meridian.
    public init() {
        latitude = 0
        longitude = 0
    }

    /// A point in degrees.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A coordinate that stands for none.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// A point in degrees.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

/// Whether a coordinate lies on Earth.
///
///     CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid)  // false
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
    // Comparisons with NaN are false.
    abs(coord.latitude) <= 90 && abs(coord.longitude) <= 180
}

/// The largest distance; there is no limit.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
/// The distance filter that reports every movement.
public let kCLDistanceFilterNone: CLLocationDistance = -1
/// The highest accuracy, with further sensors.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// The highest accuracy, without further sensors.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// An accuracy of ten metres.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// Within a hundred metres.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// An accuracy of one kilometre.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// An accuracy of three kilometres.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
