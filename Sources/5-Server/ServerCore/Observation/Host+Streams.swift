import Synchronization
import WebServices

/// A reply that ended before it was whole because the server could not read the rest of its content.
///
/// The client has the head by then, with the status 200; it sees that the connection is closed.
package struct CutOffReply: Error {
    /// The status that the reply would have had.
    package let status: Int
    /// Why the rest could not be read, for the operator's log.
    package let cause: String

    /// A reply that was cut off.
    package init(status: Int, cause: String) {
        self.status = status
        self.cause = cause
    }
}

extension Host {
    /// A content that is counted as it is sent, and observed at its end.
    ///
    /// - Parameter observe: Gets the reply, as one that failed where the content was cut off, and how
    ///   many bytes were sent.
    func observed(
        _ body: @escaping @Sendable (WireReply.Sink) async throws -> Void, of reply: WireReply,
        _ observe: @escaping @Sendable (WireReply, Int64) -> Void
    ) -> WireReply.Body {
        .stream { sink in
            let progress = StreamProgress()
            do {
                try await body { bytes in
                    do {
                        try await sink(bytes)
                    } catch {
                        progress.isRefused.store(true, ordering: .relaxed)
                        throw error
                    }
                    progress.sent.add(Int64(bytes.count), ordering: .relaxed)
                }
            } catch {
                let sent = progress.sent.load(ordering: .relaxed)
                // A client that went is no failure of the server.
                guard !progress.isRefused.load(ordering: .relaxed), !Task.isCancelled else {
                    observe(reply, sent)
                    throw error
                }
                let failure = Host.wireError(error)
                let cutOff = CutOffReply(
                    status: failure.status,
                    cause: "the reply was cut off after \(sent) bytes: "
                        + (failure.cause ?? failure.reason))
                var reply = reply
                reply.status = cutOff.status
                reply.cause = cutOff.cause
                observe(reply, sent)
                throw cutOff
            }
            observe(reply, progress.sent.load(ordering: .relaxed))
        }
    }
}

/// How far a content was sent.
private final class StreamProgress: Sendable {
    let sent = Atomic<Int64>(0)
    /// Whether the client took no more.
    let isRefused = Atomic<Bool>(false)
}
