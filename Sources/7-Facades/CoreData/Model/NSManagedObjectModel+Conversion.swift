import Foundation
import FoundationPredicates
package import ObjectCore

extension NSManagedObjectModel {
    /// Descriptions of what a model file says.
    ///
    /// - Throws: `NSFileReadCorruptFileError` for predicates and expressions that cannot be read,
    ///   and for entities that inherit in a circle. Without its conditions the model would be
    ///   another one, which takes what it should refuse.
    convenience init(_ source: ObjectModel) throws {
        guard !source.inheritsInCircle else {
            throw ModelText.problem("The entities of the model inherit in a circle.")
        }
        if let name = source.repeatedName {
            throw ModelText.problem(
                "The name '\(name)' occurs twice in the model; give one another.")
        }
        self.init()
        let made = try source.entities.map(NSEntityDescription.init(source:))
        let byName = Dictionary(first: made.map { ($0.name ?? "", $0) })
        for (entity, description) in zip(source.entities, made) {
            if let name = entity.superentity, let parent = byName[name] {
                parent.subentities.append(description)
            }
        }
        entities = made
        for (entity, description) in zip(source.entities, made) {
            description.givenHash = entity.versionHash
            for (property, hash) in zip(
                entity.attributes.map(\.name) + entity.relationships.map(\.name),
                entity.attributes.map(\.versionHash) + entity.relationships.map(\.versionHash))
            {
                description.ownProperties.first { $0.name == property }?.givenHash = hash
            }
        }
        var templates: [String: NSFetchRequest<any NSFetchRequestResult>] = [:]
        for template in source.fetchTemplates {
            templates[template.name] = try NSFetchRequest(
                template, byName[template.entity], for: "fetch request '\(template.name)'")
        }
        for (entity, description) in zip(source.entities, made) {
            for property in entity.fetchedProperties {
                let fetched = NSFetchedPropertyDescription()
                fetched.name = property.name
                fetched.isOptional = property.isOptional
                fetched.userInfo = property.userInfo
                fetched.fetchRequest = try NSFetchRequest(
                    property.request, byName[property.request.entity],
                    for: "fetched property '\(entity.name).\(property.name)'")
                fetched.owner = description
                description.ownProperties.append(fetched)
            }
        }
        adopt(configurations: source.configurations, templates: templates)
        versionIdentifiers = Set(source.versionIdentifiers.map { AnyHashable($0) })
        if !source.localization.isEmpty { localizationDictionary = source.localization }
    }

    /// The model as a value.
    package var objectModel: ObjectModel {
        ObjectModel(
            entities: entities.map(\.objectEntity), configurations: configured,
            fetchTemplates: fetchRequestTemplatesByName.sorted { $0.key < $1.key }.compactMap {
                FetchTemplate($0.value, named: $0.key)
            },
            versionIdentifiers: versionIdentifiers.compactMap { $0.base as? String }.sorted(),
            localization: localizationDictionary ?? [:])
    }
}

extension NSEntityDescription {
    fileprivate convenience init(source: ObjectEntity) throws {
        self.init()
        name = source.name
        className = source.className
        isAbstract = source.isAbstract
        ownProperties =
            try source.attributes.map { try NSAttributeDescription.make($0, of: source.name) }
            + source.relationships.map {
                try NSRelationshipDescription(source: $0, of: source.name)
            }
        for property in ownProperties { property.owner = self }
        uniquenessConstraints = source.uniquenessConstraints
        indexes = try source.indexes.map { index in
            let description = NSFetchIndexDescription(
                name: index.name,
                elements: index.elements.map(NSFetchIndexElementDescription.init(source:)))
            description.partialIndexPredicate = try index.partialPredicate.map {
                try ModelText.predicate($0, "the index '\(source.name).\(index.name)'")
            }
            return description
        }
        renaming = source.renamingIdentifier
        versionHashModifier = source.versionHashModifier
        if !source.userInfo.isEmpty { userInfo = source.userInfo }
    }

    fileprivate var objectEntity: ObjectEntity {
        ObjectEntity(
            name ?? "", className: className, superentity: parent?.name,
            isAbstract: isAbstract,
            attributes: ownProperties.compactMap {
                ($0 as? NSAttributeDescription)?.objectAttribute
            },
            relationships: ownProperties.compactMap {
                ($0 as? NSRelationshipDescription)?.objectRelationship
            },
            fetchedProperties: ownProperties.compactMap { property in
                guard let fetched = property as? NSFetchedPropertyDescription else { return nil }
                return ObjectFetchedProperty(
                    fetched.name,
                    request: FetchTemplate(
                        fetched.name, entity: fetched.fetchRequest?.entityName ?? "",
                        predicate: fetched.fetchRequest?.predicate?.readableFormat,
                        fetchLimit: fetched.fetchRequest?.fetchLimit ?? 0,
                        resultType: Int(fetched.fetchRequest?.resultType.rawValue ?? 0),
                        settings: fetched.fetchRequest?.settings ?? [:],
                        sorting: fetched.fetchRequest?.sorting ?? []),
                    isOptional: fetched.isOptional,
                    userInfo: fetched.userInfo?.named(String.self) ?? [:])
            },
            uniquenessConstraints: Self.named(uniquenessConstraints),
            indexes: indexes.map { index in
                ObjectIndex(
                    index.name,
                    elements: index.elements.map(\.objectElement),
                    partialPredicate: index.partialIndexPredicate?.readableFormat)
            }
                + Self.named(compoundIndexes).map { names in
                    ObjectIndex(
                        names.joined(separator: "_"),
                        elements: names.map { ObjectIndex.Element(property: $0) })
                },
            renamingIdentifier: renaming, versionHashModifier: versionHashModifier,
            versionHash: givenHash, userInfo: userInfo?.named(String.self) ?? [:])
    }
}

extension NSFetchIndexElementDescription {
    fileprivate convenience init(source: ObjectIndex.Element) {
        let type: NSFetchIndexElementType = source.isSpatial ? .rTree : .binary
        // One that cannot be read is no part of an index.
        let expression = source.expression.flatMap { try? NSExpression(parsing: $0) }
        if let expression {
            let description = NSExpressionDescription()
            description.name = source.property ?? ""
            description.expression = expression
            self.init(property: description, collationType: type)
        } else {
            self.init(name: source.property, collationType: type)
        }
        isAscending = source.isAscending
    }

    fileprivate var objectElement: ObjectIndex.Element {
        let expression = (property as? NSExpressionDescription)?.expression
        return ObjectIndex.Element(
            property: expression == nil ? propertyName : nil, expression: expression?.description,
            isAscending: isAscending, isSpatial: collationType == .rTree)
    }
}

extension NSPredicate {
    /// The format, which can be read again; nil of a predicate that has none, such as a block.
    var readableFormat: String? {
        let format = predicateFormat
        return (try? NSPredicate(parsing: format)) == nil ? nil : format
    }
}

extension NSPropertyDescription {
    /// Adds the conditions of a model, with what is said when they do not hold.
    fileprivate func addValidations(
        _ formats: [String], _ warnings: [ModelValue], of place: String
    ) throws {
        validationPredicates += try formats.map { try ModelText.predicate($0, place) }
        validationWarnings += warnings.map { AttributeValue.any($0, .undefined) }
    }

    /// The conditions behind the bounds, as formats, and what is said when they do not hold.
    ///
    /// Conditions that have no format, such as blocks, are left out.
    fileprivate func validations(
        after bounds: Int = 0
    ) -> (formats: [String], warnings: [ModelValue]) {
        var (formats, warnings): ([String], [ModelValue]) = ([], [])
        for (place, predicate) in validationPredicates.enumerated().dropFirst(bounds) {
            guard let format = predicate.readableFormat else { continue }
            if place < validationWarnings.count, warnings.count == formats.count,
                let warning = AttributeValue.modelValue(validationWarnings[place])
            {
                warnings.append(warning)
            }
            formats.append(format)
        }
        return (formats, warnings)
    }
}

extension NSAttributeDescription {
    fileprivate static func make(
        _ source: ObjectAttribute, of entity: String
    ) throws -> NSAttributeDescription {
        let made: NSAttributeDescription
        if let derivation = source.derivation {
            let derived = NSDerivedAttributeDescription()
            derived.derivationExpression = try ModelText.expression(
                derivation, "the derived attribute '\(entity).\(source.name)'")
            made = derived
        } else if source.type == .composite {
            let composite = NSCompositeAttributeDescription()
            composite.elements = try source.elements.map {
                try make($0, of: "\(entity).\(source.name)")
            }
            made = composite
        } else {
            made = NSAttributeDescription()
        }
        try made.take(source, of: entity)
        return made
    }

    private func take(_ source: ObjectAttribute, of entity: String) throws {
        name = source.name
        attributeType = NSAttributeType(source.type)
        isOptional = source.isOptional
        isTransient = source.isTransient
        className = source.customClassName
        valueTransformerName = source.valueTransformerName
        defaultValue = source.defaultValue.flatMap { value in
            if source.type == .transformable, case .bytes(let bytes) = value {
                return ValueTransforming.decode(bytes, self)
            }
            return AttributeValue.any(value, source.type)
        }
        allowsExternalBinaryDataStorage = source.allowsExternalStorage
        allowsCloudEncryption = source.allowsCloudEncryption
        preservesValueInHistoryOnDeletion = source.preservesValueInHistoryOnDeletion
        minimum = source.minimum
        maximum = source.maximum
        pattern = source.pattern
        elementFallback = source.elementFallback
        renaming = source.renamingIdentifier
        versionHashModifier = source.versionHashModifier
        isIndexed = source.isIndexed
        isIndexedBySpotlight = source.isIndexedBySpotlight
        if !source.userInfo.isEmpty { userInfo = source.userInfo }
        if let cases = source.enumerationCases {
            var entries = userInfo ?? [:]
            entries[EnumerationKeys.isEnumeration] = true
            if !cases.isEmpty { entries[EnumerationKeys.cases] = cases }
            userInfo = entries
        }
        try addBounds(source, of: entity)
    }

    /// Bounds become the predicates and the codes that Apple's models have for them.
    private func addBounds(_ source: ObjectAttribute, of entity: String) throws {
        func add(_ predicate: QueryPredicate, _ code: Int) {
            validationPredicates.append(NSPredicate.from(predicate))
            validationWarnings.append(NSNumber(value: code))
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
        try addValidations(
            source.validations, source.validationWarnings,
            of: "the attribute '\(entity).\(source.name)'")
    }

    var objectAttribute: ObjectAttribute {
        var made = ObjectAttribute(
            name, attributeType.attributeType, isOptional: isOptional,
            defaultValue: AttributeValue.modelValue(defaultValue))
        if attributeType == .transformableAttributeType {
            // As the store has it, for migrations that add the attribute.
            made.defaultValue = defaultValue.flatMap { ValueTransforming.encode($0, self) }
                .map { .bytes($0) }
        }
        made.isTransient = isTransient
        made.minimum = minimum
        made.maximum = maximum
        made.pattern = pattern
        made.elementFallback = elementFallback
        let bounds = [minimum != nil, maximum != nil, pattern?.isEmpty == false]
            .count(where: \.self)
        (made.validations, made.validationWarnings) = validations(after: bounds)
        made.derivation =
            (self as? NSDerivedAttributeDescription)?.derivationExpression?.description
        if let composite = self as? NSCompositeAttributeDescription {
            made.elements = composite.elements.map(\.objectAttribute)
            made.setDefaults(Value(bridging: defaultValue))
        }
        made.valueTransformerName = valueTransformerName
        made.customClassName = className
        made.allowsExternalStorage = allowsExternalBinaryDataStorage
        made.preservesValueInHistoryOnDeletion = preservesValueInHistoryOnDeletion
        made.allowsCloudEncryption = allowsCloudEncryption
        made.renamingIdentifier = renaming
        made.versionHashModifier = versionHashModifier
        made.versionHash = givenHash
        made.isIndexed = isIndexed
        made.isIndexedBySpotlight = isIndexedBySpotlight
        made.userInfo = userInfo?.named(String.self) ?? [:]
        if userInfo?[EnumerationKeys.isEnumeration] as? Bool == true {
            made.enumerationCases = userInfo?[EnumerationKeys.cases] as? [String] ?? []
        }
        return made
    }
}

extension ObjectAttribute {
    /// Gives the elements of a composite their parts of its default.
    fileprivate mutating func setDefaults(_ value: Value) {
        guard case .dictionary(let members) = value else { return }
        for place in elements.indices {
            let member = members[elements[place].name] ?? .null
            if elements[place].type == .composite {
                elements[place].setDefaults(member)
            } else if let constant = AttributeValue.modelValue(member.bridged) {
                elements[place].defaultValue = constant
            }
        }
    }
}

extension NSRelationshipDescription {
    fileprivate convenience init(source: ObjectRelationship, of entity: String) throws {
        self.init()
        name = source.name
        destinationName = source.destination
        inverseName = source.inverse
        isOptional = source.isOptional
        isTransient = source.isTransient
        least = source.minimumCount
        most = source.isToMany ? (source.maximumCount == 1 ? 0 : source.maximumCount) : 1
        isOrdered = source.isOrdered
        deleteRule = NSDeleteRule(source.deleteRule)
        renaming = source.renamingIdentifier
        versionHashModifier = source.versionHashModifier
        if !source.userInfo.isEmpty { userInfo = source.userInfo }
        try addValidations(
            source.validations, source.validationWarnings,
            of: "the relationship '\(entity).\(source.name)'")
    }

    fileprivate var objectRelationship: ObjectRelationship {
        var made = ObjectRelationship(
            name, to: destination?.name, inverse: inverse?.name,
            isToMany: isToMany, isOrdered: isOrdered, isOptional: isOptional,
            deleteRule: deleteRule.rule)
        made.inverseEntity = inverse?.owner?.name
        made.isTransient = isTransient
        made.minimumCount = least
        made.maximumCount = most
        made.renamingIdentifier = renaming
        made.versionHashModifier = versionHashModifier
        made.versionHash = givenHash
        made.userInfo = userInfo?.named(String.self) ?? [:]
        (made.validations, made.validationWarnings) = validations()
        return made
    }
}

extension [AnyHashable: Any] {
    /// The entries whose keys are texts and whose values are of a type.
    func named<Wanted>(_ type: Wanted.Type) -> [String: Wanted] {
        var made: [String: Wanted] = [:]
        for (key, value) in self {
            if let key = key.base as? String, let value = value as? Wanted { made[key] = value }
        }
        return made
    }
}

/// Reads what a model says as text.
enum ModelText {
    static func predicate(_ format: String, _ place: String) throws -> NSPredicate {
        do {
            return try NSPredicate(parsing: format)
        } catch {
            throw problem("The predicate of \(place) cannot be read. \(error)")
        }
    }

    static func expression(_ format: String, _ place: String) throws -> NSExpression {
        do {
            return try NSExpression(parsing: format)
        } catch {
            throw problem("The expression of \(place) cannot be read. \(error)")
        }
    }

    /// NSFileReadCorruptFileError.
    static func problem(_ text: String) -> NSError { NSError.coreData(259, text) }
}

extension ObjectModel {
    /// The first name that two entities have, or two properties of an entity.
    fileprivate var repeatedName: String? {
        var names: Set<String> = []
        for entity in entities {
            guard names.insert(entity.name).inserted else { return entity.name }
            var own: Set<String> = []
            let properties =
                entity.attributes.map(\.name) + entity.relationships.map(\.name)
                + entity.fetchedProperties.map(\.name)
            for name in properties where !own.insert(name).inserted {
                return "\(entity.name).\(name)"
            }
        }
        return nil
    }
}
