public import Foundation
public import PredicateCore
public import RecordCore

/// A record as it came over the wire: whatever was said of it, and no more.
public struct WireRecord: Hashable, Sendable {
    /// The record's name; nil lets the server choose one.
    public var name: String?
    /// The record type; nil where the sender leaves it to the stored record, which then must exist.
    public var type: String?
    /// The zone that the record itself names.
    public var zone: ZoneID?
    /// The version that the sender knows.
    public var changeTag: String?
    /// The fields; one that is to be removed is null.
    public var fields: [String: Value]
    /// The fields whose type was not said, as the JSON of their values; a schema says what they
    /// are.
    public var untyped: [String: [UInt8]]
    /// Further fields whose type was not said: texts and numbers, of which nothing more need be
    /// known than their value.
    public var untypedScalars: [String]
    /// Those of the fields that were said to be encrypted.
    public var encrypted: Set<String>
    /// The record above this one.
    public var parent: Link
    /// The share whose root this record is.
    public var share: Link
    /// When and by whom it was created, where that was said.
    public var created: Stamp?
    /// When and by whom it was saved last, where that was said.
    public var modified: Stamp?
    /// Whether the record is gone.
    public var isDeleted: Bool
    /// The last part of the URL at which the record is shared.
    public var shortGUID: String?
    /// What a `cloudkit.share` says beyond its fields.
    public var sharing: WireShare?
    /// What shows that files of ASSETID fields were uploaded, by checksum.
    public var receipts: [String: String]

    /// A record of which nothing is said.
    public init(
        name: String? = nil, type: String? = nil, zone: ZoneID? = nil,
        changeTag: String? = nil, fields: [String: Value] = [:]
    ) {
        self.name = name
        self.type = type
        self.zone = zone
        self.changeTag = changeTag
        self.fields = fields
        untyped = [:]
        untypedScalars = []
        receipts = [:]
        encrypted = []
        parent = .unsaid
        share = .unsaid
        isDeleted = false
    }

    /// A pointer that a record may have outside its fields.
    public enum Link: Hashable, Sendable {
        /// Nothing was said: the record keeps what it has.
        case unsaid
        /// Null was said: the record is to have none.
        case none
        /// The record pointed at.
        case to(RecordID)
    }

    /// When something happened to a record, and through whom.
    public struct Stamp: Hashable, Sendable {
        /// The moment, to the millisecond on the wire.
        public var date: Date
        /// The user's record name.
        public var user: String
        /// The device's name; nil where it is not known.
        public var device: String?

        /// A moment with the user and the device that caused it.
        public init(_ date: Date, user: String, device: String? = nil) {
            self.date = date
            self.user = user
            self.device = device
        }
    }
}

/// What a record of type `cloudkit.share` says beyond its fields.
public struct WireShare: Hashable, Sendable {
    /// What every user with the URL may do.
    public var publicPermission: Share.Permission?
    /// All participants and invited users, without the owner; nil where nothing was said.
    public var participants: [Share.Participant]?
    /// The record that is shared.
    public var root: RecordID?
    /// The record name of the owner, where that was said.
    public var owner: String?

    /// What a share says.
    public init(
        publicPermission: Share.Permission? = nil, participants: [Share.Participant]? = nil,
        root: RecordID? = nil, owner: String? = nil
    ) {
        self.publicPermission = publicPermission
        self.participants = participants
        self.root = root
        self.owner = owner
    }
}
