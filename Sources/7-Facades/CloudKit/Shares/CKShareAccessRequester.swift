public import Foundation

extension CKShare {
    /// A user that was not invited and asks to take part.
    public typealias AccessRequester = CKShareAccessRequester
    /// A user that may not ask to take part.
    public typealias BlockedIdentity = CKShareBlockedIdentity
}

/// A user that was not invited to a share and asks to take part; programs write
/// `CKShare.AccessRequester`.
///
///     share.requesters.first?.userIdentity.userRecordID?.recordName  // "_eve"
///     share.denyRequesters(share.requesters)
///
/// It is let in by adding the participant that ``participantLookupInfo`` finds.
///
/// Source: [CKShare.AccessRequester](https://developer.apple.com/documentation/cloudkit/ckshare/accessrequester).
public final class CKShareAccessRequester: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable
{
    // Unchecked: nothing changes after init.

    /// The user that asks, by its record name.
    public let userIdentity: CKUserIdentity

    init(_ userIdentity: CKUserIdentity) { self.userIdentity = userIdentity }

    /// By what the participant is found that lets the user in.
    ///
    ///     let info = requester.participantLookupInfo
    ///     let found = try await container.shareParticipants(for: [info])
    ///     if let participant = try found[info]?.get() { share.addParticipant(participant) }
    public var participantLookupInfo: CKUserIdentity.LookupInfo {
        userIdentity.lookupInfo
            ?? CKUserIdentity.LookupInfo(
                userRecordID: userIdentity.userRecordID ?? CKRecord.ID(recordName: ""))
    }

    /// Whether both are the same user.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? CKShareAccessRequester)?.userIdentity == userIdentity
    }

    /// A hash of the user.
    public override var hash: Int { userIdentity.hash }

    /// The object itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Takes part in secure archives.
    public static var supportsSecureCoding: Bool { true }

    /// The class's name on Apple's systems, which archives carry as what to fall back to.
    public override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    /// Reads the user from an archive; nil where it holds none.
    public init?(coder: NSCoder) {
        guard let identity: CKUserIdentity = coder.object("UserIdentity") else { return nil }
        userIdentity = identity
    }

    /// Writes the user to an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(userIdentity, forKey: "UserIdentity")
    }
}

/// A user that may not ask to take part in a share; programs write `CKShare.BlockedIdentity`.
///
///     share.unblockIdentities(share.blockedIdentities)
///     try await database.save(share)  // they may ask again
///
/// Source: [CKShare.BlockedIdentity](https://developer.apple.com/documentation/cloudkit/ckshare/blockedidentity).
public final class CKShareBlockedIdentity: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable
{
    // Unchecked: nothing changes after init.

    /// The user that is blocked, by its record name.
    public let userIdentity: CKUserIdentity

    init(_ userIdentity: CKUserIdentity) { self.userIdentity = userIdentity }

    /// Whether both are the same user.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? CKShareBlockedIdentity)?.userIdentity == userIdentity
    }

    /// A hash of the user.
    public override var hash: Int { userIdentity.hash }

    /// The object itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Takes part in secure archives.
    public static var supportsSecureCoding: Bool { true }

    /// The class's name on Apple's systems, which archives carry as what to fall back to.
    public override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    /// Reads the user from an archive; nil where it holds none.
    public init?(coder: NSCoder) {
        guard let identity: CKUserIdentity = coder.object("UserIdentity") else { return nil }
        userIdentity = identity
    }

    /// Writes the user to an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(userIdentity, forKey: "UserIdentity")
    }
}
