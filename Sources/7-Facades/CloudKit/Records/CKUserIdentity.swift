public import Foundation
import RecordService

/// The identity of a user, as far as the signed-in user may know it.
///
///     let ada = try await container.userIdentity(forEmailAddress: "ada@example.org")
///     ada?.nameComponents?.givenName  // "Ada"
public final class CKUserIdentity: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    // Unchecked: nothing changes after init.

    /// By what a user is found; `CKUserIdentity.LookupInfo`.
    public typealias LookupInfo = CKUserIdentityLookupInfo

    /// The user's record; nil while it is not known.
    public let userRecordID: CKRecord.ID?
    /// By what the user was found.
    public let lookupInfo: LookupInfo?
    /// The user's name; nil where it is not known.
    public let nameComponents: PersonNameComponents?
    /// Whether there is an account behind it.
    public let hasiCloudAccount: Bool
    /// Contacts of the address book that were found; there is none here.
    public let contactIdentifiers: [String] = []

    init(
        userRecordID: CKRecord.ID?, lookupInfo: LookupInfo? = nil,
        nameComponents: PersonNameComponents? = nil, hasiCloudAccount: Bool = true
    ) {
        self.userRecordID = userRecordID
        self.lookupInfo = lookupInfo
        self.nameComponents = nameComponents
        self.hasiCloudAccount = hasiCloudAccount
    }

    /// An identity as the service knows it.
    convenience init(_ identity: UserIdentity, foundBy lookupInfo: LookupInfo? = nil) {
        var name: PersonNameComponents?
        if identity.givenName != nil || identity.familyName != nil {
            name = PersonNameComponents()
            name?.givenName = identity.givenName
            name?.familyName = identity.familyName
        }
        let address =
            identity.emails.first.map { LookupInfo(emailAddress: $0) }
            ?? identity.phones.first.map { LookupInfo(phoneNumber: $0) }
        self.init(
            userRecordID: CKRecord.ID(recordName: identity.user),
            lookupInfo: lookupInfo ?? address, nameComponents: name)
    }

    /// Whether both are the same user.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKUserIdentity else { return false }
        return userRecordID == other.userRecordID && lookupInfo == other.lookupInfo
            && nameComponents == other.nameComponents && hasiCloudAccount == other.hasiCloudAccount
    }

    /// A hash in accord with equality.
    public override var hash: Int { userRecordID?.hash ?? lookupInfo?.hash ?? 0 }

    /// The identity itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Class, address and the name of the user's record, for logs.
    public override var description: String {
        "<CKUserIdentity: \(address(of: self)); userRecordID=\(userRecordID?.recordName ?? "nil")>"
    }

    /// Identities take part in secure archives.
    public static var supportsSecureCoding: Bool { true }

    /// The class's name on Apple's systems, which archives carry as what to fall back to.
    public override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    /// Reads an identity from an archive.
    public convenience init?(coder: NSCoder) {
        var name: PersonNameComponents?
        let given = coder.text("GivenName")
        let family = coder.text("FamilyName")
        if given != nil || family != nil {
            name = PersonNameComponents()
            name?.givenName = given
            name?.familyName = family
        }
        self.init(
            userRecordID: coder.object("UserRecordID"), lookupInfo: coder.object("LookupInfo"),
            nameComponents: name, hasiCloudAccount: coder.bool("HasICloudAccount"))
    }

    /// Writes the user's record name, lookup and personal name to an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(userRecordID, forKey: "UserRecordID")
        coder.encode(lookupInfo, forKey: "LookupInfo")
        coder.encode(nameComponents?.givenName as NSString?, forKey: "GivenName")
        coder.encode(nameComponents?.familyName as NSString?, forKey: "FamilyName")
        coder.encode(hasiCloudAccount, forKey: "HasICloudAccount")
    }
}

/// By what a user is found; programs write `CKUserIdentity.LookupInfo`.
///
///     let bob = CKUserIdentity.LookupInfo(emailAddress: "bob@example.org")
///     let participant = try await container.shareParticipant(forEmailAddress: "bob@example.org")
///     participant.userIdentity.lookupInfo?.emailAddress == bob.emailAddress  // true
public final class CKUserIdentityLookupInfo: NSObject, NSSecureCoding, NSCopying, Sendable {
    /// The address; nil when the user is found by something else.
    public let emailAddress: String?
    /// The telephone number; nil when the user is found by something else.
    public let phoneNumber: String?
    /// The user's record; nil when the user is found by something else.
    public let userRecordID: CKRecord.ID?

    private init(email: String?, phone: String?, record: CKRecord.ID?) {
        emailAddress = email
        phoneNumber = phone
        userRecordID = record
    }

    /// Found by an address.
    public convenience init(emailAddress: String) {
        self.init(email: emailAddress, phone: nil, record: nil)
    }

    /// Found by a telephone number.
    public convenience init(phoneNumber: String) {
        self.init(email: nil, phone: phoneNumber, record: nil)
    }

    /// Found by the user's record.
    public convenience init(userRecordID: CKRecord.ID) {
        self.init(email: nil, phone: nil, record: userRecordID)
    }

    /// What a participant of a share was invited by: the address and the number, where there are both, or
    /// else the user's record.
    convenience init?(email: String?, phone: String?, user: String?) {
        let isInvited = email != nil || phone != nil
        guard isInvited || user != nil else { return nil }
        self.init(
            email: email, phone: phone,
            record: isInvited ? nil : user.map { CKRecord.ID(recordName: $0) })
    }

    /// Whether one of what both find by is the same.
    func overlaps(_ other: CKUserIdentityLookupInfo) -> Bool {
        emailAddress != nil && emailAddress == other.emailAddress
            || phoneNumber != nil && phoneNumber == other.phoneNumber
            || userRecordID != nil && userRecordID == other.userRecordID
    }

    /// Found by addresses, one each.
    public class func lookupInfos(withEmails emails: [String]) -> [CKUserIdentityLookupInfo] {
        emails.map { CKUserIdentityLookupInfo(emailAddress: $0) }
    }

    /// Found by telephone numbers, one each.
    public class func lookupInfos(
        withPhoneNumbers phoneNumbers: [String]
    ) -> [CKUserIdentityLookupInfo] {
        phoneNumbers.map { CKUserIdentityLookupInfo(phoneNumber: $0) }
    }

    /// Found by records, one each.
    public class func lookupInfos(
        with recordIDs: [CKRecord.ID]
    ) -> [CKUserIdentityLookupInfo] {
        recordIDs.map { CKUserIdentityLookupInfo(userRecordID: $0) }
    }

    /// Whether both find by the same.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKUserIdentityLookupInfo else { return false }
        return emailAddress == other.emailAddress && phoneNumber == other.phoneNumber
            && userRecordID == other.userRecordID
    }

    /// A hash in accord with equality.
    public override var hash: Int {
        emailAddress?.hashValue ?? phoneNumber?.hashValue ?? userRecordID?.hash ?? 0
    }

    /// The lookup itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Lookups take part in secure archives.
    public static var supportsSecureCoding: Bool { true }

    /// The class's name on Apple's systems, which archives carry as what to fall back to.
    public override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    /// Reads a lookup from an archive; nil where it holds none.
    public convenience init?(coder: NSCoder) {
        let email = coder.text("EmailAddress")
        let phone = coder.text("PhoneNumber")
        // Apple's frameworks write the record under another key.
        let record: CKRecord.ID? = coder.object("UserRecordID") ?? coder.object("RecordID")
        guard
            email != nil || phone != nil || record != nil
                || coder.containsValue(forKey: "ReportsMissing")
        else { return nil }
        self.init(email: email, phone: phone, record: record)
    }

    /// Writes the address, number or record name to an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(emailAddress as NSString?, forKey: "EmailAddress")
        coder.encode(phoneNumber as NSString?, forKey: "PhoneNumber")
        coder.encode(userRecordID, forKey: "UserRecordID")
    }
}
