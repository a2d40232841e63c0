import CoreData
import Foundation
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

    // Foundation on Linux stops the program at each of them.
    @Test(arguments: [
        ("NS.time", "NS.tine", false), ("<integer>5</integer>", "<integer>1</integer>", false),
        ("<integer>3</integer>", "<integer>0</integer>", false), ("NS.time", "NS.time", true),
    ])
    func `an archive of which a part cannot be read has no value`(
        part: String, other: String, isWhole: Bool
    ) {
        func uid(_ place: Int) -> String {
            "<dict><key>CF$UID</key><integer>\(place)</integer></dict>"
        }
        let text = """
            <plist><dict><key>$archiver</key><string>NSKeyedArchiver</string>
            <key>$version</key><integer>100000</integer>
            <key>$top</key><dict><key>root</key>\(uid(2))</dict>
            <key>$objects</key><array><string>$null</string><string>at</string>
            <dict><key>NS.keys</key><array>\(uid(1))</array>
            <key>NS.objects</key><array>\(uid(3))</array><key>$class</key>\(uid(4))</dict>
            <dict><key>NS.time</key><real>5</real><key>$class</key>\(uid(5))</dict>
            <dict><key>$classname</key><string>NSDictionary</string>
            <key>$classes</key><array><string>NSDictionary</string></array></dict>
            <dict><key>$classname</key><string>NSDate</string>
            <key>$classes</key><array><string>NSDate</string></array></dict>
            </array></dict></plist>
            """
        let bytes = Data(text.replacing(part, with: other).utf8)
        let value = NSSecureUnarchiveFromDataTransformer().transformedValue(bytes)
        #expect((value as? [String: Date] != nil) == isWhole)
    }
}
