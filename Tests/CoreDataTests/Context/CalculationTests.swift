import CoreData
import TestModels
import Testing

/// Sums and averages whose digits are lost where each number is added to a floating-point one.
struct CalculationTests {
    /// Shops with items that have large numbers.
    private func context(_ numbers: [Int64]) throws -> NSManagedObjectContext {
        let (item, shop) = (entity("Item"), entity("Shop"))
        let (itemShop, shopItems) = (
            relationship("shop", shop), relationship("items", item, isToMany: true)
        )
        join(itemShop, shopItems)
        item.properties = [attribute("bytes", .integer64AttributeType), itemShop]
        shop.properties = [attribute("name"), shopItems]
        let context = try Shop.context(NSManagedObjectModel(of: item, shop))
        let owner = Shop.insert("Shop", ["name": "a"], into: context)
        for number in numbers {
            _ = Shop.insert("Item", ["bytes": number, "shop": owner], into: context)
        }
        try context.save()
        return context
    }

    @Test(
        arguments: Shop.Kind.allCases,
        [
            ([1 << 62, 300, -(1 << 62)] as [Int64], 100.0),
            ([1 << 53, 1, 1], 3_002_399_751_580_331.5),
        ])
    func `the average of large integers is that of their exact sum`(
        kind: Shop.Kind, numbers: (members: [Int64], average: Double)
    ) throws {
        try Shop.$kind.withValue(kind) {
            let context = try context(numbers.members)
            let request = NSFetchRequest<NSManagedObject>(entityName: "Shop")
            request.predicate = NSPredicate(
                format: "items.@avg.bytes == %@", numbers.average as NSNumber)
            #expect(try context.count(for: request) == 1)
            let column = NSExpressionDescription()
            column.name = "mean"
            column.expression = NSExpression(
                forFunction: "average:", arguments: [NSExpression(forKeyPath: "bytes")])
            column.expressionResultType = .doubleAttributeType
            let means = NSFetchRequest<NSDictionary>(entityName: "Item")
            means.resultType = .dictionaryResultType
            means.propertiesToFetch = [column]
            #expect(try context.fetch(means) == [["mean": numbers.average]])
        }
    }
}
