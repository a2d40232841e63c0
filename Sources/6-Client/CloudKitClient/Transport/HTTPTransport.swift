import AsyncHTTPClient
package import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
package import WebServices

/// Requests over HTTP, on connections that stay open for the next.
///
/// Replies may come compressed. Assets go from and to files without being held in memory.
package final class HTTPTransport: WireTransport {
    private let client: HTTPClient
    /// Whether the client is this transport's own, and ends with it.
    private let ownsClient: Bool
    private let origin: String
    private let replyLimit: Int

    /// Connections to a server.
    ///
    /// - Parameters:
    ///   - origin: `https://quarry.example.org` or `http://127.0.0.1:8080`, without a path.
    ///   - options: Times, sizes and whom to trust.
    /// - Throws: ``TransportError/untrusted(_:)`` where a certificate file cannot be read.
    package init(_ origin: String, options: TransportOptions = TransportOptions())
        throws(TransportError)
    {
        self.origin = origin.hasSuffix("/") ? String(origin.dropLast()) : origin
        replyLimit = options.replyBytes
        if options == TransportOptions() {
            client = HTTPTransport.common
            ownsClient = false
        } else {
            client = try HTTPTransport.newClient(options)
            ownsClient = true
        }
    }

    deinit {
        guard ownsClient else { return }
        // Whatever is still under way ends; a second time does nothing.
        Task.detached { [client] in try? await client.shutdown() }
    }

    /// The client of all transports with default options; they share its connections.
    private static let common: HTTPClient = {
        // Without a certificate file there is nothing to fail.
        (try? newClient(TransportOptions())) ?? HTTPClient(eventLoopGroupProvider: .singleton)
    }()

    private static func newClient(
        _ options: TransportOptions
    ) throws(TransportError) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.timeout.connect = .milliseconds(Int64(options.connectSeconds * 1000))
        configuration.decompression = .enabled(limit: .size(options.replyBytes))
        configuration.redirectConfiguration = .disallow
        configuration.connectionPool.idleTimeout = .milliseconds(
            Int64(options.idleSeconds * 1000))
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit =
            options.connections
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.httpVersion = .http1Only
        if let path = options.certificateFile {
            do {
                var tls = TLSConfiguration.makeClientConfiguration()
                tls.additionalTrustRoots = [
                    .certificates(try NIOSSLCertificate.fromPEMFile(path))
                ]
                configuration.tlsConfiguration = tls
            } catch {
                throw .untrusted("The certificate file \(path) cannot be read as PEM")
            }
        }
        return HTTPClient(
            eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Sends a request and reads the whole reply.
    package func send(
        _ request: WireRequest, within seconds: Double
    ) async throws(TransportError) -> RemoteReply {
        try await exchange(request, within: seconds) { response in
            try await self.read(response)
        }
    }

    /// Sends a request and writes the content of a successful reply to a file.
    package func send(
        _ request: WireRequest, writingTo file: URL, within seconds: Double
    ) async throws(TransportError) -> RemoteReply {
        try await exchange(request, within: seconds) { response in
            guard response.status.code == 200 else { return try await self.read(response) }
            guard FileManager.default.createFile(atPath: file.path, contents: nil),
                let handle = FileHandle(forWritingAtPath: file.path)
            else { throw TransportError.file("\(file.path) cannot be written") }
            // Writing reported its own errors.
            defer { try? handle.close() }
            for try await part in response.body {
                do {
                    try handle.write(contentsOf: Data(part.readableBytesView))
                } catch {
                    throw TransportError.file("\(file.path) cannot be written: \(error)")
                }
            }
            return RemoteReply(
                Int(response.status.code), headers: HTTPTransport.headers(response), bytes: [])
        }
    }

    /// Closes connections that no other transport uses.
    package func close() async {
        if ownsClient { try? await client.shutdown() }
    }

    // MARK: One exchange

    private func exchange<T: Sendable>(
        _ request: WireRequest, within seconds: Double,
        _ body: @escaping @Sendable (HTTPClientResponse) async throws -> T
    ) async throws(TransportError) -> T {
        do {
            let outgoing = try made(request)
            let deadline = NIODeadline.now() + .milliseconds(Int64(min(seconds, 86_400) * 1000))
            // The client's deadline ends with the head of the reply; ours with its last byte.
            return try await withThrowingTaskGroup(of: T?.self) { group in
                group.addTask {
                    try await body(
                        try await self.client.execute(outgoing, deadline: deadline))
                }
                group.addTask {
                    try await Task.sleep(for: .seconds(min(seconds, 86_400) + 0.05))
                    throw TransportError.timedOut
                }
                defer { group.cancelAll() }
                while let found = try await group.next() {
                    if let found { return found }
                }
                throw TransportError.timedOut
            }
        } catch {
            if Task.isCancelled { throw .cancelled }
            throw TransportError(error)
        }
    }

    private func made(_ request: WireRequest) throws -> HTTPClientRequest {
        var url = request.path.hasPrefix("/") ? origin + request.path : request.path
        if !request.query.isEmpty { url += (url.contains("?") ? "&" : "?") + request.query }
        var made = HTTPClientRequest(url: url)
        made.method = HTTPMethod(rawValue: request.method)
        for (name, value) in request.headers { made.headers.add(name: name, value: value) }
        switch request.body {
        case .bytes(let bytes):
            if !bytes.isEmpty { made.body = .bytes(ByteBuffer(bytes: bytes)) }
        case .file(let path, let size):
            made.body = .stream(FileParts(path: path, size: size), length: .known(size))
        }
        return made
    }

    private func read(_ response: HTTPClientResponse) async throws -> RemoteReply {
        var bytes: [UInt8] = []
        if let length = response.headers.first(name: "content-length").flatMap(Int.init) {
            guard length <= replyLimit else { throw TransportError.tooLong }
            bytes.reserveCapacity(length)
        }
        for try await part in response.body {
            guard bytes.count + part.readableBytes <= replyLimit else {
                throw TransportError.tooLong
            }
            bytes.append(contentsOf: part.readableBytesView)
        }
        return RemoteReply(
            Int(response.status.code), headers: HTTPTransport.headers(response), bytes: bytes)
    }

    private static func headers(
        _ response: HTTPClientResponse
    ) -> [(name: String, value: String)] {
        response.headers.map { ($0.name.lowercased(), $0.value) }
    }
}

/// Times, sizes and whom to trust.
package struct TransportOptions: Hashable, Sendable {
    /// Seconds until a connection must stand.
    package var connectSeconds: Double = 30
    /// Seconds that an unused connection is kept; less than servers keep it.
    package var idleSeconds: Double = 15
    /// Connections at once to one server; each listener for notifications holds one.
    package var connections = 1024
    /// Bytes of a reply, after decompression.
    package var replyBytes = 256 * 1024 * 1024
    /// A PEM file with certificates to trust beside those of the system: an authority's, or a
    /// server's own.
    package var certificateFile: String?

    /// The defaults: 30 seconds to connect, 15 idle, 1,024 connections, replies of 256 MB at most.
    package init() {}
}

/// A file in pieces, read as they are sent.
private struct FileParts: AsyncSequence, Sendable {
    typealias Element = ByteBuffer
    let path: String
    /// The bytes that were announced.
    let size: Int64

    struct AsyncIterator: AsyncIteratorProtocol {
        let path: String
        var left: Int64
        var handle: FileHandle?

        mutating func next() async throws -> ByteBuffer? {
            if handle == nil {
                guard let opened = FileHandle(forReadingAtPath: path) else {
                    throw TransportError.file("\(path) cannot be read")
                }
                handle = opened
            }
            guard let data = try handle?.read(upToCount: 65_536), !data.isEmpty else {
                try handle?.close()
                guard left == 0 else { throw TransportError.fileChanged(path) }
                return nil
            }
            left -= Int64(data.count)
            guard left >= 0 else { throw TransportError.fileChanged(path) }
            return ByteBuffer(bytes: data)
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(path: path, left: size) }
}

extension TransportError {
    /// What an HTTP client's error means for the caller of a request.
    init(_ error: any Error) {
        switch error {
        case let error as TransportError: self = error
        case is CancellationError: self = .cancelled
        case let error as HTTPClientError:
            switch error {
            case .cancelled: self = .cancelled
            case .connectTimeout, .getConnectionFromPoolTimeout, .emptyHost,
                .tlsHandshakeTimeout:
                self = .unreachable("\(error)")
            case .readTimeout, .deadlineExceeded, .writeTimeout: self = .timedOut
            case .invalidURL, .unsupportedScheme(""): self = .unreachable("\(error)")
            default: self = .lost("\(error)")
            }
        case let error as NIOConnectionError:
            // It was tried at every address of the name; the first says enough.
            let first = error.connectionErrors.first?.error as? IOError
            self = .unreachable(
                first.map(TransportError.words) ?? "The name \(error.host) is not known")
        case NIOSSLError.handshakeFailed(.sslError([.eofDuringHandshake])):
            self = .unreachable("The server ended the connection before TLS was agreed on")
        case NIOSSLError.uncleanShutdown, NIOSSLError.shutdownFailed,
            NIOSSLError.readInInvalidTLSState, NIOSSLError.writeDuringTLSShutdown,
            is BoringSSLError:
            // After the handshake, such as an end without TLS's own: the request may have been sent.
            self = .lost(TransportError.words(tls: String(describing: error)))
        case is NIOSSLError, is NIOSSLExtraError:
            self.init(tls: String(describing: error))
        case let error as ChannelError:
            if case .connectTimeout = error {
                self = .unreachable("The connection took too long")
            } else {
                self = .lost(String(describing: error))
            }
        case let error as IOError:
            switch error.errnoCode {
            case ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ENETDOWN:
                self = .unreachable(TransportError.words(error))
            default: self = .lost(TransportError.words(error))
            }
        case is HTTPParserError: self = .malformed(String(describing: error))
        default: self = .lost(String(describing: error))
        }
    }

    /// What the TLS library says, in words for its users where they can do something about it.
    ///
    /// - Parameter text: Names of errors, with the lines of its own source that found them.
    init(tls text: String) {
        if text.contains("WRONG_VERSION_NUMBER") {
            self = .malformed("It does not speak TLS: write http://…")
        } else if text.contains("CERTIFICATE_VERIFY_FAILED") {
            self = .untrusted(
                "Its certificate is signed by none that this machine trusts, or has expired")
        } else {
            self = .untrusted(TransportError.words(tls: text))
        }
    }

    /// What the TLS library says, without the lines of its source.
    private static func words(tls text: String) -> String {
        text.replacing(/\ at [^\]]*?:\d+/, with: "")
    }

    /// What the system says: "Connection refused".
    private static func words(_ error: IOError) -> String {
        String(cString: strerror(error.errnoCode))
    }
}
