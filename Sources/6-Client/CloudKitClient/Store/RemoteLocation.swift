import Foundation
package import WebServices

/// A container of a server, as the tool's `--store` names it.
///
///     try RemoteLocation("https://quarry.example.org/iCloud.org.example.notes", token: token)
///     try RemoteLocation("http://TOKEN@127.0.0.1:8080/iCloud.a/production")
package struct RemoteLocation: Hashable, Sendable {
    /// What the server's URLs begin with: `https://quarry.example.org`.
    package var origin: String
    /// The container's name: `iCloud.org.example.notes`.
    package var container: String
    /// Which copy of the container.
    package var environment: EndpointPath.Environment
    /// A management token, with which the tool acts as the administrator.
    package var token: String

    /// Reads `https://[token@]host[:port]/container[/environment]`.
    ///
    /// - Parameters:
    ///   - text: The location.
    ///   - token: A management token, where the location has none.
    ///   - environment: Which copy of the container, where the location does not say.
    ///   - allowsPlainText: Whether `http:` may leave this machine.
    /// - Throws: ``RemoteFailure`` that says what is missing.
    package init(
        _ text: String, token: String? = nil,
        environment: EndpointPath.Environment = .development, allowsPlainText: Bool = false
    ) throws(RemoteFailure) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            scheme == "http" || scheme == "https", let host = parts.host, !host.isEmpty,
            parts.query == nil, parts.fragment == nil
        else {
            throw RemoteFailure(
                "This is not the location of a container on a server",
                advice: "Write https://host/container, or https://host/container/production.")
        }
        guard scheme == "https" || allowsPlainText || RemoteLocation.isLoopback(host) else {
            throw RemoteFailure(
                "http would send the token over the network unencrypted: use https",
                advice: "Write https, or say --insecure.")
        }
        let path = parts.percentEncodedPath.split(separator: "/").map {
            $0.removingPercentEncoding ?? String($0)
        }
        guard let container = path.first, path.count <= 2 else {
            throw RemoteFailure(
                "Which container of \(host)?",
                advice: "Write \(scheme)://\(host)\(parts.port.map { ":\($0)" } ?? "")/container.")
        }
        self.environment = environment
        if path.count == 2 {
            guard let named = EndpointPath.Environment(rawValue: path[1]) else {
                throw RemoteFailure("The environment is development or production")
            }
            self.environment = named
        }
        // A server of this machine may ask for none: quarry serve --no-authentication.
        let known = parts.user ?? token ?? (RemoteLocation.isLoopback(host) ? "none" : "")
        guard !known.isEmpty else {
            throw RemoteFailure(
                "The server asks for a management token",
                advice: "Set QUARRY_MANAGEMENT_TOKEN; quarry accounts tokens create --kind "
                    + "management makes one.")
        }
        self.container = container
        self.token = known
        origin = RemoteLocation.origin(scheme, host, parts.port)
    }

    static func origin(_ scheme: String, _ host: String, _ port: Int?) -> String {
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return "\(scheme)://\(name)" + (port.map { ":\($0)" } ?? "")
    }

    /// Whether a host is this machine.
    package static func isLoopback(_ host: String) -> Bool {
        let name = host.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        if name == "localhost" || name == "::1" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
