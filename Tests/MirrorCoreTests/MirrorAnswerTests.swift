import CoreDataModel
import Foundation
import ObjectCore
import PredicateCore
import RecordCore
import Synchronization
import Testing

@testable import MirrorCore

/// What a mirror does where a server does not say what became of records.
@Suite struct MirrorAnswerTests {
    private let store: MemoryObjectStore
    private let cloud = ScriptedCloud()
    private let mirror: Mirror
    private let folder: Int

    /// A store with three folders, of which a request has two.
    init() throws {
        let model = try ResolvedModel(notes)
        folder = try #require(model.entity(named: "Folder")?.number)
        store = MemoryObjectStore(model: model, keepsHistory: true)
        var settings = MirrorSettings()
        settings.requestLimit = 2
        mirror = Mirror(
            store, MirrorCodec(model, plan: MirrorPlan(notes)), cloud: cloud, settings: settings)
        try insert(ranks: 1, 1, 1)
    }

    /// Saves folders with these ranks.
    private func insert(ranks: Int64...) throws {
        var changes = ObjectChanges()
        changes.inserted = try zip(
            store.reserveKeys(entity: folder, count: ranks.count), ranks
        ).map { key, rank in
            ObjectRow(key: key, version: 0, attributes: [.int(rank)], toOnes: [])
        }
        _ = try store.save(changes)
    }

    /// How many objects and deletions are to be sent.
    private func unsent() throws -> Int? { try MirrorStatus(store)?.changes.count }

    @Test func `a request that may have been done is sent again, whatever else is to be sent`()
        async throws
    {
        // Of an internal error it is not known whether it came before the write.
        cloud.answer(.failure(code: 1))
        let failed = await mirror.synchronize()
        #expect(failed.failure != nil && cloud.saved.isEmpty)
        #expect(try unsent() == 3)
        let done = await mirror.synchronize()
        #expect(done.failure == nil && cloud.saved.count == 3)
        #expect(try unsent() == 0)
    }

    @Test func `a record that always fails at the server stands alone, and others are sent`()
        async throws
    {
        try insert(ranks: 13)
        cloud.fail { $0["CD_rank"] == .int(13) }
        // The request that has it is kept, and sent again under its name.
        let failed = await mirror.synchronize()
        #expect(failed.failure != nil && cloud.saved.count <= 2)
        let divided = await mirror.synchronize()
        #expect(divided.failure != nil && cloud.saved.count == 3)
        #expect(try unsent() == 1)
        #expect(try MirrorStatus(store)?.refusals.count == 1)
        // Nothing waits for it, and every run tries it once.
        try insert(ranks: 2)
        let later = await mirror.synchronize()
        #expect(later.failure != nil && cloud.saved.count == 4)
        #expect(try unsent() == 1)
        cloud.fail { _ in false }
        let done = await mirror.synchronize()
        #expect(done.failure == nil && cloud.saved.count == 5)
        #expect(try unsent() == 0)
    }

    @Test func `a single record that always fails at the server lets others be sent`()
        async throws
    {
        _ = await mirror.synchronize()
        try insert(ranks: 13)
        cloud.fail { $0["CD_rank"] == .int(13) }
        let failed = await mirror.synchronize()
        #expect(failed.failure != nil)
        try insert(ranks: 2, 2)
        let later = await mirror.synchronize()
        #expect(later.failure != nil && cloud.saved.count == 5)
        #expect(try unsent() == 1)
        cloud.fail { _ in false }
        let done = await mirror.synchronize()
        #expect(done.failure == nil && cloud.saved.count == 6)
    }

    @Test func `a server that always fails is asked little, and gets everything later`()
        async throws
    {
        try insert(ranks: 1, 1, 1, 1, 1)
        cloud.fail { _ in true }
        for _ in 0..<2 {
            let failed = await mirror.synchronize()
            #expect(failed.failure != nil)
        }
        // Twice the whole request, and three records alone.
        #expect(cloud.requests == 5)
        #expect(try unsent() == 8)
        cloud.fail { _ in false }
        let done = await mirror.synchronize()
        #expect(done.failure == nil && cloud.saved.count == 8)
        #expect(try unsent() == 0)
    }

    @Test func `an edit is not refused with the deletion of what its object left behind`()
        async throws
    {
        _ = await mirror.synchronize()
        var changes = ObjectChanges()
        changes.updated = try store.fetchKeys(ObjectQuery(entity: folder)).prefix(2).map {
            ObjectUpdate(key: $0, version: nil, attributes: [(0, 2)], toOnes: [])
        }
        _ = try store.save(changes)
        // The request of both edits is refused, and each of them alone.
        cloud.answer(.failure(code: 12), .failure(code: 12), .failure(code: 12))
        let refused = await mirror.synchronize()
        #expect(refused.failure != nil)
        let state = MirrorState(store)
        let name = try #require(state.keys("p/").last).dropFirst(2)
        try state.setOriginal(MirrorOriginal(name: String(name), zone: nil))
        try state.flush()
        // One edit is tried again, and then the deletion.
        cloud.answer(.failure(code: 12), .failure(code: 10))
        let again = await mirror.synchronize()
        #expect(again.failure != nil && cloud.deleted.isEmpty)
        #expect(try MirrorStatus(store)?.refusals.count == 1)
        let done = await mirror.synchronize()
        #expect(done.failure == nil && cloud.deleted == [String(name)])
        #expect(try unsent() == 0)
    }

    @Test func `a pair whose request failed stays where the whole zone is read without it`()
        async throws
    {
        let (note, tag) = try insertNoteAndTag()
        let first = await mirror.synchronize()
        #expect(first.failure == nil && cloud.saved.count == 5)
        guard case .toMany(let tags)? = store.model.entities[note.entity].properties["tags"] else {
            Issue.record("A note has no tags.")
            return
        }
        var changes = ObjectChanges()
        changes.updated = [ObjectUpdate(key: note, version: nil, attributes: [], toOnes: [])]
        changes.memberships = [ObjectMembership(key: note, relationship: tags, added: [tag])]
        _ = try store.save(changes)
        cloud.fail { $0.type == MirrorPlan.linkTypeName }
        // Sent twice: the server may have it for all that is known.
        for _ in 0..<2 {
            let failed = await mirror.synchronize()
            #expect(failed.failure != nil)
        }
        cloud.fail { _ in false }
        cloud.expireToken()
        let done = await mirror.synchronize()
        #expect(done.failure == nil && cloud.saved.count == 6)
        #expect(try store.members(tags, of: [note]) == [[tag]])
        #expect(try unsent() == 0)
    }

    /// Saves a note and a tag, which have nothing to do with one another.
    private func insertNoteAndTag() throws -> (note: ObjectKey, tag: ObjectKey) {
        var changes = ObjectChanges()
        let keys = try ["Note", "Tag"].map { name in
            let entity = try #require(store.model.entity(named: name))
            let key = try store.reserveKeys(entity: entity.number, count: 1)[0]
            changes.inserted.append(
                ObjectRow(
                    key: key, version: 0, attributes: entity.attributes.map { _ in .null },
                    toOnes: entity.toOnes.map { _ in nil }))
            return key
        }
        _ = try store.save(changes)
        return (keys[0], keys[1])
    }

    @Test(arguments: [0, 21, 26])
    func `a server that says the same of a zone without end is asked again later`(code: Int)
        async throws
    {
        _ = await mirror.synchronize()
        #expect(try unsent() == 0)
        cloud.answerChanges {
            guard code == 0 else {
                throw MirrorCloudError(
                    code: code, description: "again", underlying: StoreError(.engine))
            }
            return MirrorPage(changed: [], deleted: [], token: Data([1]), moreComing: true)
        }
        let before = cloud.reads
        let failed = await mirror.synchronize()
        #expect(failed.failure != nil && cloud.reads - before < 5)
        cloud.answerChanges(nil)
        let done = await mirror.synchronize()
        #expect(done.failure == nil && cloud.saved.count == 3)
        #expect(try unsent() == 0)
        #expect(try store.fetchKeys(ObjectQuery(entity: folder)).count == 3)
    }

    @Test func `a server that is in conflict with what it gives is asked again later`()
        async throws
    {
        _ = await mirror.synchronize()
        var changes = ObjectChanges()
        changes.updated = try store.fetchKeys(ObjectQuery(entity: folder)).prefix(1).map {
            ObjectUpdate(key: $0, version: nil, attributes: [(0, 2)], toOnes: [])
        }
        _ = try store.save(changes)
        let before = cloud.requests
        cloud.refuseAsConflicts(true)
        let failed = await mirror.synchronize()
        #expect(failed.failure != nil && cloud.requests - before <= 100)
        #expect(try unsent() == 1)
        cloud.refuseAsConflicts(false)
        let done = await mirror.synchronize()
        #expect(done.failure == nil)
        #expect(try unsent() == 0)
    }

    /// Saves a note whose photo is too large for a field, and gives its record as a server has it.
    private func sendPhoto(_ photo: Data) async throws -> (note: ObjectKey, record: Record) {
        let entity = try #require(store.model.entity(named: "Note"))
        let key = try store.reserveKeys(entity: entity.number, count: 1)[0]
        var changes = ObjectChanges()
        changes.inserted = [
            ObjectRow(
                key: key, version: 0,
                attributes: entity.attributes.map { one in
                    one.name == "photo" ? Value.bytes(photo) : Value.null
                },
                toOnes: entity.toOnes.map { _ in nil })
        ]
        _ = try store.save(changes)
        let report = await mirror.synchronize()
        #expect(report.failure == nil)
        var record = try #require(cloud.record { $0.type == "CD_Note" })
        record["CD_photo_ckAsset"] = asset(photo)
        return (key, record)
    }

    private func asset(_ content: Data) -> Value {
        .asset(Asset(checksum: ContentHash.hex(of: content), size: Int64(content.count)))
    }

    /// What a note has.
    private func value(_ name: String, of note: ObjectKey) throws -> Value? {
        let place = store.model.entities[note.entity].attributes.first { $0.name == name }?.place
        return try place.flatMap { try store.rows([note])[0]?.attributes[$0] }
    }

    /// A record that another device gave a title.
    private func titled(_ title: String, _ record: Record) -> Record {
        var record = record
        record["CD_title"] = .text(title)
        record.system?.changeTag = title
        return record
    }

    @Test func `an asset whose content an object has is not fetched`() async throws {
        let photo = Data(repeating: 7, count: 800_000)
        let (note, sent) = try await sendPhoto(photo)
        let page = MirrorPage(
            changed: [titled("two", sent)], deleted: [], token: Data([3]), moreComing: false)
        cloud.answerChanges { page }
        let done = await mirror.synchronize()
        #expect(done.failure == nil && cloud.fetches == 0)
        #expect(try value("title", of: note) == .text("two"))
        #expect(try value("photo", of: note) == .bytes(photo))
        #expect(try unsent() == 0)
        // Another photo is fetched.
        let other = Data(repeating: 8, count: 800_000)
        var replaced = titled("three", sent)
        replaced["CD_photo_ckAsset"] = asset(other)
        let later = MirrorPage(
            changed: [replaced], deleted: [], token: Data([4]), moreComing: false)
        cloud.keep(other)
        cloud.answerChanges { later }
        let again = await mirror.synchronize()
        #expect(again.failure == nil && cloud.fetches == 1)
        #expect(try value("photo", of: note) == .bytes(other))
    }

    @Test func `a record whose asset the server lost is imported without it`() async throws {
        let photo = Data(repeating: 7, count: 800_000)
        let (note, sent) = try await sendPhoto(photo)
        var replaced = titled("two", sent)
        replaced["CD_photo_ckAsset"] = asset(Data(repeating: 8, count: 800_000))
        var other = Record("CD_Note", RecordID("other", zone: sent.id.zone), replaced.fields)
        other.system = replaced.system
        let page = MirrorPage(
            changed: [replaced, other], deleted: [], token: Data([3]), moreComing: false)
        cloud.answerChanges { page }
        let done = await mirror.synchronize()
        #expect(done.failure == nil && cloud.fetches > 0)
        let found = try store.fetchKeys(ObjectQuery(entity: note.entity))
        let new = try #require(found.first { $0 != note })
        #expect(try value("title", of: note) == .text("two"))
        #expect(try value("title", of: new) == .text("two"))
        #expect(try value("photo", of: note) == .bytes(photo))
        #expect(try value("photo", of: new) == .null)
        // Neither is sent, also where objects are compared with their records.
        let (requests, state) = (cloud.requests, MirrorState(store))
        state.set("history", nil as Data?)
        try state.flush()
        let compared = await mirror.synchronize()
        #expect(compared.failure == nil && cloud.requests == requests)
        #expect(try unsent() == 0)
    }

    @Test func `what an answer does not mention is sent again`() async throws {
        cloud.answer(.first(1), .first(1))
        let partly = await mirror.synchronize()
        #expect(partly.failure != nil && cloud.saved.count == 2)
        #expect(try unsent() == 1)
        let done = await mirror.synchronize()
        #expect(done.failure == nil && cloud.saved.count == 3)
        #expect(try unsent() == 0)
        var changes = ObjectChanges()
        changes.deleted = try store.fetchKeys(ObjectQuery(entity: folder)).prefix(2).map {
            ObjectDeletion(key: $0, version: nil)
        }
        _ = try store.save(changes)
        cloud.answer(.first(1))
        let fewer = await mirror.synchronize()
        #expect(fewer.failure != nil && cloud.deleted.count == 1)
        #expect(try unsent() == 1)
        let gone = await mirror.synchronize()
        #expect(gone.failure == nil && cloud.deleted.count == 2)
        #expect(try unsent() == 0)
    }
}

/// A private database that answers as a test says.
private final class ScriptedCloud: MirrorCloud {
    enum Answer: Sendable {
        /// The request is refused as a whole.
        case failure(code: Int)
        /// The answer has so many of the saves, and of the deletions.
        case first(Int)
    }

    private struct State {
        var answers: [Answer] = []
        var fails: @Sendable (Record) -> Bool = { _ in false }
        var requests = 0
        var saved: Set<String> = []
        var deleted: Set<String> = []
        var records: [String: Record] = [:]
        var isTokenExpired = false
        var isInConflict = false
        var page: (@Sendable () throws -> MirrorPage)?
        var reads = 0
        var contents: [String: Data] = [:]
        var fetches = 0
    }

    private let state = Mutex(State())

    /// What becomes of the next requests, one each; later ones are done.
    func answer(_ answers: Answer...) { state.withLock { $0.answers += answers } }

    /// From now on a request that saves such a record ends with an internal error.
    func fail(_ isSo: @escaping @Sendable (Record) -> Bool) { state.withLock { $0.fails = isSo } }

    /// The zone has changed, and the next change token is too old.
    func expireToken() { state.withLock { $0.isTokenExpired = true } }

    /// From now on the zone has changed, and this is what its changes are; nil for those that there are.
    func answerChanges(_ page: (@Sendable () throws -> MirrorPage)?) {
        state.withLock { $0.page = page }
    }

    /// Whether every save from now on is a conflict with the record that there is.
    func refuseAsConflicts(_ isSo: Bool) { state.withLock { $0.isInConflict = isSo } }

    /// The server has a file of this content.
    func keep(_ content: Data) {
        state.withLock { $0.contents[ContentHash.hex(of: content)] = content }
    }

    /// A record that was saved.
    func record(where isWanted: (Record) -> Bool) -> Record? {
        state.withLock { $0.records.values.first(where: isWanted) }
    }

    /// How often a file was asked for.
    var fetches: Int { state.withLock { $0.fetches } }
    /// How often changes of the zone were asked for.
    var reads: Int { state.withLock { $0.reads } }
    /// How many requests came.
    var requests: Int { state.withLock { $0.requests } }
    /// The names of records that were saved, as an answer said.
    var saved: Set<String> { state.withLock { $0.saved } }
    /// The names of records that were deleted, as an answer said.
    var deleted: Set<String> { state.withLock { $0.deleted } }

    func modify(_ request: SaveRequest) async throws -> MirrorSaveResult {
        try state.withLock { state in
            state.requests += 1
            if request.saves.contains(where: { state.fails($0.record) }) {
                throw MirrorCloudError(
                    code: 1, description: "failed", underlying: StoreError(.engine))
            }
            if state.isInConflict {
                return MirrorSaveResult(
                    saves: request.saves.map { item in
                        .failure(
                            MirrorCloudError(
                                code: 14, description: "conflict",
                                server: state.records[item.record.id.name],
                                underlying: StoreError(.engine)))
                    }, deletions: request.deletions.map { _ in nil })
            }
            var count = Int.max
            switch state.answers.isEmpty ? nil : state.answers.removeFirst() {
            case .failure(let code)?:
                throw MirrorCloudError(
                    code: code, description: "refused", underlying: StoreError(.engine))
            case .first(let some)?: count = some
            case nil: break
            }
            let records = request.saves.prefix(count).map { item -> Record in
                var record = item.record
                let now = Date(timeIntervalSinceReferenceDate: 0)
                record.system = SystemFields(
                    created: now, createdBy: "_ann", modified: now, modifiedBy: "_ann",
                    changeTag: "1")
                return record
            }
            let deletions = request.deletions.prefix(count)
            state.saved.formUnion(records.map(\.id.name))
            for record in records { state.records[record.id.name] = record }
            state.deleted.formUnion(deletions.map(\.id.name))
            return MirrorSaveResult(
                saves: records.map { .success($0) }, deletions: deletions.map { _ in nil })
        }
    }

    // MARK: The rest

    let scope = MirrorScope.private
    var timing: MirrorTiming { MirrorTiming(delay: nil) }
    var resetsForgottenHistory: Bool { false }
    var accountChanges: Int { 0 }

    func account() async -> MirrorAccount { .available(user: "_ann") }
    func makeZone(_ zone: ZoneID) async throws {}
    func deleteZone(_ zone: ZoneID) async throws {}
    func url(of share: Record) async throws -> URL? { nil }
    func subscribe() async throws {}

    func databaseChanges(since token: Data?) async throws -> MirrorDatabaseChanges {
        let isChanged = state.withLock { $0.isTokenExpired || $0.page != nil }
        let changed = isChanged ? [ZoneID(Mirror.zoneName)] : []
        return MirrorDatabaseChanges(changed: changed, deleted: [], token: Data([1]))
    }

    func changes(in zone: ZoneID, since token: Data?, limit: Int) async throws -> MirrorPage {
        try state.withLock { state in
            state.reads += 1
            if let page = state.page { return try page() }
            guard state.isTokenExpired else {
                return MirrorPage(
                    changed: token == nil ? Array(state.records.values) : [], deleted: [],
                    token: Data([1]), moreComing: false)
            }
            guard token == nil else {
                throw MirrorCloudError(
                    code: 21, description: "expired", underlying: StoreError(.engine))
            }
            state.isTokenExpired = false
            return MirrorPage(
                changed: Array(state.records.values), deleted: [], token: Data([2]),
                moreComing: false)
        }
    }

    func pages(
        ofType type: String, changedAfter date: Date?, limit: Int
    ) -> AsyncThrowingStream<[Record], any Error> { AsyncThrowingStream { $0.finish() } }

    func content(of asset: Asset, in record: RecordID) async throws -> Data {
        try state.withLock { state in
            state.fetches += 1
            if let content = asset.checksum.flatMap({ state.contents[$0] }) { return content }
            throw MirrorCloudError(code: 35, description: "lost", underlying: StoreError(.engine))
        }
    }

    func partialError(_ errors: [RecordID: MirrorCloudError]) -> any Error {
        StoreError(.batchFailed)
    }

    func refusal(_ text: String) -> MirrorCloudError {
        MirrorCloudError(code: 12, description: text, underlying: StoreError(.engine))
    }

    func notices() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
