import RecordJSON
import Accounts
import Foundation
import WebServices

/// The session of the dashboard: begun with a name and a password, kept in a cookie.
extension AccountAdministration {
    /// Begins, tells and ends a session: `POST`, `GET` and `DELETE /admin/1/session`.
    func session(_ call: AdministrationCall, _ principal: Principal?) async throws -> WireReply {
        let endpoint = try SessionEndpoint(call)
        switch endpoint {
        case .begin: return try await begin(call)
        case .current: return try await current(call, principal)
        case .end: return try await end(call)
        }
    }

    private func begin(_ call: AdministrationCall) async throws -> WireReply {
        // A page of another site must not sign a browser in: no cookie is needed for that.
        guard call.request.isOfOwnOrigin else {
            throw AdministrationError(.accessDenied, "Sign in on the dashboard itself")
        }
        let body = try call.object()
        let session: DashboardSession
        if let link = try body.text("link") {
            session = try await repository.beginSession(link: link, peer: call.request.peer)
        } else {
            session = try await repository.beginSession(
                name: try body.neededText("user"), password: try body.neededText("password"),
                peer: call.request.peer)
        }
        var reply = WireReply(json: AccountAdministration.part(session).bytes)
        let seconds = Int(repository.options.dashboardLifetime)
        reply.headers.append(
            ("set-cookie", AccountAdministration.cookie(session.cookie, seconds, call.request)))
        return reply
    }

    private func current(
        _ call: AdministrationCall, _ principal: Principal?
    ) async throws -> WireReply {
        if let cookie = call.request.cookie(AccountRepository.sessionCookie),
            let session = try await repository.session(cookie: cookie)
        {
            return WireReply(json: AccountAdministration.part(session).bytes)
        }
        guard let principal, principal.kind == .management else {
            throw AdministrationError(.authenticationFailed, "No user is signed in")
        }
        var user: User?
        if let name = principal.user { user = try await repository.user(name) }
        let json = OrderedJSON.present([
            "kind": .text(principal.kind.rawValue),
            "user": user?.json ?? .null,
            "container": .text(principal.container),
        ])
        return WireReply(json: json.bytes)
    }

    private func end(_ call: AdministrationCall) async throws -> WireReply {
        if let cookie = call.request.cookie(AccountRepository.sessionCookie),
            let session = try await repository.session(cookie: cookie)
        {
            guard call.request.header(AccountRepository.csrfHeader) == session.csrf else {
                throw AdministrationError(
                    .accessDenied, "The header \(AccountRepository.csrfHeader) is missing or wrong")
            }
            try await repository.endSession(cookie: cookie)
        }
        var reply = WireReply(json: OrderedJSON.object([]).bytes)
        reply.headers.append(
            ("set-cookie", AccountAdministration.cookie("", 0, call.request)))
        return reply
    }

    private static func part(_ session: DashboardSession) -> OrderedJSON {
        [
            "user": session.user.json, "csrf": .text(session.csrf),
            "expiresAt": .milliseconds(session.expiresAt),
        ]
    }

    private static func cookie(_ value: String, _ seconds: Int, _ request: WireRequest) -> String {
        let secure = request.isSecure ? "; Secure" : ""
        return "\(AccountRepository.sessionCookie)=\(value); Path=/; HttpOnly; SameSite=Strict; "
            + "Max-Age=\(seconds)\(secure)"
    }
}

extension WireRequest {
    /// The value of a cookie.
    func cookie(_ name: String) -> String? {
        for header in headers where header.name == "cookie" {
            if let value = WireRequest.cookie(name, in: header.value) { return value }
        }
        return nil
    }

    /// The value of a cookie in a header `cookie`.
    static func cookie(_ name: String, in header: String) -> String? {
        for part in header.split(separator: ";") {
            let sides = part.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, sides[0].trimmingCharacters(in: .whitespaces) == name
            else { continue }
            return sides[1].trimmingCharacters(in: .whitespaces)
        }
        return nil
    }

    /// Whether a page of this server asks, as far as the browser says; programs say nothing.
    var isOfOwnOrigin: Bool {
        if let site = header("sec-fetch-site") {
            return site == "same-origin" || site == "none"
        }
        guard let origin = header("origin") else { return true }
        guard let host = header("host"), let mark = origin.range(of: "://") else { return false }
        return origin[mark.upperBound...] == host
    }
}
