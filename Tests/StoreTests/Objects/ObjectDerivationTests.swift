import Foundation
import ObjectCore
import Stores
import TestKit
import Testing

// Derived attributes, and what they look at.
extension `Objects in databases` {
    @Test(arguments: ObjectDatabase.available)
    func `what a condition in a derivation looks at is looked after`(database: ObjectDatabase)
        throws
    {
        var mark = ObjectAttribute("mark", .integer64)
        mark.derivation = "TERNARY(owner.name == 'Ann', 1, 0)"
        let item = ObjectEntity(
            "Item", attributes: [mark],
            relationships: [ObjectRelationship("owner", to: "Owner", inverse: "items")])
        let owner = ObjectEntity(
            "Owner", attributes: [ObjectAttribute("name", .string)],
            relationships: [
                ObjectRelationship("items", to: "Item", inverse: "owner", isToMany: true)
            ])
        let model = try ResolvedModel(ObjectModel(entities: [item, owner]))
        var maker = Maker(try ObjectStoreOpener.open(database.fresh(), model: model))
        let bob = try maker.insert("Owner", ["name": "Bob"])
        let thing = try maker.insert("Item", [:], ["owner": bob])
        #expect(try maker.save().derived[thing]?.map(\.value) == [0])
        maker.changes.updated = [
            ObjectUpdate(
                key: bob, version: 1,
                attributes: [(place: 0, value: "Ann")])
        ]
        _ = try maker.save()
        #expect(try maker.fetch("Item", "mark == 1").map(\.key) == [thing])
    }

    @Test(
        arguments: ObjectDatabase.available,
        ["SUBQUERY(items, $i, $i.owner.age > 3).@count", "items.@sum.owner.age - 4"])
    func `what a derivation reads over several relationships is looked after`(
        database: ObjectDatabase, derivation: String
    ) throws {
        var total = ObjectAttribute("total", .integer64)
        total.derivation = derivation
        let shop = ObjectEntity(
            "Shop", attributes: [total],
            relationships: [
                ObjectRelationship("items", to: "Item", inverse: "shop", isToMany: true)
            ])
        let item = ObjectEntity(
            "Item",
            relationships: [
                ObjectRelationship("shop", to: "Shop", inverse: "items"),
                ObjectRelationship("owner", to: "Owner", inverse: "items"),
            ])
        let owner = ObjectEntity(
            "Owner", attributes: [ObjectAttribute("age", .integer64)],
            relationships: [
                ObjectRelationship("items", to: "Item", inverse: "owner", isToMany: true)
            ])
        let model = try ResolvedModel(ObjectModel(entities: [shop, item, owner]))
        let stores: [any ObjectStore] = [
            try ObjectStoreOpener.open(database.fresh(), model: model),
            MemoryObjectStore(model: model),
        ]
        for store in stores {
            var maker = Maker(store)
            let here = try maker.insert("Shop", [:])
            let ann = try maker.insert("Owner", ["age": 1])
            try maker.insert("Item", [:], ["shop": here, "owner": ann])
            _ = try maker.save()
            #expect(try maker.fetch("Shop", "total == 1").isEmpty)
            maker.changes.updated = [
                ObjectUpdate(key: ann, version: 1, attributes: [(place: 0, value: 5)])
            ]
            _ = try maker.save()
            #expect(try maker.fetch("Shop", "total == 1").map(\.key) == [here])
        }
    }
}
