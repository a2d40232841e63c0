import WebServices

extension Host {
    /// Answers what browsers ask of the sign-in page: everything under `/signin`.
    func signIn(_ request: WireRequest) async -> WireReply {
        await SignInPage(accounts: accounts).answer(request)
    }
}
