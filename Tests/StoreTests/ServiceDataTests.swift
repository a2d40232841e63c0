import Foundation
import RecordCore
import SQLLowering
import SQLStorage
import SQLiteEngine
import StoreOpener
import TestKit
import Testing

@Suite struct `What a service keeps` {
    @Test(arguments: StoreUnderTest.available)
    func `is found by its key and by how keys begin`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            let bytes = Data([0, 255, 1])
            try await store.setServiceData([
                "a/1": bytes, "a/2": Data(), "a": bytes, "b/1": bytes, "a0": bytes,
            ])
            #expect(try await store.serviceData(for: "a/1") == bytes)
            #expect(try await store.serviceData(for: "a/2") == Data())
            #expect(try await store.serviceData(for: "a/3") == nil)
            #expect(
                try await store.serviceData(prefix: "a/") == ["a/1": bytes, "a/2": Data()])
            #expect(try await store.serviceData(prefix: "").count == 5)
            try await store.setServiceData(["a/1": nil, "a/2": Data([7])])
            #expect(try await store.serviceData(prefix: "a/") == ["a/2": Data([7])])
        }
    }

    @Test func `outlives the store, and older databases get a place for it`() async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
            "quarry-test-\(UUID().uuidString.lowercased())", isDirectory: true)
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appendingPathComponent("s.db")
        let store = try await StoreLocation.sqlite(path: file.path).open()
        try await store.setServiceData(["k": Data("v".utf8)])
        try await store.close()
        let again = try await StoreLocation.sqlite(path: file.path).open()
        #expect(try await again.serviceData(for: "k") == Data("v".utf8))
        try await again.close()

        // What the first version made: neither table.
        let database = try SQLiteDatabase(path: file.path)
        _ = try await database.write(first: false) { connection in
            for sql: SQLText in [
                "DROP TABLE _service", "DROP TABLE _shares",
                "UPDATE _meta SET value = '1' WHERE key = 'layout'",
            ] { _ = try connection.run(sql) }
        }
        try await database.close()
        let newer = try await StoreLocation.sqlite(path: file.path).open()
        #expect(try await newer.serviceData(for: "k") == nil)
        try await newer.setServiceData(["k": Data("w".utf8)])
        #expect(try await newer.serviceData(for: "k") == Data("w".utf8))
        try await newer.close()
    }
}
