import RecordService

extension EndpointCall {
    /// Answers `tokens/create`.
    func createToken() async throws -> WireReply {
        let message = try read(TokenRequest.self)
        _ = try signedIn()
        let environment = try pushEnvironment(of: message)
        let token = try await context.services.createToken(client: message.clientID, of: session)
        return reply(
            TokenReply(
                apnsEnvironment: environment, apnsToken: token.token, courierURL: token.url))
    }

    /// Answers `tokens/register`.
    ///
    /// A token of ours says everything itself; one of Apple's pushes is nothing to us, and its
    /// device asks for notifications by itself.
    func registerToken() async throws -> WireReply {
        let message = try read(TokenRequest.self)
        _ = try signedIn()
        guard message.apnsEnvironment != nil else { throw WireError.missing("apnsEnvironment") }
        guard message.apnsToken?.isEmpty == false else { throw WireError.missing("apnsToken") }
        _ = try pushEnvironment(of: message)
        return WireReply(json: Array("{}".utf8))
    }

    private func pushEnvironment(of message: TokenRequest) throws(WireError) -> String {
        let environment = message.apnsEnvironment ?? path.environment.rawValue
        guard EndpointPath.Environment(rawValue: environment) != nil else {
            throw .badRequest("BadRequestException: Unexpected input")
        }
        return environment
    }
}
