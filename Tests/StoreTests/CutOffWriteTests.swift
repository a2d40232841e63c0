import Foundation
import ObjectCore
import PredicateCore
import RecordCore
import SQLLowering
import SQLStorage
import SQLiteEngine
import Stores
import TestFiles
import Testing

/// Files of others that have a rollback journal, as Core Data's may.
@Suite struct `A write that was cut off` {
    private let folder = TemporaryFolder()
    private struct Stop: Error {}

    private func options(_ isReadOnly: Bool) -> SQLiteOptions {
        var options = SQLiteOptions()
        options.isForeign = true
        options.journalMode = "DELETE"
        options.isReadOnly = isReadOnly
        return options
    }

    private func count(_ path: String, isReadOnly: Bool) throws -> Int64? {
        let database = try SQLiteDatabase(path: path, options: options(isReadOnly))
        defer { database.closeNow() }
        return try database.read {
            try $0.first("SELECT count(*) FROM t WHERE a <> 0") { $0.int(0) }
        }
    }

    /// Copies a file and its journal in the middle of a transaction.
    private func copyWhile(
        _ statement: SQLText, in database: SQLiteDatabase, _ path: String, to copy: String
    ) {
        #expect(throws: Stop.self) {
            try database.writeNow { connection in
                // A page of memory: SQLite writes others into the file before the end.
                try connection.run("PRAGMA cache_size = 1")
                try connection.run(statement)
                for suffix in ["", "-journal"] {
                    try FileManager.default.copyItem(
                        atPath: path + suffix, toPath: copy + suffix)
                }
                throw Stop()
            }
        }
    }

    @Test func `is not read, and undone by what may write`() throws {
        let (path, copy) = (folder.file("a.sqlite").path, folder.file("b.sqlite").path)
        let database = try SQLiteDatabase(path: path, options: options(false))
        let text = String(repeating: "x", count: 400)
        try database.writeNow { connection in
            try connection.run("CREATE TABLE t (a INTEGER, b TEXT)")
            for _ in 0..<2000 { try connection.run("INSERT INTO t (a, b) VALUES (0, \(text))") }
        }
        #expect(try count(path, isReadOnly: true) == 0)
        copyWhile("UPDATE t SET a = 1", in: database, path, to: copy)
        database.closeNow()
        let before = try Data(contentsOf: URL(fileURLWithPath: copy))
        let error = try #require(throws: StoreError.self) { try count(copy, isReadOnly: true) }
        #expect(error.code == .cannotOpen && "\(error)".contains("A write to the file was cut off"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == before)
        #expect(try count(copy, isReadOnly: false) == 0)
        #expect(try count(copy, isReadOnly: true) == 0)
    }

    /// A store of objects whose file has the journal of a program that ended while it wrote.
    private func cutOff() throws -> (path: String, model: ResolvedModel) {
        let (path, copy) = (folder.file("c.sqlite").path, folder.file("d.sqlite").path)
        let note = ObjectEntity("Note", attributes: [ObjectAttribute("title", .string)])
        let model = try ResolvedModel(ObjectModel(entities: [note]))
        let store = try ObjectStoreOpener.open(.sqlite(path: path), model: model)
        var changes = ObjectChanges()
        changes.inserted = try store.reserveKeys(entity: 0, count: 2000).map {
            ObjectRow(
                key: $0, version: 0, attributes: [.text(String(repeating: "x", count: 400))],
                toOnes: [])
        }
        _ = try store.save(changes)
        try store.close()
        let database = try SQLiteDatabase(path: path, options: options(false))
        defer { database.closeNow() }
        copyWhile("UPDATE ZNOTE SET ZTITLE = 'lost'", in: database, path, to: copy)
        return (copy, model)
    }

    private func titles(_ path: String, _ model: ResolvedModel) throws -> Set<[Value]> {
        let store = try ObjectStoreOpener.open(.sqlite(path: path), model: model)
        defer { try? store.close() }
        return try Set(store.fetch(ObjectQuery(entity: 0)).map(\.attributes))
    }

    private let kept: Set<[Value]> = [[.text(String(repeating: "x", count: 400))]]

    @Test func `is undone where a store of objects is opened`() throws {
        let (path, model) = try cutOff()
        #expect(throws: ObjectStoreError.self) { try ObjectStoreOpener.fits(model, at: path) }
        #expect(try titles(path, model) == kept)
    }

    @Test func `is undone where a store is migrated, or takes the place of another`() throws {
        let (path, model) = try cutOff()
        let note = ObjectEntity(
            "Note",
            attributes: [ObjectAttribute("title", .string), ObjectAttribute("rank", .integer64)])
        let newer = try ResolvedModel(ObjectModel(entities: [note]))
        let other = folder.file("e.sqlite").path
        for suffix in ["", "-journal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: other + suffix)
        }
        try ObjectMigration.migrate(at: path, from: model, to: newer)
        #expect(try titles(path, newer).map(\.first) == kept.map(\.first))
        try ObjectStoreOpener.replace(at: path, with: other)
        #expect(try titles(path, model) == kept)
    }
}
