public import Foundation
internal import PredicateCore
internal import RecordCore
import Synchronization

/// A place for records within a database.
///
///     let zone = CKRecordZone(zoneName: "Notes")
///     let (saved, _) = try await database.modifyRecordZones(saving: [zone], deleting: [])
open class CKRecordZone: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    // Unchecked: nothing changes after init, except under the lock of `scope`.

    /// What a zone can do.
    ///
    ///     CKRecordZone(zoneName: "Notes").capabilities.contains(.atomic)  // true
    ///     CKRecordZone.default().capabilities.contains(.fetchChanges)      // false
    public struct Capabilities: OptionSet, Sendable {
        /// The capabilities as a bit mask.
        public let rawValue: UInt
        /// Capabilities from raw bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Changes since a token can be fetched.
        public static let fetchChanges = Capabilities(rawValue: 1)
        /// Batches are saved all or nothing.
        public static let atomic = Capabilities(rawValue: 2)
        /// Records can be shared.
        public static let sharing = Capabilities(rawValue: 4)
        /// The zone as a whole can be shared.
        public static let zoneWideSharing = Capabilities(rawValue: 8)
    }

    /// What the keys of encrypted values belong to.
    ///
    ///     CKRecordZone(zoneName: "Notes").encryptionScope  // .perRecord
    public enum EncryptionScope: Int, Sendable {
        /// Each record.
        case perRecord = 0
        /// The zone.
        case perZone = 1
    }

    /// The zone's name and owner.
    public let zoneID: ID
    /// What the zone can do; before it is fetched or saved, that follows from the zone's name.
    public let capabilities: Capabilities
    /// The share of the whole zone; nil where there is none, and until the zone was fetched or
    /// saved.
    public let share: CKRecord.Reference?
    /// What the keys of encrypted values belong to; without effect here, and kept by copies and archives
    /// alone: a zone that was saved or fetched has `perRecord`.
    open var encryptionScope: EncryptionScope {
        get { scope.withLock { $0 } }
        set { scope.withLock { $0 = newValue } }
    }
    private let scope = Mutex(EncryptionScope.perRecord)

    init(zoneID: ID, capabilities: Capabilities, share: CKRecord.Reference? = nil) {
        self.zoneID = zoneID
        self.capabilities = capabilities
        self.share = share
    }

    /// A zone of a name, owned by the signed-in user.
    public convenience init(zoneName: String) {
        self.init(zoneID: ID(zoneName: zoneName))
    }

    /// A zone of a name and an owner.
    public convenience init(zoneID: ID) {
        self.init(
            zoneID: zoneID,
            capabilities: zoneID.zoneName == CKRecordZoneDefaultName
                ? [] : [.fetchChanges, .atomic, .sharing, .zoneWideSharing])
    }

    /// A zone as the record database knows it.
    convenience init(_ zone: Zone) {
        self.init(
            zoneID: ID(zone.id),
            capabilities: zone.tracksChanges
                ? [.fetchChanges, .atomic, .sharing, .zoneWideSharing] : [],
            share: zone.share.map {
                CKRecord.Reference(recordID: CKRecord.ID($0), action: .none)
            })
    }

    /// The zone that every database has.
    open class func `default`() -> CKRecordZone { CKRecordZone(zoneID: .default) }

    // MARK: Equality, copying, printing

    /// Whether both are the same zone.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? CKRecordZone)?.zoneID == zoneID
    }

    /// A hash in accord with equality.
    open override var hash: Int { zoneID.hash }

    /// The same zone again.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CKRecordZone(zoneID: zoneID, capabilities: capabilities, share: share)
        copy.encryptionScope = encryptionScope
        return copy
    }

    /// Name, owner and capabilities.
    open override var description: String {
        "<CKRecordZone: \(address(of: self)); zoneID=\(zoneID.id.text), "
            + "capabilities=\(capabilities.rawValue)>"
    }

    // MARK: Archives

    /// Zones take part in secure archives.
    public class var supportsSecureCoding: Bool { true }

    /// The class's name on Apple's systems, which archives carry as what to fall back to.
    public override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    /// Reads a zone from an archive; nil where it holds none.
    public required convenience init?(coder: NSCoder) {
        guard let id: ID = coder.object("ZoneID") else { return nil }
        self.init(
            zoneID: id,
            capabilities: Capabilities(rawValue: UInt(bitPattern: coder.integer("Capabilities"))),
            share: coder.object("ShareReference"))
        encryptionScope = EncryptionScope(rawValue: coder.integer("EncryptionScope")) ?? .perRecord
    }

    /// Writes name, capabilities, share and encryption scope to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(zoneID, forKey: "ZoneID")
        coder.encode(Int(bitPattern: capabilities.rawValue), forKey: "Capabilities")
        coder.encode(share, forKey: "ShareReference")
        coder.encode(encryptionScope.rawValue, forKey: "EncryptionScope")
    }
}

extension ZoneID {
    /// Name and owner as descriptions show them.
    var text: String { "\(name):\(owner)" }
}
