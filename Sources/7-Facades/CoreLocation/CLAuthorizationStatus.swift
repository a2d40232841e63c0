/// Whether an app may ask where the device is.
///
///     if status == .authorizedWhenInUse { … }
///
/// Outside Apple's platforms no service answers with one; the names and numbers are there for
/// programs and packages that mention them.
public enum CLAuthorizationStatus: Int32, Sendable {
    /// The user was not asked yet.
    case notDetermined = 0
    /// A device's manager forbids it.
    case restricted = 1
    /// The user said no.
    case denied = 2
    /// At any time.
    case authorizedAlways = 3
    /// While the app is in use.
    case authorizedWhenInUse = 4

    /// At any time; the older name.
    public static let authorized = CLAuthorizationStatus.authorizedAlways
}

/// How exact the positions are that an app gets.
///
///     CLAccuracyAuthorization.reducedAccuracy.rawValue  // 1, as in Apple's header
///     CLAccuracyAuthorization(rawValue: 0)              // .fullAccuracy: a number that an app has kept
///
/// Outside Apple's platforms no service gives one; the names and numbers are there for programs and
/// packages that mention them.
///
/// Source:
/// [CLAccuracyAuthorization](https://developer.apple.com/documentation/corelocation/claccuracyauthorization).
public enum CLAccuracyAuthorization: Int, Sendable {
    /// As exact as the device can tell.
    case fullAccuracy = 0
    /// The neighbourhood alone.
    case reducedAccuracy = 1
}
