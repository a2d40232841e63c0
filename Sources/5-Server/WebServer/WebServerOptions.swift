/// Where a web server listens, and how patient it is.
///
///     var options = WebServerOptions()
///     options.port = 0            // any free one
///     options.certificate = "/etc/quarry/server.pem"
package struct WebServerOptions: Sendable {
    /// The address to listen at; names of the loopback are safe without authentication.
    package var address = "127.0.0.1"
    /// The port; 0 takes any that is free.
    package var port = 8080
    /// A file with the certificate and its chain, in PEM; nil is HTTP without TLS.
    package var certificate: String?
    /// A file with the certificate's private key, in PEM.
    package var privateKey: String?
    /// Threads that read, answer and write; nil takes twice the cores, and at least four.
    package var threads: Int?
    /// Connections at one time; more wait to be accepted.
    package var connections = 20_000
    /// Bytes of the head of a request.
    package var headBytes = 32 << 10
    /// Bytes of all bodies in memory, of requests that are received or answered; requests with a body
    /// beyond it must be retried.
    package var bodyBytes = 512 << 20
    /// Bytes of all bodies that are received in files, as those of assets are; further ones must be
    /// retried.
    package var fileBytes = 16 << 30
    /// Seconds in which a new connection must have sent its first request's head.
    package var headSeconds = 20.0
    /// Seconds that a connection may be idle between two requests.
    package var idleSeconds = 75.0
    /// Seconds without a byte of a body.
    package var bodySeconds = 20.0
    /// Seconds in which some of a reply must have been taken.
    package var writeSeconds = 60.0
    /// Seconds that requests under way have after SIGTERM or ``WebServer/stop()``.
    package var shutdownSeconds = 20.0
    /// Replies shorter than this are not compressed, in bytes; nil compresses none.
    package var compressionThreshold: Int? = 1024
    /// Whether each request is a line in the log; failures always are.
    package var logsRequests = false

    /// Port 8080 of the loopback.
    package init() {}

    /// Whether only programs of this machine reach the server.
    package var isLoopback: Bool {
        address == "localhost" || address == "::1" || address == "0:0:0:0:0:0:0:1"
            || (address.hasPrefix("127.")
                && address.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 })
    }
}
