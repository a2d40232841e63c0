import Foundation
import NIOCore
import NIOHTTP1
import RecordCore
import ServerCore
import Synchronization
import WebServices

/// One connection: reads requests one after the other, has each answered, writes the replies.
///
/// A request at a time: the next is read when the reply to the last is written, so that a client
/// that sends without reading fills its own memory. A malformed request is answered with an
/// error, then the connection is closed when the client had time to read it.
///
/// What each event does in each state (``Phase``); an arrow names the state that follows:
///
///     state       part of a request   input closed     malformed        server stops    deadline
///     idle        head: → reading     → lingering (2)  → answering (1)  → closed (2)    → closed (3)
///     reading     end: → answering    → closed         → answering (1)  –               → answering (4)
///     answering   waits               → lingering (5)  → lingering (6)  → lingering (6) –
///     lingering   thrown away         → closed (7)     –                closed in 1 s   closed in 10 s
///     closed      thrown away         –                –                –               –
///
/// 1. `refuse`: the reply is an error (400, or 431 for a head that is too large), then lingering. A
///    head or a body that the host does not accept takes the same way.
/// 2. Unless a part waits to be read.
/// 3. `headSeconds` on a new connection, `idleSeconds` after a reply.
/// 4. With 408: `bodySeconds` for each part of the body, three times that for all of it.
/// 5. When the reply is written and no part waits. The task of a poll is cancelled at once, that of
///    another request after five seconds unless its reply has begun.
/// 6. When the reply is written. Without these events a written reply leads to `idle`.
/// 7. When the client has taken what was written.
///
/// In `idle` a part waits while the client does not take the replies.
///
/// In every state the connection is closed when the client takes nothing of a reply for
/// `writeSeconds`. A connection that ends in `reading` discards the body, one that ends in
/// `answering` cancels the task.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = IOData

    /// What the connection is at.
    enum Phase {
        /// The next request has not begun.
        case idle
        /// The body of a request is coming.
        case reading(IncomingRequest)
        /// The host has a request, or its reply is being written.
        case answering
        /// The last reply was written; what still comes is thrown away.
        case lingering
        /// The connection is closed.
        case closed
    }

    let state: ServerState
    let loop: any EventLoop
    let channel: any Channel
    let executor: LoopExecutor
    let peer: String
    /// For the names of requests.
    var numbers = SystemRandomNumbers()
    var phase = Phase.idle
    /// What came while a request was being answered, or while the client took no reply.
    var waiting = CircularBuffer<HTTPServerRequestPart>()
    /// Deadline of the current phase.
    var deadline: NIODeadline
    /// Since when the client takes nothing of a reply.
    var blockedSince: NIODeadline?
    var task: Task<Void, Never>?
    /// Bytes of the request that is being answered, which are in ``ServerState/bodyBytes``.
    var bodyBytes = 0
    var isAnsweringPoll = false
    /// Whether the reply that is being sent has begun.
    var isReplying = false
    var closesAfterReply = false
    var isInputClosed = false
    var isQuiescing = false
    var isPumping = false
    /// Whether the bytes to be read are asked for already.
    var isTicking = false
    var context: ChannelHandlerContext?

    init(_ state: ServerState, channel: any Channel) {
        self.state = state
        self.channel = channel
        loop = channel.eventLoop
        executor = LoopExecutor(channel.eventLoop)
        peer = channel.remoteAddress?.ipAddress ?? "unix"
        deadline = .now() + .milliseconds(Int64(state.options.headSeconds * 1000))
    }

    // MARK: The channel's life

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        if context.channel.isActive { begin(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    private func begin(_ context: ChannelHandlerContext) {
        guard !isTicking else { return }
        isTicking = true
        state.host.metrics.connectionOpened()
        tick()
        context.read()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func end() {
        if case .closed = phase { return }
        if case .reading(let incoming) = phase { incoming.discard(state) }
        phase = .closed
        waiting.removeAll()
        releaseBody()
        task?.cancel()
        task = nil
        context = nil
        if isTicking { state.host.metrics.connectionClosed() }
    }

    /// The body of a request is not needed any more.
    func releaseBody() {
        if bodyBytes > 0 { state.bodyBytes.subtract(bodyBytes, ordering: .relaxed) }
        bodyBytes = 0
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        switch phase {
        case .idle, .reading, .answering:
            if takesParts, !isPumping, waiting.isEmpty { take(part) } else { waiting.append(part) }
        case .lingering, .closed: break
        }
    }

    /// Whether the next part is taken in: a request that has begun is received to its end, the next
    /// one begins only where the client takes the replies.
    var takesParts: Bool {
        switch phase {
        case .idle: channel.isWritable
        case .reading: true
        case .answering, .lingering, .closed: false
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        switch phase {
        case .idle, .reading: if takesParts { context.read() }
        case .lingering: context.read()
        // Reading goes on until something has come, so that the system need not be told to stop
        // and to begin again with every request, and so that a client is seen to go away.
        case .answering: if waiting.isEmpty { context.read() }
        case .closed: break
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        blockedSince = context.channel.isWritable ? nil : .now()
        if context.channel.isWritable { pump() }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent:
            isQuiescing = true
            switch phase {
            case .idle: if waiting.isEmpty { context.close(promise: nil) }
            case .lingering: closeSoon(context)
            case .reading, .answering, .closed: break
            }
        case let event as ChannelEvent where event == .inputClosed:
            isInputClosed = true
            inputClosed(context)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    /// The client sends no more; a client that waits for a reply still gets it.
    private func inputClosed(_ context: ChannelHandlerContext) {
        switch phase {
        case .idle: pump()
        case .lingering: closeWhenWritten(context)
        case .reading: context.close(promise: nil)  // A body that was cut off.
        case .answering:
            if waiting.isEmpty { closesAfterReply = true }
            // The client of a poll is gone; no write would report that before the poll ends. Most
            // clients of other requests are gone too, and long work is not finished for them.
            if isAnsweringPoll {
                task?.cancel()
            } else {
                loop.assumeIsolatedUnsafeUnchecked().scheduleTask(in: .seconds(5)) { [weak self] in
                    guard let self, !self.isReplying else { return }
                    self.task?.cancel()
                }
            }
        case .closed: break
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else {
            // An error of the network or TLS: the client can no longer read an answer.
            context.close(promise: nil)
            return
        }
        switch phase {
        case .idle, .reading: refuse(nil, ConnectionHandler.wireError(error))
        case .answering: closesAfterReply = true
        case .lingering, .closed: break
        }
    }

    private static func wireError(_ error: HTTPParserError) -> WireError {
        guard case .headerOverflow = error else {
            return .badRequest("the request is not HTTP/1.1")
        }
        return .badRequest("the head of the request is too large", status: 431)
    }

    // MARK: Time

    /// Checks periodically whether the client keeps the deadline of the phase.
    private func tick() {
        loop.assumeIsolatedUnsafeUnchecked().scheduleTask(in: tickLength) { [weak self] in
            self?.check()
        }
    }

    private var tickLength: TimeAmount {
        let options = state.options
        let shortest = min(
            options.headSeconds, options.idleSeconds, options.bodySeconds, options.writeSeconds)
        return .milliseconds(Int64(min(5, max(0.02, shortest / 4)) * 1000))
    }

    private func check() {
        guard let context else { return }
        let now = NIODeadline.now()
        if let blockedSince,
            now > blockedSince + .milliseconds(Int64(state.options.writeSeconds * 1000))
        {
            return context.close(promise: nil)
        }
        switch phase {
        case .idle, .lingering:
            if now > deadline { return context.close(promise: nil) }
        case .reading(let incoming):
            if now > deadline || now > incoming.deadline {
                refuse(
                    incoming.request, .badRequest("the body did not arrive in time", status: 408))
            }
        case .answering: break
        case .closed: return
        }
        tick()
    }

    func setDeadline(_ seconds: Double) {
        deadline = .now() + .milliseconds(Int64(seconds * 1000))
    }
}
