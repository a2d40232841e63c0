import Foundation
import RecordCore
import Testing

@Suite struct `Schema evolution` {
    let base = RecordSchema(types: [
        .users,
        RecordType("City", fields: [Field("name", .single(.string), [.queryable])]),
    ])

    @Test func `changes lead from one schema to the other`() {
        var target = base
        target["City"]?.fields[0].indexes = [.queryable, .sortable]
        target["City"]?.fields.append(Field("tags", .list(.string)))
        target["Country"] = RecordType("Country")
        target.roles = ["editor"]
        let changes = base.changes(to: target)
        #expect(changes.count == 4)
        #expect(base.applying(changes) == target)
        let back = target.changes(to: base)
        #expect(back.contains(.dropType("Country")))
        #expect(back.contains(.dropField(type: "City", field: "tags")))
        #expect(target.applying(back) == base)
    }

    @Test func `the type of user records is never dropped`() {
        #expect(base.changes(to: RecordSchema()) == [.dropType("City")])
    }

    @Test func `a field of another type is dropped and added`() {
        var target = base
        target["City"]?.fields[0].type = .single(.int64)
        let changes = base.changes(to: target)
        #expect(
            changes == [
                .dropField(type: "City", field: "name"),
                .addField(type: "City", Field("name", .single(.int64), [.queryable])),
            ])
    }

    @Test func `production grows and never shrinks`() throws {
        let grows: [SchemaChange] = [
            .addType(RecordType("T")), .addField(type: "City", Field("x", .single(.int64))),
            .setIndexes(type: "City", field: "name", []),
        ]
        try SchemaEvolution.check(grows, from: base, in: .production)
        for change in [SchemaChange.dropType("City"), .dropField(type: "City", field: "name")] {
            let error = try #require(throws: StoreError.self) {
                try SchemaEvolution.check([change], from: base, in: .production)
            }
            #expect(error.code == .incompatibleSchema)
            try SchemaEvolution.check([change], from: base, in: .development)
        }
    }

    @Test func `a saved record brings its type and fields with every index`() {
        let record = Record(
            "Note", RecordID("a"),
            ["title": "x", "size": 4, "ratio": 0.5, "tags": ["a"], "empty": [], "none": .null])
        let changes = SchemaEvolution.additions(
            for: SaveRequest(saving: [record]), to: base, in: .development)
        #expect(
            changes == [
                .addType(
                    RecordType(
                        "Note",
                        fields: [
                            Field("ratio", .single(.double), [.queryable, .sortable]),
                            Field("size", .single(.int64), [.queryable, .sortable]),
                            Field("tags", .list(.string), [.queryable, .searchable]),
                            Field(
                                "title", .single(.string), [.queryable, .sortable, .searchable]),
                        ]))
            ])
        // Done again on the grown schema there is nothing left to do.
        #expect(
            SchemaEvolution.additions(
                for: SaveRequest(saving: [record]), to: base.applying(changes), in: .development
            ).isEmpty)
    }

    @Test func `an empty list brings its field where its type is said`() {
        let record = Record("City", RecordID("a"), ["tags": [], "other": [], "secret": []])
        var item = SaveRequest.Item(record)
        item.record.encrypted = ["secret"]
        item.listTypes = ["tags": .int64, "secret": .string]
        let changes = SchemaEvolution.additions(
            for: SaveRequest(saves: [item], deletions: []), to: base, in: .development)
        #expect(
            changes == [
                .addField(type: "City", Field("secret", .list(.string), isEncrypted: true)),
                .addField(type: "City", Field("tags", .list(.int64), [.queryable])),
            ])
    }

    @Test(arguments: [ScalarType.reference, .asset])
    func `no field of references or assets is encrypted`(scalar: ScalarType) {
        let one: Value =
            scalar == .reference
            ? .reference(Reference(RecordID("b"))) : .asset(Asset(checksum: "c", size: 1))
        for value: Value in [one, .list([one]), .list([])] {
            var item = SaveRequest.Item(Record("City", RecordID("a"), ["secret": value]))
            item.record.encrypted = ["secret"]
            item.listTypes = ["secret": scalar]
            let changes = SchemaEvolution.additions(
                for: SaveRequest(saves: [item], deletions: []), to: base, in: .development)
            #expect(changes.isEmpty)
        }
    }

    @Test func `nothing grows in production, under strict rules, or by records at fault`() {
        let good = SaveRequest(saving: [Record("New", RecordID("a"), ["x": 1])])
        #expect(SchemaEvolution.additions(for: good, to: base, in: .production).isEmpty)
        let strict = StoreEnvironment.development(strict: true)
        #expect(SchemaEvolution.additions(for: good, to: base, in: strict).isEmpty)
        for bad: [String: Value] in [
            ["x": ["a", 1]], ["x": [.null]], ["x": .uuid(UUID())], ["_x": 1], ["a b": 1],
        ] {
            let request = SaveRequest(saving: [Record("New", RecordID("a"), bad)])
            #expect(SchemaEvolution.additions(for: request, to: base, in: .development).isEmpty)
        }
    }

    @Test func `a record that the user may not save adds nothing`() {
        func grows(_ grants: [Grant], _ change: (inout SaveRequest) -> Void = { _ in }) -> Bool {
            var schema = base
            schema["City"]?.grants = grants
            var request = SaveRequest(
                saving: [Record("City", RecordID("a"), ["new": 1])], user: "_ann",
                roles: ["editor"])
            change(&request)
            return !SchemaEvolution.additions(
                for: request, to: schema, in: .development, isPublic: true
            ).isEmpty
        }
        #expect(!grows([Grant([.read], to: "_world")]))
        #expect(!grows([Grant([.create], to: "_creator"), Grant([.write], to: "reviewer")]))
        #expect(grows([Grant([.read], to: "_world")]) { $0.isAdministrator = true })
        #expect(grows([Grant([.create], to: "_icloud")]))
        #expect(grows([Grant([.write], to: "editor")]))
        // A record may be the user's own.
        #expect(grows([Grant([.write], to: "_creator")]))
        #expect(grows([]))
    }

    @Test(arguments: [ParticipantPermission?.none, .readOnly, .readWrite, .byShares])
    func `a record that a participant may not save adds nothing`(
        permission: ParticipantPermission?
    ) {
        let zone = ZoneID("Trip")
        let changes = SchemaEvolution.additions(
            for: SaveRequest(saving: [Record("New", RecordID("a", zone: zone), ["x": 1])]),
            to: base, in: .development, permissions: permission.map { [zone: $0] } ?? [:])
        #expect(changes.isEmpty == (permission == nil || permission == .readOnly))
    }

    @Test func `infers what values need`() {
        #expect(FieldType.infer(from: [1, 2.5]) == .type(.list(.double)))
        #expect(FieldType.infer(from: ["a", 1]) == .mixed)
        #expect(FieldType.infer(from: [["a"]]) == .mixed)
        #expect(FieldType.infer(from: []) == .unknown)
        #expect(FieldType.infer(from: .dictionary([:])) == .unsupported)
        #expect(FieldType.infer(from: [.uuid(UUID())]) == .unsupported)
        #expect(FieldType.list(.asset).name == "ASSETID_LIST")
    }
}
