package import Foundation
package import WebServices
import Synchronization

/// The last requests and replies, for developers that look for a fault in their app.
///
///     let log = RequestLog(limit: 500, bytes: 8_000_000)
///     log.record(request, reply, took: .milliseconds(3))
///     log.entries(limit: 50).first?.status  // 200
///
/// Bounded in entries and in bytes; long bodies are cut. Secrets are blanked before anything is
/// shown: tokens and signatures in queries and headers, and every body that holds one.
package final class RequestLog: Sendable {
    /// One request and its reply.
    package struct Entry: Sendable {
        /// Counts up from 1; a page that polls asks for what came after the last it knows.
        package var number: Int
        /// The request's name, as in the header `x-apple-request-uuid`.
        package var id: UUID
        /// When it was answered.
        package var date: Date
        /// How long it took, in seconds.
        package var duration: Double
        /// The HTTP method of the request.
        package var method: String
        /// The path as it was sent.
        package var path: String
        /// The query, its secrets blanked.
        package var query: String
        /// The HTTP status of the reply.
        package var status: Int
        /// The address of the client.
        package var peer: String
        /// Names the credentials; never a secret.
        package var credential: String?
        /// What was sent, secrets blanked.
        package var requestHeaders: [(name: String, value: String)]
        /// What was answered, secrets blanked.
        package var replyHeaders: [(name: String, value: String)]
        /// The body of the request, as far as it is kept.
        package var requestBody: Body
        /// The body of the reply, as far as it is kept.
        package var replyBody: Body
    }

    /// A body as far as it is kept.
    package enum Body: Sendable {
        /// The first bytes, and how many there were.
        case bytes([UInt8], total: Int)
        /// It holds secrets, and is not kept.
        case secret
        /// It went by as a stream or a file, and is not kept; its size in bytes where known.
        case passed(total: Int64?)

        var kept: Int { if case .bytes(let bytes, _) = self { bytes.count } else { 0 } }
    }

    private struct Slot {
        var number: Int
        var kept: Exchange

        /// Without what is secret.
        var shown: Entry { kept.shown(number) }
    }

    private struct State {
        var ring: [Slot] = []
        /// The place of the oldest entry once the ring is full.
        var oldest = 0
        var bytes = 0
        var count = 0
    }

    private let state = Mutex(State())
    private let limit: Int
    private let byteLimit: Int
    private let bodyLimit: Int

    /// A log of the last requests.
    ///
    /// - Parameters:
    ///   - limit: How many at most; 0 keeps none.
    ///   - bytes: How many bytes of bodies and headers at most.
    ///   - body: How many bytes of one body at most.
    package init(limit: Int = 500, bytes: Int = 8_000_000, body: Int = 32_768) {
        self.limit = max(limit, 0)
        byteLimit = bytes
        bodyLimit = body
    }

    /// Keeps a request and its reply.
    ///
    /// - Parameter streamed: Bytes that were sent of a content that is made while it is sent.
    package func record(
        _ request: WireRequest, _ reply: WireReply, took duration: Duration,
        sent streamed: Int64? = nil
    ) {
        guard limit > 0 else { return }
        // Stored as it came: secrets are blanked when the log is read, which is seldom.
        let entry = Exchange(
            Entry(
                number: 0, id: request.id, date: Date(), duration: duration.seconds,
                method: request.method, path: request.path, query: request.query,
                status: reply.status, peer: request.peer, credential: reply.credential,
                requestHeaders: request.headers, replyHeaders: reply.headers,
                requestBody: kept(request.body), replyBody: kept(reply.body, streamed)))
        // Removed entries are released after the lock.
        var gone: Exchange?
        state.withLock { state in
            state.count += 1
            let place = Slot(number: state.count, kept: entry)
            state.bytes += entry.size
            if state.ring.count < limit {
                state.ring.append(place)
            } else {
                gone = state.ring[state.oldest].kept
                state.bytes -= state.ring[state.oldest].kept.size
                state.ring[state.oldest] = place
                state.oldest = (state.oldest + 1) % limit
            }
            shrink(&state)
        }
        _ = gone
    }

    /// Lets go of the bodies of the oldest entries until the rest fits.
    private func shrink(_ state: inout State) {
        guard state.bytes > byteLimit else { return }
        let count = state.ring.count
        for step in 0..<count {
            let place = (state.oldest + step) % count
            let (before, after) = (state.ring[place].kept, state.ring[place].kept.withoutBodies)
            state.ring[place].kept = after
            state.bytes -= before.size - after.size
            // Well below the bound, so that not every request walks here.
            if state.bytes <= byteLimit - byteLimit / 8 { return }
        }
    }

    /// The latest entries, newest first.
    ///
    /// - Parameters:
    ///   - limit: How many at most.
    ///   - number: Only those that came after this one; all where it was not given yet, as one of the
    ///     server before it was started again.
    package func entries(limit: Int = 100, after number: Int = 0) -> [Entry] {
        let kept = state.withLock { state in
            let count = state.ring.count
            let number = number > state.count ? 0 : number
            var found: [Slot] = []
            for step in 0..<min(count, max(limit, 0)) {
                let entry = state.ring[(state.oldest + count - 1 - step) % count]
                guard entry.number > number else { break }
                found.append(entry)
            }
            return found
        }
        return kept.map(\.shown)
    }

    /// The entry of a request, while it is kept.
    package func entry(_ id: UUID) -> Entry? {
        state.withLock { $0.ring.first { $0.kept.entry.id == id } }?.shown
    }

    /// Removes all entries; numbering continues.
    package func clear() {
        state.withLock { state in
            let count = state.count
            state = State()
            state.count = count
        }
    }

    private func kept(_ body: WireRequest.Body) -> Body {
        switch body {
        case .bytes(let bytes): kept(bytes)
        case .file(_, let size): .passed(total: size)
        }
    }

    private func kept(_ body: WireReply.Body, _ streamed: Int64?) -> Body {
        switch body {
        case .bytes(let bytes): kept(bytes)
        case .stream: .passed(total: streamed)
        case .file(_, _, let count): .passed(total: count)
        }
    }

    private func kept(_ bytes: [UInt8]) -> Body {
        .bytes(
            bytes.count <= bodyLimit ? bytes : Array(bytes.prefix(bodyLimit)),
            total: bytes.count)
    }
}

/// A request and its reply as they came, secrets among them; never shown so.
private final class Exchange: Sendable {
    /// Without a number: it has one in the log.
    let entry: RequestLog.Entry
    /// What it takes in memory, about, in bytes.
    let size: Int

    init(_ entry: RequestLog.Entry) {
        self.entry = entry
        var size = 400 + entry.path.utf8.count + entry.query.utf8.count
        for header in entry.requestHeaders {
            size += header.name.utf8.count + header.value.utf8.count
        }
        for header in entry.replyHeaders {
            size += header.name.utf8.count + header.value.utf8.count
        }
        self.size = size + entry.requestBody.kept + entry.replyBody.kept
    }

    /// The same with no more of the bodies than their size.
    var withoutBodies: Exchange {
        var entry = entry
        entry.requestBody = entry.requestBody.letGo
        entry.replyBody = entry.replyBody.letGo
        return Exchange(entry)
    }

    /// Without what is secret.
    func shown(_ number: Int) -> RequestLog.Entry {
        var shown = entry
        shown.number = number
        shown.method = String(entry.method.prefix(16))
        shown.path = Secrets.blanked(path: entry.path)
        shown.query = Secrets.blanked(query: entry.query)
        shown.requestHeaders = Secrets.blanked(headers: entry.requestHeaders)
        shown.replyHeaders = Secrets.blanked(headers: entry.replyHeaders)
        let holdsSecrets = Secrets.areInBodies(of: entry.path)
        shown.requestBody =
            holdsSecrets || Secrets.areInRequests(to: entry.path)
            ? .secret : entry.requestBody.blanked(of: entry.path)
        shown.replyBody = holdsSecrets ? .secret : entry.replyBody.blanked(of: entry.path)
        return shown
    }
}

extension RequestLog.Body {
    /// Without the members that are secret.
    fileprivate func blanked(of path: String) -> Self {
        switch self {
        case .bytes(let bytes, let total):
            .bytes(Secrets.blanked(body: bytes, of: path), total: total)
        case .secret, .passed: self
        }
    }

    /// The size alone.
    fileprivate var letGo: Self {
        if case .bytes(_, let total) = self { .passed(total: Int64(total)) } else { self }
    }
}

extension Duration {
    /// As seconds.
    var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
