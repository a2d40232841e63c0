package import Foundation
package import RecordService
package import WebServices

/// One container of a server, as programs see it.
///
///     let service = RemoteService(
///         RemoteServiceOptions(container: "iCloud.org.example.notes"),
///         transport: try HTTPTransport("https://quarry.example.org"),
///         credentials: .app(apiToken: "…", user: WebAuthToken("…")))
///     let session = service.cloudSession(user: nil, device: "phone")
///
/// What may be done and what fails is decided by the server; a session here only asks.
package final class RemoteService: CloudService {
    /// The container and its environment, and the time and size limits of requests.
    package let options: RemoteServiceOptions
    let transport: any WireTransport
    let credentials: RemoteCredentials
    /// Failures made to happen before the server is asked.
    let faults: ServiceFaults
    let files: AssetFiles
    let listening = Listening()

    /// A container of a server.
    package init(
        _ options: RemoteServiceOptions, transport: any WireTransport,
        credentials: RemoteCredentials, faults: ServiceFaults = ServiceFaults()
    ) {
        self.options = options
        self.transport = transport
        self.credentials = credentials
        self.faults = faults
        files = AssetFiles(transport, options: options)
    }

    /// The container as a user sees it from a device; a nil user is anonymous.
    package func cloudSession(user: String?, device: String) -> any CloudSession {
        RemoteSession(service: self, user: user, device: device)
    }

    /// The user whom the credentials speak for; nil for an app without a signed-in user.
    ///
    /// Only a web-auth token speaks for one: with a management token a session says its user.
    ///
    /// - Throws: As any request; `notAuthenticated` where the token has ended: its user did not sign out.
    package func signedInUser(device: String) async throws(ServiceError) -> String? {
        guard case .app(_, .some) = credentials else { return nil }
        return try await RemoteSession(service: self, user: nil, device: device).caller().user
    }

    /// Lets others find a user by email address and telephone number, and read the user's name.
    ///
    /// - Throws: `permissionFailure` where the credentials are not a management token.
    package func setIdentity(_ identity: UserIdentity) async throws(ServiceError) {
        let session = RemoteSession(
            service: self, user: nil, device: "administration", isAdministrator: true)
        try await session.introduce(identity)
    }

    /// Ends all notifications and closes connections.
    package func close() async throws(ServiceError) {
        listening.close()
        files.removeAll()
        await transport.close()
    }
}

/// What a container of a server is called, and how it is asked.
package struct RemoteServiceOptions: Sendable {
    /// The container's name on the server.
    package var container: String
    /// What the program calls the container, in metadata of shares and in notifications; by default
    /// the same name.
    package var identifier: String
    /// Which copy of the container.
    package var environment: EndpointPath.Environment = .development
    /// What queries may say, and how text is compared.
    package var profile: QueryProfile = .cloudKit
    /// Whether a query without a zone searches every zone of the database (requests then say
    /// `zoneWide`), or the default zone alone.
    package var nilZoneMeansAllZones = false
    /// What `now` in queries means; nil leaves it to the server's clock.
    package var clock: (@Sendable () -> Date)?
    /// Seconds until a reply must be there.
    ///
    /// A save whose reply was lost is sent again, twice at most, as long as so many have not passed.
    package var requestSeconds: Double = 60
    /// Seconds until the content of one asset must be sent or be there.
    package var assetSeconds: Double = 600
    /// Bytes of files with assets beyond which those are removed that no record in memory has.
    package var assetFileBytes: Int64 = 1 << 30
    /// Seconds for which such a file stays all the same: time enough to open it.
    package var assetFileSeconds: Double = 600
    /// Bytes of an asset at most; a larger one is refused before anything is sent.
    package var assetBytes = StoreLimits().assetBytes
    /// What share URLs begin with.
    package var shareURLPrefix = ServiceOptions().shareURLPrefix

    /// A container by its name.
    package init(container: String) {
        self.container = container
        identifier = container
    }
}
