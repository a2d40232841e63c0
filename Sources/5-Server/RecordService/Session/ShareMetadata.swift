package import Foundation

/// What a share's URL leads to, before it is accepted.
package struct ShareMetadata: Hashable, Sendable {
    /// The URL of the share, as the owner sent it.
    package var url: URL
    /// The share's record, as the caller names it.
    package var share: Record
    /// The record that is shared with its children; nil when the whole zone is.
    package var rootID: RecordID?
    /// The root record, when it was asked for.
    package var root: Record?
    /// The record name of the owner.
    package var owner: String
    /// What the caller is in the share.
    package var role: Share.Role
    /// Whether the caller takes part.
    package var acceptance: Share.Acceptance
    /// What the caller may do, or could after accepting.
    package var permission: Share.Permission
    /// The name of the container.
    package var container: String

    /// What a URL leads to.
    package init(
        url: URL, share: Record, rootID: RecordID?, root: Record?, owner: String,
        role: Share.Role, acceptance: Share.Acceptance, permission: Share.Permission,
        container: String
    ) {
        self.url = url
        self.share = share
        self.rootID = rootID
        self.root = root
        self.owner = owner
        self.role = role
        self.acceptance = acceptance
        self.permission = permission
        self.container = container
    }
}

/// The name and addresses of a user, as far as other users may see them.
package struct UserIdentity: Hashable, Sendable, Codable {
    /// The user's record name.
    package var user: String
    /// The given name; nil when unknown.
    package var givenName: String?
    /// The family name; nil when unknown.
    package var familyName: String?
    /// Addresses by which others find the user.
    package var emails: [String]
    /// Telephone numbers by which others find the user.
    package var phones: [String]
    /// Whether others find the user by an address or the record name.
    ///
    /// Those who take part in a share with the user know the name either way.
    package var isDiscoverable: Bool

    /// Creates an identity, which other users may find unless said otherwise.
    package init(
        user: String, givenName: String? = nil, familyName: String? = nil,
        emails: [String] = [], phones: [String] = [], isDiscoverable: Bool = true
    ) {
        self.user = user
        self.givenName = givenName
        self.familyName = familyName
        self.emails = emails
        self.phones = phones
        self.isDiscoverable = isDiscoverable
    }

    /// Reads what was kept; in older data every user is discoverable.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        user = try container.decode(String.self, forKey: .user)
        givenName = try container.decodeIfPresent(String.self, forKey: .givenName)
        familyName = try container.decodeIfPresent(String.self, forKey: .familyName)
        emails = try container.decode([String].self, forKey: .emails)
        phones = try container.decode([String].self, forKey: .phones)
        isDiscoverable = try container.decodeIfPresent(Bool.self, forKey: .isDiscoverable) ?? true
    }
}

/// Whether there is an account.
///
/// Raw values are those of `CKAccountStatus`.
package enum AccountStatus: Int, Hashable, Sendable, CaseIterable {
    /// The network kept it from being known.
    case couldNotDetermine = 0
    /// A user is signed in.
    case available = 1
    /// The device's manager forbids it.
    case restricted = 2
    /// No user is signed in.
    case noAccount = 3
    /// A user is signed in, and cannot be served now.
    case temporarilyUnavailable = 4
}
