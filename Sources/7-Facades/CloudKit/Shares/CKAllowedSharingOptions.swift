public import Foundation
import Synchronization

/// What a participant of a share may be allowed to do.
///
///     let offered: CKSharingParticipantPermissionOption = .readOnly
///     offered.contains(.readWrite)                       // false
///     CKSharingParticipantPermissionOption.any.rawValue  // 3: both
public struct CKSharingParticipantPermissionOption: OptionSet, Hashable, Sendable {
    /// The options as a bit mask.
    public let rawValue: UInt
    /// Options from raw bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// A participant may see the records only.
    public static let readOnly = CKSharingParticipantPermissionOption(rawValue: 1)
    /// See and save records.
    public static let readWrite = CKSharingParticipantPermissionOption(rawValue: 2)
    /// Both `readOnly` and `readWrite` are offered.
    public static let any = CKSharingParticipantPermissionOption(rawValue: 3)
}

/// Which users may be let into a share.
///
///     let options = CKAllowedSharingOptions(
///         allowedParticipantPermissionOptions: .any,
///         allowedParticipantAccessOptions: .specifiedRecipientsOnly)
///     options.allowedParticipantAccessOptions.contains(.anyoneWithLink)  // false
public struct CKSharingParticipantAccessOption: OptionSet, Hashable, Sendable {
    /// The options as a bit mask.
    public let rawValue: UInt
    /// Options from raw bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Anybody who has the URL.
    public static let anyoneWithLink = CKSharingParticipantAccessOption(rawValue: 1)
    /// Only participants that were invited.
    public static let specifiedRecipientsOnly = CKSharingParticipantAccessOption(rawValue: 2)
    /// Both `anyoneWithLink` and `specifiedRecipientsOnly` are offered.
    public static let any = CKSharingParticipantAccessOption(rawValue: 3)
}

/// What a user interface of sharing offers; only kept here, where there is none.
///
///     let options = CKAllowedSharingOptions.standard
///     options.allowedParticipantPermissionOptions = .readOnly
///     options.allowedParticipantAccessOptions  // .any
open class CKAllowedSharingOptions: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    // Unchecked: what changes is under a lock.
    private struct Options {
        var permissions: CKSharingParticipantPermissionOption
        var access: CKSharingParticipantAccessOption
        var allowsAccessRequests = false
        var allowsParticipantsToInviteOthers = false
    }
    private let options: Mutex<Options>

    /// Some permissions and some kinds of access.
    public init(
        allowedParticipantPermissionOptions: CKSharingParticipantPermissionOption,
        allowedParticipantAccessOptions: CKSharingParticipantAccessOption
    ) {
        options = Mutex(
            Options(
                permissions: allowedParticipantPermissionOptions,
                access: allowedParticipantAccessOptions))
    }

    /// Offers every permission and every kind of access.
    public static let standard = CKAllowedSharingOptions(
        allowedParticipantPermissionOptions: .any, allowedParticipantAccessOptions: .any)

    /// The permissions that a user interface offers for participants.
    open var allowedParticipantPermissionOptions: CKSharingParticipantPermissionOption {
        get { options.withLock { $0.permissions } }
        set { options.withLock { $0.permissions = newValue } }
    }

    /// The kinds of access offered.
    open var allowedParticipantAccessOptions: CKSharingParticipantAccessOption {
        get { options.withLock { $0.access } }
        set { options.withLock { $0.access = newValue } }
    }

    /// Whether a user interface offers ``CKShare/allowsAccessRequests``.
    open var allowsAccessRequests: Bool {
        get { options.withLock { $0.allowsAccessRequests } }
        set { options.withLock { $0.allowsAccessRequests = newValue } }
    }

    /// Whether a user interface offers that participants invite others, as administrators.
    open var allowsParticipantsToInviteOthers: Bool {
        get { options.withLock { $0.allowsParticipantsToInviteOthers } }
        set { options.withLock { $0.allowsParticipantsToInviteOthers = newValue } }
    }

    /// The same again, changing on its own.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CKAllowedSharingOptions(
            allowedParticipantPermissionOptions: allowedParticipantPermissionOptions,
            allowedParticipantAccessOptions: allowedParticipantAccessOptions)
        copy.options.withLock { $0 = options.withLock { $0 } }
        return copy
    }

    /// Takes part in secure archives.
    public class var supportsSecureCoding: Bool { true }

    /// The class's name on Apple's systems, which archives carry as what to fall back to.
    public override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    /// Reads options from an archive.
    public required convenience init?(coder: NSCoder) {
        self.init(
            allowedParticipantPermissionOptions: CKSharingParticipantPermissionOption(
                rawValue: UInt(bitPattern: coder.integer("Permissions"))),
            allowedParticipantAccessOptions: CKSharingParticipantAccessOption(
                rawValue: UInt(bitPattern: coder.integer("Access"))))
        allowsAccessRequests = coder.bool("AllowsAccessRequests")
        allowsParticipantsToInviteOthers = coder.bool("AllowsParticipantsToInviteOthers")
    }

    /// Writes permissions and kinds of access to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(
            Int(bitPattern: allowedParticipantPermissionOptions.rawValue), forKey: "Permissions")
        coder.encode(Int(bitPattern: allowedParticipantAccessOptions.rawValue), forKey: "Access")
        coder.encode(allowsAccessRequests, forKey: "AllowsAccessRequests")
        coder.encode(
            allowsParticipantsToInviteOthers, forKey: "AllowsParticipantsToInviteOthers")
    }
}
