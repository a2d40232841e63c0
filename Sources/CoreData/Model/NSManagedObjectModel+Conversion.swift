import Foundation
import FoundationPredicates
import ObjectCore

extension NSManagedObjectModel {
    /// Descriptions of what a model file says.
    convenience init(_ source: ObjectModel) {
        self.init()
        let made = source.entities.map(NSEntityDescription.init(source:))
        let byName = Dictionary(
            made.map { ($0.storedName ?? "", $0) }, uniquingKeysWith: { a, _ in a })
        for (entity, description) in zip(source.entities, made) {
            if let name = entity.superentity, let parent = byName[name] {
                parent.ownSubentities.append(description)
                description.parent = parent
            }
        }
        entities = made
        connect()
        for (entity, description) in zip(source.entities, made) {
            description.givenHash = entity.versionHash
            for (property, hash) in zip(
                entity.attributes.map(\.name) + entity.relationships.map(\.name),
                entity.attributes.map(\.versionHash) + entity.relationships.map(\.versionHash))
            {
                description.ownProperties.first { $0.storedName == property }?.givenHash = hash
            }
        }
        var templates: [String: NSFetchRequest<any NSFetchRequestResult>] = [:]
        for template in source.fetchTemplates {
            templates[template.name] = NSFetchRequest(template, byName[template.entity])
        }
        for (entity, description) in zip(source.entities, made) {
            for property in entity.fetchedProperties {
                let fetched = NSFetchedPropertyDescription()
                fetched.name = property.name
                fetched.isOptional = property.isOptional
                fetched.userInfo = property.userInfo
                fetched.fetchRequest = NSFetchRequest(
                    property.request, byName[property.request.entity])
                fetched.owner = description
                description.ownProperties.append(fetched)
            }
        }
        adopt(configurations: source.configurations, templates: templates)
        versionIdentifiers = Set(source.versionIdentifiers.map { AnyHashable($0) })
        if !source.localization.isEmpty { localizationDictionary = source.localization }
    }

    /// The model as a value.
    var objectModel: ObjectModel {
        ObjectModel(
            entities: entities.map(\.objectEntity), configurations: configurationNames,
            versionIdentifiers: versionIdentifiers.compactMap { $0.base as? String }.sorted(),
            localization: localizationDictionary ?? [:])
    }
}

extension NSEntityDescription {
    fileprivate convenience init(source: ObjectEntity) {
        self.init()
        storedName = source.name
        className = source.className
        abstract = source.isAbstract
        ownProperties =
            source.attributes.map { NSAttributeDescription.make($0) }
            + source.relationships.map { NSRelationshipDescription(source: $0) }
        for property in ownProperties { property.owner = self }
        constraints = source.uniquenessConstraints
        ownIndexes = source.indexes.map { index in
            let description = NSFetchIndexDescription(
                name: index.name,
                elements: index.elements.map { element in
                    let part = NSFetchIndexElementDescription(
                        name: element.property,
                        property: ownProperties.first { $0.storedName == element.property },
                        collationType: element.isSpatial ? .rTree : .binary)
                    part.isAscending = element.isAscending
                    return part
                })
            description.partialIndexPredicate = index.partialPredicate.flatMap {
                try? NSPredicate(parsing: $0)
            }
            description.owner = self
            return description
        }
        renaming = source.renamingIdentifier
        hashModifier = source.versionHashModifier
        if !source.userInfo.isEmpty { info = source.userInfo }
    }

    fileprivate var objectEntity: ObjectEntity {
        ObjectEntity(
            storedName ?? "", className: className, superentity: parent?.storedName,
            isAbstract: abstract,
            attributes: ownProperties.compactMap {
                ($0 as? NSAttributeDescription)?.objectAttribute
            },
            relationships: ownProperties.compactMap {
                ($0 as? NSRelationshipDescription)?.objectRelationship
            },
            fetchedProperties: ownProperties.compactMap { property in
                guard let fetched = property as? NSFetchedPropertyDescription else { return nil }
                return ObjectFetchedProperty(
                    fetched.storedName,
                    request: FetchTemplate(
                        fetched.storedName, entity: fetched.fetchRequest?.entityName ?? "",
                        predicate: fetched.fetchRequest?.predicate?.predicateFormat))
            },
            uniquenessConstraints: constraints.map { list in
                list.map { ($0 as? NSPropertyDescription)?.storedName ?? String(describing: $0) }
            },
            indexes: ownIndexes.map { index in
                ObjectIndex(
                    index.name,
                    elements: index.elements.map {
                        ObjectIndex.Element(
                            property: $0.propertyName, isAscending: $0.isAscending,
                            isSpatial: $0.collationType == .rTree)
                    }, partialPredicate: index.partialIndexPredicate?.predicateFormat)
            },
            renamingIdentifier: renaming, versionHashModifier: hashModifier,
            versionHash: givenHash, userInfo: info.textual)
    }
}

extension NSAttributeDescription {
    fileprivate static func make(_ source: ObjectAttribute) -> NSAttributeDescription {
        let made: NSAttributeDescription
        if let derivation = source.derivation {
            let derived = NSDerivedAttributeDescription()
            derived.derivationExpression = try? NSExpression(parsing: derivation)
            made = derived
        } else if source.type == .composite {
            let composite = NSCompositeAttributeDescription()
            composite.elements = source.elements.map(make)
            made = composite
        } else {
            made = NSAttributeDescription()
        }
        made.take(source)
        return made
    }

    private func take(_ source: ObjectAttribute) {
        storedName = source.name
        storedType = NSAttributeType(source.type)
        optional = source.isOptional
        transient = source.isTransient
        storedDefault = source.defaultValue.map { AttributeValue.any($0, source.type) }
        className = source.customClassName
        transformerName = source.valueTransformerName
        externalStorage = source.allowsExternalStorage
        cloudEncryption = source.allowsCloudEncryption
        historyPreserving = source.preservesValueInHistoryOnDeletion
        minimum = source.minimum
        maximum = source.maximum
        pattern = source.pattern
        renaming = source.renamingIdentifier
        hashModifier = source.versionHashModifier
        indexed = source.isIndexed
        spotlight = source.isIndexedBySpotlight
        if !source.userInfo.isEmpty { info = source.userInfo }
        addBounds(source)
    }

    /// Bounds become the predicates and the codes that Apple's models have for them.
    private func addBounds(_ source: ObjectAttribute) {
        func add(_ predicate: QueryPredicate, _ code: Int) {
            predicates.append(NSPredicate.from(predicate))
            warnings.append(NSNumber(value: code))
        }
        func value(_ bound: ModelValue) -> Value {
            Value(bridging: AttributeValue.any(bound, source.type))
        }
        let isText = source.type == .string
        let isDate = source.type == .date
        let subject: QueryExpression = isText ? .keyPath(QueryKeyPath("length")) : .this
        if let bound = source.minimum {
            add(
                .comparison(Comparison(subject, .greaterOrEqual, .constant(value(bound)))),
                isText
                    ? NSValidationStringTooShortError
                    : isDate ? NSValidationDateTooSoonError : NSValidationNumberTooSmallError)
        }
        if let bound = source.maximum {
            add(
                .comparison(Comparison(subject, .lessOrEqual, .constant(value(bound)))),
                isText
                    ? NSValidationStringTooLongError
                    : isDate ? NSValidationDateTooLateError : NSValidationNumberTooLargeError)
        }
        if let pattern = source.pattern, !pattern.isEmpty {
            add(
                .comparison(Comparison(.this, .matches, .constant(.text(pattern)))),
                NSValidationStringPatternMatchingError)
        }
        for format in source.validations {
            guard let predicate = try? QueryPredicate(parsing: format) else { continue }
            add(predicate, NSManagedObjectConstraintValidationError)
        }
    }

    var objectAttribute: ObjectAttribute {
        var made = ObjectAttribute(
            storedName, storedType.attributeType, isOptional: optional,
            defaultValue: AttributeValue.modelValue(storedDefault))
        made.isTransient = transient
        made.minimum = minimum
        made.maximum = maximum
        made.pattern = pattern
        made.derivation =
            (self as? NSDerivedAttributeDescription)?.derivationExpression?.description
        if let composite = self as? NSCompositeAttributeDescription {
            made.elements = composite.elements.map(\.objectAttribute)
        }
        made.valueTransformerName = transformerName
        made.customClassName = className
        made.allowsExternalStorage = externalStorage
        made.preservesValueInHistoryOnDeletion = historyPreserving
        made.allowsCloudEncryption = cloudEncryption
        made.renamingIdentifier = renaming
        made.versionHashModifier = hashModifier
        made.versionHash = givenHash
        made.isIndexed = indexed
        made.isIndexedBySpotlight = spotlight
        made.userInfo = info.textual
        return made
    }
}

extension NSRelationshipDescription {
    fileprivate convenience init(source: ObjectRelationship) {
        self.init()
        storedName = source.name
        destinationName = source.destination
        inverseName = source.inverse
        optional = source.isOptional
        transient = source.isTransient
        least = source.minimumCount
        most = source.isToMany ? (source.maximumCount == 1 ? 0 : source.maximumCount) : 1
        ordered = source.isOrdered
        rule = NSDeleteRule(source.deleteRule)
        renaming = source.renamingIdentifier
        hashModifier = source.versionHashModifier
        if !source.userInfo.isEmpty { info = source.userInfo }
    }

    fileprivate var objectRelationship: ObjectRelationship {
        var made = ObjectRelationship(
            storedName, to: destination?.storedName, inverse: inverse?.storedName,
            isToMany: isToMany, isOrdered: ordered, isOptional: optional, deleteRule: rule.rule)
        made.inverseEntity = inverse?.owner?.storedName
        made.isTransient = transient
        made.minimumCount = least
        made.maximumCount = most
        made.renamingIdentifier = renaming
        made.versionHashModifier = hashModifier
        made.versionHash = givenHash
        made.userInfo = info.textual
        return made
    }
}

extension [AnyHashable: Any]? {
    /// The entries that are text.
    fileprivate var textual: [String: String] {
        var made: [String: String] = [:]
        for (key, value) in self ?? [:] {
            if let key = key.base as? String, let value = value as? String { made[key] = value }
        }
        return made
    }
}

extension NSFetchRequest {
    /// A request that a model keeps.
    convenience init(_ template: FetchTemplate, _ entity: NSEntityDescription?) {
        self.init()
        self.entity = entity
        if entity == nil { given = template.entity }
        predicate = template.predicate.flatMap { try? NSPredicate(parsing: $0) }
        fetchLimit = template.fetchLimit
        resultType = NSFetchRequestResultType(rawValue: UInt(max(0, template.resultType)))
        func flag(_ name: String, _ otherwise: Bool) -> Bool {
            template.settings[name].map { $0 == "YES" || $0 == "1" || $0 == "true" } ?? otherwise
        }
        includesSubentities = flag("includesSubentities", true)
        includesPropertyValues = flag("includesPropertyValues", true)
        returnsObjectsAsFaults = flag("returnsObjectsAsFaults", true)
        returnsDistinctResults = flag("returnsDistinctResults", false)
        includesPendingChanges = flag("includesPendingChanges", true)
        if let size = template.settings["fetchBatchSize"].flatMap({ Int($0) }) {
            fetchBatchSize = size
        }
        if let offset = template.settings["fetchOffset"].flatMap({ Int($0) }) {
            fetchOffset = offset
        }
    }
}
