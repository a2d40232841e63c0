import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL

/// How a connection is set up: TLS where there is a certificate, HTTP/1.1, then
/// ``ConnectionHandler``.
struct WireChannel: ServerChildChannel {
    /// A connection that was accepted.
    struct Connection: ServerChildChannelValue {
        let channel: any Channel
    }

    let state: ServerState
    let certificates: Certificates?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Connection> {
        channel.eventLoop.makeCompletedFuture {
            // Nothing is read before the handler asks for it: a client that sends faster than it is
            // answered fills its own memory.
            try channel.syncOptions?.setOption(.autoRead, value: false)
            try channel.syncOptions?.setOption(
                .writeBufferWaterMark, value: .init(low: 64 << 10, high: 512 << 10))
            // Replies go out whole; waiting for more would only cost time.
            try? channel.syncOptions?.setOption(.tcpOption(.tcp_nodelay), value: 1)
            let pipeline = channel.pipeline.syncOperations
            if let certificates {
                try pipeline.addHandler(NIOSSLServerHandler(context: certificates.context))
            }
            var limits = NIOHTTPDecoderLimitConfiguration()
            limits.maxHeaderFieldSize = state.options.headBytes
            limits.maxHeaderListSize = state.options.headBytes
            limits.maxHeaderFieldCount = 128
            try pipeline.addHandler(
                ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: limits)))
            try pipeline.addHandler(ConnectionHandler(state, channel: channel))
            return Connection(channel: channel)
        }
    }

    func handle(value: Connection, logger: Logger) async {
        await withTaskCancellationHandler {
            // Closing is all there is to wait for; how it came about is the handler's matter.
            try? await value.channel.closeFuture.get()
        } onCancel: {
            value.channel.close(promise: nil)
        }
    }
}
