import Foundation

extension MirrorRules {
    /// Everything that is wrong with mirroring a model: what the container refuses, once for each
    /// property, and what fails or loses something later.
    ///
    /// - Parameters:
    ///   - configuration: The configuration whose store is mirrored; nil for all entities.
    ///   - others: The other versions of the model, by name. What they have may be deployed, and
    ///     never changes its type.
    public static func problems(
        of model: ObjectModel, configuration: String? = nil,
        others: [(name: String, model: ObjectModel)] = []
    ) -> [MirrorProblem] {
        var seen: Set<[String]> = []
        let refused = violations(
            of: model, configuration: configuration, isOncePerProperty: true
        ).filter { problem in
            seen.insert([
                problem.code.rawValue, problem.declaringEntity ?? problem.entity ?? "",
                problem.property ?? "",
            ]).inserted
        }
        let plan = MirrorPlan(model, configuration: configuration)
        return refused + plan.problems
            + changedTypes(of: plan, configuration: configuration, others: others)
            + renamed(in: model, configuration: configuration, others: others)
    }

    /// The same for one version of a model's files, with files and lines.
    public static func problems(
        of version: ModelBundle.Version, in bundle: ModelBundle, configuration: String? = nil
    ) -> [MirrorProblem] {
        let others = bundle.versions.filter { $0.name != version.name }
        let found = problems(
            of: version.model, configuration: configuration,
            others: others.map { ($0.name, $0.model) })
        return placed(found, in: version)
    }

    /// Problems with the file and the lines of a version.
    public static func placed(
        _ problems: [MirrorProblem], in version: ModelBundle.Version
    ) -> [MirrorProblem] {
        let lines = ModelLines(version.contents)
        return problems.map { problem in
            var placed = problem
            placed.file = version.file.path
            placed.line = lines.line(
                of: problem.declaringEntity ?? problem.entity, problem.property)
            return placed
        }
    }

    /// The configurations that a model's author marked as "Used with CloudKit"; nil stands for
    /// the default one, of all entities.
    ///
    ///     <model … usedWithCloudKit="YES">
    ///     <configuration name="Cloud" usedWithCloudKit="YES">
    public static func markedConfigurations(of version: ModelBundle.Version) -> [String?] {
        guard let root = try? ModelElement(parsing: version.contents) else { return [] }
        let own: [String?] = root.flag("usedWithCloudKit") ? [nil] : []
        return own
            + root.all("configuration").filter { $0.flag("usedWithCloudKit") }
            .map { $0.attributes["name"] }
    }

    /// Fields that another version has with another type: deployed fields never change theirs.
    private static func changedTypes(
        of plan: MirrorPlan, configuration: String?, others: [(name: String, model: ObjectModel)]
    ) -> [MirrorProblem] {
        var found: [String: MirrorProblem] = [:]
        for (name, model) in others {
            let other = MirrorPlan(model, configuration: configuration)
            let types = Dictionary(
                other.types.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
            for type in plan.types {
                guard let fields = types[type.name]?.fields else { continue }
                let byName = Dictionary(
                    fields.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
                for field in type.fields {
                    guard let before = byName[field.name], let entity = field.entity,
                        let property = field.property,
                        before.kind != field.kind || before.isEncrypted != field.isEncrypted
                    else { continue }
                    var problem = MirrorProblem(
                        .changedType, entity: entity, property: property,
                        message: "'\(entity).\(property)' is \(words(field)) in CloudKit, and "
                            + "\(words(before)) in the version '\(name)'; a deployed field keeps "
                            + "its type: give the property another name")
                    problem.recordType = type.name
                    problem.field = field.name
                    found[type.name + "." + field.name] =
                        found[type.name + "." + field.name] ?? problem
                }
            }
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }

    private static func words(_ field: MirrorPlan.Field) -> String {
        (field.isEncrypted ? "ENCRYPTED " : "") + field.kind.rawValue
    }

    /// Renaming identifiers: errors where another version has what was renamed.
    private static func renamed(
        in model: ObjectModel, configuration: String?, others: [(name: String, model: ObjectModel)]
    ) -> [MirrorProblem] {
        let indexes = others.map { EntityIndex($0.model) }
        var problems: [MirrorProblem] = []
        for entity in model.entities(ofConfiguration: configuration) ?? [] {
            let formerly = entity.renamingIdentifier ?? entity.name
            if formerly != entity.name {
                let isThere = indexes.contains { $0[formerly] != nil && $0[entity.name] == nil }
                problems.append(
                    renaming(
                        formerly, to: entity.name, title: entity.name, entity: entity.name, nil,
                        isThere))
            }
            let properties =
                entity.attributes.map { ($0.name, $0.renamingIdentifier) }
                + entity.relationships.map { ($0.name, $0.renamingIdentifier) }
            for (name, identifier) in properties {
                guard let identifier, identifier != name else { continue }
                let isThere = indexes.contains { index in
                    guard let other = index[entity.name] ?? index[formerly] else { return false }
                    let names = other.attributes.map(\.name) + other.relationships.map(\.name)
                    return names.contains(identifier) && !names.contains(name)
                }
                problems.append(
                    renaming(
                        identifier, to: name, title: "\(entity.name).\(name)", entity: entity.name,
                        name, isThere))
            }
            for attribute in entity.attributes {
                let others = indexes.compactMap { index in
                    (index[entity.name] ?? index[formerly])?.attributes.first {
                        $0.name == attribute.name || $0.name == attribute.renamingIdentifier
                    }
                }
                for element in renamedElements(
                    of: attribute, "\(entity.name).\(attribute.name)", others)
                {
                    problems.append(
                        renaming(
                            element.before, to: element.now, title: element.title,
                            entity: entity.name, attribute.name, element.isThere))
                }
            }
        }
        return problems
    }

    /// Elements of a composite with a renaming identifier: a record has their names in one archive.
    private static func renamedElements(
        of attribute: ObjectAttribute, _ title: String, _ others: [ObjectAttribute]
    ) -> [(before: String, now: String, title: String, isThere: Bool)] {
        attribute.elements.flatMap { element in
            let title = "\(title).\(element.name)"
            let before = element.renamingIdentifier ?? element.name
            let inner = others.compactMap { other in
                other.elements.first { $0.name == element.name || $0.name == before }
            }
            let found = renamedElements(of: element, title, inner)
            guard before != element.name else { return found }
            let isThere = others.contains { other in
                let names = other.elements.map(\.name)
                return names.contains(before) && !names.contains(element.name)
            }
            return [(before, element.name, title, isThere)] + found
        }
    }

    private static func renaming(
        _ before: String, to now: String, title: String, entity: String, _ property: String?,
        _ isThere: Bool
    ) -> MirrorProblem {
        MirrorProblem(
            .renamed, severity: isThere ? .error : .warning, entity: entity, property: property,
            message: isThere
                ? "CloudKit integration forbids renaming '\(before)' to '\(now)'. Older devices "
                    + "can't process the new relationships. Add '\(now)' beside '\(before)' and "
                    + "copy the values"
                : "'\(title)' has the renaming identifier '\(before)': a mirrored store that has "
                    + "'\(before)' cannot be migrated to it")
    }
}

/// Where the entities and properties of a model file stand.
struct ModelLines {
    private let root: ModelElement?
    private let entities: [String: ModelElement]

    init(_ contents: Data) {
        // The model has been read from the contents; without its lines a problem has none.
        root = try? ModelElement(parsing: contents)
        entities = Dictionary(
            (root?.all("entity") ?? []).map { ($0.attributes["name"] ?? "", $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The line of a property, or of its entity where the entity has no such property; without an
    /// entity, that of a fetch request.
    func line(of entity: String?, _ property: String?) -> Int? {
        guard let entity, let element = entities[entity] else {
            let request = root?.all("fetchRequest").first { $0.attributes["name"] == property }
            return request?.line ?? root?.line
        }
        let child = element.children.first {
            ["attribute", "relationship", "fetchedProperty"].contains($0.name)
                && $0.attributes["name"] == property
        }
        return child?.line ?? element.line
    }
}
