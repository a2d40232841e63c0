import Foundation
import Logging
import NIOSSL
import Synchronization

/// The server's certificate, which may be replaced while the server runs.
final class Certificates: Sendable {
    private let certificate: String
    private let privateKey: String
    private let current: Mutex<Current>

    private struct Current {
        var context: NIOSSLContext
        /// Until when the server's own certificate is valid.
        var end: Date
    }

    /// Reads the files.
    ///
    /// - Throws: ``WebServerError`` where they are no certificate and its key.
    init(certificate: String, privateKey: String) throws {
        self.certificate = certificate
        self.privateKey = privateKey
        current = Mutex(try Certificates.read(certificate, privateKey))
    }

    /// What new connections use.
    var context: NIOSSLContext { current.withLock { $0.context } }

    /// Until when the server's own certificate is valid, the first one of the file.
    var end: Date { current.withLock { $0.end } }

    /// Reads the files again; the old certificate stays in use where that fails.
    func reload() throws {
        let new = try Certificates.read(certificate, privateKey)
        current.withLock { $0 = new }
    }

    /// What TLS 1.2 may use; TLS 1.3 has nothing else anyway.
    ///
    /// Authenticated encryption with keys that are forgotten: ECDHE with AES-GCM or ChaCha20, as RFC
    /// 9325, section 4.2, recommends. NIOSSL's default has CBC too.
    private static let cipherSuites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
        .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    private static func read(_ certificate: String, _ privateKey: String) throws -> Current {
        let chain = try of(certificate, "there is no certificate in PEM in it") {
            try NIOSSLCertificate.fromPEMFile(certificate)
        }
        let key = try of(privateKey, "there is no private key in PEM in it, or it has a password") {
            try NIOSSLPrivateKey(file: privateKey, format: .pem)
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = cipherSuites
        configuration.applicationProtocols = ["http/1.1"]
        let context = try of(privateKey, "it is not the key of \(certificate)") {
            try NIOSSLContext(configuration: configuration)
        }
        // Without a certificate in it the file was refused.
        let end = chain.first.map { Date(timeIntervalSince1970: Double($0.notValidAfter)) }
        return Current(context: context, end: end ?? .distantPast)
    }

    /// Logs until when the certificate is valid, as a warning where it has to be renewed.
    func log(to logger: Logger, at now: Date = Date()) {
        let end = end
        let left = end.timeIntervalSince(now)
        let metadata: Logger.Metadata = [
            "file": "\(certificate)", "until": "\(end.formatted(.iso8601))",
        ]
        if left <= 0 {
            logger.warning("the certificate has expired: clients refuse it", metadata: metadata)
        } else if left < Certificates.notice {
            logger.warning(
                "the certificate expires in less than two weeks", metadata: metadata)
        } else {
            logger.notice("the certificate is valid", metadata: metadata)
        }
    }

    /// Seconds before its end at which a certificate should have been renewed.
    private static let notice = 14 * 86_400.0

    /// What is made of a file; where that fails the error names it, and says `reason`.
    private static func of<Made>(
        _ file: String, _ reason: String, _ make: () throws -> Made
    ) throws -> Made {
        guard FileManager.default.isReadableFile(atPath: file) else {
            throw WebServerError.certificate(file, "it is not there, or cannot be read")
        }
        do { return try make() } catch {
            throw WebServerError.certificate(file, "\(reason) (\(error))")
        }
    }
}
