import CoreDataModel
import Foundation
import MirrorCore
import ObjectCore
import PredicateCore
import RecordCore
import Testing

@Suite struct MirrorCodecTests {
    private func codec() throws -> MirrorCodec {
        let model = try ResolvedModel(notes)
        return MirrorCodec(model, plan: MirrorPlan(notes))
    }

    @Test func `a pair is of the entities that declare its relationships, abstract ones too`()
        throws
    {
        var item = ObjectEntity(
            "Item",
            relationships: [
                ObjectRelationship("tags", to: "Tag", inverse: "items", isToMany: true)
            ])
        item.isAbstract = true
        let model = ObjectModel(entities: [
            item, ObjectEntity("Note", superentity: "Item"),
            ObjectEntity(
                "Tag",
                relationships: [
                    ObjectRelationship("items", to: "Item", inverse: "tags", isToMany: true)
                ]),
        ])
        let codec = MirrorCodec(try ResolvedModel(model), plan: MirrorPlan(model))
        let link = MirrorLink(
            entity: "Item", relationship: "tags", first: "N", second: "T", isUploaded: true,
            isApplied: false, epoch: 0)
        let fields = try #require(codec.fields(of: link))
        #expect(fields["CD_entityNames"] == "Item:Tag")
        #expect(try codec.link(of: Record("CDMR", RecordID("a"), fields)) == link)
    }

    @Test func `the mirror's own fields hold nothing of an attribute`() throws {
        let model = ObjectModel(entities: [
            ObjectEntity(
                "Log", attributes: [ObjectAttribute("entityName", .string, isOptional: true)])
        ])
        let codec = MirrorCodec(try ResolvedModel(model), plan: MirrorPlan(model))
        let shape = try #require(codec.allShapes.first)
        #expect(shape.attributes.isEmpty)
        let row = ObjectRow(
            key: ObjectKey(entity: shape.entity.number, row: 1), version: 1,
            attributes: ["Customer"], toOnes: [])
        #expect(codec.fields(of: row) { _ in nil } == ["CD_entityName": "Log"])
    }

    @Test func `a record kept as bytes is the same when it is read`() throws {
        var asset = Asset(content: Data([1]))
        asset.content = nil
        asset.checksum = "abc"
        asset.size = 1
        var place = Location(latitude: 1, longitude: -2)
        place.speed = 3
        var record = Record(
            "CD_Note", RecordID("A", zone: ZoneID("Z", owner: "_o")),
            [
                "a": .int(-3), "b": .double(0.1), "c": .text("ü"), "d": .bytes(Data([0, 255])),
                "e": .date(Date(timeIntervalSinceReferenceDate: 1.5)), "f": .asset(asset),
                "g": .reference(Reference(RecordID("B"), action: .deleteSelf)),
                "h": .location(place), "i": .list([.text("x"), .int(1)]), "j": .null,
            ])
        record.system = SystemFields(
            created: Date(timeIntervalSinceReferenceDate: 1), createdBy: "_a",
            modified: Date(timeIntervalSinceReferenceDate: 2), modifiedBy: "_b", changeTag: "t")
        record.parent = RecordID("P")
        record.encrypted = ["c"]
        let data = try RecordCoding.data(record)
        #expect(try RecordCoding.record(data) == record)
        for length in 0..<data.count {
            #expect(throws: (any Error).self, "\(length) bytes") {
                try RecordCoding.record(data.prefix(length))
            }
        }
        var deep = Value.int(1)
        for _ in 0..<100 { deep = .list([deep]) }
        #expect(throws: (any Error).self) {
            try RecordCoding.data(Record("T", RecordID("A"), ["a": deep]))
        }
    }

    @Test func `kinds of values keep the numbers that databases have`() throws {
        let id = RecordID("B")
        let numbers: [(value: Value, service: UInt8, mirror: UInt8)] = [
            (.null, 0, 0), (.int(1), 1, 1), (.double(1), 2, 2), (.decimal(1), 3, 10),
            (.text(""), 4, 3), (.date(Date(timeIntervalSinceReferenceDate: 0)), 5, 4),
            (.bytes(Data()), 6, 5), (.uuid(UUID()), 7, 11),
            (.url(URL(fileURLWithPath: "/a")), 8, 12), (.reference(Reference(id)), 9, 7),
            (.location(Location(latitude: 0, longitude: 0)), 10, 8),
            (.asset(Asset(checksum: "", size: 0)), 11, 6), (.list([]), 12, 9),
            (.dictionary([:]), 13, 13),
        ]
        for (value, service, mirror) in numbers {
            for (layout, number) in [(ValueLayout.service, service), (ValueLayout.mirror, mirror)] {
                var writer = ByteWriter()
                try writer.write(value, as: layout)
                #expect(writer.bytes.first == number)
                var reader = ByteReader(writer.data)
                #expect(try reader.value(as: layout) == value)
                #expect(reader.isAtEnd)
            }
        }
    }

    @Test(
        arguments: [
            (AttributeType.integer16, Value.int(-7), Value.int(-7)), (.boolean, .int(1), .int(1)),
            (.decimal, .decimal(Decimal(string: "0.1")!), .double(0.1)),
            (.decimal, .decimal(Decimal(string: "0.007")!), .double(0.007)),
            (.double, .double(1.5), .double(1.5)), (.string, .text(""), .text("")),
            (
                .uuid, .uuid(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!),
                .text("E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
            ),
            (.uri, .url(URL(string: "a:b")!), .text("a:b")),
            (.binary, .bytes(Data()), .bytes(Data())),
            (.transformable, .bytes(Data([1])), .bytes(Data([1]))), (.string, .null, .null),
        ]) func `a value and its field stand for each other`(
            type: AttributeType, value: Value, field: Value
        )
    {
        #expect(MirrorCodec.encode(value, as: type) == field)
        #expect(MirrorCodec.decode(field, as: type) == value)
        #expect(MirrorCodec.matches(value, field, as: type))
    }

    @Test func `dates are compared by the millisecond, and values of other types are none`() {
        let date = Date(timeIntervalSince1970: 1_700_000_000.123_456)
        let sent = MirrorCodec.encode(.date(date), as: .date)
        #expect(sent == .date(Date(timeIntervalSince1970: 1_700_000_000.123)))
        #expect(MirrorCodec.matches(.date(date), sent, as: .date))
        // As other programs write them.
        let float = Value.double(Double(Float(0.1)))
        #expect(MirrorCodec.matches(float, .double(0.1), as: .float))
        #expect(!MirrorCodec.matches(float, .double(0.2), as: .float))
        let id = UUID()
        #expect(MirrorCodec.matches(.uuid(id), .text(id.uuidString.lowercased()), as: .uuid))
        #expect(MirrorCodec.decode(.int(70_000), as: .integer16) == nil)
        #expect(MirrorCodec.decode(.text("x"), as: .integer64) == nil)
        #expect(MirrorCodec.decode(.text("x"), as: .uuid) == nil)
        #expect(MirrorCodec.decode(.bytes(Data([1])), as: .composite) == nil)
    }

    @Test func `a composite is an archive of one dictionary`() throws {
        let value = Value.dictionary([
            "city": .text("Bonn"), "zip": .int(53_111), "at": .dictionary(["x": .double(0.5)]),
            "price": .decimal(Decimal(string: "-12345678901234567890.5")!),
            "steps": .list([.decimal(0), .decimal(Decimal(string: "1500e127")!), .decimal(.nan)]),
        ])
        guard case .bytes(let data) = MirrorCodec.encode(value, as: .composite) else {
            Issue.record("no bytes")
            return
        }
        #expect(MirrorCodec.decode(.bytes(data), as: .composite) == value)
        #expect(MirrorCodec.matches(value, .bytes(data), as: .composite))
    }

    @Test(arguments: [1, 0, 900], [2, 3])
    func `an archive with an object without a class is no composite`(
        place: Int, broken: Int
    ) {
        func uid(_ place: Int) -> String {
            "<dict><key>CF$UID</key><integer>\(place)</integer></dict>"
        }
        func archive(_ classes: [Int: Int], time: String = "NS.time") -> Value {
            let text = """
                <plist><dict><key>$archiver</key><string>NSKeyedArchiver</string>
                <key>$version</key><integer>100000</integer>
                <key>$top</key><dict><key>root</key>\(uid(2))</dict>
                <key>$objects</key><array><string>$null</string><string>at</string>
                <dict><key>NS.keys</key><array>\(uid(1))</array>
                <key>NS.objects</key><array>\(uid(3))</array>
                <key>$class</key>\(uid(classes[2] ?? 4))</dict>
                <dict><key>\(time)</key><real>5</real>
                <key>$class</key>\(uid(classes[3] ?? 5))</dict>
                <dict><key>$classname</key><string>NSDictionary</string>
                <key>$classes</key><array><string>NSDictionary</string></array></dict>
                <dict><key>$classname</key><string>NSDate</string>
                <key>$classes</key><array><string>NSDate</string></array></dict>
                </array></dict></plist>
                """
            return .bytes(Data(text.utf8))
        }
        let date = Date(timeIntervalSinceReferenceDate: 5)
        #expect(
            MirrorCodec.decode(archive([:]), as: .composite) == .dictionary(["at": .date(date)]))
        #expect(MirrorCodec.decode(archive([broken: place]), as: .composite) == nil)
        // A member that is no value.
        #expect(MirrorCodec.decode(archive([:], time: "NS.tine"), as: .composite) == nil)
    }

    // A program on a Mac may have a number of any class there.
    @Test(arguments: [(Value.int(1), Value.double(1)), (Value.decimal(1), Value.decimal(1))])
    func `numbers of a composite are of their elements' types`(count: Value, ratio: Value) {
        let elements = [
            ObjectAttribute("count", .integer64, isOptional: true),
            ObjectAttribute("ratio", .double, isOptional: true),
        ]
        let value = Value.dictionary(["count": count, "ratio": ratio])
        let content = MirrorCodec.encode(value, as: .composite)
        let found = MirrorCodec.decode(content, as: .composite, elements: elements)
        guard case .dictionary(let members)? = found else {
            Issue.record("no members")
            return
        }
        let isInt = if case .int(1)? = members["count"] { true } else { false }
        let isDouble = if case .double(1)? = members["ratio"] { true } else { false }
        #expect(isInt && isDouble)
        let text = MirrorCodec.encode(.dictionary(["count": .text("x")]), as: .composite)
        #expect(MirrorCodec.isUnreadable(text, as: .composite, elements: elements))
    }

    @Test func `a composite of others may hold anything, and itself`() throws {
        // {"a": "b"}, then a dictionary that is its own value, then {"a": NSSet()}.
        let archives = [
            "YnBsaXN0MDDUAQIDBAUGGRxZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9O"
                + "U0tleWVkQXJjaGl2ZXKlBwgRFxhVJG51bGzTCQoLDA0PViRjbGFzc1dOUy5rZXlzWk5TLm9i"
                + "amVjdHOAAqEOgAOhEIAE0hITFBVYJGNsYXNzZXNaJGNsYXNzbmFtZaIVFlxOU0RpY3Rpb25h"
                + "cnlYTlNPYmplY3RRYVFi0RobVHJvb3SAARIAAYagCBEbJCkyREpQV15mcXN1d3l7gImUl6St"
                + "r7G0ubsAAAAAAAABAQAAAAAAAAAdAAAAAAAAAAAAAAAAAAAAwA==",
            "YnBsaXN0MDDUAQIDBAUGGBtZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9O"
                + "U0tleWVkQXJjaGl2ZXKkBwgRF1UkbnVsbNMJCgsMDQ9WJGNsYXNzV05TLmtleXNaTlMub2Jq"
                + "ZWN0c4ACoQ6AA6EQgAHSEhMUFVgkY2xhc3Nlc1okY2xhc3NuYW1lohUWXE5TRGljdGlvbmFy"
                + "eVhOU09iamVjdFFh0RkaVHJvb3SAARIAAYagCBEbJCkyRElPVl1lcHJ0dnh6f4iTlqOsrrG2"
                + "uAAAAAAAAAEBAAAAAAAAABwAAAAAAAAAAAAAAAAAAAC9",
            "YnBsaXN0MDDUAQIDBAUGHiFZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9O"
                + "U0tleWVkQXJjaGl2ZXKmBwgRFxgbVSRudWxs0wkKCwwND1YkY2xhc3NXTlMua2V5c1pOUy5v"
                + "YmplY3RzgAKhDoADoRCABNISExQVWCRjbGFzc2VzWiRjbGFzc25hbWWiFRZcTlNEaWN0aW9u"
                + "YXJ5WE5TT2JqZWN0UWHSCQsZGoAFoNISExwdoh0WVU5TU2V00R8gVHJvb3SAARIAAYagCBEb"
                + "JCkyREtRWF9ncnR2eHp8gYqVmKWusLW3uL3AxsnO0AAAAAAAAAEBAAAAAAAAACIAAAAAAAAA"
                + "AAAAAAAAAADV",
        ]
        let values = try archives.map { text in
            MirrorCodec.decode(.bytes(try #require(Data(base64Encoded: text))), as: .composite)
        }
        #expect(values == [Value.dictionary(["a": .text("b")]), nil, nil])
    }

    @Test func `the largest values go into assets until the others are within the limit`() throws {
        let codec = try codec()
        let shape = try #require(codec.shape(named: "Note"))
        func fields(_ title: Int, _ photo: Int) -> [String: Value] {
            var values = shape.entity.attributes.map { _ in Value.null }
            for one in shape.attributes {
                if one.attribute.name == "title" {
                    values[one.attribute.place] = .text(String(repeating: "a", count: title))
                }
                if one.attribute.name == "photo" {
                    values[one.attribute.place] = .bytes(Data(count: photo))
                }
            }
            let row = ObjectRow(
                key: ObjectKey(entity: shape.entity.number, row: 1), version: 1,
                attributes: values, toOnes: shape.entity.toOnes.map { _ in nil })
            return codec.fields(of: row) { _ in nil }
        }
        let limit = MirrorCodec.inlineLimit
        let exact = fields(limit - 10, 10)
        #expect(exact["CD_title_ckAsset"] == .null && exact["CD_photo_ckAsset"] == .null)
        let over = fields(limit - 9, 10)
        #expect(over["CD_title"] == .text(""))
        guard case .asset(let asset)? = over["CD_title_ckAsset"] else {
            Issue.record("no asset")
            return
        }
        #expect(asset.content?.count == limit - 9)
        #expect(over["CD_photo"] == .bytes(Data(count: 10)))
        #expect(over["CD_length"] == nil, "derived")
        #expect(over["CD_entityName"] == .text("Note"))
        var record = Record("CD_Note", RecordID("A"), over)
        record["CD_photo"] = .null
        let title = try #require(shape.attributes.first { $0.attribute.name == "title" })
        #expect(MirrorCodec.content(title.field, of: record) == .asset(asset))
        let text = Value.text(String(repeating: "a", count: limit - 9))
        #expect(MirrorCodec.matches(text, .asset(asset), as: .string))
        #expect(!MirrorCodec.matches(.text("b"), .asset(asset), as: .string))
    }
}
