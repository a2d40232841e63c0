import CoreData
import TestFiles
import TestModels
import Testing

/// Arrays as SwiftData keeps them: `NSSecureUnarchiveFromData`, and a class `Array<String>`.
struct TransformableArrayTests {
    private static let arrays: [(name: String, array: [any Hashable & Sendable])] = [
        ("String", ["a", "ü", ""]), ("Int", [1, -2, Int.max]), ("Double", [0.5, -1e300]),
        ("Bool", [true, false]), ("Data", [Data([0, 255]), Data()]),
        ("Date", [Date(timeIntervalSinceReferenceDate: 0.25)]), ("UUID", [UUID()]),
        ("URL", [URL(fileURLWithPath: "/a b")]), ("Empty", [String]()),
        ("Decimal", [Decimal(string: "-12345678901234567890.5") ?? 0, Decimal(0)]),
    ]

    private static func model() -> NSManagedObjectModel {
        let lists = arrays.map { name, _ in
            let made = attribute(name.lowercased(), .transformableAttributeType)
            made.valueTransformerName = "NSSecureUnarchiveFromData"
            made.attributeValueClassName = "Array<\(name)>"
            return made
        }
        return NSManagedObjectModel(of: entity("Box", lists))
    }

    @Test func `an archive of a dictionary that holds itself is no value`() throws {
        let text =
            "YnBsaXN0MDDUAQIDBAUGGBtZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9O"
            + "U0tleWVkQXJjaGl2ZXKkBwgRF1UkbnVsbNMJCgsMDQ9WJGNsYXNzV05TLmtleXNaTlMub2Jq"
            + "ZWN0c4ACoQ6AA6EQgAHSEhMUFVgkY2xhc3Nlc1okY2xhc3NuYW1lohUWXE5TRGljdGlvbmFy"
            + "eVhOU09iamVjdFFh0RkaVHJvb3SAARIAAYagCBEbJCkyRElPVl1lcHJ0dnh6f4iTlqOsrrG2"
            + "uAAAAAAAAAEBAAAAAAAAABwAAAAAAAAAAAAAAAAAAAC9"
        let bytes = try #require(Data(base64Encoded: text))
        #expect(NSSecureUnarchiveFromDataTransformer().transformedValue(bytes) == nil)
    }

    @Test func `are kept as archives and come back`() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
        try coordinator.addFreshStore(NSSQLiteStoreType)
        let context = Shop.context(coordinator)
        let box = Shop.insert("Box", into: context)
        for (name, array) in Self.arrays { box.setValue(array, forKey: name.lowercased()) }
        try context.save()
        context.reset()
        let read = try #require(try Shop.fetch("Box", in: context).first)
        for (name, array) in Self.arrays {
            let value = read.value(forKey: name.lowercased())
            let list = try #require((value as? NSArray).map(Array.init) ?? value as? [Any])
            #expect(list.count == array.count, "\(name)")
            for (a, b) in zip(list, array) {
                // Foundation on Linux cannot hash the object of a decimal number.
                let number = (a as? NSDecimalNumber).map { AnyHashable($0.decimalValue) }
                #expect(number ?? a as? AnyHashable == AnyHashable(b), "\(name): \(a)")
            }
        }
    }

    @Test(arguments: Shop.Kind.allCases, [false, true])
    func `are saved as they are at the save`(kind: Shop.Kind, isInChild: Bool) throws {
        try Shop.$kind.withValue(kind) {
            let parent = try Shop.context(Self.model())
            let context =
                isInChild
                ? NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType) : parent
            if isInChild { context.parent = parent }
            let box = Shop.insert("Box", into: context)
            func saved() throws -> [String]? {
                try context.save()
                if isInChild { try parent.save() }
                parent.refreshAllObjects()
                context.refresh(box, mergeChanges: false)
                return (box.value(forKey: "string") as? NSArray)?.compactMap { $0 as? String }
            }
            var list = NSMutableArray(array: ["a"])
            box.setValue(list, forKey: "string")
            list.add("b")
            #expect(try saved() == ["a", "b"])
            // An equal value is another one that may change.
            list = NSMutableArray(array: ["a", "b"])
            box.setValue(list, forKey: "string")
            list.add("c")
            #expect(try saved() == ["a", "b", "c"])
            // After the save it is changed in place, which no save sees, as at Apple.
            list = NSMutableArray(array: ["d"])
            box.setPrimitiveValue(list, forKey: "string")
            box.setValue([1], forKey: "int")
            try context.save()
            if isInChild { try parent.save() }
            list.add("e")
            box.setValue([2], forKey: "int")
            #expect(try saved() == ["d"])
        }
    }

    @Test func `that were set stay the same objects when others have saved`() throws {
        let context = try Shop.context(Self.model())
        let box = Shop.insert("Box", ["string": ["a"], "int": [1]], into: context)
        try context.save()
        let other = Shop.context(try #require(context.persistentStoreCoordinator))
        let theirs = try #require(try Shop.fetch("Box", in: other).first)
        let list = NSMutableArray(array: ["b"])
        box.setValue(list, forKey: "string")
        #expect((box.value(forKey: "int") as? [Int]) == [1])
        theirs.setValue([2], forKey: "int")
        try other.save()
        context.refresh(box, mergeChanges: true)
        list.add("c")
        #expect((box.value(forKey: "int") as? [Int]) == [2])
        try context.save()
        context.refresh(box, mergeChanges: false)
        #expect((box.value(forKey: "string") as? [String]) == ["b", "c"])
        #expect((box.value(forKey: "int") as? [Int]) == [2])
    }

    @Test func `that cannot be archived any more refuse the save`() throws {
        let context = try Shop.context(Self.model())
        let box = Shop.insert("Box", into: context)
        let list = NSMutableArray(array: ["a"])
        box.setValue(list, forKey: "string")
        list.add(try #require(NSTimeZone(name: "UTC")))
        let error = try #require(throws: NSError.self) { try context.save() }
        #expect(error.code == NSManagedObjectValidationError)
        #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "string")
        list.removeLastObject()
        try context.save()
    }

    @Test func `of arrays and dictionaries keep the digits of decimal numbers`() throws {
        let number = try #require(Decimal(string: "0.12345678901234567890"))
        let transformer = NSSecureUnarchiveFromDataTransformer()
        let box: NSDictionary = ["list": [[number], "a"] as [Any], "sum": number]
        let bytes = try #require(transformer.reverseTransformedValue(box) as? Data)
        let read = try #require(transformer.transformedValue(bytes) as? [String: Any])
        #expect((read["sum"] as? NSDecimalNumber)?.decimalValue == number)
        let list = try #require((read["list"] as? [Any])?.first as? [Any])
        #expect((list.first as? NSDecimalNumber)?.decimalValue == number)
        let alone = try #require(transformer.reverseTransformedValue(number) as? Data)
        #expect((transformer.transformedValue(alone) as? NSDecimalNumber)?.decimalValue == number)
    }

    @Test func `sets of decimal numbers are kept, alone and in what holds them`() throws {
        let long = try #require(Decimal(string: "0.12345678901234567890"))
        let numbers: Set<Decimal> = [1.5, -2, long]
        let mixed: Set<AnyHashable> = [Decimal(2), "a"]
        let context = try Shop.context()
        let values: [(name: String, value: Any)] = [
            ("alone", numbers), ("list", [numbers]), ("table", ["sums": numbers]), ("mixed", mixed),
            ("keys", [Decimal(1.5): "a", long: "b"]), ("inner", [[Decimal(2): [Decimal(3)]]]),
            ("deep", [[numbers]]),
        ]
        for (name, value) in values {
            _ = Shop.insert("Item", ["name": name, "note": value], into: context)
        }
        try context.save()
        context.reset()
        var read: [String: Any] = [:]
        for item in try Shop.fetch("Item", in: context) {
            read[item.value(forKey: "name") as? String ?? ""] = item.value(forKey: "note")
        }
        #expect(read["alone"] as? Set<Decimal> == numbers)
        #expect(read["list"] as? [Set<Decimal>] == [numbers])
        #expect(read["table"] as? [String: Set<Decimal>] == ["sums": numbers])
        #expect(read["mixed"] as? Set<AnyHashable> == mixed)
        #expect(read["keys"] as? [Decimal: String] == [1.5: "a", long: "b"])
        #expect(read["deep"] as? [[Set<Decimal>]] == [[numbers]])
        #expect(read["inner"] as? [[Decimal: [Decimal]]] == [[2: [3]]])
    }

    @Test func `of a dictionary of hashable values are nil where that has NSNull`() throws {
        let context = try Shop.context()
        let item = Shop.insert("Item", ["note": ["a"]], into: context)
        let values: [String: AnyHashable] = ["note": NSNull(), "name": "Lamp"]
        item.setValuesForKeys(values)
        #expect(item.value(forKey: "note") == nil)
        #expect(item.value(forKey: "name") as? String == "Lamp")
        let prices: Set<Decimal> = [1.5, 2]
        let others: [String: AnyHashable] = ["note": prices]
        item.setValuesForKeys(others)
        #expect(item.value(forKey: "note") as? Set<Decimal> == prices)
        #expect(context.hasChanges)
    }

    @Test func `of truth values and the numbers 0 and 1 keep both`() throws {
        let transformer = NSSecureUnarchiveFromDataTransformer()
        let list: [Any] = [true, 1, ["off": false, "count": 0, "rate": 1.0] as [String: Any]]
        let bytes = try #require(transformer.reverseTransformedValue(list) as? Data)
        let read = try #require(transformer.transformedValue(bytes) as? [Any])
        #expect(read[0] as? Bool == true && read[1] as? Int == 1)
        let table = try #require(read[2] as? [String: Any])
        #expect(table["off"] as? Bool == false && table["count"] as? Int == 0)
        #expect(table["rate"] as? Double == 1 && !(table["rate"] is NSDecimalNumber))
    }

    @Test func `Foundation's transformers have their names`() throws {
        let archived = NSSecureUnarchiveFromDataTransformer().reverseTransformedValue(["a"])
        let secure = ValueTransformer(forName: .secureUnarchiveFromDataTransformerName)
        #expect(secure?.transformedValue(archived) as? [String] == ["a"])
        let not = try #require(ValueTransformer(forName: .negateBooleanTransformerName))
        #expect(not.transformedValue(true) as? Bool == false)
        #expect(not.reverseTransformedValue(false) as? Bool == true)
        let isNil = ValueTransformer(forName: .isNilTransformerName)
        #expect(isNil?.transformedValue(nil) as? Bool == true)
        let isNotNil = ValueTransformer(forName: .isNotNilTransformerName)
        #expect(isNotNil?.transformedValue(nil) as? Bool == false)
        #expect(ValueTransformer(forName: .init("NoTransformer")) == nil)
        #expect(NSSecureUnarchiveFromDataTransformer(forName: .isNilTransformerName) == nil)
    }

    @Test(arguments: RealData.files("stores", "store"))
    func `of real files are read`(file: URL) throws {
        let model = try NSManagedObjectModel(recoveredFromStoreAt: file)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: file,
            options: [NSReadOnlyPersistentStoreOption: true as NSNumber])
        let context = Shop.context(coordinator)
        var arrays = 0
        for entity in model.entities {
            let names = entity.attributesByName.values
                .filter { $0.attributeValueClassName?.hasPrefix("Array<") == true }.map(\.name)
            for object in try Shop.fetch(entity.name ?? "", in: context) {
                for name in names {
                    guard let value = object.value(forKey: name) else { continue }
                    // SwiftData archives arrays of some types as their JSON text.
                    let json = value as? Data
                    let list = try json.map { try JSONSerialization.jsonObject(with: $0) } ?? value
                    #expect(list is [Any] || list is NSArray, "\(name): \(value)")
                    arrays += 1
                }
            }
        }
        if file.lastPathComponent == "ChefTime_mock.store" { #expect(arrays == 109) }
        try coordinator.remove(store)
    }
}
