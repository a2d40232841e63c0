public import Foundation

/// Finds what a model cannot mean, with the line of each: names of nothing, names used twice,
/// inverses that do not lead back, entities that inherit in a circle.
///
///     // <relationship name="folder" destinationEntity="Folder" …> without an entity Folder:
///     ModelChecker.problems(in: contents).map(\.code)  // [.unknownName]
///     ModelChecker.line(of: "Note", in: contents)      // 3
public enum ModelChecker {
    /// The problems of a `.xcdatamodeld`, a `.xcdatamodel`, or a `contents` file, in all versions.
    ///
    ///     for problem in ModelChecker.problems(inModelAt: url) { print(problem) }
    ///     // Notes.xcdatamodeld/Notes.xcdatamodel/contents:7: Nothing in the model has this name.
    ///     // (destinationEntity: Folder, entity: Note, relationship: folder)
    public static func problems(inModelAt url: URL) -> [ModelFileError] {
        do throws(ModelFileError) {
            let bundle = try ModelBundle(contentsOf: url)
            return bundle.versions.flatMap { version in
                problems(in: version.contents).map { problem in
                    var placed = problem
                    placed.file = version.file.path
                    return placed
                }
            }
        } catch {
            return [error]
        }
    }

    /// The problems of the contents of one version.
    public static func problems(in contents: Data) -> [ModelFileError] {
        do throws(ModelFileError) {
            _ = try ObjectModel(xml: contents)
            return Check(root: try ModelElement(parsing: contents)).run()
        } catch {
            return [error]
        }
    }

    /// The line where an entity begins; nil where there is none of the name.
    public static func line(of entity: String, in contents: Data) -> Int? {
        let root = try? ModelElement(parsing: contents)
        return root?.all("entity").first { $0.attributes["name"] == entity }?.line
    }
}

/// The names of one model.
private struct Check {
    let root: ModelElement
    let entities: [String: ModelElement]
    /// Which entities inherit from which, with all their properties.
    let tree: EntityTree
    /// The same, with their relationships alone.
    let relationships: EntityTree
    var problems: [ModelFileError] = []

    private static let propertyKinds: Set<String> = [
        "attribute", "relationship", "fetchedProperty",
    ]

    init(root: ModelElement) {
        self.root = root
        entities = Dictionary(
            root.all("entity").map { ($0.attributes["name"] ?? "", $0) },
            uniquingKeysWith: { first, _ in first })
        func tree(_ kinds: Set<String>) -> EntityTree {
            EntityTree(
                root.all("entity").map { entity in
                    let properties = entity.children.filter { kinds.contains($0.name) }
                    return (
                        entity.attributes["name"] ?? "", entity.text("parentEntity"),
                        properties.map { $0.attributes["name"] ?? "" }
                    )
                })
        }
        self.tree = tree(Self.propertyKinds)
        relationships = tree(["relationship"])
    }

    func run() -> [ModelFileError] {
        var check = self
        check.duplicates(root.all("entity"), of: "entity", context: [:])
        check.duplicates(root.all("composite"), of: "composite", context: [:])
        for entity in root.all("entity") { check.entity(entity) }
        for request in root.all("fetchRequest") {
            check.known(request, "entity", context: ["fetchRequest": name(request)])
        }
        for entity in root.all("entity") {
            for property in entity.all("fetchedProperty") {
                let name = "\(name(entity)).\(name(property))"
                for request in property.all("fetchRequest") {
                    check.known(request, "entity", context: ["fetchedProperty": name])
                }
            }
        }
        for configuration in root.all("configuration") {
            for member in configuration.all("memberEntity") {
                check.known(member, "name", context: ["configuration": name(configuration)])
            }
        }
        return check.problems.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
    }

    private func name(_ element: ModelElement) -> String { element.attributes["name"] ?? "" }

    private mutating func add(
        _ code: ModelFileError.Code, _ element: ModelElement, _ context: [String: String]
    ) {
        problems.append(ModelFileError(code, line: element.line, context: context))
    }

    private mutating func duplicates(
        _ elements: [ModelElement], of kind: String, context: [String: String]
    ) {
        var seen: Set<String> = []
        for element in elements where !seen.insert(name(element)).inserted {
            add(.duplicate, element, context.merging([kind: name(element)]) { old, _ in old })
        }
    }

    /// Whether an attribute of an element names an entity.
    private mutating func known(
        _ element: ModelElement, _ attribute: String, context: [String: String]
    ) {
        guard let entity = element.text(attribute), entities[entity] == nil else { return }
        add(.unknownName, element, context.merging([attribute: entity]) { old, _ in old })
    }

    private mutating func entity(_ entity: ModelElement) {
        let context = ["entity": name(entity)]
        known(entity, "parentEntity", context: context)
        guard !tree.isEndless(name(entity)) else {
            add(.circle, entity, context)
            return
        }
        duplicates(
            entity.children.filter { Self.propertyKinds.contains($0.name) }, of: "property",
            context: context)
        for relationship in entity.all("relationship") {
            self.relationship(relationship, context: context)
        }
        let named =
            entity.all("uniquenessConstraint", in: "uniquenessConstraints")
            .flatMap { $0.all("constraint") }.map { ($0, "value") }
            + entity.all("fetchIndex").flatMap { $0.all("fetchIndexElement") }
            .map { ($0, "property") }
        for (element, attribute) in named {
            // The parts of composites are named by paths, indexed expressions by other words.
            guard let property = element.text(attribute), element.text("expression") == nil,
                !property.contains("."), tree.owner(of: property, in: name(entity)) == nil
            else { continue }
            add(
                .unknownName, element,
                context.merging([element.name: property]) { old, _ in old })
        }
    }

    private mutating func relationship(_ element: ModelElement, context: [String: String]) {
        var context = context
        context["relationship"] = name(element)
        guard let target = element.text("destinationEntity") else {
            context["attribute"] = "destinationEntity"
            add(.missingAttribute, element, context)
            return
        }
        guard entities[target] != nil else {
            context["destinationEntity"] = target
            add(.unknownName, element, context)
            return
        }
        guard let inverse = element.text("inverseName"), !tree.isEndless(target) else { return }
        guard let owner = relationships.owner(of: inverse, in: target),
            let found = entities[owner]?.all("relationship").first(where: { name($0) == inverse })
        else {
            context["inverseName"] = inverse
            add(.unknownName, element, context)
            return
        }
        // Two relationships that do not name each other would be kept as two, each on its own.
        if let entity = element.text("inverseEntity"), !tree.inherits(target, from: entity) {
            context["inverseEntity"] = entity
            add(.oneSided, element, context)
        } else if found.text("inverseName") != name(element) {
            context["inverseName"] = inverse
            add(.oneSided, element, context)
        }
    }
}
