package import RecordService

/// What a handler needs beside the request: the caller's session, and the services of the server.
///
///     let context = EndpointContext(
///         session: service.session(user: "_ann", device: "phone"), services: host)
///     let reply = await Endpoints.answer(path, request, in: context)
package struct EndpointContext: Sendable {
    /// The container as the caller sees it.
    package var session: ServiceSession
    /// What the server does for the handlers.
    package var services: any EndpointServices
    /// Whether private and shared databases may be reached: not with a server-to-server key.
    package var allowsPrivateData: Bool
    /// Where a browser signs in; sent with every `AUTHENTICATION_REQUIRED`.
    package var signInURL: @Sendable () -> String?

    /// A context; by default private data is allowed, and there is no sign-in page.
    package init(
        session: ServiceSession, services: any EndpointServices, allowsPrivateData: Bool = true,
        signInURL: @escaping @Sendable () -> String? = { nil }
    ) {
        self.session = session
        self.services = services
        self.allowsPrivateData = allowsPrivateData
        self.signInURL = signInURL
    }
}
