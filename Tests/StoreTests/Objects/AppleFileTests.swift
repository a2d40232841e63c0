import Foundation
import CoreDataModel
import ObjectCore
import Stores
import TestFiles
import TestKit
import Testing

@Suite struct `Stores that Apple's Core Data wrote` {
    private let folder = TemporaryFolder()

    static let names = ObjectFixtures.realStoreNames

    /// A copy of a real store and the model that it tells of itself.
    private func copied<T>(
        _ name: String, _ body: (String, ResolvedModel) throws -> T
    ) throws -> T? {
        guard let source = RealData.file("stores/" + name) else { return nil }
        let path = folder.path + "/" + name
        try Data(contentsOf: source).write(to: URL(fileURLWithPath: path))
        let file = try ObjectStoreOpener.facts(at: path)
        let model =
            if let cache = file.modelCache {
                try MomReader.model(cache: cache)
            } else { file.recoveredModel }
        return try body(path, try ResolvedModel(model))
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
                for attribute in entity.attributes where attribute.source.derivation == nil {
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
                for attribute in entity.attributes where attribute.source.derivation == nil {
                    #expect(
                        row.attributes[attribute.place] == values[attribute.name] ?? .null,
                        "\(entity.name).\(attribute.name)")
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
            #expect(try sqlite(path, "PRAGMA integrity_check") == "ok")
            #expect(try sqlite(path, "PRAGMA application_id") == "0")
            try ObjectStoreOpener.open(.sqlite(path: path), model: model).close()
        }
    }

    @Test(arguments: names)
    func `opens from its tables alone`(_ name: String) throws {
        try copied(name) { path, model in
            _ = try sqlite(
                path, "DELETE FROM Z_METADATA; DROP TABLE IF EXISTS Z_MODELCACHE")
            let facts = try ObjectStoreOpener.facts(at: path)
            #expect(facts.modelCache == nil && facts.identifier == "")
            let recovered = try ResolvedModel(facts.recoveredModel)
            let misfit = try ObjectStoreOpener.misfit(recovered, at: path)
            if name == "DDG_Bookmarks_V5.sqlite" {
                // The order of a relationship whose name stands nowhere in the tables.
                #expect(misfit?.contains("Z_FOK_PARENT of ZBOOKMARKENTITY") == true)
                return
            }
            #expect(misfit == nil)
            var options = ObjectStoreOptions()
            options.isReadOnly = true
            let store = try ObjectStoreOpener.open(
                .sqlite(path: path), model: recovered, options: options)
            defer { try? store.close() }
            for entity in recovered.entities {
                let rows = try store.fetch(ObjectQuery(entity: entity.number))
                let wanted = try sqlite(
                    path,
                    "SELECT count(*) FROM Z\(recovered.entities[entity.root].name.uppercased()) "
                        + "WHERE Z_ENT IN (\(store.numbers(of: entity)))")
                #expect("\(rows.count)" == wanted)
                for relationship in entity.toManys {
                    _ = try store.members(relationship.place, of: rows.map(\.key))
                }
            }
            // Relationships that tables of pairs and owners' columns tell of are there again.
            let kept = model.entities.flatMap(\.toManys).filter(\.usesJoinTable).map {
                $0.name.lowercased()
            }
            let found = Set(recovered.entities.flatMap(\.toManys).map(\.name))
            #expect(Set(kept).isSubset(of: found), "\(kept) \(found)")
        }
    }

    @Test func `a scrubbed file says which column keeps it from being opened`() throws {
        try copied("CoreDataPlus_SampleModel_V1.sqlite") { path, _ in
            _ = try sqlite(
                path,
                "DELETE FROM Z_METADATA; DELETE FROM Z_MODELCACHE; "
                    + "ALTER TABLE ZCAR ADD COLUMN ZSHAPE GEOMETRY")
            let recovered = try ResolvedModel(
                try ObjectStoreOpener.facts(at: path).recoveredModel)
            #expect(
                try ObjectStoreOpener.misfit(recovered, at: path)
                    == "The column ZSHAPE of ZCAR is declared GEOMETRY and not BLOB")
            _ = try sqlite(
                path, "ALTER TABLE Z_PRIMARYKEY DROP COLUMN Z_SUPER")
            let error = #expect(throws: ObjectStoreError.self) {
                try ObjectStoreOpener.facts(at: path)
            }
            #expect(error?.message.contains("Z_PRIMARYKEY has no column Z_SUPER") == true)
        }
    }

    @Test func `the history of a Mac is read with its tombstones and goes on`() throws {
        try copied("Apple_RMAdminStore-Local.sqlite") { path, model in
            var maker = Maker(try ObjectStoreOpener.open(.sqlite(path: path), model: model))
            let app = try maker.entity("InstalledApp")
            let past = try maker.store.history(after: 0, limit: nil)
            let gone = past.flatMap(\.changes).filter {
                $0.kind == .deleted && $0.key.entity == app.number
            }
            #expect(gone.count == 74)
            let skout = try #require(gone.first { $0.key.row == 273 })
            #expect(
                skout.tombstone == [
                    "bundleIdentifier": "com.skout.SKOUT", "installedLocally": 1,
                    "sortKey": .uuid(try #require(UUID(uuidString: Self.sortKey))),
                    "uniqueIdentifier": .text(
                        "app:com.skout.SKOUT-uds:17193901029:"
                            + "c623fbd7e91b041e07a68f8523f53a35973e475d"),
                ])
            // Bits as Apple sets them: of a request that is acknowledged, both of its dates.
            let requests = past.flatMap(\.changes).filter {
                $0.kind == .updated && $0.key.entity == model.entity(named: "UsageRequest")?.number
            }
            #expect(requests.count == 428)
            #expect(
                Set(requests.flatMap(\.properties)) == ["acknowledgedDate", "requestedDate"])

            let token = try maker.store.historyToken()
            let victim = try #require(try maker.fetch("InstalledApp", "TRUEPREDICATE").first)
            let usage = try #require(try maker.fetch("Usage", "TRUEPREDICATE").first)
            guard
                case .attribute(let date)? = try maker.entity("Usage")
                    .properties["lastUpdatedDate"]
            else { throw ModelProblem("There is no date.", entity: "Usage") }
            maker.changes.deleted = [ObjectDeletion(key: victim.key, version: nil)]
            maker.changes.updated = [
                ObjectUpdate(
                    key: usage.key, version: usage.version,
                    attributes: [(date, .date(Date(timeIntervalSinceReferenceDate: 7)))])
            ]
            _ = try maker.save()
            let changes = try maker.store.history(after: token, limit: nil).flatMap(\.changes)
            let deletion = try #require(changes.first { $0.kind == .deleted })
            for name in skout.tombstone.keys {
                #expect(deletion.tombstone[name] == maker.value(victim, name))
            }
            #expect(changes.first { $0.kind == .updated }?.properties == ["lastUpdatedDate"])
            try maker.store.close()
            func last(_ kind: Int, _ columns: String) throws -> String {
                try sqlite(
                    path,
                    "SELECT \(columns) FROM ACHANGE WHERE ZCHANGETYPE = \(kind) "
                        + "ORDER BY Z_PK DESC LIMIT 1")
            }
            let types = (0..<4).map { "typeof(ZTOMBSTONE\($0))" }.joined(separator: ", ")
            #expect(try last(2, types + ", length(ZTOMBSTONE2)") == "text|integer|blob|text|16")
            // 926 of Apple's own updates of this date have these bits.
            #expect(try last(1, "hex(ZCOLUMNS), typeof(Z_OPT)") == "10|null")
            #expect(
                try sqlite(
                    path,
                    "SELECT group_concat(Z_MAX) FROM Z_PRIMARYKEY WHERE Z_ENT IN (16001, 16002)")
                    == "20719,1040")
        }
    }

    private static let sortKey = "6DA761F8-75C8-4017-892F-CD82AAF9A0B5"

    @Test func `modifiers of a real cart are in their own rows`() throws {
        try copied("CartKit_CartStorage_v1.sqlite") { path, model in
            var maker = Maker(try ObjectStoreOpener.open(.sqlite(path: path), model: model))
            let item = try #require(try maker.fetch("CDCartItem", "TRUEPREDICATE").first).key
            let modifiers = try maker.place("CDCartItem", "modifiers")
            let made = try ["a", "b"].map {
                try maker.insert("CDCartItemModifier", ["id": .text($0), "name": .text($0)])
            }
            maker.changes.memberships = [
                ObjectMembership(key: item, relationship: modifiers, added: made)
            ]
            _ = try maker.save()
            #expect(try maker.store.members(modifiers, of: [item]) == [made])
            #expect(try maker.fetch("CDCartItem", "ANY modifiers.name == 'b'").map(\.key) == [item])
            maker.changes.memberships = [
                ObjectMembership(key: item, relationship: modifiers, removed: [made[0]])
            ]
            _ = try maker.save()
            let column =
                "SELECT group_concat(coalesce(Z2MODIFIERS, 'none')) FROM "
                + "(SELECT * FROM ZCDCARTITEMMODIFIER ORDER BY Z_PK)"
            #expect(try sqlite(path, column) == "none,\(item.row)")
            maker.changes.deleted = [ObjectDeletion(key: item, version: nil)]
            _ = try maker.save()
            #expect(try sqlite(path, column) == "none,none")
            try maker.store.close()
        }
    }

    @Test func `parts of one name are told apart as Apple's files do`() throws {
        try copied("MetaCocktails_Preloaded.store") { path, model in
            let maker = Maker(try ObjectStoreOpener.open(.sqlite(path: path), model: model))
            let syrup = try #require(
                try maker.fetch("IngredientBase", "name == 'Simple syrup'").first)
            #expect(
                maker.value(syrup, "id")
                    == UUID(uuidString: "C394DD9C-7C06-47F3-B7E4-E8D6BC174771").map(Value.uuid))
            guard case .dictionary(let prep)? = maker.value(syrup, "prep") else {
                Issue.record("There is no preparation.")
                return
            }
            #expect(
                prep["id"]
                    == UUID(uuidString: "B8E9E367-F7CF-4109-8D3C-45D46D4FE456")
                    .map(Value.uuid))
            #expect(prep["prepIngredientName"] == "Simple syrup")
            // Of cocktails the author comes before the cocktail's own identifier.
            let mandatory = try maker.fetch("Cocktail", "id == nil")
            #expect(mandatory.isEmpty)
            #expect(try maker.fetch("Cocktail", "author.id == nil").count == 28)
            #expect(try maker.fetch("Cocktail", "author.person != nil").count == 292)
            try maker.store.close()
        }
    }

    @Test func `finds cars by their owners`() throws {
        try copied("CoreDataPlus_SampleModel_V1.sqlite") { path, model in
            let maker = Maker(try ObjectStoreOpener.open(.sqlite(path: path), model: model))
            #expect(try maker.fetch("Car", "TRUEPREDICATE").count == 125)
            #expect(try maker.fetch("Person", "TRUEPREDICATE").count == 20)
            let rows = try maker.fetch("Car", "owner.lastName BEGINSWITH 'A'")
            let expected = try sqlite(
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
            let expected = try sqlite(
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
                try sqlite(
                    path,
                    "SELECT group_concat(Z_1FAVORITES) FROM "
                        + "(SELECT * FROM Z_1FAVORITES ORDER BY Z_FOK_1FAVORITES)")
                    == "\(pages[2].row),\(pages[0].row)")
        }
    }
}

extension ObjectStore {
    /// The numbers of an entity and of those that inherit from it, as a file of the model has them.
    fileprivate func numbers(of entity: ModelEntity) -> String {
        entity.family.map { "\($0 + 1)" }.joined(separator: ", ")
    }
}
