package import RecordJSON

// Users, tokens and keys as an administrator sees them: over HTTP, and in the tool.

extension User {
    /// What is known of the user; nothing of the password but whether there is one.
    package var json: OrderedJSON {
        .present([
            "recordName": .text(recordName), "name": .text(name), "email": .text(email),
            "phone": .text(phone), "givenName": .text(givenName), "familyName": .text(familyName),
            "isAdministrator": .bool(isAdministrator), "isDisabled": .bool(isDisabled),
            "isDiscoverable": .bool(isDiscoverable), "hasPassword": .bool(hasPassword),
            "createdAt": .milliseconds(createdAt),
        ])
    }
}

extension Token {
    /// What is known of the token.
    ///
    /// - Parameter text: The token itself, which is shown once.
    package func json(text: String? = nil) -> OrderedJSON {
        .present([
            "id": .text(id), "kind": .text(kind.rawValue), "name": .text(name),
            "container": .text(container), "environment": .text(environment),
            "user": .text(user), "redirects": .texts(redirects),
            "createdAt": .milliseconds(createdAt), "expiresAt": .milliseconds(expiresAt),
            "token": .text(text),
        ])
    }
}

extension ServerKey {
    /// What is known of the key, with its public half.
    package var json: OrderedJSON {
        .present([
            "id": .text(id), "name": .text(name), "container": .text(container),
            "publicKey": .text(publicKey), "user": .text(user),
            "createdAt": .milliseconds(createdAt), "lastUsedAt": .milliseconds(lastUsedAt),
            "revokedAt": .milliseconds(revokedAt),
        ])
    }
}
