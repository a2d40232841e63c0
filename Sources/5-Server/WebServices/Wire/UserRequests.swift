/// The body of `users/discover`, `users/lookup/email` and `users/lookup/id`.
///
///     {"users": [{"emailAddress": "ann@example.org"}]}
public struct UserLookupRequest: Hashable, Sendable {
    /// Who is looked for.
    public var items: [UserLookup]
    /// Whether it says who is looked for, be it nobody.
    public internal(set) var isSaid = true

    /// A request.
    public init(_ items: [UserLookup]) { self.items = items }
}

/// By what somebody is looked for.
public struct UserLookup: Hashable, Sendable {
    /// An address.
    public var email: String?
    /// A telephone number.
    public var phone: String?
    /// The user's record name.
    public var user: String?

    /// By what somebody is looked for.
    public init(email: String? = nil, phone: String? = nil, user: String? = nil) {
        self.email = email
        self.phone = phone
        self.user = user
    }
}

/// Who somebody is, on the wire.
public struct WireUser: Hashable, Sendable {
    /// The user's record name; nil where it is not known.
    public var user: String?
    /// The given name.
    public var givenName: String?
    /// The family name.
    public var familyName: String?
    /// By what he was found.
    public var lookup: UserLookup?
    /// Whether others find the user.
    public var isDiscoverable: Bool?
    /// The address in the reply of an endpoint that tells it; others have it in ``lookup``.
    public var email: String?
    /// Whether names stand as `firstName` and `lastName` too, as in Apple's older user dictionary
    /// of `users/current` and `users/lookup/…`.
    public var hasNamesApart: Bool

    /// Who somebody is.
    public init(
        user: String?, givenName: String? = nil, familyName: String? = nil,
        lookup: UserLookup? = nil, isDiscoverable: Bool? = nil, email: String? = nil,
        hasNamesApart: Bool = false
    ) {
        self.user = user
        self.givenName = givenName
        self.familyName = familyName
        self.lookup = lookup
        self.isDiscoverable = isDiscoverable
        self.email = email
        self.hasNamesApart = hasNamesApart
    }
}

/// The reply of `users/discover` and `users/lookup/…`.
public struct UsersReply: Sendable {
    /// Those who were found, and why others were not.
    public var users: [Entry]

    /// One who was looked for.
    public enum Entry: Sendable {
        /// He was found.
        case user(WireUser)
        /// He was not.
        case failure(UserLookup, WireError)
    }

    /// A reply.
    public init(_ users: [Entry]) { self.users = users }
}
