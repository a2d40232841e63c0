#if SwiftData
import CloudKit
import CoreData
import Foundation
import SwiftData
import TestFiles
import TestKit
import TestTime
import Testing

enum Suit: String, Codable { case hearts, spades }

@Model final class Card {
    var title = ""
    var count = 0
    var price: Double?
    var suit = Suit.hearts
    var address: Address?
    var wishes = Wishes(seat: "window")
    var labels: [String] = []
    var scores: [String: Int] = [:]
    var deck: Deck?
    var marks: [Mark]? = []
    init(title: String) { self.title = title }
}

@Model final class Deck {
    var name = ""
    @Relationship(deleteRule: .cascade, inverse: \Card.deck) var cards: [Card]? = []
    init(name: String) { self.name = name }
}

@Model final class Mark {
    var name = ""
    @Relationship(inverse: \Card.marks) var cards: [Card]? = []
    init(name: String) { self.name = name }
}

/// What CloudKit refuses.
@Model final class Rigid {
    @Attribute(.unique) var code: String
    var children: [Rigid]
    @Relationship(inverse: \Rigid.children) var parent: Rigid?
    init(code: String) {
        self.code = code
        children = []
    }
}

/// Containers on two devices over one cloud; what `LocalCloud.use` says holds for the process.
@Suite(.serialized) struct MirroringTests {
    private let folder = TemporaryFolder()

    private static let identifier = "iCloud.org.example.cards"
    private static let zone = CKRecordZone.ID(zoneName: "com.apple.coredata.cloudkit.zone")

    private func use(_ mirroring: LocalCloud.Mirroring) -> LocalCloud {
        var settings = LocalCloud.Settings()
        settings.mirroring = mirroring
        return LocalCloud.use(.memory, settings: settings, user: "ann", device: "phone")
    }

    private func device(_ url: URL? = nil) throws -> ModelContainer {
        try ModelContainer(
            for: Card.self,
            configurations: ModelConfiguration(
                url: url ?? TestStores.fresh(), cloudKitDatabase: .private(Self.identifier)))
    }

    private func card(_ title: String, in container: ModelContainer) throws -> Card {
        let context = ModelContext(container)
        let found = try context.fetch(
            FetchDescriptor<Card>(predicate: #Predicate { $0.title == title }))
        return try #require(found.first)
    }

    @Test func `what one device saves is on the other, and comes back edited`() async throws {
        let cloud = use(.manual)
        let (phone, tablet) = (try device(), try device())
        let containers = try [phone, tablet].map { try #require($0.cloudKitContainer) }
        let context = ModelContext(phone)
        let card = Card(title: "ace")
        card.price = 2.5
        card.suit = .spades
        card.address = Address(street: "Rua", zip: 3, tags: ["x"])
        card.labels = ["a", "b"]
        card.scores = ["n": 1]
        card.deck = Deck(name: "old")
        card.marks = [Mark(name: "red"), Mark(name: "blue")]
        context.insert(card)
        context.insert(Card(title: "two"))
        try context.save()
        try await cloud.settle(containers)

        let there = ModelContext(tablet)
        let copy = try #require(
            try there.fetch(
                FetchDescriptor<Card>(predicate: #Predicate { $0.suit.rawValue == "spades" })
            ).first)
        #expect(copy.title == "ace" && copy.price == 2.5 && copy.suit == .spades)
        #expect(copy.address == Address(street: "Rua", zip: 3, tags: ["x"]))
        #expect(copy.labels == ["a", "b"] && copy.scores == ["n": 1])
        #expect(copy.deck?.name == "old" && copy.deck?.cards?.count == 1)
        #expect(Set(copy.marks?.map(\.name) ?? []) == ["red", "blue"])
        #expect(try there.fetchCount(FetchDescriptor<Card>()) == 2)

        copy.title = "king"
        copy.suit = .hearts
        copy.address?.zip = nil
        copy.labels.append("c")
        copy.marks?.removeAll { $0.name == "red" }
        copy.deck = Deck(name: "new")
        for other in try there.fetch(
            FetchDescriptor<Card>(predicate: #Predicate { $0.title == "two" }))
        { there.delete(other) }
        try there.save()
        try await cloud.settle(containers)
        let back = try self.card("king", in: phone)
        #expect(back.suit == .hearts && back.address == Address(street: "Rua", tags: ["x"]))
        #expect(back.labels == ["a", "b", "c"] && back.marks?.map(\.name) == ["blue"])
        #expect(back.deck?.name == "new")
        #expect(try ModelContext(phone).fetchCount(FetchDescriptor<Card>()) == 1)

        // The mirror's saves are in the history too.
        let history = try ModelContext(phone).fetchHistory(
            HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(history.count > 1)
    }

    @Test func `saves are sent by themselves, and changes at the server arrive`() async throws {
        let cloud = use(.immediate)
        let container = try device()
        let context = ModelContext(container)
        context.insert(Card(title: "ace"))
        try context.save()
        let database = cloud.container(Self.identifier, user: "ann", device: "tablet")
            .privateCloudDatabase
        var record: CKRecord?
        _ = try await eventually {
            // The zone is made by the first export.
            let page = try? await database.recordZoneChanges(inZoneWith: Self.zone, since: nil)
            record = try page?.modificationResultsByID.values.lazy.map { try $0.get().record }
                .first { $0.recordType == "CD_Card" }
            return record != nil
        }
        let sent = try #require(record)
        #expect(sent["CD_title"] as? String == "ace" && sent["CD_entityName"] as? String == "Card")
        sent["CD_title"] = "king"
        _ = try await database.save(sent)
        #expect(
            try await eventually {
                try context.fetch(FetchDescriptor<Card>()).first?.title == "king"
            })
    }

    @Test func `a struct is empty on the other device too`() async throws {
        let cloud = use(.manual)
        // Rows of files have nothing for such a struct.
        let phone = try device(folder.url.store("phone.store"))
        let tablet = try device(folder.url.store("tablet.store"))
        let containers = try [phone, tablet].map { try #require($0.cloudKitContainer) }
        let context = ModelContext(phone)
        let (ace, two) = (Card(title: "ace"), Card(title: "two"))
        two.wishes = Wishes()
        context.insert(ace)
        context.insert(two)
        try context.save()
        try await cloud.settle(containers)
        #expect(try card("ace", in: tablet).wishes == Wishes(seat: "window"))
        #expect(try card("two", in: tablet).wishes == Wishes())
        ace.wishes.seat = nil
        try context.save()
        try await cloud.settle(containers)
        #expect(try card("ace", in: tablet).wishes == Wishes())
    }

    @Test func `a struct whose field an older version took away is empty`() async throws {
        let cloud = use(.manual)
        let phone = try device(folder.url.store("phone.store"))
        let container = try #require(phone.cloudKitContainer)
        let context = ModelContext(phone)
        context.insert(Card(title: "ace"))
        try context.save()
        try await cloud.settle([container])
        let database = cloud.container(Self.identifier, user: "ann", device: "tablet")
            .privateCloudDatabase
        let page = try await database.recordZoneChanges(inZoneWith: Self.zone, since: nil)
        let records = try page.modificationResultsByID.values.map { try $0.get().record }
        let sent = try #require(records.first { $0.recordType == "CD_Card" })
        #expect(sent["CD_wishes"] as? Data != nil)
        sent["CD_wishes"] = nil
        _ = try await database.save(sent)
        try await cloud.settle([container])
        #expect(try card("ace", in: phone).wishes == Wishes())
    }

    @Test func `a model of a record that lacks fields has the initial values`() async throws {
        let cloud = use(.manual)
        let phone = try device()
        let container = try #require(phone.cloudKitContainer)
        try await cloud.settle([container])
        let database = cloud.container(Self.identifier, user: "ann", device: "tablet")
            .privateCloudDatabase
        let record = CKRecord(
            recordType: "CD_Card",
            recordID: CKRecord.ID(recordName: UUID().uuidString, zoneID: Self.zone))
        record["CD_entityName"] = "Card"
        record["CD_title"] = "ace"
        _ = try await database.save(record)
        try await cloud.settle([container])
        #expect(try card("ace", in: phone).suit == .hearts)
        let found = try ModelContext(phone).fetchCount(
            FetchDescriptor<Card>(predicate: #Predicate { $0.suit.rawValue == "hearts" }))
        #expect(found == 1)
    }

    @Test func `a store keeps its place in the cloud`() async throws {
        let cloud = use(.manual)
        let url = folder.url.store("cards.store")
        do {
            let phone = try device(url)
            let context = ModelContext(phone)
            context.insert(Card(title: "ace"))
            try context.save()
            let container = try #require(phone.cloudKitContainer)
            try await cloud.settle([container])
            for store in container.persistentStoreCoordinator.persistentStores {
                try container.persistentStoreCoordinator.remove(store)
            }
        }
        let (again, tablet) = (try device(url), try device())
        let containers = try [again, tablet].map { try #require($0.cloudKitContainer) }
        try await cloud.settle(containers)
        #expect(try ModelContext(again).fetchCount(FetchDescriptor<Card>()) == 1)
        #expect(try ModelContext(tablet).fetchCount(FetchDescriptor<Card>()) == 1)
    }

    @Test func `models that CloudKit refuses are refused with its reasons`() throws {
        let error = #expect(throws: SwiftDataError.self) {
            try ModelContainer(
                for: Rigid.self,
                configurations: ModelConfiguration(
                    url: TestStores.fresh(), cloudKitDatabase: .private(Self.identifier)))
        }
        #expect(error == .loadIssueModelContainer)
        let text = error?.description ?? ""
        #expect(text.contains("non-optional but do not have a default value:\nRigid: code"))
        #expect(text.contains("be optional, the following are not:\nRigid: children"))
        #expect(text.contains("does not support unique constraints"))
        // Without a cloud they are models as others.
        for cloud: ModelConfiguration.CloudKitDatabase in [.none, .automatic] {
            let container = try ModelContainer(
                for: Rigid.self,
                configurations: ModelConfiguration(
                    url: TestStores.fresh(), cloudKitDatabase: cloud))
            #expect(container.cloudKitContainer == nil)
        }
    }
}
#endif
