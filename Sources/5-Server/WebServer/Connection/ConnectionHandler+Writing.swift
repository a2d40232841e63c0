import Foundation
import ServerCore
import NIOCore
import NIOPosix
import WebServices

extension ConnectionHandler {
    private static let compressible = [
        "application/json", "text/", "application/javascript", "image/svg+xml",
        "application/yaml", "application/manifest",
    ]

    /// Writes a reply that is in memory.
    func write(_ reply: WireReply, _ replyContext: ReplyContext) {
        guard case .answering = phase, let context else { return }
        var head = makeHead(reply, replyContext, length: .none)
        guard case .bytes(var bytes) = reply.body else { return finished() }
        if replyContext.acceptsGzip, let threshold = state.options.compressionThreshold,
            bytes.count >= threshold, reply.status != 206, isCompressible(reply),
            let small = state.compress(bytes), small.count < bytes.count
        {
            bytes = small
            head.isCompressed = true
        }
        if reply.status != 204, reply.status != 304 { head.length = .bytes(Int64(bytes.count)) }
        let count = replyContext.isHead ? 0 : bytes.count
        var buffer = context.channel.allocator.buffer(capacity: 512 + min(count, 256 << 10))
        head.write(to: &buffer)
        guard count > 256 << 10 else {
            if count > 0 { buffer.writeBytes(bytes) }
            context.writeAndFlush(wrapOutboundOut(.byteBuffer(buffer)), promise: nil)
            return finished()
        }
        // In pieces, so that a slow client is seen to take some of it.
        context.write(wrapOutboundOut(.byteBuffer(buffer)), promise: nil)
        var rest = ByteBuffer(bytes: bytes)
        while let piece = rest.readSlice(length: min(rest.readableBytes, 256 << 10)),
            piece.readableBytes > 0
        {
            context.write(wrapOutboundOut(.byteBuffer(piece)), promise: nil)
        }
        context.flush()
        finished()
    }

    private func isCompressible(_ reply: WireReply) -> Bool {
        guard let type = reply.headers.first(where: { $0.name == "content-type" })?.value,
            !reply.headers.contains(where: { $0.name == "content-encoding" })
        else { return false }
        return ConnectionHandler.compressible.contains { type.hasPrefix($0) }
    }

    private func makeHead(
        _ reply: WireReply, _ replyContext: ReplyContext, length: ReplyHead.Length
    ) -> ReplyHead {
        ReplyHead(
            status: reply.status, headers: reply.headers, length: length,
            closes: closesAfterReply || isQuiescing, saysKeepAlive: replyContext.isOld,
            isStrict: replyContext.isStrict)
    }

    /// Says that the body may come.
    func sendContinue() {
        guard let context else { return }
        context.writeAndFlush(
            wrapOutboundOut(.byteBuffer(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n"))),
            promise: nil)
    }

    // MARK: In pieces

    /// Begins a reply whose content comes in pieces.
    private func begin(_ reply: WireReply, _ replyContext: ReplyContext, _ length: ReplyHead.Length)
    {
        guard case .answering = phase, let context else { return }
        isReplying = true
        if case .untilClosed = length { closesAfterReply = true }
        var buffer = context.channel.allocator.buffer(capacity: 1024)
        makeHead(reply, replyContext, length: length).write(to: &buffer)
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(buffer)), promise: nil)
    }

    /// Writes a piece; returns when the client has taken it.
    private func write(_ data: IOData, done: EventLoopPromise<Void>) {
        guard case .answering = phase, let context else {
            return done.fail(ChannelError.ioOnClosedChannel)
        }
        if blockedSince == nil { blockedSince = .now() }
        context.writeAndFlush(wrapOutboundOut(data)).assumeIsolated().whenComplete { result in
            self.blockedSince = context.channel.isWritable ? nil : .now()
            done.completeWith(result.map { _ in })
        }
    }

    /// Ends a reply in the middle: the client sees that it is not whole.
    private func abort() {
        guard case .answering = phase else { return }
        context?.close(promise: nil)
    }

    private static func write(
        _ data: IOData, to reference: Reference, on loop: any EventLoop
    ) async throws {
        let promise = loop.makePromise(of: Void.self)
        reference.run { $0.write(data, done: promise) }
        try await promise.futureResult.get()
    }

    /// Sends a reply whose content is made while it is sent; gives why the server could not make all of
    /// it.
    static func stream(
        _ reply: WireReply, _ replyContext: ReplyContext, to reference: Reference,
        _ body: @Sendable (WireReply.Sink) async throws -> Void
    ) async -> CutOffReply? {
        let loop = reference.loop
        reference.run {
            $0.begin(reply, replyContext, replyContext.isOld ? .untilClosed : .chunked)
        }
        do {
            if !replyContext.isHead {
                try await body { bytes in
                    guard !bytes.isEmpty else { return }
                    var buffer = ByteBuffer()
                    buffer.reserveCapacity(bytes.count + 16)
                    if !replyContext.isOld {
                        buffer.writeString(String(bytes.count, radix: 16))
                        buffer.writeStaticString("\r\n")
                    }
                    buffer.writeBytes(bytes)
                    if !replyContext.isOld { buffer.writeStaticString("\r\n") }
                    try await write(.byteBuffer(buffer), to: reference, on: loop)
                }
                if !replyContext.isOld {
                    try await write(
                        .byteBuffer(ByteBuffer(string: "0\r\n\r\n")), to: reference, on: loop)
                }
            }
            reference.run { $0.finished() }
            return nil
        } catch {
            reference.run { $0.abort() }
            return error as? CutOffReply
        }
    }

    /// Sends a part of a file: by the operating system itself, or piece by piece through TLS; gives
    /// why the server could not read all of it.
    static func send(
        _ path: String, _ offset: Int64, _ count: Int64, of reply: WireReply,
        _ replyContext: ReplyContext,
        to reference: Reference
    ) async -> CutOffReply? {
        let loop = reference.loop
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, lseek(descriptor, 0, SEEK_END) >= offset + count else {
            if descriptor >= 0 { close(descriptor) }
            // It went with the last record that needed it.
            reference.run {
                $0.write(
                    $0.state.host.refuse(
                        WireRequest("", "", id: replyContext.id),
                        WireError(.notFound, "the asset is gone")), replyContext)
            }
            return CutOffReply(status: 404, cause: "the asset is gone")
        }
        let handle = NIOFileHandle(_deprecatedTakingOwnershipOfDescriptor: descriptor)
        // It was only read.
        defer { try? handle.close() }
        reference.run { $0.begin(reply, replyContext, .bytes(count)) }
        do {
            var place = offset
            let end = replyContext.isHead ? offset : offset + count
            while place < end {
                let length = Int(min(end - place, reference.isSecure ? 256 << 10 : 1 << 20))
                if reference.isSecure {
                    let start = place
                    let buffer = try await NIOThreadPool.singleton.runIfActive {
                        var buffer = ByteBuffer()
                        let read = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: length)
                        { max(0, pread(descriptor, $0.baseAddress, length, off_t(start))) }
                        return read == length ? buffer : nil
                    }
                    guard let buffer else { throw unreadable }
                    try await write(.byteBuffer(buffer), to: reference, on: loop)
                } else {
                    let region = FileRegion(
                        fileHandle: handle, readerIndex: Int(place),
                        endIndex: Int(place) + length)
                    try await write(.fileRegion(region), to: reference, on: loop)
                }
                place += Int64(length)
            }
            reference.run { $0.finished() }
            return nil
        } catch {
            reference.run { $0.abort() }
            // All others are of the connection.
            return (error as? IOError)?.errnoCode == EIO ? unreadable : error as? CutOffReply
        }
    }

    private static let unreadable = CutOffReply(
        status: 500, cause: "the reply was cut off: the file cannot be read")
}

extension ConnectionHandler.Reference {
    var loop: any EventLoop { handler.loop }
    var isSecure: Bool { handler.state.isSecure }
}
