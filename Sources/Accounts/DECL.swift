public import Foundation
public import RecordCore
extension AccountBook {
    // MARK: Users
    /// Everybody, by name.
    public func users() async throws(AccountError) -> [User] { [] }
    /// By record name.
    public func user(_ recordName: String) async throws(AccountError) -> User? { nil }
    /// By sign-in name, in any case.
    public func user(named name: String) async throws(AccountError) -> User? { nil }
    /// By address or telephone number.
    public func user(email: String?, phone: String?) async throws(AccountError) -> User? { nil }
    /// Makes an account.
    @discardableResult
    public func createUser(_ new: NewUser) async throws(AccountError) -> User { throw AccountError(.invalid, "") }
    /// Changes an account.
    @discardableResult
    public func updateUser(_ recordName: String, _ change: UserChange) async throws(AccountError) -> User { throw AccountError(.invalid, "") }
    /// Removes an account with its tokens and its part in roles; its records stay.
    public func deleteUser(_ recordName: String) async throws(AccountError) {}
    // MARK: Signing in
    /// Checks a name and a password; slow on purpose, and slower after failures.
    public func signIn(name: String, password: String, peer: String) async throws(AuthenticationError) -> User { throw AuthenticationError(.signInFailed) }
    /// Begins a session of the dashboard for an administrator.
    public func beginSession(name: String, password: String, peer: String) async throws(AuthenticationError) -> DashboardSession { throw AuthenticationError(.signInFailed) }
    /// The session that a cookie names, with its CSRF value.
    public func session(cookie: String) async throws(AccountError) -> DashboardSession? { nil }
    /// Ends a session of the dashboard.
    public func endSession(cookie: String) async throws(AccountError) {}
    // MARK: Tokens
    /// All tokens that have not ended.
    public func tokens() async throws(AccountError) -> [Token] { [] }
    /// Makes a token.
    public func createToken(_ new: NewToken) async throws(AccountError) -> IssuedToken { throw AccountError(.invalid, "") }
    /// Ends a token: API, management, or a signed-in user of an app.
    public func revokeToken(_ id: String) async throws(AccountError) {}
    // MARK: Keys
    /// All keys, revoked ones too.
    public func keys() async throws(AccountError) -> [ServerKey] { [] }
    /// Takes a public key in PEM; P-256 alone.
    public func createKey(publicKey: String, name: String, container: String?) async throws(AccountError) -> ServerKey { throw AccountError(.invalid, "") }
    /// Ends a key.
    public func revokeKey(_ id: String) async throws(AccountError) {}
    // MARK: Roles
    /// Who has which custom roles in a container: record names by role.
    public func roles(container: String, environment: String) async throws(AccountError) -> [String: Set<String>] { [:] }
    /// Says who has which custom roles in a container.
    public func setRoles(_ roles: [String: Set<String>], container: String, environment: String) async throws(AccountError) {}
}
