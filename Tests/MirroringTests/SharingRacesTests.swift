import CloudKit
import CoreData
import Foundation
import MirrorCore
import Testing

/// Objects that move into a share while other devices edit them, and programs that end in between.
@Suite struct `Sharing while others edit` {
    private let two: SharingCloud
    private let tablet: Device

    init() throws {
        two = try SharingCloud()
        tablet = try SharingCloud.device("tablet", "ann", two.cloud, two.folder)
    }

    private func begin() async throws {
        try two.phone.insert("Folder", "home", ["name": "Home"])
        try two.phone.insert("Tag", "red")
        for key in ["a", "b", "c"] {
            try two.phone.insert("Note", key, ["title": key, "text": "text"])
            try two.phone.relate("Note", key, "folder", to: ("Folder", "home"))
            try two.phone.tag(key, "red", isOn: true)
        }
        try await two.cloud.settle([two.phone, tablet])
    }

    /// Everything is in the share once, and nothing elsewhere.
    private func check(_ zone: CKRecordZone.ID, notes: [String]) async throws {
        let others = try await two.cloud.notebookRecords().map(\.recordType)
        #expect(others.isEmpty, "\(others)")
        let records = try await two.cloud.notebookRecords(zone: zone)
        let keys = records.filter { $0.recordType == "CD_Note" }
            .compactMap { $0["CD_key"] as? String }
        #expect(keys.sorted() == notes)
        for device in [two.phone, tablet] { #expect(try device.keys("Note") == notes) }
    }

    @Test func `the other device keeps its objects, and edits that it had not sent`() async throws {
        try await begin()
        let before = try tablet.id("Note", "a")
        try tablet.update("Note", "a", ["title": "tablet's"])
        let (_, share, _) = try await two.phone.share("Folder", "home")
        try two.phone.update("Note", "a", ["text": "phone's"])
        try await two.cloud.settle([two.phone])
        try await two.cloud.settle([tablet, two.phone])
        for device in [two.phone, tablet] {
            #expect(try device.text("Note", "a", "title") == "tablet's")
            #expect(try device.text("Note", "a", "text") == "phone's")
            #expect(try device.members("Tag", "red", "tagged") == ["a", "b", "c"])
        }
        #expect(try tablet.id("Note", "a") == before)
        try await check(share.recordID.zoneID, notes: ["a", "b", "c"])
        try two.close([tablet])
    }

    @Test func `an edit that reaches the old zone meanwhile is not lost`() async throws {
        try await begin()
        let (_, share, _) = try await two.phone.share("Folder", "home")
        // Sent into the zone that the objects are about to leave.
        try tablet.update("Note", "a", ["title": "tablet's"])
        try tablet.insert("Note", "new")
        try tablet.relate("Note", "new", "folder", to: ("Folder", "home"))
        try tablet.delete("Note", "c")
        try tablet.tag("b", "red", isOn: false)
        try await two.cloud.settle([tablet])
        try await two.cloud.settle([two.phone, tablet])
        for device in [two.phone, tablet] {
            #expect(try device.text("Note", "a", "title") == "tablet's")
            #expect(try device.members("Folder", "home", "notes") == ["a", "b", "new"])
            #expect(try device.members("Tag", "red", "tagged") == ["a"])
        }
        try await check(share.recordID.zoneID, notes: ["a", "b", "new"])
        try two.close([tablet])
    }

    @Test func `two devices that share one object each agree on one share`() async throws {
        try await begin()
        let (_, first, _) = try await two.phone.share("Folder", "home")
        let (_, second, _) = try await tablet.share("Folder", "home")
        try await two.cloud.settle([two.phone, tablet])
        let zones = [first, second].map(\.recordID.zoneID).sorted { $0.zoneName < $1.zoneName }
        try await check(zones[0], notes: ["a", "b", "c"])
        let rest = try await two.cloud.notebookRecords(zone: zones[1])
        #expect(rest.map(\.recordType) == ["cloudkit.share"])
        try two.close([tablet])
    }

    @Test(arguments: [true, false])
    func `of two copies, what one has beyond the other is in the one that stays`(
        isNearerFirst: Bool
    ) async throws {
        try await begin()
        let (_, first, _) = try await two.phone.share("Folder", "home")
        let (_, second, _) = try await tablet.share("Folder", "home")
        // A third device edits the record where both have left it.
        let record = try #require(try await two.cloud.record(key: "a"))
        record["CD_title"] = "edited"
        try await two.cloud.container(Notebook.identifier, user: "ann", device: "observer")
            .privateCloudDatabase.save(record)
        let isPhoneNearer = first.recordID.zoneID.zoneName < second.recordID.zoneID.zoneName
        let order = isPhoneNearer == isNearerFirst ? [two.phone, tablet] : [tablet, two.phone]
        for device in order { try await two.cloud.settle([device]) }
        try await two.cloud.settle([two.phone, tablet])
        for device in [two.phone, tablet] {
            #expect(try device.text("Note", "a", "title") == "edited")
        }
        let nearer = isPhoneNearer ? first : second
        try await check(nearer.recordID.zoneID, notes: ["a", "b", "c"])
        try two.close([tablet])
    }

    @Test(arguments: MirrorPoint.allCases)
    func `a program that is killed within a share has each object once`(point: MirrorPoint)
        async throws
    {
        try await begin()
        let (_, share, _) = try await two.phone.share("Folder", "home")
        var phone = two.phone
        for round in 0..<4 {
            phone.kill(at: point)
            // Some points are not reached in every round.
            _ = try? await phone.container.synchronize()
            try phone.close()
            phone = try SharingCloud.device("phone", "ann", two.cloud, two.folder)
            try phone.update("Note", "a", ["title": "round \(round)"])
        }
        try await two.cloud.settle([phone, tablet])
        #expect(try tablet.text("Note", "a", "title") == "round 3")
        #expect(try tablet.members("Tag", "red", "tagged") == ["a", "b", "c"])
        let zone = share.recordID.zoneID
        #expect(try await two.cloud.notebookRecords().isEmpty)
        // Five objects, three pairs, the share.
        #expect(try await two.cloud.notebookRecords(zone: zone).count == 9)
        #expect(
            try phone.keys("Note") == ["a", "b", "c"] && tablet.keys("Note") == ["a", "b", "c"])
        try phone.close()
        try two.close([tablet])
    }
}
