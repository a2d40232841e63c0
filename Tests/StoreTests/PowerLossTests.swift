import Foundation
import ObjectCore
import PowerLossVFS
import RecordCore
import SQLLowering
import SQLStorage
import SQLiteEngine
import TestFiles
import Testing
import TestRandom
import TestTime
import Synchronization

/// One disk for the whole suite: its tests take turns.
@Suite(.serialized) struct `Power loss` {
    private let folder = TemporaryFolder()

    init() { power_loss_register() }

    /// How many times more than usual: `QUARRY_SOAK=10 swift test`.
    static let soak = Int(ProcessInfo.processInfo.environment["QUARRY_SOAK"] ?? "") ?? 1

    private static let scope = DatabaseScope.private(user: "_power")
    private static let zone = ZoneID("Kept")

    @Test func `200 power cuts lose nothing that was acknowledged, assets included`() async throws {
        let outcome = try await cutPower(200 * Self.soak, synchronous: .full, syncs: true) {
            $0.acknowledged > 200 && $0.assets > 50 && $0.takenBack > 200
        }
        #expect(outcome.losses.isEmpty, "\(outcome.losses.prefix(5))")
        #expect(outcome.acknowledged > 200, "too few saves to show anything")
        #expect(outcome.assets > 50, "too few assets to show anything")
        #expect(outcome.takenBack > 200, "the disk forgot too little to show anything")
    }

    /// The same test must see the losses of writes that do not wait for the disk.
    @Test func `without waiting for the disk acknowledged saves are lost`() async throws {
        let outcome = try await cutPower(40, synchronous: .off, syncs: true) { !$0.losses.isEmpty }
        #expect(!outcome.losses.isEmpty)
    }

    @Test func `without waiting for assets acknowledged content is lost`() async throws {
        let outcome = try await cutPower(40, synchronous: .full, syncs: false) {
            $0.losses.contains { $0.hasPrefix("asset") }
        }
        #expect(outcome.losses.contains { $0.hasPrefix("asset") })
        #expect(!outcome.losses.contains { !$0.hasPrefix("asset") })
    }

    @Test func `a full disk refuses the save, and nothing is lost when there is room again`()
        async throws
    {
        let store = try await Self.open(folder.url, .full, LossyFiles())
        try await store.createZones([Self.zone], in: Self.scope)
        #expect(try await Self.save("a", 1, nil, store) != nil)
        power_loss_set_full(1)
        var codes: Set<StoreError.Code> = []
        for number in 0..<5 {
            do {
                _ = try await Self.save("b\(number)", 2, Data(count: 10), store)
            } catch let error as StoreError { codes.insert(error.code) }
        }
        #expect(codes == [.full])
        // Reading goes on.
        let query = RecordQuery("Thing", in: .zone(Self.zone))
        #expect(try await store.count(query, in: Self.scope) == 1)
        power_loss_set_full(0)
        #expect(try await Self.save("c", 3, Data(count: 10), store) != nil)
        #expect(try await store.count(query, in: Self.scope) == 2)
        try await store.close()
        power_loss_restore(1)
    }

    @Test func `a full disk of a copy is named by the path of the copy`() throws {
        var options = SQLiteOptions()
        options.vfs = "powerloss"
        let database = try SQLiteDatabase(path: folder.file("a.db").path, options: options)
        defer { database.closeNow() }
        let copy = folder.file("b.db").path
        power_loss_set_full(1)
        let error = #expect(throws: StoreError.self) { try database.copy(to: copy) }
        power_loss_set_full(0)
        #expect(error?.code == .full)
        #expect(error?.context == ["path": copy])
        power_loss_restore(1)
    }

    @Test func `where commits do not wait, content goes when its deletion is on the disk`()
        async throws
    {
        for round in 1...10 {
            let id = RecordID("r\(round)", zone: Self.zone)
            let content = Data("content \(round)".utf8)
            let before = try await Self.open(folder.url, .full, LossyFiles())
            try await before.createZones([Self.zone], in: Self.scope)
            #expect(try await Self.save(id.name, 1, content, before) != nil)
            try await before.close()
            power_loss_restore(1)
            let store = try await Self.open(folder.url, .normal, LossyFiles())
            let asset = Asset(checksum: ContentHash.hex(of: content), size: Int64(content.count))
            let file = try await store.assetFile(asset, in: .public)
            let deleted = try await store.save(
                SaveRequest(deleting: [id], policy: .allKeys), in: Self.scope)
            #expect(deleted.firstError == nil)
            #expect(
                try await eventually { !FileManager.default.fileExists(atPath: file.path) })
            power_loss_cut_now()
            // Without power closing cannot write, and must not.
            try? await store.close()
            power_loss_restore(UInt64(round))
            let after = try await Self.open(folder.url, .full, LossyFiles())
            let found = try await after.records([id], in: Self.scope, desiredKeys: nil)
            #expect(found[id] == nil, "the deletion is lost, and the content gone")
            try await after.close()
            power_loss_restore(1)
        }
    }

    /// The removals that share a transaction would wait one after the other.
    @Test func `a transaction waits once for the commits before it`() async throws {
        var options = SQLiteOptions()
        options.synchronous = .normal
        options.vfs = "powerloss"
        let database = try SQLiteDatabase(path: folder.file("s.db").path, options: options)
        for _ in 0..<2 {
            let steps = try await database.write { connection in
                let before = power_loss_operations()
                for _ in 0..<3 { try connection.syncCommits(ofOthers: false) }
                return power_loss_operations() - before
            }
            #expect(steps == 1)
        }
        try await database.close()
        power_loss_restore(1)
    }

    @Test func `where commits do not wait, a large value goes when its deletion is on the disk`()
        throws
    {
        var image = ObjectAttribute("image", .binary)
        image.allowsExternalStorage = true
        let model = try ResolvedModel(
            ObjectModel(entities: [ObjectEntity("Photo", attributes: [image])]))
        let path = folder.file("Photos.sqlite").path
        func open(_ synchronous: SQLiteOptions.Synchronous) throws -> Maker {
            var options = SQLiteOptions()
            options.isForeign = true
            options.synchronous = synchronous
            options.vfs = "powerloss"
            var settings = ObjectStoreSettings()
            settings.keepLargeValues(beside: path, like: path)
            return Maker(
                try SQLObjectStore(
                    SQLiteDatabase(path: path, options: options), model: model, options: settings))
        }
        for seed in UInt64(1)...10 {
            var maker = try open(.full)
            let key = try maker.insert("Photo", ["image": .bytes(Data(count: 200_000))])
            _ = try maker.save()
            try maker.store.close()
            power_loss_restore(1)
            maker = try open(.normal)
            maker.changes.deleted = [ObjectDeletion(key: key, version: nil)]
            _ = try maker.save()
            power_loss_cut_now()
            try maker.store.close()
            power_loss_restore(seed)
            maker = try open(.full)
            let left = try maker.fetch("Photo", "image != nil")
            #expect(left.isEmpty, "the deletion is lost, and the value gone")
            try maker.store.close()
            power_loss_restore(1)
        }
    }

    // MARK: Cutting

    private struct Outcome {
        var losses: [String] = []
        var acknowledged = 0
        var assets = 0
        var takenBack: Int64 = 0
    }

    /// What a save that was acknowledged promised.
    private struct Promise: Sendable {
        let name: String
        let number: Int64
        let content: Data?
    }

    /// Saves from several tasks until the power goes, looks at what is left, and again.
    ///
    /// How much is under way when the power goes is up to the machine: after the rounds asked for
    /// it goes on until there was enough, ten times as long at most.
    private func cutPower(
        _ rounds: Int, synchronous: SQLiteOptions.Synchronous, syncs: Bool,
        until isEnough: (Outcome) -> Bool
    ) async throws -> Outcome {
        var outcome = Outcome()
        var random = RandomNumbers(seed: 20_260_101)
        var promises: [String: Promise] = [:]
        let most = rounds * 10
        for round in 0..<most {
            let files = LossyFiles(syncs: syncs)
            // The first rounds cut into the making of the tables.
            let steps: UInt64 = round % 4 == 0 ? 12 : 150
            power_loss_cut_after(Int64(random.next() % steps))
            let kept = await Self.saveUntilCut(round, folder.url, synchronous, files)
            for promise in kept {
                promises[promise.name] = promise
                outcome.acknowledged += 1
                if promise.content != nil { outcome.assets += 1 }
            }
            let seed = random.next()
            outcome.takenBack += power_loss_restore(seed) + files.restore(seed: seed)
            let isLast = round >= rounds - 1 && isEnough(outcome) || round == most - 1
            let whole = round % 20 == 19 || isLast
            let asked = whole ? Array(promises.values) : kept
            let losses = await Self.look(asked, folder.url)
            if !losses.isEmpty {
                outcome.losses += losses
                // What is damaged would only go on failing.
                try FileManager.default.removeItem(at: folder.url)
                try FileManager.default.createDirectory(
                    at: folder.url, withIntermediateDirectories: true)
                promises = [:]
            }
            if isLast { break }
        }
        return outcome
    }

    private static func saveUntilCut(
        _ round: Int, _ directory: URL, _ synchronous: SQLiteOptions.Synchronous,
        _ files: LossyFiles
    ) async -> [Promise] {
        guard let store = try? await open(directory, synchronous, files) else { return [] }
        var kept: [Promise] = []
        if (try? await store.createZones([zone], in: scope)) != nil {
            kept = await withTaskGroup(of: [Promise].self) { group in
                for task in 0..<3 {
                    group.addTask {
                        var kept: [Promise] = []
                        for number in 0..<200 {
                            // Names come again, so that records are changed too.
                            let name = "t\(task)-\((round * 7 + number) % 40)"
                            let content =
                                number % 3 == 0
                                ? Data("\(name) \(round) \(number)".utf8)
                                    + Data(repeating: UInt8(task), count: number * 37 % 5_000)
                                : nil
                            let value = Int64(round) * 1_000 + Int64(number)
                            guard
                                let promise = try? await save(name, value, content, store)
                            else { return kept }
                            kept.append(promise)
                        }
                        return kept
                    }
                }
                return await group.reduce(into: []) { $0 += $1 }
            }
        }
        power_loss_cut_now()
        // Without power closing cannot write, and must not.
        try? await store.close()
        return kept
    }

    /// Saves a record; gives what was acknowledged.
    private static func save(
        _ name: String, _ number: Int64, _ content: Data?, _ store: SQLStore<SQLiteDatabase>
    ) async throws -> Promise? {
        var record = Record("Thing", RecordID(name, zone: zone))
        record["number"] = .int(number)
        record["words"] = .text("thing \(number) of \(name)")
        if let content { record["file"] = .asset(Asset(content: content)) }
        let result = try await store.save(
            SaveRequest(saving: [record], policy: .allKeys), in: scope)
        if let error = result.firstError { throw error }
        return Promise(name: name, number: number, content: content)
    }

    /// What of some promises the disk no longer holds.
    private static func look(_ promises: [Promise], _ directory: URL) async -> [String] {
        do {
            let store = try await open(directory, .full, LossyFiles())
            let losses: [String]
            do {
                losses = try await look(promises, store)
            } catch {
                // The files must be closed before the next step uses them.
                try? await store.close()
                throw error
            }
            try await store.close()
            power_loss_restore(1)
            return losses
        } catch { return ["open: \(error)"] }
    }

    private static func look(
        _ promises: [Promise], _ store: SQLStore<SQLiteDatabase>
    ) async throws -> [String] {
        var losses: [String] = []
        let damage = try store.engine.read {
            try $0.all("PRAGMA integrity_check") { $0.text(0) }
        }
        if damage != ["ok"] { losses.append("integrity: \(damage.prefix(3))") }
        let ids = promises.map { RecordID($0.name, zone: zone) }
        // A task's later promise for a name replaces its earlier one.
        var last: [String: Promise] = [:]
        for promise in promises { last[promise.name] = promise }
        let found = (try? await store.records(ids, in: scope, desiredKeys: nil)) ?? [:]
        for promise in last.values {
            guard let record = found[RecordID(promise.name, zone: zone)] else {
                losses.append("record \(promise.name)")
                continue
            }
            guard case .int(let number) = record["number"], number >= promise.number else {
                losses.append("value of \(promise.name)")
                continue
            }
            guard number == promise.number, let content = promise.content else { continue }
            guard case .asset(let asset) = record["file"],
                let file = try? await store.assetFile(asset, in: .public),
                (try? Data(contentsOf: file)) == content
            else {
                losses.append("asset of \(promise.name)")
                continue
            }
        }
        return losses
    }

    private static func open(
        _ directory: URL, _ synchronous: SQLiteOptions.Synchronous, _ files: LossyFiles
    ) async throws -> SQLStore<SQLiteDatabase> {
        var options = SQLiteOptions()
        options.synchronous = synchronous
        options.vfs = "powerloss"
        // Cut off in the middle of checkpoints, too.
        options.checkpointPages = 40
        let path = directory.appendingPathComponent("store.db").path
        return try await SQLStore(
            try SQLiteDatabase(path: path, options: options), environment: .development,
            limits: StoreLimits(), files: files)
    }
}

/// Files on the disk whose power is cut: what was not synced may be gone afterwards.
private final class LossyFiles: FileLayer {
    private enum Entry: Sendable {
        case directory(String)
        case renamed(String, from: String)
    }

    private let files = SystemFiles()
    private let syncs: Bool
    private let state = Mutex(State())

    private struct State: Sendable {
        /// Files whose bytes are not on the disk.
        var unsynced: Set<String> = []
        /// New names that are not on the disk, oldest first, with the directory that holds them.
        var entries: [(parent: String, entry: Entry)] = []
    }

    /// A layer that syncs, or that only says so.
    init(syncs: Bool = true) { self.syncs = syncs }

    private func step() throws {
        if power_loss_step() != 0 { throw StoreError(.engine, engineMessage: "no power") }
    }

    private static func parent(_ path: String) -> String {
        (path as NSString).deletingLastPathComponent
    }

    func create(_ path: String) throws -> any FileWriter {
        try step()
        state.withLock { _ = $0.unsynced.insert(path) }
        return LossyWriter(try files.create(path), path, self)
    }

    fileprivate func wrote() throws { try step() }

    fileprivate func finished(_ path: String) throws {
        try step()
        if syncs { state.withLock { _ = $0.unsynced.remove(path) } }
    }

    func move(_ path: String, to destination: String) throws {
        try step()
        try files.move(path, to: destination)
        state.withLock { state in
            if state.unsynced.remove(path) != nil { state.unsynced.insert(destination) }
            state.entries.append((Self.parent(destination), .renamed(destination, from: path)))
        }
    }

    func syncDirectory(_ path: String) throws {
        try step()
        if syncs { state.withLock { $0.entries.removeAll { $0.parent == path } } }
    }

    func remove(_ path: String) throws {
        try step()
        try files.remove(path)
        state.withLock { _ = $0.unsynced.remove(path) }
    }

    func makeDirectory(_ path: String) throws {
        var missing: [String] = []
        var at = path
        while files.size(at) == nil, at != "/" {
            missing.append(at)
            at = Self.parent(at)
        }
        for directory in missing.reversed() {
            try step()
            try files.makeDirectory(directory)
            state.withLock {
                $0.entries.append((Self.parent(directory), .directory(directory)))
            }
        }
    }

    func size(_ path: String) -> Int64? { files.size(path) }

    func names(in path: String) -> [String] { files.names(in: path) }

    /// Takes back a random part of what was not synced; gives how much.
    func restore(seed: UInt64) -> Int64 {
        var random = RandomNumbers(seed: seed)
        return state.withLock { state in
            var taken: Int64 = 0
            for path in state.unsynced where random.next() % 4 != 0 {
                let size = UInt64(max(0, files.size(path) ?? 0))
                if truncate(path, off_t(size == 0 ? 0 : random.next() % size)) == 0 { taken += 1 }
            }
            for (_, entry) in state.entries.reversed() where random.next() % 4 != 0 {
                switch entry {
                case .directory(let path):
                    if (try? FileManager.default.removeItem(atPath: path)) != nil { taken += 1 }
                case .renamed(let path, let old):
                    if rename(path, old) == 0 { taken += 1 }
                }
            }
            state = State()
            return taken
        }
    }
}

private final class LossyWriter: FileWriter {
    private let writer: any FileWriter
    private let path: String
    private let files: LossyFiles

    init(_ writer: any FileWriter, _ path: String, _ files: LossyFiles) {
        self.writer = writer
        self.path = path
        self.files = files
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        try files.wrote()
        try writer.write(bytes)
    }

    func finish() throws {
        try files.finished(path)
        try writer.finish()
    }
}
