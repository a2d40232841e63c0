import Accounts
import Foundation

/// The container to sign in to, and where the token goes.
struct SignInPlace: Sendable {
    /// The container that is to be used.
    var container: String
    /// Its environment.
    var environment: String
    /// The app's token.
    var apiToken: String
    /// Where the browser goes after, with the token.
    var redirect: String?
    /// The origin of the page that opened this one, where it may have the token.
    var opener: String?
    /// The origins of pages that may have the token.
    var origins: [String]
    /// The app's own page.
    var home: String?

    /// `https://app.example.org/done` → `https://app.example.org`; nil for what is no web page.
    static func origin(_ address: String) -> String? {
        guard address.utf8.count <= 2000, let parts = URLComponents(string: address),
            let scheme = parts.scheme?.lowercased(), scheme == "https" || scheme == "http",
            let host = parts.host?.lowercased(), !host.isEmpty
        else { return nil }
        let isPlain = host.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || ".-[]:_".contains($0))
        }
        guard isPlain else { return nil }
        let port = parts.port.map { ":\($0)" } ?? ""
        return "\(scheme)://\(host)\(port)"
    }

    /// What a page's policy calls the place of an address.
    static func target(_ address: String) -> String? {
        if let origin = origin(address) { return origin }
        guard let scheme = URLComponents(string: address)?.scheme?.lowercased(),
            scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return nil }
        return scheme + ":"
    }

    /// An address with the token in its query.
    static func address(_ redirect: String, token: String) -> String {
        let parts = redirect.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let mark = parts[0].contains("?") ? "&" : "?"
        let fragment = parts.count > 1 ? "#\(parts[1])" : ""
        return "\(parts[0])\(mark)ckWebAuthToken=\(token)\(fragment)"
    }
}

extension Token {
    /// The address of an app that the browser goes to where a link names none.
    ///
    /// Nil where pages are registered too: one of them may have opened the window.
    var callback: String? {
        redirects.contains { SignInPlace.origin($0) != nil } ? nil : redirects.first
    }

    /// Whether pages of an origin may have web-auth tokens: of a registered address, or of this
    /// machine at any port, where that is registered.
    func allows(origin: String) -> Bool {
        redirects.contains { SignInPlace.origin($0) == origin }
            || (SignInPlace.origin(origin) == origin && allows(redirect: origin))
    }
}
