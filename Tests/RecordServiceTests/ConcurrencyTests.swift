import Foundation
import RecordService
import Testing

@Suite struct `Many at once` {
    @Test(arguments: Backing.allCases)
    func `no update is lost without a conflict`(backing: Backing) async throws {
        try await backing.withService { service in
            let zone = ZoneID("Z")
            _ = try await service.ann.modifyZones(saving: [zone], in: .private)
            let id = RecordID("counter", zone: zone)
            try await service.ann.save(Record("N", id, ["count": 0]))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for device in 0..<8 {
                    group.addTask {
                        let session = service.session(user: "_ann", device: "d\(device)")
                        for _ in 0..<25 {
                            var record = try await session.record(id)
                            while true {
                                guard case .int(let count) = record["count"] else { break }
                                record["count"] = .int(count + 1)
                                do {
                                    try await session.save(record)
                                    break
                                } catch let error as ServiceError
                                    where error.code == .serverRecordChanged
                                {
                                    guard let server = error.conflict?.server else { throw error }
                                    record = server
                                }
                            }
                            _ = try await session.names("N", "count > 0", in: zone)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await service.ann.record(id)["count"] == 200)
        }
    }

    @Test(arguments: Backing.allCases)
    func `many accept one share, and everybody is in`(backing: Backing) async throws {
        try await backing.withService { service in
            try await Shares.fill(service)
            let (_, url) = try await Shares.share(service, with: [], publicly: .readWrite)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<12 {
                    group.addTask {
                        let session = service.session(user: "_u\(number)", device: "d")
                        try await session.acceptShare(url)
                        var note = Record("Note", Shares.seen("of-\(number)"))
                        note.parent = Shares.seen("child")
                        try await session.save(note, in: .shared)
                    }
                }
                try await group.waitForAll()
            }
            let share = Share(try await service.ann.record(Shares.own("share")))
            #expect(Set(share?.participants.compactMap(\.user) ?? []).count == 12)
            for number in 0..<12 {
                let session = service.session(user: "_u\(number)", device: "d")
                #expect(
                    try await session.names("Note", in: Shares.seen, of: .shared).count == 15)
            }
        }
    }

    @Test(arguments: Backing.allCases)
    func `a quota holds when eight save at once`(backing: Backing) async throws {
        var options = ServiceOptions()
        options.quotaBytes = 10_000
        try await backing.withService(options: options) { service in
            let saved = try await withThrowingTaskGroup(of: Int.self) { group in
                for device in 0..<8 {
                    group.addTask {
                        let session = service.session(user: "_ann", device: "d\(device)")
                        var saved = 0
                        for number in 0..<5 {
                            let record = Record(
                                "N", RecordID("\(device)-\(number)"),
                                ["data": .bytes(Data(count: 990))])
                            do {
                                try await session.save(record)
                                saved += 1
                            } catch let error as ServiceError where error.code == .quotaExceeded {
                                continue
                            }
                        }
                        return saved
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(saved == 10)
            #expect(try await service.ann.names("N").count == 10)
        }
    }
}
