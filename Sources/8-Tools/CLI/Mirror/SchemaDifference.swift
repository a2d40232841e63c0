import RecordJSON
import RecordCore

/// One thing that is not the same in two schemas.
struct SchemaDifference {
    /// What kind of difference.
    enum Kind: String {
        case addType, dropType, addField, dropField, changeField, setIndexes, setSystemIndexes
        case setGrants, setRoles
    }

    let kind: Kind
    var recordType: String?
    var field: String?
    /// What the first schema has.
    var before: String?
    /// What the second one has.
    var after: String?

    /// Whether Production takes no such step.
    var isRefused: Bool { [.dropType, .dropField, .changeField].contains(kind) }

    /// What differs, by type and field.
    static func list(from old: RecordSchema, to new: RecordSchema) -> [SchemaDifference] {
        let changes = old.changes(to: new)
        var added: [String: Field] = [:]
        for case .addField(let type, let field) in changes {
            added["\(type).\(field.name)"] = field
        }
        var replaced: Set<String> = []
        var differences: [SchemaDifference] = []
        func add(
            _ kind: Kind, _ type: String? = nil, _ field: String? = nil, before: String? = nil,
            after: String? = nil
        ) {
            differences.append(
                SchemaDifference(
                    kind: kind, recordType: type, field: field, before: before, after: after))
        }
        for change in changes {
            switch change {
            case .addType(let type):
                add(.addType, type.name, after: Figures.count(type.fields.count, "field"))
            case .dropType(let type): add(.dropType, type)
            case .dropField(let type, let name):
                let key = "\(type).\(name)"
                replaced.insert(key)
                add(
                    added[key] == nil ? .dropField : .changeField, type, name,
                    before: old[type]?.field(name).map(definition),
                    after: added[key].map(definition))
            case .addField(let type, let field):
                guard !replaced.contains("\(type).\(field.name)") else { continue }
                add(.addField, type, field.name, after: definition(field))
            case .setIndexes(let type, let name, let indexes):
                add(
                    .setIndexes, type, name,
                    before: words(old[type]?.field(name)?.indexes ?? []), after: words(indexes))
            case .setSystemIndexes(let type, let indexes):
                for field in SystemField.allCases {
                    let before = old[type]?.systemIndexes[field] ?? []
                    let after = indexes[field] ?? []
                    guard before != after else { continue }
                    add(
                        .setSystemIndexes, type, field.rawValue, before: words(before),
                        after: words(after))
                }
            case .setGrants(let type, let grants):
                add(
                    .setGrants, type, before: words(old[type]?.grants ?? []), after: words(grants))
            case .setRoles(let roles):
                add(
                    .setRoles, before: old.roles.joined(separator: ", "),
                    after: roles.joined(separator: ", "))
            }
        }
        return differences
    }

    private static func definition(_ field: Field) -> String {
        let cells = SchemaShowCommand.row(of: field, in: "")
        return cells[3].isEmpty ? cells[2] : "\(cells[2]) \(cells[3])"
    }

    private static func words(_ indexes: FieldIndexes) -> String {
        let cells = SchemaShowCommand.row(of: Field("f", .single(.string), indexes), in: "")
        return cells[3].isEmpty ? "none" : cells[3]
    }

    private static func words(_ grants: [Grant]) -> String {
        grants.isEmpty
            ? "none"
            : grants.map {
                "\($0.permissions.map(\.rawValue).joined(separator: ", ")) TO \($0.role)"
            }.joined(separator: "; ")
    }

    /// `CD_Note.CD_title`, or the type alone.
    private var name: String {
        [recordType, field].compactMap { $0 }.joined(separator: ".")
    }

    /// A line as of `diff`.
    var text: String {
        let values = "\(before ?? "none") → \(after ?? "none")"
        return switch kind {
        case .addType: "+ record type \(name) (\(after ?? ""))"
        case .dropType: "- record type \(name)"
        case .addField: "+ field \(name) \(after ?? "")"
        case .dropField: "- field \(name) \(before ?? "")"
        case .changeField: "! field \(name) \(values)"
        case .setIndexes, .setSystemIndexes: "~ indexes of \(name) \(values)"
        case .setGrants: "~ rights of \(name) \(values)"
        case .setRoles: "~ roles \(values)"
        }
    }

    /// A sentence for an annotation.
    var sentence: String {
        switch kind {
        case .dropType: "Production keeps record type \(name); it cannot be dropped."
        case .dropField: "Production keeps field \(name); it cannot be dropped."
        case .changeField:
            "Field \(name) is \(before ?? "") and would become \(after ?? ""): Production changes "
                + "no field's type."
        case .addType, .addField, .setIndexes, .setSystemIndexes, .setGrants, .setRoles:
            "\(text.dropFirst(2)) is not deployed."
        }
    }

    /// An object for programs.
    var json: OrderedJSON {
        [
            "kind": .text(kind.rawValue), "recordType": .text(recordType), "field": .text(field),
            "before": .text(before), "after": .text(after),
            "isRefusedByProduction": .bool(isRefused),
        ]
    }
}
