import CoreData
import Testing

/// Predicates over transformable values: of what they stand for, not of their bytes.
struct TransformablePredicateTests {
    @Test(arguments: Shop.Kind.allCases)
    func `values of transformable attributes are asked`(kind: Shop.Kind) throws {
        let coordinator = try Shop.$kind.withValue(kind) { try Shop.coordinator() }
        let first = Shop.context(coordinator)
        for (name, note) in [("Lamp", ["red", "new"]), ("Desk", ["old"]), ("Chair", [])] {
            _ = Shop.insert("Item", ["name": name, "note": note], into: first)
        }
        _ = Shop.insert("Item", ["name": "Bed"], into: first)
        // Asked of what is not saved, and of what is, by another context.
        for isSaved in [false, true] {
            if isSaved { try first.save() }
            let context = isSaved ? Shop.context(coordinator) : first
            func found(_ format: String, _ arguments: [Any] = []) throws -> [String] {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
                request.predicate = NSPredicate(format: format, argumentArray: arguments)
                request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
                let names = try context.fetch(request).compactMap {
                    $0.value(forKey: "name") as? String
                }
                #expect(try context.count(for: request) == names.count, "\(format)")
                return names
            }
            #expect(try found("note CONTAINS 'new'") == ["Lamp"])
            #expect(try found("ANY note BEGINSWITH 'o'") == ["Desk"])
            #expect(try found("note == %@", [["old"]]) == ["Desk"])
            #expect(try found("note.@count == 2") == ["Lamp"])
            #expect(try found("'red' IN note AND name == 'Lamp'") == ["Lamp"])
            #expect(try found("note == nil") == ["Bed"])
            #expect(try found("note != nil") == ["Chair", "Desk", "Lamp"])
            #expect(try found("note.@count == 1 AND note[0] == 'old'") == ["Desk"])
        }
    }
}
