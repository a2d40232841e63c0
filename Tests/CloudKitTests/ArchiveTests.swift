import CloudKit
import TestFiles
import Testing

@Suite struct `Archives` {
    // MARK: Apple's

    /// What a file in the directory of real archives holds; nil where there is no directory.
    private func real(_ prefix: String) throws -> Data? {
        guard let directory = RealData.file("archives") else { return nil }
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        let name = try #require(names.first { $0.hasPrefix(prefix) })
        return try Data(contentsOf: directory.appendingPathComponent(name))
    }

    @Test func `of a whole record by Apple are read`() throws {
        let record = try #require(
            try NSKeyedUnarchiver.unarchivedObject(
                ofClass: CKRecord.self, from: AppleArchives.wholeRecord))
        #expect(record.recordType == "Person")
        #expect(record.recordID.recordName == "ada")
        #expect(record.recordID.zoneID == CKRecordZone.ID(zoneName: "Notes"))
        #expect(record.recordChangeTag == "jh3gjmdt")
        #expect(record.creationDate == Date(timeIntervalSinceReferenceDate: 547826405.465))
        #expect(record.modificationDate == Date(timeIntervalSinceReferenceDate: 547826453.433))
        #expect(record.creatorUserRecordID?.recordName == CKCurrentUserDefaultName)
        #expect(record.lastModifiedUserRecordID?.recordName == CKCurrentUserDefaultName)
        #expect(Set(record.allKeys()) == ["age", "name"])
        #expect(record["age"] as? Int == 26)
        #expect(record["name"] as? String == "Ada Example")
        #expect(record.changedKeys() == [])
        #expect(record.share == nil)
        #expect(record.parent == nil)
    }

    @Test func `of a real record by Apple are read`() throws {
        guard let data = try real("CloudKitCodable") else { return }
        let record = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: CKRecord.self, from: data))
        #expect(record.recordType == "Person")
        #expect(record.recordID.recordName == "1C0F1D79-F80C-74AF-9F9E-6A1581E7CD73")
        #expect(record.recordID.zoneID == .default)
        #expect(record.recordChangeTag == "jh3gjmdt")
        #expect(Set(record.allKeys()) == ["age", "website", "name", "isDeveloper", "avatar"])
        #expect(record["age"] as? Int == 26)
        #expect(record["isDeveloper"] as? Bool == true)
        let avatar = try #require(record["avatar"] as? CKAsset)
        #expect(avatar.fileURL?.lastPathComponent.hasPrefix("7644AD10-A5A5-4191") == true)
    }

    @Test(arguments: [true, false])
    func `of system fields by Apple are read`(isSecure: Bool) throws {
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: AppleArchives.recordWithoutFields)
        unarchiver.requiresSecureCoding = isSecure
        let record = try #require(CKRecord(coder: unarchiver))
        unarchiver.finishDecoding()
        #expect(record.recordType == "Person")
        #expect(record.recordID.recordName == "ada")
        #expect(record.recordID.zoneID.zoneName == "Notes")
        #expect(record.recordID.zoneID.ownerName == CKCurrentUserDefaultName)
        #expect(record.recordChangeTag == "jh3gjmdt")
        #expect(record.modificationDate == Date(timeIntervalSinceReferenceDate: 547826453.433))
        #expect(record.allKeys() == [])
    }

    @Test func `of real system fields by Apple are read`() throws {
        guard let data = try real("SyncKit-QSCompany") else { return }
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
        unarchiver.requiresSecureCoding = true
        let record = try #require(CKRecord(coder: unarchiver))
        #expect(record.recordType == "QSCompany")
        #expect(record.recordID.zoneID.zoneName == "QSCloudKitCustomZoneName")
        #expect(record.recordChangeTag == "4")
        #expect(record.modificationDate == Date(timeIntervalSinceReferenceDate: 523319906.484))
    }

    @Test func `of a change token by Apple are read`() throws {
        let token = try #require(
            try NSKeyedUnarchiver.unarchivedObject(
                ofClass: CKServerChangeToken.self, from: AppleArchives.changeToken))
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: token, requiringSecureCoding: true)
        let again = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: CKServerChangeToken.self, from: data)
        #expect(again == token)
    }

    @Test func `written here have Apple's classes and keys`() throws {
        let record = try #require(
            try NSKeyedUnarchiver.unarchivedObject(
                ofClass: CKRecord.self, from: AppleArchives.wholeRecord))
        let ours = try NSKeyedArchiver.archivedData(
            withRootObject: record, requiringSecureCoding: true)
        let (theirNames, theirKeys) = try shape(of: AppleArchives.wholeRecord)
        let (ourNames, ourKeys) = try shape(of: ours)
        #expect(
            theirNames.filter { $0.hasPrefix("CK") }
                == Set([
                    "CKRecord", "CKRecordID", "CKRecordZoneID", "CKRecordValueStore",
                    "CKEncryptedRecordValueStore",
                ]))
        #expect(ourNames.isSuperset(of: theirNames.filter { $0.hasPrefix("CK") }))
        for key in ["RecordType", "RecordID", "ETag", "RecordCtime", "RecordMtime", "ValueStore"] {
            #expect(theirKeys.contains(key))
            #expect(ourKeys.contains(key))
        }
    }

    /// The names of classes, those to fall back to among them, and the keys in an archive.
    private func shape(of data: Data) throws -> (classes: Set<String>, keys: Set<String>) {
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        let objects = try #require((list as? [String: Any])?["$objects"] as? [Any])
        let entries = objects.compactMap { $0 as? [String: Any] }
        let names = entries.compactMap { $0["$classname"] as? String }
        let hints = entries.flatMap { $0["$classhints"] as? [String] ?? [] }
        return (Set(names + hints), Set(entries.flatMap { $0.keys.map { $0 } }))
    }

    // MARK: Ours

    @Test func `of system fields leave the fields out`() throws {
        let zone = CKRecordZone.ID(zoneName: "Notes", ownerName: "_ann")
        let record = CKRecord(
            recordType: "Note", recordID: CKRecord.ID(recordName: "n", zoneID: zone))
        record["title"] = "Hello"
        record.setParent(CKRecord.ID(recordName: "folder", zoneID: zone))
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        record.encodeSystemFields(with: archiver)
        archiver.finishEncoding()
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        unarchiver.requiresSecureCoding = true
        let read = try #require(CKRecord(coder: unarchiver))
        #expect(read.recordID == record.recordID)
        #expect(read.recordType == "Note")
        #expect(read.parent?.recordID.recordName == "folder")
        #expect(read.recordChangeTag == nil)
        #expect(read["title"] == nil)
        #expect(read.allKeys() == [])
    }

    @Test func `of a record keep its fields`() throws {
        let record = CKRecord(recordType: "Note")
        record["text"] = "Hello"
        record["int"] = Int64.max
        record["real"] = 2.5
        record["date"] = Date(timeIntervalSinceReferenceDate: 5)
        record["bytes"] = Data([1, 2])
        record["place"] = CLLocation(latitude: 1, longitude: 2)
        record["reference"] = CKRecord.Reference(
            recordID: CKRecord.ID(recordName: "a"), action: .deleteSelf)
        record["list"] = ["a", "b"]
        record["asset"] = CKAsset(fileURL: URL(fileURLWithPath: "/tmp/photo.jpg"))
        record.encryptedValues["secret"] = "hidden"
        record.encryptedValues["removed"] = "hidden"
        record.encryptedValues.setObject(nil, forKey: "removed")
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: record, requiringSecureCoding: true)
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: CKRecord.self, from: data))
        #expect(Set(read.allKeys()) == Set(record.allKeys()))
        #expect(Set(read.changedKeys()) == Set(record.changedKeys()))
        #expect(read["text"] as? String == "Hello")
        #expect(read["int"] as? Int64 == Int64.max)
        #expect(read["real"] as? Double == 2.5)
        #expect(read["date"] as? Date == Date(timeIntervalSinceReferenceDate: 5))
        #expect(read["bytes"] as? Data == Data([1, 2]))
        #expect((read["place"] as? CLLocation)?.coordinate.longitude == 2)
        #expect((read["reference"] as? CKRecord.Reference)?.action == .deleteSelf)
        #expect(read["list"] as? [String] == ["a", "b"])
        #expect((read["asset"] as? CKAsset)?.fileURL?.path == "/tmp/photo.jpg")
        #expect(read.encryptedValues["secret"] as? String == "hidden")
        #expect(read.encryptedValues.allKeys() == ["secret"])
        #expect(read.encryptedValues.changedKeys() == ["removed", "secret"])
    }

    @Test func `of a record keep equal numbers apart by their kinds`() throws {
        let whole = CKRecord(recordType: "Note")
        whole["count"] = 0
        whole["list"] = [1, 2]
        let real = CKRecord(recordType: "Note")
        real["ratio"] = 0.0
        real["list"] = [1.0, 2.0, 2.5]
        real["short"] = [1.0, 2.0]
        // The archiver keeps the first of numbers that are equal.
        for records in [[whole, real], [real, whole]] {
            let data = try NSKeyedArchiver.archivedData(
                withRootObject: records as NSArray, requiringSecureCoding: true)
            let read = try #require(
                try NSKeyedUnarchiver.unarchivedObject(
                    ofClasses: [NSArray.self, CKRecord.self], from: data) as? [CKRecord])
            for record in read {
                for key in record.allKeys() {
                    let numbers = record[key] as? [NSNumber] ?? [record[key] as? NSNumber ?? 7]
                    let areDouble = Set(numbers.map { String(cString: $0.objCType) == "d" })
                    #expect(areDouble == [record["count"] == nil], "\(key)")
                }
            }
        }
    }

    @Test func `of names are read in lists and dictionaries`() throws {
        let ids = ["a", "b"].map { CKRecord.ID(recordName: $0) }
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: ids as NSArray, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(
            ofClasses: [NSArray.self, CKRecord.ID.self], from: data)
        #expect(read as? [CKRecord.ID] == ids)
    }

    @Test func `that contain themselves are no record`() throws {
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: AppleArchives.endless)
        #expect(CKRecord(coder: unarchiver) == nil)
    }

    @Test(arguments: AppleArchives.damaged)
    func `with a part of another kind are read without stopping`(data: Data) throws {
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
        unarchiver.requiresSecureCoding = true
        let record = CKRecord(coder: unarchiver)
        #expect(record == nil || record?.recordType == "Person")
    }

    @Test(arguments: AppleArchives.classless)
    func `with an object without a class are no record`(data: Data) throws {
        #expect(CKRecord(coder: try NSKeyedUnarchiver(forReadingFrom: data)) == nil)
    }

    @Test func `of something else are no record`() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode("text" as NSString, forKey: "RecordType")
        archiver.encode("text" as NSString, forKey: "RecordID")
        archiver.finishEncoding()
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        #expect(CKRecord(coder: unarchiver) == nil)
        let empty = NSKeyedArchiver(requiringSecureCoding: true)
        empty.finishEncoding()
        #expect(CKRecord(coder: try NSKeyedUnarchiver(forReadingFrom: empty.encodedData)) == nil)
        #expect(throws: (any Error).self) { try NSKeyedUnarchiver(forReadingFrom: Data([1, 2])) }
    }
}
