public import Foundation

/// Reads compiled models: `.mom` files, and the model that a store keeps of itself.
///
///     let model = try MomReader.model(Data(contentsOf: url))
///
/// The archive is read as data; no object of it comes to life.
public enum MomReader {
    /// The model of a `.mom` file.
    ///
    /// - Throws: ``ModelArchiveError`` where the bytes are no archive of a model.
    public static func model(_ data: Data) throws(ModelArchiveError) -> ObjectModel {
        let graph = try KeyedGraph(data)
        guard let root = graph.rootObject, root.className == "NSManagedObjectModel" else {
            throw ModelArchiveError("The archive is not of a model.")
        }
        let model = MomModel(graph: graph).model(root)
        guard !graph.isExhausted else { throw BinaryPropertyList.repeated }
        return model
    }

    /// The model of a store's `Z_MODELCACHE`: a deflated archive.
    public static func model(cache: Data) throws(ModelArchiveError) -> ObjectModel {
        guard let data = Deflate.inflated(cache) else {
            throw ModelArchiveError("The model in the store is damaged.")
        }
        return try model(data)
    }

    /// The hashes of the entities of each model in a bundle's `VersionInfo.plist`, and the name
    /// of the current model.
    public static func versions(
        _ info: Data
    ) throws(ModelArchiveError) -> (current: String?, hashes: [String: [String: Data]]) {
        guard let entries = try PropertyTree(info).dictionary else {
            throw ModelArchiveError("The list of versions is damaged.")
        }
        var hashes: [String: [String: Data]] = [:]
        let versions = entries["NSManagedObjectModel_VersionHashes"]?.dictionary ?? [:]
        for (name, model) in versions {
            hashes[name] = (model.dictionary ?? [:]).compactMapValues {
                if case .data(let data) = $0 { data } else { nil }
            }
        }
        return (entries["NSManagedObjectModel_CurrentVersionName"]?.text, hashes)
    }
}

private struct MomModel {
    let graph: KeyedGraph
    /// Parts of the model's predicates.
    private let predicateParts = PartCount(100_000)
    /// Parts of its composites.
    private let elementCount = PartCount(10_000)
    typealias Object = KeyedGraph.Object

    func model(_ root: Object) -> ObjectModel {
        var model = ObjectModel()
        for (_, value) in graph.entries(root.entries["NSEntities"]) {
            if let found = graph.object(value) { model.entities.append(entity(found)) }
        }
        model.entities.sort { $0.name < $1.name }
        for (name, value) in graph.entries(root.entries["NSFetchRequestTemplates"]) {
            if let found = graph.object(value) {
                model.fetchTemplates.append(template(name, found))
            }
        }
        model.fetchTemplates.sort { $0.name < $1.name }
        model.versionIdentifiers = graph.members(root.entries["NSVersionIdentifiers"])
            .compactMap(graph.text).sorted()
        let configurations = graph.entries(root.entries["NSConfigurations"])
        for (name, value) in configurations {
            model.configurations[name] = graph.members(value).compactMap { member in
                graph.text(member) ?? graph.object(member).flatMap(self.name)
            }
        }
        return model
    }

    private func name(_ entity: Object) -> String? { graph.text(entity.entries["NSEntityName"]) }

    // MARK: Entities

    private func entity(_ object: Object) -> ObjectEntity {
        let entries = object.entries
        let name = self.name(object) ?? ""
        var entity = ObjectEntity(name, className: graph.text(entries["NSClassNameForEntity"]))
        let parent = graph.object(entries["NSSuperentity"])
        entity.superentity = parent.flatMap(self.name)
        entity.isAbstract = graph.bool(entries["NSIsAbstract"])
        let inherited = Set(
            parent.map { graph.entries($0.entries["NSProperties"]).map(\.key) } ?? [])
        for (key, value) in graph.entries(entries["NSProperties"]) where !inherited.contains(key) {
            guard let property = graph.object(value) else { continue }
            switch property.className {
            case "NSRelationshipDescription": entity.relationships.append(relationship(property))
            case "NSFetchedPropertyDescription":
                let request = graph.object(property.entries["NSFetchRequest"])
                entity.fetchedProperties.append(
                    ObjectFetchedProperty(
                        key,
                        request: request.map { template(key, $0) }
                            ?? FetchTemplate(key, entity: ""),
                        isOptional: graph.bool(property.entries["NSIsOptional"]),
                        userInfo: graph.texts(property.entries["NSUserInfo"])))
            default: entity.attributes.append(attribute(property, depth: 0))  // All the others.
            }
        }
        entity.attributes.sort { $0.name < $1.name }
        entity.relationships.sort { $0.name < $1.name }
        entity.uniquenessConstraints = graph.members(entries["NSUniqueTuples"]).map { tuple in
            graph.members(tuple).compactMap { member in
                graph.text(member)
                    ?? graph.object(member).flatMap { graph.text($0.entries["NSPropertyName"]) }
            }
        }
        entity.indexes = indexes(entries)
        // The flag of old models is also set where an index begins with the attribute; an archive
        // that lists indexes lists that of the flag too.
        let first = Set(entity.indexes.compactMap { $0.elements.first?.property })
        for place in entity.attributes.indices where first.contains(entity.attributes[place].name) {
            entity.attributes[place].isIndexed = false
        }
        entity.renamingIdentifier = renaming(entries, name)
        entity.versionHashModifier = graph.text(entries["NSVersionHashModifier"])
        entity.userInfo = graph.texts(entries["NSUserInfo"])
        return entity
    }

    private func indexes(_ entries: [String: PropertyTree]) -> [ObjectIndex] {
        var all: [ObjectIndex] = []
        for value in graph.members(entries["NSFetchIndexDescriptions"]) {
            guard let index = graph.object(value) else { continue }
            let elements = graph.members(index.entries["NSIndexElements"]).compactMap {
                member -> ObjectIndex.Element? in
                guard let element = graph.object(member) else { return nil }
                return ObjectIndex.Element(
                    property: graph.text(element.entries["NSPropertyName"]),
                    expression: graph.text(element.entries[MomKeys.expression]),
                    isAscending: graph.bool(element.entries["NSAscending"]),
                    isSpatial: graph.int(element.entries["NSFetchIndexElementType"]) == 1)
            }
            let predicate = index.entries["NSPartialIndexPredicate"]
            all.append(
                ObjectIndex(
                    graph.text(index.entries["NSIndexName"]) ?? "", elements: elements,
                    partialPredicate: graph.text(predicate)
                        ?? graph.object(predicate).map(spelled)))
        }
        guard all.isEmpty else { return all }
        for (place, tuple) in graph.members(entries["NSCompoundIndexes"]).enumerated() {
            let names = graph.members(tuple).compactMap(graph.text)
            all.append(
                ObjectIndex(
                    "compound\(place + 1)",
                    elements: names.map { ObjectIndex.Element(property: $0) }))
        }
        return all
    }

    /// The earlier name, where it is another one.
    private func renaming(_ entries: [String: PropertyTree], _ name: String) -> String? {
        graph.text(entries["NSRenamingIdentifier"]).flatMap { $0 == name ? nil : $0 }
    }

    // MARK: Properties

    private func attribute(_ object: Object, depth: Int) -> ObjectAttribute {
        let entries = object.entries
        let name = graph.text(entries["NSPropertyName"]) ?? ""
        let type = AttributeType(archived: graph.int(entries["NSAttributeType"]) ?? 0)
        var attribute = ObjectAttribute(
            name, type, isOptional: graph.bool(entries["NSIsOptional"]))
        attribute.isTransient = graph.bool(entries["NSIsTransient"])
        attribute.isIndexed = graph.bool(entries["NSIsIndexed"])
        attribute.allowsCloudEncryption = graph.bool(entries[MomKeys.encryption])
        attribute.defaultValue = constant(entries["NSDefaultValue"], type)
        attribute.minimum = constant(entries[MomKeys.minimum], type)
        attribute.maximum = constant(entries[MomKeys.maximum], type)
        attribute.pattern = graph.text(entries[MomKeys.pattern])
        attribute.valueTransformerName = graph.text(entries["NSValueTransformerName"])
        let className = graph.text(entries["NSAttributeValueClassName"])
        if type == .transformable { attribute.customClassName = className }
        attribute.renamingIdentifier = renaming(entries, name)
        attribute.versionHashModifier = graph.text(entries["NSVersionHashModifier"])
        attribute.userInfo = graph.texts(entries["NSUserInfo"])
        let info = Dictionary(graph.entries(entries["NSUserInfo"]), uniquingKeysWith: { a, _ in a })
        if graph.bool(info[EnumerationKeys.isEnumeration]) {
            attribute.enumerationCases = graph.members(info[EnumerationKeys.cases])
                .compactMap(graph.text)
            attribute.userInfo[EnumerationKeys.isEnumeration] = nil
        }
        attribute.allowsExternalStorage = flags(entries) & MomFlags.externalStorage != 0
        attribute.preservesValueInHistoryOnDeletion = flags(entries) & MomFlags.preserved != 0
        (attribute.validations, attribute.validationWarnings) = validations(entries)
        attribute.derivation = graph.text(entries["NSDerivationFormat"])
        if let derivation = graph.object(entries["NSDerivationExpression"]) {
            attribute.derivation = predicates.expression(derivation)
        }
        if depth < 16 {
            // Apple's name, and the one that our own archives had.
            let elements = graph.members(
                entries["NSCompositeElements"] ?? entries["NSElements"])
            attribute.elements = elements.compactMap(graph.object)
                .filter { _ in elementCount.take() }
                .map { self.attribute($0, depth: depth + 1) }
        }
        return attribute
    }

    /// Conditions as formats, and what is said when the one of the same place does not hold.
    private func validations(
        _ entries: [String: PropertyTree]
    ) -> (formats: [String], warnings: [ModelValue]) {
        let conditions =
            graph.members(entries["NSValidationPredicates"])
            + graph.members(entries[MomKeys.conditions])
        let texts =
            graph.members(entries["NSValidationWarnings"])
            + graph.members(entries[MomKeys.warnings])
        var (formats, warnings): ([String], [ModelValue]) = ([], [])
        for (place, value) in conditions.enumerated() {
            guard let format = graph.text(value) ?? graph.object(value).map(spelled) else {
                continue
            }
            if place < texts.count, warnings.count == formats.count,
                let warning = constant(texts[place], .undefined)
            {
                warnings.append(warning)
            }
            formats.append(format)
        }
        return (formats, warnings)
    }

    private func flags(_ entries: [String: PropertyTree]) -> Int {
        graph.int(entries["NSFlagsKey"]) ?? 0
    }

    private func relationship(_ object: Object) -> ObjectRelationship {
        let entries = object.entries
        let name = graph.text(entries["NSPropertyName"]) ?? ""
        let most = graph.int(entries["NSMaxCount"]) ?? 1
        let destination =
            graph.text(entries["_NSDestinationEntityName"])
            ?? graph.object(entries["NSDestinationEntity"]).flatMap(self.name)
        let inverse = graph.object(entries["NSInverseRelationship"])
        var relationship = ObjectRelationship(
            name, to: destination,
            inverse: graph.text(entries["_NSInverseRelationshipName"])
                ?? inverse.flatMap { graph.text($0.entries["NSPropertyName"]) },
            isToMany: most != 1, isOrdered: graph.bool(entries["NSIsOrdered"]),
            isOptional: graph.bool(entries["NSIsOptional"]))
        relationship.maximumCount = most
        relationship.minimumCount = graph.int(entries["NSMinCount"]) ?? 0
        relationship.isTransient = graph.bool(entries["NSIsTransient"])
        relationship.deleteRule = DeleteRule(archived: graph.int(entries["NSDeleteRule"]) ?? 1)
        relationship.renamingIdentifier = renaming(entries, name)
        relationship.versionHashModifier = graph.text(entries["NSVersionHashModifier"])
        relationship.userInfo = graph.texts(entries["NSUserInfo"])
        (relationship.validations, relationship.validationWarnings) = validations(entries)
        return relationship
    }

    private var predicates: ArchivedPredicate { ArchivedPredicate(graph, predicateParts) }

    /// A predicate as a format.
    ///
    /// One that has none (a block, a class of the program's own) is a text that no parser takes, so
    /// that a model in use does not do without it in silence.
    private func spelled(_ predicate: Object) -> String {
        predicates.format(predicate) ?? "<\(predicate.className)>"
    }

    private func template(_ name: String, _ object: Object) -> FetchTemplate {
        let entries = object.entries
        let entity =
            graph.text(entries["NSEntityName"])
            ?? graph.object(entries["NSEntity"]).flatMap(self.name) ?? ""
        let predicate = graph.object(entries["NSPredicate"])
        // Flags of ours. Those of Apple's are bits, of which no file at hand tells the order.
        var settings = graph.texts(entries["NSSettings"])
        for (key, setting) in FetchTemplate.archivedNumbers {
            guard let number = graph.int(entries[key]), number != 0 else { continue }
            settings[setting] = String(number)
        }
        return FetchTemplate(
            name, entity: entity,
            predicate: graph.text(entries["NSPredicateFormat"])
                ?? predicate.map(spelled),
            fetchLimit: graph.int(entries["NSFetchLimit"]) ?? 0,
            resultType: graph.int(entries["NSResultType"]) ?? 0, settings: settings,
            sorting: graph.members(entries["NSSortDescriptors"]).compactMap { member in
                guard predicateParts.take(), let part = graph.object(member),
                    let key = graph.text(part.entries["NSKey"])
                else { return nil }
                return FetchTemplate.Sorting(
                    key, isAscending: graph.bool(part.entries["NSAscending"]),
                    selector: graph.text(part.entries["NSSelector"]))
            })
    }

    // MARK: Values

    private func constant(_ value: PropertyTree?, _ type: AttributeType) -> ModelValue? {
        switch graph.resolved(value) {
        case .null, .reference, .list: return nil
        case .bool(let truth): return .int(truth ? 1 : 0)
        case .int(let number): return type == .decimal ? .decimal(Decimal(number)) : .int(number)
        case .double(let number): return .double(number)
        case .date(let date): return .date(date)
        case .data(let data): return .bytes(data)
        case .text(let text): return .text(text)
        case .dictionary(let entries):
            guard let object = graph.object(value) else { return nil }
            switch object.className {
            case "NSDate":
                guard case .double(let seconds)? = entries["NS.time"] else { return nil }
                return .date(Date(timeIntervalSinceReferenceDate: seconds))
            case "NSMutableString", "NSString": return graph.text(value).map(ModelValue.text)
            case "NSData", "NSMutableData":
                guard case .data(let data)? = entries["NS.data"] else { return nil }
                return .bytes(data)
            case "NSUUID":
                guard case .data(let data)? = entries["NS.uuidbytes"], data.count == 16 else {
                    return nil
                }
                let uuid = data.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }
                return .uuid(UUID(uuid: uuid))
            case "NSURL":
                return graph.text(entries["NS.relative"]).flatMap { URL(string: $0) }
                    .map(ModelValue.url)
            case "NSDecimalNumber", "NSDecimalNumberPlaceholder":
                return graph.decimal(entries).map(ModelValue.decimal)
            default: return nil  // Nothing else stands for a value.
            }
        }
    }
}

/// The keys under which SwiftData's models say of a composite that it holds an enumeration.
package enum EnumerationKeys {
    /// A truth value.
    package static let isEnumeration = "EnumType"
    /// The names of the cases, of an enumeration without raw values.
    package static let cases = "enum"
}

/// The keys that our archives alone have; Apple's unarchiver asks for none of them.
enum MomKeys {
    /// Whether an attribute is encrypted in the cloud: the key of Apple's archives is not known.
    static let encryption = "QuarryAllowsCloudEncryption"
    /// The bounds and the pattern of a value: Apple's archives have predicates in their place, which
    /// say no more which of the bounds they are.
    static let minimum = "QuarryMinimum"
    static let maximum = "QuarryMaximum"
    static let pattern = "QuarryPattern"
    /// Further conditions on a value, as formats, which Apple's unarchiver takes for no predicates.
    static let conditions = "QuarryConditions"
    /// What is said when they do not hold.
    static let warnings = "QuarryWarnings"
    /// What an index has an expression of instead of a property, as a format.
    static let expression = "QuarryExpression"
}

/// The bits of an attribute's flags (`NSFlagsKey`).
enum MomFlags {
    /// Large values may be kept beside the store.
    ///
    /// From the order of the flags that Apple's class is known to have; no archive at hand has it
    /// set.
    static let externalStorage = 4
    /// The history keeps the value of deleted objects (seen in real archives).
    static let preserved = 16
}

extension AttributeType {
    /// The type of a number in an archive; undefined for numbers of a time to come.
    package init(archived number: Int) {
        self = Self.allCases.first { $0.archived == number } ?? .undefined
    }

    /// The number of the type in an archive, which is that of NSAttributeType.
    package var archived: Int {
        switch self {
        case .undefined: 0
        case .integer16: 100
        case .integer32: 200
        case .integer64: 300
        case .decimal: 400
        case .double: 500
        case .float: 600
        case .string: 700
        case .boolean: 800
        case .date: 900
        case .binary: 1000
        case .uuid: 1100
        case .uri: 1200
        case .transformable: 1800
        case .objectID: 2000
        case .composite: 2100
        }
    }
}

extension DeleteRule {
    /// The rule of a number in an archive; nullify for every unknown number.
    package init(archived number: Int) {
        self = Self.allCases.first { $0.archived == number } ?? .nullify
    }

    /// The number of the rule in an archive, which is that of NSDeleteRule.
    package var archived: Int {
        switch self {
        case .noAction: 0
        case .nullify: 1
        case .cascade: 2
        case .deny: 3
        }
    }
}
