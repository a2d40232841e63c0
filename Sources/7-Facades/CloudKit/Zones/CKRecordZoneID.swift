public import Foundation
internal import PredicateCore

extension CKRecordZone {
    /// The name of a zone and its owner.
    public typealias ID = CKRecordZoneID
}

/// The name of a zone and of the user whose database holds it.
///
///     CKRecordZone.ID(zoneName: "Notes")  // owned by the signed-in user
///
/// Programs write `CKRecordZone.ID` or `CKRecordZoneID`. Two are equal when name and owner are.
public final class CKRecordZoneID: NSObject, NSSecureCoding, NSCopying, Sendable {
    /// The name in the record database's own form.
    let id: ZoneID

    init(_ id: ZoneID) { self.id = id }

    /// Names a zone.
    ///
    /// The owner of a zone that another user shares is that user's record name.
    public convenience init(
        zoneName: String = CKRecordZoneDefaultName, ownerName: String = CKCurrentUserDefaultName
    ) {
        self.init(ZoneID(zoneName, owner: ownerName))
    }

    /// The zone that every database has.
    public static let `default` = CKRecordZoneID(ZoneID.default)
    /// The name of the zone that every database has.
    public static let defaultZoneName = CKRecordZoneDefaultName

    /// The zone's name, unique among the zones of its owner.
    public var zoneName: String { id.name }
    /// The record name of the owner; `__defaultOwner__` for the signed-in user.
    public var ownerName: String { id.owner }

    // MARK: Equality, copying, printing

    /// Whether names and owners are equal.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? CKRecordZoneID)?.id == id
    }

    /// A hash in accord with equality.
    public override var hash: Int { id.hashValue }

    /// The name itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Class, address, name and owner, for logs.
    public override var description: String {
        "<CKRecordZoneID: \(address(of: self)); zoneName=\(zoneName), ownerName=\(ownerName)>"
    }

    // MARK: Archives

    /// Names take part in secure archives.
    public static var supportsSecureCoding: Bool { true }

    /// The class's name on Apple's systems, which archives carry as what to fall back to.
    public override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    /// Reads a name from an archive, Apple's among them; nil where it holds none.
    public convenience init?(coder: NSCoder) {
        guard let name = coder.text("ZoneName") else { return nil }
        self.init(ZoneID(name, owner: coder.text("ownerName") ?? ZoneID.currentOwner))
    }

    /// Writes the name under Apple's keys.
    public func encode(with coder: NSCoder) {
        coder.encode(zoneName as NSString, forKey: "ZoneName")
        coder.encode(ownerName as NSString, forKey: "ownerName")
    }
}
