package import Foundation
package import PredicateCore
package import RecordCore

/// A record as it came over the wire: whatever was said of it, and no more.
package struct WireRecord: Hashable, Sendable {
    /// The record's name; nil lets the server choose one.
    package var name: String?
    /// The record type; nil where the sender leaves it to the stored record, which then must exist.
    package var type: String?
    /// The zone that the record itself names.
    package var zone: ZoneID?
    /// The version that the sender knows.
    package var changeTag: String?
    /// The fields; one that is to be removed is null.
    package var fields: [String: Value]
    /// The fields whose type was not said, as the JSON of their values; a schema says what they
    /// are.
    package var untyped: [String: [UInt8]]
    /// Further fields whose type was not said: texts and numbers, of which nothing more need be
    /// known than their value.
    package var untypedScalars: [String]
    /// What empty lists would hold, where their type was said.
    package var listTypes: [String: ScalarType]
    /// Those of the fields that were said to be encrypted.
    package var encrypted: Set<String>
    /// The record above this one.
    package var parent: Link
    /// The share whose root this record is.
    package var share: Link
    /// When and by whom it was created, where that was said.
    package var created: Stamp?
    /// When and by whom it was saved last, where that was said.
    package var modified: Stamp?
    /// Whether the record is gone.
    package var isDeleted: Bool
    /// The last part of the URL at which the record is shared.
    package var shortGUID: String?
    /// Whether the reply to a save says ``shortGUID``, before the record is shared.
    package var createsShortGUID: Bool
    /// What a `cloudkit.share` says beyond its fields.
    package var sharing: WireShare?
    /// What shows that files of ASSETID fields were uploaded, by checksum.
    package var receipts: [String: String]

    /// A record of which nothing is said.
    package init(
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
        listTypes = [:]
        receipts = [:]
        encrypted = []
        parent = .unsaid
        share = .unsaid
        createsShortGUID = false
        isDeleted = false
    }

    /// A pointer that a record may have outside its fields.
    package enum Link: Hashable, Sendable {
        /// Nothing was said: the record keeps what it has.
        case unsaid
        /// Null was said: the record is to have none.
        case none
        /// The record pointed at.
        case to(RecordID)
    }

    /// When something happened to a record, and through whom.
    package struct Stamp: Hashable, Sendable {
        /// The moment, to the millisecond on the wire.
        package var date: Date
        /// The user's record name.
        package var user: String
    }
}

/// What a record of type `cloudkit.share` says beyond its fields.
package struct WireShare: Hashable, Sendable {
    /// What every user with the URL may do.
    package var publicPermission: Share.Permission?
    /// All participants and invited users, without the owner; nil where nothing was said.
    package var participants: [Share.Participant]?
    /// Which users have asked to take part; nil where nothing was said.
    package var requests: Share.AccessRequests?
    /// The record that is shared.
    package var root: RecordID?
    /// The record name of the owner, where that was said.
    package var owner: String?
}
