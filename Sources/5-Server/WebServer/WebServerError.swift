/// Why a server does not start.
package enum WebServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A server without authentication would be reachable from other machines.
    case notLoopback(String)
    /// Another program listens on the port already.
    case portInUse(Int)
    /// The address is not this machine's, or may not be used.
    case cannotListen(String, Int, String)
    /// The certificate or its key cannot be used.
    case certificate(String, String)

    /// A sentence that names the address, the port or the file.
    package var description: String {
        switch self {
        case .notLoopback(let address):
            "A server without authentication listens on the loopback alone, not at \(address)"
        case .portInUse(let port): "Port \(port) is in use by another program"
        case .cannotListen(let address, let port, let reason):
            "Cannot listen at \(address), port \(port): \(reason)"
        case .certificate(let file, let reason):
            "\(file) cannot be used for TLS: \(reason)"
        }
    }
}
