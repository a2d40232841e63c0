#if Server
import RecordJSON
import Foundation
import ServerCore
import ObjectCore
import RecordCore
import WebServer
import WebServices

/// The site of `quarry coredata serve`: files of the dashboard, and a store as JSON.
///
/// Each request opens the store and closes it, so that a page shows what another program has saved
/// since, and no connection stays open.
struct ObjectSite: Sendable {
    let place: ObjectFileOptions
    /// Seconds that one request may take.
    var seconds = 30.0

    init(_ place: ObjectFileOptions) { self.place = place }

    private static let files: Set<String> = [
        "coredata.css", "coredata.js", "dashboard.css", "frame.js", "icon.svg", "mirror.js",
        "predicate.js", "theme.js", "ui.js",
    ]

    /// Answers one request; every failure is a reply.
    func answer(_ request: WireRequest) async -> WireReply {
        guard let name = request.header("host"), Loopback.isHost(name) else {
            return ObjectSiteError(
                403, "This page is asked as localhost or 127.0.0.1 only",
                advice: "Open the address that quarry coredata serve printed."
            ).reply
        }
        guard request.method == "GET" || request.method == "HEAD" else {
            var reply = ObjectSiteError(405, "The store is only read: ask with GET or HEAD").reply
            reply.headers.append(("allow", "GET, HEAD"))
            return reply
        }
        let path = String(request.path.dropFirst())
        if path.isEmpty || ObjectSite.files.contains(path) {
            let file = DashboardPages.file(path.isEmpty ? "coredata.html" : path, for: request)
            if let file { return file }
        }
        guard path.hasPrefix("api/") else {
            return ObjectSiteError(404, "There is no such page").reply
        }
        // SQLite answers on the calling thread, which is not to be that of a connection.
        let task = Task.detached { await read(path, request) }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func read(_ path: String, _ request: WireRequest) async -> WireReply {
        do {
            return try await TimeLimit.$current.withValue(TimeLimit(seconds: seconds)) {
                try await place.withStore { try ObjectSite.reply(path, request, $0, place.file) }
            }
        } catch {
            return ObjectSiteError(error, predicate: request.parameter("where")).reply
        }
    }

    private static func reply(
        _ path: String, _ request: WireRequest, _ opened: OpenedObjects, _ file: String
    ) throws -> WireReply {
        let view = ObjectView(opened)
        switch path {
        case "api/store":
            return json(try InspectionReport(opened, file: file).json)
        case "api/drawing.svg":
            // The drawing has its styles within, and no script.
            return WireReply(
                200,
                headers: headers + [
                    ("content-type", "image/svg+xml"),
                    (
                        "content-security-policy",
                        "default-src 'none'; style-src 'unsafe-inline'; sandbox"
                    ),
                ], body: .bytes(Array(try InspectionReport(opened, file: file).drawing.utf8)))
        case "api/objects":
            return json(
                try view.objects(
                    of: try entity(try text("entity", request), opened),
                    where: request.parameter("where"), sort: request.parameter("sort"),
                    offset: try number("offset", 0, 0...Int.max, request),
                    limit: try number("limit", 50, 1...200, request)))
        case "api/object":
            return json(try view.object(try key(request, opened)))
        case "api/members":
            return json(
                try view.members(
                    of: try key(request, opened), try text("relationship", request),
                    offset: try number("offset", 0, 0...Int.max, request)))
        case "api/mirror":
            return json(try mirror(request, opened, file))
        default: throw ObjectSiteError(404, "There is no such page")
        }
    }

    /// What the store keeps of its mirror; `records=1` looks at every last known record as well,
    /// `failed=1` leaves out events that succeeded.
    private static func mirror(
        _ request: WireRequest, _ opened: OpenedObjects, _ file: String
    ) throws -> OrderedJSON {
        let (changes, events) = (
            try number("changes", 100, 0...10_000, request),
            try number("events", 50, 0...1_000, request)
        )
        let readsRecords = try number("records", 0, 0...1, request) == 1
        guard let report = try MirrorReport(opened, readsRecords: readsRecords) else {
            let absence = MirrorReport.absence(InspectionReport.name(of: file))
            return [
                "mirrored": .bool(false), "message": .text(absence.message),
                "advice": .text(absence.advice),
            ]
        }
        return try report.json(
            changes: changes, events: events,
            isFailedOnly: try number("failed", 0, 0...1, request) == 1)
    }

    // MARK: Parameters

    private static func text(_ name: String, _ request: WireRequest) throws -> String {
        guard let text = request.parameter(name), !text.isEmpty else {
            throw ObjectSiteError(400, "The address lacks \(name)=")
        }
        return text
    }

    private static func number(
        _ name: String, _ usual: Int, _ range: ClosedRange<Int>, _ request: WireRequest
    ) throws -> Int {
        guard let text = request.parameter(name) else { return usual }
        guard let number = Int(text), range.contains(number) else {
            let limit = range.upperBound == .max ? "" : " to \(range.upperBound)"
            throw ObjectSiteError(
                400, "\(name) is a whole number from \(range.lowerBound)\(limit)")
        }
        return number
    }

    private static func entity(_ name: String, _ opened: OpenedObjects) throws -> ModelEntity {
        do {
            return try opened.entity(name)
        } catch {
            throw ObjectSiteError(error, status: 404)
        }
    }

    private static func key(_ request: WireRequest, _ opened: OpenedObjects) throws -> ObjectKey {
        let name = try text("object", request)
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].first == "p", let row = Int64(parts[1].dropFirst()),
            row > 0
        else {
            throw ObjectSiteError(
                404, "'\(name)' names no object", advice: "An object is named as Employee/p12.")
        }
        return ObjectKey(entity: try entity(String(parts[0]), opened).number, row: row)
    }

    // MARK: Replies

    /// Nothing of a store stays in a cache, and no other site embeds it.
    static let headers: [(name: String, value: String)] = [
        ("cache-control", "no-store"), ("x-content-type-options", "nosniff"),
        ("cross-origin-resource-policy", "same-origin"), ("referrer-policy", "no-referrer"),
    ]

    private static func json(_ json: OrderedJSON) -> WireReply {
        var reply = WireReply(json: json.line)
        reply.headers += headers
        return reply
    }
}
#endif
