import CoreDataModel
import Foundation
import ObjectCore
import PredicateCore
import RecordCore
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

    @Test
    func `a request for which the connection breaks twice before it is saved is made smaller`()
        async throws
    {
        cloud.answer(.failure(code: 4), .failure(code: 4))
        let failed = await mirror.synchronize()
        #expect(failed.failure != nil && cloud.requests == 1)
        // What other devices did comes before the parts of it.
        let reads = cloud.reads
        cloud.answerChanges {
            MirrorPage(changed: [], deleted: [], token: Data([2]), moreComing: false)
        }
        let done = await mirror.synchronize()
        #expect(done.failure == nil && cloud.reads > reads)
        #expect(cloud.requests == 5 && cloud.saved.count == 3)
        #expect(try unsent() == 0)
    }

    @Test(arguments: [[3, 4], [4, 3, 4], [4, 7, 4]])
    func `what else breaks does not make it forget that nothing of a request was saved`(
        codes: [Int]
    ) async throws {
        for code in codes { cloud.answer(.failure(code: code)) }
        for _ in codes.dropLast() {
            let failed = await mirror.synchronize()
            #expect(failed.failure != nil)
        }
        let done = await mirror.synchronize()
        #expect(done.failure == nil && cloud.saved.count == 3)
        #expect(cloud.requests == codes.count + 3)
    }

    @Test
    func `a request whose answer was lost is kept as it was where the connection breaks later`()
        async throws
    {
        cloud.answer(.failure(code: 34), .failure(code: 4), .failure(code: 4))
        for _ in 0..<3 {
            let failed = await mirror.synchronize()
            #expect(failed.failure != nil)
        }
        #expect(cloud.requests == 3)
        let done = await mirror.synchronize()
        #expect(done.failure == nil && cloud.requests == 5 && cloud.saved.count == 3)
    }

    @Test func `deletions are sent where there is no room for what is beside them`() async throws {
        _ = await mirror.synchronize()
        #expect(cloud.saved.count == 3)
        cloud.refuseAsFull(true)
        try insert(ranks: 4, 5)
        var changes = ObjectChanges()
        let query = ObjectQuery(entity: folder, includesSubentities: false)
        changes.deleted = try store.fetchKeys(query).prefix(3).map {
            ObjectDeletion(key: $0, version: nil)
        }
        _ = try store.save(changes)
        let failed = await mirror.synchronize()
        #expect(failed.failure != nil && cloud.deleted.count == 3 && cloud.saved.count == 3)
        #expect(try unsent() == 2)
        cloud.refuseAsFull(false)
        let done = await mirror.synchronize()
        #expect(done.failure == nil && cloud.saved.count == 5)
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

    /// Saves a thousand folders with the ranks from 100, for a mirror with requests of the usual size.
    private func insertMany() throws -> Mirror {
        var changes = ObjectChanges()
        changes.inserted = try store.reserveKeys(entity: folder, count: 1_000).enumerated().map {
            ObjectRow(key: $1, version: 0, attributes: [.int(Int64(100 + $0))], toOnes: [])
        }
        _ = try store.save(changes)
        return Mirror(store, MirrorCodec(store.model, plan: MirrorPlan(notes)), cloud: cloud)
    }

    /// Every second request was refused, and what it has of assets was sent for nothing.
    @Test(arguments: [50, 150, 399]) func `a size that was refused is not tried after each request`(
        largest: Int
    ) async throws {
        let many = try insertMany()
        cloud.refuse(above: largest)
        let report = await many.synchronize()
        #expect(report.failure == nil && cloud.saved.count == 1_003)
        let size = sequence(first: 400) { $0 / 2 }.first { $0 <= largest } ?? 1
        // Those that found the size, those that were taken, and one in sixteen that tries more.
        let taken = (1_003 + size - 1) / size
        #expect(cloud.requests <= taken + taken / RequestSize.patience + 4)
        // Smaller records may go together again.
        var growing = RequestSize(100, most: 400, refused: 200)
        for _ in 0..<(RequestSize.patience + 1) { growing.taken() }
        #expect(growing.limit == 400)
    }

    @Test func `a record for which whole requests are refused makes few requests small`()
        async throws
    {
        let many = try insertMany()
        cloud.fail(code: 12) { $0["CD_rank"] == .int(117) }
        let report = await many.synchronize()
        #expect(report.failure != nil && cloud.saved.count == 1_002)
        #expect(cloud.requests < 40)
        #expect(try unsent() == 1)
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
