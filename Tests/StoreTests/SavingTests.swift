import Foundation
import RecordCore
import TestKit
import Testing

@Suite struct `Saving` {
    static let zone = ZoneID("Notes")
    static let mine = DatabaseScope.private(user: "_ann")

    @Test(arguments: StoreUnderTest.inParts)
    func `gives the record back as stored, and again later`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            var note = Record("Note", RecordID("a"))
            note["text"] = "L'été"
            note["count"] = 42
            note["ratio"] = 0.5
            note["when"] = .date(Date(timeIntervalSinceReferenceDate: 123.456789))
            note["data"] = .bytes(Data([0, 1, 255]))
            note["place"] = .location(Location(latitude: 48.5, longitude: -2.25))
            note["to"] = .reference(Reference(RecordID("b")))
            note["tags"] = ["a", "é", "a", ""]
            note["numbers"] = [.int(.max), .int(.min), 0]
            note["empty"] = ""
            let saved = try await store.put(note)[0]
            #expect(saved.fields == note.fields)
            let system = try #require(saved.system)
            #expect(system.createdBy == "_localUser")
            #expect(system.created == system.modified)
            #expect(!system.changeTag.isEmpty)
            let read = try #require(await store.record(RecordID("a")))
            #expect(read == saved)
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `every part of a location comes back`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            var place = Location(latitude: -90, longitude: 180)
            place.altitude = 12.5
            place.horizontalAccuracy = 5
            place.verticalAccuracy = -1
            place.course = 359
            place.speed = 0
            place.timestamp = Date(timeIntervalSinceReferenceDate: 77.5)
            let record = Record(
                "P", RecordID("a"), ["at": .location(place), "all": [.location(place)]])
            try await store.put(record)
            let read = try #require(await store.record(RecordID("a")))
            #expect(read["at"] == .location(place))
            #expect(read["all"] == [.location(place)])
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `the tag changes with every save, the creation does not`(
        kind: StoreUnderTest
    ) async throws {
        try await kind.withStore { store async throws in
            var record = try await store.put(Record("N", RecordID("a"), ["x": 1]), user: "_ann")[0]
            let first = try #require(record.system)
            record["x"] = 2
            let second = try #require(try await store.put(record, user: "_ann")[0].system)
            #expect(second.changeTag != first.changeTag)
            #expect(second.created == first.created)
            #expect(second.createdBy == "_ann")
            #expect(second.modified >= first.modified)
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `a stale tag is a conflict with both versions`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            let first = try await store.put(Record("N", RecordID("a"), ["x": 1]))[0]
            var other = first
            other["x"] = 2
            try await store.put(other)
            var stale = first
            stale["x"] = 3
            let result = try await store.save(SaveRequest(saving: [stale]), in: .public)
            let error = try #require(result.saves[0].error)
            #expect(error.code == .recordChanged)
            #expect(error.sentence == "client oplock error updating record")
            #expect(error.conflict?.server?["x"] == 2)
            #expect(error.conflict?.client["x"] == 3)
            #expect(try await store.record(RecordID("a"))?["x"] == 2)
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `a new record whose name exists is refused, a tag of a deleted one too`(
        kind: StoreUnderTest
    ) async throws {
        try await kind.withStore { store async throws in
            let saved = try await store.put(Record("N", RecordID("a"), ["x": 1]))[0]
            let twice = try await store.save(
                SaveRequest(saving: [Record("N", RecordID("a"))]), in: .public)
            #expect(twice.saves[0].error?.code == .recordExists)
            #expect(twice.saves[0].error?.sentence == "record to insert already exists")
            _ = try await store.save(SaveRequest(deleting: [saved.id]), in: .public)
            let gone = try await store.save(SaveRequest(saving: [saved]), in: .public)
            #expect(gone.saves[0].error?.code == .recordDeleted)
            let otherType = try await store.put(Record("N", RecordID("b")))[0]
            let wrong = try await store.save(
                SaveRequest(saving: [Record("M", otherType.id)], policy: .allKeys), in: .public)
            #expect(wrong.saves[0].error?.code == .recordExists)
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `a record made again does not meet its old tags`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            let first = try await store.put(Record("N", RecordID("a"), ["x": 1]))[0]
            _ = try await store.save(SaveRequest(deleting: [first.id]), in: .public)
            try await Task.sleep(for: .milliseconds(3))
            try await store.put(Record("N", RecordID("a"), ["x": 2]))
            let result = try await store.save(SaveRequest(saving: [first]), in: .public)
            #expect(result.saves[0].error?.code == .recordChanged)
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `the three policies write what they say`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            let id = RecordID("a")
            try await store.put(Record("N", id, ["x": 1, "y": 1]))
            try await store.put(Record("N", id, ["x": 2]), policy: .changedKeys)
            #expect(try await store.record(id)?.fields == ["x": 2, "y": 1])
            try await store.put(Record("N", id, ["x": 3]), policy: .allKeys)
            #expect(try await store.record(id)?.fields == ["x": 3])
            try await store.put(Record("N", id, ["x": .null]), policy: .changedKeys)
            #expect(try await store.record(id)?.fields == [:])
            try await store.put(Record("N", RecordID("new"), ["x": 1]), policy: .changedKeys)
            #expect(try await store.record(RecordID("new"))?.fields == ["x": 1])
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `a partial save keeps the other fields`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            var record = try await store.put(Record("N", RecordID("a"), ["x": 1, "y": 1]))[0]
            record.fields = ["x": 2, "y": .null]
            record["z"] = 3
            let result = try await store.save(
                SaveRequest(
                    saves: [SaveRequest.Item(record, isPartial: true)], deletions: []),
                in: .public)
            #expect(result.saves[0].value?.fields == ["x": 2, "z": 3])
            #expect(try await store.record(RecordID("a"))?.fields == ["x": 2, "z": 3])
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `a record whose name was made for it is saved as one that is looked for`(
        kind: StoreUnderTest
    ) async throws {
        try await kind.withStore { store async throws in
            try await store.createZones([Self.zone], in: Self.mine)
            for (zone, scope) in [(ZoneID.default, DatabaseScope.public), (Self.zone, Self.mine)] {
                var records: [Record] = []
                for (number, isNew) in [true, false, true].enumerated() {
                    let target = RecordID("\(number)", zone: zone)
                    let list: Value = .list([.text("a"), .text("b")])
                    var saves: [SaveRequest.Item] = []
                    for id in [target, RecordID("\(number)/to", zone: zone)] {
                        var record = Record("N", id, ["x": 1, "tags": list])
                        if id != target {
                            record["of"] = .reference(Reference(target, action: .deleteSelf))
                        }
                        var item = SaveRequest.Item(record)
                        item.isNew = isNew
                        saves.append(item)
                    }
                    let result = try await store.save(
                        SaveRequest(saves: saves, deletions: []), in: scope)
                    #expect(result.firstError == nil)
                    #expect(result.replaced.isEmpty)
                    records += try result.saves.map { try $0.get() }
                }
                for record in records {
                    #expect(try await store.record(record.id, in: scope) == record)
                }
                // The name is taken from then on, and what belongs to the record goes with it.
                let again = try await store.save(
                    SaveRequest(saving: [Record("N", records[0].id, ["x": 2])]), in: scope)
                #expect(again.firstError?.code == .recordExists)
                let removed = try await store.save(
                    SaveRequest(deleting: [records[0].id]), in: scope)
                #expect(removed.cascaded == [records[1].id])
            }
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `deleting heeds a tag, and succeeds when nothing is there`(
        kind: StoreUnderTest
    ) async throws {
        try await kind.withStore { store async throws in
            let saved = try await store.put(Record("N", RecordID("a"), ["x": 1]))[0]
            let wrong = try await store.save(
                SaveRequest(
                    saves: [], deletions: [SaveRequest.Deletion(saved.id, changeTag: "nope")]),
                in: .public)
            #expect(wrong.deletions[0].error?.code == .recordChanged)
            let right = try await store.save(
                SaveRequest(
                    saves: [],
                    deletions: [
                        SaveRequest.Deletion(saved.id, changeTag: saved.system?.changeTag),
                        SaveRequest.Deletion(RecordID("never")),
                    ]), in: .public)
            #expect(right.firstError == nil)
            #expect(try await store.record(saved.id) == nil)
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `a request names a record once`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            let result = try await store.save(
                SaveRequest(
                    saving: [Record("N", RecordID("a")), Record("N", RecordID("a"))],
                    deleting: [RecordID("b"), RecordID("b")]), in: .public)
            #expect(result.saves.allSatisfy { $0.error?.code == .duplicateItem })
            #expect(result.deletions.allSatisfy { $0.error?.code == .duplicateItem })
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `bad names, values and sizes are refused one by one`(
        kind: StoreUnderTest
    ) async throws {
        try await kind.withStore { store async throws in
            let bad: [(Record, StoreError.Code)] = [
                (Record("N", RecordID("_x")), .invalidName),
                (Record("N", RecordID("")), .invalidName),
                (Record("N", RecordID(String(repeating: "x", count: 256))), .nameTooLong),
                (Record(String(repeating: "N", count: 256), RecordID("a0")), .nameTooLong),
                (Record("N", RecordID("é")), .invalidName),
                (Record("1N", RecordID("a1")), .invalidName),
                (Record("_N", RecordID("a2")), .invalidName),
                (Record("N", RecordID("a3"), ["_f": 1]), .fieldNameReserved),
                (Record("N", RecordID("a4"), ["a b": 1]), .invalidName),
                (Record("N", RecordID("a5"), ["f": ["a", 1]]), .mixedList),
                (Record("N", RecordID("a6"), ["f": .uuid(UUID())]), .unsupportedValue),
                // The type does not grow by what else the record has, which is not at fault.
                (
                    Record("N", RecordID("b2"), ["f": ["a", 1], "g": 1, "h": 1, "i": 1, "j": 1]),
                    .mixedList
                ),
                (Record("N", RecordID("a7"), ["d": .double(.nan)]), .unsupportedValue),
                (
                    Record(
                        "N", RecordID("a8"),
                        ["p": .location(Location(latitude: 91, longitude: 0))]),
                    .unsupportedValue
                ),
                (
                    Record(
                        "N", RecordID("a9"),
                        ["t": .text(String(repeating: "x", count: 1_000_001))]),
                    .recordTooLarge
                ),
                (Record("N", RecordID("b1", zone: ZoneID("nowhere"))), .zoneNotFound),
            ]
            for (record, code) in bad {
                let result = try await store.save(
                    SaveRequest(saving: [record, Record("N", RecordID("good"), ["x": 1])]),
                    in: .public)
                #expect(result.saves[0].error?.code == code, "\(record.id.name.prefix(9))")
                #expect(result.saves[1].error == nil)
                _ = try await store.save(
                    SaveRequest(deleting: [RecordID("good")]), in: .public)
            }
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `of a list that cannot be stored the error says what it holds`(
        kind: StoreUnderTest
    ) async throws {
        try await kind.withStore { store async throws in
            // A field that the type has, and one that it would get.
            try await store.put(Record("N", RecordID("a"), ["old": [1]]))
            for field in ["old", "new"] {
                for (value, sentence): (Value, String) in [
                    (.list([1, [2]]), "A list cannot hold a list"),
                    (.list([1, .null]), "A list cannot hold null"),
                    (["a", 1], "A list must hold values of one type"),
                ] {
                    let result = try await store.save(
                        SaveRequest(saving: [Record("N", RecordID("b"), [field: value])]),
                        in: .public)
                    #expect(result.saves[0].error?.code == .mixedList)
                    #expect(result.saves[0].error?.sentence == sentence)
                }
            }
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `integers may stand for doubles, nothing else changes its type`(
        kind: StoreUnderTest
    ) async throws {
        try await kind.withStore { store async throws in
            try await store.put(
                Record("N", RecordID("a"), ["d": 0.5, "i": 1, "s": "x", "l": [0.5]]))
            let saved = try await store.put(Record("N", RecordID("b"), ["d": 2, "l": [1, 2]]))[0]
            #expect(saved["d"] == .double(2))
            guard case .double = saved["d"] else {
                Issue.record("an integer was stored in a DOUBLE")
                return
            }
            for (field, value, found, expected): (String, Value, String, String) in [
                ("i", 0.5, "DOUBLE", "INT64"), ("s", 1, "INT64", "STRING"),
                ("s", ["x"], "STRING_LIST", "STRING"), ("l", 0.5, "DOUBLE", "DOUBLE_LIST"),
            ] {
                let result = try await store.save(
                    SaveRequest(saving: [Record("N", RecordID("c"), [field: value])]),
                    in: .public)
                #expect(
                    result.saves[0].error?.sentence
                        == "invalid attempt to set value type \(found) for field '\(field)' "
                        + "for type 'N', defined to be: \(expected)")
            }
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a zero is kept without its sign`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            let zero = Value.double(-0.0)
            let saved = try await store.put(Record("N", RecordID("a"), ["d": zero, "l": [zero]]))[0]
            let read = try #require(try await store.record(RecordID("a")))
            for record in [saved, read] {
                guard case .double(let number) = record["d"], case .list(let list) = record["l"],
                    case .double(let member)? = list.first
                else {
                    Issue.record("\(record.fields)")
                    return
                }
                #expect(number.sign == .plus && member.sign == .plus)
            }
            let query = RecordQuery("N", where: try QueryPredicate(parsing: "1.0 / d > 0"))
            #expect(try await store.count(query, in: .public) == 1)
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `a request has at most 400 items`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            let records = (0..<401).map { Record("N", RecordID("r\($0)"), ["x": 1]) }
            let code = await StoreError.Code.thrown {
                try await store.save(SaveRequest(saving: records), in: .public)
            }
            #expect(code == .limitExceeded)
            let result = try await store.save(
                SaveRequest(saving: Array(records.prefix(400))), in: .public)
            #expect(result.firstError == nil)
            #expect(try await store.count(RecordQuery("N"), in: .public) == 400)
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `the public database heeds grants`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            let saved = try await store.put(Record("N", RecordID("a"), ["x": 1]), user: "_ann")[0]
            let other = try await store.save(
                SaveRequest(saving: [saved], deleting: [], user: "_bob"), in: .public)
            #expect(other.saves[0].error?.code == .permissionDenied)
            #expect(other.saves[0].error?.sentence == "WRITE operation not permitted")
            let deletion = try await store.save(
                SaveRequest(deleting: [saved.id], user: "_bob"), in: .public)
            #expect(deletion.deletions[0].error?.code == .permissionDenied)
            try await store.put(saved, user: "_ann")
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `a record that the user may not create leaves the schema as it is`(
        kind: StoreUnderTest
    ) async throws {
        try await kind.withStore { store async throws in
            try await store.setSchema(
                try RecordSchema(
                    parsing: """
                        DEFINE SCHEMA RECORD TYPE Board (text STRING, GRANT READ TO "_world");
                        """))
            let before = try await store.schema()
            let record = Record("Board", RecordID("a"), ["new": 1])
            let refused = try await store.save(
                SaveRequest(saving: [record], user: "_bob"), in: .public)
            #expect(refused.saves[0].error?.code == .permissionDenied)
            #expect(refused.saves[0].error?.sentence == "CREATE operation not permitted")
            #expect(try await store.schema() == before)
            let saved = try await store.save(
                SaveRequest(saving: [record], user: "_bob", isAdministrator: true), in: .public)
            #expect(saved.firstError == nil)
            #expect(try await store.schema()["Board"]?.field("new") != nil)
        }
    }
}
