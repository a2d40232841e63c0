import RecordCore

// The words of the web services for what shares say.

extension Share.Permission {
    var wireName: String {
        switch self {
        case .unknown: "UNKNOWN"
        case .none: "NONE"
        case .readOnly: "READ_ONLY"
        case .readWrite: "READ_WRITE"
        }
    }

    init?(wireName: String) {
        switch wireName {
        case "UNKNOWN": self = .unknown
        case "NONE": self = .none
        case "READ_ONLY": self = .readOnly
        case "READ_WRITE": self = .readWrite
        default: return nil
        }
    }
}

extension Share.Role {
    var wireName: String {
        switch self {
        case .unknown: "UNKNOWN"
        case .owner: "OWNER"
        case .administrator: "ADMINISTRATOR"
        case .privateUser: "USER"
        case .publicUser: "PUBLIC_USER"
        }
    }

    init?(wireName: String) {
        switch wireName {
        case "UNKNOWN": self = .unknown
        case "OWNER": self = .owner
        case "ADMINISTRATOR": self = .administrator
        case "USER", "PRIVATE_USER": self = .privateUser
        case "PUBLIC_USER": self = .publicUser
        default: return nil
        }
    }
}

extension Share.Acceptance {
    var wireName: String {
        switch self {
        case .unknown: "UNKNOWN"
        case .pending: "INVITED"
        case .accepted: "ACCEPTED"
        case .removed: "REMOVED"
        }
    }

    init?(wireName: String) {
        switch wireName {
        case "UNKNOWN": self = .unknown
        case "INVITED", "PENDING": self = .pending
        case "ACCEPTED": self = .accepted
        case "REMOVED": self = .removed
        default: return nil
        }
    }
}
