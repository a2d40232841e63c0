import RecordCore
import RecordJSON
import WebServices

/// What becomes of a schema step by step, which steps may break programs, and what stands in the
/// way.
struct SchemaDifference {
    /// Something that stands in the way.
    struct Problem: Sendable {
        var message: String
        var line: Int?
        var column: Int?
        var recordType: String?
        var field: String?
    }

    let before: RecordSchema
    let changes: [SchemaChange]
    var problems: [Problem] = []
    /// What stays though the other side lacks it.
    var kept: [String] = []

    init(
        from before: RecordSchema, to target: RecordSchema, in environment: StoreEnvironment,
        limits: StoreLimits
    ) {
        self.before = before
        changes = before.changes(to: target)
        for change in changes {
            do {
                try SchemaEvolution.check([change], from: before, in: environment, limits: limits)
            } catch {
                var problem = Problem(
                    message: error.description, recordType: error.context["recordType"],
                    field: error.context["field"])
                switch (environment, change) {
                case (.production, .dropType(let name)):
                    problem.message =
                        "\(name) cannot be dropped: a deployed record type stays in production."
                case (.production, .dropField(let type, let field)):
                    problem.message =
                        "\(type).\(field) cannot be dropped or change its type: "
                        + "a deployed field stays in production."
                default: break
                }
                problems.append(problem)
            }
        }
    }

    /// Refuses what has problems.
    func check() throws {
        guard let first = problems.first else { return }
        throw AdministrationError(
            .badRequest, first.message,
            details: [
                ("kind", .text("schema")),
                ("problems", .list(problems.map(SchemaDifference.part))),
            ])
    }

    /// `{changes, problems, kept, brokenQueries}`.
    func part(brokenQueries: [OrderedJSON] = []) -> OrderedJSON {
        SchemaDifference.part(
            changes.flatMap(lines), problems: problems.map(SchemaDifference.part), kept: kept,
            brokenQueries: brokenQueries)
    }

    static func part(
        _ changes: [OrderedJSON], problems: [OrderedJSON], kept: [String] = [],
        brokenQueries: [OrderedJSON] = []
    ) -> OrderedJSON {
        [
            "changes": .list(changes), "problems": .list(problems), "kept": .texts(kept),
            "brokenQueries": .list(brokenQueries),
        ]
    }

    static func part(_ problem: Problem) -> OrderedJSON {
        .present([
            "message": .text(problem.message),
            "line": problem.line.map(OrderedJSON.number) ?? .null,
            "column": problem.column.map(OrderedJSON.number) ?? .null,
            "recordType": .text(problem.recordType), "field": .text(problem.field),
        ])
    }

    /// Why a text is no schema, with its place.
    static func problem(_ error: SchemaParseError) -> OrderedJSON {
        part(Problem(message: error.message, line: error.line, column: error.column))
    }

    // MARK: Steps

    private func line(
        _ kind: String, _ text: String, type: String? = nil, field: String? = nil,
        breaks: String? = nil
    ) -> OrderedJSON {
        .present([
            "kind": .text(kind), "text": .text(text), "isBreaking": .bool(breaks != nil),
            "recordType": .text(type), "field": .text(field), "breaks": .text(breaks),
        ])
    }

    /// One step; a change of indexes is a line for what is added and one for what goes.
    private func lines(_ change: SchemaChange) -> [OrderedJSON] {
        switch change {
        case .addType(let type):
            return [
                line(
                    "addType",
                    "Record type \(type.name) with \(type.fields.count) "
                        + (type.fields.count == 1 ? "field" : "fields"), type: type.name)
            ]
        case .dropType(let name):
            return [
                line(
                    "dropType", "Record type \(name)", type: name,
                    breaks: "All records of the type are deleted.")
            ]
        case .addField(let type, let field):
            let options = ([field.spelling] + field.indexes.options).joined(separator: " ")
            return [
                line("addField", "\(type).\(field.name) \(options)", type: type, field: field.name)
            ]
        case .dropField(let type, let field):
            return [
                line(
                    "dropField", "\(type).\(field)", type: type, field: field,
                    breaks: "Its values are deleted, and queries that name it are refused.")
            ]
        case .setIndexes(let type, let field, let indexes):
            return lines(
                "\(type).\(field)", from: before[type]?.field(field)?.indexes ?? [], to: indexes,
                type: type, field: field)
        case .setSystemIndexes(let type, let indexes):
            let old = before[type]?.systemIndexes ?? [:]
            return SystemField.allCases.flatMap { field in
                lines(
                    "\(type).\(field.rawValue)", from: old[field] ?? [], to: indexes[field] ?? [],
                    type: type, field: field.rawValue)
            }
        case .setGrants(let type, let grants):
            return lines(from: before[type]?.grants ?? [], to: grants, type: type)
        case .setRoles(let roles):
            return roles.filter { !before.roles.contains($0) }.map { line("addRole", "Role \($0)") }
                + before.roles.filter { !roles.contains($0) }.map {
                    line("dropRole", "Role \($0)", breaks: "Its members lose their rights.")
                }
        }
    }

    private func lines(
        _ what: String, from old: FieldIndexes, to new: FieldIndexes, type: String, field: String
    ) -> [OrderedJSON] {
        let added = new.subtracting(old).options
        let gone = old.subtracting(new).options
        var lines: [OrderedJSON] = []
        if !added.isEmpty {
            lines.append(
                line(
                    "addIndex", "\(what) \(added.joined(separator: " "))", type: type,
                    field: field))
        }
        if !gone.isEmpty {
            let uses = [
                "QUERYABLE": "compare it", "SORTABLE": "sort by it", "SEARCHABLE": "search it",
            ]
            let verbs = gone.compactMap { uses[$0] }.joined(separator: " or ")
            lines.append(
                line(
                    "dropIndex", "\(what) \(gone.joined(separator: " "))", type: type,
                    field: field, breaks: "Queries that \(verbs) are refused."))
        }
        return lines
    }

    private func lines(from old: [Grant], to new: [Grant], type: String) -> [OrderedJSON] {
        func rights(_ grants: [Grant]) -> [String: Set<Grant.Permission>] {
            grants.reduce(into: [:]) { $0[$1.role, default: []].formUnion($1.permissions) }
        }
        let (before, after) = (rights(old), rights(new))
        var lines: [OrderedJSON] = []
        for role in Set(before.keys).union(after.keys).sorted() {
            let had = before[role] ?? []
            let has = after[role] ?? []
            func list(_ rights: Set<Grant.Permission>) -> String {
                Grant.Permission.allCases.filter(rights.contains).map(\.rawValue)
                    .joined(separator: ", ")
            }
            let more = has.subtracting(had)
            let less = had.subtracting(has)
            if !more.isEmpty {
                lines.append(
                    line("addGrant", "\(type): \(list(more)) to \(role)", type: type))
            }
            if !less.isEmpty {
                lines.append(
                    line(
                        "dropGrant", "\(type): \(list(less)) from \(role)", type: type,
                        breaks: "Requests of \(role) that need it are refused."))
            }
        }
        return lines
    }
}
