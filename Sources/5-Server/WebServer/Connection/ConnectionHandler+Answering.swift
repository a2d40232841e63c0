import Foundation
import ServerCore
import Logging
import NIOCore
import WebServices

extension ConnectionHandler {
    /// The handler, as a task carries it; only touched on the connection's event loop.
    struct Reference: @unchecked Sendable {
        // Unchecked: `run` is the one way in, and it goes to the event loop.
        fileprivate(set) var handler: ConnectionHandler

        init(_ handler: ConnectionHandler) { self.handler = handler }

        func run(_ body: @escaping @Sendable (ConnectionHandler) -> Void) {
            if handler.loop.inEventLoop {
                body(handler)
            } else {
                handler.loop.execute { body(handler) }
            }
        }
    }

    /// What must be known of a request to write its reply.
    struct ReplyContext: Sendable {
        var id: UUID
        var isHead: Bool
        var isOld: Bool
        var acceptsGzip: Bool
        /// Whether browsers must use TLS for all later requests.
        ///
        /// They pass over it for addresses; of `localhost` it would concern every other program of
        /// the machine: RFC 6797, sections 7.2 and 8.1.
        var isStrict: Bool

        init(_ request: WireRequest, isOld: Bool = false, acceptsGzip: Bool = false) {
            id = request.id
            isHead = request.method == "HEAD"
            self.isOld = isOld
            self.acceptsGzip = acceptsGzip
            let name = request.isSecure ? request.header("host")?.prefix { $0 != ":" } : nil
            isStrict =
                name.map { $0.lowercased() != "localhost" && !$0.hasSuffix(".localhost") } ?? false
        }
    }

    /// Has the host answer a request, and writes the reply.
    func answer(_ request: WireRequest, isOld: Bool) {
        phase = .answering
        isReplying = false
        isAnsweringPoll = request.path.hasPrefix("/courier/")
        let replyContext = ReplyContext(
            request, isOld: isOld, acceptsGzip: ConnectionHandler.acceptsGzip(request))
        let start = ContinuousClock.now
        // A client that does not read is answered by a task, behind which what it pipelined waits.
        if context?.channel.isWritable == true, let reply = state.host.answerAtOnce(request) {
            if state.options.logsRequests {
                state.note(request, reply, ContinuousClock.now - start)
            }
            return write(reply, replyContext)
        }
        let state = state
        let reference = Reference(self)
        task = Task(executorPreference: executor) {
            if let page = await state.pages?(request) {
                return reference.run { $0.write(page, replyContext) }
            }
            var reply = await state.host.answer(request)
            var cutOff: CutOffReply?
            switch reply.body {
            case .bytes: break
            case .stream(let body):
                cutOff = await ConnectionHandler.stream(
                    reply, replyContext, to: reference, body)
            case .file(let path, let offset, let count):
                cutOff = await ConnectionHandler.send(
                    path, offset, count, of: reply, replyContext, to: reference)
            }
            // The log says what became of the content.
            if let cutOff { (reply.status, reply.cause) = (cutOff.status, cutOff.cause) }
            if state.options.logsRequests || reply.status >= 500 || !reply.itemErrors.isEmpty {
                state.note(request, reply, ContinuousClock.now - start)
            }
            if case .bytes = reply.body {
                reference.run { [reply] in $0.write(reply, replyContext) }
            }
        }
    }

    /// Whether the client takes gzip.
    ///
    /// By bytes: Foundation's search in texts costs 4,600 instructions of each request.
    private static func acceptsGzip(_ request: WireRequest) -> Bool {
        guard var value = request.header("accept-encoding") else { return false }
        return value.withUTF8 { text in
            let place = text.indices.first {
                text[$0] == UInt8(ascii: "g") && text[$0...].starts(with: "gzip".utf8)
            }
            guard let place else { return false }
            // `gzip;q=0` refuses it.
            let weight = text[(place + 4)...].prefix { $0 != UInt8(ascii: ",") }
                .filter { $0 != 0x20 && $0 != 0x09 }
            let isZero = weight.starts(with: ";q=0".utf8) || weight.starts(with: ";Q=0".utf8)
            return !isZero || weight.contains { (0x31...0x39).contains($0) }
        }
    }

    /// Answers what is not a request that the host could answer, and ends the connection.
    func refuse(_ request: WireRequest?, _ error: WireError) {
        if case .reading(let incoming) = phase { incoming.discard(state) }
        phase = .answering
        closesAfterReply = true
        waiting.removeAll()
        let request =
            request ?? WireRequest("", "", peer: peer, isSecure: state.isSecure)
        let reply = state.host.refuse(request, error)
        if state.options.logsRequests || reply.status >= 500 { state.note(request, reply, .zero) }
        write(reply, ReplyContext(request))
    }

    /// The reply is written: what came meanwhile is next.
    func finished() {
        guard case .answering = phase, let context else { return }
        task = nil
        releaseBody()
        isAnsweringPoll = false
        if closesAfterReply || isQuiescing {
            linger(context)
            return
        }
        phase = .idle
        setDeadline(state.options.idleSeconds)
        pump()
    }

    /// Takes in what waits, as long as the client takes the replies.
    func pump() {
        guard !isPumping, let context else { return }
        isPumping = true
        defer { isPumping = false }
        while takesParts, let part = waiting.popFirst() { take(part) }
        guard takesParts else { return }
        if !isInputClosed {
            context.read()
        } else if case .idle = phase {
            linger(context)
        } else {
            context.close(promise: nil)  // A body that was cut off.
        }
    }

    /// Closes the connection when the client had time to read the last reply.
    private func linger(_ context: ChannelHandlerContext) {
        phase = .lingering
        waiting.removeAll()
        setDeadline(10)
        if isQuiescing { closeSoon(context) }
        if isInputClosed { return closeWhenWritten(context) }
        // Says that nothing more comes, and throws away what the client still sends: closing now
        // would take back the reply from one who has not read it.
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer()))).assumeIsolated()
            .whenComplete { _ in
                channel.close(mode: .output, promise: nil)
                context.read()
            }
    }
}

extension ConnectionHandler {
    /// Closes the connection when the client has taken what was written.
    func closeWhenWritten(_ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer()))).assumeIsolated()
            .whenComplete { _ in context.close(promise: nil) }
    }

    /// Closes the connection in a second: the server stops, and the client may still read.
    func closeSoon(_ context: ChannelHandlerContext) {
        let channel = context.channel
        loop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    }
}

extension ServerState {
    /// A line of the log about a request, and why it or its items failed: nothing of what a client sent.
    ///
    /// Where requests are not logged, one with items that failed by no fault of the client is noted with
    /// `info`, another with `debug`.
    func note(_ request: WireRequest, _ reply: WireReply, _ duration: Duration) {
        let isFailure = reply.status >= 500
        let isOwn = isFailure || reply.hasServerItemError
        let level: Logger.Level =
            isFailure ? .error : options.logsRequests || isOwn ? .info : .debug
        guard logger.logLevel <= level else { return }
        let seconds =
            Double(duration.components.seconds)
            + Double(duration.components.attoseconds) * 1e-18
        var metadata: Logger.Metadata = [
            "request": "\(request.id.uuidString)", "method": "\(request.method.prefix(16))",
            "endpoint": "\(Host.label(request.path))", "status": "\(reply.status)",
            "ms": "\(Double(Int(seconds * 1_000_000)) / 1000)",
        ]
        if !reply.itemErrors.isEmpty {
            metadata["failed"] =
                "\(reply.itemErrors.map { "\($0.key.rawValue):\($0.value)" }.sorted().joined(separator: ","))"
        }
        if isOwn, let cause = reply.cause {
            // One line, of a length that every log takes.
            metadata["cause"] =
                "\(cause.prefix(500).split(whereSeparator: \.isNewline).joined(separator: " "))"
        }
        let message: Logger.Message =
            isFailure
            ? "request failed" : options.logsRequests ? "request" : "items of a request failed"
        logger.log(level: level, message, metadata: metadata)
    }
}
