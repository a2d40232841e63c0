import Foundation
import RecordJSON
package import RecordService
import WebServices

extension RemoteStore {
    // MARK: The container

    /// Whether the server has the container.
    ///
    /// A server that accepts any name makes a container of whatever else is asked about it.
    package func exists() async throws -> Bool {
        let reply = try await administration.ask(
            "GET", ["containers"], query: "name=\(location.container.pathPart)")
        guard case .list(let containers)? = reply.members["containers"] else {
            throw RemoteStore.unreadable
        }
        return containers.contains { $0.members.text("name") == location.container }
    }

    /// What the administration calls a part of the container.
    private func path(_ part: String) -> [String] {
        ["containers", location.container, location.environment.rawValue, part]
    }

    // MARK: Schema

    /// The schema as it stands.
    package func schema() async throws -> RecordSchema {
        try RecordSchema(parsing: try await administration.text("GET", path("schema")))
    }

    /// Changes the schema, unless it was changed since it was read: then it is read again.
    ///
    /// A server makes one transaction of each schema that it gets, so that `change` may return one.
    @discardableResult
    package func updateSchema(
        _ change: @escaping @Sendable (_ current: RecordSchema) throws -> [RecordSchema]
    ) async throws -> [SchemaChange] {
        var changes: [SchemaChange] = []
        _ = try await administration.editText(path("schema")) { text in
            let before = try RecordSchema(parsing: text)
            let targets = try change(before)
            guard targets.count == 1 else {
                throw RemoteFailure("A schema at a server is changed in one step")
            }
            changes = before.changes(to: targets[0])
            return targets[0] == before ? nil : targets[0].text
        }
        return changes
    }

    // MARK: Queries

    /// One page of the records that match, in order.
    ///
    /// - Throws: `QueryProblem` with the server's words for a query that it refuses.
    package func fetch(_ query: RecordQuery, in scope: DatabaseScope) async throws -> QueryPage {
        var found: [Record] = []
        var marker = RemoteStore.marker(query)
        repeat {
            let page = try await page(
                query, limit: query.limit.map { $0 - found.count }, from: marker, in: scope)
            found += page.records
            marker = page.marker
            // A server gives no more at once than it likes.
        } while marker != nil && found.count < query.limit ?? 0
        return QueryPage(
            records: found, next: marker == nil ? nil : query.offset + found.count)
    }

    /// Records of a page that a server gives at most.
    private static let pageLimit = 200

    /// A page, and the marker with which the server goes on behind its last record.
    private func page(
        _ query: RecordQuery, limit: Int?, from marker: String?, in scope: DatabaseScope
    ) async throws -> (records: [Record], marker: String?) {
        var asked = query
        asked.limit = limit.map { min($0, RemoteStore.pageLimit) }
        let reply: RecordsReply = try message(
            try await administration.reply(
                "POST", path("query"), RemoteStore.body(asked, scope, marker)))
        let records = reply.entries.compactMap { entry in
            if case .record(let record) = entry { record } else { nil }
        }
        return (records, reply.marker)
    }

    /// Where the server is to begin.
    private static func marker(_ query: RecordQuery) -> String? {
        query.offset == 0 ? nil : Data("offset:\(query.offset)".utf8).base64EncodedString()
    }

    /// How many records match, whatever the query's limit and offset.
    package func count(_ query: RecordQuery, in scope: DatabaseScope) async throws -> Int {
        let reply = try await administration.ask(
            "POST", path("count"), RemoteStore.body(query, scope))
        guard case .int(let count)? = reply.members["count"] else {
            throw RemoteStore.unreadable
        }
        return Int(count)
    }

    /// Every record that matches, page by page, until `body` returns false.
    package func forEach(
        _ query: RecordQuery, in scope: DatabaseScope,
        _ body: @Sendable (Record) throws -> Bool
    ) async throws {
        var left = query.limit ?? Int.max
        var marker = RemoteStore.marker(query)
        repeat {
            let page = try await page(query, limit: left, from: marker, in: scope)
            for record in page.records where try !body(record) { return }
            left -= page.records.count
            marker = page.marker
        } while marker != nil && left > 0
    }

    /// How the query would be answered.
    package func explain(
        _ query: RecordQuery, in scope: DatabaseScope
    ) async throws -> QueryExplanation {
        let reply = try await administration.ask(
            "POST", path("explain"), RemoteStore.body(query, scope))
        guard case .dictionary(let members) = reply else {
            throw RemoteStore.unreadable
        }
        return QueryExplanation(
            sql: members.text("sql"),
            parameters: members.list("parameters").map { RecordJSON.tagged($0) ?? $0 },
            plan: members.texts("plan"), indexes: members.texts("indexUsed"),
            scans: members["scans"] == .int(1), recheck: members.text("recheck"),
            suggestions: members.texts("indexToAdd"), unused: members.texts("indexUnused"))
    }

    private static func body(
        _ query: RecordQuery, _ scope: DatabaseScope, _ marker: String? = nil
    ) -> OrderedJSON {
        var members: [String: Value] = [
            "recordType": .text(query.type), "predicate": .text(query.predicate.format),
            "profile": .text((query.profile ?? .everything).wireName),
            "quarry": .dictionary(["exact": .int(1)]),
        ]
        switch scope {
        case .public: members["database"] = .text("public")
        case .private(let user):
            members["database"] = .text("private")
            members["user"] = .text(user)
        case .shared(let user):
            members["database"] = .text("shared")
            members["user"] = .text(user)
        }
        if case .zone(let zone) = query.zoneScope {
            members["zone"] = .dictionary([
                "zoneName": .text(zone.name), "ownerRecordName": .text(zone.owner),
            ])
        }
        if !query.ordering.isEmpty { members["sortBy"] = .list(query.ordering.map(term)) }
        if let limit = query.limit { members["limit"] = .int(Int64(limit)) }
        if let marker { members["continuationMarker"] = .text(marker) }
        if let keys = query.desiredKeys {
            members["desiredKeys"] = .list(keys.map { .text($0) })
        }
        return .value(.dictionary(members))
    }

    private static func term(_ ordering: Ordering) -> Value {
        var members: [String: Value] = [
            "ascending": .int(ordering.ascending ? 1 : 0),
            "textOrder": .text(ordering.textOrder.rawValue),
        ]
        switch ordering.key {
        case .keyPath(let path): members["fieldName"] = .text(path.text)
        case .distance(let path, let place):
            members["fieldName"] = .text(path.text)
            members["relativeLocation"] = .dictionary([
                "latitude": .double(place.latitude), "longitude": .double(place.longitude),
            ])
        }
        return .dictionary(members)
    }

    // MARK: Querying

    private func message<Message: WireMessage>(_ reply: RemoteReply) throws -> Message {
        do {
            return try Message(reading: reply.bytes)
        } catch {
            throw RemoteFailure("The reply of the server cannot be read", advice: error.reason)
        }
    }

    private static let unreadable = RemoteFailure("The reply of the server cannot be read")

    /// What a reply that is an error says.
    static func failure(_ reply: RemoteReply) -> any Error {
        if reply.status == 401 {
            return RemoteFailure(
                "The server asks for a management token, and took none",
                advice: "Set QUARRY_MANAGEMENT_TOKEN; quarry accounts tokens create --kind "
                    + "management makes one.")
        }
        // A reply that is no JSON is reported by its status.
        guard let members = (try? JSONReader.value(of: reply.bytes))?.members,
            let reason = members.text("reason")
        else { return failure(ServiceError(reply)) }
        let details = members.object("quarry")
        let advice = details.text("advice")
        if details.text("kind") == "query",
            let code = details.text("code").flatMap(QueryProblem.Code.init)
        {
            return QueryProblem(code, reason, part: details.text("part"), advice: advice)
        }
        if let code = details.text("store").flatMap(StoreError.Code.init) {
            var context: [String: String] = [:]
            for case (let key, .text(let name)) in details.object("context") {
                context[key] = name
            }
            return StoreError(code, context, saying: reason)
        }
        return RemoteFailure(reason, advice: advice)
    }

    /// What the service says, in the tool's terms.
    static func failure(_ error: ServiceError) -> any Error {
        if case .store = error.cause { return StoreError(error) }
        return RemoteFailure(error.message, advice: error.advice)
    }
}
