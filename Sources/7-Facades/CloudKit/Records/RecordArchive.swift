import Foundation
import PredicateCore
import RecordCore

/// How records are written into archives: under Apple's keys, so that each side reads the other's.
enum RecordArchive {
    // MARK: Writing

    static func encodeSystemFields(of state: CKRecord.State, with coder: NSCoder) {
        let record = state.record
        coder.encode(record.type as NSString, forKey: "RecordType")
        coder.encode(CKRecord.ID(record.id), forKey: "RecordID")
        coder.encode(record.system?.changeTag as NSString?, forKey: "ETag")
        coder.encode(record.system?.created as NSDate?, forKey: "RecordCtime")
        coder.encode(record.system?.modified as NSDate?, forKey: "RecordMtime")
        coder.encode(user(record.system?.createdBy), forKey: "CreatorUserRecordID")
        coder.encode(user(record.system?.modifiedBy), forKey: "LastModifiedUserRecordID")
        coder.encode(state.device as NSString?, forKey: "ModifiedByDevice")
        coder.encode(reference(record.parent), forKey: "ParentReference")
        coder.encode(reference(record.share), forKey: "ShareReference")
        coder.encode(state.hasNewParent, forKey: "HasUpdatedParentReference")
        coder.encode(record.system != nil, forKey: "KnownToServer")
        coder.encode(1, forKey: "Permission")
        // What Apple's decoder looks for and this database has no notion of.
        for key in absentFlags { coder.encode(false, forKey: key) }
        for key in absentObjects { coder.encode(nil as NSString?, forKey: key) }
    }

    static func encodeFields(of state: CKRecord.State, with coder: NSCoder) {
        coder.encode(
            CKRecordValueStore(state) { !state.record.encrypted.contains($0) }, forKey: "ValueStore"
        )
        coder.encode(
            CKEncryptedRecordValueStore(state) { state.record.encrypted.contains($0) },
            forKey: "EncryptedValueStore")
    }

    private static func user(_ name: String?) -> CKRecord.ID? {
        name.map { CKRecord.ID(recordName: $0) }
    }

    private static func reference(_ id: RecordID?) -> CKRecord.Reference? {
        id.map { CKRecord.Reference(recordID: CKRecord.ID($0), action: .none) }
    }

    private static let absentFlags = [
        "HasUpdatedShareReference", "UseLightweightPCS", "WantsChainPCSKey",
        "WantsPublicSharingKey", "WasCached",
    ]
    private static let absentObjects = [
        "BaseToken", "ChainParentPublicKeyID", "ChainPrivateKey", "ChainProtectionData",
        "ConflictLoserEtags", "MutableEncryptedPublicSharingKey", "PreviousParentReference",
        "PreviousProtectionDataEtag", "PreviousProtectionDataEtagFromUnitTest",
        "PreviousShareReference", "ProtectionData", "ProtectionDataEtag", "RoutingKey",
        "ShareEtag", "TombstonedPublicKeyIDs", "URL", "ZoneProtectionDataEtag",
    ]

    // MARK: Reading

    /// The record of an archive; nil where it holds none.
    static func state(from coder: NSCoder) -> CKRecord.State? {
        guard let type = coder.text("RecordType"), let id: CKRecord.ID = coder.object("RecordID")
        else { return nil }
        var record = Record(type, id.id)
        if let tag = coder.text("ETag") {
            let created: Date? = coder.object("RecordCtime")
            let modified: Date? = coder.object("RecordMtime")
            record.system = SystemFields(
                created: created ?? modified ?? Date(timeIntervalSinceReferenceDate: 0),
                createdBy: userName("CreatorUserRecordID", coder),
                modified: modified ?? created ?? Date(timeIntervalSinceReferenceDate: 0),
                modifiedBy: userName("LastModifiedUserRecordID", coder), changeTag: tag)
        }
        record.parent = coder.object("ParentReference", as: CKRecord.Reference.self)?.recordID.id
        record.share = coder.object("ShareReference", as: CKRecord.Reference.self)?.recordID.id
        var state = CKRecord.State(record: record)
        state.device = coder.text("ModifiedByDevice")
        state.hasNewParent = coder.bool("HasUpdatedParentReference")
        let plain: CKRecordValueStore? = coder.object("ValueStore")
        let secret: CKRecordValueStore? = coder.object("EncryptedValueStore")
        for store in [plain, secret].compactMap({ $0 }) {
            state.record.fields.merge(store.values) { first, _ in first }
            state.changed.formUnion(store.changed)
        }
        if let secret {
            // Those that were removed have no value any more.
            state.record.encrypted = secret.changed.union(secret.values.keys)
        }
        if state.record.system != nil {
            var original = state.record
            for key in state.changed { original.fields[key] = nil }
            for store in [plain, secret].compactMap({ $0 }) {
                original.fields.merge(store.originals) { _, old in old }
            }
            state.original = original
        }
        return state
    }

    private static func userName(_ key: String, _ coder: NSCoder) -> String {
        coder.object(key, as: CKRecord.ID.self)?.recordName ?? CKCurrentUserDefaultName
    }
}

/// The fields of a record inside an archive.
class CKRecordValueStore: NSObject, NSSecureCoding {
    let values: [String: Value]
    let originals: [String: Value]
    let changed: Set<String>

    init(_ state: CKRecord.State, where isIncluded: (String) -> Bool) {
        values = state.record.fields.filter { isIncluded($0.key) }
        changed = state.changed.filter(isIncluded)
        var originals: [String: Value] = [:]
        for key in changed { originals[key] = state.original?.fields[key] }
        self.originals = originals
    }

    class var supportsSecureCoding: Bool { true }

    override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    required init?(coder: NSCoder) {
        values = CKRecordValueStore.fields("RecordValues", coder)
        originals = CKRecordValueStore.fields("OriginalValues", coder)
        let keys = coder.object("ChangedKeys", as: NSSet.self) ?? NSSet()
        changed = Set(keys.compactMap { $0 as? String })
    }

    func encode(with coder: NSCoder) {
        coder.encode(CKRecordValueStore.objects(values), forKey: "RecordValues")
        coder.encode(CKRecordValueStore.objects(originals), forKey: "OriginalValues")
        coder.encode(CKRecordValueStore.marks(values), forKey: "RecordValuesDoubles")
        coder.encode(CKRecordValueStore.marks(originals), forKey: "OriginalValuesDoubles")
        coder.encode(NSSet(array: changed.sorted()), forKey: "ChangedKeys")
    }

    private static func objects(_ fields: [String: Value]) -> NSDictionary {
        let objects = NSMutableDictionary()
        for (key, value) in fields {
            if let object = object(value) { objects.setObject(object, forKey: key as NSString) }
        }
        return objects
    }

    /// The object of Foundation that an archive holds.
    private static func object(_ value: Value) -> NSObject? {
        switch value.kind {
        case .list(let members): NSArray(array: members.compactMap { object($0) })
        case .text(let text): text as NSString
        case .date(let date): date as NSDate
        case .bytes(let bytes): bytes as NSData
        case .null, .number, .scalar, .reference, .location, .asset, .dictionary, .object:
            FieldBridge.object(value) as? NSObject
        }
    }

    private static func fields(_ key: String, _ coder: NSCoder) -> [String: Value] {
        let objects = coder.object(key, as: NSDictionary.self) ?? NSDictionary()
        // Apple's archives and those of older versions have none.
        let marks = coder.object(key + "Doubles", as: NSDictionary.self)
        var fields: [String: Value] = [:]
        for (key, object) in objects {
            guard let key = key as? String,
                let value = FieldBridge.storable(Value(bridging: object)), !value.isNull
            else { continue }
            fields[key] = marks.map { restored(value, $0[key] as? String ?? "") } ?? value
        }
        return fields
    }

    // MARK: Kinds of numbers

    private static let double: Character = "d"

    /// Which numbers of each field are doubles, a letter for each: of numbers that are equal, 1 and
    /// 1.0, an archiver on Linux writes only the first.
    private static func marks(_ fields: [String: Value]) -> NSDictionary {
        let marks = NSMutableDictionary()
        for (key, value) in fields {
            let numbers = if case .list(let members) = value { members } else { [value] }
            let text = String(numbers.map { if case .double = $0 { double } else { "-" } })
            if text.contains(double) { marks.setObject(text as NSString, forKey: key as NSString) }
        }
        return marks
    }

    /// A value whose numbers are of the kinds that they had.
    private static func restored(_ value: Value, _ marks: String) -> Value {
        guard case .list(let members) = value else {
            return restored(value, isDouble: marks.first == double)
        }
        let doubles = marks.map { $0 == double }
        return .list(
            members.indices.map {
                restored(members[$0], isDouble: $0 < doubles.count && doubles[$0])
            })
    }

    private static func restored(_ value: Value, isDouble: Bool) -> Value {
        if isDouble, case .int(let number) = value { return .double(Double(number)) }
        if !isDouble, case .double(let number) = value, let whole = Int64(exactly: number) {
            return .int(whole)
        }
        return value
    }
}

/// The encrypted fields of a record inside an archive.
final class CKEncryptedRecordValueStore: CKRecordValueStore {}
