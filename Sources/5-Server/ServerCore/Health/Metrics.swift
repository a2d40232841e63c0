package import Foundation
import Synchronization
import WebServices

/// What a server did and does, as Prometheus reads it.
///
/// Labels are endpoints of a fixed list, verbs, statuses and error codes: of bounded number, and nothing
/// of anybody's.
package final class Metrics: Sendable {
    private struct Line: Hashable {
        var endpoint: String
        var status: Int
    }

    private struct ItemLine: Hashable {
        var endpoint: String
        var code: WireError.Code
    }

    /// Upper bounds of the latency buckets, in seconds.
    static let bounds: [Double] = [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60,
    ]

    private struct State {
        var counts: [Line: Int] = [:]
        var itemErrors: [ItemLine: Int] = [:]
        var buckets = [Int](repeating: 0, count: Metrics.bounds.count + 1)
        var seconds = 0.0
        var total = 0
        var received: Int64 = 0
        var sent: Int64 = 0
    }

    private let state = Mutex(State())
    /// Requests that are being answered.
    let inFlight = Atomic<Int>(0)
    /// Connections that are open; kept by whatever carries requests.
    let connections = Atomic<Int>(0)
    let started = Date()
    /// When the certificate of the server ends, in seconds since 1970; 0 without one.
    private let certificateEnd = Atomic<Int>(0)

    /// Counts a connection that was opened.
    package func connectionOpened() { connections.add(1, ordering: .relaxed) }

    /// Counts a connection that was closed.
    package func connectionClosed() { connections.subtract(1, ordering: .relaxed) }

    /// Connections that are open.
    package var openConnections: Int { connections.load(ordering: .relaxed) }

    /// Notes until when the certificate is valid that clients are shown.
    package func noteCertificate(until end: Date) {
        certificateEnd.store(Int(end.timeIntervalSince1970), ordering: .relaxed)
    }

    /// Counts a request that was answered, and its items that failed.
    ///
    /// - Parameter seconds: How long it took; nil of one that waits for notifications, which is not
    ///   slow.
    func record(
        _ endpoint: String, status: Int, seconds: Double?, received: Int64, sent: Int64,
        itemErrors: [WireError.Code: Int] = [:]
    ) {
        let bucket = seconds.map { seconds in
            Metrics.bounds.firstIndex { seconds <= $0 } ?? Metrics.bounds.count
        }
        state.withLock { state in
            state.counts[Line(endpoint: endpoint, status: status), default: 0] += 1
            if let seconds, let bucket {
                state.buckets[bucket] += 1
                state.seconds += seconds
                state.total += 1
            }
            state.received += received
            state.sent += sent
            for (code, count) in itemErrors {
                state.itemErrors[ItemLine(endpoint: endpoint, code: code), default: 0] += count
            }
        }
    }

    /// What Prometheus reads, without what only the host knows.
    func text() -> String {
        let (counts, items, buckets, seconds, total, received, sent) = state.withLock {
            ($0.counts, $0.itemErrors, $0.buckets, $0.seconds, $0.total, $0.received, $0.sent)
        }
        var text = """
            # HELP quarry_requests_total Requests answered.
            # TYPE quarry_requests_total counter

            """
        for (line, count) in counts.sorted(by: {
            ($0.key.endpoint, $0.key.status) < ($1.key.endpoint, $1.key.status)
        }) {
            text +=
                "quarry_requests_total{endpoint=\"\(line.endpoint)\",status=\"\(line.status)\"} \(count)\n"
        }
        text += """
            # HELP quarry_item_errors_total Items of batches that failed, by serverErrorCode.
            # TYPE quarry_item_errors_total counter

            """
        for (line, count) in items.sorted(by: {
            ($0.key.endpoint, $0.key.code.rawValue) < ($1.key.endpoint, $1.key.code.rawValue)
        }) {
            text +=
                "quarry_item_errors_total{endpoint=\"\(line.endpoint)\",code=\"\(line.code.rawValue)\"} \(count)\n"
        }
        text += """
            # HELP quarry_request_seconds How long requests took, but for those that wait for notifications.
            # TYPE quarry_request_seconds histogram

            """
        var sum = 0
        for (bound, count) in zip(Metrics.bounds, buckets) {
            sum += count
            text += "quarry_request_seconds_bucket{le=\"\(bound)\"} \(sum)\n"
        }
        text += """
            quarry_request_seconds_bucket{le="+Inf"} \(total)
            quarry_request_seconds_sum \(seconds)
            quarry_request_seconds_count \(total)
            # HELP quarry_received_bytes_total Bytes of bodies received.
            # TYPE quarry_received_bytes_total counter
            quarry_received_bytes_total \(received)
            # HELP quarry_sent_bytes_total Bytes of bodies sent.
            # TYPE quarry_sent_bytes_total counter
            quarry_sent_bytes_total \(sent)

            """
        text += Metrics.gauge(
            "quarry_requests_in_flight", "Requests that are being answered.",
            inFlight.load(ordering: .relaxed))
        text += Metrics.gauge(
            "quarry_connections_open", "Connections that are open.",
            connections.load(ordering: .relaxed))
        text += Metrics.gauge(
            "quarry_uptime_seconds", "Seconds since the server began.",
            Int(Date().timeIntervalSince(started)))
        let certificateEnd = certificateEnd.load(ordering: .relaxed)
        if certificateEnd != 0 {
            text += Metrics.gauge(
                "quarry_certificate_expiry_seconds",
                "When the certificate expires, in seconds since 1970.", certificateEnd)
        }
        return text
    }

    static func gauge(_ name: String, _ help: String, _ value: Int) -> String {
        "# HELP \(name) \(help)\n# TYPE \(name) gauge\n\(name) \(value)\n"
    }
}
