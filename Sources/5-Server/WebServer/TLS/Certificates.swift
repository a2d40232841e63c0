import Foundation
import NIOSSL
import Synchronization

/// The server's certificate, which may be replaced while the server runs.
final class Certificates: Sendable {
    private let certificate: String
    private let privateKey: String
    private let current: Mutex<NIOSSLContext>

    /// Reads the files.
    ///
    /// - Throws: ``WebServerError`` where they are no certificate and its key.
    init(certificate: String, privateKey: String) throws {
        self.certificate = certificate
        self.privateKey = privateKey
        current = Mutex(try Certificates.read(certificate, privateKey))
    }

    /// What new connections use.
    var context: NIOSSLContext { current.withLock { $0 } }

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

    private static func read(_ certificate: String, _ privateKey: String) throws -> NIOSSLContext {
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(certificate)
            guard !chain.isEmpty else {
                throw WebServerError.certificate(certificate, "there is no certificate in it")
            }
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) },
                privateKey: .privateKey(try NIOSSLPrivateKey(file: privateKey, format: .pem)))
            configuration.minimumTLSVersion = .tlsv12
            configuration.cipherSuiteValues = cipherSuites
            configuration.applicationProtocols = ["http/1.1"]
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw error as? WebServerError
                ?? WebServerError.certificate(certificate, String(describing: error))
        }
    }
}
