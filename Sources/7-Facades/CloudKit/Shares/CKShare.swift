public import Foundation
import PredicateCore
import RecordCore
import Synchronization

/// The key of a share's title.
public let CKShareTitleKey = "cloudkit.title"
/// The key of a share's picture, as bytes.
public let CKShareThumbnailImageDataKey = "cloudkit.thumbnailImageData"
/// The key of the kind of thing that a share shares.
public let CKShareTypeKey = "cloudkit.type"

/// The users that may see a record with its children, or a whole zone, beside the owner.
///
///     let share = CKShare(rootRecord: folder)
///     share[CKShare.SystemFieldKey.title] = "Holidays"
///     share.publicPermission = .readOnly
///     try await database.modifyRecords(saving: [folder, share], deleting: [])
///
/// It is saved together with its root record, in a zone other than the default zone. Deleting it
/// ends the sharing; a participant who deletes it leaves.
///
/// Source: [CKShare](https://developer.apple.com/documentation/cloudkit/ckshare).
open class CKShare: CKRecord, @unchecked Sendable {
    // Unchecked: everything that changes is under locks.

    /// Keys of what a share says of itself.
    ///
    ///     let share = CKShare(rootRecord: record)
    ///     share[CKShare.SystemFieldKey.title] = "Groceries"
    public enum SystemFieldKey {
        /// The key of the title that users are shown.
        public static let title = CKShareTitleKey
        /// A picture, as bytes.
        public static let thumbnailImageData = CKShareThumbnailImageDataKey
        /// The kind of thing that is shared.
        public static let shareType = CKShareTypeKey
    }

    /// What a share knows beside its fields.
    private struct Sharing {
        var participants: [CKShareParticipant] = []
        var publicPermission = ParticipantPermission.none
        var requests = Share.AccessRequests()
        var url: URL?
        /// The record name of the user who looks; nil where it is not known.
        var viewer: String?
        /// The names of users, by their record names: the service keeps none with the share.
        var names: UserNames = [:]
        /// The owner, once it was asked for.
        var owner: CKShareParticipant?
        /// Whether this program created the share: until it is saved, the user owns it.
        var isCreatedHere = false

        init() { isCreatedHere = true }

        init(_ record: Record) { take(record) }

        /// Takes over what a record says of its share.
        mutating func take(_ record: Record) {
            guard let share = Share(record) else { return }
            if record.system != nil { (owner, isCreatedHere) = (nil, false) }
            participants = share.participants.map { participant in
                CKShareParticipant(participant, name: participant.user.flatMap { names[$0] })
            }
            publicPermission =
                ParticipantPermission(rawValue: share.publicPermission.rawValue) ?? .none
            requests = share.requests
        }

        /// Gives participants without a name theirs.
        mutating func learn(_ names: UserNames) {
            self.names.merge(names) { _, new in new }
            participants = participants.map { participant in
                let user = participant.userIdentity.userRecordID?.recordName
                return participant.named(user.flatMap { names[$0] })
            }
        }

        /// A user that has asked to take part, or may not.
        func identity(of user: String) -> CKUserIdentity {
            let id = CKRecord.ID(recordName: user)
            return CKUserIdentity(
                userRecordID: id, lookupInfo: CKUserIdentity.LookupInfo(userRecordID: id),
                nameComponents: names[user])
        }
    }
    private let sharing: Mutex<Sharing>

    // MARK: Making

    /// A share of a record and everything under it, in the same zone.
    public init(rootRecord: CKRecord, shareID: CKRecord.ID) {
        sharing = Mutex(Sharing())
        super.init(
            state: State(
                record: Share(shareID.id, root: rootRecord.recordID.id).record))
        rootRecord.state.withLock { state in
            state.keepOriginal()
            state.record.share = shareID.id
        }
    }

    /// A share of a record and everything under it, with a new name.
    public convenience init(rootRecord: CKRecord) {
        self.init(
            rootRecord: rootRecord,
            shareID: CKRecord.ID(
                recordName: "Share-" + UUID().uuidString, zoneID: rootRecord.recordID.zoneID))
    }

    /// A share of a whole zone.
    public init(recordZoneID: CKRecordZone.ID) {
        sharing = Mutex(Sharing())
        super.init(state: State(record: Share(of: recordZoneID.id).record))
    }

    /// A share in a known state.
    override init(state: State) {
        sharing = Mutex(Sharing(state.record))
        super.init(state: state)
    }

    // MARK: Rights

    /// What anybody may do who has the URL; `none` admits only who was invited.
    ///
    ///     share.publicPermission = .readOnly  // pending participants go, accepted ones stay
    ///     share.publicPermission = .none      // all go but the owner
    ///     share.addParticipant(participant)   // and this one comes
    ///
    /// Participants go where the value changes, as Apple's headers say.
    open var publicPermission: ParticipantPermission {
        get { sharing.withLock { $0.publicPermission } }
        set {
            sharing.withLock { sharing in
                guard newValue != sharing.publicPermission else { return }
                sharing.publicPermission = newValue
                sharing.participants.removeAll {
                    newValue == .none || $0.acceptanceStatus == .pending
                }
            }
        }
    }

    /// Where others find the share; nil until it was saved.
    ///
    /// A record that is shared again after its share was deleted has the same URL, as Apple documents.
    open var url: URL? { sharing.withLock { $0.url } }

    /// Where the first user that opens it becomes a participant that was made for that; nil until the share
    /// was saved, and of other participants.
    ///
    ///     let guest = CKShare.Participant.oneTimeURLParticipant()
    ///     share.addParticipant(guest)
    ///     try await database.modifyRecords(saving: [list, share], deleting: [])
    ///     share.oneTimeURL(for: guest.participantID)  // as long as the participant is one
    ///
    /// The owner and administrators see it.
    ///
    /// Source: [oneTimeURL(for:)](https://developer.apple.com/documentation/cloudkit/ckshare/onetimeurl(for:)).
    open func oneTimeURL(for participantID: Participant.ID) -> URL? {
        sharing.withLock { sharing in
            let guest = sharing.participants.first { $0.participantID == participantID }
            guard let token = guest?.token else { return nil }
            return sharing.url?.deletingLastPathComponent().appendingPathComponent(token)
        }
    }

    /// As ``oneTimeURL(for:)``, by the name that programs for iOS 18 and macOS 15 write.
    open func __oneTimeURL(forParticipantID participantID: Participant.ID) -> URL? {
        oneTimeURL(for: participantID)
    }

    /// The participant that owns the share's zone; of a share that was not saved yet, the user.
    open var owner: Participant {
        let (zoneOwner, creator) = state.withLock { state in
            (state.record.id.zone.owner, state.record.system?.createdBy)
        }
        return sharing.withLock { sharing in
            var name = zoneOwner
            if sharing.isCreatedHere || name == ZoneID.currentOwner {
                name = creator ?? ZoneID.currentOwner
            }
            // Participants go by their own record names, so the viewer's replaces `__defaultOwner__`.
            if name == ZoneID.currentOwner, let viewer = sharing.viewer { name = viewer }
            if let owner = sharing.owner,
                owner.userIdentity.userRecordID?.recordName == name,
                owner.userIdentity.nameComponents == sharing.names[name]
            {
                return owner
            }
            let owner = Participant(
                CKUserIdentity(
                    userRecordID: CKRecord.ID(recordName: name),
                    nameComponents: sharing.names[name]), role: .owner,
                permission: sharing.owner?.permission ?? .readWrite, acceptanceStatus: .accepted,
                participantID: name)
            sharing.owner = owner
            return owner
        }
    }

    /// Everybody who takes part or is invited, the owner first.
    open var participants: [Participant] { [owner] + sharing.withLock { $0.participants } }

    /// The participant who is the signed-in user; nil where the user does not take part.
    ///
    /// Of a share that was not saved yet it is the owner, in whichever zone.
    open var currentUserParticipant: Participant? {
        if recordID.zoneID.ownerName == CKCurrentUserDefaultName
            || sharing.withLock({ $0.isCreatedHere })
        {
            return owner
        }
        return sharing.withLock { sharing in
            sharing.participants.first {
                // An invitation by address has no user yet.
                guard let name = $0.userIdentity.userRecordID?.recordName else { return false }
                return name == sharing.viewer || name == CKCurrentUserDefaultName
            }
        }
    }

    /// Adds a participant, in place of an entry for the same user; one that has accepted gets the role
    /// and the permission instead.
    open func addParticipant(_ participant: Participant) {
        sharing.withLock { sharing in
            let identity = participant.userIdentity
            if let user = identity.userRecordID?.recordName, let name = identity.nameComponents {
                sharing.names[user] = name
            }
            let known = sharing.participants.first {
                $0.acceptanceStatus == .accepted && $0 == participant
            }
            sharing.participants.removeAll { $0 !== known && $0 == participant }
            if let known {
                // Its identifier stays as long as it takes part.
                known.role = participant.role
                known.permission = participant.permission
            } else {
                sharing.participants.append(participant)
            }
        }
    }

    /// Removes a participant: every entry for the same user.
    open func removeParticipant(_ participant: Participant) {
        sharing.withLock { sharing in
            sharing.participants.removeAll { $0 == participant }
        }
    }

    // MARK: Access requests

    /// Whether users that were not invited may ask to take part, with the URL; false unless set.
    ///
    ///     share.allowsAccessRequests = true
    ///     try await database.save(share)
    ///     // Another user, with the URL, that was not invited:
    ///     _ = try await container.requestShareAccess(for: [url])
    ///     // The owner, later:
    ///     let asking = try await database.record(for: share.recordID) as? CKShare
    ///     asking?.requesters.map(\.userIdentity.userRecordID?.recordName)  // ["_eve"]
    ///
    /// The owner and administrators change it. To users that may neither ask nor take part a share is unknown.
    ///
    /// Source:
    /// [allowsAccessRequests](https://developer.apple.com/documentation/cloudkit/ckshare/allowsaccessrequests).
    open var allowsAccessRequests: Bool {
        get { sharing.withLock { $0.requests.areAllowed } }
        set { sharing.withLock { $0.requests.areAllowed = newValue } }
    }

    /// The users that have asked to take part and have no answer, as the owner and administrators see them.
    ///
    ///     for requester in share.requesters {
    ///         let info = requester.participantLookupInfo
    ///         let found = try await container.shareParticipants(for: [info])
    ///         if let participant = try found[info]?.get() { share.addParticipant(participant) }
    ///     }
    ///     try await database.save(share)
    open var requesters: [AccessRequester] {
        sharing.withLock { sharing in
            sharing.requests.users.map { AccessRequester(sharing.identity(of: $0)) }
        }
    }

    /// The users that may not ask to take part, as the owner and administrators see them.
    open var blockedIdentities: [BlockedIdentity] {
        sharing.withLock { sharing in
            sharing.requests.blocked.map { BlockedIdentity(sharing.identity(of: $0)) }
        }
    }

    /// Takes users that have asked from the list, which may ask again; the share is to be saved then.
    open func denyRequesters(_ requesters: [AccessRequester]) {
        let names = requesters.compactMap { $0.userIdentity.userRecordID?.recordName }
        sharing.withLock { $0.requests.users.removeAll(where: names.contains) }
    }

    /// Keeps users from asking again and from taking part; the share is to be saved then.
    ///
    ///     share.blockRequesters(share.requesters)
    ///     try await database.save(share)
    ///     share.blockedIdentities.count  // until unblockIdentities(_:) takes them out
    open func blockRequesters(_ requesters: [AccessRequester]) {
        let names = requesters.compactMap { $0.userIdentity.userRecordID?.recordName }
        sharing.withLock { sharing in
            sharing.requests.users.removeAll(where: names.contains)
            sharing.requests.blocked += names.filter { !sharing.requests.blocked.contains($0) }
            sharing.participants.removeAll { participant in
                participant.userIdentity.userRecordID.map { names.contains($0.recordName) } == true
            }
        }
    }

    /// Lets users ask again; the share is to be saved then.
    open func unblockIdentities(_ blockedIdentities: [BlockedIdentity]) {
        let names = blockedIdentities.compactMap { $0.userIdentity.userRecordID?.recordName }
        sharing.withLock { $0.requests.blocked.removeAll(where: names.contains) }
    }

    // MARK: The database's own form

    /// Says where the share is found, who looks, and what its users are called.
    func complete(url: URL?, viewer: String?, names: UserNames = [:]) {
        sharing.withLock { sharing in
            sharing.url = url
            sharing.viewer = viewer
            sharing.learn(names)
        }
    }

    /// The share with its participants written into its fields.
    override func whole(_ state: State) -> State {
        var state = state
        let (participants, permission, requests) = sharing.withLock {
            ($0.participants.map(\.participant), $0.publicPermission, $0.requests)
        }
        guard let known = Share(state.record) else { return state }
        var share = known
        share.participants = participants
        share.publicPermission = Share.Permission(rawValue: permission.rawValue) ?? .none
        share.requests = requests
        let written = share.written(to: state.record)
        if state.record.system == nil {
            for field in Share.fields where !written[field].isNull { state.changed.insert(field) }
        }
        // What was not changed here is not sent: users may have joined since the share was fetched.
        if share.participants != known.participants {
            state.changed.insert(Share.participantsField)
        }
        if share.publicPermission != known.publicPermission {
            // The server would remove participants that were added again since.
            state.changed.formUnion([Share.publicPermissionField, Share.participantsField])
        }
        if share.requests != known.requests { state.changed.insert(Share.requestsField) }
        if share != known { state.keepOriginal() }
        state.record = written
        return state
    }

    override func adopt(_ record: Record) { sharing.withLock { $0.take(record) } }

    override var hiddenFields: Set<String> { Share.fields }

    /// A share of the same content that changes on its own.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = CKShare(state: snapshot())
        let sharing = sharing.withLock { $0 }
        copy.complete(url: sharing.url, viewer: sharing.viewer, names: sharing.names)
        copy.sharing.withLock { other in
            other.owner = sharing.owner?.copy() as? Participant
            other.isCreatedHere = sharing.isCreatedHere
        }
        return copy
    }

    // MARK: Archives

    /// Reads a share from an archive.
    ///
    ///     let share = CKShare(coder: try NSKeyedUnarchiver(forReadingFrom: data))
    ///
    /// As on Apple's systems it cannot fail: of an archive that holds no share it is an empty one.
    public required init(coder: NSCoder) {
        var state = CKRecord.State(
            record: Record(CKRecordTypeShare, RecordID(UUID().uuidString)))
        if let found = RecordArchive.state(from: coder), found.record.type == CKRecordTypeShare {
            state = found
        } else if coder.error == nil {
            coder.failWithError(CocoaError(.coderValueNotFound))
        }
        let stored: CKRecordValueStore? = coder.object("QuarryShareFields")
        state.record.fields.merge(stored?.values ?? [:]) { _, new in new }
        state.original?.fields.merge(stored?.values ?? [:]) { _, new in new }
        for key in stored?.changed ?? [] { state.original?.fields[key] = stored?.originals[key] }
        state.changed.formUnion(stored?.changed ?? [])
        // Archives of Apple's frameworks have the participants as objects.
        let archived: [Participant] = stored == nil ? coder.object("Participants") ?? [] : []
        if !archived.isEmpty {
            let permission = Share.Permission(rawValue: coder.integer("PublicPermission"))
            func completed(_ record: Record) -> Record {
                guard var share = Share(record) else { return record }
                share.participants = archived.filter { $0.role != .owner }.map(\.participant)
                share.publicPermission = permission ?? .none
                let root: CKRecord.ID? = coder.object("RootRecordID")
                share.root = share.root ?? root?.id
                return share.written(to: record)
            }
            state.record = completed(state.record)
            state.original = state.original.map(completed)
        }
        var sharing = Sharing(state.record)
        sharing.url = coder.object("QuarryURL") ?? coder.object("URL")
        sharing.viewer = coder.text("QuarryViewer")
        let user = archived.first { $0.isCurrentUser }?.userIdentity.userRecordID?.recordName
        if let user, user != CKCurrentUserDefaultName { sharing.viewer = user }
        let known: [CKUserIdentity] = coder.object("QuarryIdentities") ?? []
        sharing.learn(UserNames(known))
        sharing.owner = coder.object("QuarryOwner") ?? archived.first { $0.role == .owner }
        sharing.isCreatedHere = coder.bool("QuarryCreatedHere")
        self.sharing = Mutex(sharing)
        super.init(state: state)
    }

    /// Writes what the service keeps about the share, its participants and its permission.
    open override func encodeSystemFields(with coder: NSCoder) {
        super.encodeSystemFields(with: coder)
        let state = snapshot()
        let sharing = sharing.withLock { $0 }
        let known = sharing.names.sorted { $0.key < $1.key }.map { user, name in
            CKUserIdentity(userRecordID: CKRecord.ID(recordName: user), nameComponents: name)
        }
        coder.encode(known as NSArray, forKey: "QuarryIdentities")
        coder.encode(
            CKRecordValueStore(state) { Share.fields.contains($0) }, forKey: "QuarryShareFields")
        coder.encode(sharing.url as NSURL?, forKey: "QuarryURL")
        coder.encode(sharing.viewer as NSString?, forKey: "QuarryViewer")
        coder.encode(sharing.owner, forKey: "QuarryOwner")
        coder.encode(sharing.isCreatedHere, forKey: "QuarryCreatedHere")
    }

    /// Writes the system fields and all other fields to an archive.
    open override func encode(with coder: NSCoder) {
        encodeSystemFields(with: coder)
        RecordArchive.encodeFields(of: snapshot(), with: coder)
    }
}
