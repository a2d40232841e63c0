public import CoreData
import PredicateCore
import RecordCore
import Synchronization

// The members of Core Data's MirroredModel that have types of CloudKit. Sources that use them import
// both modules.

extension MirroredModel {
    /// The zone of a user's own objects, in the private database.
    public static var zoneID: CKRecordZone.ID { CKRecordZone.ID(zoneName: zoneName) }

    /// The object of a record of a type such as `CD_Note`.
    ///
    ///     let note = try model.object(from: record)
    ///     note["title"] as? String  // "Milk"
    ///
    /// Large values are read from the files of the record's assets.
    ///
    /// - Throws: ``MirroredModelError`` with the code `noEntity` for a record of no entity of the model,
    ///   `missingContent` for one whose assets have no file, and what reading a file throws.
    public func object(from record: CKRecord) throws -> MirroredObject {
        try object(of: record.record)
    }

    /// The objects of records, with the names of the records that relationships to many point at.
    ///
    ///     let page = try await database.recordZoneChanges(
    ///         inZoneWith: MirroredModel.zoneID, since: nil)
    ///     let records = try page.modificationResultsByID.values.map { try $0.get().record }
    ///     let notes = try model.objects(from: records).filter { $0.entityName == "Note" }
    ///     notes[0]["tags"] as? Set<String>  // names of records among `records`
    ///
    /// Records of `CDMR` join pairs of many to many. Records that are none of the model's, such as
    /// shares, are left out.
    ///
    /// - Throws: ``MirroredModelError`` with the code `missingContent` for a record whose assets have no
    ///   file, and what reading a file throws.
    public func objects(from records: some Sequence<CKRecord>) throws -> [MirroredObject] {
        try objects(of: records.map(\.record))
    }

    /// The record of an object: a new one, or one that is there with what is different now.
    ///
    ///     try note.setValue("Oat milk", forKey: "title")
    ///     try model.record(from: note, updating: record).changedKeys()  // ["CD_title"]
    ///
    /// Fields that the model does not have stay. Where all fields are larger than 750,000 bytes the
    /// largest go into assets, as a device writes them.
    ///
    /// - Parameters:
    ///   - record: The record that the object is from, which is changed and given back.
    ///   - zoneID: The zone of a new record; that of a user's own objects unless given.
    /// - Throws: ``MirroredModelError`` with the code `otherRecord` where the record is of another name
    ///   or type.
    @discardableResult
    public func record(
        from object: MirroredObject, updating record: CKRecord? = nil,
        zoneID: CKRecordZone.ID = MirroredModel.zoneID
    ) throws -> CKRecord {
        let changes = try changes(of: object, to: record?.record)
        let record =
            record
            ?? CKRecord(
                recordType: changes.type,
                recordID: CKRecord.ID(recordName: object.recordName, zoneID: zoneID))
        record.set(changes.fields, encrypted: changes.encrypted)
        return record
    }

    /// The pair of a record of the type `CDMR`.
    ///
    /// - Throws: ``MirroredModelError`` with the code `noPair` for a record that joins no pair of the
    ///   model.
    public func link(from record: CKRecord) throws -> MirroredLink { try link(of: record.record) }

    /// The record of a pair, of the type `CDMR`.
    ///
    /// - Throws: ``MirroredModelError`` with the code `unknownProperty` for a pair of another model.
    public func record(
        from link: MirroredLink, zoneID: CKRecordZone.ID = MirroredModel.zoneID
    ) throws -> CKRecord {
        let record = CKRecord(
            recordType: "CDMR",
            recordID: CKRecord.ID(recordName: link.recordName, zoneID: zoneID))
        record.set(try fields(of: link), encrypted: [])
        return record
    }
}

extension CKRecord {
    fileprivate func set(_ fields: [String: Value], encrypted: Set<String>) {
        state.withLock { state in
            for (name, value) in fields {
                state.set(value, forKey: name)
                if encrypted.contains(name) { state.record.encrypted.insert(name) }
            }
        }
    }
}
