package import ServerCore
import HummingbirdCore
package import Logging
import NIOCore
import NIOPosix
#if canImport(Glibc)
import Glibc
#endif
import Synchronization
package import WebServices

/// Answers requests for pages, before the host is asked; nil for what is none, as all paths of
/// CloudKit Web Services are.
package typealias Pages = @Sendable (WireRequest) async -> WireReply?

/// HTTP, and TLS where there is a certificate, round a host.
///
///     let server = WebServer(host, options, logger: Logger(label: "quarry"))
///     let port = try await server.start()
///     // …
///     await server.stop()
///     try await host.close()
///
/// Every limit is answered with an error in JSON; a connection is closed without one only when the
/// client can no longer read it.
package final class WebServer: Sendable {
    private struct State {
        var task: Task<Void, any Error>?
        var port = 0
        var stopping: Task<Void, Never>?
        var server: Server<WireChannel>?
    }

    /// Where the server listens, and how patient it is.
    package let options: WebServerOptions
    private let shared: ServerState
    private let logger: Logger
    private let certificates: Certificates?
    private let group: MultiThreadedEventLoopGroup
    private let state = Mutex(State())

    /// A server that does not listen yet.
    ///
    /// - Throws: ``WebServerError`` where it must not, or the certificate cannot be used.
    package init(
        _ host: Host, _ options: WebServerOptions = WebServerOptions(), pages: Pages? = nil,
        logger: Logger
    ) throws {
        guard host.options.requiresAuthentication || options.isLoopback else {
            throw WebServerError.notLoopback(options.address)
        }
        self.options = options
        self.logger = logger
        shared = ServerState(host, options, pages: pages, logger: logger)
        certificates = try options.certificate.map {
            try Certificates(certificate: $0, privateKey: options.privateKey ?? $0)
        }
        group = MultiThreadedEventLoopGroup(
            numberOfThreads: options.threads ?? max(4, System.coreCount * 2))
    }

    /// The port on which the server listens; 0 before it does.
    package var port: Int { state.withLock { $0.port } }

    /// What URLs of the server begin with, for programs of this machine.
    package var url: String {
        let name =
            switch options.address {
            case "0.0.0.0", "::": "localhost"
            default: options.address.contains(":") ? "[\(options.address)]" : options.address
            }
        return (shared.isSecure ? "https" : "http") + "://\(name):\(port)"
    }

    /// Begins to listen; gives the port.
    ///
    /// - Throws: ``WebServerError`` where the port is in use.
    @discardableResult
    package func start() async throws -> Int {
        let (ready, begun) = AsyncStream<Int>.makeStream()
        let quiet = Logger(label: "quarry.http") { _ in SwiftLogNoOpLogHandler() }
        let server = Server(
            childChannelSetup: WireChannel(state: shared, certificates: certificates),
            configuration: ServerConfiguration(
                address: .hostname(options.address, port: options.port), serverName: nil,
                backlog: 4096,
                availableConnectionsDelegate: .maximum(options.connections, logger: quiet)),
            onServerRunning: { channel in
                begun.yield(channel.localAddress?.port ?? 0)
                begun.finish()
            },
            eventLoopGroup: group, logger: quiet)
        let task = Task {
            defer { begun.finish() }
            try await server.run()
        }
        state.withLock {
            $0.server = server
            $0.task = task
        }
        for await port in ready {
            state.withLock { $0.port = port }
            noteCertificate()
            return port
        }
        do {
            try await task.value
        } catch let error as IOError {
            throw failure(error)
        } catch let error as SocketAddressError.UnknownHost {
            throw WebServerError.cannotListen(
                options.address, options.port, error.errorDescription)
        } catch {
            throw WebServerError.cannotListen(
                options.address, options.port, String(describing: error))
        }
        throw WebServerError.cannotListen(options.address, options.port, "it stopped at once")
    }

    private func failure(_ error: IOError) -> WebServerError {
        error.errnoCode == EADDRINUSE
            ? .portInUse(options.port)
            : .cannotListen(
                options.address, options.port, String(cString: strerror(error.errnoCode)))
    }

    /// Accepts no more connections, finishes what is under way within
    /// ``WebServerOptions/shutdownSeconds``, and stops.
    ///
    /// The host stays open; close it afterwards.
    package func stop() async {
        let stopping = state.withLock { state in
            if let stopping = state.stopping { return stopping }
            let (server, task) = (state.server, state.task)
            let stopping = Task { await self.stop(server, task) }
            state.stopping = stopping
            return stopping
        }
        await stopping.value
    }

    private func stop(_ server: Server<WireChannel>?, _ task: Task<Void, any Error>?) async {
        shared.host.beginClosing()
        let deadline = Task {
            try await Task.sleep(for: .seconds(options.shutdownSeconds))
            logger.warning("requests were still under way at the deadline; closing")
            // Closes every connection that is left.
            task?.cancel()
        }
        // What is already closed fails to close; the deadline ends the rest.
        try? await server?.shutdownGracefully()
        // How a connection ended is its handler's matter.
        _ = try? await task?.value
        deadline.cancel()
        try? await group.shutdownGracefully()
    }

    /// Reads the certificate again, for new connections; false where the server has none.
    ///
    /// - Throws: ``WebServerError``; the old one is then used on.
    @discardableResult
    package func reloadCertificate() throws -> Bool {
        try certificates?.reload()
        noteCertificate()
        return certificates != nil
    }

    /// Says until when the certificate is valid, in the log and in the metrics.
    private func noteCertificate() {
        guard let certificates else { return }
        certificates.log(to: logger)
        shared.host.metrics.noteCertificate(until: certificates.end)
    }
}
