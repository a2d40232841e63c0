import Accounts
import Foundation
import ServerCore
import Logging
import RecordCore
import RecordService
import NIOSSL
import TestFiles
import Testing
import WebServer
import WebServices

@testable import CloudKitClient

/// Requests over real sockets.
@Suite struct `HTTP transports` {
    private let folder = TemporaryFolder()

    /// A server on a free port for one piece of work.
    private func withServer(
        _ change: (inout WebServerOptions) -> Void = { _ in },
        _ body: (WebServer, String) async throws -> Void
    ) async throws {
        var options = HostOptions(.memory)
        options.acceptsAnyContainer = true
        let host = try await ServerCore.Host(options)
        let token = try await host.accounts.createToken(NewToken(.management, name: "tests")).text
        var serverOptions = WebServerOptions()
        serverOptions.port = 0
        change(&serverOptions)
        let server = try WebServer(
            host, serverOptions, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await server.start()
        do {
            try await body(server, token)
        } catch {
            await server.stop()
            try await host.close()
            throw error
        }
        await server.stop()
        try await host.close()
    }

    private func session(
        _ url: String, _ token: String, _ options: TransportOptions = TransportOptions(),
        _ change: (inout RemoteServiceOptions) -> Void = { _ in }
    ) throws -> any CloudSession {
        var service = RemoteServiceOptions(container: "iCloud.org.example.sockets")
        change(&service)
        return RemoteService(
            service, transport: try HTTPTransport(url, options: options),
            credentials: .management(token)
        ).cloudSession(user: "_ann", device: "phone")
    }

    @Test
    func `records and large assets go over a socket`() async throws {
        try await withServer { server, token in
            let session = try session(server.url, token)
            let file = folder.file("asset")
            var content = Data(count: 8_000_000)
            for place in stride(from: 0, to: content.count, by: 997) { content[place] = 7 }
            try content.write(to: file)
            let record = Record(
                "Photo", RecordID("p"),
                ["image": .asset(Asset(fileURL: file)), "text": "größer"])
            let saved = try #require(
                try await session.modify(SaveRequest(saving: [record]), in: .private)
                    .saves.first?.get())
            guard case .asset(let asset) = saved["image"], let copy = asset.fileURL else {
                Issue.record("no asset came back")
                return
            }
            #expect(try Data(contentsOf: copy) == content)
            #expect(saved["text"] == "größer")
            let reader = try self.session(server.url, token)
            let found = try await reader.records([saved.id], in: .private, desiredKeys: nil)
            guard case .asset(let fetched)? = try found[saved.id]?.get()["image"],
                let download = fetched.fileURL
            else {
                Issue.record("no asset was fetched")
                return
            }
            #expect(try Data(contentsOf: download) == content)
            // Long enough that the reply comes compressed.
            let many = (0..<300).map {
                Record("City", RecordID("c\($0)"), ["n": .int(Int64($0)), "name": "same name"])
            }
            _ = try await session.modify(SaveRequest(saving: many), in: .public)
            let page = try await session.query(
                RecordQuery("City", orderedBy: [Ordering("n")], limit: 200), in: .public)
            #expect(page.records.map { $0["n"] } == (0..<200).map { .int($0) })
        }
    }

    @Test(arguments: [20, 5] as [Int64])
    func `a file that changes while it is sent says so`(size: Int64) async throws {
        try await withServer { server, token in
            let file = folder.file("asset")
            try Data(count: 10).write(to: file)
            let transport = try HTTPTransport(server.url)
            let changed = TransportError.fileChanged(file.path)
            await #expect(throws: changed) {
                try await transport.send(
                    WireRequest(
                        "POST", "/database/1/iCloud.a/development/public/records/query",
                        headers: [("authorization", "Bearer \(token)")],
                        body: .file(path: file.path, size: size)), within: 60)
            }
            #expect(ServiceError(changed, isWrite: false).code == .assetFileModified)
        }
    }

    @Test func `what cannot be reached is offline, what breaks is lost`() async throws {
        // A port on which no server listens; one that was let go may be another test's by now.
        let url = "http://127.0.0.1:1"
        let error = await serviceError {
            try await session(url, "none").zones(in: .private)
        }
        #expect(error?.code == .networkUnavailable)
        let write = await serviceError {
            try await session(url, "none").modify(
                SaveRequest(saving: [Record("City", RecordID("c"))]), in: .public)
        }
        #expect(write?.code == .networkUnavailable)
    }

    /// A write was told as not done (`networkFailure`), though the server may have done it.
    @Test func `what TLS says after its handshake leaves a write unknown`() {
        let after: [any Error] = [
            NIOSSLError.uncleanShutdown, NIOSSLError.shutdownFailed(.zeroReturn),
            BoringSSLError.sslError([]),
        ]
        for error in after {
            let error = TransportError(error)
            #expect(ServiceError(error, isWrite: true).code == .serverResponseLost)
            #expect(ServiceError(error, isWrite: false).code == .networkFailure)
        }
        let ended = TransportError(
            NIOSSLError.handshakeFailed(.sslError([.eofDuringHandshake])))
        #expect(ServiceError(ended, isWrite: true).code == .networkUnavailable)
        // Nothing was sent to a server that is not trusted.
        let before: [any Error] = [
            NIOSSLError.handshakeFailed(.sslError([])), NIOSSLError.unableToValidateCertificate,
        ]
        for error in before {
            let error = ServiceError(TransportError(error), isWrite: true)
            #expect(error.code == .networkFailure && error.urlError == -1200)
        }
    }

    @Test func `a cancelled task ends its request`() async throws {
        try await withServer { server, token in
            let session = try session(server.url, token)
            let news = session.notifications()
            let listening = Task { for await _ in news {} }
            _ = try await session.zones(in: .private)
            listening.cancel()
            await listening.value
            let task = Task {
                await serviceError { try await session.zones(in: .private) }
            }
            task.cancel()
            let error = await task.value
            #expect(error == nil || error?.code == .operationCancelled)
        }
    }

    @Test func `a certificate of one's own is trusted where it is named`() async throws {
        let (certificate, key) = try folder.certificate("localhost")
        try await withServer {
            $0.certificate = certificate
            $0.privateKey = key
        } _: { server, token in
            let url = "https://localhost:\(server.port)"
            let refused = await serviceError {
                try await session(url, token).zones(in: .private)
            }
            #expect(
                String(describing: refused).contains("signed by none that this machine trusts"),
                "\(String(describing: refused))")
            var options = TransportOptions()
            options.certificateFile = certificate
            let zones = try await session(url, token, options).zones(in: .private)
            #expect(zones.map(\.id) == [.default])
        }
    }
}
