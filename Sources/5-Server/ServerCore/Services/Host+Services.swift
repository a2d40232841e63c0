import Accounts
import Foundation
import RecordService
import WebServices

extension Host {
    /// Answers what CloudKit Web Services are asked: `/database/1/…` and `/device/1/…`.
    func serve(_ request: WireRequest, _ path: EndpointPath?) async throws -> WireReply {
        guard let path else {
            throw WireError(.notFound, "could not find handler for endpoint")
        }
        let key = ContainerRegistry.Key(path.container, path.environment)
        let entry = try await authenticate(request, path)
        let service: RecordService
        if let ready = containers.ready(key) {
            service = ready
        } else {
            service = try await containers.service(key.container, key.environment)
        }
        let principal = entry.principal
        let session = service.session(
            user: principal.user, device: device(request, principal), roles: principal.roles,
            isAdministrator: principal.isAdministrator, isForOneRequest: true)
        let base = baseURL(request)
        let context = EndpointContext(
            session: session,
            services: ContainerServices(host: self, key: key, base: base),
            allowsPrivateData: principal.kind != .serverKey,
            signInURL: { self.signInURL(request, path) })
        var reply = await Endpoints.answer(path, request, in: context)
        if let token = entry.rotatedToken {
            reply.headers.append(("x-apple-cloudkit-web-auth-token", token))
        }
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
