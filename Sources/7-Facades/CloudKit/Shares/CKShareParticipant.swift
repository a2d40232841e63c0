public import Foundation
import RecordCore
import Synchronization

extension CKShare {
    /// A user or an invited address that takes part in a share.
    public typealias Participant = CKShareParticipant

    /// Whether a participant takes part.
    ///
    ///     share.participants.map(\.acceptanceStatus)  // [.accepted, .pending]: owner, invited
    public enum ParticipantAcceptanceStatus: Int, Sendable {
        /// Not known.
        case unknown = 0
        /// Invited, and has not answered.
        case pending = 1
        /// Takes part.
        case accepted = 2
        /// Has left, or was removed.
        case removed = 3
    }

    /// What a participant may do.
    ///
    ///     participant.permission = .readWrite
    ///     share.addParticipant(participant)
    ///     share.publicPermission = .none   // the default: only participants
    public enum ParticipantPermission: Int, Sendable {
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
    ///     share.owner.role                             // .owner
    ///     share.currentUserParticipant?.role           // .privateUser at an invited user
    public enum ParticipantRole: Int, Sendable {
        /// Not known.
        case unknown = 0
        /// The owner.
        case owner = 1
        /// A participant that may change the participants too.
        case administrator = 2
        /// A participant that was invited.
        case privateUser = 3
        /// A participant that joined by the URL.
        case publicUser = 4
    }

    /// What a participant is; the older name of ``ParticipantRole``.
    ///
    ///     let type: CKShare.Participant.ParticipantType = .privateUser
    ///     type.rawValue     // 3, as CKShare.ParticipantRole.privateUser has it
    ///     share.owner.type  // .owner
    ///
    /// It has no case for an administrator, which is `unknown` here.
    ///
    /// Source:
    /// [CKShareParticipantType](https://developer.apple.com/documentation/cloudkit/ckshareparticipanttype).
    public enum ParticipantType: Int, Sendable {
        /// Not known.
        case unknown = 0
        /// The owner.
        case owner = 1
        /// A participant that was invited.
        case privateUser = 3
        /// A participant that joined by the URL.
        case publicUser = 4
    }
}

/// A user or an invited address that takes part in a share; programs write `CKShare.Participant`.
///
///     participant.permission = .readWrite
///     share.addParticipant(participant)
///
/// A user whose address is not known is invited by a URL of the participant's own, see
/// ``oneTimeURLParticipant()``.
public final class CKShareParticipant: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    // Unchecked: what changes is under a lock.

    /// The participant's permission, see ``CKShare/ParticipantPermission``.
    public typealias Permission = CKShare.ParticipantPermission
    /// The participant's role, see ``CKShare/ParticipantRole``.
    public typealias Role = CKShare.ParticipantRole
    /// The participant's state, see ``CKShare/ParticipantAcceptanceStatus``.
    public typealias AcceptanceStatus = CKShare.ParticipantAcceptanceStatus
    /// The older name of ``Role``, see ``CKShare/ParticipantType``.
    public typealias ParticipantType = CKShare.ParticipantType
    /// The older name of ``Role``, see ``CKShare/ParticipantRole``.
    public typealias ParticipantRole = CKShare.ParticipantRole
    /// The name of a participant, see ``participantID``.
    public typealias ID = String

    /// The identity of the user, or the address that was invited.
    public let userIdentity: CKUserIdentity
    /// Whether the participant takes part.
    public let acceptanceStatus: CKShare.ParticipantAcceptanceStatus
    /// An identifier that stays the same as long as the participant takes part.
    public let participantID: ID
    /// When the participant was added; nil until the share was saved, and of participants that older
    /// versions added.
    public let dateAddedToShare: Date?
    /// Whether the user had asked to take part, and was let in; see ``CKShare/requesters``.
    public let isApprovedRequester: Bool
    /// The last part of a one-time URL; nil of other participants, and until the share was saved.
    let token: String?
    /// Whether an archive of Apple's frameworks says that it is the signed-in user.
    let isCurrentUser: Bool
    private let rights: Mutex<(CKShare.ParticipantRole, CKShare.ParticipantPermission)>

    init(
        _ userIdentity: CKUserIdentity, role: CKShare.ParticipantRole = .privateUser,
        permission: CKShare.ParticipantPermission = .readOnly,
        acceptanceStatus: CKShare.ParticipantAcceptanceStatus = .pending,
        participantID: String = UUID().uuidString, dateAddedToShare: Date? = nil,
        isApprovedRequester: Bool = false, token: String? = nil, isCurrentUser: Bool = false
    ) {
        self.userIdentity = userIdentity
        self.acceptanceStatus = acceptanceStatus
        self.participantID = participantID
        self.dateAddedToShare = dateAddedToShare
        self.isApprovedRequester = isApprovedRequester
        self.token = token
        self.isCurrentUser = isCurrentUser
        rights = Mutex((role, permission))
    }

    /// A participant that any user may become, once: the first that opens the participant's own URL.
    ///
    ///     let guest = CKShare.Participant.oneTimeURLParticipant()
    ///     guest.permission = .readWrite
    ///     share.addParticipant(guest)
    ///     try await database.modifyRecords(saving: [list, share], deleting: [])
    ///     let url = share.oneTimeURL(for: guest.participantID)   // for a message to anybody
    ///
    /// While it is pending, its identity has no name and no lookup information. The user that accepts the
    /// share by the URL becomes the participant; for all others the URL is then as that of the share.
    ///
    /// Source:
    /// [oneTimeURLParticipant()](https://developer.apple.com/documentation/cloudkit/ckshare/participant/onetimeurlparticipant()).
    public static func oneTimeURLParticipant() -> CKShareParticipant {
        CKShareParticipant(CKUserIdentity(userRecordID: nil, hasiCloudAccount: false))
    }

    /// What the participant is.
    public var role: CKShare.ParticipantRole {
        get { rights.withLock { $0.0 } }
        set { rights.withLock { $0.0 = newValue } }
    }

    /// What the participant may do.
    public var permission: CKShare.ParticipantPermission {
        get { rights.withLock { $0.1 } }
        set { rights.withLock { $0.1 = newValue } }
    }

    /// What the participant is; the older name of ``role``.
    public var type: CKShare.ParticipantType {
        get { CKShare.ParticipantType(rawValue: role.rawValue) ?? .unknown }
        set { role = CKShare.ParticipantRole(rawValue: newValue.rawValue) ?? .unknown }
    }

    // MARK: The database's own form

    /// A participant as the record database knows it.
    convenience init(_ participant: Share.Participant, name: PersonNameComponents? = nil) {
        let address = CKUserIdentityLookupInfo(
            email: participant.email, phone: participant.phone, user: participant.user)
        self.init(
            CKUserIdentity(
                userRecordID: participant.user.map { CKRecord.ID(recordName: $0) },
                lookupInfo: address, nameComponents: name,
                hasiCloudAccount: participant.user != nil),
            role: CKShare.ParticipantRole(rawValue: participant.role.rawValue) ?? .unknown,
            permission: CKShare.ParticipantPermission(rawValue: participant.permission.rawValue)
                ?? .unknown,
            acceptanceStatus: CKShare.ParticipantAcceptanceStatus(
                rawValue: participant.acceptance.rawValue) ?? .unknown,
            participantID: participant.id, dateAddedToShare: participant.added,
            isApprovedRequester: participant.isApprovedRequester, token: participant.token)
    }

    /// The participant, with a name where it has none.
    func named(_ name: PersonNameComponents?) -> CKShareParticipant {
        guard let name, userIdentity.nameComponents == nil else { return self }
        return with(
            CKUserIdentity(
                userRecordID: userIdentity.userRecordID, lookupInfo: userIdentity.lookupInfo,
                nameComponents: name, hasiCloudAccount: userIdentity.hasiCloudAccount))
    }

    /// The participant in the record database's own form.
    var participant: Share.Participant {
        var participant = Share.Participant(
            user: userIdentity.userRecordID?.recordName
                ?? userIdentity.lookupInfo?.userRecordID?.recordName,
            email: userIdentity.lookupInfo?.emailAddress,
            phone: userIdentity.lookupInfo?.phoneNumber,
            role: Share.Role(rawValue: role.rawValue) ?? .unknown,
            permission: Share.Permission(rawValue: permission.rawValue) ?? .unknown,
            acceptance: Share.Acceptance(rawValue: acceptanceStatus.rawValue) ?? .unknown,
            id: participantID, token: token)
        // As the stored form has it, which says nothing of most.
        if isApprovedRequester { participant.hasAsked = true }
        participant.added = dateAddedToShare
        return participant
    }

    // MARK: Equality, copying, printing

    /// Whether both are the same user, whatever rights and acceptance are.
    ///
    ///     share.participants.contains(invited)  // whether the user is invited already
    ///
    /// Source: `-[CKShareParticipant isEqual:]` in `CKShareParticipant.h` of Apple's SDK, which tells to
    /// compare the properties themselves where they count.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKShareParticipant else { return false }
        if participantID == other.participantID { return true }
        if let id = userIdentity.userRecordID, let otherID = other.userIdentity.userRecordID {
            return id == otherID
        }
        guard let info = userIdentity.lookupInfo, let otherInfo = other.userIdentity.lookupInfo
        else { return false }
        return info.overlaps(otherInfo)
    }

    /// A hash in accord with equality, which the identifier, the user or an address alone makes.
    public override var hash: Int { 0 }

    /// A participant of the same content that changes on its own.
    public func copy(with zone: NSZone? = nil) -> Any {
        with(userIdentity)
    }

    private func with(_ identity: CKUserIdentity) -> CKShareParticipant {
        CKShareParticipant(
            identity, role: role, permission: permission, acceptanceStatus: acceptanceStatus,
            participantID: participantID, dateAddedToShare: dateAddedToShare,
            isApprovedRequester: isApprovedRequester, token: token, isCurrentUser: isCurrentUser)
    }

    /// Class, address, identity, rights and acceptance, for logs.
    public override var description: String {
        "<CKShareParticipant: \(address(of: self)); userIdentity=\(userIdentity), role=\(role), "
            + "permission=\(permission), acceptanceStatus=\(acceptanceStatus)>"
    }

    // MARK: Archives

    /// Participants take part in secure archives.
    public static var supportsSecureCoding: Bool { true }

    /// The class's name on Apple's systems, which archives carry as what to fall back to.
    public override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    /// Reads a participant from an archive; nil where it holds none.
    public convenience init?(coder: NSCoder) {
        guard let identity: CKUserIdentity = coder.object("UserIdentity"),
            let id = coder.text("ParticipantID")
        else { return nil }
        // Apple's frameworks write the role as the type.
        let role = coder.integer(coder.containsValue(forKey: "Role") ? "Role" : "Type")
        self.init(
            identity, role: CKShare.ParticipantRole(rawValue: role) ?? .unknown,
            permission: CKShare.ParticipantPermission(rawValue: coder.integer("Permission"))
                ?? .unknown,
            acceptanceStatus: CKShare.ParticipantAcceptanceStatus(
                rawValue: coder.integer("AcceptanceStatus")) ?? .unknown,
            participantID: id, dateAddedToShare: coder.object("DateAddedToShare"),
            isApprovedRequester: coder.bool("IsApprovedRequester"),
            token: coder.text("QuarryToken"), isCurrentUser: coder.bool("IsCurrentUser"))
    }

    /// Writes identity, identifier, rights and acceptance to an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(userIdentity, forKey: "UserIdentity")
        coder.encode(participantID as NSString, forKey: "ParticipantID")
        coder.encode(role.rawValue, forKey: "Role")
        coder.encode(permission.rawValue, forKey: "Permission")
        coder.encode(acceptanceStatus.rawValue, forKey: "AcceptanceStatus")
        coder.encode(dateAddedToShare as NSDate?, forKey: "DateAddedToShare")
        coder.encode(isApprovedRequester, forKey: "IsApprovedRequester")
        coder.encode(isCurrentUser, forKey: "IsCurrentUser")
        coder.encode(token as NSString?, forKey: "QuarryToken")
    }
}
