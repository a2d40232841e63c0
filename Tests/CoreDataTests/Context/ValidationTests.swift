@testable import CoreData
import TestModels
import Testing

/// What is asked and checked before a save.
@Suite struct `A save` {
    @Test(arguments: Shop.Kind.allCases)
    func `validates before it saves`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context()
            let shop = Shop.insert("Shop", into: context)
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSValidationMissingMandatoryPropertyError)
            #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "name")
            _ = Shop.insert("Shop", into: context)
            let both = #expect(throws: NSError.self) { try context.save() }
            #expect(both?.code == NSValidationMultipleErrorsError)
            #expect((both?.userInfo[NSDetailedErrorsKey] as? [NSError])?.count == 2)
            #expect(shop.objectID.isTemporaryID)
        }
    }

    @Test(arguments: 0...2)
    func `demands as many objects of a mandatory relationship as its least count`(least: Int) throws
    {
        let model = try Shop.model()
        let items = try #require(model.entitiesByName["Shop"]?.relationshipsByName["items"])
        (items.isOptional, items.minCount) = (false, least)
        let context = try Shop.context(model)
        let shop = Shop.insert("Shop", ["name": "Corner"], into: context)
        for count in 0..<least {
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(
                error?.code
                    == (least == 1
                        ? NSValidationMissingMandatoryPropertyError
                        : NSValidationRelationshipLacksMinimumCountError))
            _ = Shop.insert("Item", ["name": "\(count)", "shop": shop], into: context)
        }
        try context.save()
    }

    @Test(arguments: Shop.Kind.allCases)
    func `refuses what no element of a composite keeps`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let (place, street) = (
                NSCompositeAttributeDescription(), NSCompositeAttributeDescription()
            )
            (place.name, street.name) = ("place", "street")
            for composite in [place, street] { composite.isOptional = true }
            street.elements = [attribute("name"), attribute("number", .integer16AttributeType)]
            place.elements = [attribute("city"), street]
            let house = entity("House", [place])
            let context = try Shop.context(NSManagedObjectModel(of: house))
            let made = Shop.insert("House", into: context)
            for (value, text) in [
                (["town": "Porto"], "'place' has no element 'town'."),
                (["city": "Porto", "street": ["nam": "Main"]], "'street' has no element 'nam'."),
                (
                    ["city": 5],
                    "the element 'place.city' is of the type String, and its value is a number."
                ),
                (
                    ["street": ["number": "5"]],
                    "the element 'street.number' is of the type Integer 16, and its value is text."
                ),
                (
                    ["street": "Main"],
                    "the element 'place.street' is of the type Composite, and its value is text."
                ),
            ] as [([String: Any], String)] {
                made.setValue(value, forKey: "place")
                let error = #expect(throws: NSError.self) { try context.save() }
                #expect(error?.code == NSManagedObjectConstraintValidationError)
                #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "place")
                #expect(error?.localizedDescription == "place is not valid: \(text)")
            }
            made.setValue(["city": NSNull(), "street": ["number": 5.0]], forKey: "place")
            try context.save()
            #expect(try Shop.fetch("House", "place.street.number == 5", in: context).count == 1)
            made.setValue(nil, forKey: "place")
            try context.save()
        }
    }

    @Test func `asks an object again that another one's willSave changed`() throws {
        let model = try Shop.model()
        try #require(model.entitiesByName["Tag"]).managedObjectClassName = "Echo"
        let context = try Shop.context(model)
        let (first, second) = (Echo(context: context), Echo(context: context))
        try context.save()
        // Each changed the other; the one that was asked first was asked again.
        #expect(first.askings + second.askings == 3)
    }

    @Test(arguments: [true, false])
    func `a relationship to a deleted object is not saved`(isSaved: Bool) throws {
        let context = try Shop.context()
        let item = Shop.insert("Item", ["name": "Lamp"], into: context)
        let lost = Shop.insert("Shop", ["name": "There"], into: context)
        if isSaved { try context.save() }
        context.delete(lost)
        context.processPendingChanges()
        item.setValue(lost, forKey: "shop")
        let error = try #require(throws: (any Error).self) { try context.save() } as NSError
        #expect(error.code == NSManagedObjectValidationError)
        #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "shop")
        #expect(error.userInfo[NSValidationValueErrorKey] as? NSManagedObject === lost)
        item.setValue(nil, forKey: "shop")
        try context.save()
        #expect(try Shop.fetch("Item", "shop == nil", in: context) == [item])
    }

    @Test func `validation says the names that the model localizes`() throws {
        let model = try Shop.model()
        model.localizationDictionary = [
            "Property/name/Entity/Shop": "The sign", "Property/name": "The name",
            "ErrorString/short": "It is too short.",
        ]
        let name = try #require(model.entitiesByName["Tag"]?.propertiesByName["name"])
        name.setValidationPredicates(
            [NSPredicate(format: "length > 2")], withValidationWarnings: ["short"])
        let context = try Shop.context(model)
        let shop = Shop.insert("Shop", into: context)
        let missing = #expect(throws: NSError.self) { try context.save() }
        #expect(missing?.localizedDescription == "The sign is a required value.")
        shop.setValue("Here", forKey: "name")
        _ = Shop.insert("Tag", ["name": "x"], into: context)
        let short = #expect(throws: NSError.self) { try context.save() }
        #expect(short?.localizedDescription == "It is too short.")
    }

    @Test(arguments: [false, true])
    func `asks classes about every value before it saves`(inherits: Bool) throws {
        let model = try Shop.model()
        let entity = try #require(model.entitiesByName["Tag"])
        entity.managedObjectClassName = inherits ? "ShortSlug" : "Slug"
        let context = try Shop.context(model)
        let tag = inherits ? ShortSlug(context: context) : Slug(context: context)
        tag.setValue("On sale", forKey: "name")
        let error = #expect(throws: NSError.self) { try context.save() }
        #expect(error?.code == NSValidationStringPatternMatchingError)
        tag.setValue("Sale", forKey: "name")
        try context.save()
        #expect(tag.value(forKey: "name") as? String == "sale")
    }

    @Test func `classes that override validateValue are known`() {
        #expect(ValidationMethod.isOverridden(in: Slug.self))
        #expect(ValidationMethod.isOverridden(in: ShortSlug.self))
        #expect(!ValidationMethod.isOverridden(in: Echo.self))
        #expect(!ValidationMethod.isOverridden(in: NSManagedObject.self))
    }

    /// Foundation on Linux ends the program where it hashes an `NSDecimalNumber`.
    @Test func `a class that overrides validateValue may have sets of decimal numbers`() throws {
        let model = try Shop.model()
        let entity = try #require(model.entitiesByName["Item"])
        entity.managedObjectClassName = "Slug"
        entity.attributesByName["note"]?.setValidationPredicates(
            [NSPredicate { note, _ in !(note is String) }], withValidationWarnings: nil)
        let context = try Shop.context(model)
        let prices: Set<Decimal> = [1.5, 2]
        let values: [Any] = [prices, [prices], ["a": prices], [Decimal(1.5): "a"]]
        for value in values {
            let item = Slug(entity: entity, insertInto: context)
            item.setValuesForKeys(["name": "LAMP", "note": value])
        }
        try context.save()
        for item in try Shop.fetch("Item", in: context) {
            #expect(item.value(forKey: "name") as? String == "lamp")
            item.setValue("text", forKey: "note")
        }
        #expect(throws: NSError.self) { try context.save() }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `conditions of relationships hold of what is saved`(kind: Shop.Kind) throws {
        let model = try Shop.model()
        let relationships = try #require(model.entitiesByName["Item"]).relationshipsByName
        relationships["shop"]?.setValidationPredicates(
            [NSPredicate(format: "name != 'closed'")], withValidationWarnings: ["It is closed."])
        relationships["tags"]?.setValidationPredicates(
            [NSPredicate { tags, _ in (tags as? NSSet)?.count == 1 }], withValidationWarnings: nil)
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context(model)
            let lamp = Shop.insert("Item", ["name": "Lamp"], into: context)
            try context.save()
            let shop = Shop.insert("Shop", ["name": "closed"], into: context)
            lamp.setValue(shop, forKey: "shop")
            let closed = #expect(throws: NSError.self) { try context.save() }
            #expect(closed?.code == NSManagedObjectConstraintValidationError)
            #expect(closed?.localizedDescription.contains("It is closed.") == true)
            shop.setValue("open", forKey: "name")
            let tags = ["a", "b"].map { Shop.insert("Tag", ["name": $0], into: context) }
            lamp.setValue(NSSet(array: tags), forKey: "tags")
            let crowded = #expect(throws: NSError.self) { try context.save() }
            #expect(crowded?.userInfo[NSValidationKeyErrorKey] as? String == "tags")
            lamp.setValue(NSSet(object: tags[0]), forKey: "tags")
            try context.save()
            #expect(!context.hasChanges)
        }
    }
}

/// Takes names in lower case, without spaces.
private class Slug: NSManagedObject {
    override func validateValue(
        _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
    ) throws {
        try super.validateValue(value, forKey: key)
        guard key == "name", let text = value.pointee as? String else { return }
        if text.contains(" ") { throw CocoaError(.validationStringPatternMatching) }
        if text != text.lowercased() { value.pointee = NSString(string: text.lowercased()) }
    }
}

private final class ShortSlug: Slug {}

/// Changes others of its kind when it is first asked before a save.
private final class Echo: NSManagedObject {
    var askings = 0

    override func willSave() {
        super.willSave()
        askings += 1
        guard askings == 1, let context = managedObjectContext else { return }
        for other in context.insertedObjects where other !== self {
            other.setValue("\(objectID)", forKey: "name")
        }
    }
}
