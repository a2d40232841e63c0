package import CoreDataModel
package import RecordCore

/// What is demanded of a schema beside the fields.
package struct MirrorDemands: Hashable, Sendable {
    /// Whether objects are shared.
    package var sharing: Bool
    /// Whether the objects are in the public database.
    package var isPublic: Bool

    /// Demands of a store in the private database, where nothing else is said.
    package init(sharing: Bool = false, isPublic: Bool = false) {
        self.sharing = sharing
        self.isPublic = isPublic
    }
}

extension MirrorPlan {
    /// What a schema lacks for the objects of the model, with what Production answers, and how it
    /// differs otherwise.
    ///
    ///     MirrorPlan(model).problems(in: try RecordSchema(parsing: ckdb)).map(\.message)
    ///     // ["Record type CD_Tag is missing. Production answers \"Cannot create new type …\"."]
    ///
    /// Types and fields that are not of the mirror are left aside.
    package func problems(
        in schema: RecordSchema, _ demands: MirrorDemands = MirrorDemands()
    ) -> [MirrorProblem] {
        var check = SchemaCheck(schema: schema, demands: demands)
        for type in allTypes { check.check(type) }
        check.checkShare()
        check.checkTypes(beside: Set(allTypes.map(\.name)))
        // A model whose fields collide has no right schema; decimals and the like are lint's.
        return problems.filter { $0.severity == .error } + check.problems
    }
}

private struct SchemaCheck {
    let schema: RecordSchema
    let demands: MirrorDemands
    var problems: [MirrorProblem] = []

    private mutating func add(
        _ code: MirrorProblem.Code, severity: MirrorProblem.Severity? = nil, _ type: String,
        _ field: MirrorPlan.Field?, entity: String? = nil, name: String? = nil, _ message: String
    ) {
        var problem = MirrorProblem(
            code, severity: severity, entity: entity ?? field?.entity,
            property: field?.property, message: message)
        problem.recordType = type
        problem.field = name ?? field?.name
        problems.append(problem)
    }

    mutating func check(_ type: MirrorPlan.RecordType) {
        guard let declared = schema[type.name] else {
            add(
                .missingType, type.name, nil, entity: Self.root(of: type),
                "Record type \(type.name) is missing. Production answers "
                    + "\"Cannot create new type \(type.name) in production schema\".")
            return
        }
        for field in type.fields { check(field, in: declared) }
        if demands.isPublic { checkPolling(declared, Self.root(of: type)) }
        let known = Set(type.fields.flatMap { [$0.name] + ($0.twinName.map { [$0] } ?? []) })
        let derived = Dictionary(
            first: type.derived.flatMap { one in
                ([one.name] + (one.twinName.map { [$0] } ?? [])).map { ($0, one) }
            })
        for field in declared.fields where !known.contains(field.name) {
            if let attribute = derived[field.name] {
                add(
                    .derivedField, type.name, attribute, name: field.name,
                    "Field \(field.name) of \(type.name) is of a derived attribute, which each "
                        + "device computes: the mirror does not write it.")
            } else if field.name.hasPrefix(MirrorPlan.prefix) {
                add(
                    .extraField, type.name, nil, name: field.name,
                    "Field \(field.name) of \(type.name) is of no property of the model: another "
                        + "version may have had it; records keep its values.")
            }
        }
    }

    private static func root(of type: MirrorPlan.RecordType) -> String? {
        type.name == MirrorPlan.linkTypeName
            ? nil : String(type.name.dropFirst(MirrorPlan.prefix.count))
    }

    private mutating func check(_ field: MirrorPlan.Field, in type: RecordType) {
        let answer =
            " Production answers \"Cannot create or modify field '\(field.name)' in record "
            + "'\(type.name)' in production schema\"."
        guard let declared = type.field(field.name) else {
            if field.name == MirrorPlan.moveReceipt.name {
                add(
                    .missingMoveReceipt, severity: demands.sharing ? .error : nil, type.name, field,
                    "Field \(field.name) of \(type.name) is missing, which sharing an object "
                        + "needs: initializeCloudKitSchema makes it, saving does not." + answer)
            } else {
                add(
                    .missingField, type.name, field,
                    "Field \(field.name) of \(type.name) is missing." + answer)
            }
            if let twin = field.twinName { check(twin: twin, of: field, in: type) }
            return
        }
        let wanted = Field(
            field.name, .single(field.scalarType), isEncrypted: field.isEncrypted)
        if declared.type != wanted.type {
            add(
                .wrongType, type.name, field,
                "Field \(field.name) of \(type.name) is \(declared.definition), and the model "
                    + "needs \(wanted.definition)." + answer)
        } else if declared.isEncrypted != wanted.isEncrypted {
            add(
                .wrongEncryption, type.name, field,
                "Field \(field.name) of \(type.name) is "
                    + (declared.isEncrypted
                        ? "encrypted, and the attribute is not"
                        : "plain, and "
                            + "the attribute allows encryption")
                    + ": a deployed field keeps its encryption." + answer)
        }
        if let twin = field.twinName { check(twin: twin, of: field, in: type) }
        let apple = field.isEncrypted ? [] : field.scalarType.mirroredIndexes
        if declared.indexes != apple, !declared.indexes.isEmpty {
            add(
                .otherIndexes, type.name, field,
                "Field \(field.name) of \(type.name) has other indexes than a generated schema; "
                    + "the mirror needs none of them.")
        }
    }

    private mutating func check(
        twin: String, of field: MirrorPlan.Field, in type: RecordType
    ) {
        let answer =
            " Production answers \"Cannot create or modify field '\(twin)' in record "
            + "'\(type.name)' in production schema\"."
        guard let declared = type.field(twin) else {
            // A receipt names zones and stays small.
            let isReceipt = field.name == MirrorPlan.moveReceipt.name
            add(
                .missingTwin, type.name, field, name: twin,
                "Field \(twin) of \(type.name) is missing: "
                    + (isReceipt
                        ? "initializeCloudKitSchema makes it, saving does not."
                        : "the first value of '\(field.property ?? field.name)' that is too large "
                            + "for a record fails.") + answer)
            return
        }
        if declared.type != .single(.asset) {
            add(
                .wrongType, type.name, field, name: twin,
                "Field \(twin) of \(type.name) is \(declared.definition), and large values need "
                    + "ASSET." + answer)
        }
    }

    private mutating func checkPolling(_ type: RecordType, _ entity: String?) {
        for (field, indexes) in SystemField.pollingIndexes.sorted(by: {
            $0.key.rawValue < $1.key.rawValue
        }) where type.systemIndexes[field, default: []].isSuperset(of: indexes) == false {
            add(
                .missingIndex, type.name, nil, entity: entity, name: field.rawValue,
                "Record type \(type.name) lacks \"\(field.rawValue)\" "
                    + "\(field.type.rawValue) \(Self.words(indexes)), without which the public "
                    + "database cannot be asked for changes.")
        }
    }

    private static func words(_ indexes: FieldIndexes) -> String {
        indexes.contains(.sortable) ? "QUERYABLE SORTABLE" : "QUERYABLE"
    }

    mutating func checkShare() {
        guard demands.sharing, schema[Share.recordType] == nil else { return }
        add(
            .missingShare, Share.recordType, nil,
            "Record type \(Share.recordType) is missing, without which nothing can be shared. "
                + "Production answers \"Cannot create new type \(Share.recordType) in production "
                + "schema\".")
    }

    mutating func checkTypes(beside known: Set<String>) {
        for name in schema.types.keys.sorted() where !known.contains(name) {
            guard name.hasPrefix(MirrorPlan.prefix) || name == MirrorPlan.linkTypeName else {
                continue
            }
            add(
                .extraType, name, nil,
                "Record type \(name) is of no entity of the model: another version may have had "
                    + "it; it does no harm.")
        }
    }
}
