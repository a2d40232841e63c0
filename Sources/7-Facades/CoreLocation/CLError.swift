public import Foundation

/// The domain of errors of CoreLocation.
public let kCLErrorDomain = "kCLErrorDomain"

/// Why there is no position.
///
///     catch let error as CLError where error.code == .denied { … }
///
/// Outside Apple's platforms no service throws one; programs that make or catch them compile, and
/// an `NSError` of the domain is cast to it.
public struct CLError: Error, Hashable, @unchecked Sendable, _BridgedStoredNSError {
    // Unchecked: what is in userInfo is only read.

    /// The numbers of `CLError.h` in Apple's SDK.
    ///
    ///     let error = CLError(.denied)
    ///     error.code == .denied  // true; numbers as in Apple's header: `CLError.Code.denied` is 1
    public enum Code: Int, Sendable, _ErrorCodeProtocol {
        /// The error of the code.
        public typealias _ErrorType = CLError
        /// The position is not known at the moment.
        case locationUnknown = 0
        /// The user has refused the program access to positions.
        case denied = 1
        /// There is no network.
        case network = 2
        /// The heading is not known.
        case headingFailure = 3
        /// The user does not want regions to be watched.
        case regionMonitoringDenied = 4
        /// A region cannot be watched.
        case regionMonitoringFailure = 5
        /// A region cannot be watched yet.
        case regionMonitoringSetupDelayed = 6
        /// Events of regions will come late.
        case regionMonitoringResponseDelayed = 7
        /// No place was found.
        case geocodeFoundNoResult = 8
        /// A part of a place was found.
        case geocodeFoundPartialResult = 9
        /// The search for a place was cancelled.
        case geocodeCanceled = 10
        /// Deferring failed.
        case deferredFailed = 11
        /// Deferring needs positions that are being updated.
        case deferredNotUpdatingLocation = 12
        /// Deferring needs a higher accuracy.
        case deferredAccuracyTooLow = 13
        /// Deferring allows no filter by distance.
        case deferredDistanceFiltered = 14
        /// The program or the location manager cancelled deferring.
        case deferredCanceled = 15
        /// Beacons cannot be looked for.
        case rangingUnavailable = 16
        /// Beacons were not found.
        case rangingFailure = 17
        /// The user did not grant the temporary authorization that was asked for.
        case promptDeclined = 18
        /// Positions of the past cannot be had.
        case historicalLocationError = 19
    }

    /// The error as an object.
    public let _nsError: NSError

    /// The error that an object of CoreLocation's domain is; one of another domain stops the program.
    public init(_nsError error: NSError) {
        precondition(error.domain == kCLErrorDomain)
        _nsError = error
    }

    /// An error of a code.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        _nsError = NSError(domain: kCLErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// Why there is no position; `locationUnknown` for a number that ``Code`` does not have.
    public var code: Code { Code(rawValue: _nsError.code) ?? .locationUnknown }

    /// The domain `kCLErrorDomain`, which bridges errors to `NSError`.
    public static var _nsErrorDomain: String { kCLErrorDomain }
    /// The domain `kCLErrorDomain`, by which an `NSError` is cast to this type.
    public static var errorDomain: String { kCLErrorDomain }
}

extension CLError {
    /// The position is not known at the moment.
    public static var locationUnknown: Code { .locationUnknown }
    /// The user has refused the program access to positions.
    public static var denied: Code { .denied }
    /// There is no network.
    public static var network: Code { .network }
    /// The heading is not known.
    public static var headingFailure: Code { .headingFailure }
    /// The user does not want regions to be watched.
    public static var regionMonitoringDenied: Code { .regionMonitoringDenied }
    /// A region cannot be watched.
    public static var regionMonitoringFailure: Code { .regionMonitoringFailure }
    /// A region cannot be watched yet.
    public static var regionMonitoringSetupDelayed: Code { .regionMonitoringSetupDelayed }
    /// Events of regions will come late.
    public static var regionMonitoringResponseDelayed: Code { .regionMonitoringResponseDelayed }
    /// No place was found.
    public static var geocodeFoundNoResult: Code { .geocodeFoundNoResult }
    /// A part of a place was found.
    public static var geocodeFoundPartialResult: Code { .geocodeFoundPartialResult }
    /// The search for a place was cancelled.
    public static var geocodeCanceled: Code { .geocodeCanceled }
    /// Positions cannot be delivered later, for no reason that is known.
    public static var deferredFailed: Code { .deferredFailed }
    /// Deferring needs positions that are being updated.
    public static var deferredNotUpdatingLocation: Code { .deferredNotUpdatingLocation }
    /// Deferring needs a higher accuracy.
    public static var deferredAccuracyTooLow: Code { .deferredAccuracyTooLow }
    /// Deferring allows no filter by distance.
    public static var deferredDistanceFiltered: Code { .deferredDistanceFiltered }
    /// The program or the location manager cancelled the deferring of positions.
    public static var deferredCanceled: Code { .deferredCanceled }
    /// Beacons cannot be looked for.
    public static var rangingUnavailable: Code { .rangingUnavailable }
    /// Beacons were not found.
    public static var rangingFailure: Code { .rangingFailure }
    /// The user did not grant the temporary authorization that was asked for.
    public static var promptDeclined: Code { .promptDeclined }
    /// Positions of the past cannot be had.
    public static var historicalLocationError: Code { .historicalLocationError }
}

// By this a cast from `NSError` gives a `CLError`.
extension CLError: _ObjectiveCBridgeable {
    /// The error as an object.
    public func _bridgeToObjectiveC() -> NSError { _nsError }

    /// The error that an object of CoreLocation's domain is.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout CLError?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    /// The error that an object is; nothing when it is of another domain.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSError, result: inout CLError?
    ) -> Bool {
        result = CLError(_bridgedNSError: source)
        return result != nil
    }

    /// The error that an object of CoreLocation's domain is; `locationUnknown` for any other.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> CLError {
        // Only reached for an object that is known to be one.
        source.flatMap { CLError(_bridgedNSError: $0) } ?? CLError(.locationUnknown)
    }
}
