#if Server
import Foundation
import Synchronization

/// Why the process is to end: a signal, or that the parent went.
final class ProcessEnd: Sendable {
    private let found: AsyncStream<String>
    private let finish: AsyncStream<String>.Continuation
    // Sources end when their last reference is released.
    private let sources = Mutex<[Source]>([])

    private struct Source: @unchecked Sendable {
        // Unchecked: it is only held.
        let source: any DispatchSourceProtocol
    }

    init() {
        (found, finish) = AsyncStream.makeStream()
        // A client that goes away while it is written to is no reason to end.
        signal(SIGPIPE, SIG_IGN)
        on(SIGTERM) { [finish] in finish.yield("SIGTERM") }
        on(SIGINT) { [finish] in finish.yield("SIGINT") }
    }

    /// Waits until there is a reason; a second signal ends the process at once.
    func reason() async -> String {
        for await reason in found {
            signal(SIGTERM, SIG_DFL)
            signal(SIGINT, SIG_DFL)
            return reason
        }
        return "cancelled"
    }

    /// Does something at each SIGHUP.
    func onHangUp(_ body: @escaping @Sendable () -> Void) { on(SIGHUP, body) }

    private func on(_ number: Int32, _ body: @escaping @Sendable () -> Void) {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler(handler: body)
        source.resume()
        sources.withLock { $0.append(Source(source: source)) }
    }

    /// Ends when the program that started this one does, or closes the pipe that it gave as
    /// standard input.
    func watchParent() {
        let parent = getppid()
        if parent > 1 {
            let timer = DispatchSource.makeTimerSource(queue: .global())
            timer.schedule(deadline: .now() + 0.5, repeating: 0.5)
            timer.setEventHandler { [finish] in
                if getppid() != parent { finish.yield("the parent ended") }
            }
            timer.resume()
            sources.withLock { $0.append(Source(source: timer)) }
        }
        var status = stat()
        guard fstat(STDIN_FILENO, &status) == 0,
            status.st_mode & S_IFMT == S_IFIFO || status.st_mode & S_IFMT == S_IFSOCK
        else { return }
        let thread = Thread { [finish] in
            var byte: UInt8 = 0
            while true {
                let count = read(STDIN_FILENO, &byte, 1)
                if count == 0 || (count < 0 && errno != EINTR) { break }
            }
            finish.yield("standard input was closed")
        }
        thread.stackSize = 64 << 10
        thread.start()
    }
}
#endif
