import CoreData
import TestFiles
import Testing

/// Models of real apps: each opens a fresh store that takes and gives back a graph of objects.
@Suite struct `Real models` {
    /// What was saved and read again.
    struct Tally: CustomStringConvertible {
        var models = 0
        var entities = 0
        var objects = 0
        var values = 0
        var links = 0
        var refusals = 0
        var leftOut: [String] = []

        var description: String {
            "\(models) models, \(entities) entities, \(objects) objects, \(values) values, "
                + "\(links) links of relationships, \(refusals) refused by validation; "
                + "left out: \(leftOut.isEmpty ? "nothing" : leftOut.joined(separator: "; "))"
        }
    }

    @Test func `of Xcode take, save and give back a graph with an object of each entity`() throws {
        var tally = Tally()
        // All of them take half a minute; each run takes every fourth, a soaking one all.
        let isSoak = ProcessInfo.processInfo.environment["QUARRY_SOAK"] != nil
        for (place, file) in RealData.files("models", "xml").enumerated()
        where isSoak || place % 4 == 0 {
            try roundTrip(file, &tally)
        }
        guard RealData.folder != nil else { return }
        print("Models of Xcode: \(tally)")
        #expect(tally.leftOut.isEmpty, "\(tally)")
        // 209 models, 4,864 entities, 8,798 objects and 20,069 links in all.
        #expect(tally.models >= (isSoak ? 209 : 52), "\(tally)")
        #expect(tally.entities >= (isSoak ? 4_864 : 800), "\(tally)")
        #expect(tally.links > 2 * tally.entities && tally.refusals > tally.entities, "\(tally)")
    }

    @Test func `compiled take, save and give back a graph with an object of each entity`() throws {
        var tally = Tally()
        for file in RealData.files("moms", "mom") { try roundTrip(file, &tally) }
        guard RealData.folder != nil else { return }
        print("Compiled models: \(tally)")
        #expect(tally.leftOut.isEmpty, "\(tally)")
        #expect(tally.models == 2 && tally.entities > 5 && tally.links > 5, "\(tally)")
    }

    private func roundTrip(_ file: URL, _ tally: inout Tally) throws {
        let label = file.lastPathComponent
        let model = try #require(NSManagedObjectModel(contentsOf: file), "\(label) does not load.")
        tally.models += 1
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil,
            at: URL(fileURLWithPath: "/dev/null"), options: nil)
        let context = Shop.context(coordinator)
        let maker = GraphMaker(model, in: context)
        maker.make()
        tally.leftOut += maker.leftOut.map { "\(label) \($0)" }
        #expect(maker.primary.count == model.entities.filter { !$0.isAbstract }.count)
        tally.entities += maker.primary.count
        tally.objects += maker.all.count
        for object in maker.primary { tally.refusals += refusals(of: object, label) }
        do {
            try context.save()
        } catch {
            let error = error as NSError
            let all = (error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [error])
            Issue.record("\(label): \(Set(all.map(\.localizedDescription)))")
            return
        }
        // The entities by themselves first: as many objects as were made.
        let other = Shop.context(coordinator)
        for entity in model.entities where !entity.isAbstract {
            let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
            request.includesSubentities = false
            let made = maker.all.filter { $0.entity === entity }
            #expect(
                try Set(other.fetch(request).map(\.objectID)) == Set(made.map(\.objectID)),
                "\(label) \(entity.name ?? "")")
        }
        for object in maker.all {
            try compare(object, try other.existingObject(with: object.objectID), label, &tally)
        }
    }

    /// Compares values and relationships of an object with those that another context read.
    private func compare(
        _ object: NSManagedObject, _ copy: NSManagedObject, _ label: String, _ tally: inout Tally
    ) throws {
        let entity = object.entity
        for (name, attribute) in entity.attributesByName where !attribute.isTransient {
            let (mine, theirs) = (object.value(forKey: name), copy.value(forKey: name))
            // One model derives a number from a date.
            if mine is Date, attribute.attributeType != .dateAttributeType { continue }
            let isMissing = theirs == nil && !(attribute is NSDerivedAttributeDescription)
            if isMissing || (mine as? NSObject) != (theirs as? NSObject) {
                Issue.record(
                    """
                    \(label) \(entity.name ?? "").\(name): \(mine ?? "nil") was saved, \
                    \(theirs ?? "nil") came back
                    """)
            }
            tally.values += 1
        }
        for (name, relationship) in entity.relationshipsByName where !relationship.isTransient {
            let (mine, theirs) = (
                targets(object, name, relationship), targets(copy, name, relationship)
            )
            if relationship.isOrdered ? mine != theirs : Set(mine) != Set(theirs) {
                Issue.record("\(label) \(entity.name ?? "").\(name): \(mine) \(theirs)")
            }
            tally.links += mine.count
        }
    }

    private func targets(
        _ object: NSManagedObject, _ name: String, _ relationship: NSRelationshipDescription
    ) -> [NSManagedObjectID] {
        let objects: [Any] =
            if !relationship.isToMany {
                object.value(forKey: name).map { [$0] } ?? []
            } else if relationship.isOrdered {
                object.mutableOrderedSetValue(forKey: name).array
            } else {
                object.mutableSetValue(forKey: name).allObjects
            }
        return objects.compactMap { ($0 as? NSManagedObject)?.objectID }
    }

    /// How many times validation refused the object when one of its values broke a rule.
    private func refusals(of object: NSManagedObject, _ label: String) -> Int {
        var count = 0
        func refuse(_ name: String, _ bad: Any?, _ codes: Set<Int>) {
            let good = object.value(forKey: name)
            object.setValue(bad, forKey: name)
            var all: [Int] = []
            // Not by an expectation: it would look at every object that the error holds.
            do {
                try object.validateForInsert()
            } catch let error as NSError {
                let details = error.userInfo[NSDetailedErrorsKey] as? [NSError]
                all = [error.code] + (details ?? []).map(\.code)
            }
            if codes.isDisjoint(with: all) {
                Issue.record("\(label) \(name): \(codes) expected, not \(all)")
            }
            object.setValue(good, forKey: name)
            count += 1
        }
        for (name, attribute) in object.entity.attributesByName {
            if !attribute.isOptional, !attribute.isTransient,
                !(attribute is NSDerivedAttributeDescription)
            {
                refuse(name, nil, [NSValidationMissingMandatoryPropertyError])
            }
            for (predicate, warning) in zip(
                attribute.validationPredicates, attribute.validationWarnings)
            {
                let bad: [Any] =
                    switch attribute.attributeType {
                    case .stringAttributeType: ["", String(repeating: "x", count: 5_000)]
                    case .dateAttributeType: [Date.distantPast, Date.distantFuture]
                    case .decimalAttributeType:
                        [NSDecimalNumber(value: -9_999), NSDecimalNumber(value: 9_999)]
                    default: [NSNumber(value: -9_999), NSNumber(value: 9_999)]
                    }
                guard let value = bad.first(where: { !predicate.evaluate(with: $0) }) else {
                    Issue.record("\(label) \(name): nothing breaks \(predicate)")
                    continue
                }
                let code = (warning as? NSNumber)?.intValue
                refuse(name, value, [code ?? NSManagedObjectConstraintValidationError])
            }
        }
        for (name, relationship) in object.entity.relationshipsByName
        where !relationship.isOptional && !relationship.isToMany {
            refuse(name, nil, [NSValidationMissingMandatoryPropertyError])
        }
        return count
    }
}
