import Foundation
import WebServices

/// What must not be kept of requests and replies, blanked.
enum Secrets {
    /// What stands in place of a secret.
    static let blank = "•••"

    private static let parameters: Set<Substring> = [
        "ckwebauthtoken", "ckapitoken", "cksession", "token", "password", "receipt", "signature",
        "code", "secret",
    ]

    private static let headers: Set<String> = [
        "authorization", "cookie", "set-cookie", "proxy-authorization", "x-quarry-csrf",
        "x-apple-cloudkit-web-auth-token", "x-apple-cloudkit-request-signaturev1",
        "x-apple-cloudkit-api-token",
    ]

    /// The query with its secrets blanked; bounded in length.
    static func blanked(query: String) -> String {
        guard !query.isEmpty else { return query }
        let parts = query.prefix(4000).split(separator: "&", omittingEmptySubsequences: false)
        return parts.map { part in
            guard let equals = part.firstIndex(of: "=") else { return String(part) }
            let name = part[..<equals]
            let plain = (name.removingPercentEncoding ?? String(name)).lowercased()
            return parameters.contains(Substring(plain)) ? "\(name)=\(blank)" : String(part)
        }.joined(separator: "&")
    }

    /// The headers with their secrets blanked; bounded in number and length.
    static func blanked(
        headers found: [(name: String, value: String)]
    ) -> [(name: String, value: String)] {
        found.prefix(64).map { header in
            if headers.contains(header.name.lowercased()) { return (header.name, blank) }
            // A referring address carries the query of the page before.
            if header.name == "referer" || header.name == "location",
                let mark = header.value.firstIndex(of: "?")
            {
                return (header.name, header.value[...mark] + blank)
            }
            return (header.name, String(header.value.prefix(2000)))
        }
    }

    /// The path; where it ends in a secret of its own, without that.
    static func blanked(path: String) -> String {
        let path = String(path.prefix(2000))
        for place in ["/assets/", "/courier/", "/share/", "/webcourier/"] {
            if let range = path.range(of: place), range.upperBound < path.endIndex {
                let rest = path[range.upperBound...]
                guard rest.utf8.count > 16 else { continue }
                return path[..<range.upperBound] + rest.prefix(6) + blank
            }
        }
        return path
    }

    /// Whether what is sent to a path, or answered there, holds passwords, tokens or keys.
    static func areInBodies(of path: String) -> Bool {
        for start in [
            "/admin/1/session", "/admin/1/tokens", "/admin/1/users", "/admin/1/keys",
            "/admin/1/accounts", "/signin", "/device/", "/assets/", "/courier/",
        ] where path.hasPrefix(start) {
            return true
        }
        return path.hasSuffix("/assets/upload") || path.hasSuffix("/tokens/create")
    }
}
