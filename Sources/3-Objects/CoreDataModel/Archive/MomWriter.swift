public import Foundation

/// Writes a model as the keyed archive that a store keeps of itself.
///
///     let cache = MomWriter.cache(model)   // what goes into Z_MODELCACHE
///
/// Predicates go as formats; ``MomReader`` reads them back.
public enum MomWriter {
    /// A deflated archive of a model.
    public static func cache(_ model: ObjectModel) -> Data { Deflate.stored(archive(model)) }

    /// An archive of a model.
    public static func archive(_ model: ObjectModel) -> Data {
        var writer = GraphWriter()
        return writer.write(model)
    }
}

extension FetchTemplate {
    /// The settings that are whole numbers, by their keys in Apple's archives.
    static let archivedNumbers = ["NSBatchSize": "fetchBatchSize", "NSFetchOffset": "fetchOffset"]
}

private struct GraphWriter {
    private var objects: [PropertyTree] = [.text("$null")]
    private var classes: [String: Int] = [:]
    private var texts: [String: Int] = [:]
    private var entities: [String: Int] = [:]
    private var relationships: [String: Int] = [:]

    mutating func write(_ model: ObjectModel) -> Data {
        let root = reserve()
        for entity in model.entities { entities[entity.name] = reserve() }
        for entity in model.entities {
            for relationship in entity.relationships {
                relationships[entity.name + "." + relationship.name] = reserve()
            }
        }
        let children = Dictionary(grouping: model.entities) { $0.superentity ?? "" }
        for entity in model.entities {
            write(entity, children[entity.name] ?? [], root, model)
        }
        let templates = model.fetchTemplates.map { ($0.name, template($0)) }
        let configurations = model.configurations.sorted { $0.key < $1.key }.map {
            ($0.key, array(list($0.value)))
        }
        let all = model.entities.map { ($0.name, PropertyTree.reference(entities[$0.name] ?? 0)) }
        objects[root] = .dictionary([
            "$class": type("NSManagedObjectModel"),
            "NSEntities": dictionary(all),
            "NSFetchRequestTemplates": dictionary(templates),
            "NSConfigurations": dictionary(configurations),
            "NSVersionIdentifiers": array(list(model.versionIdentifiers), "NSSet"),
        ])
        return BinaryPropertyListWriter.write(
            .dictionary([
                "$archiver": .text("NSKeyedArchiver"), "$version": .int(100_000),
                "$top": .dictionary(["root": .reference(root)]), "$objects": .list(objects),
            ]))
    }

    // MARK: Parts

    private mutating func reserve() -> Int {
        objects.append(.null)
        return objects.count - 1
    }

    private mutating func add(_ tree: PropertyTree) -> PropertyTree {
        objects.append(tree)
        return .reference(objects.count - 1)
    }

    private mutating func type(_ name: String) -> PropertyTree {
        if let known = classes[name] { return .reference(known) }
        let parents = [
            "NSAttributeDescription": ["NSPropertyDescription"],
            "NSCompositeAttributeDescription": [
                "NSAttributeDescription", "NSPropertyDescription",
            ],
            "NSRelationshipDescription": ["NSPropertyDescription"],
            "NSMutableDictionary": ["NSDictionary"],
        ]
        classes[name] = objects.count
        return add(
            .dictionary([
                "$classname": .text(name),
                "$classes": .list(
                    ([name] + (parents[name] ?? []) + ["NSObject"]).map(PropertyTree.text)),
            ]))
    }

    private mutating func text(_ value: String) -> PropertyTree {
        if let known = texts[value] { return .reference(known) }
        texts[value] = objects.count
        return add(.text(value))
    }

    private mutating func text(_ value: String?) -> PropertyTree {
        guard let value else { return .reference(0) }
        return text(value)
    }

    private mutating func list(_ values: [String]) -> [PropertyTree] {
        values.map { text($0) }
    }

    private mutating func array(
        _ members: [PropertyTree], _ name: String = "NSArray"
    ) -> PropertyTree {
        add(.dictionary(["$class": type(name), "NS.objects": .list(members)]))
    }

    private mutating func dictionary(_ entries: [(String, PropertyTree)]) -> PropertyTree {
        add(
            .dictionary([
                "$class": type("NSMutableDictionary"), "NS.keys": .list(list(entries.map(\.0))),
                "NS.objects": .list(entries.map(\.1)),
            ]))
    }

    private mutating func info(
        _ entries: [String: String], _ cases: [String]? = nil
    ) -> PropertyTree {
        var all = entries.sorted { $0.key < $1.key }.map { ($0.key, text($0.value)) }
        if let cases {
            if !cases.isEmpty { all.append((EnumerationKeys.cases, array(list(cases)))) }
            all.append((EnumerationKeys.isEnumeration, add(.bool(true))))
        }
        return dictionary(all)
    }

    private mutating func write(
        _ entity: ObjectEntity, _ children: [ObjectEntity], _ model: Int, _ all: ObjectModel
    ) {
        // Like Apple's archives, an entity lists what it inherits as its own.
        var properties: [(String, PropertyTree)] = []
        var source: ObjectEntity? = entity
        var steps = 0
        while let current = source, steps < 1_000 {
            for attribute in current.attributes {
                properties.append((attribute.name, self.attribute(attribute, entity.name)))
            }
            for relationship in current.relationships {
                properties.append(
                    (relationship.name, self.relationship(relationship, entity, current)))
            }
            for property in current.fetchedProperties {
                let request = template(property.request)
                let described = add(
                    .dictionary([
                        "$class": type("NSFetchedPropertyDescription"),
                        "NSPropertyName": text(property.name), "NSFetchRequest": request,
                        "NSIsOptional": .bool(property.isOptional),
                        "NSUserInfo": info(property.userInfo),
                    ]))
                properties.append((property.name, described))
            }
            source = current.superentity.flatMap { name in
                all.entities.first { $0.name == name }
            }
            steps += 1
        }
        let subentities = children.map {
            ($0.name, PropertyTree.reference(entities[$0.name] ?? 0))
        }
        let tuples = entity.uniquenessConstraints.map { array(list($0), "NSMutableArray") }
        var entries: [String: PropertyTree] = [
            "$class": type("NSEntityDescription"),
            "NSEntityName": text(entity.name),
            "NSClassNameForEntity": text(entity.className),
            "NSManagedObjectModel": .reference(model),
            "NSSuperentity": .reference(entity.superentity.flatMap { entities[$0] } ?? 0),
            "NSSubentities": dictionary(subentities),
            "NSProperties": dictionary(properties),
            "NSRenamingIdentifier": text(entity.renamingIdentifier ?? entity.name),
            "NSVersionHashModifier": text(entity.versionHashModifier),
            "NSUserInfo": info(entity.userInfo),
        ]
        if entity.isAbstract { entries["NSIsAbstract"] = .bool(true) }
        if !tuples.isEmpty { entries["NSUniqueTuples"] = array(tuples, "NSMutableArray") }
        if !entity.indexes.isEmpty { entries["NSFetchIndexDescriptions"] = indexes(entity) }
        objects[entities[entity.name] ?? 0] = .dictionary(entries)
    }

    private mutating func indexes(_ entity: ObjectEntity) -> PropertyTree {
        var all: [PropertyTree] = []
        for index in entity.indexes {
            let place = reserve()
            var elements: [PropertyTree] = []
            for element in index.elements {
                elements.append(
                    add(
                        .dictionary([
                            "$class": type("NSFetchIndexElementDescription"),
                            "NSPropertyName": text(element.property),
                            MomKeys.expression: text(element.expression),
                            "NSAscending": .bool(element.isAscending),
                            "NSFetchIndexElementType": .int(element.isSpatial ? 1 : 0),
                            "NSFetchIndexDescription": .reference(place),
                        ])))
            }
            objects[place] = .dictionary([
                "$class": type("NSFetchIndexDescription"), "NSIndexName": text(index.name),
                "NSIndexElements": array(elements),
                "NSPartialIndexPredicate": text(index.partialPredicate),
                "NSEntity": .reference(entities[entity.name] ?? 0),
            ])
            all.append(.reference(place))
        }
        return array(all, "NSMutableArray")
    }

    private mutating func attribute(
        _ attribute: ObjectAttribute, _ entity: String, isElement: Bool = false
    ) -> PropertyTree {
        // Which form Apple's archives give to the defaults of these is not known.
        let hasDefault = !isElement && attribute.type != .transformable
        var entries: [String: PropertyTree] = [
            "$class": type(
                attribute.type == .composite
                    ? "NSCompositeAttributeDescription" : "NSAttributeDescription"),
            "NSPropertyName": text(attribute.name),
            "NSAttributeType": .int(Int64(attribute.type.archived)),
            "NSEntity": .reference(entities[entity] ?? 0),
            "NSDefaultValue": hasDefault
                ? attribute.defaultValue.map { constant($0) } ?? .reference(0) : .reference(0),
            "NSValueTransformerName": text(attribute.valueTransformerName),
            "NSAttributeValueClassName": text(attribute.customClassName),
            "NSRenamingIdentifier": text(attribute.renamingIdentifier ?? attribute.name),
            "NSVersionHashModifier": text(attribute.versionHashModifier),
            "NSFlagsKey": .int(
                Int64(
                    (attribute.allowsExternalStorage ? MomFlags.externalStorage : 0)
                        | (attribute.preservesValueInHistoryOnDeletion ? MomFlags.preserved : 0))),
            "NSUserInfo": info(attribute.userInfo, attribute.enumerationCases),
        ]
        if let derivation = attribute.derivation {
            entries["NSDerivationFormat"] = text(derivation)
        }
        if attribute.isOptional { entries["NSIsOptional"] = .bool(true) }
        if attribute.isTransient { entries["NSIsTransient"] = .bool(true) }
        if attribute.isIndexed { entries["NSIsIndexed"] = .bool(true) }
        if attribute.allowsCloudEncryption { entries[MomKeys.encryption] = .bool(true) }
        if let bound = attribute.minimum { entries[MomKeys.minimum] = constant(bound) }
        if let bound = attribute.maximum { entries[MomKeys.maximum] = constant(bound) }
        if let pattern = attribute.pattern { entries[MomKeys.pattern] = text(pattern) }
        add(attribute.validations, attribute.validationWarnings, to: &entries)
        let elements = attribute.elements.map { self.attribute($0, entity, isElement: true) }
        if !elements.isEmpty { entries["NSCompositeElements"] = array(elements) }
        return add(.dictionary(entries))
    }

    private mutating func add(
        _ validations: [String], _ warnings: [ModelValue], to entries: inout [String: PropertyTree]
    ) {
        guard !validations.isEmpty else { return }
        entries[MomKeys.conditions] = array(list(validations), "NSMutableArray")
        guard !warnings.isEmpty else { return }
        entries[MomKeys.warnings] = array(warnings.map { constant($0) }, "NSMutableArray")
    }

    private mutating func relationship(
        _ relationship: ObjectRelationship, _ entity: ObjectEntity, _ declared: ObjectEntity
    ) -> PropertyTree {
        let owner = relationship.inverseEntity ?? relationship.destination
        let inverse = owner.flatMap { owner in
            relationship.inverse.flatMap { relationships[owner + "." + $0] }
        }
        var entries: [String: PropertyTree] = [
            "$class": type("NSRelationshipDescription"),
            "NSPropertyName": text(relationship.name),
            "NSEntity": .reference(entities[entity.name] ?? 0),
            "NSDestinationEntity": .reference(
                relationship.destination.flatMap { entities[$0] } ?? 0),
            "_NSDestinationEntityName": text(relationship.destination),
            "NSInverseRelationship": .reference(inverse ?? 0),
            "_NSInverseRelationshipName": text(relationship.inverse),
            "NSMaxCount": .int(Int64(relationship.isToMany ? relationship.maximumCount : 1)),
            "NSMinCount": .int(Int64(relationship.minimumCount)),
            "NSDeleteRule": .int(Int64(relationship.deleteRule.archived)),
            "NSRenamingIdentifier": text(relationship.renamingIdentifier ?? relationship.name),
            "NSVersionHashModifier": text(relationship.versionHashModifier),
            "NSUserInfo": info(relationship.userInfo),
        ]
        if relationship.isOptional { entries["NSIsOptional"] = .bool(true) }
        if relationship.isTransient { entries["NSIsTransient"] = .bool(true) }
        if relationship.isOrdered { entries["NSIsOrdered"] = .bool(true) }
        add(relationship.validations, relationship.validationWarnings, to: &entries)
        let key = entity.name + "." + relationship.name
        if entity.name == declared.name, let place = relationships[key] {
            objects[place] = .dictionary(entries)
            return .reference(place)
        }
        return add(.dictionary(entries))
    }

    private mutating func template(_ template: FetchTemplate) -> PropertyTree {
        var settings = template.settings
        var entries: [String: PropertyTree] = [
            "$class": type("NSFetchRequest"), "NSEntityName": text(template.entity),
            "NSPredicateFormat": text(template.predicate),
            "NSFetchLimit": .int(Int64(template.fetchLimit)),
            "NSResultType": .int(Int64(template.resultType)),
        ]
        for (key, name) in FetchTemplate.archivedNumbers {
            guard let number = settings[name].flatMap({ Int64($0) }) else { continue }
            entries[key] = .int(number)
            settings[name] = nil
        }
        if !settings.isEmpty { entries["NSSettings"] = info(settings) }
        if !template.sorting.isEmpty {
            entries["NSSortDescriptors"] = array(
                template.sorting.map { part in
                    let descriptor: [String: PropertyTree] = [
                        "$class": type("NSSortDescriptor"), "NSKey": text(part.key),
                        "NSAscending": .bool(part.isAscending), "NSSelector": text(part.selector),
                    ]
                    return add(.dictionary(descriptor))
                })
        }
        return add(.dictionary(entries))
    }

    private mutating func constant(_ value: ModelValue) -> PropertyTree {
        switch value {
        case .int(let number): return add(.int(number))
        case .double(let number): return add(.double(number))
        case .text(let value): return text(value)
        case .date(let date):
            return add(
                .dictionary([
                    "$class": type("NSDate"),
                    "NS.time": .double(date.timeIntervalSinceReferenceDate),
                ]))
        case .bytes(let bytes): return add(.data(bytes))
        case .uuid(let uuid):
            let bytes = withUnsafeBytes(of: uuid.uuid) { Data($0) }
            return add(.dictionary(["$class": type("NSUUID"), "NS.uuidbytes": .data(bytes)]))
        case .url(let url):
            return add(
                .dictionary([
                    "$class": type("NSURL"), "NS.base": .reference(0),
                    "NS.relative": text(url.absoluteString),
                ]))
        case .decimal(let number): return decimal(number)
        }
    }

    private mutating func decimal(_ number: Decimal) -> PropertyTree {
        let (units, length) = number.mantissaUnits
        return add(
            .dictionary([
                "$class": type("NSDecimalNumberPlaceholder"), "NS.mantissa": .data(units),
                "NS.mantissa.bo": .int(1), "NS.length": .int(Int64(length)),
                "NS.negative": .bool(number.hasArchivedSign),
                "NS.exponent": .int(Int64(number.exponent)), "NS.compact": .bool(false),
            ]))
    }
}
