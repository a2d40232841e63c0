import RecordService

extension EndpointCall {
    /// Answers `tokens/create`.
    func createToken() async throws -> WireReply {
        let message = try read(TokenRequest.self)
        _ = try signedIn()
        let courier = try courierRequest(message)
        let token = try await context.services.createToken(courier, of: session)
        return reply(
            TokenReply(
                apnsEnvironment: courier.environment, apnsToken: token.token,
                courierURL: token.url))
    }

    /// Answers `tokens/register`.
    func registerToken() async throws -> WireReply {
        let message = try read(TokenRequest.self)
        _ = try signedIn()
        guard message.apnsEnvironment != nil else { throw WireError.missing("apnsEnvironment") }
        guard let token = message.apnsToken, !token.isEmpty else {
            throw WireError.missing("apnsToken")
        }
        try await context.services.registerToken(
            token, try courierRequest(message), of: session)
        return WireReply(json: Array("{}".utf8))
    }

    private func courierRequest(_ message: TokenRequest) throws(WireError) -> CourierRequest {
        let environment = message.apnsEnvironment ?? path.environment.rawValue
        guard EndpointPath.Environment(rawValue: environment) != nil else {
            throw .badRequest("BadRequestException: Unexpected input")
        }
        return CourierRequest(environment: environment, client: message.clientID)
    }
}
