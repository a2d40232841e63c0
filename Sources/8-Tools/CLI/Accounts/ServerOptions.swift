#if Server
import ArgumentParser
import Foundation
import CloudKitClient
import Synchronization
import WebServices

/// The running server, and the credentials for it.
struct ServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The URL of a running server; without it $QUARRY_SERVER.", valueName: "url"))
    var server: String?

    @Option(
        help: ArgumentHelp(
            "A management token; without it $QUARRY_MANAGEMENT_TOKEN, which other users of the machine "
                + "cannot see.", valueName: "token"))
    var token: String?

    @Option(
        help: ArgumentHelp(
            "A PEM file with certificates to trust, beside those of the system; without it "
                + "$QUARRY_CERTIFICATE.", valueName: "file"),
        completion: .file())
    var certificate: String?

    /// The server's URL, without a slash at the end.
    func origin() throws -> String {
        guard let text = server ?? Shell.variable("QUARRY_SERVER") else {
            throw Failure(
                .usage, "Which server?",
                advice: "Give --server http://127.0.0.1:8080, or set QUARRY_SERVER.")
        }
        return try ServerOptions.checked(text)
    }

    /// The administration of the server.
    func administration() throws -> ServerAdministration {
        let origin = try origin()
        // A server of this machine may ask for none: quarry serve --no-authentication.
        let isHere = URL(string: origin)?.host.map(RemoteLocation.isLoopback) == true
        guard
            let token = token ?? Shell.variable("QUARRY_MANAGEMENT_TOKEN")
                ?? (isHere ? "none" : nil)
        else {
            throw Failure(
                .usage, "\(origin) asks for a management token",
                advice: "Give --token TOKEN or set QUARRY_MANAGEMENT_TOKEN; on the server, "
                    + "quarry accounts tokens create --kind management makes one.")
        }
        return ServerAdministration(try transport(to: origin), token: token)
    }

    /// Connections to a server.
    func transport(to origin: String) throws -> any WireTransport {
        try Connections.open(origin, certificate: certificate)
    }

    /// A URL of a server that tokens may be sent to, without a slash at the end.
    static func checked(_ text: String) throws -> String {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
            scheme == "http" || scheme == "https", let host = url.host, !host.isEmpty
        else {
            throw Failure(
                .usage, "\(text) is not the URL of a server",
                advice: "A server's is like https://quarry.example.org or http://127.0.0.1:8080.")
        }
        guard
            scheme == "https" || RemoteLocation.isLoopback(host)
                || Shell.variable("QUARRY_INSECURE") == "1"
        else {
            throw Failure(
                .usage, "http would send tokens over the network unencrypted",
                advice: "Write https, or set QUARRY_INSECURE=1.")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}

/// Connections to servers, which stay open until the tool ends.
enum Connections {
    private static let all = Mutex<[any WireTransport]>([])

    /// Connections to a server.
    ///
    /// - Parameter certificate: A PEM file with certificates to trust; without it
    ///   `$QUARRY_CERTIFICATE`.
    static func open(_ origin: String, certificate: String?) throws -> any WireTransport {
        var options = TransportOptions()
        options.certificateFile = certificate ?? Shell.variable("QUARRY_CERTIFICATE")
        do throws(TransportError) {
            let transport = try HTTPTransport(origin, options: options)
            // A client that goes while its connections stand is a mistake; the process ends them.
            all.withLock { $0.append(transport) }
            return NamedTransport(transport: transport, origin: origin)
        } catch {
            throw Failure(error)
        }
    }
}

/// Connections that say which server they do not reach.
private struct NamedTransport: WireTransport {
    let transport: HTTPTransport
    let origin: String

    func send(
        _ request: WireRequest, within seconds: Double
    ) async throws(TransportError) -> RemoteReply {
        do throws(TransportError) {
            return try await transport.send(request, within: seconds)
        } catch { throw named(error, request) }
    }

    func send(
        _ request: WireRequest, writingTo file: URL, within seconds: Double
    ) async throws(TransportError) -> RemoteReply {
        do throws(TransportError) {
            return try await transport.send(request, writingTo: file, within: seconds)
        } catch { throw named(error, request) }
    }

    func close() async { await transport.close() }

    private func named(_ error: TransportError, _ request: WireRequest) -> TransportError {
        // The content of assets may be elsewhere.
        guard case .unreachable(let words) = error, request.path.hasPrefix("/") else {
            return error
        }
        return .unreachable("\(origin): \(words)")
    }
}
#endif
