extension MirrorPlan {
    /// The plan for the entities of a configuration.
    ///
    /// Names are looked up as far as the model has them. ``MirrorRules`` says what CloudKit
    /// refuses; the plan of such a model leaves out what has no record.
    ///
    /// - Parameter configuration: The configuration whose store is mirrored; nil for all entities.
    ///   One that the model does not have has none.
    public init(_ model: ObjectModel, configuration: String? = nil) {
        var maker = MirrorPlanMaker(index: EntityIndex(model))
        maker.add(model.entities(ofConfiguration: configuration) ?? [])
        self = maker.plan()
    }
}

/// Collects the fields of record types.
private struct MirrorPlanMaker {
    let index: EntityIndex
    /// The entities with objects, by the name of their root.
    var entities: [String: [String]] = [:]
    /// The fields of attributes and relationships, by the name of the root.
    var fields: [String: [String: MirrorPlan.Field]] = [:]
    var derived: [String: [MirrorPlan.Field]] = [:]
    var links: Set<MirrorPlan.Link> = []
    var problems: [MirrorProblem] = []

    mutating func add(_ included: [ObjectEntity]) {
        let tree = index.tree
        var seen: Set<Int> = []
        for entity in included where !entity.isAbstract {
            guard let root = tree.root(of: entity.name) else { continue }
            entities[root, default: []].append(entity.name)
            // What was walked before needs no second walk.
            var next = tree[entity.name]
            while let number = next, seen.insert(number).inserted {
                if let entity = index[tree.names[number]] { addProperties(of: entity, root: root) }
                next = tree.parents[number]
            }
        }
    }

    private mutating func addProperties(of entity: ObjectEntity, root: String) {
        for attribute in entity.attributes where !attribute.isTransient {
            guard let kind = MirrorPlan.kind(of: attribute.type) else { continue }
            let field = MirrorPlan.Field(
                name: MirrorPlan.prefix + attribute.name, kind: kind,
                hasTwin: MirrorPlan.hasTwin(attribute.type),
                isEncrypted: attribute.allowsCloudEncryption, entity: entity.name,
                property: attribute.name)
            if attribute.derivation != nil {
                derived[root, default: []].append(field)
            } else {
                add(field, root: root)
                if attribute.type == .decimal { add(.decimal, field, MirrorText.decimal) }
            }
        }
        for relationship in entity.relationships where !relationship.isTransient {
            guard relationship.isToMany else {
                add(
                    MirrorPlan.Field(
                        name: MirrorPlan.prefix + relationship.name, kind: .string, hasTwin: false,
                        isEncrypted: false, entity: entity.name, property: relationship.name),
                    root: root)
                continue
            }
            if let link = index.link(of: relationship, in: entity.name) { links.insert(link) }
        }
    }

    private mutating func add(_ field: MirrorPlan.Field, root: String) {
        guard let other = fields[root]?[field.name] else {
            fields[root, default: [:]][field.name] = field
            if !MirrorText.isName(field.name) { add(.invalidName, field, MirrorText.invalidName) }
            return
        }
        guard other.kind != field.kind || other.isEncrypted != field.isEncrypted else { return }
        add(
            .collidingNames, field, detail: MirrorText.title(of: other),
            "and '\(MirrorText.title(of: other))' are one field of "
                + "\(MirrorPlan.prefix)\(root), \(field.name), and of different types; rename one "
                + "of them")
    }

    private mutating func add(
        _ code: MirrorProblem.Code, _ field: MirrorPlan.Field, detail: String? = nil,
        _ rest: String
    ) {
        var problem = MirrorProblem(
            code, entity: field.entity, property: field.property,
            message: "'\(MirrorText.title(of: field))' \(rest)")
        problem.field = field.name
        problem.detail = detail
        problems.append(problem)
    }

    mutating func plan() -> MirrorPlan {
        let own = [MirrorPlan.entityName, MirrorPlan.moveReceipt]
        var types: [MirrorPlan.RecordType] = []
        for (root, names) in entities.sorted(by: { $0.key < $1.key }) {
            let mirrored = (fields[root] ?? [:]).values.sorted { $0.name < $1.name }
            let byName = fields[root] ?? [:]
            for field in mirrored {
                if own.contains(where: { $0.name == field.name || $0.twinName == field.name }) {
                    add(
                        .reservedName, field, detail: field.name,
                        MirrorText.reserved(field.name))
                }
                if let twin = field.twinName, let other = byName[twin] {
                    add(
                        .collidingNames, other, detail: MirrorText.title(of: field),
                        "has the field \(twin), which holds large values of "
                            + "'\(MirrorText.title(of: field))'; rename it")
                }
            }
            let type = MirrorPlan.RecordType(
                name: MirrorPlan.prefix + root, entities: names.sorted(),
                fields: (mirrored.filter { one in !own.contains { $0.name == one.name } } + own)
                    .sorted { $0.name < $1.name },
                derived: (derived[root] ?? []).sorted { $0.name < $1.name })
            problems += MirrorText.sizeProblems(of: type, root: root)
            types.append(type)
        }
        return MirrorPlan(
            types: types,
            links: links.sorted {
                ($0.first.entity, $0.first.relationship, $0.second.entity, $0.second.relationship)
                    < (
                        $1.first.entity, $1.first.relationship, $1.second.entity,
                        $1.second.relationship
                    )
            }, problems: problems)
    }
}

/// Sentences about the records of a model.
private enum MirrorText {
    static let decimal =
        "is a decimal, which CloudKit keeps as a floating-point number of 53 bits: digits after "
        + "the 15th are lost"
    static let invalidName =
        "has a name that CloudKit does not allow: letters of ASCII, digits and underscores, 255 "
        + "with CD_ at most; rename it"

    static func title(of field: MirrorPlan.Field) -> String {
        "\(field.entity ?? "").\(field.property ?? "")"
    }

    static func reserved(_ field: String) -> String {
        "has the field \(field), in which the mirror keeps something of its own; rename it"
    }

    static func isName(_ name: String) -> Bool {
        name.utf8.count <= 255
            && name.utf8.allSatisfy {
                $0 == 95 || (48...57).contains($0) || (65...90).contains($0)
                    || (97...122).contains($0)
            }
    }

    static func sizeProblems(of type: MirrorPlan.RecordType, root: String) -> [MirrorProblem] {
        var found: [MirrorProblem] = []
        func add(_ code: MirrorProblem.Code, _ message: String) {
            var problem = MirrorProblem(code, entity: root, message: message)
            problem.recordType = type.name
            found.append(problem)
        }
        if !isName(type.name) {
            add(.invalidName, "'\(root)' \(invalidName)")
        }
        let strings = type.fields.filter { $0.kind == .string && $0.hasTwin }.count
        let summary = "\(type.name) has \(type.fieldCount) fields with those for large values"
        if type.fieldCount > MirrorPlan.fieldLimit {
            add(
                .tooManyFields,
                "\(summary), and CloudKit allows \(MirrorPlan.fieldLimit); split '\(root)'")
        } else if strings > 120 {
            add(
                .manyStrings,
                "\(summary), \(strings) of its attributes are text, which counts twice, and "
                    + "CloudKit allows \(MirrorPlan.fieldLimit)")
        }
        return found
    }
}
