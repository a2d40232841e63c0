public import Foundation
public import RecordCore

/// Users, tokens, keys and roles of one server, in the service data of a store.
///
///     let accounts = try await AccountBook(store: store)
///     let ann = try await accounts.createUser(NewUser("ann", password: "correct horse"))
///     let found = try await accounts.authenticate(credentials)
///     found.principal.user  // ann.recordName
///
/// Everything may be called from many tasks at once, and several processes may share a store:
/// what one revokes the others refuse a second later (``AccountOptions/freshness``).
public final class AccountBook: Sendable {
    /// The dashboard's cookie.
    public static let sessionCookie = "quarry_session"
    /// The header that every write with the dashboard's cookie must have.
    public static let csrfHeader = "x-quarry-csrf"
    /// The header that says as whom a management token asks.
    public static let userHeader = "x-quarry-user"

    /// How the book behaves.
    public let options: AccountOptions
    /// Where it is kept.
    public let store: any RecordStore

    /// Opens the book that a store keeps; a store that keeps none gets an empty one.
    public init(
        store: any RecordStore, options: AccountOptions = AccountOptions()
    ) async throws(AccountError) {
        self.store = store
        self.options = options
    }

    /// Who asks.
    ///
    /// Nothing at all is an error: whoever allows that asks ``Credentials/isEmpty`` before.
    /// Costs microseconds: what is asked of the store is asked once a second at most.
    public func authenticate(
        _ credentials: Credentials
    ) async throws(AuthenticationError) -> Authentication {
        throw AuthenticationError(.authenticationFailed)
    }
}
