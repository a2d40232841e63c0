/// What `NSPersistentCloudKitContainer` demands of a model, and the text with which it refuses one.
///
///     let problems = MirrorRules.violations(of: model)
///     MirrorRules.reason(for: problems)
///     // CloudKit integration requires that all relationships be optional, the following are not:
///     // Note: folder
public enum MirrorRules {
    /// What the container refuses, in the order of the text: inherited properties again for each
    /// entity that has them, as Apple's reports do.
    ///
    /// - Parameter configuration: The configuration whose store is mirrored; nil for all entities.
    public static func violations(
        of model: ObjectModel, configuration: String? = nil
    ) -> [MirrorProblem] {
        violations(of: model, configuration: configuration, isOncePerProperty: false)
    }

    /// - Parameter isOncePerProperty: Whether an inherited property counts for one entity alone: the
    ///   first in the alphabet.
    static func violations(
        of model: ObjectModel, configuration: String?, isOncePerProperty: Bool
    ) -> [MirrorProblem] {
        guard let entities = model.entities(ofConfiguration: configuration) else { return [] }
        let index = EntityIndex(model)
        let tree = index.tree
        var rules = Rules(names: Set(entities.map(\.name)), configuration: configuration)
        let declaring = tree.names.map { index[$0] ?? ObjectEntity($0) }
        let offends = declaring.map(rules.refuses)
        if isOncePerProperty {
            let names = Set(entities.map(\.name))
                .sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
            let ranks = Dictionary(
                uniqueKeysWithValues: names.enumerated().map { ($0.element, $0.offset) })
            let lowest = tree.lowest(ranks)
            // The nearest first, as below.
            for number in declaring.indices.reversed() where offends[number] {
                if let rank = lowest[number] { rules.check(declaring[number], of: names[rank]) }
            }
        } else {
            // Long chains of entities without fault are not walked for each of them.
            let nearest = tree.nearest(marked: offends)
            for entity in entities {
                var next = tree[entity.name].flatMap { nearest[$0] }
                while let number = next {
                    rules.check(declaring[number], of: entity.name)
                    next = tree.parents[number].flatMap { nearest[$0] }
                }
            }
        }
        for entity in entities { rules.check(entity.uniquenessConstraints, of: entity.name) }
        // Lint takes them from the plan itself.
        if !isOncePerProperty {
            rules.problems += MirrorPlan(model, configuration: configuration).problems.filter {
                lostValues.contains($0.code)
            }
        }
        let order = Dictionary(
            uniqueKeysWithValues: MirrorProblem.Code.allCases.enumerated().map { ($1, $0) })
        func key(_ problem: MirrorProblem) -> (Int, String, String, String) {
            (
                order[problem.code] ?? 0, (problem.entity ?? "").lowercased(),
                (problem.property ?? "").lowercased(), problem.property ?? ""
            )
        }
        return rules.problems.sorted { key($0) < key($1) }
    }

    /// What a plan finds with which values would be lost or overwritten, and no event would say so.
    private static let lostValues: Set<MirrorProblem.Code> = [.reservedName, .collidingNames]

    /// The text for what ``violations(of:configuration:)`` found: a heading and a line for each
    /// entity, blank lines between; nil where nothing was found.
    ///
    /// Six of the headings are Apple's, as public reports of the error 134060 quote them; those of
    /// types, of configurations and of names are ours. Reports show blocks in the order ordered relationships,
    /// attributes, optional relationships, unique constraints; where the others stand is ours.
    public static func reason(for violations: [MirrorProblem]) -> String? {
        var blocks: [String] = []
        for code in MirrorProblem.Code.allCases {
            let problems = violations.filter { $0.code == code }
            guard let heading = heading(of: code), !problems.isEmpty else { continue }
            blocks.append(([heading] + lines(of: problems, code)).joined(separator: "\n"))
        }
        return blocks.isEmpty ? nil : blocks.joined(separator: "\n\n")
    }

    private static func heading(of code: MirrorProblem.Code) -> String? {
        switch code {
        case .missingInverse:
            "CloudKit integration requires that all relationships have an inverse, the following "
                + "do not:"
        case .orderedRelationship:
            "CloudKit integration does not support ordered relationships. The following "
                + "relationships are marked ordered:"
        case .requiredAttribute:
            "CloudKit integration requires that all attributes be optional, or have a default "
                + "value set. The following attributes are marked non-optional but do not have a "
                + "default value:"
        case .requiredRelationship:
            "CloudKit integration requires that all relationships be optional, the following are "
                + "not:"
        case .denyRule:
            "The following relationships are configured with unsupported delete rules:"
        case .uniqueConstraint:
            "CloudKit integration does not support unique constraints. The following entities are "
                + "constrained:"
        case .unsupportedType:
            "CloudKit has no field type for the following attributes, whose types a mirrored store "
                + "cannot keep:"
        case .outsideConfiguration:
            "The following relationships lead out of the configuration, to entities that are not "
                + "mirrored:"
        case .reservedName:
            "The following properties have names of fields in which the mirror keeps something of "
                + "its own:"
        case .collidingNames:
            "The following properties have the field of another property, which is of another type "
                + "or encryption:"
        case .invalidModel, .invalidName, .tooManyFields, .manyStrings, .decimal,
            .changedType, .renamed, .missingType, .missingField, .wrongType, .wrongEncryption,
            .missingShare, .missingIndex, .missingTwin, .missingMoveReceipt, .extraType,
            .extraField, .derivedField, .otherIndexes:
            nil
        }
    }

    private static func lines(of problems: [MirrorProblem], _ code: MirrorProblem.Code) -> [String]
    {
        // A property with a reason has a line of its own; the others of an entity share one.
        if code == .denyRule {
            return problems.map {
                "\($0.entity ?? ""):\($0.property ?? "") - \($0.detail ?? "")"
            }
        }
        if problems.contains(where: { $0.detail != nil }) {
            return problems.map {
                "\($0.entity ?? ""): \($0.property ?? "") - \($0.detail ?? "")"
            }
        }
        if code == .uniqueConstraint {
            return problems.map { "\($0.entity ?? ""): \($0.property ?? "")" }
        }
        var lines: [(entity: String, properties: [String])] = []
        for problem in problems {
            let entity = problem.entity ?? ""
            if lines.last?.entity != entity { lines.append((entity, [])) }
            lines[lines.count - 1].properties.append(problem.property ?? "")
        }
        return lines.map { "\($0.entity): \($0.properties.joined(separator: ", "))" }
    }
}

/// Collects what the properties of a configuration's entities violate.
private struct Rules {
    let names: Set<String>
    let configuration: String?
    var problems: [MirrorProblem] = []

    private mutating func add(
        _ code: MirrorProblem.Code, _ entity: String, _ property: String, _ declaring: String,
        detail: String? = nil, _ message: String
    ) {
        var problem = MirrorProblem(
            code, entity: entity, property: property, message: "'\(entity).\(property)' \(message)")
        problem.declaringEntity = declaring
        problem.detail = detail
        problems.append(problem)
    }

    /// Whether something is violated by the properties that an entity declares.
    func refuses(_ declaring: ObjectEntity) -> Bool {
        var rules = Rules(names: names, configuration: configuration)
        rules.check(declaring, of: declaring.name)
        return !rules.problems.isEmpty
    }

    /// Checks what one entity declares, for it or for one that inherits from it.
    mutating func check(_ declaring: ObjectEntity, of entity: String) {
        for attribute in declaring.attributes {
            check(attribute, of: entity, declaredBy: declaring.name)
        }
        for relationship in declaring.relationships {
            check(relationship, of: entity, declaredBy: declaring.name)
        }
    }

    private mutating func check(
        _ attribute: ObjectAttribute, of entity: String, declaredBy declaring: String
    ) {
        let name = attribute.name
        if MirrorPlan.kind(of: attribute.type) == nil {
            add(
                .unsupportedType, entity, name, declaring,
                detail: attribute.type.rawValue,
                "has the type \(attribute.type.rawValue), which CloudKit integration does not "
                    + "support; choose another type")
        }
        if !attribute.isOptional, !attribute.hasDefault {
            add(
                .requiredAttribute, entity, name, declaring,
                "is neither optional nor has a default value; CloudKit integration requires one "
                    + "of them")
        }
    }

    private mutating func check(
        _ relationship: ObjectRelationship, of entity: String, declaredBy declaring: String
    ) {
        let name = relationship.name
        if relationship.inverse == nil {
            add(
                .missingInverse, entity, name, declaring,
                "has no inverse; CloudKit integration requires one: add it to "
                    + "'\(relationship.destination ?? "the destination")'")
        }
        if relationship.isOrdered {
            add(
                .orderedRelationship, entity, name, declaring,
                "is ordered, which CloudKit integration does not support; keep the order in an "
                    + "attribute of '\(relationship.destination ?? "the destination")'")
        }
        if !relationship.isOptional {
            add(
                .requiredRelationship, entity, name, declaring,
                "is not optional; CloudKit integration requires that all relationships are")
        }
        if let destination = relationship.destination, !names.contains(destination) {
            add(
                .outsideConfiguration, entity, name, declaring, detail: destination,
                "leads to '\(destination)', which is not in the configuration "
                    + "'\(configuration ?? "Default")' and so is not mirrored; add it, or keep an "
                    + "identifier instead")
        }
        if relationship.deleteRule == .deny {
            add(
                .denyRule, entity, name, declaring, detail: "Deny",
                "has the delete rule Deny, which CloudKit integration does not support; choose "
                    + "Nullify or Cascade")
        }
    }

    mutating func check(_ constraints: [[String]], of entity: String) {
        for keys in constraints {
            let list = keys.joined(separator: ", ")
            problems.append(
                MirrorProblem(
                    .uniqueConstraint, entity: entity, property: list,
                    message: "'\(entity)' has a unique constraint (\(list)), which CloudKit "
                        + "integration does not support; remove it and merge duplicates after "
                        + "imports"))
        }
    }
}

extension ObjectAttribute {
    /// Whether there is a default; that of a composite is its elements'.
    fileprivate var hasDefault: Bool {
        defaultValue != nil || elements.contains(where: \.hasDefault)
    }
}
