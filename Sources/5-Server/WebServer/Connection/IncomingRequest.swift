import Foundation
import ServerCore
import NIOCore
import Synchronization
import WebServices

/// A request of which the body is coming: an object, which no look at the phase copies.
final class IncomingRequest {
    /// Where the body goes.
    enum Destination {
        case memory([UInt8], limit: Int)
        case file(BodyFile, limit: Int64)
    }

    var request: WireRequest
    var destination: Destination
    let keepsAlive: Bool
    /// Whether the client speaks HTTP/1.0.
    let isOld: Bool
    /// When the whole body must be there: the more came, the later.
    var deadline: NIODeadline
    /// Bytes that are counted in ``ServerState/bodyBytes`` or ``ServerState/fileBytes``.
    var counted = 0

    init(
        request: WireRequest, destination: Destination, keepsAlive: Bool, isOld: Bool,
        deadline: NIODeadline
    ) {
        self.request = request
        self.destination = destination
        self.keepsAlive = keepsAlive
        self.isOld = isOld
        self.deadline = deadline
    }

    /// Takes in a part of the body; false where it is too long.
    ///
    /// - Throws: What the disk refuses; `WireError.tooMuchAtOnce`.
    func append(_ buffer: ByteBuffer, _ state: ServerState) throws -> Bool {
        let count = buffer.readableBytes
        // A client that sends at least 16 KB a second is never too slow.
        deadline = deadline + .microseconds(Int64(count) * 60)
        switch destination {
        case .memory(var bytes, let limit):
            guard bytes.count + count <= limit else { return false }
            guard self.count(bytes.count + count, state) else { throw WireError.tooMuchAtOnce }
            // Not held twice, so that it grows in place.
            destination = .memory([], limit: limit)
            bytes.append(contentsOf: buffer.readableBytesView)
            destination = .memory(bytes, limit: limit)
        case .file(let file, let limit):
            guard file.size + Int64(count) <= limit else { return false }
            guard self.count(Int(file.size) + count, state) else { throw WireError.tooMuchAtOnce }
            try buffer.withUnsafeReadableBytes(file.write)
        }
        return true
    }

    /// Lets go of what came.
    func discard(_ state: ServerState) {
        count(0, state)
        if case .file(let file, _) = destination { file.discard() }
    }

    /// Counts how many bytes of the body are in memory or in its file now; false where those of all
    /// requests are too many.
    ///
    /// Heads that come before all bodies find room for each. The only body is taken whatever its length.
    @discardableResult
    func count(_ bytes: Int, _ state: ServerState) -> Bool {
        let (sum, most): (Int, Int)
        switch destination {
        case .memory:
            sum = state.bodyBytes.add(bytes - counted, ordering: .relaxed).newValue
            most = state.options.bodyBytes
        case .file:
            sum = state.fileBytes.add(bytes - counted, ordering: .relaxed).newValue
            most = state.options.fileBytes
        }
        counted = bytes
        return sum <= most || sum == bytes
    }
}

extension WireError {
    /// The bodies of all requests are beyond ``WebServerOptions/bodyBytes`` or
    /// ``WebServerOptions/fileBytes``.
    static var tooMuchAtOnce: WireError {
        WireError(.tryAgainLater, "too much at once", retryAfter: 1)
    }
}
