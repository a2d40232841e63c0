import CoreLocation
public import Foundation
public import PredicateCore

extension CKRecord {
    /// The name of a record within its zone.
    public typealias ID = CKRecordID
}

/// The name of a record and of its zone.
///
///     CKRecord.ID(recordName: "city-2988507")                       // in the default zone
///     CKRecord.ID(recordName: "a", zoneID: CKRecordZone.ID(zoneName: "Notes"))
///
/// Programs write `CKRecord.ID` or `CKRecordID`. Two are equal when name and zone are.
public final class CKRecordID: NSObject, NSSecureCoding, NSCopying, Sendable {
    /// The name in the record database's own form.
    let id: RecordID

    init(_ id: RecordID) { self.id = id }

    /// Names a record; without a name a new UUID is taken.
    public init(recordName: String = UUID().uuidString, zoneID: CKRecordZone.ID = .default) {
        id = RecordID(recordName, zone: zoneID.id)
        ArchivedClasses.registered
    }

    /// Names a record in the default zone, also as a function: `names.map(CKRecord.ID.init(recordName:))`.
    public convenience init(recordName: String) {
        self.init(recordName: recordName, zoneID: .default)
    }

    /// Where the record lives.
    public var zoneID: CKRecordZone.ID { CKRecordZone.ID(id.zone) }

    /// The record's name, unique in its zone.
    public var recordName: String { id.name }

    // MARK: Equality, copying, printing

    /// Whether names and zones are equal.
    public override func isEqual(_ object: Any?) -> Bool { (object as? CKRecordID)?.id == id }

    /// A hash in accord with equality.
    public override var hash: Int { id.hashValue }

    /// The name itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Class, address, name and zone, for logs.
    public override var description: String {
        "<CKRecordID: \(address(of: self)); recordName=\(recordName), zoneID=\(id.zone.text)>"
    }

    // MARK: Archives

    /// Names take part in secure archives.
    public static var supportsSecureCoding: Bool { true }

    /// The class's name on Apple's systems, which archives carry as what to fall back to.
    public override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    /// Reads a name from an archive, Apple's among them; nil where it holds none.
    public convenience init?(coder: NSCoder) {
        guard let name = coder.text("RecordName"),
            let zone: CKRecordZone.ID = coder.object("ZoneID")
        else { return nil }
        self.init(recordName: name, zoneID: zone)
    }

    /// Writes the name under Apple's keys.
    public func encode(with coder: NSCoder) {
        coder.encode(recordName as NSString, forKey: "RecordName")
        coder.encode(zoneID, forKey: "ZoneID")
    }
}

extension CKRecordID: PredicateValueConvertible {
    /// The name as a constant of predicates: a reference to the record.
    public var predicateValue: Value { .reference(Reference(id)) }
}

extension RecordID {
    /// Name and zone as descriptions show them.
    var text: String { "\(name):(\(zone.text))" }
}
