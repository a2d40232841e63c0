public import Accounts
public import WebServices

/// The part of the administration that is about accounts: session, users, tokens, keys, roles.
///
///     let accounts = AccountAdministration(book)
///     if let reply = await accounts.answer(request, path: ["users"], principal: principal) { … }
public struct AccountAdministration: Sendable {
    /// The accounts.
    public let book: AccountBook

    /// The administration of a book of accounts.
    public init(_ book: AccountBook) { self.book = book }

    /// Answers a request; nil when the path is not about accounts.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - path: What follows `/admin/1`, part by part, escapes resolved: `["users", "_ann"]`,
    ///     `["containers", "iCloud.a", "development", "roles"]`.
    ///   - principal: Who asks; nil before anybody signed in, when `session` alone answers.
    public func answer(
        _ request: WireRequest, path: [String], principal: Principal?
    ) async -> WireReply? {
        nil
    }
}
