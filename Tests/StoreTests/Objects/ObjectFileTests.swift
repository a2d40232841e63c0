import Foundation
import ObjectCore
import Stores
import TestFiles
import TestKit
import Testing

/// The files of object stores: what others do with them, symbolic links that lead to them, their rights.
@Suite struct `Files of object stores` {
    private let folder = TemporaryFolder()
    private let manager = FileManager.default

    private static func model(_ more: ObjectEntity...) throws -> ResolvedModel {
        var image = ObjectAttribute("image", .binary)
        image.allowsExternalStorage = true
        let photo = ObjectEntity("Photo", attributes: [ObjectAttribute("name", .string), image])
        return try ResolvedModel(ObjectModel(entities: [photo] + more))
    }

    private static func open(_ path: String, isReadOnly: Bool = false) throws -> Maker {
        var options = ObjectStoreOptions()
        options.isReadOnly = isReadOnly
        return Maker(
            try ObjectStoreOpener.open(.sqlite(path: path), model: try model(), options: options))
    }

    private static let large = Value.bytes(Data(repeating: 7, count: 200_000))

    /// Makes a store with one photo.
    private static func make(_ path: String, _ name: String = "kept") throws {
        var maker = try open(path)
        try maker.insert("Photo", ["name": .text(name), "image": large])
        _ = try maker.save()
        try maker.store.close()
    }

    private static func names(_ store: Maker) throws -> [Value] {
        try store.fetch("Photo", "TRUEPREDICATE").map { $0.attributes[0] }
    }

    private static func names(_ path: String) throws -> [Value] {
        let maker = try open(path, isReadOnly: true)
        defer { try? maker.store.close() }
        return try names(maker)
    }

    private func mode(_ path: String) throws -> Int? {
        try manager.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    // MARK: Others

    @Test func `that are only read show what others write, and stay as they are`() throws {
        let path = folder.path + "/Photos.sqlite"
        try Self.make(path)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let reader = try Self.open(path, isReadOnly: true)
        #expect(try Self.names(reader) == ["kept"])
        try reader.store.close()
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        #expect(try manager.contentsOfDirectory(atPath: folder.path).count == 2)

        let again = try Self.open(path, isReadOnly: true)
        try Self.make(path, "written meanwhile")
        #expect(try Self.names(again) == ["kept", "written meanwhile"])
        _ = try sqlite(path, "DELETE FROM ZPHOTO WHERE ZNAME = 'kept'; VACUUM")
        #expect(try Self.names(again) == ["written meanwhile"])
        try again.store.close()
        #expect(!manager.fileExists(atPath: path + "-wal"))
    }

    // MARK: Symbolic links

    @Test func `are found with all that belongs to them through a symbolic link`() throws {
        let (real, links) = (folder.path + "/real", folder.path + "/links")
        for path in [real, links] {
            try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        let (path, link) = (real + "/Photos.sqlite", links + "/Album.sqlite")
        try manager.createSymbolicLink(atPath: link, withDestinationPath: path)
        try Self.make(path)
        // What is committed stands in the log as long as the store is open.
        var writer = try Self.open(path)
        try writer.insert("Photo", ["name": "in the log", "image": Self.large])
        _ = try writer.save()
        #expect(try Self.names(link) == ["kept", "in the log"])
        let reader = try Self.open(link, isReadOnly: true)
        let photos = try reader.fetch("Photo", "TRUEPREDICATE")
        #expect(photos.map { $0.attributes[1] } == [Self.large, Self.large])
        try reader.store.close()
        let copy = folder.path + "/Copy.sqlite"
        try ObjectStoreOpener.replace(at: copy, with: link)
        #expect(try Self.names(copy) == ["kept", "in the log"])
        try writer.store.close()
        // What takes its place or changes it does so where the link leads.
        try Self.make(copy, "another")
        try ObjectStoreOpener.replace(at: link, with: copy)
        #expect(try Self.names(path) == ["kept", "in the log", "another"])
        try ObjectMigration.migrate(
            at: link, from: Self.model(), to: Self.model(ObjectEntity("Album")))
        #expect(try manager.destinationOfSymbolicLink(atPath: link) == path)
        #expect(try !ObjectStoreOpener.fits(Self.model(), at: path))
        #expect(try manager.contentsOfDirectory(atPath: links) == ["Album.sqlite"])
        try ObjectStoreOpener.destroy(at: link)
        #expect(!manager.fileExists(atPath: path))
    }

    // MARK: Rights

    @Test func `keep their rights when they are replaced and migrated, as large values have them`()
        throws
    {
        let (path, source) = (folder.path + "/Photos.sqlite", folder.path + "/Source.sqlite")
        for path in [path, source] {
            try Self.make(path)
            try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        }
        try Self.make(path, "private")
        let values = folder.path + "/.Photos_SUPPORT/_EXTERNAL_DATA"
        let modes = try manager.contentsOfDirectory(atPath: values).map {
            try mode(values + "/" + $0)
        }
        #expect(modes.count == 2 && modes.contains(0o600))
        try ObjectStoreOpener.replace(at: path, with: source)
        #expect(try mode(path) == 0o600)
        let new = folder.path + "/New.sqlite"
        try ObjectStoreOpener.replace(at: new, with: source)
        #expect(try mode(new) == 0o600)
        let copied = folder.path + "/.New_SUPPORT/_EXTERNAL_DATA"
        for name in try manager.contentsOfDirectory(atPath: copied) {
            #expect(try mode(copied + "/" + name) == 0o600)
        }
        try ObjectMigration.migrate(
            at: path, from: Self.model(), to: Self.model(ObjectEntity("Album")))
        #expect(try mode(path) == 0o600)
    }
}
