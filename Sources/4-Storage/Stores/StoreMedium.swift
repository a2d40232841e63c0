/// What a location comes down to, for modules that need not know which engine keeps the store.
///
///     StoreLocation.postgres(url: "postgres://db/app").medium   // .server(url: "postgres://db/app")
///     try StoreLocation("notes.db").medium                      // .file(path: "notes.db")
///
/// A new engine is a case of ``StoreLocation``; switches over media do not change.
package enum StoreMedium: Hashable, Sendable {
    /// Memory; gone when the store is closed.
    case memory
    /// A file of this machine, by its path.
    case file(path: String)
    /// A database server, by its URL.
    case server(url: String)

    /// The schemes of URLs of database servers.
    static let serverSchemes = ["postgres", "postgresql"]

    /// Whether a text is the URL of a database server.
    package static func isServer(_ text: String) -> Bool {
        serverSchemes.contains { text.hasPrefix($0 + "://") }
    }

    /// A location as it is written without the passwords of a database server's URL; the rest stays.
    package static func withoutPasswords(_ text: String) -> String {
        guard isServer(text) else { return text }
        // libpq reads a password up to the last @ before a slash.
        let plain = text.replacing(/^(\w+:\/\/[^:@\/]*):[^\/]*@/) { "\($0.1)@" }
        let parts = plain.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return plain }
        let settings = parts[1].split(separator: "&").filter {
            !["password", "sslpassword"].contains($0.prefix { $0 != "=" })
        }
        return parts[0] + (settings.isEmpty ? "" : "?" + settings.joined(separator: "&"))
    }

    /// Whether a text begins with a scheme of ``StoreLocation``, `sqlite:` or `memory:` among them.
    package static func hasScheme(_ text: String) -> Bool {
        guard let end = text.firstIndex(of: ":") else { return false }
        return (serverSchemes + ["sqlite", "memory"]).contains(text[..<end].lowercased())
    }
}

extension StoreLocation {
    /// Memory, a file or a server.
    package var medium: StoreMedium {
        switch self {
        case .memory, .sqliteMemory: .memory
        case .sqlite(let path): .file(path: path)
        case .postgres(let url): .server(url: url)
        }
    }
}

extension ObjectStoreLocation {
    /// Memory, a file or a server.
    package var medium: StoreMedium {
        switch self {
        case .memory, .sqliteMemory: .memory
        case .sqlite(let path): .file(path: path)
        case .postgres(let url): .server(url: url)
        }
    }
}
