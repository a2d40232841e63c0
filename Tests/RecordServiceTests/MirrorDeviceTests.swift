import Foundation
import RecordCore
import RecordService
import Synchronization
import TestTime
import Testing

/// Which devices wrote into zones of Core Data's mirrors.
@Suite struct MirrorDeviceTests {
    private static let zone = ZoneID("com.apple.coredata.cloudkit.zone")

    private func note(_ name: String, in zone: ZoneID = Self.zone) -> Record {
        Record("CD_Note", RecordID(name, zone: zone), ["CD_title": .text(name)])
    }

    @Test(arguments: Backing.allCases)
    func `saves and deletions are counted by device, in zones of mirrors alone`(
        _ backing: Backing
    ) async throws {
        let clock = Mutex(Date(timeIntervalSinceReferenceDate: 100))
        var options = ServiceOptions()
        options.clock = { clock.withLock { $0 } }
        try await backing.withService(options: options) { service in
            let phone = service.session(user: "_ann", device: "phone")
            let tablet = service.session(user: "_ann", device: "tablet")
            _ = try await phone.modifyZones(saving: [Self.zone, ZoneID("Plain")], in: .private)
            try await phone.save(note("a"), note("b"))
            try await phone.save(note("c", in: ZoneID("Plain")))
            clock.withLock { $0 = Date(timeIntervalSinceReferenceDate: 200) }
            try await tablet.save(note("d"))
            try await tablet.delete(RecordID("a", zone: Self.zone))
            // A save that is refused is none.
            _ = try? await tablet.save(note("b"))
            clock.withLock { $0 = Date(timeIntervalSinceReferenceDate: 300) }
            try await phone.save(note("e"))
            let devices = try await service.mirrorDevices(in: Self.zone.name, of: "_ann")
            #expect(devices.map(\.name) == ["phone", "tablet"])
            #expect(devices.map(\.saves) == [3, 1] && devices.map(\.deletions) == [0, 1])
            #expect(devices.map(\.first.timeIntervalSinceReferenceDate) == [100, 200])
            #expect(devices.map(\.last.timeIntervalSinceReferenceDate) == [300, 200])
            #expect(try await service.mirrorDevices(in: "Plain", of: "_ann") == [])
            #expect(try await service.mirrorDevices(in: Self.zone.name, of: "_bob") == [])
            // With the zone, what was noted of it goes.
            _ = try await phone.modifyZones(deleting: [Self.zone], in: .private)
            #expect(try await service.mirrorDevices(in: Self.zone.name, of: "_ann") == [])
        }
    }

    @Test(arguments: Backing.allCases)
    func `what was noted is kept within seconds, and added up by servers of one store`(
        _ backing: Backing
    ) async throws {
        let store = try await backing.open()
        let one = RecordService(store: store, container: "iCloud.test")
        let two = RecordService(store: store, container: "iCloud.test")
        let phone = one.session(user: "_ann", device: "phone")
        _ = try await phone.modifyZones(saving: [Self.zone], in: .private)
        try await phone.save(note("a"))
        // Nothing asks the service that noted it.
        #expect(
            try await eventually {
                try await two.mirrorDevices(in: Self.zone.name, of: "_ann").map(\.saves) == [1]
            })
        try await two.session(user: "_ann", device: "phone").save(note("b"), note("c"))
        #expect(try await two.mirrorDevices(in: Self.zone.name, of: "_ann").map(\.saves) == [3])
        try await store.close()
    }

    @Test func `of very many devices those go that wrote longest ago`() async throws {
        let clock = Mutex(Date(timeIntervalSinceReferenceDate: 0))
        var options = ServiceOptions()
        options.clock = { clock.withLock { $0 } }
        try await Backing.memory.withService(options: options) { service in
            let zones = service.session(user: "_ann", device: "0")
            _ = try await zones.modifyZones(saving: [Self.zone], in: .private)
            for number in 0..<103 {
                clock.withLock { $0 += 1 }
                try await service.session(user: "_ann", device: "\(number)").save(
                    note("n\(number)"))
                _ = try await service.mirrorDevices(in: Self.zone.name, of: "_ann")
            }
            let devices = try await service.mirrorDevices(in: Self.zone.name, of: "_ann")
            #expect(devices.count == 100)
            #expect(devices.first?.name == "102" && devices.last?.name == "3")
        }
    }
}
