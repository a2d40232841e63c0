public import RecordService

/// What a handler needs to know beside the request: who asks, and the server round it.
///
///     let context = EndpointContext(
///         session: service.session(user: "_ann", device: "phone"), services: host)
///     let reply = await Endpoints.answer(path, request, in: context)
public struct EndpointContext: Sendable {
    /// The container as the one who asks sees it.
    public var session: ServiceSession
    /// What the server does for the handlers.
    public var services: any EndpointServices
    /// Whether private and shared databases may be reached: not with a server-to-server key.
    public var allowsPrivateData: Bool
    /// Where a browser signs in; sent with every `AUTHENTICATION_REQUIRED`.
    public var signInURL: @Sendable () -> String?
    /// Is told of failures of the server's own, with what the reply does not say; for its log.
    public var report: (@Sendable (ServiceError) -> Void)?

    /// What a handler needs to know.
    public init(
        session: ServiceSession, services: any EndpointServices, allowsPrivateData: Bool = true,
        signInURL: @escaping @Sendable () -> String? = { nil },
        report: (@Sendable (ServiceError) -> Void)? = nil
    ) {
        self.report = report
        self.session = session
        self.services = services
        self.allowsPrivateData = allowsPrivateData
        self.signInURL = signInURL
    }
}
