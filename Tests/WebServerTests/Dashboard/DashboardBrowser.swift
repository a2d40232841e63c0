import Foundation
import RecordCore
import RecordJSON

/// A headless Chromium, spoken to in the DevTools protocol over two pipes.
///
/// It ends when its pipes close, so that a test run which dies leaves none behind.
final class DashboardBrowser: @unchecked Sendable {
    // Unchecked: what changes is only reached under the lock.

    /// Where Chromium is; nil where it is not installed.
    ///
    /// Without windows a page costs less.
    static let executable: String? = [
        "/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome",
    ].first { FileManager.default.isExecutableFile(atPath: $0) }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    typealias Listener = @Sendable (_ method: String, _ session: String, Value) -> Void

    private let lock = NSLock()
    private var waiting: [Int64: CheckedContinuation<Value, any Error>] = [:]
    private var listeners: [Listener] = []
    private var count: Int64 = 0
    private var isClosed = false
    private let output: Int32
    private let process: pid_t
    private let profile: String

    init() throws {
        guard let executable = DashboardBrowser.executable else {
            throw Failure(description: "Chromium is not installed")
        }
        // In memory where that can be: a browser that waits for a busy disk stands still.
        let memory = "/dev/shm"
        let place =
            FileManager.default.isWritableFile(atPath: memory)
            ? memory + "/" : NSTemporaryDirectory()
        profile = place + "quarry-browser-\(UUID().uuidString)"
        var toBrowser: [Int32] = [0, 0]
        var fromBrowser: [Int32] = [0, 0]
        guard pipe(&toBrowser) == 0, pipe(&fromBrowser) == 0 else {
            throw Failure(description: "No pipes: \(errno)")
        }
        // Out of the way of 3 and 4, which the browser reads and writes; none is inherited but
        // as these.
        func away(_ file: Int32) -> Int32 {
            let high = fcntl(file, F_DUPFD_CLOEXEC, 20)
            close(file)
            return high
        }
        let theirInput = away(toBrowser[0])
        output = away(toBrowser[1])
        let input = away(fromBrowser[0])
        let theirOutput = away(fromBrowser[1])
        // Sockets and locks of the server are not handed on.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
            guard let file = Int32(name), file > 4 else { continue }
            _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, theirInput, 3)
        posix_spawn_file_actions_adddup2(&actions, theirOutput, 4)
        let arguments = [
            executable, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--password-store=basic",
            "--lang=en-US",
            "--remote-debugging-pipe", "--user-data-dir=\(profile)", "about:blank",
        ]
        var copies: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        var process: pid_t = 0
        let status = posix_spawn(&process, executable, &actions, nil, &copies, environ)
        close(theirInput)
        close(theirOutput)
        guard status == 0 else { throw Failure(description: "Chromium does not start: \(status)") }
        self.process = process
        Thread.detachNewThread { [weak self] in
            var rest: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let size = read(input, &chunk, chunk.count)
                guard size > 0 else { break }
                var pieces = chunk[..<size].split(separator: 0, omittingEmptySubsequences: false)
                let last = pieces.removeLast()
                for piece in pieces {
                    self?.receive(rest + piece)
                    rest = []
                }
                rest += last
            }
            close(input)
            self?.end()
        }
    }

    /// Ends the browser and removes what it left.
    func stop() {
        lock.withLock {
            guard !isClosed else { return }
            isClosed = true
            close(output)
        }
        kill(process, SIGTERM)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        try? FileManager.default.removeItem(atPath: profile)
    }

    /// Hears of everything that the browser tells unasked.
    func listen(_ listener: @escaping Listener) { lock.withLock { listeners.append(listener) } }

    private func receive(_ bytes: [UInt8]) {
        guard case .dictionary(let message)? = try? JSONReader.value(of: bytes) else { return }
        if case .int(let id)? = message["id"] {
            let continuation = lock.withLock { waiting.removeValue(forKey: id) }
            if let error = message["error"] {
                continuation?.resume(throwing: Failure(description: "\(error)"))
            } else {
                continuation?.resume(returning: message["result"] ?? .null)
            }
            return
        }
        guard case .text(let method)? = message["method"] else { return }
        let session: String = if case .text(let id)? = message["sessionId"] { id } else { "" }
        for listener in lock.withLock({ listeners }) {
            listener(method, session, message["params"] ?? .null)
        }
    }

    private func end() {
        let left = lock.withLock { () -> [CheckedContinuation<Value, any Error>] in
            defer { waiting = [:] }
            return Array(waiting.values)
        }
        for continuation in left {
            continuation.resume(throwing: Failure(description: "The browser has ended"))
        }
    }

    /// Asks the browser for something.
    ///
    /// - Parameters:
    ///   - method: As the protocol names it.
    ///   - parameters: JSON.
    ///   - session: Of which page.
    @discardableResult
    func call(
        _ method: String, _ parameters: String = "{}", session: String? = nil
    ) async throws -> Value {
        let id = lock.withLock { () -> Int64 in
            count += 1
            return count
        }
        // A browser that says nothing any more must not stop the run.
        let patience = Task {
            try await Task.sleep(for: .seconds(300))
            lock.withLock { waiting.removeValue(forKey: id) }?
                .resume(throwing: Failure(description: "\(method) is not answered"))
        }
        defer { patience.cancel() }
        return try await withCheckedThrowingContinuation { continuation in
            let place = session.map { #","sessionId":"\#($0)""# } ?? ""
            let message =
                #"{"id":\#(id),"method":"\#(method)","params":\#(parameters)\#(place)}"#
            lock.withLock { waiting[id] = continuation }
            send(Array(message.utf8) + [0])
        }
    }

    private func send(_ bytes: [UInt8]) {
        lock.withLock {
            guard !isClosed else { return }
            var sent = 0
            while sent < bytes.count {
                let size = bytes[sent...].withUnsafeBytes {
                    write(output, $0.baseAddress, $0.count)
                }
                guard size > 0 else { return }
                sent += size
            }
        }
    }
}

extension Value {
    /// The member of an object of JSON.
    subscript(member: String) -> Value {
        if case .dictionary(let members) = self { members[member] ?? .null } else { .null }
    }

    var string: String { if case .text(let text) = self { text } else { "" } }
    var number: Double {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        default: .nan
        }
    }
    var isTrue: Bool { self == .int(1) }
}

/// A text as JSON, which is a text of JavaScript too.
func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.append(text: text)
    return String(decoding: writer.bytes, as: UTF8.self)
}
