package import RecordCore

// The words of the web services for what shares say.

extension Share.Permission: WireWord {
    package var wireName: String {
        switch self {
        case .unknown: "UNKNOWN"
        case .none: "NONE"
        case .readOnly: "READ_ONLY"
        case .readWrite: "READ_WRITE"
        }
    }
}

extension Share.Role: WireWord {
    package var wireName: String {
        switch self {
        case .unknown: "UNKNOWN"
        case .owner: "OWNER"
        case .administrator: "ADMINISTRATOR"
        case .privateUser: "USER"
        case .publicUser: "PUBLIC_USER"
        }
    }

    package init?(wireName: String) {
        let name = wireName == "PRIVATE_USER" ? "USER" : wireName
        guard let role = Self.allCases.first(where: { $0.wireName == name }) else { return nil }
        self = role
    }
}

extension Share.Acceptance: WireWord {
    package var wireName: String {
        switch self {
        case .unknown: "UNKNOWN"
        case .pending: "INVITED"
        case .accepted: "ACCEPTED"
        case .removed: "REMOVED"
        }
    }

    package init?(wireName: String) {
        let name = wireName == "PENDING" ? "INVITED" : wireName
        guard let word = Self.allCases.first(where: { $0.wireName == name }) else { return nil }
        self = word
    }
}
