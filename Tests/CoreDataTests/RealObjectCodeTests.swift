import CoreData
import Testing

/// What published programs write around Core Data, with `import CoreData` alone.
struct RealObjectCodeTests {
    // MARK: Foundation's part

    @Test func `the protection of a file is an option of a store`() {
        let description = NSPersistentStoreDescription()
        description.setOption(
            FileProtectionType.complete as NSObject, forKey: NSPersistentStoreFileProtectionKey)
        let option: Any? = description.options[NSPersistentStoreFileProtectionKey]
        #expect(option as? String == FileProtectionType.complete.rawValue)
        #expect((option as? FileProtectionType)?.rawValue == FileProtectionType.complete.rawValue)
    }

    @Test func `a CGFloat is a number object and a value of an attribute`() throws {
        let width: CGFloat = 1.5
        #expect(width as NSNumber == NSNumber(value: 1.5))
        let object: Any = NSNumber(value: 2.5)
        #expect(object as? CGFloat == 2.5)
        let item = Item(context: try Shop.context())
        for value in [width, width as NSNumber] as [Any] {
            item.setValue(value, forKey: "price")
            #expect(item.price == NSDecimalNumber(string: "1.5"))
        }
    }
}
