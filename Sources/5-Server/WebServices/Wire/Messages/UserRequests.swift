/// The body of `users/discover`, `users/lookup/email` and `users/lookup/id`.
///
///     {"users": [{"emailAddress": "ann@example.org"}]}
///
/// `lookupInfos` is read as `users` is, and so are `emailAddresses` and record names as texts.
package struct UserLookupRequest: Hashable, Sendable {
    /// The users to find.
    package var items: [UserLookup]
    /// Whether the body has a list of users, which may be empty.
    package internal(set) var isSaid = true

    /// A request to find users by address, telephone number or record name.
    package init(_ items: [UserLookup]) { self.items = items }
}

/// An address, a telephone number or a record name by which a user is looked up.
package struct UserLookup: Hashable, Sendable {
    /// The email address; nil when the lookup is by something else.
    package var email: String?
    /// The telephone number; nil when the lookup is by something else.
    package var phone: String?
    /// The user's record name; nil when the lookup is by something else.
    package var user: String?

    /// A lookup; a client gives one of the three.
    package init(email: String? = nil, phone: String? = nil, user: String? = nil) {
        self.email = email
        self.phone = phone
        self.user = user
    }
}

/// A user's identity on the wire.
package struct WireUser: Hashable, Sendable {
    /// The user's record name; nil where it is not known.
    package var user: String?
    /// The given name; nil when it is not known.
    package var givenName: String?
    /// The family name; nil when it is not known.
    package var familyName: String?
    /// The lookup that found the user; nil in replies without a lookup.
    package var lookup: UserLookup?
    /// Whether others find the user.
    package var isDiscoverable: Bool?
    /// The address in the replies of `users/current` and `users/lookup/email`, which are written
    /// with ``hasNamesApart``; others have it in ``lookup``.
    package var email: String?
    /// Whether names and address stand as `firstName`, `lastName` and `emailAddress` too, as in
    /// Apple's older user dictionary of `users/current` and `users/lookup/…`.
    package var hasNamesApart = false
}

/// The reply of `users/discover` and `users/lookup/…`.
package struct UsersReply: Sendable {
    /// The users that were found; `users/lookup/…` has errors for the others, `users/discover`
    /// leaves them out.
    package var users: [Entry]

    /// The result of one lookup.
    package enum Entry: Sendable {
        /// The user that was found.
        case user(WireUser)
        /// The lookup that found no user, and the reason.
        case failure(UserLookup, WireError)
    }

    /// A reply with a result for each lookup.
    package init(_ users: [Entry]) { self.users = users }
}
