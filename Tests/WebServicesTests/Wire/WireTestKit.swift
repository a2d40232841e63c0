import Foundation
import PredicateCore
import RecordCore
import RecordJSON
import WebServices
import TestFiles
import TestRandom

/// The bytes of a text.
func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

/// The text of what a message is written as.
func text(_ message: some WireMessage) -> String { String(decoding: message.bytes, as: UTF8.self) }

/// A message read from a text.
func read<M: WireMessage>(_: M.Type, _ text: String) throws(WireError) -> M {
    try M(reading: utf8(text))
}

/// What is thrown when a text is read as a message; nil when nothing is.
func refusal<M: WireMessage>(_ type: M.Type, _ text: String) -> WireError? {
    do throws(WireError) {
        _ = try read(type, text)
        return nil
    } catch { return error }
}

/// A record as a reply has it.
func written(
    _ record: Record, schema: RecordSchema = RecordSchema(),
    options: RecordOptions = RecordOptions(),
    zoneOwner: String? = nil
) -> String {
    var writer = JSONWriter()
    var records = RecordWriter(schema: schema, options: options, zoneOwner: zoneOwner)
    records.write(record, to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}

/// The one record of a request that creates it.
func created(fields: String, rest: String = "") throws(WireError) -> WireRecord {
    let body = """
        {"operations":[{"operationType":"create","record":{"recordType":"T","recordName":"r",
        "fields":{\(fields)}\(rest)}}]}
        """
    return try read(ModifyRequest.self, body).operations[0].record
}

/// The value of field `f`, as a store takes it.
func value(_ json: String, in type: RecordType? = nil) throws(WireError) -> Value {
    try created(fields: "\"f\":\(json)").record(type: type, zone: nil)["f"]
}

/// A type with a field of each type.
let everyType = RecordType(
    "T",
    fields: ScalarType.allCases.flatMap { scalar in
        let name = scalar.rawValue.lowercased()
        return [Field(name, .single(scalar)), Field(name + "s", .list(scalar))]
    } + [Field("secret", .single(.string), isEncrypted: true)])

extension RandomNumbers {
    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    mutating func word() -> String {
        let letters = Array("abcXYZ019 _-\"\\/\n\t\u{0}\u{7f}äß日本😀e\u{301}\u{2028}")
        return String((0..<below(12)).map { _ in letters[below(letters.count)] })
    }

    /// Any value that a field may hold.
    mutating func value(_ scalar: ScalarType) -> Value {
        switch scalar {
        case .string: return .text(word())
        case .int64: return .int(below(2) == 0 ? Int64(below(100)) : Int64(bitPattern: next()))
        case .double:
            let number = Double(bitPattern: next())
            return .double(number.isNaN ? 0.1 : below(2) == 0 ? number : Double(below(1000)) / 8)
        case .timestamp: return .date(Date(microseconds: Int64(below(2_000_000_000_000_000))))
        case .bytes: return .bytes(Data((0..<below(9)).map { _ in UInt8(below(256)) }))
        case .location:
            var location = Location(
                latitude: Double(below(18_000)) / 100 - 90,
                longitude: Double(below(36_000)) / 100 - 180)
            if below(2) == 0 { location.altitude = Double(below(9000)) / 7 }
            if below(2) == 0 { location.horizontalAccuracy = -1 }
            if below(2) == 0 { location.verticalAccuracy = 2.5 }
            if below(2) == 0 { location.course = 359.75 }
            if below(2) == 0 { location.speed = 1e-3 }
            if below(2) == 0 { location.timestamp = Date(microseconds: Int64(below(1 << 50))) }
            return .location(location)
        case .reference:
            let zone = ZoneID(word() + "z", owner: below(2) == 0 ? ZoneID.currentOwner : "_bob")
            return .reference(
                Reference(
                    RecordID(word() + "n", zone: zone),
                    action: Reference.Action.allCases[below(3)]))
        case .asset:
            return .asset(
                Asset(checksum: String(repeating: "ab", count: 32), size: Int64(below(1 << 40))))
        }
    }

    /// A record with some of all fields, some encrypted.
    mutating func record() -> Record {
        var record = Record(
            "T", RecordID(word() + "r", zone: ZoneID(word() + "z", owner: "_ann")))
        for (place, scalar) in ScalarType.allCases.enumerated() {
            if below(3) > 0 { record["f\(place)"] = value(scalar) }
            if below(3) == 0 {
                record["l\(place)"] = .list((0..<below(4)).map { _ in value(scalar) })
            }
        }
        if below(3) == 0 {
            record["secret"] = .text(word())
            record.encrypted = ["secret"]
        }
        if below(3) == 0 { record.parent = RecordID("p", zone: record.id.zone) }
        if below(3) == 0 { record.share = RecordID("s", zone: record.id.zone) }
        if below(4) > 0 {
            record.system = SystemFields(
                created: Date(microseconds: Int64(below(1 << 50))), createdBy: "_ann",
                modified: Date(microseconds: -Int64(below(1 << 50))), modifiedBy: "_bob",
                changeTag: String(below(1 << 30), radix: 36))
        }
        return record
    }
}

/// Recorded traffic, where it is at hand.
enum RecordedTraffic {
    static let folder = RealData.file("traffic")

    static func bytes(_ name: String) throws -> [UInt8] {
        guard let folder else { return [] }
        return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }
}
