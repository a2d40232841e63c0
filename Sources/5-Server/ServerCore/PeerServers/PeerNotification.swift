import WebServices

/// A notification between the servers of a database.
enum PeerNotification: Hashable, Sendable {
    /// Users, tokens, keys, sessions or roles were changed.
    case accounts
    /// A container was made.
    case containers
    /// Subscriptions of a container were changed.
    case subscriptions(ContainerRegistry.Key)
    /// There are notifications for a user of a container.
    case notices(ContainerRegistry.Key, user: String)

    /// The container that it concerns; nil where it concerns the server.
    var container: ContainerRegistry.Key? {
        switch self {
        case .accounts, .containers: nil
        case .subscriptions(let key), .notices(let key, _): key
        }
    }

    /// As it is sent: words between characters that names do not have.
    var text: String {
        let words: [String] =
            switch self {
            case .accounts: ["accounts"]
            case .containers: ["containers"]
            case .subscriptions(let key):
                ["subscriptions", key.environment.rawValue, key.container]
            case .notices(let key, let user):
                ["notices", key.environment.rawValue, key.container, user]
            }
        return words.joined(separator: "\u{1F}")
    }

    /// Reads what was sent; nil for what only another version knows.
    init?(_ text: String) {
        let words = text.split(separator: "\u{1F}", omittingEmptySubsequences: false)
            .map(String.init)
        func key() -> ContainerRegistry.Key? {
            EndpointPath.Environment(rawValue: words[1]).map {
                ContainerRegistry.Key(words[2], $0)
            }
        }
        switch (words.first, words.count) {
        case ("accounts", 1): self = .accounts
        case ("containers", 1): self = .containers
        case ("subscriptions", 3):
            guard let key = key() else { return nil }
            self = .subscriptions(key)
        case ("notices", 4):
            guard let key = key() else { return nil }
            self = .notices(key, user: words[3])
        default: return nil
        }
    }
}
