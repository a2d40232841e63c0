package import Foundation

/// A person with an account; the account is the same in every container of a server.
package struct User: Hashable, Sendable, Codable {
    /// The record name in every container: `_` and 32 hexadecimal digits, or as given.
    package var recordName: String
    /// The name to sign in with, as it was written; case does not matter.
    package var name: String
    /// An address by which others find the user.
    package var email: String?
    /// A telephone number by which others find the user.
    package var phone: String?
    /// The given name; nil when the account has none.
    package var givenName: String?
    /// The family name; nil when the account has none.
    package var familyName: String?
    /// Whether the user may use the dashboard.
    package var isAdministrator: Bool
    /// Whether the account is closed for the moment.
    package var isDisabled = false
    /// Whether there is a password to sign in with.
    package var hasPassword: Bool
    /// When the account was made.
    package var createdAt: Date
    /// Nil in accounts of before, and in those that others find.
    var isHidden: Bool?
    /// Whether an administrator has set or confirmed the addresses; nil in accounts of before,
    /// where that is not known.
    package var hasConfirmedAddresses: Bool?

    /// Whether no other account can have the addresses: not those that were typed at sign-up, where
    /// any can be typed.
    var claimsAddresses: Bool { hasConfirmedAddresses != false }

    /// Whether others find the user by an address, a telephone number or the record name.
    ///
    /// Apple's criterion for discovery is the user's permission for it; here it is set with the
    /// account. An invitation to an address of the account can be accepted either way.
    package var isDiscoverable: Bool {
        get { isHidden != true }
        set { isHidden = newValue ? nil : true }
    }
}

/// An account to be made.
///
///     try await accounts.createUser(NewUser("ann", password: "correct horse battery"))
package struct NewUser: Hashable, Sendable {
    /// The name to sign in with.
    package var name: String
    /// The password; nil for an account without password sign-in.
    package var password: String?
    /// The record name; nil makes one.
    package var recordName: String?
    /// An address by which others find the user.
    package var email: String?
    /// A telephone number by which others find the user.
    package var phone: String?
    /// The given name; nil leaves it out.
    package var givenName: String?
    /// The family name; nil leaves it out.
    package var familyName: String?
    /// Whether the user may use the dashboard.
    package var isAdministrator: Bool
    /// Whether others find the user by address, telephone number and record name.
    package var isDiscoverable = true

    /// An account to be made.
    package init(
        _ name: String, password: String? = nil, recordName: String? = nil,
        email: String? = nil, phone: String? = nil, givenName: String? = nil,
        familyName: String? = nil, isAdministrator: Bool = false
    ) {
        self.name = name
        self.password = password
        self.recordName = recordName
        self.email = email
        self.phone = phone
        self.givenName = givenName
        self.familyName = familyName
        self.isAdministrator = isAdministrator
    }
}

/// What is to be different about an account; what is nil stays.
package struct UserChange: Hashable, Sendable {
    /// The name to sign in with.
    package var name: String?
    /// The new password; the user's dashboard sessions and web-auth tokens end.
    package var password: String?
    /// An address; an empty one removes it.
    package var email: String?
    /// A telephone number; an empty one removes it.
    package var phone: String?
    /// The given name; an empty one removes it.
    package var givenName: String?
    /// The family name; an empty one removes it.
    package var familyName: String?
    /// Whether the user may use the dashboard.
    package var isAdministrator: Bool?
    /// Whether others find the user by address, telephone number and record name.
    package var isDiscoverable: Bool?
    /// Whether the account is closed for the moment; closing it ends
    /// the user's dashboard sessions and web-auth tokens.
    package var isDisabled: Bool?

    /// Nothing is different yet.
    package init() {}
}
