import Accounts
import Crypto
import Foundation
import WebServices

extension Host {
    /// Authenticates a request to a container.
    ///
    /// - Throws: ``WireError`` where the caller may not use the container.
    func authenticate(
        _ request: WireRequest, _ path: EndpointPath
    ) async throws -> Authentication {
        let credentials = credentials(of: request, path)
        func allow(_ kind: Principal.Kind) -> Authentication {
            let acting = credentials.actingUser
            let isNobody = acting == AccountRepository.nobody
            var principal = Principal(
                kind, user: isNobody ? nil : acting ?? options.developmentUser)
            guard kind == .management else { return Authentication(principal) }
            // As a user it has this user's rights and no more, as where credentials are needed.
            principal.isAdministrator = acting == nil
            if let user = principal.user, acting != nil {
                principal.roles = accounts.roles(
                    of: user, container: path.container, environment: path.environment.rawValue)
            }
            return Authentication(principal)
        }
        if !options.requiresAuthentication, credentials.isEmpty { return allow(.anonymous) }
        do throws(AuthenticationError) {
            return try await accounts.authenticate(credentials)
        } catch  where !options.requiresAuthentication && credentials.bearer != nil {
            // Every program of this machine may do everything, whatever token it shows.
            return allow(.management)
        } catch
            where !options.requiresAuthentication && credentials.isCookieAlone
            && error.code == .authenticationRequired
        {
            // A browser still sends the cookie of a session that has ended, or of another server.
            return allow(.anonymous)
        } catch {
            throw error.wire(
                signInURL: error.code == .authenticationRequired ? signInURL(request, path) : nil)
        }
    }

    /// The credentials of a request to a container.
    func credentials(of request: WireRequest, _ path: EndpointPath) -> Credentials {
        var credentials = Credentials(request)
        credentials.container = path.container
        credentials.environment = path.environment.rawValue
        credentials.isWrite = Host.isWrite(path)
        return credentials
    }

    /// Whether an endpoint changes anything.
    private static func isWrite(_ path: EndpointPath) -> Bool {
        guard let last = path.endpoint.last else { return true }
        switch last {
        case "query", "lookup", "changes", "list", "resolve", "database", "zone", "current",
            "caller", "discover", "email", "id", "contacts":
            return false
        default: return true
        }
    }

    /// Where a browser signs in to use a container.
    func signInURL(_ request: WireRequest, _ path: EndpointPath) -> String {
        func part(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        }
        var url =
            baseURL(request) + "/signin?container=\(part(path.container))"
            + "&environment=\(path.environment.rawValue)"
        // Wherever the request has it: without it the page knows no app.
        if let token = Credentials(request).apiToken { url += "&ckAPIToken=\(part(token))" }
        return url
    }
}

extension Credentials {
    /// Whether there is the dashboard's cookie, and nothing that counts before it.
    fileprivate var isCookieAlone: Bool {
        session != nil && apiToken == nil && webAuthToken == nil && bearer == nil
            && signature == nil
    }

    /// The credentials in a request; one pass over its headers and its query.
    init(_ request: WireRequest) {
        self.init()
        var key: String?
        var date: String?
        var signature: String?
        for header in request.headers where Credentials.lengths.contains(header.name.utf8.count) {
            switch header.name {
            case "authorization":
                // The scheme in any case, as HTTP has it.
                if header.value.utf8.count > 7, header.value.prefix(7).lowercased() == "bearer " {
                    bearer = header.value.dropFirst(7).trimmingCharacters(in: .whitespaces)
                }
            case "cookie":
                session =
                    WireRequest.cookie(AccountRepository.sessionCookie, in: header.value) ?? session
            case AccountRepository.csrfHeader: csrf = header.value
            case AccountRepository.userHeader:
                if !header.value.isEmpty { actingUser = header.value }
            case "x-apple-cloudkit-request-keyid": key = header.value
            case "x-apple-cloudkit-request-iso8601date": date = header.value
            case "x-apple-cloudkit-request-signaturev1": signature = header.value
            case "x-apple-cloudkit-api-token": apiToken = header.value
            case "x-apple-cloudkit-web-auth-token": webAuthToken = header.value
            default: break
            }
        }
        if !request.query.isEmpty {
            apiToken = request.parameter("ckAPIToken") ?? apiToken
            webAuthToken =
                request.parameter("ckWebAuthToken") ?? request.parameter("ckSession")
                ?? webAuthToken
        }
        // What a client without a token sends: scripts write their word for nothing, and CloudKit JS 1
        // sends `ckSession=null` until a user signs in.
        if apiToken?.isEmpty == true { apiToken = nil }
        if let text = webAuthToken, ["", "null", "undefined"].contains(text) { webAuthToken = nil }
        guard let key, let date, let signature else { return }
        let bytes = request.bytes
        self.signature = RequestSignature(
            keyID: key, date: date, signature: signature,
            bodyHash: bytes.isEmpty ? nil : Array(SHA256.hash(data: bytes)),
            subpaths: request.query.isEmpty
                ? [request.path] : [request.path, request.path + "?" + request.query])
    }

    /// How long the names of the headers are that say who asks.
    ///
    /// Most headers are others, and comparing each with nine names costs 1,800 instructions.
    private static let lengths = Lengths(
        "authorization", "cookie", AccountRepository.csrfHeader, AccountRepository.userHeader,
        "x-apple-cloudkit-request-keyid", "x-apple-cloudkit-request-iso8601date",
        "x-apple-cloudkit-request-signaturev1", "x-apple-cloudkit-api-token",
        "x-apple-cloudkit-web-auth-token")

    private struct Lengths {
        private var bits: UInt64 = 0

        init(_ names: String...) { for name in names { bits |= 1 << name.utf8.count } }

        func contains(_ length: Int) -> Bool { bits >> length & 1 == 1 }
    }
}

extension AuthenticationError {
    /// As it goes over the wire.
    func wire(signInURL: String?) -> WireError {
        let wireCode: WireError.Code =
            switch code {
            case .authenticationFailed: .authenticationFailed
            case .authenticationRequired: .authenticationRequired
            case .accessDenied: .accessDenied
            case .signInFailed: .signInFailed
            case .throttled: .throttled
            case .tryAgainLater: .tryAgainLater
            }
        var error = WireError(
            wireCode, reason, retryAfter: retryAfter,
            redirectURL: code == .authenticationRequired ? signInURL : nil)
        error.cause = detail
        return error
    }
}
