import RecordService
import Testing

@Suite struct `A session for one request` {
    @Test(arguments: Backing.allCases)
    func `goes by the schema of the moment of its records`(backing: Backing) async throws {
        try await backing.withService { service in
            try await service.ann.save(Record("N", RecordID("a"), ["n": 1]))
            let one = service.session(user: "_ann", device: "d", isForOneRequest: true)
            #expect(try await one.record(RecordID("a"))["n"] == 1)
            try await service.ann.save(Record("M", RecordID("b"), ["m": 1]))
            let schema = try await one.schema()
            #expect(schema["N"] != nil)
            #expect(schema["M"] == nil, "the schema was read again, after the records")
            // What a request reads later is of a later moment, the schema too.
            #expect(try await one.record(RecordID("b"))["m"] == 1)
            #expect(try await one.schema()["M"] != nil)
            // A session that lives on reads the schema each time.
            let long = service.session(user: "_ann", device: "d")
            _ = try await long.record(RecordID("a"))
            try await service.ann.save(Record("O", RecordID("c"), ["o": 1]))
            #expect(try await long.schema()["O"] != nil)
        }
    }
}
