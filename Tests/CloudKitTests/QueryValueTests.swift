import CloudKit
import Testing

@Suite struct `Queries by hand` {
    @Test func `keeps its type and predicate, and its sort may change`() {
        let query = CKQuery(recordType: "City", predicate: NSPredicate(format: "n > %d", 5))
        #expect(query.recordType == "City")
        #expect(query.predicate.predicateFormat == "n > 5")
        #expect(query.sortDescriptors == nil)
        query.sortDescriptors = [NSSortDescriptor(key: "n", ascending: false)]
        #expect(query.sortDescriptors?.first?.key == "n")
        #expect(query.sortDescriptors?.first?.ascending == false)
    }

    @Test func `copies are sorted on their own`() throws {
        let query = CKQuery(recordType: "City", predicate: NSPredicate(value: true))
        query.sortDescriptors = [NSSortDescriptor(key: "n", ascending: true)]
        let copy = try #require(query.copy() as? CKQuery)
        query.sortDescriptors = nil
        #expect(copy.recordType == "City")
        #expect(copy.sortDescriptors?.count == 1)
    }

    @Test func `stops the program for an empty type`() async {
        await #expect(processExitsWith: .failure) {
            _ = CKQuery(recordType: "", predicate: NSPredicate(value: true))
        }
    }

    @Test func `survives an archive`() throws {
        let here = CLLocation(latitude: 1, longitude: 2)
        let query = CKQuery(
            recordType: "City", predicate: NSPredicate(format: "name BEGINSWITH %@", "P"))
        query.sortDescriptors = [
            NSSortDescriptor(key: "n", ascending: false),
            CKLocationSortDescriptor(key: "place", relativeLocation: here),
        ]
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: query, requiringSecureCoding: true)
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: CKQuery.self, from: data))
        #expect(read.recordType == "City")
        #expect(read.predicate == query.predicate)
        #expect(read.sortDescriptors?.first?.ascending == false)
        let near = try #require(read.sortDescriptors?.last as? CKLocationSortDescriptor)
        #expect(near.key == "place")
        #expect(near.ascending)
        #expect(near.relativeLocation.coordinate.latitude == 1)
    }

    @Test func `sorts by distance in both directions`() throws {
        let near = CKLocationSortDescriptor(
            key: "place", relativeLocation: CLLocation(latitude: 1, longitude: 2))
        #expect(near.ascending)
        #expect(near.key == "place")
        let far = try #require(near.reversedSortDescriptor as? CKLocationSortDescriptor)
        #expect(!far.ascending)
        #expect(far.relativeLocation == near.relativeLocation)
    }

    @Test func `takes references, names and records in predicates`() {
        let id = CKRecord.ID(recordName: "ann")
        let reference = CKRecord.Reference(recordID: id, action: .none)
        let a = NSPredicate(format: "employee == %@", reference)
        let b = NSPredicate(format: "employee == %@", id)
        #expect(a == b)
        #expect(a != NSPredicate(format: "employee == %@", CKRecord.ID(recordName: "bob")))
    }
}
