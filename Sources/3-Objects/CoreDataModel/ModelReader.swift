/// Makes entities of elements.
struct ModelReader {
    /// The composites of the model, by name.
    let composites: [String: ModelElement]
    /// The parts that composites may have in all, each as often as it is used.
    let elementCount = PartCount(10_000)

    /// An entity with its properties.
    func entity(_ element: ModelElement) throws(ModelFileError) -> ObjectEntity {
        var entity = ObjectEntity(try element.required("name"))
        entity.className = element.text("representedClassName")
        entity.superentity = element.text("parentEntity")
        entity.isAbstract = element.flag("isAbstract")
        entity.attributes = try attributes(element)
        for child in element.all("relationship") {
            entity.relationships.append(try relationship(child))
        }
        for child in element.all("fetchedProperty") {
            entity.fetchedProperties.append(try fetchedProperty(child, of: entity.name))
        }
        for child in element.all("uniquenessConstraint", in: "uniquenessConstraints") {
            let names = try child.all("constraint").map { part throws(ModelFileError) in
                try part.required("value")
            }
            if !names.isEmpty { entity.uniquenessConstraints.append(names) }
        }
        for child in element.all("fetchIndex") { entity.indexes.append(try index(child)) }
        for child in element.all("compoundIndex", in: "compoundIndexes") {
            entity.indexes.append(try compoundIndex(child))
        }
        entity.renamingIdentifier = element.text("elementID")
        entity.versionHashModifier = element.text("versionHashModifier")
        entity.codeGeneration =
            element.text("codeGenerationType").flatMap(CodeGeneration.init) ?? .manual
        entity.userInfo = userInfo(element)
        return entity
    }

    /// The attributes within an entity or a composite.
    func attributes(_ element: ModelElement, depth: Int = 0) throws(ModelFileError)
        -> [ObjectAttribute]
    {
        try element.all("attribute").map { child throws(ModelFileError) in
            try attribute(child, depth: depth)
        }
    }

    /// A relationship.
    func relationship(_ element: ModelElement) throws(ModelFileError) -> ObjectRelationship {
        var relationship = ObjectRelationship(
            try element.required("name"), to: element.text("destinationEntity"),
            inverse: element.text("inverseName"), isToMany: element.flag("toMany"),
            isOrdered: element.flag("ordered"), isOptional: element.flag("optional"))
        relationship.inverseEntity = element.text("inverseEntity")
        relationship.isTransient = element.flag("transient")
        relationship.minimumCount = try element.count("minCount")
        relationship.maximumCount = relationship.isToMany ? try element.count("maxCount") : 1
        if let text = element.text("deletionRule") {
            guard let rule = DeleteRule(rawValue: text) else {
                throw ModelFileError(
                    .invalidValue, line: element.line,
                    context: [
                        "relationship": relationship.name, "value": text,
                        "expected": DeleteRule.allCases.map(\.rawValue).joined(separator: " or "),
                    ])
            }
            relationship.deleteRule = rule
        }
        relationship.renamingIdentifier = element.text("elementID")
        relationship.versionHashModifier = element.text("versionHashModifier")
        relationship.userInfo = userInfo(element)
        return relationship
    }

    /// A fetched property; its request is about the entity it names.
    private func fetchedProperty(_ element: ModelElement, of entity: String)
        throws(ModelFileError) -> ObjectFetchedProperty
    {
        let name = try element.required("name")
        guard let child = element.all("fetchRequest").first else {
            throw ModelFileError(
                .missingAttribute, line: element.line,
                context: ["entity": entity, "fetchedProperty": name, "element": "fetchRequest"])
        }
        return ObjectFetchedProperty(
            name, request: try fetchTemplate(child), isOptional: element.flag("optional"),
            userInfo: userInfo(element))
    }

    /// A fetch request kept in the model.
    func fetchTemplate(_ element: ModelElement) throws(ModelFileError) -> FetchTemplate {
        var settings = element.attributes
        for known in ["name", "entity", "predicateString", "fetchLimit", "resultType"] {
            settings[known] = nil
        }
        return FetchTemplate(
            try element.required("name"), entity: try element.required("entity"),
            predicate: element.text("predicateString"),
            fetchLimit: try element.count("fetchLimit"),
            resultType: try element.count("resultType"), settings: settings)
    }

    /// An index as Xcode 9 and later write it.
    private func index(_ element: ModelElement) throws(ModelFileError) -> ObjectIndex {
        var index = ObjectIndex(try element.required("name"), elements: [])
        index.partialPredicate = element.text("partialIndexPredicate")
        for part in element.all("fetchIndexElement") {
            let property = part.text("property")
            let expression = part.text("expression")
            guard property != nil || expression != nil else {
                throw ModelFileError(
                    .missingAttribute, line: part.line,
                    context: ["element": part.name, "attribute": "property"])
            }
            index.elements.append(
                ObjectIndex.Element(
                    property: expression == nil ? property : nil, expression: expression,
                    isAscending: part.text("order") != "descending",
                    isSpatial: part.text("type") == "RTree"))
        }
        return index
    }

    /// An index as Xcode before 9 wrote it; it has no name there.
    private func compoundIndex(_ element: ModelElement) throws(ModelFileError) -> ObjectIndex {
        var index = ObjectIndex("", elements: [])
        for part in element.all("index") {
            index.elements.append(ObjectIndex.Element(property: try part.required("value")))
        }
        index.name = index.elements.compactMap(\.property).joined(separator: "_")
        return index
    }

    /// Notes of the author.
    func userInfo(_ element: ModelElement) -> [String: String] {
        var notes: [String: String] = [:]
        for entry in element.all("entry", in: "userInfo") {
            if let key = entry.attributes["key"] { notes[key] = entry.attributes["value"] ?? "" }
        }
        return notes
    }
}
