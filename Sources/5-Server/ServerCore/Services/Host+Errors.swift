import Accounts
import Foundation
import RecordCore
import RecordService
package import WebServices

extension Host {
    /// The reply to what went wrong.
    func reply(to error: any Error, _ request: WireRequest) -> WireReply {
        Host.wireError(error).reply(uuid: request.id.text)
    }

    /// What went wrong, as it goes over the wire.
    static func wireError(_ error: any Error) -> WireError {
        switch error {
        case is WireError, is ServiceError, is StoreError: WireError(any: error)
        case let error as ContainerRegistry.Refusal: error.wire
        case let error as AccountError: AuthenticationError(error).wire(signInURL: nil)
        // A directory that cannot be created.
        case let error as CocoaError where error.code == .fileWriteOutOfSpace:
            WireError(any: StoreError(.full, engineMessage: error.localizedDescription))
        case is CancellationError:
            WireError(.tryAgainLater, "the request was cancelled")
        default: unexpected(error)
        }
    }

    private static func unexpected(_ error: any Error) -> WireError {
        var wire = WireError(.internalError, "something went wrong on the server")
        wire.cause = "\(type(of: error)): \(error)"
        return wire
    }

    /// Lets programs in browsers read the reply.
    func addOrigin(to reply: inout WireReply, _ request: WireRequest, _ route: Route) {
        // Browsers keep files: one that was read for an image must not answer a script, which says
        // its origin.
        if route == .download { reply.headers.append(("vary", "Origin")) }
        guard route.isForBrowsers, let origin = request.header("origin"), allows(origin: origin)
        else { return }
        reply.headers.append(("access-control-allow-origin", origin))
        if route != .download { reply.headers.append(("vary", "Origin")) }
        // Credentials are tokens that the page itself sends; no cookie is ever taken here.
        if request.method == "OPTIONS" {
            reply.headers.append(("access-control-allow-methods", "GET, POST, OPTIONS"))
            if let wanted = request.header("access-control-request-headers"),
                wanted.utf8.count <= 1000
            {
                reply.headers.append(("access-control-allow-headers", wanted))
            }
            reply.headers.append(("access-control-max-age", "86400"))
        } else {
            reply.headers.append(
                (
                    "access-control-expose-headers",
                    "X-Apple-Request-UUID, X-Apple-CloudKit-Web-Auth-Token, ETag"
                ))
        }
    }
}

extension ContainerRegistry.Refusal {
    /// As it goes over the wire.
    var wire: WireError {
        switch self {
        case .unknownContainer:
            WireError(
                .notFound, "container not found",
                exact: ServiceError(.badContainer, nil, "Container not found"))
        case .invalidName: WireError(.badRequest, "container name is not valid")
        case .exists: WireError(.exists, "container exists already")
        case .environmentNotServed:
            WireError(.notFound, "environment is not served here")
        case .tooMany: WireError(.quotaExceeded, "no more containers are made on demand")
        case .settingsNotKept: WireError(.badRequest, "settings are not kept")
        case .closed:
            WireError(.tryAgainLater, "the server is closing", retryAfter: 5)
        }
    }
}

extension Host {
    /// The reply to a request that never came whole, or not as HTTP has it.
    package func refuse(_ request: WireRequest, _ error: WireError) -> WireReply {
        let route = Route(request.path)
        var reply = reply(to: error, request)
        reply.headers.append(("x-apple-request-uuid", request.id.text))
        addOrigin(to: &reply, request, route)
        observe(request, reply, route, servicePath(request, route), .zero)
        return reply
    }

    /// What logs and metrics call a path: one of a few names, whatever was sent.
    package static func label(_ path: String) -> String { Route(path).label(EndpointPath(path)) }
}
