import RecordService

extension EndpointCall {
    /// Answers `tokens/create`.
    func createToken() async throws -> WireReply {
        let asked = try read(TokenRequest.self)
        _ = try signedIn()
        let courier = try courierRequest(asked)
        let token = try await context.services.createToken(courier, of: session)
        return reply(
            TokenReply(
                apnsEnvironment: courier.environment, apnsToken: token.token,
                courierURL: token.url))
    }

    /// Answers `tokens/register`.
    func registerToken() async throws -> WireReply {
        let asked = try read(TokenRequest.self)
        _ = try signedIn()
        guard asked.apnsEnvironment != nil else { throw WireError.missing("apnsEnvironment") }
        guard let token = asked.apnsToken, !token.isEmpty else {
            throw WireError.missing("apnsToken")
        }
        try await context.services.registerToken(
            token, try courierRequest(asked), of: session)
        return WireReply(json: Array("{}".utf8))
    }

    private func courierRequest(_ asked: TokenRequest) throws(WireError) -> CourierRequest {
        let environment = asked.apnsEnvironment ?? path.environment.rawValue
        guard EndpointPath.Environment(rawValue: environment) != nil else {
            throw .badRequest("BadRequestException: Unexpected input")
        }
        return CourierRequest(environment: environment, client: asked.clientID)
    }
}
