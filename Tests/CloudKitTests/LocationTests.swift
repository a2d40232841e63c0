import CloudKit
import Testing

@Suite struct `Positions` {
    private let paris = CLLocation(latitude: 48.8566, longitude: 2.3522)
    private let london = CLLocation(latitude: 51.5072, longitude: -0.1276)

    @Test func `of a coordinate knows neither altitude nor movement`() {
        #expect(paris.coordinate.latitude == 48.8566)
        #expect(paris.coordinate.longitude == 2.3522)
        #expect(paris.altitude == 0)
        #expect(paris.horizontalAccuracy == 0)
        #expect(paris.verticalAccuracy == -1)
        #expect(paris.course == -1)
        #expect(paris.speed == -1)
        #expect(abs(paris.timestamp.timeIntervalSinceNow) < 60)
    }

    @Test func `keeps everything that it is given`() {
        let time = Date(timeIntervalSinceReferenceDate: 99)
        let place = CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: 1, longitude: 2), altitude: 3,
            horizontalAccuracy: 4, verticalAccuracy: 5, course: 6, speed: 7, timestamp: time)
        #expect(place.altitude == 3)
        #expect(place.horizontalAccuracy == 4)
        #expect(place.verticalAccuracy == 5)
        #expect(place.course == 6)
        #expect(place.speed == 7)
        #expect(place.timestamp == time)
    }

    @Test func `measures great circles in metres`() {
        #expect(abs(paris.distance(from: london) - 343_500) < 1_500)
        #expect(paris.distance(from: paris) == 0)
        #expect(abs(london.distance(from: paris) - paris.distance(from: london)) < 0.001)
    }

    @Test func `lies in no circle around a place that is none`() {
        for latitude in [Double.nan, .infinity] {
            let center = CLLocationCoordinate2D(latitude: latitude, longitude: 0)
            let region = CLCircularRegion(center: center, radius: 3e7, identifier: "none")
            #expect(!region.contains(CLLocationCoordinate2D(latitude: 0, longitude: 0)))
            #expect(paris.distance(from: CLLocation(latitude: latitude, longitude: 0)).isNaN)
        }
    }

    @Test func `tells coordinates on Earth from others`() {
        #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(90, -180)))
        #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(90.1, 0)))
        #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(0, .nan)))
        #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
    }

    @Test func `survives an archive and the way through a record`() throws {
        let time = Date(timeIntervalSinceReferenceDate: 99)
        let place = CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: 1, longitude: 2), altitude: 3,
            horizontalAccuracy: 4, verticalAccuracy: 5, course: 6, speed: 7, timestamp: time)
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: place, requiringSecureCoding: true)
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: data))
        let record = CKRecord(recordType: "City")
        record["place"] = place
        let stored = try #require(record["place"] as? CLLocation)
        for other in [read, stored] {
            #expect(other.coordinate.latitude == 1)
            #expect(other.coordinate.longitude == 2)
            #expect(other.altitude == 3)
            #expect(other.horizontalAccuracy == 4)
            #expect(other.verticalAccuracy == 5)
            #expect(other.course == 6)
            #expect(other.speed == 7)
            #expect(other.timestamp == time)
        }
    }

    @Test func `says from where it comes, through an archive`() throws {
        #expect(paris.sourceInformation == nil)
        #expect(paris.ellipsoidalAltitude == 0)
        let source = CLLocationSourceInformation(
            softwareSimulationState: true, andExternalAccessoryState: false)
        let place = CLLocation(
            coordinate: paris.coordinate, altitude: 3, horizontalAccuracy: 4, verticalAccuracy: 5,
            course: 6, courseAccuracy: 1, speed: 7, speedAccuracy: 2, timestamp: Date(),
            sourceInfo: source)
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: place, requiringSecureCoding: true)
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: data))
        #expect(read.sourceInformation == source)
        #expect(read.sourceInformation?.isSimulatedBySoftware == true)
        #expect(read.sourceInformation?.isProducedByAccessory == false)
    }

    @Test func `lies in a circle or does not`() throws {
        let circle = CLCircularRegion(center: paris.coordinate, radius: 10_000, identifier: "Paris")
        #expect(circle.contains(CLLocationCoordinate2D(latitude: 48.86, longitude: 2.35)))
        #expect(!circle.contains(london.coordinate))
        #expect(!circle.contains(kCLLocationCoordinate2DInvalid))
        circle.notifyOnExit = false
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: circle, requiringSecureCoding: true)
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: CLCircularRegion.self, from: data))
        #expect(read == circle)
        #expect(read.radius == 10_000)
        #expect(!read.notifyOnExit)
        let region: CLRegion = circle
        #expect(region.identifier == "Paris")
        #expect(
            region != CLCircularRegion(center: paris.coordinate, radius: 1, identifier: "Paris"))
    }

    @Test func `errors and enumerations have Apple's numbers`() {
        let error = CLError(.denied)
        #expect((error as any Error as? CLError)?.code == .denied)
        #expect((NSError(domain: kCLErrorDomain, code: 18) as? CLError)?.code == .promptDeclined)
        #expect(NSError(domain: "elsewhere", code: 1) as? CLError == nil)
        #expect(CLError.network == .network)
        #expect(CLError.errorDomain == "kCLErrorDomain")
        #expect(CLAuthorizationStatus.authorizedWhenInUse.rawValue == 4)
        #expect(CLAuthorizationStatus.authorized == .authorizedAlways)
        #expect(CLAccuracyAuthorization.reducedAccuracy.rawValue == 1)
        #expect(CLActivityType.other.rawValue == 1)
        #expect(CLDeviceOrientation.faceDown.rawValue == 6)
        #expect(CLProximity.far.rawValue == 3)
        #expect(CLRegionState.outside.rawValue == 2)
    }

    @Test func `is an argument of predicates`() {
        let near = NSPredicate(
            format: "distanceToLocation:fromLocation:(location, %@) < %f", paris, 1000.0)
        #expect(near.evaluate(with: ["location": CLLocation(latitude: 48.857, longitude: 2.353)]))
        #expect(!near.evaluate(with: ["location": london]))
    }
}
