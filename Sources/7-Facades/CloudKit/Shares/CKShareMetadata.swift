public import Foundation
import RecordCore
import RecordService

extension CKShare {
    /// What a share's URL leads to, before it is accepted.
    public typealias Metadata = CKShareMetadata
}

/// What a share's URL leads to, before it is accepted; programs write `CKShare.Metadata`.
///
///     let metadata = try await container.shareMetadata(for: url)
///     metadata.hierarchicalRootRecordID?.recordName  // "root"
///     metadata.participantStatus == .pending         // true
///     try await container.accept(metadata)
///     // The zone is in container.sharedCloudDatabase now, by its owner's name.
public final class CKShareMetadata: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    // Unchecked: nothing changes after init.

    /// The identifier of the container that holds the share.
    public let containerIdentifier: String
    /// The share that the URL leads to.
    public let share: CKShare
    /// The record that is shared with everything under it; nil when the whole zone is.
    public let hierarchicalRootRecordID: CKRecord.ID?
    /// What the signed-in user is in the share.
    public let participantRole: CKShare.ParticipantRole
    /// Whether the signed-in user takes part.
    public let participantStatus: CKShare.ParticipantAcceptanceStatus
    /// What the signed-in user may do.
    public let participantPermission: CKShare.ParticipantPermission
    /// The identity of the share's owner.
    public let ownerIdentity: CKUserIdentity
    /// The root record, when it was asked for.
    public let rootRecord: CKRecord?
    /// The URL that led here: that of the share, or a one-time URL.
    let url: URL?

    init(
        _ metadata: ShareMetadata, shareURL: URL? = nil, owner: CKUserIdentity? = nil,
        viewer: String? = nil, names: UserNames = [:]
    ) {
        let share = CKShare(state: CKRecord.State(record: metadata.share.seen(by: viewer)))
        share.complete(url: shareURL ?? metadata.url, viewer: viewer, names: names)
        url = metadata.url
        containerIdentifier = metadata.container
        self.share = share
        hierarchicalRootRecordID = metadata.rootID.map { CKRecord.ID($0) }
        participantRole = CKShare.ParticipantRole(rawValue: metadata.role.rawValue) ?? .unknown
        participantStatus =
            CKShare.ParticipantAcceptanceStatus(rawValue: metadata.acceptance.rawValue) ?? .unknown
        participantPermission =
            CKShare.ParticipantPermission(rawValue: metadata.permission.rawValue) ?? .unknown
        ownerIdentity =
            owner ?? CKUserIdentity(userRecordID: CKRecord.ID(recordName: metadata.owner))
        rootRecord = metadata.root.map { CKRecord.make($0, viewer: viewer) }
    }

    /// The record that is shared; the older name of ``hierarchicalRootRecordID``, which is empty
    /// where a whole zone is shared.
    public var rootRecordID: CKRecord.ID {
        hierarchicalRootRecordID ?? CKRecord.ID(recordName: "", zoneID: share.recordID.zoneID)
    }

    /// What the signed-in user is in the share; the older name of ``participantRole``.
    public var participantType: CKShare.ParticipantType {
        CKShare.ParticipantType(rawValue: participantRole.rawValue) ?? .unknown
    }

    /// The metadata itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// The share and what the user is in it.
    public override var description: String {
        "<CKShareMetadata: \(address(of: self)); container=\(containerIdentifier), "
            + "share=\(share.recordID.id.text), role=\(participantRole), "
            + "status=\(participantStatus), permission=\(participantPermission)>"
    }

    /// Metadata takes part in secure archives.
    public static var supportsSecureCoding: Bool { true }

    /// The class's name on Apple's systems, which archives carry as what to fall back to.
    public override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    /// Reads metadata from an archive; nil where it holds none.
    public init?(coder: NSCoder) {
        // Apple's frameworks write an object, and two values under other keys.
        let written: CKContainerID? = coder.object("ContainerID")
        guard let container = written?.identifier ?? coder.text("ContainerID"),
            let share: CKShare = coder.object("Share"),
            let owner: CKUserIdentity = coder.object("OwnerIdentity")
        else { return nil }
        containerIdentifier = container
        self.share = share
        hierarchicalRootRecordID =
            coder.object("HierarchicalRootRecordID") ?? coder.object("RootRecordID")
        let role = coder.containsValue(forKey: "ParticipantRole") ? "Role" : "Type"
        participantRole =
            CKShare.ParticipantRole(rawValue: coder.integer("Participant" + role)) ?? .unknown
        participantStatus =
            CKShare.ParticipantAcceptanceStatus(rawValue: coder.integer("ParticipantStatus"))
            ?? .unknown
        participantPermission =
            CKShare.ParticipantPermission(rawValue: coder.integer("ParticipantPermission"))
            ?? .unknown
        ownerIdentity = owner
        rootRecord = coder.object("RootRecord")
        url = coder.object("QuarryURL")
    }

    /// Writes the metadata, with its share and root record, to an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(containerIdentifier as NSString, forKey: "ContainerID")
        coder.encode(share, forKey: "Share")
        coder.encode(hierarchicalRootRecordID, forKey: "HierarchicalRootRecordID")
        coder.encode(participantRole.rawValue, forKey: "ParticipantRole")
        coder.encode(participantStatus.rawValue, forKey: "ParticipantStatus")
        coder.encode(participantPermission.rawValue, forKey: "ParticipantPermission")
        coder.encode(ownerIdentity, forKey: "OwnerIdentity")
        coder.encode(rootRecord, forKey: "RootRecord")
        coder.encode(url as NSURL?, forKey: "QuarryURL")
    }
}

/// The container in archives of Apple's frameworks.
final class CKContainerID: NSObject, NSSecureCoding {
    let identifier: String

    static var supportsSecureCoding: Bool { true }

    override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    init?(coder: NSCoder) {
        guard let identifier = coder.text("ContainerIdentifier") else { return nil }
        self.identifier = identifier
    }

    func encode(with coder: NSCoder) {
        coder.encode(identifier as NSString, forKey: "ContainerIdentifier")
    }
}
