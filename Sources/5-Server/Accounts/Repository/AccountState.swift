import Crypto
import Foundation

/// A user with what is kept of the password.
struct StoredUser: Hashable, Sendable, Codable {
    var user: User
    var password: PasswordHash?
    /// The password that a server made for its first administrator, in clear text until it is used
    /// or changed: a process that can read it can read the server's secrets too.
    var initialPassword: String?
}

/// A token with what is kept of its text.
struct StoredToken: Hashable, Sendable, Codable {
    var token: Token
    /// Of the text; of the secret in it where the text is sealed.
    var hash: SecretHash
    /// Whether replies give new texts, which take the old one's place.
    var rotates: Bool
}

/// A session of the dashboard.
struct StoredSession: Hashable, Sendable, Codable {
    var hash: SecretHash
    var user: String
    var expiresAt: Date
}

/// How far the row of texts of a web-auth token has come.
struct Rotation: Hashable, Sendable, Codable {
    /// Texts before this place are refused.
    var floor: UInt32 = 0
    /// The places first used within the grace, in order, and when.
    var used: [Use] = []
    /// When it was last used, to the hour; nil in the first hour.
    var lastUsedAt: Date?

    struct Use: Hashable, Sendable, Codable {
        var number: UInt32
        var at: Date
    }

    /// What two processes saw, as one.
    func merged(with other: Rotation) -> Rotation {
        var result = Rotation(
            floor: max(floor, other.floor),
            lastUsedAt: [lastUsedAt, other.lastUsedAt].compactMap(\.self).max())
        guard !result.isEnded else { return result }
        var dates: [UInt32: Date] = [:]
        for use in used + other.used where use.number > result.floor {
            dates[use.number] = min(use.at, dates[use.number] ?? use.at)
        }
        result.used = dates.map { Use(number: $0, at: $1) }.sorted { $0.number < $1.number }
        if result.used.count > 64 { result.used.removeSubrange(1...(result.used.count - 64)) }
        return result
    }

    /// The highest place that was used.
    var current: UInt32 { used.last?.number ?? floor }

    /// Whether a text was used that had long been replaced: two hold the sign-in, and one of them
    /// may have stolen it.
    var isEnded: Bool { floor == .max }

    /// Notes the use of a text; false when a later one has long taken its place, which ends them
    /// all.
    mutating func use(
        _ number: UInt32, issued: Date, at now: Date, grace: TimeInterval
    ) -> Bool {
        while let first = used.first, now.timeIntervalSince(first.at) > grace {
            floor = first.number
            used.removeFirst()
        }
        guard number >= floor else {
            self = Rotation(floor: .max, lastUsedAt: lastUsedAt)
            return false
        }
        if number > current {
            if used.count >= 64 { used.remove(at: 1) }
            used.append(Use(number: number, at: now))
            lastUsedAt = now
        } else if now.timeIntervalSince(lastUsedAt ?? issued) >= 3600 {
            // Of a client that does not use the new texts yet; seldom, since each note is written.
            lastUsedAt = now
        }
        return true
    }
}

/// An API token, and the caller that has nothing else: an object, which a request does not copy.
final class APIToken: Sendable {
    let token: Token
    let principal: Principal

    init(_ token: Token) {
        self.token = token
        principal = Principal(.apiToken, container: token.container, credential: token.id)
    }
}

/// A key with the point on the curve that it says.
struct KnownKey: Sendable {
    var key: ServerKey
    var point: P256.Signing.PublicKey
}

/// Everything the repository says, in memory.
struct AccountState: Sendable {
    private(set) var users: [String: StoredUser] = [:]
    private(set) var names: [String: String] = [:]
    /// Users by the addresses that count as theirs; unconfirmed ones are left out.
    private(set) var addresses: [String: String] = [:]
    private(set) var tokens: [String: StoredToken] = [:]
    private(set) var tokenIDs: [SecretHash: String] = [:]
    private(set) var keys: [String: KnownKey] = [:]
    private(set) var sessions: [SecretHash: StoredSession] = [:]
    private(set) var roles: [String: [String: Set<String>]] = [:]
    /// Custom roles by place and user.
    private(set) var rolesOfUsers: [String: [String: Set<String>]] = [:]
    private(set) var rotations: [String: Rotation] = [:]
    var sealingKey: SymmetricKey? {
        didSet { seals = [:] }
    }
    /// API tokens that were found by their texts, until any token changes.
    private var apiTokens: [TextDigest: APIToken] = [:]
    /// What texts of tokens were found to say that the key has sealed.
    private var seals: [SecretHash: OpenedSeal] = [:]

    /// A text of a token that was found to be good.
    struct OpenedSeal: Sendable {
        let seal: WebAuthSeal
        /// The hash of its secret.
        let secret: SecretHash
    }

    /// Past this number of texts they are opened again.
    private static let mostSeals = 1000
    /// What was found in a text before, by its hash.
    func opened(_ text: SecretHash) -> OpenedSeal? { seals[text] }

    /// Remembers what a text was found to say under a key, as long as that is the key.
    mutating func remember(_ opened: OpenedSeal, of text: SecretHash, key: SymmetricKey) {
        guard key == sealingKey else { return }
        if seals.count >= AccountState.mostSeals { seals = [:] }
        seals[text] = opened
    }

    /// The API token of a text that was found before.
    func apiToken(_ digest: TextDigest) -> APIToken? { apiTokens[digest] }

    /// The API token of a text, which is found by its digest from now on.
    mutating func findAPIToken(_ hash: SecretHash, _ digest: TextDigest) -> APIToken? {
        guard let stored = tokenIDs[hash].flatMap({ tokens[$0] }), stored.hash == hash,
            stored.token.kind == .api
        else { return nil }
        let found = APIToken(stored.token)
        apiTokens[digest] = found
        return found
    }

    // MARK: Keys in the store

    static let prefix = "account/"
    static let secretKey = "account/secret"
    static let versions = "account/version/"
    /// Differs after every change by any process.
    static let version = "account/version/all"
    /// Differs when web-auth tokens were used that took older ones' place.
    static let rotationVersion = "account/version/rotations"
    static let rotationPrefix = "account/rotation/"
    static func key(user: String) -> String { "account/user/\(user)" }
    static func key(token: String) -> String { "account/token/\(token)" }
    static func key(key: String) -> String { "account/key/\(key)" }
    static func key(session: SecretHash) -> String { "account/session/\(session.hex)" }
    static func key(roles place: String) -> String { "account/roles/\(place)" }
    static func key(rotation token: String) -> String { "account/rotation/\(token)" }
    /// Where roles are had.
    static func place(_ container: String, _ environment: String) -> String {
        "\(environment)/\(container)"
    }

    /// A place as the roles in it are kept.
    ///
    /// Names whose characters are composed otherwise (é as one scalar or two) are equal, and would
    /// be two entries of a database.
    func spelling(of place: String) -> String {
        roles.index(forKey: place).map { roles.keys[$0] } ?? place
    }

    /// A name as it is compared: in any case, however composed.
    static func folded(_ name: String) -> String {
        name.precomposedStringWithCompatibilityMapping.lowercased()
    }

    /// A telephone number as it is compared: its digits.
    static func folded(phone: String) -> String {
        "tel:" + phone.filter { $0.isASCII && ($0.isNumber || $0 == "+") }
    }

    // MARK: Reading and changing

    /// Takes over entries as the store keeps them; nil removes.
    ///
    /// What cannot be read is passed over: a repository of a later version is no reason to lock
    /// everybody out.
    mutating func take(_ entries: [String: Data?]) {
        for (key, data) in entries {
            let parts = key.split(separator: "/", maxSplits: 2)
            guard parts.count >= 2, parts[0] == "account" else { continue }
            let name = parts.count > 2 ? String(parts[2]) : ""
            switch parts[1] {
            case "secret": sealingKey = data.map { SymmetricKey(data: $0) }
            case "user": set(user: name, data.flatMap(AccountState.decode))
            case "token": set(token: name, data.flatMap(AccountState.decode))
            case "key": set(key: name, data.flatMap(AccountState.decode))
            case "session": set(session: name, data.flatMap(AccountState.decode))
            case "roles": set(roles: name, data.flatMap(AccountState.decode) ?? [:])
            case "rotation":
                if let found: Rotation = data.flatMap(AccountState.decode) {
                    rotations[name] = rotations[name].map { $0.merged(with: found) } ?? found
                } else {
                    rotations[name] = nil
                }
            default: continue
            }
        }
    }

    /// Removes everything but the rotations of tokens, before the store is read again.
    mutating func forget() {
        let rotations = rotations
        self = AccountState()
        self.rotations = rotations
    }

    private mutating func set(user name: String, _ stored: StoredUser?) {
        if let old = users[name]?.user {
            names[AccountState.folded(old.name)] = nil
            for address in AccountState.addresses(of: old) where addresses[address] == name {
                addresses[address] = nil
            }
        }
        users[name] = stored
        guard let user = stored?.user else { return }
        names[AccountState.folded(user.name)] = name
        guard user.claimsAddresses else { return }
        for address in AccountState.addresses(of: user) { addresses[address] = name }
    }

    private mutating func set(token id: String, _ stored: StoredToken?) {
        apiTokens = [:]
        if let old = tokens[id] { tokenIDs[old.hash] = nil }
        tokens[id] = stored
        guard let stored else {
            rotations[id] = nil
            return
        }
        tokenIDs[stored.hash] = id
    }

    private mutating func set(key id: String, _ key: ServerKey?) {
        keys[id] = key.flatMap { key in
            // A key was checked when it was added.
            (try? P256.Signing.PublicKey(pemRepresentation: key.publicKey)).map {
                KnownKey(key: key, point: $0)
            }
        }
    }

    private mutating func set(session hex: String, _ session: StoredSession?) {
        if let session {
            sessions[session.hash] = session
        } else if let old = sessions.keys.first(where: { $0.hex == hex }) {
            sessions[old] = nil
        }
    }

    private mutating func set(roles place: String, _ roles: [String: Set<String>]) {
        self.roles[place] = roles.isEmpty ? nil : roles
        var users: [String: Set<String>] = [:]
        for (role, members) in roles {
            for member in members { users[member, default: []].insert(role) }
        }
        rolesOfUsers[place] = users.isEmpty ? nil : users
    }

    /// Notes the use of a web-auth token; false when it is too old.
    mutating func use(
        _ seal: WebAuthSeal, at now: Date, grace: TimeInterval
    ) -> (isGood: Bool, isLatest: Bool, isNew: Bool) {
        let before = rotations[seal.id] ?? Rotation()
        var rotation = before
        let isGood = rotation.use(
            seal.number, issued: seal.issuedAt, at: now, grace: grace)
        let isNew = rotation != before
        if isNew { rotations[seal.id] = rotation }
        return (isGood, seal.number >= rotation.current, isNew)
    }

    /// Notes the use of a key; true when that is worth keeping.
    mutating func use(key id: String, at now: Date) -> Bool {
        guard let last = keys[id]?.key.lastUsedAt else {
            keys[id]?.key.lastUsedAt = now
            return true
        }
        guard abs(now.timeIntervalSince(last)) >= 3600 else { return false }
        keys[id]?.key.lastUsedAt = now
        return true
    }

    /// The custom roles of a user.
    func roles(of user: String?, in container: String?, _ environment: String?) -> Set<String> {
        guard let user, let container, !rolesOfUsers.isEmpty else { return [] }
        let place = AccountState.place(container, environment ?? "development")
        return rolesOfUsers[place]?[user] ?? []
    }

    private static func addresses(of user: User) -> [String] {
        [user.email.map { folded($0) }, user.phone.map { folded(phone: $0) }].compactMap { $0 }
    }

    // MARK: Coding

    static func encode(_ value: some Encodable) -> Data? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        // Texts, numbers and dates always encode.
        return try? encoder.encode(value)
    }

    static func decode<T: Decodable>(_ data: Data) -> T? {
        // An entry of a later version is passed over.
        try? JSONDecoder().decode(T.self, from: data)
    }
}
