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

    /// Reads the files anew; what was read before stays where that fails.
    func reload() throws {
        let new = try Certificates.read(certificate, privateKey)
        current.withLock { $0 = new }
    }

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
            configuration.applicationProtocols = ["http/1.1"]
            return try NIOSSLContext(configuration: configuration)
        } catch let error as WebServerError {
            throw error
        } catch {
            throw WebServerError.certificate(certificate, String(describing: error))
        }
    }
}
