import RecordJSON
import Foundation
import WebServices

extension Administration {
    /// `GET requests?limit=&after=`: the latest requests, newest first.
    func requests(_ call: AdministrationCall) -> OrderedJSON {
        let entries = log.entries(
            limit: call.number("limit", default: 100, in: 1...1000),
            after: call.number("after", default: 0, in: 0...Int.max))
        return ["requests": .list(entries.map { .object(Administration.members($0)) })]
    }

    /// `GET requests/{id}`: one with its headers and bodies.
    func requestDetail(_ call: AdministrationCall) throws -> OrderedJSON {
        guard let id = UUID(uuidString: call.path[1]), let entry = log.entry(id) else {
            throw AdministrationError(
                .notFound, "The request is not kept any more",
                advice: "The log holds the latest requests only.")
        }
        return .object(
            Administration.members(entry) + [
                ("requestHeaders", Administration.part(entry.requestHeaders)),
                ("requestBody", Administration.part(entry.requestBody)),
                ("replyHeaders", Administration.part(entry.replyHeaders)),
                ("replyBody", Administration.part(entry.replyBody)),
            ])
    }

    private static func members(_ entry: RequestLog.Entry) -> [(String, OrderedJSON)] {
        [
            ("number", .int(Int64(entry.number))),
            ("id", .text(entry.id.uuidString)),
            ("date", .milliseconds(entry.date)), ("method", .text(entry.method)),
            ("path", .text(entry.path)), ("query", .text(entry.query)),
            ("status", .int(Int64(entry.status))), ("milliseconds", .double(entry.duration * 1000)),
            ("peer", .text(entry.peer)), ("credential", .text(entry.credential)),
            ("received", size(entry.requestBody)), ("sent", size(entry.replyBody)),
        ]
    }

    private static func size(_ body: RequestLog.Body) -> OrderedJSON {
        switch body {
        case .bytes(_, let total): .int(Int64(total))
        case .secret: .null
        case .passed(let total): total.map { .int($0) } ?? .null
        }
    }

    private static func part(_ headers: [(name: String, value: String)]) -> OrderedJSON {
        .list(headers.map { ["name": .text($0.name), "value": .text($0.value)] })
    }

    /// A body as text where it is text, else as base64.
    private static func part(_ body: RequestLog.Body) -> OrderedJSON {
        switch body {
        case .secret: return ["kind": .text("secret")]
        case .passed(let total):
            return ["kind": .text("passed"), "total": total.map { .int($0) } ?? .null]
        case .bytes(let bytes, let total):
            // What was cut may end within a character.
            for cut in 0..<min(4, bytes.count + 1) {
                if let text = String(validating: bytes.dropLast(cut), as: UTF8.self) {
                    return [
                        "kind": .text("text"), "text": .text(text), "total": .int(Int64(total)),
                        "isCut": .bool(total > bytes.count),
                    ]
                }
                if total == bytes.count { break }
            }
            return [
                "kind": .text("base64"), "text": .text(Data(bytes).base64EncodedString()),
                "total": .int(Int64(total)), "isCut": .bool(total > bytes.count),
            ]
        }
    }

    /// `GET usage?step=minute|hour&count=&container=&environment=`: a point for each, oldest first,
    /// and what was on the disk when it was counted last; of one container, or of all.
    func usageSeries(_ call: AdministrationCall) throws -> OrderedJSON {
        let container = call.request.parameter("container")
        if let container, !containers.names.contains(container) {
            throw AdministrationError(.notFound, "There is no container \(container)")
        }
        let environment =
            call.request.parameter("environment").flatMap(EndpointPath.Environment.init(rawValue:))
            ?? .development
        var stored: [OrderedJSON] = []
        for name in containers.names.prefix(1000) where container ?? name == name {
            for environment in containers.environments {
                let bytes = storage.bytes(ContainerRegistry.Key(name, environment))
                guard bytes > 0 else { continue }
                stored.append(
                    [
                        "container": .text(name), "environment": .text(environment.rawValue),
                        "bytes": .int(bytes),
                    ])
            }
        }
        let step = call.request.parameter("step").flatMap(Usage.Step.init(rawValue:)) ?? .minute
        let count = call.number("count", default: 60, in: 1...1440)
        let key = container.map { ContainerRegistry.Key($0, environment) }
        let points =
            key.map { containerUsage.series(of: $0, by: step, last: count) }
            ?? usage.series(of: step, last: count)
        return [
            "step": .text(step.rawValue), "points": .list(points.map(Administration.part)),
            "storage": .list(stored),
            "storageTotal": .int(key.map { storage.bytes($0) } ?? storage.total),
        ]
    }

    private static func part(_ point: Usage.Point) -> OrderedJSON {
        [
            "start": .milliseconds(point.start), "requests": .int(Int64(point.requests)),
            "refused": .int(Int64(point.refused)), "failed": .int(Int64(point.failed)),
            "received": .int(point.received), "sent": .int(point.sent),
            "p50": .double(point.p50.map { $0 * 1000 }),
            "p99": .double(point.p99.map { $0 * 1000 }),
            "mean": .double(point.mean.map { $0 * 1000 }),
            "storage": point.storage.map { .int($0) } ?? .null,
        ]
    }
}
