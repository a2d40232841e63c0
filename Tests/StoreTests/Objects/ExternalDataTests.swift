import Foundation
import ObjectCore
import Stores
import TestFiles
import TestKit
import Testing

/// Large values beside a store, laid out as Apple's are: `.Photos_SUPPORT/_EXTERNAL_DATA/UUID`.
@Suite struct `Values beside a store` {
    private let folder = TemporaryFolder()
    private var directory: String { folder.path }

    private static func model(_ isExternal: Bool = true) throws -> ResolvedModel {
        var image = ObjectAttribute("image", .binary)
        image.allowsExternalStorage = isExternal
        return try ResolvedModel(
            ObjectModel(entities: [
                ObjectEntity("Photo", attributes: [ObjectAttribute("name", .string), image])
            ]))
    }

    private static func open(
        _ path: String, _ model: ResolvedModel? = nil, isReadOnly: Bool = false
    ) throws -> Maker {
        var options = ObjectStoreOptions()
        options.isReadOnly = isReadOnly
        return Maker(
            try ObjectStoreOpener.open(
                .sqlite(path: path), model: try model ?? Self.model(), options: options))
    }

    private static func files(_ directory: String, _ name: String = ".Photos_SUPPORT") -> [String] {
        let place = directory + "/\(name)/_EXTERNAL_DATA"
        return ((try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []).sorted()
    }

    private static let small = Data([2, 1, 0, 255])
    private static let large = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

    @Test func `large values get a file, small ones a mark`() throws {
        let path = directory + "/Photos.sqlite"
        var maker = try Self.open(path)
        let small = try maker.insert("Photo", ["name": "s", "image": .bytes(Self.small)])
        let large = try maker.insert("Photo", ["name": "l", "image": .bytes(Self.large)])
        let none = try maker.insert("Photo", ["name": "n"])
        _ = try maker.save()
        let rows = try maker.store.rows([small, large, none])
        #expect(
            rows.map { maker.value($0, "image") }
                == [.bytes(Self.small), .bytes(Self.large), .null])
        #expect(try maker.fetch("Photo", "image != nil").count == 2)
        let name = try #require(Self.files(directory).first)
        #expect(Self.files(directory) == [name] && UUID(uuidString: name) != nil)
        let file = directory + "/.Photos_SUPPORT/_EXTERNAL_DATA/" + name
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Self.large)
        let column = "SELECT hex(ZIMAGE) FROM ZPHOTO WHERE ZNAME = "
        #expect(try sqlite(path, column + "'s'") == "01020100FF")
        let hex = name.utf8.map { String(format: "%02X", $0) }.joined()
        #expect(try sqlite(path, column + "'l'") == "02\(hex)00")

        // Replaced and deleted, their files go.
        maker.changes.updated = [
            ObjectUpdate(
                key: large, version: nil,
                attributes: [(1, .bytes(Data(Self.large.reversed())))])
        ]
        _ = try maker.save()
        let next = Self.files(directory)
        #expect(next.count == 1 && next != [name])
        maker.changes.deleted = [ObjectDeletion(key: large, version: nil)]
        _ = try maker.save()
        #expect(Self.files(directory).isEmpty)
        try maker.store.close()
    }

    @Test
    func `a save that fails leaves no file, and a file without a row goes at the next opening`()
        throws
    {
        let path = directory + "/Photos.sqlite"
        var maker = try Self.open(path)
        let key = try maker.insert("Photo", ["name": "l", "image": .bytes(Self.large)])
        _ = try maker.save()
        let kept = Self.files(directory)
        maker.changes.updated = [
            ObjectUpdate(key: key, version: 99, attributes: [(1, .bytes(Self.large))])
        ]
        #expect(throws: ObjectSaveFailure.self) { try maker.save() }
        #expect(Self.files(directory) == kept)
        try maker.store.close()
        let place = directory + "/.Photos_SUPPORT/_EXTERNAL_DATA/"
        try Data("left".utf8).write(to: URL(fileURLWithPath: place + UUID().uuidString))
        try Data("other".utf8).write(to: URL(fileURLWithPath: place + "notes.txt"))
        try Self.open(path, isReadOnly: true).store.close()
        #expect(Self.files(directory).count == 3)
        try Self.open(path).store.close()
        #expect(Self.files(directory) == (kept + ["notes.txt"]).sorted())
    }

    @Test func `stores of one name in a directory keep each other's values`() throws {
        let paths = ["Photos.sqlite", "Photos.store"].map { directory + "/" + $0 }
        var keys: [ObjectKey] = []
        for path in paths {
            var maker = try Self.open(path)
            keys.append(try maker.insert("Photo", ["image": .bytes(Self.large)]))
            _ = try maker.save()
            try maker.store.close()
        }
        for (path, key) in zip(paths, keys) {
            let maker = try Self.open(path)
            #expect(maker.value(try maker.store.rows([key])[0], "image") == .bytes(Self.large))
            try maker.store.close()
        }
        #expect(Self.files(directory).count == 2)
        try ObjectStoreOpener.destroy(at: paths[0])
        let maker = try Self.open(paths[1])
        #expect(
            maker.value(try maker.store.rows([keys[1]])[0], "image") == .bytes(Self.large))
        // What the other one left went with this opening.
        #expect(Self.files(directory).count == 1)
        try maker.store.close()
        try ObjectStoreOpener.destroy(at: paths[1])
        #expect(Self.files(directory).isEmpty)
    }

    @Test func `a store that is open gets no files of one that is to replace it`() throws {
        let paths = ["Open.sqlite", "Photos.sqlite"].map { directory + "/" + $0 }
        let kept = try Self.open(paths[0])
        var maker = try Self.open(paths[1])
        _ = try maker.insert("Photo", ["image": .bytes(Self.large)])
        _ = try maker.save()
        try maker.store.close()
        let error = try #require(throws: ObjectStoreError.self) {
            try ObjectStoreOpener.replace(at: paths[0], with: paths[1])
        }
        #expect(error.code == .busy)
        #expect(Self.files(directory, ".Open_SUPPORT").isEmpty)
        try kept.store.close()
        try ObjectStoreOpener.replace(at: paths[0], with: paths[1])
        #expect(Self.files(directory, ".Open_SUPPORT") == Self.files(directory))
    }

    @Test func `a stage keeps the values of a store without an extension`() throws {
        let path = directory + "/Photos"
        var maker = try Self.open(path)
        let key = try maker.insert("Photo", ["image": .bytes(Self.large)])
        _ = try maker.save()
        try maker.store.close()
        let version = ObjectMigration.Version(try Self.model(), modelCache: nil, metadata: [:])
        try ObjectMigration.replacing(at: path, version, with: version) { copy in
            let changed = try Self.open(copy)
            #expect(
                changed.value(try changed.store.rows([key])[0], "image") == .bytes(Self.large))
            try changed.store.close()
        }
        let after = try Self.open(path)
        #expect(after.value(try after.store.rows([key])[0], "image") == .bytes(Self.large))
        try after.store.close()
    }

    @Test func `a file that was made before has its values marked`() throws {
        let path = directory + "/Photos.sqlite"
        var maker = try Self.open(path, try Self.model(false))
        let values = [Self.small, Self.large, Data([1]), Data()]
        let keys = try values.map { try maker.insert("Photo", ["image": .bytes($0)]) }
        _ = try maker.save()
        try maker.store.close()
        let reader = try Self.open(path, isReadOnly: true)
        func images(_ maker: Maker) throws -> [Value?] {
            try maker.store.rows(keys).map { maker.value($0, "image") }
        }
        #expect(try images(reader) == values.map(Value.bytes))
        try reader.store.close()
        for _ in 0..<2 {
            let writer = try Self.open(path)
            #expect(try images(writer) == values.map(Value.bytes))
            try writer.store.close()
        }
        #expect(
            try sqlite(
                path, "SELECT group_concat(hex(substr(ZIMAGE, 1, 1))) FROM ZPHOTO")
                == "01,01,01,01")
    }

    @Test func `a file of Apple's is read with its values outside`() throws {
        let path = directory + "/Photos.sqlite"
        try Self.open(path, try Self.model(false)).store.close()
        // What ours writes of itself is not in such a file.
        let name = UUID().uuidString
        let hex = name.utf8.map { String(format: "%02X", $0) }.joined()
        _ = try sqlite(
            path,
            "UPDATE Z_METADATA SET Z_PLIST = NULL; "
                + "INSERT INTO ZPHOTO (Z_PK, Z_ENT, Z_OPT, ZIMAGE) VALUES "
                + "(1, 1, 1, x'02\(hex)'), (2, 1, 1, x'02\(hex)00'), (3, 1, 1, x'01AB')")
        let place = directory + "/.Photos_SUPPORT/_EXTERNAL_DATA/"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        let unknown = place + UUID().uuidString
        for file in [place + name, unknown] {
            try Self.large.write(to: URL(fileURLWithPath: file))
        }
        let maker = try Self.open(path)
        #expect(
            try maker.fetch("Photo", "TRUEPREDICATE").map { maker.value($0, "image") }
                == [.bytes(Self.large), .bytes(Self.large), .bytes(Data([0xAB]))])
        // What no row names there is not ours to remove.
        #expect(FileManager.default.fileExists(atPath: unknown))
        try FileManager.default.removeItem(atPath: place + name)
        let error = #expect(throws: ObjectStoreError.self) {
            try maker.fetch("Photo", "TRUEPREDICATE")
        }
        #expect(error?.message.contains("_SUPPORT") == true)
        try maker.store.close()
    }

    @Test func `they go with the store when it is copied, migrated and removed`() throws {
        let path = directory + "/Photos.sqlite"
        let model = try Self.model()
        var maker = try Self.open(path)
        _ = try maker.insert("Photo", ["name": "l", "image": .bytes(Self.large)])
        _ = try maker.save()
        try maker.store.close()
        let copy = directory + "/Copy.sqlite"
        try ObjectStoreOpener.replace(at: copy, with: path)
        #expect(Self.files(directory, ".Copy_SUPPORT") == Self.files(directory))

        var wider = model.model
        wider.entities[0].attributes.append(ObjectAttribute("note", .string))
        let new = try ResolvedModel(wider)
        try ObjectMigration.migrate(at: path, from: model, to: new)
        try ObjectStoreOpener.destroy(at: copy)
        #expect(!FileManager.default.fileExists(atPath: directory + "/.Copy_SUPPORT"))
        let migrated = try Self.open(path, new)
        #expect(
            try migrated.fetch("Photo", "name == 'l'").map { migrated.value($0, "image") }
                == [.bytes(Self.large)])
        try migrated.store.close()
        #expect(Self.files(directory).count == 1)
    }
}
