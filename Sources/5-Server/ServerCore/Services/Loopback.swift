import Accounts
import WebServices

/// This machine, as browsers name it.
///
/// A server without authentication listens on the loopback address alone. That keeps other machines
/// away, but not the pages of other sites in a browser of this machine: they name themselves as the
/// origin, or make a name of their own resolve to 127.0.0.1.
package enum Loopback {
    /// Whether a header `host` names this machine: `localhost:8080`, `127.0.0.1`, `[::1]:8080`.
    package static func isHost(_ text: some StringProtocol) -> Bool {
        let name: Substring
        let port: Substring
        let text = Substring(text.lowercased())
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return false }
            name = text[..<end].dropFirst()
            port = text[text.index(after: end)...]
        } else {
            name = text.prefix { $0 != ":" }
            port = text[name.endIndex...]
        }
        guard port.isEmpty || port.first == ":" && port.dropFirst().allSatisfy(\.isNumber) else {
            return false
        }
        return name == "localhost" || name.hasSuffix(".localhost")
            || NetworkAddress(name)?.isLoopback == true
    }

    /// Whether an origin is a page that this machine serves: `http://localhost:3000`.
    static func isOrigin(_ text: String) -> Bool {
        ["http://", "https://"].contains { text.hasPrefix($0) && isHost(text.dropFirst($0.count)) }
    }
}

extension Host {
    /// Whether programs in pages of an origin may ask.
    func allows(origin: String) -> Bool {
        guard let allowed = options.allowedOrigins else {
            return options.requiresAuthentication || Loopback.isOrigin(origin)
        }
        return allowed.contains("*") || allowed.contains(origin)
    }

    /// Refuses, where credentials are not asked for, what a browser asks for pages of others.
    func checkCaller(_ request: WireRequest) throws {
        guard !options.requiresAuthentication else { return }
        if let name = request.header("host"), !Loopback.isHost(name) {
            throw WireError(
                .accessDenied,
                "without authentication the server is asked as localhost or 127.0.0.1 only")
        }
        if let origin = request.header("origin"), !allows(origin: origin) {
            throw WireError(
                .accessDenied,
                "without authentication only pages of this machine may ask; --origin allows others")
        }
    }
}
