import CoreLocation
import CustomDump
import Foundation
import Testing

@Suite struct `Dumps of positions` {
    private func dump(_ value: Any) -> String {
        var text = ""
        customDump(value, to: &text)
        return text
    }

    @Test func `a position says all its numbers`() {
        let place = CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: 48.5, longitude: 2.25), altitude: 3,
            horizontalAccuracy: 4, verticalAccuracy: 5, course: 6, courseAccuracy: 7, speed: 8,
            speedAccuracy: 9, timestamp: Date(timeIntervalSince1970: 0),
            sourceInfo: CLLocationSourceInformation(
                softwareSimulationState: true, andExternalAccessoryState: false))
        let text = dump(place)
        #expect(text.hasPrefix("CLLocation("))
        for line in [
            "latitude: 48.5", "longitude: 2.25", "altitude: 3.0", "horizontalAccuracy: 4.0",
            "verticalAccuracy: 5.0", "course: 6.0", "courseAccuracy: 7.0", "speed: 8.0",
            "speedAccuracy: 9.0", "isSimulatedBySoftware: true", "isProducedByAccessory: false",
        ] {
            #expect(text.contains(line), "\(line) in \(text)")
        }
    }

    @Test func `enumerations say their names`() {
        #expect(
            dump(CLAuthorizationStatus.authorizedWhenInUse)
                == "CLAuthorizationStatus.authorizedWhenInUse")
        #expect(
            dump(CLAccuracyAuthorization.fullAccuracy) == "CLAccuracyAuthorization.fullAccuracy")
        #expect(dump(CLActivityType.fitness) == "CLActivityType.fitness")
        #expect(dump(CLDeviceOrientation.faceUp) == "CLDeviceOrientation.faceUp")
        #expect(dump(CLProximity.near) == "CLProximity.near")
        #expect(dump(CLRegionState.inside) == "CLRegionState.inside")
    }
}
