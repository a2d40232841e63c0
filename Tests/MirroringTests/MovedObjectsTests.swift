import CloudKit
import CoreData
import Foundation
import MirrorCore
import ObjectCore
import Stores
import TestFiles
import Testing

/// Objects that one device moves into a share while another one deletes, relates or moves them too.
@Suite struct `Objects that move into a share` {
    private let two: SharingCloud
    private let tablet: Device

    init() throws {
        two = try SharingCloud()
        tablet = try SharingCloud.device("tablet", "ann", two.cloud, two.folder)
    }

    private var phone: Device { two.phone }
    private var devices: [Device] { [two.phone, tablet] }

    /// Two notes with a tag on each, on both devices.
    private func begin() async throws {
        try phone.insert("Folder", "home")
        for (note, tag) in [("a", "red"), ("b", "blue")] {
            try phone.insert("Note", note, ["title": note])
            try phone.insert("Tag", tag)
            try phone.tag(note, tag, isOn: true)
        }
        try await two.cloud.settle(devices)
    }

    /// Ends a device at a point of the next run.
    private func kill(_ device: Device, at point: MirrorPoint) async {
        device.kill(at: point)
        await #expect(throws: (any Error).self) { try await device.container.synchronize() }
    }

    /// The zone of a share with a note of its own, which both devices know.
    private func otherShare() async throws -> CKShare {
        try phone.insert("Note", "other")
        try await two.cloud.settle(devices)
        let (_, share, _) = try await phone.share("Note", "other")
        try await two.cloud.settle(devices)
        return share
    }

    /// The phone and the tablet move the note `a` into a share each; which of them has the share that
    /// counts, and which the other one.
    private func shareTwice() async throws -> (
        near: (device: Device, zone: CKRecordZone.ID), far: (device: Device, zone: CKRecordZone.ID)
    ) {
        var both: [(device: Device, zone: CKRecordZone.ID)] = []
        for device in devices {
            let (_, share, _) = try await device.share("Note", "a")
            both.append((device, share.recordID.zoneID))
        }
        both.sort { $0.zone.zoneName < $1.zone.zoneName }
        return (both[0], both[1])
    }

    @Test func `a deletion that was not sent yet follows what another device moved`() async throws {
        try await begin()
        try tablet.delete("Note", "a")
        try tablet.tag("b", "blue", isOn: false)
        await kill(tablet, at: .beforeSending)
        _ = try await phone.share("Note", "a")
        _ = try await phone.share("Note", "b")
        try await two.cloud.settle([phone])
        try await two.cloud.settle([tablet, phone])
        for device in devices {
            #expect(try device.keys("Note") == ["b"], "\(device.name)")
            #expect(try device.members("Note", "b", "tags").isEmpty, "\(device.name)")
        }
        try two.close([tablet])
    }

    @Test func `a deletion where another device moved an object away deletes what it moved`()
        async throws
    {
        try await begin()
        try tablet.delete("Note", "a")
        try tablet.tag("b", "blue", isOn: false)
        await kill(tablet, at: .beforeSending)
        _ = try await phone.share("Note", "a")
        _ = try await phone.share("Note", "b")
        // The phone ends when both shares have the copies, before it deletes what it moved.
        phone.at(.beforeSending) { [unowned phone] in
            phone.at(.beforeSending) { phone.kill(at: .beforeSending) }
        }
        await #expect(throws: (any Error).self) { try await phone.container.synchronize() }
        try await two.cloud.settle([tablet])
        try await two.cloud.settle([phone, tablet])
        for device in devices {
            #expect(try device.keys("Note") == ["b"], "\(device.name)")
            #expect(try device.members("Note", "b", "tags").isEmpty, "\(device.name)")
        }
        try two.close([tablet])
    }

    @Test func `what was deleted is forgotten once its zone tells so`() async throws {
        try await begin()
        let path = two.folder.file("phone-private.sqlite").path
        func deletions() throws -> Int {
            var options = ObjectStoreOptions()
            options.isReadOnly = true
            let store = try ObjectStoreOpener.open(
                .sqlite(path: path), model: try ResolvedModel(Notebook.model().objectModel),
                options: options)
            defer { try? store.close() }
            return try store.mirrorEntries(prefix: "d/", after: nil, limit: nil).count
        }
        try phone.delete("Note", "a")
        _ = try await phone.container.synchronize()
        // The note, and what joins it with its tag.
        #expect(try deletions() == 2)
        _ = try await phone.container.synchronize()
        #expect(try deletions() == 0)
        try two.close([tablet])
    }

    @Test func `what goes back into no share is not deleted by the move out of there`()
        async throws
    {
        try await begin()
        let (_, share, _) = try await phone.share("Note", "a")
        // Sends the copy and deletes the record, and has not read that it is deleted.
        _ = try await phone.container.synchronize()
        two.cloud.faults.add(.keysReset(share.recordID.zoneID), user: "ann")
        try await two.cloud.settle([tablet, phone])
        try await two.cloud.settle([tablet, phone])
        for device in devices {
            #expect(try device.keys("Note") == ["a", "b"], "\(device.name)")
            #expect(try device.members("Note", "a", "tags") == ["red"], "\(device.name)")
        }
        #expect(try await two.cloud.notebookRecords().count == 7)
        try two.close([tablet])
    }

    @Test func `a deletion in a zone that was made again is none of what moved before`()
        async throws
    {
        try phone.insert("Note", "a")
        try await two.cloud.settle(devices)
        two.cloud.faults.add(.keysReset(Notebook.zone), user: "ann")
        await kill(tablet, at: .beforeSending)
        _ = try await phone.share("Note", "a")
        await kill(phone, at: .answered)
        // Sends the note again, reads that it moved, and deletes what it sent.
        try await two.cloud.settle([tablet])
        try await two.cloud.settle([phone, tablet])
        for device in devices { #expect(try device.keys("Note") == ["a"], "\(device.name)") }
        #expect(try await two.cloud.notebookRecords().isEmpty)
        try two.close([tablet])
    }

    @Test func `of copies in two shares a deletion takes both`() async throws {
        try await begin()
        let (near, far) = try await shareTwice()
        try await two.cloud.settle([far.device])
        try await two.cloud.settle([near.device])
        try near.device.delete("Note", "a")
        try await two.cloud.settle([near.device])
        try await two.cloud.settle([far.device, near.device])
        for device in devices { #expect(try device.keys("Note") == ["b"], "\(device.name)") }
        try two.close([tablet])
    }

    @Test func `of copies in two shares the other one counts where keys were reset`() async throws {
        try await begin()
        let (near, far) = try await shareTwice()
        try await two.cloud.settle([far.device])
        try await two.cloud.settle([near.device])
        two.cloud.faults.add(.keysReset(near.zone), user: "ann")
        try await two.cloud.settle([near.device])
        try await two.cloud.settle([far.device, near.device])
        for device in devices {
            #expect(try device.zone("Note", "a") == far.zone.zoneName, "\(device.name)")
            #expect(try device.members("Note", "a", "tags") == ["red"], "\(device.name)")
        }
        // A note, a tag, what joins them, and the share; the rest is in no share.
        #expect(try await two.cloud.notebookRecords(zone: far.zone).count == 4)
        #expect(try await two.cloud.notebookRecords().count == 4)
        try two.close([tablet])
    }

    @Test func `of copies in two shares a pair is taken apart in both`() async throws {
        try await begin()
        let (near, far) = try await shareTwice()
        try await two.cloud.settle([far.device])
        try await two.cloud.settle([near.device])
        try near.device.tag("a", "red", isOn: false)
        try await two.cloud.settle([near.device])
        try await two.cloud.settle([far.device, near.device])
        for device in devices {
            #expect(try device.members("Note", "a", "tags").isEmpty, "\(device.name)")
            #expect(try device.keys("Note") == ["a", "b"], "\(device.name)")
        }
        try two.close([tablet])
    }

    @Test func `a pair that is made in the share that does not count moves along`() async throws {
        try await begin()
        try phone.tag("b", "red", isOn: true)
        try await two.cloud.settle(devices)
        let (near, far) = try await shareTwice()
        try await two.cloud.settle([far.device])
        try far.device.tag("a", "blue", isOn: true)
        try await two.cloud.settle([far.device])
        try await two.cloud.settle([near.device, far.device])
        try await two.cloud.settle([near.device, far.device])
        for device in devices {
            #expect(try device.members("Note", "a", "tags") == ["blue", "red"], "\(device.name)")
        }
        // Two notes, two tags, four pairs, and the share.
        #expect(try await two.cloud.notebookRecords(zone: near.zone).count == 9)
        #expect(try await two.cloud.notebookRecords(zone: far.zone).count == 1)
        try two.close([tablet])
    }

    @Test func `what is related to a record that was left behind joins the share`() async throws {
        try await begin()
        let (_, share, _) = try await phone.share("Note", "a")
        // The tablet does not know of the share yet.
        try tablet.relate("Note", "a", "folder", to: ("Folder", "home"))
        try await two.cloud.settle([tablet])
        try await two.cloud.settle([phone, tablet])
        for device in devices {
            #expect(try device.target("Note", "a", "folder") == "home", "\(device.name)")
            #expect(
                try device.zone("Folder", "home") == share.recordID.zoneID.zoneName,
                "\(device.name)")
        }
        try two.close([tablet])
    }

    @Test func `what is shared before anything was fetched is not lost with the keys of the share`()
        async throws
    {
        try phone.insert("Note", "a", ["title": "Ann's"])
        let (_, share, _) = try await phone.share("Note", "a")
        two.cloud.faults.add(.keysReset(share.recordID.zoneID), user: "ann")
        try await two.cloud.settle([phone])
        #expect(try phone.keys("Note") == ["a"])
        #expect(try await two.cloud.notebookRecords().count == 1)
        try two.close([tablet])
    }

    @Test func `the later of two devices that move an object does not delete it`() async throws {
        try await begin()
        let share = try await otherShare()
        for device in devices { _ = try await device.share("Note", "a", to: share) }
        // The phone is first, and ends before it deletes what it moved.
        await kill(phone, at: .answered)
        try await two.cloud.settle([tablet])
        try await two.cloud.settle([phone, tablet])
        for device in devices {
            #expect(try device.keys("Note") == ["a", "b", "other"], "\(device.name)")
            #expect(try device.members("Note", "a", "tags") == ["red"], "\(device.name)")
        }
        // The folder, the note `b`, its tag, and what joins them.
        #expect(try await two.cloud.notebookRecords().count == 4)
        try two.close([tablet])
    }

    @Test func `the device whose copy does not count leaves the object to the other`() async throws
    {
        try await begin()
        let (near, far) = try await shareTwice()
        await kill(near.device, at: .answered)
        // Its own copy was never sent, and it deletes nothing.
        try await two.cloud.settle([far.device])
        try await two.cloud.settle([near.device, far.device])
        for device in devices {
            #expect(try device.keys("Note") == ["a", "b"], "\(device.name)")
            #expect(try device.members("Note", "a", "tags") == ["red"], "\(device.name)")
        }
        try two.close([tablet])
    }

    @Test func `a copy that was refused takes over what another device wrote into its own`()
        async throws
    {
        try await begin()
        let (near, far) = try await shareTwice()
        two.cloud.faults.add(.quotaExceeded, on: .writes)
        await #expect(throws: (any Error).self) { try await near.device.container.synchronize() }
        try await two.cloud.settle([far.device])
        try far.device.update("Note", "a", ["title": "far"])
        try near.device.update("Note", "a", ["text": "near"])
        try await two.cloud.settle([far.device])
        try await two.cloud.settle([near.device, far.device])
        for device in devices {
            #expect(try device.text("Note", "a", "title") == "far", "\(device.name)")
            #expect(try device.text("Note", "a", "text") == "near", "\(device.name)")
        }
        try two.close([tablet])
    }
}
