public import Foundation

/// The participants that see a record with its children, or a whole zone, beside the owner.
///
/// A share is itself a record, of type `cloudkit.share`, in the zone that it shares from. Its
/// root record points at it (``Record/share``); a share named `cloudkit.zoneshare` has no root
/// and shares its whole zone. What a share says is kept in fields of that record:
///
///     var share = Share(RecordID("share-1", zone: notes), root: RecordID("note-1", zone: notes))
///     share.participants.append(.init(user: "_bob", permission: .readWrite))
///     try await store.save(SaveRequest(saving: [share.record, root]), in: anns)
public struct Share: Hashable, Sendable {
    /// The record type of shares.
    public static let recordType = "cloudkit.share"
    /// The record name of a share of a whole zone.
    public static let zoneWideName = "cloudkit.zoneshare"

    /// The name of the share's own record.
    public var id: RecordID
    /// The record that is shared with all its children; nil when the whole zone is.
    public var root: RecordID?
    /// The users that were invited or joined, without the owner.
    public var participants: [Participant]
    /// The permission of users that join by the URL.
    public var publicPermission: Permission
    /// The last part of the share's URL; nil until the share was saved through a service.
    public var token: String?
    /// Which users that were not invited have asked to take part.
    public var requests: AccessRequests

    /// What a participant may do.
    ///
    ///     share.publicPermission = .readOnly   // users with the URL may read
    ///
    /// Raw values are those of `CKShare.ParticipantPermission`.
    public enum Permission: Int, Hashable, Sendable, CaseIterable, Codable {
        /// Not known.
        case unknown = 0
        /// Nothing.
        case none = 1
        /// See records.
        case readOnly = 2
        /// See, save and delete records.
        case readWrite = 3
    }

    /// What a participant is.
    ///
    ///     share.publicPermission = .readOnly
    ///     share.participants[0].role = .publicUser       // permission: .readWrite
    ///     share.participants[0].acceptance = .accepted
    ///     share.permission(of: "_bob")                   // .readOnly: publicPermission counts
    ///
    /// Raw values are those of `CKShare.ParticipantRole`.
    public enum Role: Int, Hashable, Sendable, CaseIterable, Codable {
        /// Not known.
        case unknown = 0
        /// The owner of the zone.
        case owner = 1
        /// A participant that may change participants too.
        case administrator = 2
        /// A participant that was invited by name or address.
        case privateUser = 3
        /// A participant that joined by the public URL.
        case publicUser = 4
    }

    /// Whether a participant takes part.
    ///
    ///     share.participants[0].acceptance = .accepted
    ///     share.permission(of: "_bob")   // .readWrite; nil while the invitation is .pending
    ///
    /// Raw values are those of
    /// `CKShare.ParticipantAcceptanceStatus`.
    public enum Acceptance: Int, Hashable, Sendable, CaseIterable, Codable {
        /// Not known.
        case unknown = 0
        /// Invited, and has not answered.
        case pending = 1
        /// Takes part.
        case accepted = 2
        /// Has left, or was removed.
        case removed = 3
    }

    /// A user that was invited to a share or joined it.
    ///
    ///     share.participants = [.init(user: "_bob", permission: .readWrite)]
    ///     share.permission(of: "_bob")  // nil: the invitation is .pending
    ///     share.participants[0].acceptance = .accepted
    ///     share.permission(of: "_bob")  // .readWrite
    ///     share.participants.append(.init())  // the first user with its own URL
    public struct Participant: Hashable, Sendable, Codable {
        /// A name for the participant that is stable as long as the participation lasts.
        public var id: String
        /// The user's record name; nil while an invitation by address is open.
        public var user: String?
        /// The address that was invited.
        public var email: String?
        /// The telephone number that was invited.
        public var phone: String?
        /// What the participant is.
        public var role: Role
        /// What the participant may do.
        public var permission: Permission
        /// Whether the participant takes part.
        public var acceptance: Acceptance
        /// The last part of a one-time URL, at which the first user that opens it becomes this participant.
        ///
        /// Of participants that were invited by name or address, and until the share was saved through a
        /// service, it is nil.
        public var token: String?
        /// When the participant was added; nil until the share was saved through a service, and of
        /// participants that older versions added.
        public var added: Date?
        /// Whether the user had asked to take part; nil where nothing is known.
        package var hasAsked: Bool?

        /// Creates an invitation; without a user it is open until an address is claimed, and without an
        /// address until a user opens the participant's own URL.
        public init(
            user: String? = nil, email: String? = nil, phone: String? = nil,
            role: Role = .privateUser, permission: Permission = .readOnly,
            acceptance: Acceptance = .pending, id: String = UUID().uuidString,
            token: String? = nil
        ) {
            self.id = id
            self.user = user
            self.email = email
            self.phone = phone
            self.role = role
            self.permission = permission
            self.acceptance = acceptance
            self.token = token
        }

        /// Whether any user may become this participant, by its own URL.
        public var isForAnyone: Bool {
            user == nil && email == nil && phone == nil && acceptance == .pending
        }

        /// Whether the user had asked to take part, and was let in.
        public var isApprovedRequester: Bool { hasAsked == true }
    }

    /// Users that were not invited and ask to take part.
    ///
    ///     share.requests.areAllowed = true
    ///     share.requests.users                            // ["_eve"]: asked, with the URL
    ///     share.participants.append(.init(user: "_eve"))  // is let in
    ///     share.requests.blocked = ["_eve"]               // or may not ask again
    public struct AccessRequests: Hashable, Sendable, Codable {
        /// Whether users may ask; where they may not, the share is unknown to them.
        public var areAllowed: Bool
        /// The users that have asked and have no answer, in the order in which they did.
        public var users: [String]
        /// The users that may neither ask nor join by the URL.
        public var blocked: [String]

        /// What may be asked; nothing unless said otherwise.
        public init(areAllowed: Bool = false, users: [String] = [], blocked: [String] = []) {
            self.areAllowed = areAllowed
            self.users = users
            self.blocked = blocked
        }
    }

    /// A share of a record and its children, or of a zone when there is no root.
    public init(
        _ id: RecordID, root: RecordID?, participants: [Participant] = [],
        publicPermission: Permission = .none, token: String? = nil,
        requests: AccessRequests = AccessRequests()
    ) {
        self.id = id
        self.root = root
        self.participants = participants
        self.publicPermission = publicPermission
        self.token = token
        self.requests = requests
    }

    /// A share of a whole zone.
    public init(of zone: ZoneID) {
        self.init(RecordID(Share.zoneWideName, zone: zone), root: nil)
    }

    /// Whether the whole zone is shared.
    public var isZoneWide: Bool { id.name == Share.zoneWideName }
}

extension Share {
    /// The fields of a share's record in which the store keeps what the share says; all others
    /// are the app's own.
    public static let fields: Set<String> = [
        rootField, participantsField, publicPermissionField, tokenField, requestsField,
    ]
    package static let rootField = "cloudkit.rootRecord"
    package static let participantsField = "cloudkit.participants"
    package static let publicPermissionField = "cloudkit.publicPermission"
    package static let tokenField = "cloudkit.shortGUID"
    package static let requestsField = "cloudkit.accessRequests"

    /// What the record of a share says; nil for a record of another type.
    ///
    /// Unreadable fields are ignored, which never grants access.
    public init?(_ record: Record) {
        guard record.type == Share.recordType else { return nil }
        id = record.id
        if case .reference(let reference) = record[Share.rootField] {
            root = reference.recordID
        }
        participants = []
        if case .bytes(let data) = record[Share.participantsField] {
            // Bytes that are no list give access to no user.
            participants =
                (try? JSONDecoder().decode([Participant].self, from: data)) ?? []
        }
        publicPermission = .none
        if case .int(let number) = record[Share.publicPermissionField] {
            publicPermission = Permission(rawValue: Int(clamping: number)) ?? .none
        }
        if case .text(let text) = record[Share.tokenField] { token = text }
        requests = AccessRequests()
        if case .bytes(let data) = record[Share.requestsField] {
            // Bytes that are no requests let no user ask.
            requests = (try? JSONDecoder().decode(AccessRequests.self, from: data)) ?? requests
        }
    }

    /// A new record that says what the share says.
    public var record: Record { written(to: Record(Share.recordType, id)) }

    /// A record, such as the version that a store gave, with what the share says now.
    public func written(to record: Record) -> Record {
        var record = record
        record[Share.rootField] = root.map { .reference(Reference($0)) } ?? .null
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Strings and small numbers always encode.
        record[Share.participantsField] = .bytes((try? encoder.encode(participants)) ?? Data())
        record[Share.publicPermissionField] = .int(Int64(publicPermission.rawValue))
        record[Share.tokenField] = token.map { .text($0) } ?? .null
        // Most shares have none.
        record[Share.requestsField] =
            requests == AccessRequests()
            ? .null : .bytes((try? encoder.encode(requests)) ?? Data())
        return record
    }

    /// The permission of a user other than the owner; nil for a user that does not take part.
    public func permission(of user: String) -> ParticipantPermission? {
        for participant in participants
        where participant.user?.hasSameBytes(as: user) == true
            && participant.acceptance == .accepted
        {
            switch participant.role == .publicUser ? publicPermission : participant.permission {
            case .readOnly: return .readOnly
            case .readWrite: return .readWrite
            case .none, .unknown: continue
            }
        }
        return nil
    }
}

extension RecordType {
    /// The type of shares; made when the first share is saved.
    public static let share = RecordType(
        Share.recordType,
        fields: [
            Field(Share.requestsField, .single(.bytes)),
            Field(Share.participantsField, .single(.bytes)),
            Field(Share.publicPermissionField, .single(.int64)),
            Field(Share.rootField, .single(.reference), [.queryable]),
            Field(Share.tokenField, .single(.string)),
            Field("cloudkit.thumbnailImageData", .single(.bytes)),
            Field("cloudkit.title", .single(.string), [.queryable, .sortable, .searchable]),
            Field("cloudkit.type", .single(.string), [.queryable, .sortable, .searchable]),
        ])
}
