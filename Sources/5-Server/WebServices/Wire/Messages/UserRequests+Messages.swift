import RecordJSON

extension UserLookupRequest: WireObject {
    package static var blank: Self {
        var none = Self([])
        none.isSaid = false
        return none
    }

    /// The body of a lookup of users; a list that is missing is allowed.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try list("users", isWritten: true, &m)
        try list("lookupInfos", isWritten: false, &m)
        _ = try m.visit(
            "emailAddresses", isLate: false, isWritten: false,
            read: { reader throws(WireError) in
                let limit = WireError.itemLimit
                let emails = try reader.texts("emailAddresses", atMost: limit) ?? []
                items += emails.map { UserLookup(email: $0) }
                isSaid = true
                return true
            },
            write: { _ in })
    }

    private mutating func list(
        _ name: StaticString, isWritten: Bool, _ m: inout some WireMembers
    ) throws(WireError) {
        _ = try m.visit(
            name, isLate: false, isWritten: isWritten,
            read: { reader throws(WireError) in
                isSaid = reader.cursor.kind != .null
                items = try reader.list("users", atMost: WireError.itemLimit) {
                    reader throws(WireError) in try UserLookup(from: &reader, "users")
                }
                return true
            },
            write: { $0.append(array: items) { $1.write(to: &$0) } })
    }
}

extension UserLookup: WireObject {
    package static var blank: Self { Self() }

    /// `{"emailAddress":…}`, or another of the three.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.member("emailAddress", &email)
        try m.member("phoneNumber", &phone)
        try m.member("userRecordName", &user)
    }

    /// Reads a lookup; a text is the user's record name.
    package init(from reader: inout WireReader, _ name: StaticString) throws(WireError) {
        self.init()
        if reader.cursor.kind == .text {
            user = try reader.text("users")
        } else {
            try MemberReader.read(&self, from: &reader, name)
        }
    }
}

extension WireUser: WireObject {
    package static var blank: Self { Self(user: nil) }
    package static var objectName: StaticString { "user" }

    /// A user in the form of `users/caller` and of lookups.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.member("userRecordName", &user)
        try m.object("nameComponents") { m throws(WireError) in
            try m.member("givenName", &givenName)
            try m.member("familyName", &familyName)
        }
        // Apple's older user dictionary.
        try m.alias("firstName", &givenName, isWritten: hasNamesApart)
        try m.alias("lastName", &familyName, isWritten: hasNamesApart)
        try m.alias("emailAddress", &email, isWritten: hasNamesApart)
        try m.member("lookupInfo", &lookup)
        try m.member("isDiscoverable", &isDiscoverable)
    }
}

extension UsersReply: ReplyObject {
    package static var blank: Self { Self([]) }

    /// The reply of a lookup of users: each user or an error.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.entries("users", &users)
    }
}

extension UsersReply.Entry: WireEntry {
    init(_ user: WireUser) { self = .user(user) }
    init(_ lookup: UserLookup, _ error: WireError) { self = .failure(lookup, error) }

    var content: WireEntryContent<WireUser, UserLookup> {
        switch self {
        case .user(let user): .item(user)
        case .failure(let lookup, let error): .failure(lookup, error)
        }
    }
}
