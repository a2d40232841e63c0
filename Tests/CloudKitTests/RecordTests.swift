import CloudKit
import Testing

@Suite struct `Records by hand` {
    private let record = CKRecord(
        recordType: "City", recordID: CKRecord.ID(recordName: "paris"))

    // MARK: Making

    @Test func `gets a new name in the default zone when none is given`() {
        let a = CKRecord(recordType: "City")
        let b = CKRecord(recordType: "City")
        #expect(a.recordType == "City")
        #expect(a.recordID != b.recordID)
        #expect(UUID(uuidString: a.recordID.recordName) != nil)
        #expect(a.recordID.zoneID == CKRecordZone.default().zoneID)
    }

    @Test func `gets a new name in a zone`() {
        let zone = CKRecordZone.ID(zoneName: "Notes", ownerName: CKCurrentUserDefaultName)
        let record = CKRecord(recordType: "Note", zoneID: zone)
        #expect(record.recordID.zoneID == zone)
        #expect(record.recordID.zoneID.zoneName == "Notes")
    }

    @Test func `knows nothing of the service before it was saved`() {
        #expect(record.creationDate == nil)
        #expect(record.modificationDate == nil)
        #expect(record.creatorUserRecordID == nil)
        #expect(record.lastModifiedUserRecordID == nil)
        #expect(record.recordChangeTag == nil)
        #expect(record.share == nil)
        #expect(record.parent == nil)
    }

    @Test func `stops the program for types that cannot be`() async {
        await #expect(processExitsWith: .failure) { _ = CKRecord(recordType: "") }
        await #expect(processExitsWith: .failure) { _ = CKRecord(recordType: "A.B") }
    }

    // MARK: Fields

    @Test func `keeps Swift values of every kind and gives them back`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 7_000)
        record["text"] = "Paris"
        record["int"] = 42
        record["long"] = Int64.max
        record["small"] = Int8(-7)
        record["real"] = 2.5
        record["float"] = Float(0.5)
        record["yes"] = true
        record["no"] = false
        record["date"] = date
        record["bytes"] = Data([1, 2, 3])
        record["place"] = CLLocation(latitude: 48.8566, longitude: 2.3522)
        let reference = CKRecord.Reference(
            recordID: CKRecord.ID(recordName: "france"), action: .deleteSelf)
        record["country"] = reference

        #expect(record["text"] as? String == "Paris")
        #expect(record["int"] as? Int == 42)
        #expect(record["long"] as? Int64 == Int64.max)
        #expect(record["small"] as? Int == -7)
        #expect(record["real"] as? Double == 2.5)
        #expect(record["float"] as? Float == 0.5)
        #expect(record["yes"] as? Bool == true)
        #expect(record["no"] as? Bool == false)
        #expect(record["date"] as? Date == date)
        #expect(record["bytes"] as? Data == Data([1, 2, 3]))
        let place = try #require(record["place"] as? CLLocation)
        #expect(place.coordinate.latitude == 48.8566)
        #expect(place.coordinate.longitude == 2.3522)
        #expect(record["country"] as? CKRecord.Reference == reference)
        #expect(record["nothing"] == nil)
    }

    @Test func `reads a number as any number that it equals, and as nothing else`() {
        record["n"] = 5
        #expect(record["n"] as? Int == 5)
        #expect(record["n"] as? Int64 == 5)
        #expect(record["n"] as? Double == 5)
        #expect(record["n"] as? NSNumber == 5)
        #expect(record["n"] as? String == nil)
        record["r"] = 2.5
        #expect(record["r"] as? Int == nil)
        #expect(record["r"] as? Double == 2.5)
        record["whole"] = 3.0
        #expect(record["whole"] as? Int == 3)
    }

    @Test func `reads fields into typed variables`() {
        record["text"] = "Paris"
        record["n"] = 5
        record["real"] = 2.5
        record["list"] = ["a", "b"]
        record["asset"] = CKAsset(fileURL: URL(fileURLWithPath: "/tmp/x"))
        let text: String? = record["text"]
        let int: Int? = record["n"]
        let double: Double? = record["n"]
        let real: Double? = record["real"]
        let wrong: Int? = record["text"]
        let missing: String? = record["missing"]
        let list: [String]? = record["list"]
        let asset: CKAsset? = record["asset"]
        #expect(text == "Paris")
        #expect(int == 5)
        #expect(double == 5)
        #expect(real == 2.5)
        #expect(wrong == nil)
        #expect(missing == nil)
        #expect(list == ["a", "b"])
        #expect(asset?.fileURL?.path == "/tmp/x")
    }

    @Test func `takes objects of Foundation, and values as CKRecordValue`() {
        let name = "Paris"
        record["a"] = name as CKRecordValue
        record["b"] = 7 as CKRecordValue
        record["c"] = name as NSString
        record["d"] = NSNumber(value: 1.5)
        record["e"] = NSDate(timeIntervalSinceReferenceDate: 1)
        record["f"] = ["x", "y"] as NSArray
        record["g"] = ["x", "y"] as CKRecordValue
        record["h"] = NSData(data: Data([9]))
        record.setObject("Lyon" as NSString, forKey: "i")
        record.setValue("Nice", forKey: "j")
        #expect(record["a"] as? String == "Paris")
        #expect(record["b"] as? Int == 7)
        #expect(record["c"] as? String == "Paris")
        #expect(record["c"] as? NSString == "Paris")
        #expect(record["d"] as? Double == 1.5)
        #expect(record["e"] as? Date == Date(timeIntervalSinceReferenceDate: 1))
        #expect(record["f"] as? [String] == ["x", "y"])
        #expect(record["g"] as? [String] == ["x", "y"])
        #expect(record["h"] as? Data == Data([9]))
        #expect(record.object(forKey: "i") as? String == "Lyon")
        #expect(record.value(forKey: "j") as? String == "Nice")
        let value = record["a"] as CKRecordValue?
        #expect(value as? String == "Paris")
    }

    @Test func `keeps lists of each kind`() throws {
        let references = ["a", "b"].map {
            CKRecord.Reference(recordID: CKRecord.ID(recordName: $0), action: .none)
        }
        record["texts"] = ["a", "b"]
        record["ints"] = [1, 2, 3]
        record["reals"] = [0.5, 1.5]
        record["dates"] = [Date(timeIntervalSinceReferenceDate: 1)]
        record["bytes"] = [Data([1]), Data([2])]
        record["references"] = references
        record["places"] = [CLLocation(latitude: 1, longitude: 2)]
        record["assets"] = [CKAsset(fileURL: URL(fileURLWithPath: "/tmp/x"))]
        #expect(record["texts"] as? [String] == ["a", "b"])
        #expect(record["ints"] as? [Int] == [1, 2, 3])
        #expect(record["ints"] as? [Int64] == [1, 2, 3])
        #expect(record["reals"] as? [Double] == [0.5, 1.5])
        #expect(record["dates"] as? [Date] == [Date(timeIntervalSinceReferenceDate: 1)])
        #expect(record["bytes"] as? [Data] == [Data([1]), Data([2])])
        #expect(record["references"] as? [CKRecord.Reference] == references)
        #expect((record["places"] as? [CLLocation])?.first?.coordinate.longitude == 2)
        #expect((record["assets"] as? [CKAsset])?.first?.fileURL?.path == "/tmp/x")
        #expect(record["texts"] as? [Int] == nil)
    }

    @Test func `stops the program for what no field can hold`() async {
        await #expect(processExitsWith: .failure) {
            CKRecord(recordType: "A").setValue(["a": 1], forKey: "dictionary")
        }
        await #expect(processExitsWith: .failure) {
            CKRecord(recordType: "A").setValue(URL(fileURLWithPath: "/"), forKey: "url")
        }
        await #expect(processExitsWith: .failure) {
            CKRecord(recordType: "A").setValue(CKRecord.ID(recordName: "a"), forKey: "name")
        }
        await #expect(processExitsWith: .failure) {
            CKRecord(recordType: "A")["mixed"] = ["a", 1] as NSArray
        }
        await #expect(processExitsWith: .failure) {
            CKRecord(recordType: "A")["nested"] = [["a"], ["b"]] as NSArray
        }
    }

    @Test func `removes a field that is set to nil`() {
        record["a"] = "x"
        record["b"] = "y"
        record["a"] = nil
        let none: String? = nil
        record["b"] = none
        record["c"] = none
        #expect(record["a"] == nil)
        #expect(record.allKeys() == [])
        #expect(Set(record.changedKeys()) == ["a", "b", "c"])
    }

    @Test func `lists its fields and those that changed`() {
        record["b"] = 1
        record["a"] = 2
        #expect(Set(record.allKeys()) == ["a", "b"])
        #expect(Set(record.changedKeys()) == ["a", "b"])
        #expect(CKRecord(recordType: "A").changedKeys() == [])
    }

    @Test func `is gone through field by field`() {
        record["a"] = "x"
        record["b"] = 2
        var seen: [String: String] = [:]
        for (key, value) in record { seen[key] = "\(value)" }
        #expect(seen == ["a": "x", "b": "2"])
    }

    @Test func `gives the words of its texts`() {
        record["title"] = "Été à Paris"
        record["tags"] = ["red Wine", "sea"]
        record["n"] = 5
        #expect(Set(record.allTokens()).isSuperset(of: ["paris", "red", "wine", "sea"]))
    }

    @Test func `keeps encrypted values apart from plain ones`() {
        record["plain"] = "seen"
        record.encryptedValues["secret"] = "hidden"
        record.encryptedValues["number"] = 7
        #expect(record.encryptedValues["secret"] as? String == "hidden")
        let number: Int? = record.encryptedValues["number"]
        #expect(number == 7)
        #expect(Set(record.encryptedValues.allKeys()) == ["secret", "number"])
        #expect(Set(record.encryptedValues.changedKeys()) == ["secret", "number"])
        #expect(record["plain"] as? String == "seen")
        #expect(!record.description.contains("hidden"))
        record.encryptedValues["secret"] = nil
        #expect(record.encryptedValues["secret"] == nil)
        #expect(record.encryptedValues.allKeys() == ["number"])
        record.encryptedValues["plain"] = nil
        #expect(record["plain"] as? String == "seen")
        record["plain"] = "changed"
        #expect(record["plain"] as? String == "changed")
    }

    // MARK: Sharing and copying

    @Test func `has a parent`() {
        let folder = CKRecord(recordType: "Folder")
        let note = CKRecord(recordType: "Note")
        note.setParent(folder)
        #expect(note.parent?.recordID == folder.recordID)
        #expect(note.parent?.action == CKRecord.ReferenceAction.none)
        let nobody: CKRecord? = nil
        note.setParent(nobody)
        #expect(note.parent == nil)
        note.setParent(folder.recordID)
        #expect(note.parent?.recordID == folder.recordID)
        note.parent = nil
        #expect(note.parent == nil)
    }

    @Test func `copies change on their own`() throws {
        record["a"] = "x"
        let copy = try #require(record.copy() as? CKRecord)
        #expect(copy.recordID == record.recordID)
        copy["a"] = "y"
        copy["b"] = 1
        #expect(record["a"] as? String == "x")
        #expect(record["b"] == nil)
        #expect(copy["a"] as? String == "y")
        #expect(Set(copy.changedKeys()) == ["a", "b"])
    }

    @Test func `says what it is`() {
        record["name"] = "Paris"
        #expect(record.description.contains("City"))
        #expect(record.description.contains("paris"))
        #expect(record.description.contains("name"))
    }

    @Test func `answers predicates in memory by its fields`() {
        let folder = CKRecord(recordType: "Folder")
        record["name"] = "Paris"
        record["population"] = 2_138_551
        record["tags"] = ["river", "museum"]
        record["folder"] = CKRecord.Reference(record: folder, action: .none)
        func holds(_ predicate: NSPredicate) -> Bool { predicate.evaluate(with: record) }
        #expect(holds(NSPredicate(format: "name == 'Paris' AND population > 1000000")))
        #expect(!holds(NSPredicate(format: "name == 'Lyon'")))
        #expect(holds(NSPredicate(format: "tags CONTAINS %@", "river")))
        #expect(holds(NSPredicate(format: "folder == %@", folder)))
        #expect(holds(NSPredicate(format: "folder == %@", folder.recordID)))
        #expect(holds(NSPredicate(format: "recordID == %@", record.recordID)))
        #expect(holds(NSPredicate(format: "missing == nil")))
        #expect(!holds(NSPredicate(format: "folder == %@", record)))
    }

    @Test func `may be changed by many tasks`() async {
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<200 { record["field\(task)"] = round }
                }
            }
        }
        #expect(record.allKeys().count == 8)
        for task in 0..<8 { #expect(record["field\(task)"] as? Int == 199) }
    }
}

@Suite struct `Names of records and zones` {
    @Test func `are equal by what they say`() {
        let zone = CKRecordZone.ID(zoneName: "Notes", ownerName: "_ann")
        let a = CKRecord.ID(recordName: "a", zoneID: zone)
        let same = CKRecord.ID(
            recordName: "a", zoneID: CKRecordZone.ID(zoneName: "Notes", ownerName: "_ann"))
        #expect(a == same)
        #expect(Set([a, same]).count == 1)
        #expect(a != CKRecord.ID(recordName: "a"))
        #expect(a != CKRecord.ID(recordName: "b", zoneID: zone))
        #expect(zone != CKRecordZone.ID(zoneName: "Notes"))
        #expect([a: 1][same] == 1)
        #expect((a.copy() as? CKRecord.ID) == a)
    }

    @Test func `have the names of both generations`() {
        let id: CKRecord.ID = CKRecordID(recordName: "a")
        let zone: CKRecordZone.ID = CKRecordZoneID(zoneName: "z", ownerName: CKOwnerDefaultName)
        let reference: CKRecord.Reference = CKReference(recordID: id, action: .none)
        #expect(reference.recordID.recordName == "a")
        #expect(zone.ownerName == CKCurrentUserDefaultName)
        #expect(CKRecordZone.ID.default.zoneName == CKRecordZoneDefaultName)
        #expect(CKRecordZone.ID.defaultZoneName == "_defaultZone")
        #expect(CKRecord.SystemType.userRecord == CKRecordTypeUserRecord)
        #expect(CKRecord.SystemType.share == "cloudkit.share")
        #expect(CKRecordNameZoneWideShare == "cloudkit.zoneshare")
    }

    @Test func `references are equal by record and action`() {
        let record = CKRecord(recordType: "A")
        let a = CKRecord.Reference(record: record, action: .deleteSelf)
        #expect(a == CKRecord.Reference(recordID: record.recordID, action: .deleteSelf))
        #expect(a != CKRecord.Reference(recordID: record.recordID, action: .none))
        #expect(a.action.rawValue == 1)
    }
}
