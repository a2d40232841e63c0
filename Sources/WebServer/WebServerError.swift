/// Why a server does not start.
public enum WebServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Others would reach a server that asks nobody for credentials.
    case notLoopback(String)
    /// Somebody listens there already.
    case portInUse(Int)
    /// The address is not this machine's, or may not be used.
    case cannotListen(String, Int, String)
    /// The certificate or its key cannot be used.
    case certificate(String, String)

    /// A sentence.
    public var description: String {
        switch self {
        case .notLoopback(let address):
            "A server without authentication listens on the loopback alone, not at \(address)"
        case .portInUse(let port): "Port \(port) is in use by another program"
        case .cannotListen(let address, let port, let reason):
            "Cannot listen at \(address), port \(port): \(reason)"
        case .certificate(let file, let reason):
            "\(file) cannot be used as a certificate: \(reason)"
        }
    }
}
