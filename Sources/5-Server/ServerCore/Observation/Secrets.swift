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

    /// Members of JSON whose values are good for something without any other credential.
    private static let members: [[UInt8]] = [
        "downloadURL", "redirectURL", "receipt", "shortGUID", "webcourierURL", "ckWebAuthToken",
    ].map { Array("\"\($0)\"".utf8) }

    /// A body with the secrets of its members blanked, as far as it is kept; other addresses keep
    /// what stands before their query.
    ///
    /// - Parameter path: Where it was sent to, or answered.
    static func blanked(body bytes: [UInt8], of path: String) -> [UInt8] {
        // Replies about shares name them by the secret alone, as a value.
        let hidden =
            areInRequests(to: path) ? members + [Array("\"value\"".utf8)] : members
        return bytes.withUnsafeBufferPointer { bytes in
            var kept: [UInt8] = []
            var copied = 0
            var place = 0
            while place < bytes.count {
                guard bytes[place] == UInt8(ascii: "\""),
                    let name = hidden.first(where: { begins(bytes, at: place, with: $0) }),
                    let value = text(bytes, after: place + name.count)
                else {
                    place += 1
                    continue
                }
                var start = value.lowerBound
                if name.starts(with: "\"redirectURL".utf8) {
                    let mark = bytes[value].firstIndex(of: UInt8(ascii: "?"))
                    start = mark.map { $0 + 1 } ?? value.upperBound
                }
                kept += bytes[copied..<start]
                if start < value.upperBound { kept += blank.utf8 }
                copied = value.upperBound
                place = value.upperBound
            }
            kept += bytes[copied...]
            return kept
        }
    }

    private static func begins(
        _ bytes: UnsafeBufferPointer<UInt8>, at place: Int, with name: [UInt8]
    ) -> Bool {
        guard bytes.count - place >= name.count else { return false }
        for offset in name.indices where bytes[place + offset] != name[offset] { return false }
        return true
    }

    /// Where the text of a member stands; up to the end where it is cut.
    private static func text(
        _ bytes: UnsafeBufferPointer<UInt8>, after place: Int
    ) -> Range<Int>? {
        var place = place
        func passSpace() {
            while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) {
                place += 1
            }
        }
        passSpace()
        guard place < bytes.count, bytes[place] == UInt8(ascii: ":") else { return nil }
        place += 1
        passSpace()
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return nil }
        let start = place + 1
        place = start
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return start..<min(place, bytes.count)
    }

    /// Whether what is sent to a path, or answered there, holds passwords, tokens or keys.
    static func areInBodies(of path: String) -> Bool {
        for start in [
            "/admin/1/session", "/admin/1/tokens", "/admin/1/users", "/admin/1/keys",
            "/admin/1/accounts", "/signin", "/device/", "/assets/", "/courier/",
        ] where path.hasPrefix(start) {
            return true
        }
        return names(path, .assetsUpload) || names(path, .tokensCreate)
    }

    /// Whether what is sent to a path names shares by their secrets, which may be bare texts.
    static func areInRequests(to path: String) -> Bool {
        names(path, .recordsResolve) || names(path, .recordsAccept)
            || names(path, .recordsRequestAccess)
    }

    private static func names(_ path: String, _ endpoint: Endpoint) -> Bool {
        // However many slashes there are, and whatever stands before: a request that is sent to a wrong
        // database holds its secrets too.
        path.split(separator: "/").suffix(2).joined(separator: "/") == endpoint.rawValue
    }
}
