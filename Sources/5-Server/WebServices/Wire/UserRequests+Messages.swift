import PredicateCore
package import RecordJSON

extension UserLookupRequest: WireMessage {
    /// Reads the body of a lookup of users; a list that is missing is allowed.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init([])
        isSaid = false
        try reader.members("request") { reader, key throws(WireError) in
            switch key {
            case "users", "lookupInfos":
                isSaid = reader.cursor.kind != .null
                items = []
                try reader.elements("users", atMost: WireError.itemLimit) {
                    reader throws(WireError) in
                    items.append(try UserLookup(from: &reader))
                }
            case "emailAddresses":
                isSaid = true
                items += (try reader.texts("emailAddresses", atMost: WireError.itemLimit) ?? [])
                    .map { UserLookup(email: $0) }
            default: try reader.skip()
            }
        }
    }

    /// Appends the body of a lookup of users: `{"users":[…]}`.
    package func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"users":"#)
        writer.append(array: items) { $1.write(to: &$0) }
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension UserLookup {
    init(from reader: inout WireReader) throws(WireError) {
        self.init()
        if reader.cursor.kind == .text {
            user = try reader.text("users")
            return
        }
        try reader.members("users") { reader, key throws(WireError) in
            switch key {
            case "emailAddress": email = try reader.text("emailAddress")
            case "phoneNumber": phone = try reader.text("phoneNumber")
            case "userRecordName": user = try reader.text("userRecordName")
            default: try reader.skip()
            }
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.append(byte: UInt8(ascii: "{"))
        for (key, text) in [
            ("emailAddress", email), ("phoneNumber", phone), ("userRecordName", user),
        ] {
            guard let text else { continue }
            writer.append(key: key)
            writer.append(text: text)
            writer.append(byte: UInt8(ascii: ","))
        }
        writer.closeList()
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension WireUser: WireMessage {
    /// Reads a user, as `users/current` answers.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init(user: nil)
        try reader.members("user") { reader, key throws(WireError) in
            switch key {
            case "userRecordName": user = try reader.text("userRecordName")
            case "firstName": givenName = try reader.text("firstName") ?? givenName
            case "lastName": familyName = try reader.text("lastName") ?? familyName
            case "isDiscoverable": isDiscoverable = try reader.flag("isDiscoverable")
            case "emailAddress": email = try reader.text("emailAddress")
            case "nameComponents":
                try reader.members("nameComponents") { reader, key throws(WireError) in
                    switch key {
                    case "givenName": givenName = try reader.text("givenName")
                    case "familyName": familyName = try reader.text("familyName")
                    default: try reader.skip()
                    }
                }
            case "lookupInfo":
                lookup = try reader.null() ? nil : try UserLookup(from: &reader)
            default: try reader.skip()
            }
        }
    }

    /// Appends the user in the form of `users/caller` and of lookups; what is nil is left out.
    package func write(to writer: inout JSONWriter) {
        writer.append(byte: UInt8(ascii: "{"))
        if let user {
            writer.append(raw: #""userRecordName":"#)
            writer.append(text: user)
            writer.append(byte: UInt8(ascii: ","))
        }
        if givenName != nil || familyName != nil {
            writer.append(raw: #""nameComponents":{"#)
            for (key, text) in [("givenName", givenName), ("familyName", familyName)] {
                guard let text else { continue }
                writer.append(key: key)
                writer.append(text: text)
                writer.append(byte: UInt8(ascii: ","))
            }
            writer.closeList()
            writer.append(raw: "},")
        }
        if hasNamesApart {
            for (key, text) in [
                ("firstName", givenName), ("lastName", familyName), ("emailAddress", email),
            ] {
                guard let text else { continue }
                writer.append(key: key)
                writer.append(text: text)
                writer.append(byte: UInt8(ascii: ","))
            }
        }
        if let lookup {
            writer.append(raw: #""lookupInfo":"#)
            lookup.write(to: &writer)
            writer.append(byte: UInt8(ascii: ","))
        }
        if let isDiscoverable {
            writer.append(raw: #""isDiscoverable":"#)
            writer.append(flag: isDiscoverable)
        }
        writer.closeList()
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension UsersReply: WireMessage {
    /// Reads the reply of a lookup of users: each user or an error.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init([])
        try reader.members("reply") { reader, key throws(WireError) in
            guard "users" ~= key else { return try reader.skip() }
            try reader.elements("users") { reader throws(WireError) in
                var place = reader
                if let error = try WireError.entry(&place) {
                    users.append(.failure(try UserLookup(from: &reader), error))
                } else {
                    users.append(.user(try WireUser(from: &reader)))
                }
            }
        }
    }

    /// Appends the reply of a lookup of users: `{"users":[…]}`.
    package func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"users":"#)
        writer.append(array: users) { writer, entry in
            switch entry {
            case .user(let user): user.write(to: &writer)
            case .failure(let lookup, let error):
                lookup.write(to: &writer)
                writer.bytes.removeLast()
                if writer.bytes.last != UInt8(ascii: "{") {
                    writer.append(byte: UInt8(ascii: ","))
                }
                error.writeMembers(to: &writer)
                writer.append(byte: UInt8(ascii: "}"))
            }
        }
        writer.append(byte: UInt8(ascii: "}"))
    }
}
