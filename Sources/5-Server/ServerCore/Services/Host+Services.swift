import Accounts
import RecordService
import Synchronization
package import WebServices

extension Host {
    /// Answers what CloudKit Web Services are asked: `/database/1/…` and `/device/1/…`.
    func serve(_ request: WireRequest, _ path: EndpointPath?) async throws -> WireReply {
        guard let path else {
            throw WireError(.notFound, "could not find handler for endpoint")
        }
        let key = ContainerRegistry.Key(path.container, path.environment)
        let caller = try await authenticate(request, path)
        let service: RecordService
        if let ready = containers.ready(key) {
            service = ready
        } else {
            service = try await containers.service(key.container, key.environment)
        }
        let principal = caller.principal
        let session = service.session(
            user: principal.user, device: device(request, principal), roles: principal.roles,
            isAdministrator: principal.isAdministrator, isForOneRequest: true)
        let base = baseURL(request)
        let context = EndpointContext(
            session: session,
            services: ContainerServices(host: self, key: key, base: base, principal: principal),
            allowsPrivateData: principal.kind != .serverKey,
            signInURL: { self.signInURL(request, path) })
        var reply = await Endpoints.answer(path, request, in: context)
        reply.credential = principal.credential
        if let token = caller.rotatedWebAuthToken {
            reply.headers.append(("x-apple-cloudkit-web-auth-token", token))
        }
        return reply
    }

    /// Answers a lookup of one record as ``answer(_:)`` does, on the calling thread and without
    /// waiting: the most frequent request, of which a task and its asynchronous calls are a third.
    ///
    /// Nil for every other request, and for a lookup that has to wait, that is not allowed or that
    /// finds nothing; `answer` then decides from the beginning. No page has such a path.
    package func answerAtOnce(_ request: WireRequest) -> WireReply? {
        // Servers that share a database wait for it; a limit of requests would count twice.
        guard peers == nil, limiter == nil, options.requiresAuthentication,
            let path = paths.cached(request.path),
            let record = Endpoints.onlyRecord(of: request, path)
        else { return nil }
        let key = ContainerRegistry.Key(path.container, path.environment)
        // Before the credentials, which a store in memory would have looked at twice.
        guard let service = containers.ready(key), service.options.readRecord != nil
        else { return nil }
        let start = ContinuousClock.now
        metrics.inFlight.add(1, ordering: .relaxed)
        defer { metrics.inFlight.subtract(1, ordering: .relaxed) }
        let request = asAsked(request)
        guard let found = accounts.authenticateAtOnce(credentials(of: request, path)) else {
            return nil
        }
        let principal = found.principal
        // The device matters to writes and to notifications alone.
        let session = service.session(
            user: principal.user, device: "", roles: principal.roles,
            isAdministrator: principal.isAdministrator, isForOneRequest: true)
        guard
            var reply = Endpoints.lookUpAtOnce(
                path, record, for: session, allowsPrivateData: principal.kind != .serverKey,
                assetURL: { asset, holder in
                    guard let database = path.database else { return nil }
                    return ContainerServices(host: self, key: key, base: self.baseURL(request))
                        .downloadURL(of: asset, in: session.home(of: holder.zone, in: database))
                })
        else { return nil }
        reply.credential = principal.credential
        if let token = found.rotatedWebAuthToken {
            reply.headers.append(("x-apple-cloudkit-web-auth-token", token))
        }
        finish(&reply, to: request, .services, path, since: start, isReady: true)
        return reply
    }

    /// A name of the device or the program that asks, which is not told of its own changes.
    private func device(_ request: WireRequest, _ principal: Principal) -> String {
        if let name = request.header("x-quarry-device"), !name.isEmpty {
            return String(name.prefix(255))
        }
        if let name = request.parameter("clientId"), !name.isEmpty {
            return String(name.prefix(255))
        }
        return principal.credential ?? "web"
    }

    /// What this server's URLs begin with, as the caller knows it.
    func baseURL(_ request: WireRequest) -> String {
        if let url = options.baseURL { return url }
        let name = request.header("host").flatMap { Host.isHostName($0) ? $0 : nil }
        return (request.isSecure ? "https://" : "http://") + (name ?? "localhost")
    }

    /// Whether a text may stand where a URL has its host and port.
    static func isHostName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 255
            && text.utf8.allSatisfy {
                switch $0 {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."),
                    UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"),
                    UInt8(ascii: "["), UInt8(ascii: "]"):
                    true
                default: false
                }
            }
    }
}
