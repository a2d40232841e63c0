import Foundation
import RecordCore
import Testing

@Suite struct `Values of the store protocol` {
    @Test func `change tokens survive as bytes`() {
        let token = ChangeToken(store: "s-1", counters: ["_ann": 4, "_bob": .max])
        #expect(ChangeToken(data: token.data) == token)
        for position in [nil, "note-1"] {
            let page = ChangeToken(
                store: "s-1", counters: ["_ann": 4], position: position, began: 9)
            #expect(ChangeToken(data: page.data) == page)
        }
        #expect(ChangeToken(data: Data()) == nil)
        #expect(ChangeToken(data: Data("garbage".utf8)) == nil)
        #expect(ChangeToken(data: Data([0xFF, 0x1F, 0x31])) == nil)
        #expect(ChangeToken(data: token.data.dropLast(4)) != token)
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `hashes as the standard's examples do`(text: String, hash: String) {
        #expect(ContentHash.hex(of: Data(text.utf8)) == hash)
    }

    @Test func `hashes the same however the bytes come`() {
        let data = Data((0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        var hash = ContentHash()
        var rest = data[...]
        for size in [1, 62, 1, 64, 65, 200, 3] {
            hash.add(Data(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        hash.add(Data(rest))
        #expect(hash.finish() == ContentHash.hex(of: data))
    }

    @Test func `owners are kept relative to the database and seen relative to the viewer`() {
        let names = OwnerNames(viewer: "_bob", owner: "_ann")
        let shared = ZoneID("Notes", owner: "_ann")
        #expect(names.stored(shared) == ZoneID("Notes"))
        #expect(names.seen(ZoneID("Notes")) == shared)
        #expect(names.stored(ZoneID("Mine")) == ZoneID("Mine", owner: "_bob"))
        #expect(names.seen(ZoneID("Mine", owner: "_bob")) == ZoneID("Mine"))
        var record = Record("N", RecordID("a", zone: shared))
        record["to"] = .reference(Reference(RecordID("b", zone: shared)))
        record["many"] = [.reference(Reference(RecordID("c")))]
        record.parent = RecordID("p", zone: shared)
        let stored = names.stored(record)
        #expect(stored.id == RecordID("a", zone: ZoneID("Notes")))
        #expect(stored.parent == RecordID("p", zone: ZoneID("Notes")))
        #expect(
            stored["many"] == [
                .reference(Reference(RecordID("c", zone: ZoneID("_defaultZone", owner: "_bob"))))
            ])
        #expect(names.seen(stored) == record)
    }

    @Test func `names that are composed otherwise are others`() {
        let (one, other) = ("Jos\u{E9}", "Jose\u{301}")
        let (ones, others) = (ZoneID("Notes", owner: one), ZoneID("Notes", owner: other))
        #expect(ones != others && ones == ZoneID("Notes", owner: one))
        #expect(DatabaseScope.private(user: one) != .private(user: other))
        #expect(DatabaseScope.shared(user: one) != .shared(user: other))
        #expect(DatabaseScope.shared(user: one) == .shared(user: one))
        #expect(ServicePlace.private(user: one) != .private(user: other))
        #expect(ServicePlace.named(one) != .named(other))
        let names = OwnerNames(viewer: one, owner: other)
        #expect(names.seen(ZoneID("Notes")) == others)
        #expect(names.stored(ones) == ones)
        let records = [ones, others, ones].enumerated().map { number, zone in
            Record("N", RecordID("r\(number)", zone: zone))
        }
        let parts = OwnedRequest.split(SaveRequest(saving: records), viewer: "_bob")
        #expect(parts.map(\.saves) == [[0, 2], [1]])
        let roles = GrantRoles(user: one)
        var record = records[0]
        let type = RecordType("N", grants: [Grant([.write], to: "_creator")])
        for (creator, isAllowed) in [(one, true), (other, false)] {
            record.system = SystemFields(
                created: .distantPast, createdBy: creator, modified: .distantPast,
                modifiedBy: creator, changeTag: "1")
            #expect(type.allows(.write, to: roles, of: record) == isAllowed)
        }
    }

    @Test func `a part of a shared request is refused for whatever was thrown`() {
        struct Other: Error {}
        let zone = ZoneID("Notes", owner: "_ann")
        let request = SaveRequest(
            saving: [Record("N", RecordID("a", zone: zone))],
            deleting: [RecordID("b", zone: zone), RecordID("c", zone: zone)])
        let parts = OwnedRequest.split(request, viewer: "_bob")
        for (error, code) in [
            (StoreError(.busy), .busy), (CancellationError(), .cancelled), (Other(), .engine),
        ] as [(any Error, StoreError.Code)] {
            let result = OwnedRequest.merge(parts.map { ($0, $0.refused(by: error)) })
            #expect(result.saves.count == 1 && result.deletions.count == 2)
            #expect(result.firstError?.code == code)
        }
    }

    @Test func `a shared request is done again where a part of it was not done before`() {
        let records = ["_ann", "_eve"].map {
            Record("N", RecordID("a", zone: ZoneID("Notes", owner: $0)))
        }
        let parts = OwnedRequest.split(SaveRequest(saving: records), viewer: "_bob")
        for (marks, isRepeated) in [
            ([true, true], true), ([true, false], false), ([false, false], false),
        ] {
            let results = zip(parts, marks).map { part, mark in
                var result = SaveResult(saves: [.success(part.request.saves[0].record)])
                result.isRepeated = mark
                return (part, result)
            }
            #expect(OwnedRequest.merge(results).isRepeated == isRepeated)
        }
        #expect(!OwnedRequest.merge([]).isRepeated)
    }

    @Test func `an owner's own name is kept relative wherever a request has it`() {
        let names = OwnerNames(.private(user: "_ann"))
        let absolute = RecordID("b", zone: ZoneID("Notes", owner: "_ann"))
        let relative = RecordID("b", zone: ZoneID("Notes"))
        func request(_ id: RecordID, _ change: (inout SaveRequest, RecordID) -> Void) -> SaveRequest
        {
            let plain = Record("N", RecordID("a", zone: ZoneID("Notes")), ["n": 1, "l": ["x"]])
            var request = SaveRequest(saving: [plain, plain], user: "_ann")
            change(&request, id)
            return request
        }
        let places: [(inout SaveRequest, RecordID) -> Void] = [
            { $0.saves[1].record.id = $1 },
            { $0.saves[1].record.parent = $1 },
            { $0.saves[1].record.share = $1 },
            { $0.saves[1].record["to"] = .reference(Reference($1)) },
            { $0.saves[1].record["many"] = ["x", .reference(Reference($1))] },
            { $0.saves[1].ancestor = Record("N", $1) },
            { $0.deletions = [SaveRequest.Deletion(relative), SaveRequest.Deletion($1)] },
        ]
        for change in places {
            #expect(names.stored(request(absolute, change)) == request(relative, change))
            #expect(names.stored(request(relative, change)) == request(relative, change))
        }
    }

    @Test func `change tags grow and never come back`() {
        let now = Date(timeIntervalSinceReferenceDate: 1000)
        #expect(ChangeTag.text(of: 52) == "1g")
        let first = ChangeTag.following(nil, now: now)
        let second = ChangeTag.following(first, now: now)
        #expect(first != second)
        #expect(ChangeTag.following(nil, now: now.addingTimeInterval(1)) != second)
        #expect(ChangeTag.following("garbage!", now: now) == first)
    }

    @Test func `names follow the rules`() {
        #expect(NameRule.record.allows("city 42/ä".replacing("ä", with: "a")))
        #expect(!NameRule.record.allows("ä"))
        #expect(!NameRule.record.allows(""))
        #expect(!NameRule.record.allows("_x"))
        #expect(NameRule.record.allows(String(repeating: "x", count: 255)))
        #expect(!NameRule.record.allows(String(repeating: "x", count: 256)))
        #expect(NameRule.type.allows("cloudkit.share"))
        #expect(!NameRule.type.allows("App.Message"))
        #expect(!NameRule.field.allows("1st"))
        #expect(NameRule.role.allows("_creator"))
        #expect(!NameRule.role.allows("_other"))
    }
}
