import Foundation
import ObjectCore
import Stores
import TestFiles
import TestKit
import Testing

/// How new files are laid out where ours were another way before, and how those are brought over.
@Suite struct `Apple's form of files` {
    private let folder = TemporaryFolder()

    /// Albums with pictures, without a way back; the form of an address twice in a person.
    private static func model() throws -> ResolvedModel {
        func address(_ name: String) -> ObjectAttribute {
            var address = ObjectAttribute(name, .composite)
            address.elements = [
                ObjectAttribute("city", .string), ObjectAttribute("id", .integer64),
            ]
            return address
        }
        var title = ObjectAttribute("title", .string)
        title.preservesValueInHistoryOnDeletion = true
        var number = ObjectAttribute("number", .uuid)
        number.preservesValueInHistoryOnDeletion = true
        return try ResolvedModel(
            ObjectModel(entities: [
                ObjectEntity(
                    "Album", attributes: [title, number],
                    relationships: [
                        ObjectRelationship(
                            "pictures", to: "Picture", isToMany: true, isOrdered: true),
                        ObjectRelationship("people", to: "Person", isToMany: true),
                    ]),
                ObjectEntity(
                    "Person",
                    attributes: [
                        ObjectAttribute("id", .integer64), address("home"), address("work"),
                    ]),
                ObjectEntity("Picture", attributes: [ObjectAttribute("name", .string)]),
            ]))
    }

    private static func columns(_ path: String, _ table: String) throws -> Set<String> {
        Set(
            try sqlite(
                path, "SELECT name FROM pragma_table_info('\(table)')"
            )
            .split(separator: "\n").map(String.init))
    }

    private static func address(_ city: Value, _ id: Value) -> Value {
        .dictionary(["city": city, "id": id])
    }

    /// Albums with their pictures and people, by their titles.
    private static func fill(_ maker: inout Maker) throws -> [String: ObjectKey] {
        var keys: [String: ObjectKey] = [:]
        for album in ["a", "b"] {
            let owner = try maker.insert(
                "Album", ["title": .text(album), "number": .uuid(UUID())])
            keys[album] = owner
            let pictures = try (1...3).map {
                try maker.insert("Picture", ["name": .text("\(album)\($0)")])
            }
            for (place, key) in pictures.enumerated() { keys["\(album)\(place + 1)"] = key }
            let person = try maker.insert(
                "Person",
                [
                    "id": 1, "home": address(.text("home of \(album)"), 2),
                    "work": address(.text("work of \(album)"), 3),
                ])
            keys[album + "p"] = person
            maker.changes.memberships += [
                ObjectMembership(
                    key: owner, relationship: try maker.place("Album", "pictures"),
                    added: pictures, order: [pictures[2], pictures[0], pictures[1]]),
                ObjectMembership(
                    key: owner, relationship: try maker.place("Album", "people"), added: [person]),
            ]
        }
        _ = try maker.save()
        return keys
    }

    private static func check(_ maker: Maker, _ keys: [String: ObjectKey]) throws {
        for album in ["a", "b"] {
            let owner = try #require(keys[album])
            let pictures = try maker.store.members(
                try maker.place("Album", "pictures"), of: [owner])
            #expect(pictures == [[3, 1, 2].compactMap { keys["\(album)\($0)"] }])
            let people = try maker.store.members(try maker.place("Album", "people"), of: [owner])
            #expect(people == [[keys[album + "p"]].compactMap { $0 }])
            let found = try maker.fetch(
                "Person", "home.city == 'home of \(album)' AND work.id == 3")
            #expect(found.map(\.key) == people[0])
            #expect(maker.value(found.first, "id") == 1)
            #expect(
                maker.value(found.first, "work") == address(.text("work of \(album)"), 3))
        }
    }

    @Test func `a new file has owners and parts where Apple's have them`() throws {
        let model = try Self.model()
        let path = folder.path + "/new.sqlite"
        var options = ObjectStoreOptions()
        options.keepsHistory = true
        var maker = Maker(
            try ObjectStoreOpener.open(.sqlite(path: path), model: model, options: options))
        let keys = try Self.fill(&maker)
        try Self.check(maker, keys)
        #expect(
            try Self.columns(path, "ZPICTURE")
                == ["Z_PK", "Z_ENT", "Z_OPT", "ZNAME", "Z1PICTURES", "Z_FOK_1PICTURES"])
        #expect(
            try Self.columns(path, "ZPERSON")
                == [
                    "Z_PK", "Z_ENT", "Z_OPT", "ZID", "ZID1", "ZID2", "ZCITY", "ZCITY1",
                    "Z1PEOPLE",
                ])
        #expect(
            try sqlite(
                path, "SELECT ZCITY, ZID, ZID1, ZID2 FROM ZPERSON"
            )
            .split(separator: "\n").first == "home of a|2|1|3")
        #expect(
            try sqlite(
                path,
                "SELECT count(*) FROM sqlite_master WHERE name = 'ZPICTURE_Z1PICTURES_INDEX'")
                == "1")
        #expect(
            try Self.columns(path, "ACHANGE").filter { $0.hasPrefix("ZTOMB") }.sorted()
                == ["ZTOMBSTONE0", "ZTOMBSTONE1"])
        let album = try #require(keys["a"])
        maker.changes.deleted = [ObjectDeletion(key: album, version: nil)]
        _ = try maker.save()
        let gone = try maker.store.history(after: 0, limit: nil).flatMap(\.changes)
            .first { $0.kind == .deleted }
        #expect(gone?.tombstone["title"] == "a")
        #expect(gone?.tombstone.count == 2)
        try maker.store.close()
        #expect(
            try sqlite(
                path,
                "SELECT count(*) FROM ZPICTURE WHERE Z1PICTURES IS NULL "
                    + "AND Z_FOK_1PICTURES IS NULL") == "3")
    }

    /// Makes a file what it was before: prefixed parts, tables of pairs.
    private static func revert(_ path: String) throws {
        let names = [
            ("ZCITY", "HOME_CITY"), ("ZID", "HOME_ID"), ("ZCITY1", "WORK_CITY"),
            ("ZID2", "WORK_ID"),
        ]
        let renamed = names.map { "ALTER TABLE ZPERSON RENAME COLUMN \($0.0) TO Z\($0.1);" }
        let pairs = [
            "CREATE TABLE Z_1PICTURES ( Z_1PICTURESOWNER INTEGER, Z_3PICTURES INTEGER, "
                + "Z_FOK_3PICTURES INTEGER, PRIMARY KEY (Z_1PICTURESOWNER, Z_3PICTURES) );",
            "INSERT INTO Z_1PICTURES SELECT Z1PICTURES, Z_PK, Z_FOK_1PICTURES FROM ZPICTURE;",
            "DROP INDEX ZPICTURE_Z1PICTURES_INDEX;",
            "ALTER TABLE ZPICTURE DROP COLUMN Z1PICTURES;",
            "ALTER TABLE ZPICTURE DROP COLUMN Z_FOK_1PICTURES;",
            "CREATE TABLE Z_1PEOPLE ( Z_1PEOPLEOWNER INTEGER, Z_2PEOPLE INTEGER, "
                + "PRIMARY KEY (Z_1PEOPLEOWNER, Z_2PEOPLE) );",
            "INSERT INTO Z_1PEOPLE SELECT Z1PEOPLE, Z_PK FROM ZPERSON;",
            "DROP INDEX ZPERSON_Z1PEOPLE_INDEX;",
            "ALTER TABLE ZPERSON DROP COLUMN Z1PEOPLE;",
        ]
        let all =
            ["BEGIN;"] + renamed + ["ALTER TABLE ZPERSON RENAME COLUMN ZID1 TO ZID;"]
            + pairs + ["COMMIT;"]
        #expect(try sqlite(path, all.joined(separator: " ")) == "")
    }

    @Test func `a file of the earlier form is read as it is and brought over when written`() throws
    {
        let model = try Self.model()
        let path = folder.path + "/old.sqlite"
        var maker = Maker(try ObjectStoreOpener.open(.sqlite(path: path), model: model))
        let keys = try Self.fill(&maker)
        try maker.store.close()
        let columns = try ["ZPERSON", "ZPICTURE"].map { try Self.columns(path, $0) }
        try Self.revert(path)
        let old = try Data(contentsOf: URL(fileURLWithPath: path))

        var options = ObjectStoreOptions()
        options.isReadOnly = true
        let reader = Maker(
            try ObjectStoreOpener.open(.sqlite(path: path), model: model, options: options))
        try Self.check(reader, keys)
        try reader.store.close()
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == old)

        let writer = Maker(try ObjectStoreOpener.open(.sqlite(path: path), model: model))
        try Self.check(writer, keys)
        try writer.store.close()
        #expect(try ["ZPERSON", "ZPICTURE"].map { try Self.columns(path, $0) } == columns)
        #expect(
            try sqlite(
                path, "SELECT count(*) FROM sqlite_master WHERE name GLOB 'Z_1P*'") == "0")
        #expect(try sqlite(path, "PRAGMA integrity_check") == "ok")
    }

    @Test func `a picture in two albums keeps both`() throws {
        let model = try Self.model()
        let path = folder.path + "/both.sqlite"
        var maker = Maker(try ObjectStoreOpener.open(.sqlite(path: path), model: model))
        let keys = try Self.fill(&maker)
        try maker.store.close()
        try Self.revert(path)
        let (a, b) = (try #require(keys["a"]), try #require(keys["b"]))
        let picture = try #require(keys["a1"])
        _ = try sqlite(
            path, "INSERT INTO Z_1PICTURES VALUES (\(b.row), \(picture.row), 1)")
        let writer = Maker(try ObjectStoreOpener.open(.sqlite(path: path), model: model))
        let lists = try writer.store.members(
            try writer.place("Album", "pictures"), of: [a, b])
        #expect(lists.allSatisfy { $0.contains(picture) })
        try writer.store.close()
        #expect(try Self.columns(path, "ZPERSON").contains("Z1PEOPLE"))
    }

    @Test(arguments: [
        "3.3333333333", "10.11", "0.1", "-123456.789012345", "1.234567890123456",
        "1.234567890123404", "9876543210987.65", "9223372036854775807", "1e-7",
        "123456789012345000000",
    ])
    func `a decimal number comes back as it was saved`(_ text: String) throws {
        let model = try ResolvedModel(
            ObjectModel(entities: [
                ObjectEntity("Item", attributes: [ObjectAttribute("price", .decimal)])
            ]))
        let price = try #require(Decimal(string: text))
        var maker = Maker(
            try ObjectStoreOpener.open(.sqlite(path: folder.path + "/d.sqlite"), model: model))
        let key = try maker.insert("Item", ["price": .decimal(price)])
        _ = try maker.save()
        let row = try maker.store.rows([key]).first ?? nil
        #expect(maker.value(row, "price") == .decimal(price))
        try maker.store.close()
    }

    // What 19.99 is as a literal of the type Decimal on Linux, and more digits than a file keeps.
    @Test(arguments: ["19.98999999999999488", "0.1234567890123456789"])
    func `a decimal number is found by the value that was saved`(_ text: String) throws {
        let model = try ResolvedModel(
            ObjectModel(entities: [
                ObjectEntity("Item", attributes: [ObjectAttribute("price", .decimal)])
            ]))
        var maker = Maker(
            try ObjectStoreOpener.open(.sqlite(path: folder.path + "/e.sqlite"), model: model))
        let key = try maker.insert("Item", ["price": .decimal(try #require(Decimal(string: text)))])
        _ = try maker.save()
        let number = "CAST(\"\(text)\", \"NSDecimalNumber\")"
        for format in ["price == \(number)", "price <= \(number)", "price IN {1, \(number)}"] {
            #expect(try maker.fetch("Item", format).map(\.key) == [key], "\(format)")
        }
        #expect(try maker.fetch("Item", "price != \(number)").isEmpty)
        try maker.store.close()
    }
}
