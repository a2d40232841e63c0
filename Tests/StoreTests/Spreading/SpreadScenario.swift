#if Postgres
import Foundation
import RecordCore
import TestKit

/// Everything that a store is asked, each once and under a name: what it sends for it is what
/// the tests of spreading look at.
struct SpreadScenario {
    static let anns = DatabaseScope.private(user: "_ann")
    static let bobs = DatabaseScope.shared(user: "_bob")
    static let zone = ZoneID("Atlas")
    static let seen = ZoneID("Atlas", owner: "_ann")

    /// A type with a field of every kind, with every index that it may have.
    static let city: RecordType = {
        let both: FieldIndexes = [.queryable, .sortable]
        var fields = [
            Field("name", .single(.string), [.queryable, .sortable, .searchable]),
            Field("population", .single(.int64), both),
            Field("height", .single(.double), both),
            Field("founded", .single(.timestamp), both),
            Field("seal", .single(.bytes), .queryable),
            Field("place", .single(.location), both),
            Field("country", .single(.reference), .queryable),
            Field("secret", .single(.string), isEncrypted: true),
            Field("note", .single(.string)), Field("map", .single(.asset)),
        ]
        for type: ScalarType in [.string, .int64, .double, .timestamp, .bytes, .reference] {
            fields.append(Field("all\(type.rawValue.lowercased())", .list(type), .queryable))
        }
        return RecordType("City", fields: fields)
    }()
    static let schema = RecordSchema(types: [
        city, RecordType("Country", fields: [Field("name", .single(.string), .queryable)]),
    ])

    let store: any RecordStore
    /// Told what comes next.
    let step: (String) -> Void

    static func id(_ name: String) -> RecordID { RecordID(name, zone: zone) }

    static func city(_ number: Int) -> Record {
        let here = Location(latitude: 48 + Double(number) / 10, longitude: 2)
        let date = Date(timeIntervalSinceReferenceDate: Double(number) * 86_400)
        let country = Value.reference(Reference(id("country"), action: .deleteSelf))
        return Record(
            "City", id("city\(number)"),
            [
                "name": .text(["Paris", "Ürümqi", "Århus", "oslo"][number % 4] + " \(number)"),
                "population": .int(Int64(number) * 1_000), "height": .double(Double(number)),
                "founded": .date(date), "seal": .bytes(Data([UInt8(number)])),
                "place": .location(here), "country": country, "secret": "s", "note": "n",
                "allstring": .list([.text("old"), .text("t\(number)")]),
                "allint64": .list([.int(Int64(number)), 7]),
                "alldouble": .list([.double(0.5)]), "alltimestamp": .list([.date(date)]),
                "allbytes": .list([.bytes(Data([1]))]), "allreference": .list([country]),
            ])
    }

    /// The questions, by name: a format, its values, an order.
    static let questions: [(name: String, format: String, values: [Value], order: [Ordering])] =
        [
            ("everything", "TRUEPREDICATE", [], []),
            ("equality of text", "name == %@", ["Paris 0"], []),
            ("equality without case", "name ==[c] %@", ["PARIS 0"], []),
            ("equality of a number", "population == 3000", [], []),
            ("inequality", "population != 3000", [], []),
            ("range", "population > 2000 AND population < 5000", [], []),
            ("range of fractions", "height BETWEEN {1.5, 4.5}", [], []),
            (
                "range of dates", "founded >= %@",
                [.date(Date(timeIntervalSinceReferenceDate: 9))], []
            ),
            ("bytes", "seal == %@", [.bytes(Data([2]))], []),
            ("nothing there", "population == nil", [], []),
            ("prefix", "name BEGINSWITH 'Par'", [], []),
            ("prefix without case and accents", "name BEGINSWITH[cd] 'uru'", [], []),
            ("part of a text", "name CONTAINS 'ari'", [], []),
            ("pattern", "name LIKE 'P*s ?'", [], []),
            ("one of some", "population IN {1000, 2000, 9000}", [], []),
            (
                "one of many", "population IN %@",
                [.list((0..<2_000).map { .int(Int64($0)) })], []
            ),
            ("one of some texts", "name IN {'Paris 0', 'oslo 3'}", [], []),
            ("member of a list of text", "allstring CONTAINS 'old'", [], []),
            ("member without case", "allstring CONTAINS[c] 'OLD'", [], []),
            ("member of a list of numbers", "allint64 CONTAINS 3", [], []),
            ("any member", "ANY allint64 > 5", [], []),
            ("all members", "ALL allint64 > 5", [], []),
            (
                "member of a list of references", "allreference CONTAINS %@",
                [.reference(Reference(id("country")))], []
            ),
            ("words", "allTokens TOKENMATCHES[cdl] 'paris'", [], []),
            ("several words", "allTokens TOKENMATCHES[cdl] 'paris 4'", [], []),
            (
                "radius", "distanceToLocation:fromLocation:(place, %@) < 15000",
                [.location(Location(latitude: 48.2, longitude: 2))], []
            ),
            ("reference", "country == %@", [.reference(Reference(id("country")))], []),
            ("by name", "recordName == 'city3'", [], []),
            ("by date of creation", "creationDate > %@", [.date(.distantPast)], []),
            ("two fields", "population > 1000 AND name BEGINSWITH 'P'", [], []),
            ("one or another", "population == 1000 OR name == 'oslo 3'", [], []),
            ("not", "NOT (population > 3000)", [], []),
            (
                "sorted by a number", "TRUEPREDICATE", [],
                [Ordering("population", ascending: false)]
            ),
            ("sorted by text", "TRUEPREDICATE", [], [Ordering("name")]),
            (
                "sorted without case", "TRUEPREDICATE", [],
                [Ordering("name", textOrder: .caseInsensitive)]
            ),
            (
                "sorted by two", "population > 0", [],
                [Ordering("height", ascending: false), Ordering("name")]
            ),
        ]

    /// Makes everything and asks everything.
    func run() async throws {
        try await save()
        try await ask()
        try await share()
        try await delete()
        try await changeSchema()
    }

    private func save() async throws {
        step("schema")
        try await store.setSchema(Self.schema)
        step("zone")
        try await store.createZones([Self.zone, ZoneID("Other")], in: Self.anns)
        step("save")
        try await store.put(
            Record("Country", Self.id("country"), ["name": "France"]), in: Self.anns)
        for number in 0..<8 { try await store.put(Self.city(number), in: Self.anns) }
        step("save what is there")
        for number in 0..<8 {
            var city = try present(await store.record(Self.city(number).id, in: Self.anns))
            city["name"] = .text("Paris \(number)")
            city["population"] = .int(Int64(number) * 500)
            city["allstring"] = .list(["new"])
            city["place"] = .location(Location(latitude: 1, longitude: 1))
            try await store.put(city, in: Self.anns)
        }
        step("save content")
        var mapped = Record("City", Self.id("mapped"))
        mapped["map"] = .asset(Asset(content: Data("a map".utf8)))
        try await store.put(mapped, in: Self.anns)
        step("delete content")
        _ = try await store.save(SaveRequest(deleting: [mapped.id]), in: Self.anns)
        step("save in the public database")
        let country = Record("Country", RecordID("country"), ["name": "France"])
        try await store.put(country)
        try await store.put(country, policy: .allKeys)
        step("save a type that is new")
        try await store.put(Record("Lake", RecordID("lake"), ["depth": 3]))
    }

    private func ask() async throws {
        for question in Self.questions {
            step(question.name)
            let query = RecordQuery(
                "City",
                where: try QueryPredicate(
                    parsing: question.format, arguments: question.values.map { .value($0) }),
                orderedBy: question.order, in: .zone(Self.zone), limit: 5)
            _ = try await store.fetch(query, in: Self.anns)
        }
        let query = RecordQuery("City", in: .zone(Self.zone))
        step("count")
        _ = try await store.count(query, in: Self.anns)
        step("every one")
        try await store.forEach(query, in: Self.anns) { _ in true }
        step("in every zone")
        _ = try await store.fetch(RecordQuery("City", in: .all), in: Self.anns)
        step("look-up")
        _ = try await store.records(
            [Self.id("city1"), Self.id("none")], in: Self.anns, desiredKeys: ["name"])
        step("zones")
        _ = try await store.zones(in: Self.anns)
        step("feed")
        var token: ChangeToken?
        for _ in 0..<2 {
            token = try await store.changes(
                in: Self.zone, of: Self.anns, since: token, limit: 5, desiredKeys: nil
            ).token
        }
        step("feed since what the database does not know")
        token?.counters["_ann"] = 1_000_000
        _ = try? await store.changes(
            in: Self.zone, of: Self.anns, since: token, limit: 5, desiredKeys: nil)
        step("feed of a database")
        _ = try await store.databaseChanges(in: Self.anns, since: nil, limit: nil)
        step("service data")
        try await store.setServiceData(["a": Data([1]), "b": Data([2])])
        try await store.setServiceData(["b": nil])
        _ = try await store.serviceData(prefix: "a")
        _ = try await store.serviceData(for: "a")
        step("service data of a database")
        for place in [ServicePlace.public, .private(user: "_ann"), .named("token")] {
            try await store.setServiceData(["a": Data([1]), "b": Data([2])], in: place)
            try await store.setServiceData(["b": nil], in: place)
            _ = try await store.serviceData(prefix: "a", in: place)
            _ = try await store.serviceData(for: "a", in: place)
        }
        try await store.removeServiceData(prefix: "a") { $0 == Data([1]) }
    }

    private func share() async throws {
        step("share a record")
        var child = Record("Country", Self.id("below"))
        child.parent = Self.id("country")
        try await store.put(child, in: Self.anns)
        var share = Share(
            Self.id("share"), root: Self.id("country"),
            participants: [
                Share.Participant(
                    user: "_bob", permission: .readWrite, acceptance: .accepted)
            ])
        let saved = try await store.put(share.record, in: Self.anns)[0]
        step("see by a share")
        _ = try await store.sharedNames(in: Self.seen, of: Self.bobs)
        _ = try await store.zones(in: Self.bobs)
        let token = try await store.changes(
            in: Self.seen, of: Self.bobs, since: nil, limit: nil, desiredKeys: nil
        ).token
        _ = try await store.changes(
            in: Self.seen, of: Self.bobs, since: token, limit: nil, desiredKeys: nil)
        _ = try await store.databaseChanges(in: Self.bobs, since: nil, limit: nil)
        step("save by a share")
        var below = Record("Country", RecordID("further", zone: Self.seen))
        below.parent = RecordID("country", zone: Self.seen)
        try await store.put(below, in: Self.bobs, user: "_bob")
        step("leave a share")
        share = try present(Share(saved))
        share.participants = []
        var record = share.record
        record.system = saved.system
        try await store.put(record, in: Self.anns, policy: .allKeys)
        step("share a zone")
        try await store.setParticipants(["_bob": .readWrite], of: Self.zone, in: Self.anns)
        _ = try await store.participants(of: Self.zone, in: Self.anns)
        _ = try await store.databaseChanges(in: Self.bobs, since: nil, limit: nil)
        _ = try await store.changes(
            in: Self.seen, of: Self.bobs, since: nil, limit: 3, desiredKeys: ["name"])
        try await store.setParticipants([:], of: Self.zone, in: Self.anns)
    }

    private func delete() async throws {
        step("delete")
        _ = try await store.save(
            SaveRequest(deleting: [Self.id("city1")]), in: Self.anns)
        _ = try await store.save(
            SaveRequest(deleting: [RecordID("country")], isAdministrator: true), in: .public)
        _ = try await store.save(
            SaveRequest(deleting: [Self.id("below"), Self.id("further")]), in: Self.anns)
        step("delete with what points at it")
        _ = try await store.save(
            SaveRequest(deleting: [Self.id("country")]), in: Self.anns)
        step("save what was deleted")
        try await store.put(
            Record("Country", Self.id("country"), ["name": "France"]), in: Self.anns)
        try await store.put(Self.city(1), in: Self.anns)
        step("delete a zone")
        try await store.deleteZones([Self.zone], in: Self.anns)
        try await store.createZones([Self.zone], in: Self.anns)
    }

    private func changeSchema() async throws {
        try await store.put(
            Record("Country", Self.id("country"), ["name": "France"]), in: Self.anns)
        try await store.put(Self.city(1), in: Self.anns)
        step("index a field")
        var city = Self.city
        city.fields.removeAll { $0.name == "country" || $0.name == "allint64" }
        for place in city.fields.indices where city.fields[place].name == "note" {
            city.fields[place].indexes = [.queryable, .searchable]
        }
        try await store.setSchema(
            RecordSchema(types: [city] + Self.schema.types.values.filter { $0.name == "Country" }))
        step("drop a type")
        try await store.setSchema(RecordSchema(types: [city]))
    }
}

/// The value, which is there.
func present<T>(_ value: T?) throws -> T {
    guard let value else { throw StoreError(.unknownRecord) }
    return value
}
#endif
