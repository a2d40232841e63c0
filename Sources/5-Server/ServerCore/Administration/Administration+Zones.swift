import Foundation
import RecordCore
import RecordJSON
import WebServices

extension Administration {
    /// `GET …/zones?database=&user=`: the zones of a database, the default zone first.
    func zones(_ call: AdministrationCall, _ place: AdministrationPlace) async throws -> OrderedJSON
    {
        let scope = try scope(call)
        let zones = try await place.store.zones(in: scope)
        return [
            "zones": .list(
                zones.map { zone in
                    [
                        "zoneID": Administration.part(zone.id),
                        "tracksChanges": .bool(zone.tracksChanges),
                        "changeCounter": .int(zone.token),
                    ]
                })
        ]
    }

    /// `GET …/feed?database=&user=&zone=&owner=&syncToken=&limit=`: what changed in a zone since
    /// a token, without the values of fields.
    func feed(_ call: AdministrationCall, _ place: AdministrationPlace) async throws -> OrderedJSON
    {
        let zone = ZoneID(
            call.request.parameter("zone") ?? ZoneID.defaultName,
            owner: call.request.parameter("owner") ?? ZoneID.currentOwner)
        let token = try call.request.parameter("syncToken").flatMap { text in
            text.isEmpty ? nil : try WireTokens.token(text)
        }
        let changes = try await place.store.changes(
            in: zone, of: try scope(call), since: token,
            limit: call.number("limit", default: 100, in: 1...1000), desiredKeys: [])
        let changed = changes.changed.map { record -> OrderedJSON in
            let system = record.system
            return .present([
                "recordName": .text(record.id.name), "recordType": .text(record.type),
                "deleted": .bool(false), "recordChangeTag": .text(system?.changeTag),
                "created": system.map { Administration.part($0.created, $0.createdBy) } ?? .null,
                "modified": system.map { Administration.part($0.modified, $0.modifiedBy) } ?? .null,
            ])
        }
        let deleted = changes.deleted.map { gone -> OrderedJSON in
            [
                "recordName": .text(gone.id.name), "recordType": .text(gone.type),
                "deleted": .bool(true),
            ]
        }
        return [
            "zoneID": Administration.part(zone), "records": .list(changed + deleted),
            "syncToken": .text(WireTokens.text(changes.token)),
            "moreComing": .bool(changes.moreComing),
        ]
    }

    private func scope(_ call: AdministrationCall) throws -> DatabaseScope {
        try AdministrationQuery.scope(
            call.request.parameter("database") ?? "public", user: call.request.parameter("user"))
    }

    static func part(_ zone: ZoneID) -> OrderedJSON {
        ["zoneName": .text(zone.name), "ownerRecordName": .text(zone.owner)]
    }

    private static func part(_ date: Date, _ user: String) -> OrderedJSON {
        ["timestamp": .milliseconds(date), "userRecordName": .text(user)]
    }
}
