import Accounts
import Foundation
import WebServices

/// The page where people sign in to use a container, or make an account where that is allowed.
///
///     GET  /signin?container=iCloud.org.example.notes&environment=development&ckAPIToken=3f1c…
///     POST /signin    name, password → a web-auth token, for the one who sent the browser here
///
/// The token goes where it is registered that it may go: to the address in `redirect`, as
/// `ckWebAuthToken` in its query, or to the page that opened this one in a window, as a message
/// with `ckWebAuthToken` and `ckSession`, which is what CloudKit JS waits for. An app whose token
/// names no page, but `cloudkit-icloud.org.example.notes://`, gets it there without asking. Where there is
/// none of these, it is shown. Everything but the message works without JavaScript.
struct SignInPage: Sendable {
    /// The accounts.
    let accounts: AccountRepository

    /// The cookie whose value the form repeats, so that only this page can have sent it.
    static let cookie = "quarry_signin"
    /// Bytes of a form.
    private static let formLimit = 16_384

    /// Answers a request whose path is `/signin`; every failure is a page.
    func answer(_ request: WireRequest) async -> WireReply {
        do throws(AuthenticationError) {
            switch (request.method, request.path) {
            case ("GET", "/signin"), ("HEAD", "/signin"):
                return try await form(request)
            case ("POST", "/signin"):
                return try await submit(request)
            default:
                return page(
                    .notice("There is nothing here.", "Go back to where you came from."), 404)
            }
        } catch {
            var reply = page(.notice("This did not work.", error.reason), error.code.status)
            reply.retry(after: error.retryAfter)
            reply.cause = error.detail
            return reply
        }
    }

    // MARK: The form

    private func form(_ request: WireRequest) async throws(AuthenticationError) -> WireReply {
        let fields = SignInFields { request.parameter($0) }
        let place: SignInPlace
        switch try await self.place(fields, referer: request.header("referer")) {
        case .success(let found): place = found
        case .failure(let problem):
            return page(.notice("This link does not work.", problem.text), 400)
        }
        let secret =
            request.cookie(SignInPage.cookie).flatMap(SignInPage.checked)
            ?? SignInPage.newSecret()
        return form(place, secret, request, isNew: fields.isNew)
    }

    private func form(
        _ place: SignInPlace, _ secret: String, _ request: WireRequest, isNew: Bool,
        name: String = "", error: String? = nil, status: Int = 200, retryAfter: Double? = nil
    ) -> WireReply {
        var reply = page(
            .form(
                SignInForm(
                    place: place, secret: secret, isNew: isNew && accounts.options.allowsSignUp,
                    allowsSignUp: accounts.options.allowsSignUp, name: name, error: error,
                    shortest: accounts.options.minimumPasswordLength)), status)
        reply.headers.append(
            (
                "set-cookie",
                "\(SignInPage.cookie)=\(secret); Path=/signin; HttpOnly; SameSite=Lax; "
                    + "Max-Age=3600" + (request.isSecure ? "; Secure" : "")
            ))
        reply.retry(after: retryAfter)
        return reply
    }

    // MARK: Signing in

    private func submit(_ request: WireRequest) async throws(AuthenticationError) -> WireReply {
        guard request.isOfOwnOrigin, let values = FormValues(request, limit: SignInPage.formLimit)
        else {
            return page(.notice("This did not work.", "The form did not come from this page."), 403)
        }
        let fields = SignInFields { values[$0] }
        let place: SignInPlace
        switch try await self.place(fields, referer: nil) {
        case .success(let found): place = found
        case .failure(let problem):
            return page(.notice("This link does not work.", problem.text), 400)
        }
        guard let secret = request.cookie(SignInPage.cookie).flatMap(SignInPage.checked),
            values["form"] == secret
        else {
            return form(
                place, SignInPage.newSecret(), request, isNew: fields.isNew,
                name: values["name"] ?? "",
                error: "The page had been open for too long, or your browser keeps no cookies. "
                    + "Try again.", status: 403)
        }
        let name = values["name"] ?? ""
        let new = NewToken(
            .webAuth, name: "signed in on the page", container: place.container,
            environment: place.environment, rotates: true)
        let signedIn: (user: User, token: IssuedToken)
        do throws(AuthenticationError) {
            signedIn = try await signIn(name, values, isNew: fields.isNew, request.peer, for: new)
        } catch {
            var reply = form(
                place, secret, request, isNew: fields.isNew, name: name,
                error: SignInPage.sentence(error), status: error.code.status,
                retryAfter: error.retryAfter)
            reply.cause = error.detail
            return reply
        }
        return deliver(signedIn.token.text, to: place, signedIn.user)
    }

    private func signIn(
        _ name: String, _ values: FormValues, isNew: Bool, _ peer: String, for token: NewToken
    ) async throws(AuthenticationError) -> (user: User, token: IssuedToken) {
        let password = values["password"] ?? ""
        guard isNew else {
            return try await accounts.signIn(
                name: name, password: password, peer: peer, for: token)
        }
        return try await accounts.signUp(
            NewUser(
                name, password: password, email: values["email"], givenName: values["givenName"],
                familyName: values["familyName"]), peer: peer, for: token)
    }

    private static func sentence(_ error: AuthenticationError) -> String {
        guard error.code == .throttled, let wait = error.retryAfter else { return error.reason }
        let seconds = Int(wait.rounded(.up))
        return
            "Too many attempts. Try again in \(seconds == 1 ? "a second" : "\(seconds) seconds")."
    }

    private func deliver(_ token: String, to place: SignInPlace, _ user: User) -> WireReply {
        guard let redirect = place.redirect else {
            return page(
                .done(SignInDone(place: place, user: user.name, token: token)), 200)
        }
        var reply = page(.notice("You are signed in.", "Go on to \(redirect)."), 303)
        reply.headers.removeAll { $0.name == "referrer-policy" }
        reply.headers += [
            ("location", SignInPlace.address(redirect, token: token)),
            ("referrer-policy", "no-referrer"),
        ]
        return reply
    }

    // MARK: Where to

    /// The container to sign in to, and where the token goes; or what is wrong with the link.
    private func place(
        _ fields: SignInFields, referer: String?
    ) async throws(AuthenticationError) -> Result<SignInPlace, SignInProblem> {
        guard let text = fields.apiToken, !text.isEmpty else {
            return .failure(SignInProblem("It lacks the app's token, ckAPIToken."))
        }
        let found = try await AuthenticationError.refusing { () async throws(AccountError) in
            try await accounts.apiToken(text)
        }
        guard let token = found else {
            return .failure(SignInProblem("The app's token is not known here."))
        }
        guard let container = fields.container ?? token.container, !container.isEmpty,
            container.utf8.count <= 255
        else { return .failure(SignInProblem("It does not say for which container it is.")) }
        let environment = fields.environment ?? token.environment ?? "development"
        guard environment == "development" || environment == "production",
            token.container == nil || token.container == container,
            token.environment == nil || token.environment == environment
        else {
            return .failure(SignInProblem("The app's token is for another container."))
        }
        if let redirect = fields.redirect, !token.allows(redirect: redirect) {
            return .failure(
                SignInProblem("The address to go back to is not registered with the app's token."))
        }
        let opener = (fields.opener ?? referer.flatMap(SignInPlace.origin))
            .flatMap { token.allows(origin: $0) ? $0 : nil }
        return .success(
            SignInPlace(
                container: container, environment: environment, apiToken: text,
                redirect: fields.redirect ?? token.callback, opener: opener,
                origins: opener.map { [$0] } ?? token.redirects.compactMap(SignInPlace.origin),
                home: token.redirects.first { $0.hasPrefix("http") }))
    }

    // MARK: Replies

    private func page(_ content: SignInContent, _ status: Int) -> WireReply {
        let nonce = SignInPage.newSecret()
        var policy =
            "default-src 'none'; style-src 'nonce-\(nonce)'; base-uri 'none'; "
            + "frame-ancestors 'none'; form-action 'self'"
        if case .form(let form) = content,
            let origin = form.place.redirect.flatMap(SignInPlace.target)
        {
            // Browsers hold the redirect after the form to this too.
            policy += " \(origin)"
        }
        if case .done = content { policy += "; script-src 'nonce-\(nonce)'" }
        return WireReply(
            status,
            headers: [
                ("content-type", "text/html; charset=utf-8"), ("cache-control", "no-store"),
                ("content-security-policy", policy), ("x-frame-options", "DENY"),
                ("x-content-type-options", "nosniff"), ("referrer-policy", "same-origin"),
            ], body: .bytes(Array(content.html(nonce: nonce).utf8)))
    }

    private static func newSecret() -> String { SecretText.base64URL(SecretText.bytes(24)) }

    /// A secret as this page makes them; nil for anything else.
    private static func checked(_ text: String) -> String? {
        let isGood =
            text.utf8.count == 32
            && text.allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")
            }
        return isGood ? text : nil
    }
}

/// What is wrong with a link to the page.
struct SignInProblem: Error {
    let text: String
    init(_ text: String) { self.text = text }
}

/// What a link or the form says.
struct SignInFields {
    var container: String?
    var environment: String?
    var apiToken: String?
    var redirect: String?
    var opener: String?
    var isNew: Bool

    init(_ value: (String) -> String?) {
        func filled(_ name: String) -> String? {
            value(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        container = filled("container")
        environment = filled("environment")
        apiToken = filled("ckAPIToken") ?? filled("apiToken")
        redirect = filled("redirect") ?? filled("redirectURL")
        opener = filled("opener")
        isNew = filled("new") == "1"
    }
}

/// The values of a form, as browsers send them.
struct FormValues {
    private var values: [String: String] = [:]

    /// Reads a body; nil where it is none of a form, or a long one.
    init?(_ request: WireRequest, limit: Int) {
        let bytes = request.bytes
        guard bytes.count <= limit, case .bytes = request.body,
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        for pair in text.split(separator: "&").prefix(50) {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            func plain(_ part: Substring) -> String? {
                part.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
            }
            guard let name = plain(sides[0]), let value = plain(sides.count > 1 ? sides[1] : "")
            else { return nil }
            values[name] = values[name] ?? value
        }
    }

    subscript(name: String) -> String? { values[name] }
}
