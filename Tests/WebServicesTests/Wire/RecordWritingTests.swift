import Foundation
import PredicateCore
import RecordCore
import RecordJSON
import Testing
import WebServices
import TestRandom

/// Records as replies have them, and as clients read them.
struct RecordWritingTests {
    private var note: Record {
        var record = Record(
            "Note", RecordID("n1", zone: ZoneID("Notes")),
            ["title": "A \"B\"", "count": 3, "tags": []])
        record.system = SystemFields(
            created: Date(timeIntervalSince1970: 1.5), createdBy: "_ann",
            modified: Date(microseconds: 0), modifiedBy: "_bob", changeTag: "1g")
        return record
    }

    private let schema = RecordSchema(types: [
        RecordType(
            "Note",
            fields: [
                Field("count", .single(.int64)), Field("tags", .list(.string)),
                Field("title", .single(.string)),
            ])
    ])

    @Test func `a record has all the members that clients read`() {
        #expect(
            written(note, schema: schema)
                == """
                {"recordName":"n1","recordType":"Note","fields":{\
                "count":{"value":3,"type":"INT64"},\
                "tags":{"value":[],"type":"STRING_LIST"},\
                "title":{"value":"A \\"B\\"","type":"STRING"}},"pluginFields":{},\
                "recordChangeTag":"1g",\
                "created":{"timestamp":1500,"userRecordName":"_ann","deviceID":"2"},\
                "modified":{"timestamp":978307200000,"userRecordName":"_bob","deviceID":"2"},\
                "deleted":false,"zoneID":{"zoneName":"Notes",\
                "ownerRecordName":"__defaultOwner__","zoneType":"REGULAR_CUSTOM_ZONE"}}
                """)
    }

    @Test func `fields without a schema come in order, empty lists without a type`() {
        let json = written(note)
        #expect(
            json.contains(
                #""fields":{"count":{"value":3,"type":"INT64"},"tags":{"value":[],"type":"UNKNOWN_LIST"},"title":"#
            ))
    }

    @Test func `fields without a schema are encrypted where the record says so`() {
        var record = note
        record.fields["pins"] = [1, 2]
        record.fields["codes"] = ["x"]
        record.encrypted = ["pins", "codes", "tags", "title"]
        let json = written(record)
        let mark = #""isEncrypted":true"#
        #expect(json.contains(#""pins":{"value":[1,2],"type":"INT64_LIST",\#(mark)}"#))
        #expect(json.contains(#""codes":{"value":["x"],"type":"STRING_LIST",\#(mark)}"#))
        #expect(json.contains(#""tags":{"value":[],"type":"UNKNOWN_LIST"}"#))
        #expect(json.contains(#""type":"STRING",\#(mark)}"#))
        #expect(json.contains(#""count":{"value":3,"type":"INT64"}"#))
    }

    @Test func `only wanted fields are written`() {
        let some = written(note, schema: schema, options: RecordOptions(desiredKeys: ["title"]))
        #expect(some.contains(#""fields":{"title":{"value":"A \"B\"","type":"STRING"}},"#))
        let none = written(note, schema: schema, options: RecordOptions(desiredKeys: []))
        #expect(none.contains(#""fields":{},"#))
        var writer = JSONWriter()
        var records = RecordWriter(schema: schema, options: RecordOptions(desiredKeys: []))
        records.write(note, desiredKeys: ["count"], to: &writer)
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                .contains(#""fields":{"count":{"value":3,"type":"INT64"}},"#))
    }

    @Test func `a field that came after the schema was read is written too`() {
        var record = note
        record["later"] = .bytes(Data([1, 2, 3, 4]))
        #expect(
            written(record, schema: schema)
                .contains(#","later":{"value":"AQIDBA==","type":"BYTES"}},"#))
    }

    @Test func `fields come in the order of the schema, whichever records came before`() throws {
        let names = (0..<12).map { "field\($0)" }
        let schema = RecordSchema(types: [
            RecordType("Mixed", fields: names.map { Field($0, .single(.int64)) }),
            RecordType("Other", fields: names.reversed().map { Field($0, .single(.string)) }),
        ])
        var records = RecordWriter(schema: schema)
        for number in 0..<300 {
            let type = number % 7 == 6 ? "Other" : "Mixed"
            var record = Record(type, RecordID("r\(number)"))
            // Dictionaries of one size may have another order; some fields are missing, some unknown.
            for (place, name) in names.enumerated()
            where number % 3 == 0 || (number >> place % 5) & 1 == 1 {
                record[name] = type == "Mixed" ? .int(Int64(place)) : .text("\(place)")
            }
            if number % 5 == 4 { record["zzz"] = .int(Int64(number)) }
            var writer = JSONWriter()
            records.write(record, to: &writer)
            let order = type == "Mixed" ? names : names.reversed()
            let fields = (order + ["zzz"]).filter { record.fields[$0] != nil }.map { name in
                switch record[name] {
                case .text(let text): #""\#(name)":{"value":"\#(text)","type":"STRING"}"#
                case .int(let number): #""\#(name)":{"value":\#(number),"type":"INT64"}"#
                default: "nothing else"
                }
            }
            #expect(
                String(decoding: writer.bytes, as: UTF8.self)
                    .contains(#""fields":{\#(fields.joined(separator: ","))},"pluginFields""#),
                "\(number)")
        }
    }

    @Test func `the name of the owner may be written for the caller`() {
        #expect(written(note, zoneOwner: "_ann").contains(#""ownerRecordName":"_ann""#))
        let exact = written(note, options: RecordOptions(isExact: true), zoneOwner: "_ann")
        #expect(exact.contains(#""ownerRecordName":"__defaultOwner__""#))
    }

    @Test func `random records come back exactly from a reply`() throws {
        var random = RandomNumbers(seed: 11)
        for _ in 0..<2000 {
            let record = random.record()
            var reply = RecordsWriter(RecordWriter(options: RecordOptions(isExact: true)))
            reply.append(record)
            reply.finish(token: "t", moreComing: true, cascaded: [record.id])
            let back = try RecordsReply(reading: reply.take())
            guard case .record(let found)? = back.entries.first else {
                Issue.record("no record")
                continue
            }
            expectSame(found, record)
            #expect(back.token == "t")
            #expect(back.moreComing)
            #expect(back.cascaded == [record.id])
        }
    }

    @Test func `random records come back exactly from a request`() throws {
        var random = RandomNumbers(seed: 12)
        for _ in 0..<2000 {
            let record = random.record()
            let request = ModifyRequest([.init(.create, WireRecord(record))])
            let back = try ModifyRequest(reading: request.bytes).operations[0].record
            var found = try back.record(type: nil, zone: nil)
            #expect(found.system?.changeTag == record.system?.changeTag)
            found.system = record.system
            expectSame(found, record)
        }
    }

    /// Equal, doubles bit by bit.
    private func expectSame(_ a: Record, _ b: Record) {
        #expect(a.id == b.id)
        #expect(a.fields.keys.sorted() == b.fields.keys.sorted())
        for (name, value) in b.fields {
            #expect(a[name] == value, "\(name)")
            #expect(FieldType.infer(from: a[name]) == FieldType.infer(from: value))
        }
        #expect(a.encrypted == b.encrypted)
        #expect(a.parent == b.parent)
        #expect(a.share == b.share)
        #expect(a.system?.changeTag == b.system?.changeTag)
        #expect(a.system?.created.microseconds == b.system?.created.microseconds)
        #expect(a.system?.modified.microseconds == b.system?.modified.microseconds)
        #expect(a.system?.createdBy == b.system?.createdBy)
    }

    @Test func `real clients get whole milliseconds and nothing else`() throws {
        let date = Date(microseconds: 1_234_567)
        let record = Record("T", RecordID("r"), ["d": .date(date), "l": [.date(date)]])
        let json = written(record)
        #expect(json.contains(#""d":{"value":978307201234,"type":"TIMESTAMP"}"#))
        #expect(!json.contains("quarry"))
        // Before 1970 the milliseconds are those below.
        let early = Record("T", RecordID("r"), ["d": .date(Date(timeIntervalSince1970: -0.0001))])
        #expect(written(early).contains(#""d":{"value":-1,"type":"TIMESTAMP"}"#))
    }

    @Test func `our own clients get what milliseconds lose`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 800_000_000.123_456_7)
        let whole = Date(timeIntervalSinceReferenceDate: 1)
        let rest = date.microsecondRemainder
        #expect(rest != 0)
        let record = Record(
            "T", RecordID("r"), ["d": .date(date), "l": [.date(whole), .date(date)]])
        let json = written(record, options: RecordOptions(isExact: true))
        #expect(
            json.contains(
                #""d":{"value":1778307200123,"type":"TIMESTAMP","quarry":{"us":457,"rest":\#(rest)}}"#
            ))
        #expect(
            json.contains(
                #""l":{"value":[978307201000,1778307200123],"type":"TIMESTAMP_LIST","#
                    + #""quarry":{"us":[0,457],"rest":[0,\#(rest)]}}"#))
    }

    @Test func `a reply is written piece by piece`() throws {
        var reply = RecordsWriter(RecordWriter(schema: schema))
        var pieces: [[UInt8]] = []
        for number in 0..<2000 {
            var record = note
            record.id.name = "n\(number)"
            reply.append(record)
            if reply.isFull { pieces.append(reply.take()) }
        }
        reply.append(deleted: RecordID("gone", zone: ZoneID("Notes")), type: "Note")
        reply.append(WireError(.notFound, "Record not found"), name: "none")
        reply.finish(marker: "bQ==")
        pieces.append(reply.take())
        #expect(pieces.count > 5)
        #expect((pieces.map(\.count).max() ?? 0) < 70_000)
        let back = try RecordsReply(reading: Array(pieces.joined()))
        #expect(back.entries.count == 2002)
        #expect(back.marker == "bQ==")
        guard case .deleted(let id, "Note") = back.entries[2000],
            case .failure("none", let error) = back.entries[2001]
        else {
            Issue.record("other entries: \(back.entries[2000...])")
            return
        }
        #expect(id == RecordID("gone", zone: ZoneID("Notes")))
        #expect(error.code == .notFound)
    }

    @Test func `changes of zones stand beside zones that failed`() throws {
        var reply = ZoneChangesWriter(RecordWriter(schema: schema))
        let gone = RecordEntry.deleted(RecordID("gone", zone: ZoneID("Notes")), type: "Note")
        reply.append(
            [.record(note), gone], of: ZoneID("Notes"), token: "dA==", moreComing: false)
        reply.append(
            WireError(.badRequest, "Unknown sync continuation type"), zone: ZoneID("Other"))
        reply.append([], of: ZoneID("Empty"), token: "dQ==", moreComing: true)
        reply.finish()
        let back = try ZoneChangesReply(reading: reply.take())
        #expect(back.zones.count == 3)
        guard case .changes(ZoneID("Notes"), let first) = back.zones[0],
            case .failure(ZoneID("Other"), let error) = back.zones[1],
            case .changes(ZoneID("Empty"), let last) = back.zones[2]
        else {
            Issue.record("other zones: \(back.zones)")
            return
        }
        #expect(first.entries.count == 2)
        #expect(first.token == "dA==")
        #expect(error.reason == "Unknown sync continuation type")
        #expect(last.entries.isEmpty && last.moreComing)
    }

    @Test func `shares say their participants, and come back exactly`() throws {
        var share = Share(RecordID("s", zone: ZoneID("Z")), root: RecordID("r", zone: ZoneID("Z")))
        share.participants = [
            .init(user: "_bob", permission: .readWrite, acceptance: .accepted, id: "1"),
            .init(email: "cy@example.org", role: .administrator, id: "2"),
            .init(id: "3", token: "0cA-x"),
        ]
        share.participants[0].added = Date(microseconds: 1_790_000_010_123_000)
        share.participants[0].hasAsked = true
        share.requests = .init(areAllowed: true, users: ["_eve"], blocked: ["_max"])
        share.publicPermission = .readOnly
        share.token = "0cA"
        var record = share.record
        record["cloudkit.title"] = "Shopping"
        record.system = SystemFields(
            created: Date(microseconds: 1), createdBy: "_ann", modified: Date(microseconds: 2),
            modifiedBy: "_ann", changeTag: "1")
        var writer = JSONWriter()
        var records = RecordWriter(
            schema: RecordSchema(types: [.share]), options: RecordOptions(isExact: true),
            reader: "_bob")
        records.write(record, to: &writer)
        let json = String(decoding: writer.bytes, as: UTF8.self)
        #expect(json.contains(#""publicPermission":"READ_ONLY""#))
        #expect(json.contains(#""shortGUID":"0cA""#))
        #expect(json.contains(#""currentUserParticipant":{"participantId":"1""#))
        #expect(json.contains(#""lookupInfo":{"emailAddress":"cy@example.org"}"#))
        #expect(json.contains(#""cloudkit.title":{"value":"Shopping","type":"STRING"}"#))
        #expect(!json.contains("cloudkit.participants"))
        let reply = try read(RecordsReply.self, #"{"records":[\#(json)]}"#)
        guard case .record(let back) = reply.entries[0] else { return }
        #expect(Share(back) == share)
        #expect(back.fields == record.fields)

        let request = ModifyRequest([.init(.create, WireRecord(record))])
        let sent = try ModifyRequest(reading: request.bytes).operations[0].record
        #expect(Share(try sent.record(type: .share, zone: nil)) == share)
    }

    @Test func `a client may create a share for a record`() throws {
        let wire = try read(
            ModifyRequest.self,
            """
            {"operations": [{"operationType": "create", "record": {"recordType": "cloudkit.share",
             "recordName": "s", "publicPermission": "READ_WRITE",
             "forRecord": {"recordName": "r", "recordChangeTag": "1"},
             "participants": [{"emailAddress": "a@example.org", "permission": "READ_ONLY"}]}}],
             "zoneID": {"zoneName": "Z"}}
            """)
        let record = try wire.operations[0].record.record(type: nil, zone: wire.zone)
        let share = try #require(Share(record))
        #expect(share.root == RecordID("r", zone: ZoneID("Z")))
        #expect(share.publicPermission == .readWrite)
        #expect(share.participants.map(\.email) == ["a@example.org"])
        let refused = refusal(
            ModifyRequest.self,
            """
            {"operations": [{"operationType": "create", "record": {"recordType": "cloudkit.share",
             "participants": [{"emailAddress": "a@example.org", "permission": "READWRITE"}]}}]}
            """)
        #expect(
            refused?.reason
                == "BadRequestException: 'permission' must be NONE, READ_ONLY or READ_WRITE, "
                + "not READWRITE")
    }

    @Test func `a parent is taken away by null and kept by silence`() throws {
        #expect(try created(fields: "").parent == .unsaid)
        #expect(try created(fields: "", rest: #","parent":null"#).parent == .none)
        #expect(
            try created(fields: "", rest: #","parent":{"recordName":"p"}"#).parent
                == .to(RecordID("p")))
    }
}
