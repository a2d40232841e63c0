/// What positions are wanted for.
///
///     CLActivityType.fitness.rawValue  // 3, as in Apple's header
///     CLActivityType(rawValue: 2)      // .automotiveNavigation: a number that an app has kept
///
/// Outside Apple's platforms no service asks for one; the names and numbers are there for programs and
/// packages that mention them.
///
/// Source: [CLActivityType](https://developer.apple.com/documentation/corelocation/clactivitytype).
public enum CLActivityType: Int, Sendable {
    /// Not known.
    case other = 1
    /// Driving a car.
    case automotiveNavigation = 2
    /// Walking, running, cycling.
    case fitness = 3
    /// Boats, trains and other vehicles.
    case otherNavigation = 4
    /// Flying.
    case airborne = 5
}

/// How a device is held.
///
///     CLDeviceOrientation.faceDown.rawValue  // 6, as in Apple's header
///     CLDeviceOrientation(rawValue: 1)       // .portrait: a number that an app has kept
///
/// Outside Apple's platforms no service reports one; the names and numbers are there for programs and
/// packages that mention them.
///
/// Source: [CLDeviceOrientation](https://developer.apple.com/documentation/corelocation/cldeviceorientation).
public enum CLDeviceOrientation: Int32, Sendable {
    /// Not known.
    case unknown = 0
    /// Upright.
    case portrait = 1
    /// Upright with its lower edge above.
    case portraitUpsideDown = 2
    /// Lying on its left side.
    case landscapeLeft = 3
    /// Lying on its right side.
    case landscapeRight = 4
    /// Flat, with the display above.
    case faceUp = 5
    /// Flat, with the display below.
    case faceDown = 6
}
