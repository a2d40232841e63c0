import Foundation
import PredicateCore
import RecordCore
import RecordJSON
import Testing
import WebServices

/// What real clients sent, and what real servers answered.
@Suite(.enabled(if: RecordedTraffic.folder != nil, "data that is not shipped"))
struct RecordedTrafficTests {
    @Test func `requests of real clients are read, and what is written of them says the same`()
        throws
    {
        var count = 0
        for line in try RecordedTraffic.bytes("client-requests.jsonl").split(separator: 10) {
            guard case .dictionary(let entry) = try JSONReader.value(of: Array(line)),
                case .text(let path)? = entry["path"]
            else { continue }
            var body: [UInt8] = []
            if let sent = entry["body"], !sent.isNull {
                var writer = JSONWriter(plain: true)
                writer.append(sent)
                // The recording keeps truth values as JSON; the values here are numbers.
                body = utf8(
                    String(decoding: writer.bytes, as: UTF8.self)
                        .replacing(#""ascending":0"#, with: #""ascending":false"#)
                        .replacing(#""atomic":0"#, with: #""atomic":false"#))
            }
            let bare = path.split(separator: "?").first.map(String.init) ?? path
            let endpoint = try #require(EndpointPath(bare)).endpoint.joined(separator: "/")
            try check(endpoint, body)
            count += 1
        }
        #expect(count == 16)
    }

    private func check(_ endpoint: String, _ body: [UInt8]) throws {
        switch endpoint {
        case "records/query":
            let request = try QueryRequest(reading: body)
            #expect(try QueryRequest(reading: request.bytes) == request)
            let query = try #require(request.query)
            #expect(query.recordType == "T")
            _ = try query.queryPredicate(type: nil, zone: .default)
        case "records/modify":
            let request = try ModifyRequest(reading: body)
            #expect(try ModifyRequest(reading: request.bytes) == request)
            let type = RecordType(
                "T",
                fields: [
                    Field("b", .single(.bytes)), Field("d", .single(.timestamp)),
                    Field("f", .single(.double)), Field("l", .list(.string)),
                    Field("t", .single(.string)),
                ])
            let record = try #require(request.operations.first).record
                .record(type: type, zone: request.zone)
            if request.operations[0].kind == .create {
                #expect(
                    record.fields == [
                        "b": .bytes(Data("hi".utf8)),
                        "d": .date(Date(timeIntervalSince1970: 1.5)), "f": 3.0, "l": ["a"],
                        "t": "x",
                    ])
            }
        case "records/lookup":
            #expect(try LookupRequest(reading: body).items.map(\.name) == ["r1"])
        case "records/changes":
            #expect(try RecordChangesRequest(reading: body).zone == .default)
        case "changes/zone":
            #expect(try ZoneChangesRequest(reading: body).zones.map(\.zone) == [.default])
        case "changes/database", "zones/list", "users/current":
            #expect(try DatabaseChangesRequest(reading: body) == DatabaseChangesRequest())
        default: Issue.record("another endpoint: \(endpoint)")
        }
    }

    @Test(arguments: [
        ("photos_album_rename_response.json", 1), ("photos_all_photos_response.json", 2),
        ("photos_live_photo_response.json", 2), ("photos_missing_counterparts_response.json", 4),
        ("photos_shared_library_all_photos_response.json", 2),
        ("photos_shared_library_unfavorite_response.json", 1),
    ])
    func `recorded replies of records are read`(name: String, count: Int) throws {
        let reply = try RecordsReply(reading: try RecordedTraffic.bytes(name))
        #expect(reply.entries.count == count)
        for entry in reply.entries {
            guard case .record(let record) = entry else {
                Issue.record("no record: \(entry)")
                continue
            }
            #expect(!record.fields.isEmpty)
        }
    }

    @Test func `a recorded record is read exactly`() throws {
        let reply = try RecordsReply(
            reading: try RecordedTraffic.bytes("photos_shared_library_unfavorite_response.json"))
        guard case .record(let record)? = reply.entries.first else { return }
        #expect(record.type == "CPLAsset")
        #expect(record.system?.changeTag == "RECORD_CHANGE_TAG_309")
        #expect(record.id.zone.owner == "OWNER_RECORD_NAME_002")
        #expect(record["isFavorite"] == 0)
        #expect(
            record["assetDate"]
                == .date(Date(timeIntervalSince1970: 1_775_652_698.554)))
        #expect(
            record["masterRef"]
                == .reference(
                    Reference(
                        RecordID("MASTER_RECORD_ID_110", zone: record.id.zone),
                        action: .deleteSelf)))
    }

    @Test func `recorded changes are read`() throws {
        let zones = try ZonesReply(
            reading: try RecordedTraffic.bytes("photos_database_changes_response.json"))
        #expect(zones.entries.count == 2)
        #expect(zones.token == "SYNC_TOKEN_102")
        #expect(zones.moreComing == false)
        let none = try ZonesReply(
            reading: try RecordedTraffic.bytes(
                "photos_shared_library_shared_zones_response.json"))
        #expect(none.entries.isEmpty)
        let changes = try ZoneChangesReply(
            reading: try RecordedTraffic.bytes("photos_zone_changes_response.json"))
        guard case .changes(let zone, let reply)? = changes.zones.first else {
            Issue.record("no changes")
            return
        }
        #expect(zone == ZoneID("PrimarySync", owner: "OWNER_RECORD_NAME_001"))
        #expect(reply.token == "SYNC_TOKEN_103")
        guard case .record(let first) = reply.entries[0],
            case .deleted(let gone, nil) = reply.entries[1]
        else {
            Issue.record("other entries: \(reply.entries)")
            return
        }
        #expect(first["isDeleted"] == 0)
        #expect(gone == RecordID("ALBUM_RECORD_ID_999", zone: zone))
    }
}
