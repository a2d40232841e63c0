import Foundation
import CoreDataModel
import ObjectCore
import Stores
import TestFiles
import TestKit
import Testing

@Suite struct `Migration of object stores` {
    private let folder = TemporaryFolder()
    private var directory: String { folder.path }

    private func old() throws -> ResolvedModel {
        try ResolvedModel(
            ObjectModel(entities: [
                ObjectEntity(
                    "Note",
                    attributes: [
                        ObjectAttribute("title", .string), ObjectAttribute("gone", .double),
                    ],
                    relationships: [ObjectRelationship("owner", to: "User", inverse: "notes")]),
                ObjectEntity(
                    "User", attributes: [ObjectAttribute("name", .string)],
                    relationships: [
                        ObjectRelationship("notes", to: "Note", inverse: "owner", isToMany: true)
                    ]),
                ObjectEntity("Trash", attributes: [ObjectAttribute("x", .string)]),
            ]))
    }

    private func new() throws -> ResolvedModel {
        var headline = ObjectAttribute(
            "headline", .string, isOptional: false, defaultValue: .text("untitled"))
        headline.renamingIdentifier = "title"
        var note = ObjectEntity(
            "Memo", superentity: "Thing",
            attributes: [headline, ObjectAttribute("stars", .integer16, defaultValue: .int(3))],
            relationships: [
                ObjectRelationship(
                    "owner", to: "User", inverse: "notes", isToMany: true, isOrdered: true)
            ])
        note.renamingIdentifier = "Note"
        return try ResolvedModel(
            ObjectModel(entities: [
                note, ObjectEntity("Thing", isAbstract: true),
                ObjectEntity(
                    "User", superentity: "Thing", attributes: [ObjectAttribute("name", .string)],
                    relationships: [
                        ObjectRelationship("notes", to: "Memo", inverse: "owner", isToMany: true)
                    ]),
                ObjectEntity("Fresh", attributes: [ObjectAttribute("y", .string)]),
            ]))
    }

    /// A store of the old model with a user, which is open.
    private func made(_ location: ObjectStoreLocation, with user: String) throws -> Maker {
        var maker = Maker(try ObjectStoreOpener.open(location, model: try old()))
        try maker.insert("User", ["name": .text(user)])
        _ = try maker.save()
        return maker
    }

    @Test(arguments: ObjectDatabase.available)
    func `objects are renamed, moved, filled in, and point at many`(
        database: ObjectDatabase
    ) throws {
        let location = database.location("m", in: directory)
        let path = location.place ?? ""
        let old = try old()
        var options = ObjectStoreOptions()
        options.modelCache = MomWriter.cache(old.model)
        options.metadata = ["mine": .text("kept")]
        var maker = Maker(
            try ObjectStoreOpener.open(location, model: old, options: options))
        let users = try (0..<3).map { try maker.insert("User", ["name": .text("u\($0)")]) }
        for number in 0..<6_000 {
            try maker.insert(
                "Note", number == 0 ? [:] : ["title": .text("n\(number)")],
                ["owner": users[number % 3]])
        }
        _ = try maker.save()
        let identifier = maker.store.identifier
        try maker.store.close()
        let cache = try #require(try ObjectStoreOpener.facts(at: path).modelCache)
        let found = try ResolvedModel(try MomReader.model(cache: cache))
        let new = try new()
        try ObjectMigration.migrate(at: path, from: found, to: new)
        maker = Maker(try ObjectStoreOpener.open(location, model: new))
        #expect(maker.store.identifier == identifier)
        #expect(try maker.store.metadata()["mine"] == .text("kept"))
        #expect(try maker.fetch("Thing", "TRUEPREDICATE").count == 6_003)
        #expect(try maker.fetch("Memo", "headline == 'untitled' AND stars == 3").count == 1)
        #expect(try maker.fetch("Memo", "ANY owner.name == 'u1'").count == 2_000)
        #expect(try maker.fetch("User", "notes.@count == 2000").count == 3)
        let next = try maker.insert("User", [:])
        #expect(next.row > 6_000)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: directory)
                .filter { $0.contains("migrating") }.isEmpty)
        try maker.store.close()
        guard case .sqlite = location else { return }
        #expect(try sqlite(path, "PRAGMA integrity_check") == "ok")
    }

    @Test func `what cannot be inferred is refused with its reason`() throws {
        let old = try old()
        func refusal(_ change: (inout ObjectModel) -> Void) throws -> String? {
            var model = old.model
            change(&model)
            do {
                try ObjectMigration.check(from: old, to: try ResolvedModel(model))
                return nil
            } catch let error as ObjectStoreError {
                return error.message
            }
        }
        #expect(try refusal { _ in } == nil)
        let type = try refusal { $0.entities[0].attributes[1].type = .string }
        #expect(type?.hasSuffix(": it was Double and is String") == true)
        let mandatory = try refusal { $0.entities[0].attributes[0].isOptional = false }
        #expect(
            mandatory?.contains(" Note.title: ") == true
                && mandatory?.hasSuffix(": it is mandatory now and has no default") == true)
        let single = try refusal { $0.entities[1].relationships[0].isToMany = false }
        #expect(single?.hasSuffix(": it pointed at many and points at one") == true)
        let other = try refusal {
            $0.entities[0].relationships[0].destination = "Trash"
            $0.entities[0].relationships[0].inverse = nil
        }
        #expect(other?.hasSuffix(": it points at another entity now") == true)
    }

    /// A model whose notes have one composite, of two elements and a composite of one.
    private func model(
        _ change: (inout [ObjectAttribute]) -> Void = { _ in }
    ) throws -> ResolvedModel {
        var spot = ObjectAttribute("spot", .composite)
        spot.elements = [ObjectAttribute("floor", .integer16)]
        var place = ObjectAttribute("place", .composite)
        place.elements = [
            ObjectAttribute("town", .string), ObjectAttribute("code", .integer32), spot,
        ]
        change(&place.elements)
        return try ResolvedModel(
            ObjectModel(entities: [ObjectEntity("Note", attributes: [place])]))
    }

    @Test(arguments: ObjectDatabase.available)
    func `elements of composites keep their values under new names`(
        database: ObjectDatabase
    ) throws {
        let location = database.location("m", in: directory)
        let old = try model()
        var maker = Maker(try ObjectStoreOpener.open(location, model: old))
        try maker.insert(
            "Note",
            [
                "place": .dictionary([
                    "town": "Porto", "code": .int(7), "spot": .dictionary(["floor": .int(2)]),
                ])
            ])
        _ = try maker.save()
        try maker.store.close()
        let new = try model { elements in
            elements[0].name = "city"
            elements[0].renamingIdentifier = "town"
            elements[2].name = "room"
            elements[2].renamingIdentifier = "spot"
            elements[2].elements[0].name = "level"
            elements[2].elements[0].renamingIdentifier = "floor"
        }
        try ObjectMigration.migrate(at: location.place ?? "", from: old, to: new)
        maker = Maker(try ObjectStoreOpener.open(location, model: new))
        let found = try maker.fetch(
            "Note", "place.city == 'Porto' AND place.code == 7 AND place.room.level == 2")
        #expect(found.count == 1)
        try maker.store.close()
    }

    @Test func `elements of composites that get another type are refused as attributes are`() throws
    {
        func refusal(_ change: (inout [ObjectAttribute]) -> Void) throws -> String? {
            do {
                try ObjectMigration.check(from: try model(), to: try model(change))
                return nil
            } catch let error as ObjectStoreError {
                return error.message
            }
        }
        #expect(try refusal { $0[1].type = .integer64 } == nil)
        let number = try refusal { $0[0].type = .integer64 }
        #expect(number?.contains(" Note.place.town: ") == true)
        #expect(number?.hasSuffix(": it was String and is Integer 64") == true)
        let inner = try refusal { $0[2].elements[0].type = .string }
        #expect(inner?.contains(" Note.place.spot.floor: ") == true)
    }

    @Test(arguments: ObjectDatabase.available)
    func `a migration that fails leaves the old store`(
        database: ObjectDatabase
    ) throws {
        let location = database.location("m", in: directory)
        let path = location.place ?? ""
        let old = try old()
        var maker = Maker(try ObjectStoreOpener.open(location, model: old))
        try maker.insert("Note", ["title": "same"])
        try maker.insert("Note", ["title": "same"])
        _ = try maker.save()
        try maker.store.close()
        var model = old.model
        model.entities[0].uniquenessConstraints = [["title"]]
        let unique = try ResolvedModel(model)
        let error = try #require(throws: ObjectStoreError.self) {
            try ObjectMigration.migrate(at: path, from: old, to: unique)
        }
        #expect(error.code == .duplicateValues)
        #expect(error.message.contains(" of title would occur twice"))
        let store = try ObjectStoreOpener.open(location, model: old)
        #expect(try store.count(ObjectQuery(entity: 0)) == 2)
        try store.close()
        guard case .sqlite = location else { return }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["m.sqlite"])
    }

    @Test(arguments: ObjectDatabase.available)
    func `a store takes the place of another, and a destroyed one leaves nothing`(
        database: ObjectDatabase
    ) throws {
        let old = try old()
        let places = ["a", "b"].map { database.location($0, in: directory) }
        let texts = places.compactMap(\.place)
        for (name, place) in zip(["a", "b"], places) {
            try made(place, with: name).store.close()
        }
        try ObjectStoreOpener.replace(at: texts[0], with: texts[1])
        let maker = Maker(try ObjectStoreOpener.open(places[0], model: old))
        #expect(try maker.fetch("User", "name == 'b'").count == 1)
        try maker.store.close()
        try ObjectStoreOpener.setMetadata(["k": .int(5)], at: texts[0])
        #expect(try ObjectStoreOpener.metadata(at: texts[0])["k"] == .int(5))
        #expect(try ObjectStoreOpener.fits(old, at: texts[0]))
        for text in texts {
            #expect(try ObjectStoreOpener.exists(at: text))
            try ObjectStoreOpener.destroy(at: text)
            #expect(try !ObjectStoreOpener.exists(at: text))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
    }

    @Test func `a store that is open elsewhere is migrated in one transaction`() throws {
        let (old, new, path) = (try old(), try new(), directory + "/a.sqlite")
        var maker = try made(.sqlite(path: path), with: "old")
        let identifier = maker.store.identifier
        try ObjectMigration.migrate(at: path, from: old, to: new)
        #expect(try ObjectStoreOpener.fits(new, at: path))
        // Nothing is written into the new tables as if they were the old ones.
        let error = #expect(throws: ObjectStoreError.self) {
            try maker.insert("User", ["name": "later"])
            _ = try maker.save()
        }
        #expect(error?.code == .needsMigration)
        // Nor is something read from them: the number of an entity is that of another one now.
        let user = try maker.entity("User").number
        let asked: [() throws -> Void] = [
            { [store = maker.store] in _ = try store.fetch(ObjectQuery(entity: user)) },
            { [store = maker.store] in _ = try store.count(ObjectQuery(entity: user)) },
        ]
        for ask in asked {
            let error = #expect(throws: ObjectStoreError.self) { try ask() }
            #expect(error?.code == .needsMigration)
        }
        try maker.store.close()
        maker = Maker(try ObjectStoreOpener.open(.sqlite(path: path), model: new))
        #expect(maker.store.identifier == identifier)
        #expect(try maker.fetch("User", "name == 'old'").count == 1)
        try maker.store.close()
        #expect(try sqlite(path, "PRAGMA integrity_check") == "ok")
        let names = "SELECT group_concat(name) FROM (SELECT name FROM sqlite_master ORDER BY name)"
        let migrated = try sqlite(path, names)
        try ObjectStoreOpener.destroy(at: path)
        try ObjectStoreOpener.open(.sqlite(path: path), model: new).close()
        #expect(try sqlite(path, names) == migrated)
    }

    @Test func `a store that is open elsewhere is not replaced or destroyed`() throws {
        let path = directory + "/a.sqlite"
        try made(.sqlite(path: directory + "/b.sqlite"), with: "new").store.close()
        var maker = try made(.sqlite(path: path), with: "old")
        for change in [
            { try ObjectStoreOpener.replace(at: path, with: directory + "/b.sqlite") },
            { try ObjectStoreOpener.destroy(at: path) },
        ] {
            let error = try #require(throws: ObjectStoreError.self, performing: change)
            #expect(error.code == .busy)
        }
        // What is written afterwards stands in the file that has the name.
        try maker.insert("User", ["name": "later"])
        _ = try maker.save()
        try maker.store.close()
        let names = try sqlite(
            path, "SELECT group_concat(ZNAME) FROM ZUSER")
        #expect(names == "old,later")
        try ObjectStoreOpener.replace(at: path, with: directory + "/b.sqlite")
        #expect(try sqlite(path, "SELECT ZNAME FROM ZUSER") == "new")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
                == ["a.sqlite", "b.sqlite"])
    }

    /// SQLite finds a log by the name of its file: it would be that of the new one.
    @Test func `a replaced file that is still open writes nothing into the log of the new one`()
        throws
    {
        let (path, source) = (directory + "/a.sqlite", directory + "/b.sqlite")
        try made(.sqlite(path: source), with: "new").store.close()
        try made(.sqlite(path: path), with: "old").store.close()
        var options = ObjectStoreOptions()
        // Without a log it has no lock while nothing is written.
        options.pragmas["journal_mode"] = "DELETE"
        var replaced = Maker(
            try ObjectStoreOpener.open(.sqlite(path: path), model: old(), options: options))
        try ObjectStoreOpener.replace(at: path, with: source)
        var maker = Maker(try ObjectStoreOpener.open(.sqlite(path: path), model: old()))
        try maker.insert("User", ["name": "before"])
        _ = try maker.save()
        let error = #expect(throws: ObjectStoreError.self) {
            try replaced.insert("User", ["name": "nowhere"])
            _ = try replaced.save()
        }
        #expect(error?.code == .cannotOpen)
        try replaced.store.close()
        try maker.insert("User", ["name": "after"])
        _ = try maker.save()
        // What others read: the log is there still.
        #expect(try sqlite(path, "SELECT group_concat(ZNAME) FROM ZUSER") == "new,before,after")
        try maker.store.close()
        #expect(try sqlite(path, "SELECT group_concat(ZNAME) FROM ZUSER") == "new,before,after")
        #expect(try sqlite(path, "PRAGMA integrity_check") == "ok")
    }

    @Test func `a store that is being closed is waited for`() throws {
        let (old, path) = (try old(), directory + "/a.sqlite")
        let store = try made(.sqlite(path: path), with: "old").store
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.3)
            try? store.close()
        }
        let new = try new()
        try ObjectMigration.migrate(at: path, from: old, to: new)
        #expect(try ObjectStoreOpener.fits(new, at: path))
    }

    @Test func `a store takes the place of a damaged one, and of a log without a file`() throws {
        let path = directory + "/a.sqlite"
        try made(.sqlite(path: directory + "/b.sqlite"), with: "new").store.close()
        for names in [["", "-wal"], ["-wal"]] {
            for name in names {
                try Data(repeating: 0x61, count: 5_000).write(to: URL(fileURLWithPath: path + name))
            }
            try ObjectStoreOpener.replace(at: path, with: directory + "/b.sqlite")
            #expect(try sqlite(path, "SELECT ZNAME FROM ZUSER") == "new")
            try ObjectStoreOpener.destroy(at: path)
        }
    }
}
