import Foundation
import RecordCore
import SQLLowering
import SQLStorage
import SQLiteEngine
import Stores
import TestKit
import TestRandom

#if Postgres
import PostgresEngine
#endif

/// Two places for a move, in a directory that is made.
struct MovePlaces: Sendable {
    let directory: URL
    let source: StoreLocation
    let target: StoreLocation

    init(_ way: `A move`.Way, in directory: URL) throws {
        self.directory = directory
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let path = directory.path
        switch way {
        case .fileToFile:
            source = .sqlite(path: path + "/source.db")
            target = .sqlite(path: path + "/target.db")
        #if Postgres
        case .fileToPostgres:
            source = .sqlite(path: path + "/source.db")
            target = try MovePlaces.postgres("target", directory)
        case .postgresToFile:
            source = try MovePlaces.postgres("source", directory)
            target = .sqlite(path: path + "/target.db")
        case .fileToParts:
            source = .sqlite(path: path + "/source.db")
            target = try MovePlaces.postgres("target", directory, "&buckets=5")
        case .partsToParts:
            source = try MovePlaces.postgres("source", directory, "&buckets=5")
            target = try MovePlaces.postgres("target", directory, "&buckets=2")
        case .postgresToPostgres:
            source = try MovePlaces.postgres("source", directory)
            target = try MovePlaces.postgres("target", directory)
        #endif
        }
    }

    #if Postgres
    private static func postgres(
        _ name: String, _ directory: URL, _ settings: String = ""
    ) throws -> StoreLocation {
        guard let server = PostgresServer.shared else { throw StoreError(.cannotOpen) }
        let schema = "\(name)_\(UUID().uuidString.prefix(13).lowercased())"
        return .postgres(
            url: server.url + "&schema=\(schema)\(settings)")
    }
    #endif

    /// Damages the target in every way that the checksum must see.
    func damage() async throws {
        switch target {
        case .sqlite(let path): try await MovePlaces.damage(try SQLiteDatabase(path: path))
        #if Postgres
        case .postgres(let url):
            var options = PostgresOptions()
            options.schema = String(
                url.split(separator: "schema=")[1].prefix { $0 != "&" })
            try await MovePlaces.damage(
                try PostgresDatabase(
                    String(url.split(separator: "&schema=")[0]), options: options))
        #endif
        default: throw StoreError(.unsupportedLocation)
        }
        // The content of an asset is short of its end.
        let assets = directory.appendingPathComponent(
            FileManager.default.fileExists(atPath: directory.path + "/target.assets")
                ? "target.assets" : "target.db.assets")
        let files = FileManager.default.enumerator(at: assets, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard file.lastPathComponent.count == 62 else { continue }
            try Data("x".utf8).write(to: file)
            break
        }
    }

    private static func damage(_ engine: some SQLEngine) async throws {
        try await engine.write(first: false) { connection in
            let name = SQLText.identifier("_name")
            try connection.run(
                "UPDATE \(ident: "Row") SET \(ident: "name") = 'damaged' WHERE \(name) = 'r1'")
            try connection.run("DELETE FROM \(ident: "Row") WHERE \(name) = 'r2'")
            try connection.run(
                "UPDATE \(ident: "Row") SET \(ident: "_tag") = 'x' WHERE \(name) = 'r3'")
            try connection.run("UPDATE _counters SET counter = counter + 1")
            try connection.run("UPDATE _zones SET token = token + 1")
            try connection.run("DELETE FROM _participants")
            try connection.run("UPDATE _shares SET present = 1 - present")
            try connection.run(
                "INSERT INTO _service (key, value) VALUES ('only here', \(Value.bytes(Data([1]))))")
            try connection.run("DELETE FROM _service WHERE key = 'service/7'")
        }
        try await engine.close()
    }
}

/// Something of everything that a database can hold.
struct MoveContent {
    static let ann = DatabaseScope.private(user: "_ann")
    static let zone = ZoneID("Notes")
    private var random: RandomNumbers
    private(set) var assets: [(asset: Asset, scope: DatabaseScope)] = []
    private(set) var bytes: [String?: Data] = [:]

    /// Where a service keeps something, beside the container.
    private static let places: [ServicePlace] = [
        .public, .private(user: "_ann"), .private(user: "_nobody"), .named("a"), .named("b"),
    ]

    init(seed: UInt64) { random = RandomNumbers(seed: seed) }

    private func id(_ name: String) -> RecordID { RecordID(name, zone: MoveContent.zone) }

    private mutating func asset(_ size: Int, in scope: DatabaseScope = .public) -> Asset {
        // Eight bytes of each number: a test without optimization takes long for each.
        let numbers = (0..<(size + 7) / 8).map { _ in random.next() }
        let data = numbers.withUnsafeBytes { Data($0.prefix(size)) }
        let checksum = ContentHash.hex(of: data)
        bytes[checksum] = data
        assets.append((Asset(checksum: checksum, size: Int64(size)), scope))
        return Asset(content: data)
    }

    /// Fills an empty database.
    mutating func fill(_ store: any RecordStore) async throws {
        let rows = RandomRows(count: 120, using: &random)
        try await TestKit.Differential.fill(store, with: rows, fields: rows.fields, in: .public)
        var schema = try await store.schema()
        schema.roles = ["editors"]
        schema["Secret"] = RecordType(
            "Secret", fields: [Field("text", .single(.string), [], isEncrypted: true)])
        try await store.setSchema(schema)

        let ann = MoveContent.ann
        try await store.createZones([MoveContent.zone, ZoneID("Gone"), ZoneID("Open")], in: ann)
        try await store.put(Record("N", RecordID("g", zone: ZoneID("Gone"))), in: ann)
        try await store.deleteZones([ZoneID("Gone")], in: ann)
        for number in 0..<30 {
            var record = Record("N", id("n\(number)"), ["number": .int(Int64(number))])
            record["file"] = .asset(asset(number * 1_000, in: ann))
            if number > 0 {
                record["owner"] = .reference(Reference(id("n0"), action: .deleteSelf))
            }
            try await store.put(record, in: ann, user: "_ann")
        }
        try await store.put(
            Record("Secret", id("secret"), ["text": "hidden"]), in: ann, user: "_ann")
        try await store.put(
            Record(
                "N", RecordID("list"),
                ["files": [.asset(asset(10)), .asset(asset(2_500_000)), .asset(asset(0))]]))
        // Names that other orders than that of bytes would put otherwise.
        try await store.put(
            Record("N", RecordID("a")), Record("N", RecordID("B")), Record("N", RecordID("a-b")),
            Record("N", RecordID("a.b")), Record("N", RecordID("a_b")))

        try await share(store)
        try await store.setParticipants(
            ["_ben": .readOnly, "_eve": .readWrite], of: ZoneID("Open"), in: ann)
        try await store.setParticipants(
            ["_ben": .readWrite], of: ZoneID("Open"), in: ann)
        for user in 0..<20 {
            try await store.put(
                Record("N", RecordID("mine")), in: .private(user: "_user\(user)"))
        }
        var service: [String: Data?] = [:]
        for number in 0..<700 { service["service/\(number)"] = Data("value \(number)".utf8) }
        service["empty"] = Data()
        try await store.setServiceData(service)
        for place in MoveContent.places {
            for number in 0..<3 {
                try await store.setServiceData(
                    ["beside/\(number)": Data([UInt8(number)])], in: place)
            }
        }
    }

    /// A share that one user has accepted and left again, and another has.
    private func share(_ store: any RecordStore) async throws {
        var child = Record("N", id("child"))
        child.parent = id("root")
        try await store.put(Record("N", id("root")), child, in: MoveContent.ann)
        var share = Share(
            id("share"), root: id("root"),
            participants: [
                Share.Participant(user: "_bob", permission: .readWrite, acceptance: .accepted),
                Share.Participant(user: "_dan", permission: .readOnly, acceptance: .accepted),
            ])
        let saved = try await store.put(share.record, in: MoveContent.ann)[0]
        share.participants.removeLast()
        var second = share.record
        second.system = saved.system
        try await store.put(second, in: MoveContent.ann, policy: .changedKeys)
    }

    /// Changes and deletes some of it.
    mutating func change(_ store: any RecordStore) async throws {
        let ann = MoveContent.ann
        try await store.put(
            Record("N", id("n5"), ["number": 55, "new": "field"]), in: ann, policy: .changedKeys)
        let names = ["n7", "n8", "secret"].map { id($0) }
        let result = try await store.save(SaveRequest(deleting: names), in: ann)
        if let error = result.firstError { throw error }
        let gone: Set = [7_000, 8_000]
        assets.removeAll { gone.contains(Int($0.asset.size ?? 0)) }
        _ = try await store.save(SaveRequest(deleting: [RecordID("r9")]), in: .public)
    }

    // MARK: Reading all of it

    /// What a database gives to those who ask it.
    struct All: Equatable {
        var schema = ""
        var roles: [String] = []
        var records: [String: [RecordID: Record]] = [:]
        var zones: [String: [Zone]] = [:]
        var participants: [String: [String: ParticipantPermission]] = [:]
        var changes: [ZoneChanges] = []
        var databases: [DatabaseChanges] = []
        var names: Set<String>?
        var service: [String: Data] = [:]
    }

    static func all(_ store: any RecordStore) async throws -> All {
        var all = All()
        let schema = try await store.schema()
        all.schema = schema.text
        all.roles = schema.roles
        let users = ["_ann"] + (0..<20).map { "_user\($0)" }
        for scope in [DatabaseScope.public] + users.map({ .private(user: $0) }) {
            let zones = try await store.zones(in: scope)
            all.zones["\(scope)"] = zones
            for zone in zones {
                for type in schema.types.keys where !type.hasPrefix("_") {
                    let found = Found()
                    try await store.forEach(
                        RecordQuery(type, in: .zone(zone.id)), in: scope
                    ) {
                        found.add($0)
                        return true
                    }
                    all.records["\(scope) \(zone.id) \(type)"] = found.records
                }
                guard zone.tracksChanges else { continue }
                all.participants["\(scope) \(zone.id)"] = try await store.participants(
                    of: zone.id, in: scope)
                all.changes.append(
                    try await store.changes(
                        in: zone.id, of: scope, since: nil, limit: nil, desiredKeys: nil))
            }
        }
        for user in ["_ann", "_bob", "_dan", "_ben", "_eve"] {
            for scope in [DatabaseScope.private(user: user), .shared(user: user)] {
                all.databases.append(
                    try await store.databaseChanges(in: scope, since: nil, limit: nil))
            }
        }
        all.names = try await store.sharedNames(
            in: ZoneID("Notes", owner: "_ann"), of: .shared(user: "_bob"))
        all.service = try await store.serviceData(prefix: "")
        for place in MoveContent.places {
            for (key, data) in try await store.serviceData(prefix: "", in: place) {
                all.service["\(place) \(key)"] = data
            }
        }
        return all
    }

    /// Records as they come.
    private final class Found: @unchecked Sendable {
        // Unchecked: one query after the other adds to it.
        private(set) var records: [RecordID: Record] = [:]
        func add(_ record: Record) { records[record.id] = record }
    }
}
