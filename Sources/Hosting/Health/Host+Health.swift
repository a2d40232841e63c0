import Foundation
import RecordCore
import Synchronization
import WebServices

extension Host {
    /// Answers whether the server lives, whether it can work, and what it did.
    func report(_ request: WireRequest) async -> WireReply? {
        guard request.method == "GET" || request.method == "HEAD" else { return nil }
        switch request.path {
        case "/health": return WireReply(json: Array(#"{"status":"ok"}"#.utf8))
        case "/ready":
            // Ready is who can read: a disk that went away or a closed server cannot.
            guard !isClosing, await canRead() else {
                return WireReply(503, json: Array(#"{"status":"unavailable"}"#.utf8))
            }
            return WireReply(json: Array(#"{"status":"ready"}"#.utf8))
        case "/openapi.yaml":
            return WireReply(
                200,
                headers: [
                    ("content-type", "application/yaml"),
                    // What tools of other origins read to know the server.
                    ("access-control-allow-origin", "*"),
                ], body: .bytes(PackageResources.openapi_yaml))
        case "/metrics":
            return WireReply(
                200,
                headers: [("content-type", "text/plain; version=0.0.4; charset=utf-8")],
                body: .bytes(Array(metricsText().utf8)))
        default: return nil
        }
    }

    private func canRead() async -> Bool {
        do {
            _ = try await store.serviceData(for: "ready")
            return true
        } catch {
            return false
        }
    }

    private func metricsText() -> String {
        var text = metrics.text()
        text += Metrics.gauge(
            "quarry_polls_waiting", "Requests that wait for notifications.", courier.waiting)
        text += Metrics.gauge(
            "quarry_containers_open", "Containers that are open, by environment.",
            containers.open.count)
        text += Metrics.gauge(
            "quarry_memory_bytes", "Memory of the process that is in RAM.",
            ProcessMemory.resident)
        text += "# HELP quarry_storage_bytes Bytes of databases and assets.\n"
        text += "# TYPE quarry_storage_bytes gauge\n"
        text += "quarry_storage_bytes \(storageBytes)\n"
        return text
    }

    /// Bytes of all databases and assets; counted at most every ten seconds.
    public var storageBytes: Int64 {
        let now = ContinuousClock.now
        if let (known, date) = storage.withLock({ $0 }), now - date < .seconds(10) {
            return known
        }
        var sum: Int64 = 0
        for name in containers.names {
            for environment in containers.environments {
                sum += containers.bytes(ContainerRegistry.Key(name, environment))
            }
        }
        storage.withLock { $0 = (sum, now) }
        return sum
    }
}

/// What the operating system says of this process.
enum ProcessMemory {
    /// Bytes that are in RAM.
    static var resident: Int {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
            return 0
        }
        let parts = text.split(separator: " ")
        return parts.count > 1 ? (Int(parts[1]) ?? 0) * 4096 : 0
    }
}
