import CoreDataModel
import Foundation
import PredicateCore
import RecordCore
import RecordJSON
import RecordService
import WebServices

extension Administration {
    /// `GET …/mirroring?database=&user=&zone=&owner=`: the zones of a database in which Core Data's
    /// mirrors keep objects; of one that is named, the devices that write there, the entities with
    /// how many objects there are, and the pairs that join objects from many to many.
    func mirroring(
        _ call: AdministrationCall, _ place: AdministrationPlace
    ) async throws -> OrderedJSON {
        let scope = try AdministrationQuery.scope(
            call.request.parameter("database") ?? "private", user: call.request.parameter("user"))
        let schema = try await place.store.schema()
        let types = schema.types.values.sorted { $0.name < $1.name }
            .compactMap(MirroredRecords.init)
        let zones = try await place.store.zones(in: scope).filter {
            scope == .public ? !types.isEmpty : $0.id.isMirrored
        }
        var members: [(String, OrderedJSON)] = [
            ("zones", .list(zones.map { ["zoneID": Administration.part($0.id)] }))
        ]
        guard let name = call.request.parameter("zone") else { return .object(members) }
        let zone = try mirroredZone(name, call, among: zones)
        var devices: [MirrorDevice] = []
        if case .private(let owner) = scope.home(of: zone) {
            devices = try await place.service.mirrorDevices(in: zone.name, of: owner)
        }
        members += [
            ("zoneID", Administration.part(zone)),
            // Of the public database no devices are noted.
            ("notesDevices", .bool(scope != .public)),
            ("devices", .list(devices.map(Administration.part))),
            ("entities", .list(try await entities(types, in: zone, of: scope, place.store))),
            ("pairs", .int(try await pairs(schema, in: zone, of: scope, place.store))),
        ]
        return .object(members)
    }

    /// `GET …/mirroring/objects?database=&user=&zone=&owner=&recordType=&entity=&limit=&marker=`:
    /// objects of an entity, those that changed last first, each with its record and with what its
    /// relationships to one object point at.
    func mirroredObjects(
        _ call: AdministrationCall, _ place: AdministrationPlace
    ) async throws -> OrderedJSON {
        func text(_ name: String) throws -> String {
            guard let text = call.request.parameter(name), !text.isEmpty else {
                throw AdministrationError.missing(name)
            }
            return text
        }
        let scope = try AdministrationQuery.scope(
            call.request.parameter("database") ?? "private", user: call.request.parameter("user"))
        let (name, entity) = (try text("recordType"), try text("entity"))
        let schema = try await place.store.schema()
        guard let records = schema[name].flatMap(MirroredRecords.init) else {
            throw AdministrationError(
                .notFound, "There is no record type \(name) of Core Data's mirrors")
        }
        let zone = try mirroredZone(
            try text("zone"), call, among: try await place.store.zones(in: scope))
        var query = RecordQuery(name, in: .zone(zone))
        if records.namesEntities {
            query.predicate = .comparison(
                Comparison(
                    .keyPath(QueryKeyPath(MirrorPlan.entityName.name)), .equal,
                    .constant(.text(entity))))
        }
        query.ordering = [Ordering("modificationDate", ascending: false)]
        query.limit = call.number("limit", default: 50, in: 1...200)
        query.profile = .everything
        let parsed = try AdministrationQuery(
            query, in: scope, marker: call.request.parameter("marker"))
        let page = try await parsed.page(of: place.store)
        let targets = page.records.map(records.targets)
        let links = try await linkedRecords(
            Set(targets.flatMap(\.values)), in: zone, of: scope, place.store)
        var writer = RecordWriter(
            schema: schema, options: parsed.options,
            assetURL: assetURLs(place.key, scope, call.request))
        var objects: [OrderedJSON] = []
        for (record, targets) in zip(page.records, targets) {
            var bytes = JSONWriter()
            writer.write(record, to: &bytes)
            objects.append(
                [
                    "label": .text(MirroredRecords.label(of: record)),
                    "links": .object(
                        targets.sorted { $0.key < $1.key }.compactMap { property, name in
                            links[name].map { (property, Administration.link($0)) }
                        }),
                    "record": .written(bytes.bytes),
                ])
        }
        return [
            "entity": .text(entity), "recordType": .text(name),
            "properties": .list(
                records.properties.map {
                    ["name": .text($0.name), "field": .text($0.field), "twin": .text($0.twin)]
                }),
            "objects": .list(objects), "continuationMarker": .text(page.marker),
        ]
    }

    // MARK: Parts

    private func mirroredZone(
        _ name: String, _ call: AdministrationCall, among zones: [Zone]
    ) throws -> ZoneID {
        let owner = call.request.parameter("owner") ?? ZoneID.currentOwner
        let zone = zones.first {
            $0.id.name == name && (owner == ZoneID.currentOwner || $0.id.owner == owner)
        }
        guard let zone else {
            throw AdministrationError(
                .notFound, "There is no zone \(name) in which Core Data keeps objects",
                advice: "An NSPersistentCloudKitContainer makes it when it is set up for this user."
            )
        }
        return zone.id
    }

    private static func part(_ device: MirrorDevice) -> OrderedJSON {
        [
            "device": .text(device.name), "userRecordName": .text(device.user),
            "first": .milliseconds(device.first), "last": .milliseconds(device.last),
            "saves": .int(Int64(device.saves)), "deletions": .int(Int64(device.deletions)),
        ]
    }

    private static func link(_ record: Record) -> OrderedJSON {
        [
            "recordName": .text(record.id.name), "recordType": .text(record.type),
            "entity": .text(MirroredRecords.entity(of: record)),
            "label": .text(MirroredRecords.label(of: record)),
        ]
    }

    private func entities(
        _ types: [MirroredRecords], in zone: ZoneID, of scope: DatabaseScope,
        _ store: any RecordStore
    ) async throws -> [OrderedJSON] {
        var entities: [(name: String, type: String, count: Int)] = []
        for records in types {
            var query = RecordQuery(records.type.name, in: .zone(zone))
            query.profile = .everything
            guard records.namesEntities else {
                let count = try await store.count(query, in: scope)
                if count > 0 { entities.append((records.rootName, records.type.name, count)) }
                continue
            }
            let key = MirrorPlan.entityName.name
            let groups = try await store.summarize(
                RecordSummaryQuery(
                    query, columns: [.field(key), .init("records", .count)], grouping: [key]),
                in: scope)
            for group in groups {
                guard group.count == 2, case .int(let count) = group[1] else { continue }
                let name = if case .text(let text) = group[0] { text } else { records.rootName }
                entities.append((name, records.type.name, Int(count)))
            }
        }
        return entities.sorted { ($0.name, $0.type) < ($1.name, $1.type) }.map {
            [
                "name": .text($0.name), "recordType": .text($0.type),
                "objects": .int(Int64($0.count)),
            ]
        }
    }

    private func pairs(
        _ schema: RecordSchema, in zone: ZoneID, of scope: DatabaseScope, _ store: any RecordStore
    ) async throws -> Int64 {
        guard schema[MirrorPlan.linkTypeName] != nil else { return 0 }
        var query = RecordQuery(MirrorPlan.linkTypeName, in: .zone(zone))
        query.profile = .everything
        return Int64(try await store.count(query, in: scope))
    }

    /// Those of the names that are records of the zone, with what they are called.
    private func linkedRecords(
        _ names: Set<String>, in zone: ZoneID, of scope: DatabaseScope, _ store: any RecordStore
    ) async throws -> [String: Record] {
        guard !names.isEmpty else { return [:] }
        var linked: [String: Record] = [:]
        for ids in names.sorted().map({ RecordID($0, zone: zone) }).batches(of: 200) {
            let records = try await store.records(
                ids, in: scope, desiredKeys: [MirrorPlan.entityName.name] + MirroredRecords.labels)
            for (id, record) in records { linked[id.name] = record }
        }
        return linked
    }
}
