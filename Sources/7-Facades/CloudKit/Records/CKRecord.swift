public import Foundation
import PredicateCore
import RecordCore
import Synchronization

/// A record: a type, a name in a zone, and fields.
///
///     let city = CKRecord(recordType: "City", recordID: CKRecord.ID(recordName: "city-2988507"))
///     city["name"] = "Paris"
///     city["population"] = 2_138_551
///     city["name"] as? String  // "Paris"
///
/// A record may be used from several threads; what one changes the others see. Setting a value, or nil
/// to remove it, changes the record here; `CKDatabase.save(_:)` sends what was set. The record that
/// was saved knows its new ``recordChangeTag``: save it again, or one that was fetched, and not one
/// that is created again under the same name, which is `serverRecordChanged`.
///
/// A field holds text, numbers, dates, data, locations, references, assets, and lists of one of them.
/// A record has a megabyte without its assets; more is `limitExceeded` when it is saved.
///
/// Source: [CKRecord](https://developer.apple.com/documentation/cloudkit/ckrecord).
open class CKRecord: NSObject, NSSecureCoding, NSCopying, CKRecordKeyValueSetting,
    @unchecked Sendable
{
    // Unchecked: everything that changes is under the lock of `state`.

    /// What a record knows at one moment.
    struct State: Sendable {
        /// The record in the database's own form; values become objects when they are asked for.
        var record: Record
        /// Fields that were set since the record was fetched or saved.
        var changed: Set<String> = []
        /// The record as it was fetched or saved, once something of it changed.
        var original: Record?
        /// Whether another parent was set, or none.
        var hasNewParent = false
        /// The device that saved the record last, where an archive says so.
        var device: String?
    }

    let state: Mutex<State>
    /// The name of the record type.
    public let recordType: RecordType
    /// The record's name and zone.
    public let recordID: ID

    // MARK: Making

    /// A new record; without a name a new UUID is taken.
    ///
    /// Stops the program when the type is empty or has characters that no type can have.
    public init(recordType: RecordType, recordID: ID = ID(recordName: UUID().uuidString)) {
        TypeName.require(recordType)
        self.recordType = recordType
        self.recordID = recordID
        state = Mutex(State(record: Record(recordType, recordID.id)))
        super.init()
    }

    /// A new record with a new UUID for a name, also as a function: `CKRecord.init(recordType:)`.
    public convenience init(recordType: RecordType) {
        self.init(recordType: recordType, recordID: ID())
    }

    /// A new record with a new UUID for a name, in a zone.
    public convenience init(recordType: RecordType, zoneID: CKRecordZone.ID) {
        self.init(
            recordType: recordType,
            recordID: ID(recordName: UUID().uuidString, zoneID: zoneID))
    }

    /// A record in a known state, whatever its type is called.
    init(state: State) {
        recordType = state.record.type
        recordID = ID(state.record.id)
        self.state = Mutex(state)
        super.init()
    }

    /// Everything there is to save or to write.
    final func snapshot() -> State { state.withLock { whole($0) } }

    /// The record is now what the database gave back; only what was set since it was sent has
    /// changed.
    ///
    /// It happens at once: what another thread sets is either before or behind it.
    final func update(_ stored: Record, sent: SaveRequest.Item) {
        state.withLock { state in
            state.take(stored, keeping: whole(state), sent: sent)
            adopt(state.record)
        }
    }

    /// A state together with what a subclass keeps beside it; called under the lock.
    func whole(_ state: State) -> State { state }

    /// Takes over what a subclass keeps beside the state; called under the lock.
    func adopt(_ record: Record) {}

    /// Names of fields that programs do not see.
    var hiddenFields: Set<String> { [] }

    // MARK: What the service keeps

    /// When the record was created; nil until it was saved.
    open var creationDate: Date? { system?.created }

    /// The user who created it; nil until it was saved.
    open var creatorUserRecordID: ID? { system.map { CKRecord.ID(recordName: $0.createdBy) } }

    /// When the record was last saved; nil until it was.
    open var modificationDate: Date? { system?.modified }

    /// The user who last saved it; nil until it was saved.
    open var lastModifiedUserRecordID: ID? {
        system.map { CKRecord.ID(recordName: $0.modifiedBy) }
    }

    /// Changes with every save; nil until the record was saved.
    open var recordChangeTag: String? { system?.changeTag }

    private var system: SystemFields? { state.withLock { $0.record.system } }

    // MARK: Sharing

    /// The share that this record belongs to as root; nil while it is not shared.
    open var share: Reference? {
        state.withLock { $0.record.share }.map {
            Reference(recordID: ID($0), action: .none)
        }
    }

    /// The record under which this one is shared.
    open var parent: Reference? {
        get {
            state.withLock { $0.record.parent }.map {
                Reference(recordID: ID($0), action: .none)
            }
        }
        set { setParent(newValue?.recordID) }
    }

    /// Puts the record under another one, so that it is shared together with it.
    open func setParent(_ parentRecord: CKRecord?) { setParent(parentRecord?.recordID) }

    /// Puts the record under another one, so that it is shared together with it.
    open func setParent(_ parentRecordID: ID?) {
        state.withLock { state in
            state.keepOriginal()
            state.record.parent = parentRecordID?.id
            state.hasNewParent = true
        }
    }

    // MARK: Copying and printing

    /// A record of the same content that changes on its own.
    open func copy(with zone: NSZone? = nil) -> Any { CKRecord(state: state.withLock { $0 }) }

    /// Type, name, tag and fields.
    open override var description: String {
        let (record, encrypted) = state.withLock { ($0.record, $0.record.encrypted) }
        let hidden = hiddenFields
        var parts = ["recordType=\(recordType)", "recordID=\(record.id.text)"]
        if let tag = record.system?.changeTag { parts.append("recordChangeTag=\(tag)") }
        if let parent = record.parent { parts.append("parent=\(parent.text)") }
        if let share = record.share { parts.append("share=\(share.text)") }
        let values = record.fields.filter {
            !$0.value.isNull && !hidden.contains($0.key)
        }.sorted { $0.key < $1.key }.map {
            // What is encrypted stays out of logs.
            let shown =
                encrypted.contains($0.key)
                ? "<encrypted>" : FieldBridge.object($0.value).map { "\($0)" } ?? ""
            return "    \($0.key) = \(shown);\n"
        }
        parts.append("values={\n\(values.joined())}")
        return "<\(type(of: self)): \(address(of: self)); \(parts.joined(separator: ", "))>"
    }

    // MARK: Archives

    /// Records take part in secure archives.
    public class var supportsSecureCoding: Bool { true }

    /// The class's name on Apple's systems, which archives carry as what to fall back to.
    public override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    /// Reads a record from an archive, Apple's among them; nil where it holds none.
    ///
    /// What ``encodeSystemFields(with:)`` wrote is read as well as what ``encode(with:)`` did.
    public required init?(coder: NSCoder) {
        guard let decoded = RecordArchive.state(from: coder) else { return nil }
        recordType = decoded.record.type
        recordID = ID(decoded.record.id)
        state = Mutex(decoded)
        super.init()
    }

    /// Writes everything: what the service keeps and the fields.
    open func encode(with coder: NSCoder) {
        let state = snapshot()
        RecordArchive.encodeSystemFields(of: state, with: coder)
        RecordArchive.encodeFields(of: state, with: coder)
    }

    /// Writes what the service keeps about the record, without its fields: type, name, tag, times,
    /// users, parent and share.
    ///
    ///     let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    ///     record.encodeSystemFields(with: archiver)
    ///     archiver.finishEncoding()
    ///     save(archiver.encodedData)
    open func encodeSystemFields(with coder: NSCoder) {
        RecordArchive.encodeSystemFields(of: snapshot(), with: coder)
    }
}

/// Names of record types.
enum TypeName {
    /// Stops the program for a name that no type can have, as Apple's raises.
    static func require(_ name: String) {
        precondition(!name.isEmpty, "CKException: recordType must not be empty")
        let isValid = name.utf8.enumerated().allSatisfy { place, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "_"):
                true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): place > 0
            default: false
            }
        }
        precondition(
            isValid || name == CKRecordTypeShare,
            "CKException: recordType (\(name)) contains invalid characters")
    }
}
