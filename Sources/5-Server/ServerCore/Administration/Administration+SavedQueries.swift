import Foundation
import PredicateCore
import RecordCore
import RecordJSON
import WebServices

/// A query that a user saved to run it again.
struct SavedQuery: Codable, Hashable, Sendable {
    /// How a query is ordered.
    struct Term: Codable, Hashable, Sendable {
        var fieldName: String
        var ascending: Bool
    }

    var name: String
    var recordType: String
    var predicate: String
    var sortBy: [Term]

    var part: OrderedJSON {
        [
            "name": .text(name), "recordType": .text(recordType), "predicate": .text(predicate),
            "sortBy": .list(
                sortBy.map { ["fieldName": .text($0.fieldName), "ascending": .bool($0.ascending)] }),
        ]
    }
}

extension Administration {
    /// Queries that a container keeps.
    private static let savedLimit = 200

    /// `GET …/saved-queries`; a container's two environments share them.
    func savedQueries(_ place: AdministrationPlace) async throws -> OrderedJSON {
        Administration.part(try await saved(in: place.key.container))
    }

    private static func part(_ queries: [SavedQuery]) -> OrderedJSON {
        ["savedQueries": .list(queries.map(\.part))]
    }

    /// `PUT …/saved-queries {savedQueries: [{name, recordType, predicate, sortBy}]}`: replaces all
    /// of them; with `If-Match`, where they still have that `ETag`.
    func setSavedQueries(
        _ call: AdministrationCall, _ place: AdministrationPlace
    ) async throws -> OrderedJSON {
        let list = try call.object().objects(
            "savedQueries", limit: Administration.savedLimit)
        guard let list else { throw AdministrationError.missing("savedQueries") }
        var names: Set<String> = []
        let queries = try list.map { item in
            let query = SavedQuery(
                name: try item.neededText("name"), recordType: try item.neededText("recordType"),
                predicate: try item.text("predicate", limit: 10_000) ?? "",
                sortBy: try (item.objects("sortBy", limit: 20) ?? []).map { term in
                    SavedQuery.Term(
                        fieldName: try term.neededText("fieldName"),
                        ascending: try term.members["ascending"] == nil
                            || term.isOn("ascending"))
                })
            guard names.insert(query.name).inserted else {
                throw AdministrationError(
                    .badRequest, "Two queries are called \(query.name)")
            }
            return query
        }
        let key = Administration.key(place.key.container)
        var known: [String: Data?] = [:]
        if call.request.header("if-match") != nil {
            let data = try await store.serviceData(for: key)
            guard call.takes(Administration.part(try Administration.queries(data)).entityTag)
            else { throw AdministrationError.changedMeanwhile("saved queries") }
            known.updateValue(data, forKey: key)
        }
        let isKept = try await store.setServiceData(
            [key: try JSONEncoder().encode(queries)], where: known)
        guard isKept else { throw AdministrationError.changedMeanwhile("saved queries") }
        return try await savedQueries(place)
    }

    private static func key(_ container: String) -> String { "saved-queries/\(container)" }

    private func saved(in container: String) async throws -> [SavedQuery] {
        try Administration.queries(
            try await store.serviceData(for: Administration.key(container)))
    }

    private static func queries(_ data: Data?) throws -> [SavedQuery] {
        guard let data else { return [] }
        // Thrown, lest a list that is not understood be replaced as if it were empty.
        return try JSONDecoder().decode([SavedQuery].self, from: data)
    }

    /// The saved queries of a container that one schema answers and another refuses.
    func brokenQueries(
        _ container: String, before: RecordSchema, after: RecordSchema
    ) async -> [OrderedJSON] {
        func problem(_ query: RecordQuery, _ schema: RecordSchema) -> QueryProblem? {
            do throws(QueryProblem) {
                _ = try QueryChecker.check(query, schema: schema, environment: .production)
                return nil
            } catch {
                return error
            }
        }
        // What cannot be read is no reason against a schema.
        guard let saved = try? await saved(in: container) else { return [] }
        return saved.compactMap { saved -> OrderedJSON? in
            let blank = saved.predicate.allSatisfy(\.isWhitespace)
            guard
                let predicate = blank
                    // A text that is no predicate was broken before.
                    ? .constant(true) : try? QueryPredicate(parsing: saved.predicate)
            else { return nil }
            var query = RecordQuery(
                saved.recordType, where: predicate,
                orderedBy: saved.sortBy.map { Ordering($0.fieldName, ascending: $0.ascending) },
                in: .all)
            // As an app asks it, which needs the indexes; what no app can ask, as it is here.
            for profile in [QueryProfile.cloudKit, .everything] {
                query.profile = profile
                guard problem(query, before) == nil else { continue }
                return problem(query, after).map { problem in
                    [
                        "name": .text(saved.name), "message": .text(problem.message),
                        "advice": .text(problem.advice),
                    ]
                }
            }
            return nil
        }
    }
}
