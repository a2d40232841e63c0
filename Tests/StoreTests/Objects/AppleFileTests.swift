import Foundation
import ModelArchive
import ObjectCore
import StoreOpener
import Testing

@Suite struct `Stores that Apple's Core Data wrote` {
    static let names = [
        "Apple_sample_Recipes.sqlite", "CareKit_SampleStore2.0.sqlite",
        "CoreDataPlus_SampleModel_V1.sqlite", "DDG_Bookmarks_V5.sqlite",
    ]

    /// A copy of a real store and the model that it tells of itself.
    private func copied<T>(
        _ name: String, _ body: (String, ResolvedModel) throws -> T
    ) throws -> T? {
        guard let source = ObjectFixtures.realStore(name) else { return nil }
        return try ObjectFixtures.inDirectory { directory in
            let path = directory + "/" + name
            try Data(contentsOf: source).write(to: URL(fileURLWithPath: path))
            let file = try ObjectStoreOpener.facts(at: path)
            let model =
                if let cache = file.modelCache {
                    try MomReader.model(cache: cache)
                } else { file.recoveredModel }
            return try body(path, try ResolvedModel(model))
        }
    }

    @Test(arguments: names)
    func `opens read-only and stays byte for byte as it is`(_ name: String) throws {
        try copied(name) { path, model in
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            var options = ObjectStoreOptions()
            options.isReadOnly = true
            let store = try ObjectStoreOpener.open(
                .sqlite(path: path), model: model, options: options)
            for entity in model.entities {
                let query = ObjectQuery(entity: entity.number)
                let rows = try store.fetch(query)
                #expect(rows.count == (try store.count(query)))
                for relationship in entity.toManys {
                    _ = try store.members(relationship.place, of: rows.map(\.key))
                }
            }
            #expect(throws: ObjectStoreError.self) { try store.reserveKeys(entity: 0, count: 1) }
            try store.close()
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
            let left = try FileManager.default.contentsOfDirectory(
                atPath: (path as NSString).deletingLastPathComponent)
            #expect(left == [name])
        }
    }

    @Test(arguments: names)
    func `takes new objects, changes and deletions and stays sound`(_ name: String) throws {
        try copied(name) { path, model in
            var maker = Maker(try ObjectStoreOpener.open(.sqlite(path: path), model: model))
            for entity in model.entities where !entity.isAbstract {
                let query = ObjectQuery(entity: entity.number, includesSubentities: false)
                let count = try maker.store.count(query)
                let last = try maker.store.fetchKeys(ObjectQuery(entity: entity.root)).map(\.row)
                    .max()
                var values: [String: Value] = [:]
                for attribute in entity.attributes {
                    switch attribute.type {
                    case .string: values[attribute.name] = .text("new \(entity.name)")
                    case .integer16, .integer32, .integer64, .boolean: values[attribute.name] = 1
                    case .date:
                        values[attribute.name] = .date(Date(timeIntervalSinceReferenceDate: 5))
                    case .uuid: values[attribute.name] = .uuid(UUID())
                    default: break  // The others stay empty.
                    }
                }
                let key = try maker.insert(entity.name, values)
                #expect(key.row > last ?? 0)
                _ = try maker.save()
                let row = try #require(try maker.store.rows([key])[0])
                for attribute in entity.attributes {
                    #expect(row.attributes[attribute.place] == values[attribute.name] ?? .null)
                }
                if let text = entity.attributes.first(where: { $0.type == .string }) {
                    maker.changes.updated = [
                        ObjectUpdate(
                            key: key, version: 1,
                            attributes: [(place: text.place, value: "changed")])
                    ]
                    #expect(try maker.save().versions[key] == 2)
                    #expect(
                        try maker.fetch(entity.name, "\(text.name) == 'changed'").map(\.key) == [
                            key
                        ])
                }
                #expect(try maker.store.count(query) == count + 1)
                maker.changes.deleted = [ObjectDeletion(key: key, version: nil)]
                _ = try maker.save()
                #expect(try maker.store.count(query) == count)
            }
            try maker.store.close()
            #expect(try `Objects in databases`.sqlite(path, "PRAGMA integrity_check") == "ok")
            #expect(try `Objects in databases`.sqlite(path, "PRAGMA application_id") == "0")
            try ObjectStoreOpener.open(.sqlite(path: path), model: model).close()
        }
    }

    @Test func `finds cars by their owners`() throws {
        try copied("CoreDataPlus_SampleModel_V1.sqlite") { path, model in
            let maker = Maker(try ObjectStoreOpener.open(.sqlite(path: path), model: model))
            #expect(try maker.fetch("Car", "TRUEPREDICATE").count == 125)
            #expect(try maker.fetch("Person", "TRUEPREDICATE").count == 20)
            let rows = try maker.fetch("Car", "owner.lastName BEGINSWITH 'A'")
            let expected = try `Objects in databases`.sqlite(
                path,
                "SELECT count(*) FROM ZCAR c JOIN ZPERSON p ON p.Z_PK = c.ZOWNER "
                    + "WHERE p.ZLASTNAME GLOB 'A*'")
            #expect(String(rows.count) == expected)
            try maker.store.close()
        }
    }

    @Test func `a recipe of the oldest store has its ingredients`() throws {
        try copied("Apple_sample_Recipes.sqlite") { path, model in
            #expect(
                model.entities.map(\.name) == ["Image", "Ingredient", "Recipe", "RecipeType"])
            let maker = Maker(try ObjectStoreOpener.open(.sqlite(path: path), model: model))
            let recipes = try maker.fetch("Recipe", "TRUEPREDICATE")
            #expect(recipes.count == 7)
            let names = try maker.fetch("Ingredient", "recipe.name CONTAINS 'Chocolate'")
            let expected = try `Objects in databases`.sqlite(
                path,
                "SELECT count(*) FROM ZINGREDIENT i JOIN ZRECIPE r ON r.Z_PK = i.ZRECIPE "
                    + "WHERE instr(r.ZNAME, 'Chocolate')")
            #expect(String(names.count) == expected)
            try maker.store.close()
        }
    }

    @Test func `bookmarks take an order and favorites in the tables of the file`() throws {
        try copied("DDG_Bookmarks_V5.sqlite") { path, model in
            var maker = Maker(try ObjectStoreOpener.open(.sqlite(path: path), model: model))
            let folder = try maker.insert("BookmarkEntity", ["title": "folder", "isFolder": 1])
            let pages = try (0..<3).map {
                try maker.insert(
                    "BookmarkEntity", ["title": .text("p\($0)"), "isFolder": 0],
                    ["parent": folder])
            }
            let order = [pages[1], pages[2], pages[0]]
            let children = try maker.place("BookmarkEntity", "children")
            let favorites = try maker.place("BookmarkEntity", "favorites")
            maker.changes.memberships = [
                ObjectMembership(key: folder, relationship: children, added: pages, order: order),
                ObjectMembership(
                    key: folder, relationship: favorites, added: [pages[2], pages[0]],
                    order: [pages[2], pages[0]]),
            ]
            _ = try maker.save()
            #expect(try maker.store.members(children, of: [folder]) == [order])
            #expect(try maker.store.members(favorites, of: [folder]) == [[pages[2], pages[0]]])
            let folders = try maker.place("BookmarkEntity", "favoriteFolders")
            #expect(try maker.store.members(folders, of: pages) == [[folder], [], [folder]])
            try maker.store.close()
            #expect(
                try `Objects in databases`.sqlite(
                    path,
                    "SELECT group_concat(Z_1FAVORITES) FROM "
                        + "(SELECT * FROM Z_1FAVORITES ORDER BY Z_FOK_1FAVORITES)")
                    == "\(pages[2].row),\(pages[0].row)")
        }
    }
}
