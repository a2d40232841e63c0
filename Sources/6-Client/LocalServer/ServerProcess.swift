import Dispatch
import Foundation
import Synchronization

/// The process of a server: what it says first, and how it ends.
final class ServerProcess: Sendable {
    private struct State: ~Copyable {
        let process: Process
        /// While this end is open the server goes on.
        let input: Pipe
        var isStopped = false
    }

    /// What the process printed first; a thread waits for it.
    private struct FirstLine {
        var line: Data?
        var hasEnded = false
        var isLate = false
        var waiter: CheckedContinuation<Data?, Never>?
    }

    private let state: Mutex<State>
    private let first: Mutex<FirstLine>
    private let id: Int32
    private let logFile: URL

    /// Starts a program.
    init(_ path: String, _ arguments: [String]) throws {
        let process = Process()
        let input = Pipe()
        let output = Pipe()
        logFile = FileManager.default.temporaryDirectory
            .appendingPathComponent("quarry-local-\(UUID().uuidString).log")
        _ = FileManager.default.createFile(
            atPath: logFile.path, contents: nil, attributes: [.posixPermissions: 0o600])
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: logFile)
        do { try process.run() } catch {
            // A temporary file that stays does no harm.
            try? FileManager.default.removeItem(at: logFile)
            throw LocalServerError(
                .cannotRun, "The server cannot be run", detail: "\(path): \(error)")
        }
        id = process.processIdentifier
        state = Mutex(State(process: process, input: input))
        first = Mutex(FirstLine())
        // A thread of its own: reading blocks, and the server would block on a full pipe without a
        // reader.
        let handle = output.fileHandleForReading
        let thread = Thread { [weak self] in
            var line = Data()
            var isWhole = false
            while true {
                let piece = handle.availableData
                guard !piece.isEmpty else { break }
                guard !isWhole else { continue }
                line.append(piece)
                if let end = line.firstIndex(of: 0x0A) {
                    isWhole = true
                    self?.found(line[..<end])
                }
            }
            self?.found(nil)
        }
        thread.start()
    }

    private func found(_ line: Data?, isLate: Bool = false) {
        let waiter = first.withLock { first -> CheckedContinuation<Data?, Never>? in
            guard first.line == nil, !first.hasEnded else { return nil }
            first.line = line
            first.hasEnded = line == nil
            first.isLate = isLate
            defer { first.waiter = nil }
            return first.waiter
        }
        waiter?.resume(returning: line)
    }

    /// The first line that the program prints.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func firstLine(within timeout: Duration) async throws -> Data {
        // Not a task: tests that block every thread of the pool must not hold this up.
        let (seconds, rest) = timeout.components
        DispatchQueue.global().asyncAfter(
            deadline: .now() + Double(seconds) + Double(rest) / 1e18
        ) { [weak self] in
            self?.found(nil, isLate: true)
        }
        let line = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let known = first.withLock { first -> (isKnown: Bool, line: Data?) in
                    if first.line != nil || first.hasEnded { return (true, first.line) }
                    first.waiter = waiter
                    return (false, nil)
                }
                if known.isKnown { waiter.resume(returning: known.line) }
            }
        } onCancel: {
            found(nil)
        }
        if let line { return line }
        try Task.checkCancellation()
        if first.withLock({ $0.isLate }) {
            throw LocalServerError(
                .timedOut, "The server did not answer within \(timeout)", detail: log)
        }
        throw LocalServerError(.ended, "The server ended before it answered", detail: log)
    }

    /// Whether the program runs.
    var isRunning: Bool { state.withLock { !$0.isStopped && $0.process.isRunning } }

    /// The end of what the program wrote to standard error.
    var log: String {
        guard let file = try? FileHandle(forReadingFrom: logFile) else { return "" }
        // A log that cannot be read is empty: it only helps an error that is thrown anyway.
        defer { try? file.close() }
        let size = (try? file.seekToEnd()) ?? 0
        try? file.seek(toOffset: size > 8192 ? size - 8192 : 0)
        return String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Ends the program: asks it to, and after five seconds does not ask.
    ///
    /// It returns when the program has ended.
    func stop() {
        state.withLock { state in
            guard !state.isStopped else { return }
            state.isStopped = true
            // A server that has ended has closed the pipe.
            try? state.input.fileHandleForWriting.close()
            if state.process.isRunning { kill(id, SIGTERM) }
        }
        if !ends(within: .seconds(5)) {
            kill(id, SIGKILL)
            _ = ends(within: .seconds(5))
        }
        // A temporary file that stays does no harm.
        try? FileManager.default.removeItem(at: logFile)
    }

    /// Ends the program without blocking a thread of the pool of tasks.
    func stopInBackground() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                self.stop()
                continuation.resume()
            }
        }
    }

    /// Whether the program ends within a time, which is waited for.
    ///
    /// The kernel is asked: `isRunning` hears of an end by a descriptor, of which a program that
    /// was started at the same moment may have a copy.
    private func ends(within time: Duration) -> Bool {
        let end = ContinuousClock.now + time
        while true {
            var information = siginfo_t()
            // It fails where Foundation has asked for the status before.
            if waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT) != 0
                || information.si_signo == SIGCHLD
            {
                return true
            }
            guard ContinuousClock.now < end else { return false }
            usleep(2000)
        }
    }
}
