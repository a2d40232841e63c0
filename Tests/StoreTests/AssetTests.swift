import Foundation
import RecordCore
import TestFiles
import TestKit
import TestTime
import Testing

@Suite struct `Assets` {
    private let folder = TemporaryFolder()

    @Test(arguments: StoreUnderTest.inParts)
    func `are taken in from files and memory, and handed out as files`(
        kind: StoreUnderTest
    ) async throws {
        try await kind.withStore { store async throws in
            let content = Data("content of a file".utf8)
            let file = folder.file("asset")
            try content.write(to: file)
            var record = Record("N", RecordID("a"))
            record["file"] = .asset(Asset(fileURL: file))
            record["data"] = .asset(Asset(content: Data("other".utf8)))
            record["list"] = [.asset(Asset(content: content)), .asset(Asset(content: Data()))]
            try await store.put(record)
            try FileManager.default.removeItem(at: file)
            let read = try #require(await store.record(RecordID("a")))
            guard case .asset(let asset) = read["file"], case .list(let list) = read["list"],
                case .asset(let same) = list[0], case .asset(let empty) = list[1]
            else {
                Issue.record("\(read.fields)")
                return
            }
            #expect(asset.checksum == ContentHash.hex(of: content))
            #expect(asset.size == Int64(content.count))
            #expect(same.checksum == asset.checksum)
            #expect(empty.size == 0)
            #expect(try Data(contentsOf: await store.assetFile(asset, in: .public)) == content)
            #expect(try Data(contentsOf: await store.assetFile(empty, in: .public)).isEmpty)
            // The record may be saved again as it is.
            var again = read
            again["x"] = 1
            try await store.put(again)
            #expect(try Data(contentsOf: await store.assetFile(asset, in: .public)) == content)
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `go when no record needs them`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            let asset = Value.asset(Asset(content: Data("x".utf8)))
            let first = try await store.put(Record("N", RecordID("a"), ["f": asset]))[0]
            try await store.put(Record("N", RecordID("b"), ["f": asset]))
            guard case .asset(let kept) = first["f"] else {
                Issue.record("\(first)")
                return
            }
            _ = try await store.save(SaveRequest(deleting: [RecordID("a")]), in: .public)
            #expect(try Data(contentsOf: await store.assetFile(kept, in: .public)).count == 1)
            _ = try await store.save(SaveRequest(deleting: [RecordID("b")]), in: .public)
            // The save does not wait for the removal.
            var code: StoreError.Code?
            _ = try await eventually {
                code = await StoreError.Code.thrown { try await store.assetFile(kept, in: .public) }
                return code != nil
            }
            #expect(code == .assetNotAvailable)
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `go with the record type or the field that had them`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            var assets: [Asset] = []
            for number in 0..<12 {
                let file = Value.asset(Asset(content: Data("content \(number)".utf8)))
                let type = number < 6 ? "N" : "M"
                let record = Record(type, RecordID("r\(number)"), ["f": file, "g": 1])
                guard case .asset(let asset) = try await store.put(record)[0]["f"] else {
                    Issue.record("no asset")
                    return
                }
                assets.append(asset)
            }
            // What a record of another type needs stays.
            let shared = Value.asset(Asset(content: Data("content 0".utf8)))
            try await store.put(Record("O", RecordID("other"), ["f": shared]))
            var schema = try await store.schema()
            schema["N"] = nil
            schema["M"]?.fields.removeAll { $0.name == "f" }
            try await store.setSchema(schema)
            for asset in assets.dropFirst() {
                var code: StoreError.Code?
                _ = try await eventually {
                    code = await StoreError.Code.thrown {
                        try await store.assetFile(asset, in: .public)
                    }
                    return code != nil
                }
                #expect(code == .assetNotAvailable)
            }
            let kept = try await store.assetFile(assets[0], in: .public)
            #expect(try Data(contentsOf: kept) == Data("content 0".utf8))
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `that are not there refuse their record alone`(kind: StoreUnderTest) async throws {
        var limits = StoreLimits()
        limits.assetBytes = 10
        try await kind.withStore(limits: limits) { store async throws in
            let nowhere = URL(fileURLWithPath: "/nonexistent/file")
            let result = try await store.save(
                SaveRequest(saving: [
                    Record("N", RecordID("a"), ["f": .asset(Asset(fileURL: nowhere))]),
                    Record(
                        "N", RecordID("b"),
                        ["f": .asset(Asset(content: Data(repeating: 1, count: 11)))]),
                    Record(
                        "N", RecordID("c"),
                        ["f": .asset(Asset(checksum: String(repeating: "0", count: 64), size: 3))]),
                    Record(
                        "N", RecordID("d"),
                        ["f": .asset(Asset(fileURL: FileManager.default.temporaryDirectory))]),
                    Record("N", RecordID("e"), ["x": 1]),
                ]), in: .public)
            #expect(result.saves[0].error?.code == .assetFileNotFound)
            #expect(result.saves[1].error?.code == .assetTooLarge)
            #expect(result.saves[2].error?.code == .assetNotAvailable)
            #expect(result.saves[3].error?.code == .assetFileNotFound)
            #expect(result.saves[4].error == nil)
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `are read where a symbolic link leads`(kind: StoreUnderTest) async throws {
        let manager = FileManager.default
        let (file, link) = (folder.file("photo.jpg"), folder.file("link.jpg"))
        let (dangling, directory) = (folder.file("dangling"), folder.file("directory"))
        try Data("a photo".utf8).write(to: file)
        try manager.createSymbolicLink(at: link, withDestinationURL: file)
        try manager.createSymbolicLink(at: dangling, withDestinationURL: folder.file("nowhere"))
        try manager.createSymbolicLink(at: directory, withDestinationURL: folder.url)
        try await kind.withStore { store async throws in
            let result = try await store.save(
                SaveRequest(
                    saving: [link, dangling, directory].enumerated().map { number, url in
                        Record("N", RecordID("\(number)"), ["f": .asset(Asset(fileURL: url))])
                    }), in: .public)
            let kept = try #require(try result.saves[0].get()["f"].heldAssets.first)
            #expect(
                try Data(contentsOf: await store.assetFile(kept, in: .public))
                    == Data("a photo".utf8))
            #expect(result.saves[1].error?.code == .assetFileNotFound)
            #expect(result.saves[2].error?.code == .assetFileNotFound)
        }
    }

    @Test func `leave no copy of content that the store has`() async throws {
        let store = try await StoreUnderTest.sqlite.open(in: folder.url)
        let asset = Value.asset(Asset(content: Data("x".utf8)))
        for name in ["a", "b", "c"] {
            try await store.put(Record("N", RecordID(name), ["f": asset]))
        }
        let waiting = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.contains("/incoming/") }
        #expect(waiting.isEmpty)
        guard case .asset(let kept)? = try await store.record(RecordID("c"))?["f"] else {
            Issue.record("no asset")
            return
        }
        #expect(try Data(contentsOf: await store.assetFile(kept, in: .public)).count == 1)
        try await store.close()
    }
}
