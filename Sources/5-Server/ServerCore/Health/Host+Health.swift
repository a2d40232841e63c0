import Accounts
import Foundation
import OpenAPIFile
import RecordCore
import RecordJSON
import RecordService
import Stores
import WebServices

extension Host {
    /// The description of the endpoints, copied once.
    private static let openAPI = Array(
        UnsafeBufferPointer(start: openapi_bytes(), count: openapi_count))

    /// Answers whether the server lives, whether it can work, and what it did.
    func report(_ request: WireRequest) async throws -> WireReply? {
        guard request.method == "GET" || request.method == "HEAD",
            let report = HostReport(rawValue: request.path)
        else { return nil }
        switch report {
        case .health: return WireReply(json: Array(#"{"status":"ok"}"#.utf8))
        case .ready:
            // A server is ready when it can read: not without its disk, and not after closing. One whose
            // directory was moved refuses every change.
            guard !isClosing, await canWork() else { return unavailable }
            let servers = await lost?.servers() ?? []
            // The database may have gone while it was asked.
            guard peers?.isAway != true else { return unavailable }
            if servers.isEmpty { return WireReply(json: Array(#"{"status":"ready"}"#.utf8)) }
            // Names of servers are for those that may see the figures.
            let mayKnow = (try? await checkWatcher(request)) != nil
            return WireReply(json: Host.impairment(servers, names: mayKnow).bytes)
        case .openAPI:
            return WireReply(
                200,
                headers: [
                    ("content-type", "application/yaml"),
                    // What tools of other origins read to know the server.
                    ("access-control-allow-origin", "*"),
                ], body: .bytes(Host.openAPI))
        case .metrics:
            try await checkWatcher(request)
            return WireReply(
                200,
                headers: [("content-type", "text/plain; version=0.0.4; charset=utf-8")],
                body: .bytes(Array(metricsText().utf8)))
        }
    }

    private var unavailable: WireReply {
        var reply = WireReply(503, json: Array(#"{"status":"unavailable"}"#.utf8))
        if !isClosing { reply.cause = peers?.awayCause }
        return reply
    }

    /// What cannot be done while some servers of the database do not answer.
    private static func impairment(_ servers: [String], names: Bool) -> OrderedJSON {
        .present([
            "status": .text("impaired"), "lost": .number(servers.count),
            "servers": names ? .texts(servers) : .null,
            "cannot": .texts([
                "read or write databases of users that are on these servers",
                "add or change record types",
            ]),
        ])
    }

    private func canWork() async -> Bool {
        // A shared database is probed every second anyway, and the probe does not wait for it here.
        if let peers { return !peers.isAway }
        do {
            _ = try await store.serviceData(for: "ready")
            return try await store.movedTo() == nil
        } catch {
            return false
        }
    }

    private func metricsText() -> String {
        var text = metrics.text()
        text += Metrics.gauge(
            "quarry_polls_waiting", "Requests that wait for notifications.", courier.waiting)
        text += Metrics.gauge(
            "quarry_containers_open",
            "Databases of containers that are open; those not used for a while are closed.",
            containers.awake)
        text += Metrics.gauge(
            "quarry_memory_bytes", "Memory of the process that is in RAM.",
            ProcessMemory.resident)
        if case .database(let database) = options.location, let peers {
            text += Metrics.gauge(
                "quarry_database_up", "Whether the database answers.", peers.isAway ? 0 : 1)
            let figures = database.figures(
                of: [store] + containers.open.values.map { $0.store })
            text += Metrics.gauge(
                "quarry_database_readers_open", "Connections for readers that are open.",
                figures.readers)
            text += Metrics.gauge(
                "quarry_database_readers_idle", "Connections for readers that are idle.",
                figures.idleReaders)
            text += Metrics.gauge(
                "quarry_database_writes_waiting", "Writes that wait for a connection.",
                figures.waitingWrites)
            text += Metrics.gauge(
                "quarry_database_requests_waiting", "Requests that wait for a thread.",
                peers.threads.waiting)
        }
        if storage.isKnown {
            text += Metrics.gauge(
                "quarry_storage_bytes", "Bytes of databases and assets.", Int(storage.total))
        }
        return text
    }

    /// Refuses callers that may not see the server's load and storage.
    private func checkWatcher(_ request: WireRequest) async throws {
        // A request that a proxy passes on is not from this machine.
        if NetworkAddress(request.peer)?.isLoopback == true,
            !request.headers.contains(where: { Host.passedOn.contains($0.name) })
        {
            return
        }
        let principal: Principal
        do throws(AuthenticationError) {
            principal = try await withTaskExecutorPreference(peers?.reportThreads) {
                () async throws(AuthenticationError) in
                try await accounts.authenticate(Credentials(request))
            }.principal
        } catch {
            throw error.wire(signInURL: nil)
        }
        guard principal.isAdministrator, principal.container == nil else {
            throw WireError(.accessDenied, "metrics are for administrators")
        }
    }

    private static let passedOn: Set = ["x-forwarded-for", "forwarded", "x-real-ip", "via"]
}

/// What a host says of itself, by the path where it does.
enum HostReport: String, CaseIterable, Sendable {
    case health = "/health"
    case ready = "/ready"
    case openAPI = "/openapi.yaml"
    case metrics = "/metrics"
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
