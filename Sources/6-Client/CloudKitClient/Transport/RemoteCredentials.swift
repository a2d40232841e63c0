import Crypto
package import Foundation
import Synchronization
package import WebServices

/// How a client identifies itself to a server.
///
///     RemoteCredentials.management("…")                      // tests, tools: any user by name
///     RemoteCredentials.app(apiToken: "…", user: token)      // an app and its signed-in user
///     RemoteCredentials.key(try SigningKey(id: "…", pem: text))   // a program: public database
package enum RemoteCredentials: Sendable {
    /// None: for servers that do not ask.
    case none
    /// An app's API token, and the token of the signed-in user, if there is one.
    case app(apiToken: String, user: WebAuthToken?)
    /// A management token, which may act as any user.
    case management(String)
    /// A server-to-server key.
    case key(SigningKey)
}

/// The token of a signed-in user, which changes with use.
package final class WebAuthToken: Sendable {
    private let current: Mutex<String?>
    private let changed: @Sendable (String?) -> Void

    /// A token.
    ///
    /// - Parameters:
    ///   - token: As it was when it was last kept.
    ///   - changed: Keeps a newer one; called in no particular order from any thread.
    package init(_ token: String, changed: @escaping @Sendable (String?) -> Void = { _ in }) {
        current = Mutex(token)
        self.changed = changed
    }

    /// The newest.
    package var value: String? { current.withLock { $0 } }

    /// Replaces the token of a request by the one in its reply.
    func replace(_ used: String?, with new: String) {
        let isNew = current.withLock { current in
            // A slower reply does not bring an older token back.
            guard current == used, current != new else { return false }
            current = new
            return true
        }
        if isNew { changed(new) }
    }
}

/// The private half of a server-to-server key, which signs requests: P-256, as CloudKit has it.
package struct SigningKey: Sendable {
    /// The key's name, as the server gave it.
    package let id: String
    private let key: P256.Signing.PrivateKey

    /// A key from its PEM text.
    ///
    /// - Throws: An error of swift-crypto where the text is no P-256 private key.
    package init(id: String, pem: String) throws {
        self.id = id
        key = try P256.Signing.PrivateKey(pemRepresentation: pem)
    }

    /// The headers that sign a request.
    ///
    /// The text signed is `date:base64(sha256(body)):path`, the path without its query.
    func headers(
        path: String, body: [UInt8], at date: Date
    ) throws -> [(name: String, value: String)] {
        let stamp = SigningKey.text(of: date)
        let hash = Data(SHA256.hash(data: body)).base64EncodedString()
        let message = Data("\(stamp):\(hash):\(path)".utf8)
        let signature = try key.signature(for: message).derRepresentation.base64EncodedString()
        return [
            ("x-apple-cloudkit-request-keyid", id),
            ("x-apple-cloudkit-request-iso8601date", stamp),
            ("x-apple-cloudkit-request-signaturev1", signature),
        ]
    }

    /// An instant as `2026-11-22T06:25:00Z`.
    private static func text(of date: Date) -> String {
        let style = Date.ISO8601FormatStyle(timeZone: .gmt)
        return date.formatted(style)
    }
}

extension RemoteCredentials {
    /// Adds the credentials to a request; gives the web-auth token that it used.
    ///
    /// - Parameters:
    /// - user: As whom a management token acts: a record name, `-` for an anonymous caller, nil
    ///     for the administrator.
    ///   - device: The name of the device.
    package func sign(
        _ request: inout WireRequest, user: String?, device: String, at date: Date
    ) throws -> String? {
        request.headers.append(("x-quarry-device", HeaderText.escaped(device)))
        switch self {
        case .none:
            if let user { request.headers.append(("x-quarry-user", HeaderText.escaped(user))) }
            return nil
        case .app(let token, let web):
            RemoteCredentials.add("ckAPIToken", token, to: &request)
            guard let value = web?.value else { return nil }
            RemoteCredentials.add("ckWebAuthToken", value, to: &request)
            return value
        case .management(let token):
            request.headers.append(("authorization", "Bearer \(token)"))
            if let user { request.headers.append(("x-quarry-user", HeaderText.escaped(user))) }
            return nil
        case .key(let key):
            let bytes: [UInt8]
            switch request.body {
            case .bytes(let body): bytes = body
            case .file: return nil
            }
            request.headers += try key.headers(path: request.path, body: bytes, at: date)
            return nil
        }
    }

    private static func add(_ name: String, _ value: String, to request: inout WireRequest) {
        // Base64 has signs that mean something in a query.
        request.query += (request.query.isEmpty ? "" : "&") + "\(name)=\(value.pathPart)"
    }

    /// Takes a newer token from a reply.
    package func note(_ reply: RemoteReply, used: String?) {
        guard case .app(_, let token?) = self,
            let new = reply.header("x-apple-cloudkit-web-auth-token"), !new.isEmpty
        else { return }
        token.replace(used, with: new)
    }
}

extension String {
    /// As a part of a path or a value of a query: all but the unreserved characters of RFC 3986 as `%XX`.
    package var pathPart: String {
        addingPercentEncoding(withAllowedCharacters: String.unreserved) ?? self
    }
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

/// Text in headers, which take neither line ends nor letters beyond ASCII.
enum HeaderText {
    private static let plain = CharacterSet(charactersIn: " !#$&'()*+,-./:;<=>?@[]^_`{|}~")
        .union(CharacterSet(charactersIn: "a"..."z")).union(CharacterSet(charactersIn: "A"..."Z"))
        .union(CharacterSet(charactersIn: "0"..."9"))

    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}
