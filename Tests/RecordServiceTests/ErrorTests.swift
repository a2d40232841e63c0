import Foundation
import RecordService
import Testing

@Suite struct `Errors` {
    @Test func `every code of a store and of the checker has its number`() {
        for code in StoreError.Code.allCases {
            let error = ServiceError(StoreError(code))
            #expect((1...37).contains(error.code.rawValue))
            #expect(error.cause == .store(code))
            #expect(!error.message.isEmpty)
        }
        #expect(ServiceError(StoreError(.recordChanged)).code.rawValue == 14)
        #expect(ServiceError(StoreError(.batchFailed)).code.rawValue == 22)
        #expect(ServiceError(StoreError(.changeTokenExpired)).code.rawValue == 21)
        #expect(ServiceError(StoreError(.quotaExceeded)).code.rawValue == 25)
        #expect(ServiceError(StoreError(.alreadyShared)).code.rawValue == 30)
        #expect(ServiceError(CancellationError()).code == .operationCancelled)
    }

    // A database that is away comes back; one that refuses a statement goes on refusing it.
    @Test func `only what may change by itself is to be asked again`() {
        #expect(ServiceError(StoreError(.cannotOpen)).retryAfter == 3)
        #expect(ServiceError(StoreError(.cannotOpen, ["state": "42501"])).retryAfter == nil)
        #expect(ServiceError(StoreError(.cannotOpen, ["path": "notes.db"])).retryAfter == nil)
        let standby = ServiceError(StoreError(.readOnly, ["state": "25006"]))
        #expect(standby.code == .serviceUnavailable && standby.retryAfter == 3)
        #expect(ServiceError(StoreError(.readOnly)).code == .internalError)
        // What its caller cancelled is over; what the database ended is not.
        #expect(ServiceError(StoreError(.cancelled)).code == .operationCancelled)
        for context in [["limit": "30 seconds"], ["state": "57014"]] {
            let ended = ServiceError(StoreError(.cancelled, context, engineMessage: "canceling"))
            #expect(ended.code == .serviceUnavailable && ended.retryAfter == 30)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a query is refused with Apple's words`(backing: Backing) async throws {
        let schema = try RecordSchema(
            parsing: """
                DEFINE SCHEMA
                RECORD TYPE City (___recordID REFERENCE QUERYABLE, name STRING QUERYABLE,
                    plain STRING, mayor REFERENCE QUERYABLE);
                RECORD TYPE Bare (x STRING);
                """)
        let expected: [(String, String, Sentence)] = [
            (
                "City", "plain = 'a'",
                Sentence(.invalidArguments, 2015, "Field 'plain' is not marked queryable")
            ),
            (
                "Bare", "TRUEPREDICATE",
                Sentence(.invalidArguments, 2015, "Type is not marked indexable: Bare")
            ),
            (
                "Nope", "TRUEPREDICATE",
                Sentence(.unknownItem, 2003, "Did not find record type: Nope")
            ),
            (
                "Users", "TRUEPREDICATE",
                Sentence(.invalidArguments, 2006, "Can't query system types")
            ),
            (
                "City", "mayor = 'x'",
                Sentence(
                    .invalidArguments, 2015,
                    "Field 'mayor' has a value type of REFERENCE and cannot be queried using "
                        + "filter value type STRING")
            ),
        ]
        try await backing.withService(.production, schema: schema) { service in
            for (type, format, sentence) in expected {
                let error = await failure {
                    _ = try await service.ann.names(type, format, of: .public)
                }
                #expect(error?.sentence == sentence)
            }
            let sorted = await failure {
                _ = try await service.ann.query(
                    RecordQuery("City", orderedBy: [Ordering("name")]), in: .public)
            }
            #expect(
                sorted?.sentence
                    == Sentence(.invalidArguments, 2015, "Field 'name' is not marked sortable"))
            let or = await failure {
                _ = try await service.ann.names("City", "name = 'a' OR name = 'b'", of: .public)
            }
            #expect(or?.code == .invalidArguments)
            let many = QueryPredicate.comparison(
                Comparison(
                    .keyPath(QueryKeyPath("name")), .in,
                    .constant(.list((0...250).map { .text("\($0)") }))))
            let tooMany = await failure {
                _ = try await service.ann.query(RecordQuery("City", where: many), in: .public)
            }
            #expect(
                tooMany?.sentence
                    == Sentence(
                        .limitExceeded, 2023, "Query filter exceeds the limit of values: 250"))
        }
    }

    @Test(arguments: Backing.allCases)
    func `a save is refused with Apple's words`(backing: Backing) async throws {
        let schema = try RecordSchema(
            parsing: """
                DEFINE SCHEMA
                RECORD TYPE City (___recordID REFERENCE QUERYABLE, mayor REFERENCE);
                """)
        try await backing.withService(.production, schema: schema) { service in
            func message(_ record: Record) async -> Sentence? {
                await failure { try await service.ann.save(record) }?.sentence
            }
            let id = RecordID("a")
            #expect(
                await message(Record("Town", id))
                    == Sentence(
                        .invalidArguments, 2006,
                        "Cannot create new type Town in production schema"))
            #expect(
                await message(Record("City", id, ["x": 1]))
                    == Sentence(
                        .invalidArguments, 2006,
                        "Cannot create or modify field 'x' in record 'City' in production schema"
                    ))
            #expect(
                await message(Record("City", id, ["mayor": "ann"]))
                    == Sentence(
                        .invalidArguments, 2006,
                        "invalid attempt to set value type STRING for field 'mayor' for type "
                            + "'City', defined to be: REFERENCE"))
            let zone = ZoneID("Nowhere")
            #expect(
                await message(Record("City", RecordID("a", zone: zone)))
                    == Sentence(.zoneNotFound, 2036, "Zone does not exist"))
        }
    }

    @Test(arguments: Backing.allCases)
    func `a conflict has ancestor, client and server`(backing: Backing) async throws {
        try await backing.withService { service in
            let first = try await service.ann.save(Record("N", RecordID("a"), ["t": "1"]))[0]
            var theirs = first
            theirs["t"] = "2"
            let server = try await service.ann.save(theirs)[0]
            var mine = first
            mine["t"] = "3"
            let result = try await service.ann.modify(
                SaveRequest(
                    saves: [SaveRequest.Item(mine, ancestor: first)], deletions: []),
                in: .private)
            let error = try #require(result.saves[0].error)
            #expect(
                error.sentence
                    == Sentence(
                        .serverRecordChanged, 2004, "client oplock error updating record"))
            #expect(error.conflict?.ancestor == first)
            #expect(error.conflict?.client == mine)
            #expect(error.conflict?.server == server)
            #expect(error.context["clientEtag"] == first.system?.changeTag)
            let fresh = await failure { try await service.ann.save(Record("N", RecordID("a"))) }
            #expect(
                fresh?.sentence
                    == Sentence(
                        .serverRecordChanged, 2004, "record to insert already exists"))
            try await service.ann.delete(RecordID("a"))
            let gone = await failure { try await service.ann.save(server) }
            #expect(
                gone?.sentence
                    == Sentence(.unknownItem, 2003, "Oplock error updating deleted record"))
        }
    }

    @Test(arguments: Backing.allCases)
    func `siblings of a failure in an atomic zone fail with it`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            let zone = ZoneID("Z")
            _ = try await service.ann.modifyZones(saving: [zone], in: .private)
            let taken = Record("N", RecordID("taken", zone: zone))
            try await service.ann.save(taken)
            let fresh = Record("N", RecordID("fresh", zone: zone))
            let plain = Record("N", RecordID("plain"))
            let result = try await service.ann.modify(
                SaveRequest(saving: [fresh, taken, plain]), in: .private)
            #expect(
                result.saves[0].error?.sentence
                    == Sentence(.batchRequestFailed, 2024, "Atomic failure"))
            #expect(result.saves[1].error?.code == .serverRecordChanged)
            #expect(result.saves[2].value?.id == plain.id)
            #expect(
                await failure { _ = try await service.ann.record(fresh.id) }?.code
                    == .unknownItem)
            // What the service itself refuses counts too.
            let users = Record("Users", RecordID("_eve", zone: zone))
            let mixed = try await service.ann.modify(
                SaveRequest(saving: [fresh, users]), in: .private)
            #expect(mixed.saves[0].error?.code == .batchRequestFailed)
            #expect(mixed.saves[1].error?.code == .permissionFailure)
            // By whichever of its two names the zone is called.
            let named = Record("N", RecordID("named", zone: ZoneID("Z", owner: "_ann")))
            let both = try await service.ann.modify(
                SaveRequest(saving: [named, users]), in: .private)
            #expect(both.saves[0].error?.code == .batchRequestFailed)
            let single = try await service.ann.modify(
                SaveRequest(saving: [fresh, users], isAtomic: false), in: .private)
            #expect(single.saves[0].value?.id == fresh.id)
            #expect(single.saves[1].error?.code == .permissionFailure)
        }
    }
}
