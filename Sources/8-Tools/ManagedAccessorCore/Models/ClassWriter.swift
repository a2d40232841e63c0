import CoreDataModel

/// A class that is written for an entity.
typealias GeneratedClass = (name: String, superclass: String)

extension ObjectModel {
    /// The classes that are written for the entities that ask for one.
    var generatedClasses: [GeneratedClass] {
        entities.filter { $0.codeGeneration == .class }.compactMap { entity in
            entity.classBaseName.map { ($0, superclass(of: entity)) }
        }
    }

    /// The class of the nearest entity above that has one.
    func superclass(of entity: ObjectEntity) -> String {
        var name = entity.superentity
        for _ in entities {
            guard let above = entities.first(where: { $0.name == name }) else { break }
            if let found = above.classBaseName { return found }
            name = above.superentity
        }
        return "NSManagedObject"
    }
}

extension ObjectEntity {
    /// The name of the class without a module; nil where it is the common one.
    ///
    ///     "App.Note", ".Note", "Note"  // Note
    var classBaseName: String? {
        guard let last = className?.split(separator: ".").last, last != "NSManagedObject" else {
            return nil
        }
        return String(last)
    }
}

/// Writes the classes, or extensions of classes, that Xcode makes for entities (`codeGenerationType`).
struct ClassWriter {
    /// The model.
    let model: ObjectModel
    /// The types of the sources that other modules cannot use.
    let internalTypes: Set<String>

    /// A property for the table of key paths, with the class of the object that it points at.
    typealias Property = (name: String, destination: String?)

    /// Adds the class of an entity, or an extension of a class of the sources.
    func write(
        _ entity: ObjectEntity, access: String, isDeprecated: Bool, to writer: inout SourceWriter
    ) -> [Property]? {
        guard let name = entity.classBaseName else { return nil }
        let quoted = quotedIfNeeded(name)
        if entity.codeGeneration == .class {
            let superclass = quotedIfNeeded(model.superclass(of: entity))
            writer.line("\(access)class \(quoted): \(superclass) {}")
            writer.line()
        }
        if isDeprecated { writer.line(deprecation) }
        writer.line("extension \(quoted) {")
        writer.line(
            "@nonobjc \(access)class func fetchRequest() -> NSFetchRequest<\(quoted)> "
                + "{ NSFetchRequest<\(quoted)>(entityName: \(literal(entity.name))) }", indent: 1)
        var made: [Property] = []
        for (property, type) in properties(of: entity) {
            let access = isInternal(type) ? "" : access
            writer.line("\(access)var \(quotedIfNeeded(property)): \(type) {", indent: 1)
            writer.line("get { __managedValue(\(literal(property))) }", indent: 2)
            writer.line("set { __setManagedValue(newValue, \(literal(property))) }", indent: 2)
            writer.line("}", indent: 1)
            let toOne = entity.relationships.first { $0.name == property && !$0.isToMany }
            let destination = model.entities.first { $0.name == toOne?.destination }
            made.append((property, toOne == nil ? nil : destination?.classBaseName))
        }
        for relationship in entity.relationships where relationship.isToMany {
            let access = isInternal(className(of: relationship.destination)) ? "" : access
            for one in methods(of: relationship) {
                writer.line("\(access)func \(one.declaration) {", indent: 1)
                writer.line("__managedCall(\(literal(one.selector)), [\(one.values)])", indent: 2)
                writer.line("}", indent: 1)
            }
        }
        writer.line("}")
        writer.line()
        if entity.codeGeneration == .class, model.superclass(of: entity) == "NSManagedObject" {
            writer.line("extension \(quoted): Identifiable {}")
            writer.line()
        }
        return made
    }

    /// Whether other modules cannot use a type, so that nothing public may mention it.
    private func isInternal(_ type: String) -> Bool {
        type.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") })
            .contains { internalTypes.contains(String($0)) }
    }

    /// Whether the class of an entity may be public: its superclass decides.
    func mayBePublic(_ entity: ObjectEntity) -> Bool {
        var above: ObjectEntity? = entity
        for _ in model.entities {
            above = model.entities.first { $0.name == above?.superentity }
            guard let above else { return true }
            if let name = above.classBaseName, internalTypes.contains(name) { return false }
        }
        return true
    }

    private func className(of entity: String?) -> String {
        let found = model.entities.first { $0.name == entity }
        return found?.classBaseName.map(quotedIfNeeded) ?? "NSManagedObject"
    }

    private func properties(of entity: ObjectEntity) -> [(name: String, type: String)] {
        entity.attributes.map { ($0.name, swiftType(of: $0)) }
            + entity.relationships.map { relationship in
                let type =
                    relationship.isToMany
                    ? (relationship.isOrdered ? "NSOrderedSet" : "NSSet")
                    : className(of: relationship.destination)
                return (relationship.name, type + "?")
            }
            + entity.fetchedProperties.map { property in
                (property.name, "[\(className(of: property.request.entity))]?")
            }
    }

    /// The type that Xcode writes; only scalars cannot be missing.
    private func swiftType(of attribute: ObjectAttribute) -> String {
        if attribute.usesScalarValueType {
            switch attribute.type {
            case .integer16: return "Int16"
            case .integer32: return "Int32"
            case .integer64: return "Int64"
            case .double: return "Double"
            case .float: return "Float"
            case .boolean: return "Bool"
            case .date: return "TimeInterval"
            case .undefined, .decimal, .string, .binary, .uuid, .uri, .transformable, .objectID,
                .composite:
                break
            }
        }
        switch attribute.type {
        case .integer16, .integer32, .integer64, .double, .float, .boolean: return "NSNumber?"
        case .decimal: return "NSDecimalNumber?"
        case .string: return "String?"
        case .date: return "Date?"
        case .binary: return "Data?"
        case .uuid: return "UUID?"
        case .uri: return "URL?"
        case .objectID: return "NSManagedObjectID?"
        case .composite: return "[String: Any]?"
        case .transformable, .undefined: return (attribute.customClassName ?? "NSObject") + "?"
        }
    }

    private func methods(of relationship: ObjectRelationship)
        -> [(declaration: String, selector: String, values: String)]
    {
        let name = relationship.name.prefix(1).uppercased() + relationship.name.dropFirst()
        let one = className(of: relationship.destination)
        let many = relationship.isOrdered ? "NSOrderedSet" : "NSSet"
        var methods = ["addTo", "removeFrom"].flatMap { verb in
            [
                ("\(verb)\(name)(_ value: \(one))", "\(verb)\(name)(_:)", "value"),
                ("\(verb)\(name)(_ values: \(many))", "\(verb)\(name)(_:)", "values"),
            ]
        }
        guard relationship.isOrdered else {
            // For array literals, which NSSet on Linux does not take.
            return methods
                + ["addTo", "removeFrom"].map { verb in
                    ("\(verb)\(name)(_ values: [\(one)])", "\(verb)\(name)(_:)", "values")
                }
        }
        for (value, type, place, placeType) in [
            ("value", one, "idx", "Int"), ("values", "[\(one)]", "indexes", "NSIndexSet"),
        ] {
            methods += [
                (
                    "insertInto\(name)(_ \(value): \(type), at \(place): \(placeType))",
                    "insertInto\(name)(_:at:)", "\(value), \(place)"
                ),
                (
                    "removeFrom\(name)(at \(place): \(placeType))", "removeFrom\(name)(at:)", place
                ),
                (
                    "replace\(name)(at \(place): \(placeType), with \(value): \(type))",
                    "replace\(name)(at:with:)", "\(place), \(value)"
                ),
            ]
        }
        return methods
    }
}
