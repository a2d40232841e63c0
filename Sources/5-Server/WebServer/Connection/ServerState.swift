import ServerCore
import Logging
import Synchronization
import Zlib

/// What all connections of a server share.
final class ServerState: Sendable {
    let host: Host
    let options: WebServerOptions
    let isSecure: Bool
    let logger: Logger
    let pages: Pages?
    /// Bytes of bodies in memory, from when they are received until their requests are answered.
    let bodyBytes = Atomic<Int>(0)
    /// Bytes of bodies in files, while they are received.
    let fileBytes = Atomic<Int>(0)
    private let deflaters = DeflaterPool()

    init(_ host: Host, _ options: WebServerOptions, pages: Pages?, logger: Logger) {
        self.host = host
        self.options = options
        self.pages = pages
        self.logger = logger
        isSecure = options.certificate != nil
    }

    /// Compresses with a shared deflater; nil where compressing failed.
    func compress(_ bytes: [UInt8]) -> [UInt8]? { deflaters.compress(bytes) }
}

/// Compressors that wait for the next reply.
private final class DeflaterPool: Sendable {
    // Only the holder of a compressor uses it.
    private struct Box: @unchecked Sendable { let deflater: Deflater }
    private let idle = Mutex<[Box]>([])

    func compress(_ bytes: [UInt8]) -> [UInt8]? {
        let box = idle.withLock { $0.popLast() } ?? Box(deflater: Deflater())
        defer { idle.withLock { if $0.count < 16 { $0.append(box) } } }
        return box.deflater.compress(bytes)
    }
}
