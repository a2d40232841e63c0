import Foundation
import ServerCore
import TestFiles
import Testing

@testable import WebServer

@Suite struct `TLS` {
    private let folder = TemporaryFolder()

    private static func curl(_ arguments: [String]) throws -> String {
        try Program.run(
            "curl", ["-s", "-v", "--max-time", "300"] + arguments, errors: .withOutput
        ).output
    }

    /// What a client says of a connection with only some of TLS 1.2's suites.
    private static func connect(_ port: Int, _ suites: String) throws -> String {
        try Program.run(
            "openssl",
            [
                "s_client", "-connect", "127.0.0.1:\(port)", "-tls1_2", "-cipher",
                suites + ":@SECLEVEL=0",
            ], errors: .withOutput
        ).output
    }

    @Test func `has authenticated encryption alone, and tells browsers to stay with it`()
        async throws
    {
        let (pem, key) = try folder.certificate("first")
        try await TestServer.with({
            $0.requiresAuthentication = true
            $1.certificate = pem
            $1.privateKey = key
        }) { server in
            let (url, port) = (server.server.url, server.port)
            try await blocking {
                let good = try TLS.connect(port, "ECDHE-ECDSA-AES128-GCM-SHA256")
                #expect(good.contains("Cipher is ECDHE-ECDSA-AES128-GCM-SHA256"), "\(good)")
                let old = try TLS.connect(port, "ECDHE-ECDSA-AES128-SHA:ECDHE-ECDSA-AES256-SHA")
                #expect(old.contains("handshake failure"), "\(old)")
                // Once by its name, and not of localhost, which other programs have too.
                let header = "strict-transport-security: max-age=31536000"
                for path in ["/health", "/nothing", "/dashboard"] {
                    let named = try TLS.curl(["-k", "-H", "Host: quarry.example.org", url + path])
                    #expect(named.contains(header), "\(path)")
                    let local = try TLS.curl(["-k", "-H", "Host: localhost:\(port)", url + path])
                    #expect(!local.contains("strict-transport"), "\(path)")
                }
            }
        }
        try await TestServer.with { server in
            let port = server.port
            try await blocking {
                let reply = try RawClient(port).ask("GET", "/health")
                #expect(reply.headers["strict-transport-security"] == nil)
            }
        }
    }

    @Test func `carries requests, and reads its certificate again`() async throws {
        let (pem, key) = try folder.certificate("first")
        try await TestServer.with({
            $1.certificate = pem
            $1.privateKey = key
        }) { server in
            let (url, port) = (server.server.url, server.port)
            #expect(url.hasPrefix("https://"))
            let text = try await blocking {
                try TLS.curl(["--cacert", pem, "\(url)/health", "\(url)/openapi.yaml"])
            }
            #expect(text.contains("\"ok\""))
            #expect(text.contains("CN=first"))
            // A connection without TLS gets nothing, and does no harm.
            try await blocking {
                let client = try RawClient(port)
                try client.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(client.isClosed())
            }
            let (other, otherKey) = try folder.certificate("second")
            try FileManager.default.removeItem(atPath: pem)
            try FileManager.default.moveItem(atPath: other, toPath: pem)
            try FileManager.default.removeItem(atPath: key)
            try FileManager.default.moveItem(atPath: otherKey, toPath: key)
            #expect(try server.server.reloadCertificate())
            let again = try await blocking {
                try TLS.curl(["--cacert", pem, "\(url)/health"])
            }
            #expect(again.contains("CN=second"))
            #expect(again.contains("\"ok\""))
            // Files that are no certificate leave the old one.
            try "nonsense".write(toFile: pem, atomically: true, encoding: .utf8)
            #expect(throws: WebServerError.self) { try server.server.reloadCertificate() }
            let third = try await blocking { try TLS.curl(["-k", "\(url)/health"]) }
            #expect(third.contains("CN=second"))
            // The file at fault is named.
            let (fitting, _) = try folder.certificate("third")
            try FileManager.default.removeItem(atPath: pem)
            try FileManager.default.copyItem(atPath: fitting, toPath: pem)
            for reason in ["it is not the key of \(pem)", "it is not there"] {
                do {
                    try server.server.reloadCertificate()
                    Issue.record("\(reason)")
                } catch {
                    #expect("\(error)".hasPrefix("\(key) cannot be used for TLS: \(reason)"))
                }
                try? FileManager.default.removeItem(atPath: key)
            }
        }
    }
}

extension `TLS` {
    @Test(arguments: [
        (40.0, "warning the certificate has expired"),
        (20, "warning the certificate expires in less than two weeks"),
        (15, "notice the certificate is valid"),
    ])
    func `says when its certificate has to be renewed`(days: Double, line: String) throws {
        let (pem, key) = try folder.certificate("first", days: 30)
        let lines = LogLines()
        try Certificates(certificate: pem, privateKey: key).log(
            to: lines.logger, at: Date().addingTimeInterval(days * 86_400))
        #expect(lines.all.count == 1 && lines.all[0].hasPrefix(line))
        #expect(lines.all[0].contains(pem))
    }

    @Test func `says until when its certificate is valid, also of the next one`() async throws {
        let (pem, key) = try folder.certificate("first")
        try await TestServer.with({
            $1.certificate = pem
            $1.privateKey = key
        }) { server in
            let url = server.server.url
            func days() async throws -> Double {
                let text = try await blocking { try TLS.curl(["-k", "\(url)/metrics"]) }
                let name = "\nquarry_certificate_expiry_seconds "
                let end = text.ranges(of: name).last.map {
                    text[$0.upperBound...].prefix { $0.isNumber }
                }
                return (try #require(Double(end ?? "")) - Date().timeIntervalSince1970) / 86_400
            }
            let warning = "warning the certificate expires"
            #expect(server.lines.all.count { $0.hasPrefix(warning) } == 1)
            #expect(abs(try await days() - 2) < 0.1)
            let (other, otherKey) = try folder.certificate("second", days: 30)
            for (old, new) in [(pem, other), (key, otherKey)] {
                try FileManager.default.removeItem(atPath: old)
                try FileManager.default.moveItem(atPath: new, toPath: old)
            }
            try server.server.reloadCertificate()
            #expect(server.lines.all.last?.hasPrefix("notice the certificate is valid") == true)
            #expect(abs(try await days() - 30) < 0.1)
        }
    }

    @Test func `is reloaded only where there is one`() async throws {
        try await TestServer.with { server in
            let isReloaded = try server.server.reloadCertificate()
            #expect(!isReloaded)
        }
    }
}

extension TemporaryFolder {
    /// A certificate of one's own in the folder, and its key, made by openssl.
    ///
    /// - Parameter days: How long it is valid.
    func certificate(_ name: String, days: Int = 2) throws -> (certificate: String, key: String) {
        let (pem, key) = (file("\(name).pem").path, file("\(name).key").path)
        let run = try Program.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-keyout", key, "-out", pem, "-days", "\(days)", "-subj", "/CN=\(name)", "-addext",
                "subjectAltName=IP:127.0.0.1,DNS:localhost",
            ], errors: .dropped)
        try #require(run.status == 0)
        return (pem, key)
    }
}
