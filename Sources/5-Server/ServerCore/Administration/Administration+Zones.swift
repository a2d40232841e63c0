import Foundation
import RecordCore
import RecordJSON
import RecordService
import WebServices

extension Administration {
    /// `GET …/zones?database=&user=`: the zones of a database, the default zone first.
    func zones(_ call: AdministrationCall, _ place: AdministrationPlace) async throws -> OrderedJSON
    {
        let scope = try scope(call)
        let zones = try await place.store.zones(in: scope)
        return .object([
            (
                "zones",
                .list(
                    zones.map { zone in
                        .object([
                            ("zoneID", Administration.part(zone.id)),
                            ("tracksChanges", .bool(zone.tracksChanges)),
                            ("changeCounter", .int(zone.token)),
                        ])
                    })
            )
        ])
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
            var members: [(String, OrderedJSON)] = [
                ("recordName", .text(record.id.name)), ("recordType", .text(record.type)),
                ("deleted", .bool(false)),
            ]
            if let system = record.system {
                members += [
                    ("recordChangeTag", .text(system.changeTag)),
                    ("created", Administration.part(system.created, system.createdBy)),
                    ("modified", Administration.part(system.modified, system.modifiedBy)),
                ]
            }
            return .object(members)
        }
        let deleted = changes.deleted.map { gone -> OrderedJSON in
            .object([
                ("recordName", .text(gone.id.name)), ("recordType", .text(gone.type)),
                ("deleted", .bool(true)),
            ])
        }
        return .object([
            ("zoneID", Administration.part(zone)),
            ("records", .list(changed + deleted)),
            ("syncToken", .text(WireTokens.text(changes.token))),
            ("moreComing", .bool(changes.moreComing)),
        ])
    }

    private func scope(_ call: AdministrationCall) throws -> DatabaseScope {
        try AdministrationQuery.scope(
            call.request.parameter("database") ?? "public", user: call.request.parameter("user"))
    }

    static func part(_ zone: ZoneID) -> OrderedJSON {
        .object([
            ("zoneName", .text(zone.name)), ("ownerRecordName", .text(zone.owner)),
        ])
    }

    private static func part(_ date: Date, _ user: String) -> OrderedJSON {
        .object([("timestamp", milliseconds(date)), ("userRecordName", .text(user))])
    }

    /// Milliseconds since 1970, as everywhere in the web services.
    static func milliseconds(_ date: Date) -> OrderedJSON {
        let number = (date.timeIntervalSince1970 * 1000).rounded()
        return .int(Int64(exactly: number) ?? 0)
    }
}
