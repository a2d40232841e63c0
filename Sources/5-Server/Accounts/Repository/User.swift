public import Foundation

/// A person with an account; the account is the same in every container of a server.
public struct User: Hashable, Sendable, Codable {
    /// The record name in every container: `_` and 32 hexadecimal digits, or as given.
    public var recordName: String
    /// The name to sign in with, as it was written; case does not matter.
    public var name: String
    /// An address by which others find the user.
    public var email: String?
    /// A telephone number by which others find the user.
    public var phone: String?
    /// The given name; nil when the account has none.
    public var givenName: String?
    /// The family name; nil when the account has none.
    public var familyName: String?
    /// Whether the user may use the dashboard.
    public var isAdministrator: Bool
    /// Whether the account is closed for the moment.
    public var isDisabled: Bool
    /// Whether there is a password to sign in with.
    public var hasPassword: Bool
    /// When the account was made.
    public var createdAt: Date
    /// Nil in accounts of before, and in those that others find.
    private var isHidden: Bool?
    /// Nil in accounts of before.
    private var hasConfirmedAddresses: Bool?

    /// Whether others find the user by an address, a telephone number or the record name.
    ///
    /// Apple's criterion for discovery is the user's permission for it; here it is set with the
    /// account. An invitation to an address of the account can be accepted either way.
    public var isDiscoverable: Bool {
        get { isHidden != true }
        set { isHidden = newValue ? nil : true }
    }

    /// Whether an administrator has set or confirmed the addresses; nil in accounts of before,
    /// where that is not known.
    public var areAddressesConfirmed: Bool? {
        get { hasConfirmedAddresses }
        set { hasConfirmedAddresses = newValue }
    }

    /// An account.
    init(
        recordName: String, name: String, email: String?, phone: String?, givenName: String?,
        familyName: String?, isAdministrator: Bool, hasPassword: Bool, createdAt: Date
    ) {
        self.recordName = recordName
        self.name = name
        self.email = email
        self.phone = phone
        self.givenName = givenName
        self.familyName = familyName
        self.isAdministrator = isAdministrator
        isDisabled = false
        self.hasPassword = hasPassword
        self.createdAt = createdAt
    }
}

/// An account to be made.
///
///     try await accounts.createUser(NewUser("ann", password: "correct horse battery"))
public struct NewUser: Hashable, Sendable {
    /// The name to sign in with.
    public var name: String
    /// The password; nil for an account without password sign-in.
    public var password: String?
    /// The record name; nil makes one.
    public var recordName: String?
    /// An address by which others find the user.
    public var email: String?
    /// A telephone number by which others find the user.
    public var phone: String?
    /// The given name; nil leaves it out.
    public var givenName: String?
    /// The family name; nil leaves it out.
    public var familyName: String?
    /// Whether the user may use the dashboard.
    public var isAdministrator: Bool
    /// Whether others find the user by address, telephone number and record name.
    public var isDiscoverable = true

    /// An account to be made.
    public init(
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
public struct UserChange: Hashable, Sendable {
    /// The name to sign in with.
    public var name: String?
    /// The new password; the user's dashboard sessions and web-auth tokens end.
    public var password: String?
    /// An address; an empty one removes it.
    public var email: String?
    /// A telephone number; an empty one removes it.
    public var phone: String?
    /// The given name; an empty one removes it.
    public var givenName: String?
    /// The family name; an empty one removes it.
    public var familyName: String?
    /// Whether the user may use the dashboard.
    public var isAdministrator: Bool?
    /// Whether others find the user by address, telephone number and record name.
    public var isDiscoverable: Bool?
    /// Whether the account is closed for the moment; closing it ends
    /// the user's dashboard sessions and web-auth tokens.
    public var isDisabled: Bool?

    /// Nothing is different yet.
    public init() {}
}
