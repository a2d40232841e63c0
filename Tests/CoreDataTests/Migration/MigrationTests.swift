import CoreData
import Foundation
import TestFiles
import TestKit
import TestModels
import Testing

/// A model of people, before and after: `name` becomes `first` and `last`, `age` becomes `years`.
private enum People {
    static func model(_ attributes: [NSAttributeDescription]) -> NSManagedObjectModel {
        let (person, city) = (entity("Person"), entity("City"))
        let home = relationship("city", city)
        let people = relationship("people", person, isToMany: true)
        join(home, people)
        person.properties = attributes + [home]
        city.properties = [attribute("name"), people]
        return NSManagedObjectModel(of: person, city)
    }

    static func old() -> NSManagedObjectModel {
        model([attribute("name"), attribute("age", .integer16AttributeType)])
    }

    static func renamed() -> NSManagedObjectModel {
        model([
            attribute("name"), attribute("years", .integer16AttributeType, from: "age"),
            attribute("level", .integer16AttributeType, 7, isOptional: false),
        ])
    }

    static func split() -> NSManagedObjectModel {
        model([
            attribute("first"), attribute("last"),
            attribute("years", .integer16AttributeType, from: "age"),
        ])
    }

    static func context(
        _ model: NSManagedObjectModel, _ url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> NSManagedObjectContext {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        _ = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    static func all(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [NSSortDescriptor(key: "years", ascending: true)]
        return try context.fetch(request)
    }
}

struct MigrationTests {
    private let folder = TemporaryFolder()
    private let file: URL

    init() throws {
        file = TestStores.url(folder.file("people.sqlite"))
        let context = try People.context(People.old(), file)
        let city = NSEntityDescription.insertNewObject(forEntityName: "City", into: context)
        city.setValue("Oslo", forKey: "name")
        for (name, age) in [("Ann Lee", 30), ("Bo Ek", 40)] {
            let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
            person.setValue(name, forKey: "name")
            person.setValue(age, forKey: "age")
            person.setValue(city, forKey: "city")
        }
        try context.save()
        try close(context)
    }

    private func close(_ context: NSManagedObjectContext) throws {
        let coordinator = try #require(context.persistentStoreCoordinator)
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    @Test func `a store of an older model is refused unless migration is asked for`() throws {
        let error =
            try #require(throws: (any Error).self) {
                try People.context(People.renamed(), file)
            } as NSError
        #expect(error.code == NSPersistentStoreIncompatibleVersionHashError)
        let context = try People.context(People.old(), file)
        #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 2)
        try close(context)
    }

    @Test func `lightweight migration follows names and renaming identifiers`() throws {
        let options: [AnyHashable: Any] = [
            NSMigratePersistentStoresAutomaticallyOption: true,
            NSInferMappingModelAutomaticallyOption: true,
        ]
        let context = try People.context(People.renamed(), file, options: options)
        let people = try People.all(context)
        #expect(people.map { $0.value(forKey: "years") as? Int } == [30, 40])
        #expect(people.map { $0.value(forKey: "level") as? Int } == [7, 7])
        #expect(people.map { $0.value(forKeyPath: "city.name") as? String } == ["Oslo", "Oslo"])
        try close(context)
    }

    @Test func `an old store that several open at once is migrated, and keeps what each saves`()
        throws
    {
        for round in 0..<5 {
            let url = TestStores.url(folder.file("round\(round).sqlite"))
            let before = try People.context(People.old(), url)
            for _ in 0..<300 {
                _ = NSEntityDescription.insertNewObject(forEntityName: "Person", into: before)
            }
            try before.save()
            try close(before)
            DispatchQueue.concurrentPerform(iterations: 4) { number in
                do {
                    let context = try People.context(
                        People.renamed(), url,
                        options: [
                            NSMigratePersistentStoresAutomaticallyOption: true,
                            NSInferMappingModelAutomaticallyOption: true,
                        ])
                    for _ in 0..<5 {
                        let person = NSEntityDescription.insertNewObject(
                            forEntityName: "Person", into: context)
                        person.setValue("saved", forKey: "name")
                        try context.save()
                    }
                    try close(context)
                } catch {
                    Issue.record("round \(round), \(number): \(error)")
                }
            }
            let context = try People.context(People.renamed(), url)
            let names = try People.all(context).map { $0.value(forKey: "name") as? String }
            #expect(names.count == 320)
            #expect(names.filter { $0 == "saved" }.count == 20)
            try close(context)
        }
    }

    @Test func `an inferred mapping says what becomes of each entity`() throws {
        let mapping = try NSMappingModel.inferredMappingModel(
            forSourceModel: People.old(), destinationModel: People.renamed())
        let names = Set(mapping.entityMappings.map(\.name))
        #expect(names == ["IEM_Copy_City", "IEM_Transform_Person"])
        let person = try #require(mapping.entityMappingsByName["IEM_Transform_Person"])
        #expect(person.mappingType == .transformEntityMappingType)
        #expect(person.attributeMappings?.compactMap(\.name) == ["name", "years", "level"])
        #expect(person.relationshipMappings?.map(\.name) == ["city"])
    }

    @Test func `what cannot be inferred is an error`() throws {
        func refuse(_ property: NSPropertyDescription) throws {
            let model = People.model([])
            (property as? NSRelationshipDescription)?.destinationEntity =
                model.entitiesByName["City"]
            model.entitiesByName["Person"]?.properties.append(property)
            let error =
                try #require(throws: (any Error).self) {
                    try NSMappingModel.inferredMappingModel(
                        forSourceModel: People.old(), destinationModel: model)
                } as NSError
            #expect(error.code == NSInferredMappingModelError)
        }
        try refuse(attribute("new", isOptional: false))
        try refuse(attribute("name", .dateAttributeType))
        try refuse(attribute("name", isOptional: false))
        try refuse(relationship("birthplace", NSEntityDescription(), isOptional: false))
    }

    @Test func `a migration to values that occur twice says which under Apple's number`() throws {
        let unique = People.renamed()
        unique.entities.first { $0.name == "Person" }?.uniquenessConstraints = [["level"]]
        let error = try #require(throws: NSError.self) {
            try People.context(
                unique, file,
                options: [
                    NSMigratePersistentStoresAutomaticallyOption: true,
                    NSInferMappingModelAutomaticallyOption: true,
                ])
        }
        #expect(error.code == NSMigrationError)
        let underlying = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(underlying.code == NSMigrationConstraintViolationError)
        #expect(underlying.localizedDescription.contains("of level would occur twice"))
    }

    @Test func `a policy of the program's own makes the new objects`() throws {
        let (old, new) = (People.old(), People.split())
        let mapping = try NSMappingModel.inferredMappingModel(
            forSourceModel: old, destinationModel: new)
        let person = try #require(mapping.entityMappingsByName["IEM_Transform_Person"])
        person.entityMigrationPolicyClassName = NSStringFromClass(SplitName.self)
        let copy = TestStores.url(folder.file("new.sqlite"))
        let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
        try manager.migrateStore(
            from: file, sourceType: NSSQLiteStoreType, options: nil, with: mapping,
            toDestinationURL: copy, destinationType: NSSQLiteStoreType, destinationOptions: nil)
        #expect(manager.migrationProgress == 1)
        let context = try People.context(new, copy)
        let people = try People.all(context)
        #expect(people.map { $0.value(forKey: "first") as? String } == ["Ann", "Bo"])
        #expect(people.map { $0.value(forKey: "last") as? String } == ["Lee", "Ek"])
        #expect(people.map { $0.value(forKeyPath: "city.name") as? String } == ["Oslo", "Oslo"])
        #expect(people.first?.value(forKeyPath: "city.people.@count") as? Int == 2)
        try close(context)
        let before = try People.context(old, file)
        #expect(try before.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 2)
        try close(before)
    }

    @Test func `the expressions of a mapping name what takes part`() throws {
        let (old, new) = (People.old(), People.renamed())
        let mapping = try NSMappingModel.inferredMappingModel(
            forSourceModel: old, destinationModel: new)
        let person = try #require(mapping.entityMappingsByName["IEM_Transform_Person"])
        for property in person.attributeMappings ?? [] where property.name == "years" {
            // The old age, and the default that the new object has already.
            property.valueExpression = NSExpression(
                format: "$\(NSMigrationSourceObjectKey).age + "
                    + "$\(NSMigrationDestinationObjectKey).level")
        }
        person.entityMigrationPolicyClassName = NSStringFromClass(SeenVariables.self)
        let copy = TestStores.url(folder.file("new.sqlite"))
        try NSMigrationManager(sourceModel: old, destinationModel: new).migrateStore(
            from: file, type: .sqlite, mapping: mapping, to: copy, type: .sqlite)
        let context = try People.context(new, copy)
        #expect(try People.all(context).map { $0.value(forKey: "years") as? Int } == [37, 47])
        try close(context)
    }

    @Test func `the expressions that Xcode writes into mapping models are followed`() throws {
        let (old, new) = (People.old(), People.renamed())
        let manager = "$" + NSMigrationManagerKey
        func fetch(_ entity: String, _ format: String) -> NSExpression {
            NSExpression(
                format: "FETCH(FUNCTION(\(manager), "
                    + "'fetchRequestForSourceEntityNamed:predicateString:', '\(entity)', "
                    + "'\(format)'), FUNCTION(\(manager), 'sourceContext'), NO)")
        }
        func property(_ name: String, _ format: String) -> NSPropertyMapping {
            let property = NSPropertyMapping()
            property.name = name
            property.valueExpression = NSExpression(format: format)
            return property
        }
        // Without names, as mappings made in code may be.
        let (person, city) = (NSEntityMapping(), NSEntityMapping())
        person.mappingType = .transformEntityMappingType
        (person.sourceEntityName, person.destinationEntityName) = ("Person", "Person")
        person.sourceExpression = fetch("Person", "age > 30")
        person.attributeMappings = [
            property("name", "FUNCTION($source, 'valueForKey:', 'name')"),
            property("years", "FUNCTION($source, 'valueForKey:', 'age')"),
        ]
        person.relationshipMappings = [
            property(
                "city",
                "FUNCTION(\(manager), "
                    + "'destinationInstancesForSourceRelationshipNamed:sourceInstances:', 'city', "
                    + "FUNCTION($source, 'valueForKey:', 'city'))")
        ]
        city.mappingType = .copyEntityMappingType
        (city.sourceEntityName, city.destinationEntityName) = ("City", "City")
        city.sourceExpression = fetch("City", "TRUEPREDICATE")
        city.attributeMappings = [
            property("name", "FUNCTION($source, 'valueForKey:', 'name')")
        ]
        let mapping = NSMappingModel()
        mapping.entityMappings = [person, city]
        let copy = TestStores.url(folder.file("new.sqlite"))
        try NSMigrationManager(sourceModel: old, destinationModel: new).migrateStore(
            from: file, type: .sqlite, mapping: mapping, to: copy, type: .sqlite)
        let context = try People.context(new, copy)
        let people = try People.all(context)
        #expect(people.map { $0.value(forKey: "years") as? Int } == [40])
        #expect(people.map { $0.value(forKeyPath: "city.name") as? String } == ["Oslo"])
        try close(context)
    }

    @Test func `an entity is split, and an expression gives new objects`() throws {
        let (old, new) = (People.old(), People.old())
        new.entities.append(entity("Address", [attribute("name")]))
        let mapping = try NSMappingModel.inferredMappingModel(
            forSourceModel: old, destinationModel: new)
        let address = NSEntityMapping()
        address.name = "PersonToAddress"
        address.mappingType = .transformEntityMappingType
        (address.sourceEntityName, address.destinationEntityName) = ("Person", "Address")
        let name = NSPropertyMapping()
        name.name = "name"
        name.valueExpression = NSExpression(format: "$source.name")
        address.attributeMappings = [name]
        mapping.entityMappings.insert(address, at: 0)
        let person = try #require(mapping.entityMappingsByName["IEM_Copy_Person"])
        for property in person.relationshipMappings ?? [] {
            property.valueExpression = NSExpression(
                block: { _, _, variables in
                    let manager = variables?[NSMigrationManagerKey] as? NSMigrationManager
                    let source = variables?[NSMigrationSourceObjectKey] as? NSManagedObject
                    let city = source?.value(forKey: "city") as? NSManagedObject
                    return manager?.destinationInstances(
                        forEntityMappingName: "IEM_Copy_City",
                        sourceInstances: city.map { [$0] } ?? []) ?? []
                }, arguments: nil)
        }
        let copy = TestStores.url(folder.file("new.sqlite"))
        try NSMigrationManager(sourceModel: old, destinationModel: new).migrateStore(
            from: file, type: .sqlite, mapping: mapping, to: copy, type: .sqlite)
        let context = try People.context(new, copy)
        for (name, count) in [("Person", 2), ("Address", 2), ("City", 1)] {
            let request = NSFetchRequest<NSManagedObject>(entityName: name)
            #expect(try context.count(for: request) == count)
        }
        let cities = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "City"))
        #expect(cities.map { $0.value(forKeyPath: "people.@count") as? Int } == [2])
        try close(context)
    }

    @Test func `the manager answers the functions that Xcode writes into mappings`() throws {
        let (old, new) = (People.old(), People.old())
        // A class that the new model's objects would have, and that no migration uses.
        new.entitiesByName["City"]?.managedObjectClassName = NSStringFromClass(Town.self)
        let mapping = try NSMappingModel.inferredMappingModel(
            forSourceModel: old, destinationModel: new)
        let fetchRequest = "fetchRequestForSourceEntityNamed:predicateString:"
        let byMapping = "destinationInstancesForEntityMappingNamed:sourceInstances:"
        let byRelationship = "destinationInstancesForSourceRelationshipNamed:sourceInstances:"
        func fetch(_ name: String, _ predicate: String) -> NSExpression {
            NSExpression(
                format:
                    #"FETCH(FUNCTION($manager, "\#(fetchRequest)", %@, %@), $manager.sourceContext, NO)"#,
                argumentArray: [name, predicate])
        }
        let city = try #require(mapping.entityMappings.first { $0.sourceEntityName == "City" })
        for entity in mapping.entityMappings {
            let name = try #require(entity.sourceEntityName)
            entity.sourceExpression = fetch(
                name, name == "Person" ? "name BEGINSWITH 'A'" : "TRUEPREDICATE")
            entity.entityMigrationPolicyClassName = NSStringFromClass(Shouting.self)
            for property in entity.relationshipMappings ?? [] {
                property.valueExpression = NSExpression(
                    format: property.name == "city"
                        ? #"FUNCTION($manager, "\#(byMapping)", "\#(city.name!)", $source.city)"#
                        : #"FUNCTION($manager, "\#(byRelationship)", "people", $source.people)"#)
            }
            for property in entity.attributeMappings ?? [] where property.name == "name" {
                property.valueExpression = NSExpression(
                    format: #"FUNCTION($entityPolicy, "shoutedName:", $source.name)"#)
            }
        }
        let copy = TestStores.url(folder.file("new.sqlite"))
        try NSMigrationManager(sourceModel: old, destinationModel: new).migrateStore(
            from: file, type: .sqlite, mapping: mapping, to: copy, type: .sqlite)
        let context = try People.context(People.old(), copy)
        let people = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
        #expect(people.map { $0.value(forKey: "name") as? String } == ["ANN LEE"])
        #expect(people.map { $0.value(forKeyPath: "city.name") as? String } == ["OSLO"])
        try close(context)
    }

    @Test func `a function that a policy does not know is an error that says what to override`()
        throws
    {
        let mapping = try NSMappingModel.inferredMappingModel(
            forSourceModel: People.old(), destinationModel: People.old())
        for property in mapping.entityMappings.flatMap({ $0.attributeMappings ?? [] }) {
            property.valueExpression = NSExpression(format: "FUNCTION($entityPolicy, 'age:', 1)")
        }
        let manager = NSMigrationManager(sourceModel: People.old(), destinationModel: People.old())
        let error =
            try #require(throws: (any Error).self) {
                try manager.migrateStore(
                    from: file, type: .sqlite, mapping: mapping,
                    to: TestStores.url(folder.file("x.sqlite")), type: .sqlite)
            } as NSError
        #expect(error.code == NSEntityMigrationPolicyError)
        #expect(error.localizedDescription.contains("override value(ofFunction:arguments:)"))
    }

    @Test func `an inferred mapping names its properties as Apple's does`() throws {
        let mapping = try NSMappingModel.inferredMappingModel(
            forSourceModel: People.renamed(), destinationModel: People.split())
        let info = mapping.entityMappingsByName["IEM_Transform_Person"]?.userInfo
        #expect(info?["mappedProperties"] as? Set<String> == ["city", "years"])
        #expect(info?["addedProperties"] as? Set<String> == ["first", "last"])
        #expect(info?["removedProperties"] as? Set<String> == ["name", "level"])
    }

    @Test func `a destroyed store leaves an empty file`() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: People.old())
        let missing = folder.file("missing.sqlite")
        for url in [file, missing] {
            try coordinator.destroyPersistentStore(at: url, type: .sqlite)
            #expect(try !url.isFileURL || Data(contentsOf: url).isEmpty)
        }
        let context = try People.context(People.split(), file)
        #expect(try People.all(context).isEmpty)
        try close(context)
    }

    @Test func `a policy that throws ends the migration`() throws {
        let (old, new) = (People.old(), People.split())
        let mapping = try NSMappingModel.inferredMappingModel(
            forSourceModel: old, destinationModel: new)
        mapping.entityMappings[0].entityMigrationPolicyClassName = "Nobody.Knows"
        let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
        #expect(throws: (any Error).self) {
            try manager.migrateStore(
                from: file, sourceType: NSSQLiteStoreType, options: nil, with: mapping,
                toDestinationURL: TestStores.url(folder.file("x.sqlite")),
                destinationType: NSSQLiteStoreType, destinationOptions: nil)
        }
        // Its files can be removed, or opened for the next attempt.
        for context in [manager.sourceContext, manager.destinationContext] {
            #expect(context.persistentStoreCoordinator?.persistentStores.isEmpty == true)
        }
    }
}

/// Has no such properties as its entity's attributes.
final class Town: NSManagedObject {
    override func awakeFromInsert() {
        super.awakeFromInsert()
        setValue("made by the program", forKey: "name")
    }
    override func willSave() { Issue.record("A migration uses no class of the program.") }
}

/// A policy with a function for the expressions of its mapping.
final class Shouting: NSEntityMigrationPolicy {
    override func value(ofFunction selector: String, arguments: [Any?]) throws -> Any? {
        switch selector {
        case "shoutedName:": (arguments.first as? String)?.uppercased()
        default: try super.value(ofFunction: selector, arguments: arguments)
        }
    }
}

/// Makes two attributes of one.
final class SplitName: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource old: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try super.createDestinationInstances(forSource: old, in: mapping, manager: manager)
        let new = manager.destinationInstances(
            forEntityMappingName: mapping.name, sourceInstances: [old]
        ).first
        let parts = (old.value(forKey: "name") as? String ?? "").split(separator: " ")
        new?.setValue(parts.first.map(String.init), forKey: "first")
        new?.setValue(parts.last.map(String.init), forKey: "last")
    }
}

/// Looks at what the expressions of its mapping can name.
final class SeenVariables: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource old: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        let policy = self
        for property in mapping.attributeMappings ?? [] where property.name == "name" {
            property.valueExpression = NSExpression(
                block: { _, _, variables in
                    #expect(variables?[NSMigrationManagerKey] as? NSMigrationManager === manager)
                    #expect(variables?[NSMigrationEntityMappingKey] as? NSEntityMapping === mapping)
                    #expect(
                        variables?[NSMigrationPropertyMappingKey] as? NSPropertyMapping
                            === property)
                    #expect(
                        variables?[NSMigrationEntityPolicyKey] as? NSEntityMigrationPolicy
                            === policy)
                    return old.value(forKey: "name") ?? NSNull()
                }, arguments: nil)
        }
        try super.createDestinationInstances(forSource: old, in: mapping, manager: manager)
    }
}
