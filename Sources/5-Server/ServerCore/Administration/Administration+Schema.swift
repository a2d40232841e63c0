import Accounts
import Foundation
import RecordCore
import RecordJSON
import RecordService
import WebServices

extension Administration {
    /// `GET …/schema`: the text as Apple's tools export it.
    func schemaText(_ place: AdministrationPlace) async throws -> WireReply {
        let schema = try await place.store.schema()
        return WireReply(
            200,
            headers: [("content-type", "text/plain; charset=utf-8"), ("etag", schema.entityTag)],
            body: .bytes(Array(schema.text.utf8)))
    }

    /// `GET …/schema?format=json`: the schema in parts.
    ///
    /// With `&counts=true` each type says how many records the public database, or with
    /// `database` and `user` another one, has of it.
    func schema(_ call: AdministrationCall, _ place: AdministrationPlace) async throws
        -> WireReply
    {
        let schema = try await place.store.schema()
        var counts: [String: Int] = [:]
        if call.isOn("counts") {
            let scope = try AdministrationQuery.scope(
                call.request.parameter("database") ?? "public",
                user: call.request.parameter("user"))
            for name in schema.types.keys {
                // A type that cannot be counted is shown without a number.
                counts[name] = try? await place.store.count(RecordQuery(name, in: .all), in: scope)
            }
        }
        var reply = WireReply(json: SchemaJSON.part(schema, counts: counts).bytes)
        reply.headers.append(("etag", schema.entityTag))
        return reply
    }

    /// `PUT …/schema`: the text of a schema, or with `?validate=true` only what it would change.
    ///
    /// With `If-Match`, the `ETag` of the schema that it replaces, nothing that others added since is
    /// dropped.
    func setSchema(
        _ call: AdministrationCall, _ place: AdministrationPlace
    ) async throws -> OrderedJSON {
        guard let text = String(validating: try call.bytes(), as: UTF8.self) else {
            throw AdministrationError(.badRequest, "The schema is not UTF-8")
        }
        let before = try await place.store.schema()
        let target: RecordSchema
        do {
            target = try RecordSchema(parsing: text)
        } catch {
            let problem = SchemaDifference.problem(error)
            if call.isOn("validate") { return SchemaDifference.part([], problems: [problem]) }
            throw AdministrationError(
                .badRequest, error.message,
                details: [
                    ("kind", .text("schema")), ("line", .int(Int64(error.line))),
                    ("column", .int(Int64(error.column))), ("problems", .list([problem])),
                ])
        }
        let difference = SchemaDifference(
            from: before, to: target, in: place.store.environment, limits: place.store.limits)
        let broken = await brokenQueries(place.key.container, before: before, after: target)
        if call.isOn("validate") { return difference.part(brokenQueries: broken) }
        try difference.check()
        try await place.store.updateSchema { current in
            guard call.takes(current.entityTag) else {
                throw AdministrationError(
                    .conflict, "The schema was changed meanwhile", advice: "Read it again.")
            }
            return [target]
        }
        place.service.forgetUsage()
        return difference.part(brokenQueries: broken)
    }

    /// `DELETE …/schema`: development becomes what production is, without its records.
    ///
    /// The types are deleted with their records, then created as in production.
    func resetSchema(
        _ call: AdministrationCall, _ place: AdministrationPlace
    ) async throws -> OrderedJSON {
        guard place.key.environment == .development else {
            throw AdministrationError(
                .badRequest, "Only the development environment can be reset")
        }
        var target = RecordSchema.initial
        if containers.environments.contains(.production) {
            let production = try await self.place(
                place.key.container, .production, for: call.principal)
            target = try await production.store.schema()
        }
        let before = try await place.store.schema()
        try await place.store.updateSchema { [target] _ in [.initial, target] }
        place.service.forgetUsage()
        return SchemaDifference(
            from: before, to: target, in: place.store.environment, limits: place.store.limits
        ).part()
    }

    /// `POST …/schema/deploy {dryRun}`: production gets what development has beyond it.
    func deploySchema(
        _ call: AdministrationCall, _ place: AdministrationPlace
    ) async throws -> OrderedJSON {
        let isDryRun = try call.object().isOn("dryRun")
        let container = place.key.container
        let development = try await self.place(container, .development, for: call.principal)
        let production = try await self.place(container, .production, for: call.principal)
        let source = try await development.store.schema()
        let before = try await production.store.schema()
        let plan = SchemaDeployment(from: source, to: before)
        var difference = SchemaDifference(
            from: before, to: plan.target, in: production.store.environment,
            limits: production.store.limits)
        difference.problems += plan.problems
        difference.kept = plan.kept
        let broken = await brokenQueries(container, before: before, after: plan.target)
        if !isDryRun {
            try difference.check()
            try await production.store.setSchema(plan.target)
        }
        return difference.part(brokenQueries: broken)
    }
}

extension RecordSchema {
    /// What names the schema in `ETag` and `If-Match`.
    fileprivate var entityTag: String { "\"\(ContentHash.hex(of: Data(text.utf8)))\"" }
}
