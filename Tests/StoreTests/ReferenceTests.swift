import Foundation
import RecordCore
import TestKit
import Testing

@Suite struct `References` {
    static let zone = ZoneID("Notes")
    static let mine = DatabaseScope.private(user: "_ann")

    static func id(_ name: String) -> RecordID { RecordID(name, zone: zone) }

    static func holder(
        _ name: String, of target: String, _ action: Reference.Action = .deleteSelf
    ) -> Record {
        Record("N", id(name), ["to": .reference(Reference(id(target), action: action))])
    }

    func with(
        _ kind: StoreUnderTest, limits: StoreLimits = StoreLimits(),
        _ body: (any RecordStore) async throws -> Void
    ) async throws {
        try await kind.withStore(limits: limits) { store async throws in
            try await store.createZones([Self.zone], in: Self.mine)
            try await body(store)
        }
    }

    func save(
        _ store: any RecordStore, _ records: [Record], deleting ids: [String] = [],
        isAtomic: Bool = false
    ) async throws -> SaveResult {
        try await store.save(
            SaveRequest(saving: records, deleting: ids.map(Self.id), isAtomic: isAtomic),
            in: Self.mine)
    }

    func names(_ store: any RecordStore) async throws -> [String] {
        try await store.fetch(RecordQuery("N", in: .zone(Self.zone)), in: Self.mine)
            .records.map(\.id.name)
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `an owner must exist, or be saved with the record in any order`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind) { store async throws in
            let alone = try await save(store, [Self.holder("child", of: "owner")])
            #expect(alone.saves[0].error?.code == .missingReference)
            let together = try await save(
                store, [Self.holder("child", of: "owner"), Record("N", Self.id("owner"))])
            #expect(together.firstError == nil)
            let loose = try await save(store, [Self.holder("loose", of: "nobody", .none)])
            #expect(loose.firstError == nil)
            let validated = try await save(store, [Self.holder("v", of: "nobody", .validate)])
            #expect(validated.saves[0].error?.code == .missingReference)
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `an owner that fails takes its referrers with it`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            let result = try await save(
                store,
                [
                    Self.holder("c", of: "b"), Self.holder("b", of: "_a"),
                    Record("N", Self.id("_a")), Record("N", Self.id("free")),
                ])
            #expect(result.saves[0].error?.code == .missingReference)
            #expect(result.saves[1].error?.code == .missingReference)
            #expect(result.saves[2].error?.code == .invalidName)
            #expect(try await names(store) == ["free"])
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `deleting the owner of a chain deletes the chain`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            var records = [Record("N", Self.id("r0"))]
            records += (1..<300).map { Self.holder("r\($0)", of: "r\($0 - 1)") }
            records.append(Record("N", Self.id("free")))
            #expect(try await save(store, records, isAtomic: true).firstError == nil)
            let before = try await store.changes(
                in: Self.zone, of: Self.mine, since: nil, limit: 1000, desiredKeys: [])
            let result = try await save(store, [], deleting: ["r0"])
            #expect(result.firstError == nil)
            #expect(result.cascaded.count == 299)
            #expect(try await names(store) == ["free"])
            let after = try await store.changes(
                in: Self.zone, of: Self.mine, since: before.token, limit: 1000, desiredKeys: nil)
            #expect(after.deleted.count == 300)
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `a record saved with the deletion of its owner fails`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            let first = try await save(
                store, [Record("N", Self.id("owner")), Self.holder("old", of: "owner")])
            let stored = try first.saves[1].get()
            var old = stored
            old["x"] = 1
            // By way of a record that is stored, too.
            let records = [
                old, Self.holder("new", of: "owner"), Self.holder("leaf", of: "old"),
                Record("N", Self.id("free")),
            ]
            let atomic = try await save(store, records, deleting: ["owner"], isAtomic: true)
            #expect(
                atomic.saves.map { $0.error?.code }
                    == [.missingReference, .missingReference, .missingReference, .batchFailed])
            #expect(atomic.deletions[0].error?.code == .batchFailed)
            #expect(atomic.cascaded.isEmpty && atomic.replaced.isEmpty)
            #expect(try await names(store) == ["old", "owner"])
            #expect(try await store.record(old.id, in: Self.mine) == stored)

            let loose = try await save(store, records, deleting: ["owner"])
            #expect(
                loose.saves.map { $0.error?.code }
                    == [.missingReference, .missingReference, .missingReference, nil])
            #expect(loose.deletions[0].error == nil)
            // The new ones were never there.
            #expect(loose.cascaded == [old.id])
            #expect(loose.replaced[old.id] == stored)
            #expect(Set(loose.replaced.keys) == [old.id, Self.id("owner")])
            #expect(try await names(store) == ["free"])
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `a circle of owners goes as one`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            let circle = [
                Self.holder("a", of: "c"), Self.holder("b", of: "a"), Self.holder("c", of: "b"),
                Self.holder("self", of: "self"),
            ]
            #expect(try await save(store, circle, isAtomic: true).firstError == nil)
            let result = try await save(store, [], deleting: ["b", "self"])
            #expect(result.firstError == nil)
            #expect(Set(result.cascaded) == [Self.id("a"), Self.id("c")])
            #expect(try await names(store).isEmpty)
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `a list of owners holds by each of them`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            var both = Record("N", Self.id("both"))
            both["to"] = [
                .reference(Reference(Self.id("a"), action: .deleteSelf)),
                .reference(Reference(Self.id("b"), action: .deleteSelf)),
            ]
            let owners = [Record("N", Self.id("a")), Record("N", Self.id("b"))]
            #expect(try await save(store, owners + [both]).firstError == nil)
            #expect(try await save(store, [], deleting: ["b"]).cascaded == [Self.id("both")])
            #expect(try await names(store) == ["a"])
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `a reference that was taken away holds no more`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            let first = try await save(
                store, [Record("N", Self.id("owner")), Self.holder("child", of: "owner")])
            var child = try first.saves[1].get()
            child["to"] = .null
            #expect(try await save(store, [child]).firstError == nil)
            #expect(try await save(store, [], deleting: ["owner"]).cascaded.isEmpty)
            #expect(try await names(store) == ["child"])
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `a validated record stays while another needs it`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            _ = try await save(
                store, [Record("N", Self.id("t")), Self.holder("h", of: "t", .validate)])
            let refused = try await save(store, [], deleting: ["t"])
            #expect(refused.deletions[0].error?.code == .referencedByOthers)
            #expect(
                refused.deletions[0].error?.sentence
                    == "Record delete would violate validating reference, rejecting update")
            #expect(try await save(store, [], deleting: ["t", "h"]).firstError == nil)
            #expect(try await names(store).isEmpty)
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `a cascade that meets a validated record is refused whole`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind) { store async throws in
            _ = try await save(
                store,
                [
                    Record("N", Self.id("root")), Self.holder("child", of: "root"),
                    Self.holder("needs", of: "child", .validate),
                ])
            let result = try await save(store, [], deleting: ["root"])
            #expect(result.deletions[0].error?.code == .referencedByOthers)
            #expect(try await names(store) == ["child", "needs", "root"])
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `a parent must exist and stays while it has children`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind) { store async throws in
            var child = Record("N", Self.id("child"))
            child.parent = Self.id("parent")
            let alone = try await save(store, [child])
            #expect(alone.saves[0].error?.code == .parentMissing)
            let both = try await save(store, [child, Record("N", Self.id("parent"))])
            #expect(both.firstError == nil)
            let saved = try #require(await store.record(Self.id("child"), in: Self.mine))
            #expect(saved.parent == Self.id("parent"))
            let refused = try await save(store, [], deleting: ["parent"])
            #expect(refused.deletions[0].error?.code == .parentHasChildren)
            #expect(try await save(store, [], deleting: ["parent", "child"]).firstError == nil)
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `a parent that does not replace is for a record that does not exist`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind) { store async throws in
            func parent(
                saving parent: String?, keepsParent: Bool? = nil
            ) async throws -> RecordID? {
                var child = Record("N", Self.id("child"))
                child.parent = parent.map(Self.id)
                let item = SaveRequest.Item(child, isPartial: true, keepsParent: keepsParent)
                let request = SaveRequest(saves: [item], deletions: [], policy: .changedKeys)
                return try await store.save(request, in: Self.mine).saves[0].get().parent
            }
            let both = try await save(
                store, [Record("N", Self.id("a")), Record("N", Self.id("b"))])
            #expect(both.firstError == nil)
            #expect(try await parent(saving: "a", keepsParent: true) == Self.id("a"))
            #expect(try await parent(saving: "b", keepsParent: true) == Self.id("a"))
            #expect(try await parent(saving: nil) == Self.id("a"))
            #expect(try await parent(saving: "b") == Self.id("b"))
            #expect(try await parent(saving: nil, keepsParent: false) == nil)
            #expect(try await parent(saving: "a", keepsParent: true) == nil)
            #expect(try await save(store, [], deleting: ["child"]).firstError == nil)
            #expect(try await parent(saving: "a", keepsParent: true) == Self.id("a"))
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `so many owning references and no more`(kind: StoreUnderTest) async throws {
        var limits = StoreLimits()
        limits.owningReferences = 5
        #expect(StoreLimits().owningReferences == 750)
        try await with(kind, limits: limits) { store async throws in
            var records = [Record("N", Self.id("owner"))]
            records += (0..<7).map { Self.holder("h\($0)", of: "owner") }
            let result = try await save(store, records)
            #expect(result.saves.filter { $0.error == nil }.count == 6)
            #expect(result.saves[6].error?.code == .tooManyReferences)
            #expect(result.saves[7].error?.code == .tooManyReferences)
            let more = try await save(store, [Self.holder("more", of: "owner")])
            #expect(more.saves[0].error?.code == .tooManyReferences)
            // A record that holds already may be saved again.
            var again = try result.saves[1].get()
            again["x"] = 1
            #expect(try await save(store, [again]).firstError == nil)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `name records that there can be`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            for (name, code) in [
                ("", StoreError.Code.invalidName),
                (String(repeating: "x", count: 256), .nameTooLong),
            ] {
                let reference = Value.reference(Reference(Self.id(name)))
                for value in [reference, .list([reference])] {
                    let record = Record("N", Self.id("a"), ["to": value])
                    #expect(try await save(store, [record]).saves[0].error?.code == code)
                }
            }
        }
    }
}
