/// Where a web server listens, and how patient it is.
///
///     var options = WebServerOptions()
///     options.port = 0            // any free one
///     options.certificate = "/etc/quarry/server.pem"
public struct WebServerOptions: Sendable {
    /// The address to listen at; names of the loopback are safe without authentication.
    public var address = "127.0.0.1"
    /// The port; 0 takes any that is free.
    public var port = 8080
    /// A file with the certificate and its chain, in PEM; nil is HTTP without TLS.
    public var certificate: String?
    /// A file with the certificate's private key, in PEM.
    public var privateKey: String?
    /// Threads that read, answer and write; nil takes twice the cores, and at least four.
    public var threads: Int?
    /// Connections at one time; more wait to be accepted.
    public var connections = 20_000
    /// Bytes of the head of a request.
    public var headBytes = 32 << 10
    /// Bytes of all bodies that are being received in memory; requests beyond it must be retried.
    public var bodyBytes = 512 << 20
    /// Seconds in which a new connection must have sent its first request's head.
    public var headSeconds = 20.0
    /// Seconds that a connection may be idle between two requests.
    public var idleSeconds = 75.0
    /// Seconds without a byte of a body.
    public var bodySeconds = 20.0
    /// Seconds in which some of a reply must have been taken.
    public var writeSeconds = 60.0
    /// Seconds that requests under way have after SIGTERM or ``WebServer/stop()``.
    public var shutdownSeconds = 20.0
    /// Replies shorter than this are not compressed, in bytes; nil compresses none.
    public var compressionThreshold: Int? = 1024
    /// Whether each request is a line in the log; failures always are.
    public var logsRequests = false

    /// Port 8080 of the loopback.
    public init() {}

    /// Whether only programs of this machine reach the server.
    public var isLoopback: Bool {
        address == "localhost" || address == "::1" || address == "0:0:0:0:0:0:0:1"
            || (address.hasPrefix("127.")
                && address.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 })
    }
}
