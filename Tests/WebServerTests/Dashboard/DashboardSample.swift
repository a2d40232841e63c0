import Accounts
import Foundation
import ServerCore
import RecordCore
import RecordService
import WebServices

/// Cities, notes and people for the dashboard to show.
enum DashboardSample {
    static let schema = """
        DEFINE SCHEMA
            CREATE ROLE editor;
            RECORD TYPE City (
                "___createTime" TIMESTAMP QUERYABLE SORTABLE,
                "___modTime"    TIMESTAMP QUERYABLE SORTABLE,
                "___recordID"   REFERENCE QUERYABLE,
                name            STRING QUERYABLE SEARCHABLE SORTABLE,
                population      INT64 QUERYABLE SORTABLE,
                area            DOUBLE,
                founded         TIMESTAMP QUERYABLE SORTABLE,
                position        LOCATION QUERYABLE SORTABLE,
                country         REFERENCE QUERYABLE,
                tags            LIST<STRING> QUERYABLE,
                photo           ASSET,
                GRANT WRITE TO "_creator",
                GRANT CREATE TO "_icloud",
                GRANT READ TO "_world",
                GRANT READ, WRITE TO editor
            );
            RECORD TYPE Country (
                "___recordID"   REFERENCE QUERYABLE,
                name            STRING QUERYABLE SORTABLE,
                GRANT WRITE TO "_creator",
                GRANT CREATE TO "_icloud",
                GRANT READ TO "_world"
            );
            RECORD TYPE Everything (
                "___recordID"   REFERENCE QUERYABLE,
                aText           STRING QUERYABLE SEARCHABLE SORTABLE,
                anInteger       INT64 QUERYABLE SORTABLE,
                aNumber         DOUBLE QUERYABLE SORTABLE,
                aDate           TIMESTAMP QUERYABLE SORTABLE,
                someBytes       BYTES QUERYABLE,
                aPlace          LOCATION QUERYABLE SORTABLE,
                aLink           REFERENCE QUERYABLE,
                aFile           ASSET,
                texts           LIST<STRING> QUERYABLE SEARCHABLE,
                integers        LIST<INT64> QUERYABLE,
                numbers         LIST<DOUBLE> QUERYABLE,
                dates           LIST<TIMESTAMP> QUERYABLE,
                byteses         LIST<BYTES> QUERYABLE,
                places          LIST<LOCATION> QUERYABLE,
                links           LIST<REFERENCE> QUERYABLE,
                between         REFERENCE QUERYABLE,
                files           LIST<ASSET>,
                GRANT WRITE TO "_creator",
                GRANT CREATE TO "_icloud",
                GRANT READ TO "_world"
            );
        """

    static let cities: [(String, Int64, Double, Double, Double, String, [String])] = [
        ("Paris", 2_102_650, 105.4, 48.8566, 2.3522, "fr", ["capital", "river"]),
        ("London", 8_866_180, 1572, 51.5072, -0.1276, "gb", ["capital", "river"]),
        ("Tokyo", 14_094_034, 2194, 35.6764, 139.65, "jp", ["capital", "sea"]),
        ("São Paulo", 11_451_245, 1521, -23.5558, -46.6396, "br", ["river"]),
        ("Nairobi", 4_397_073, 696, -1.2921, 36.8219, "ke", ["capital"]),
        ("Reykjavík", 139_875, 273, 64.1466, -21.9426, "is", ["capital", "sea"]),
        ("Sydney", 5_450_496, 12368, -33.8688, 151.2093, "au", ["sea"]),
        ("Cairo", 9_539_673, 453, 30.0444, 31.2357, "eg", ["capital", "river"]),
        ("Lima", 10_092_000, 2672, -12.0464, -77.0428, "pe", ["capital", "sea"]),
        ("Zürich", 427_721, 87.9, 47.3769, 8.5417, "ch", ["lake"]),
    ]

    /// A host with an administrator, two people, the sample schema and its records.
    static func host(_ place: HostOptions.Location) async throws -> ServerCore.Host {
        var options = HostOptions(place)
        options.containers = [DashboardStage.container]
        options.accounts = .forTests
        let host = try await ServerCore.Host(options)
        try await host.accounts.createUser(
            NewUser(
                DashboardStage.administrator, password: DashboardStage.password,
                recordName: "_ada", isAdministrator: true))
        for (name, given) in [("grace", "Grace"), ("alan", "Alan")] {
            try await host.accounts.createUser(
                NewUser(
                    name, password: "a long password", recordName: "_\(name)",
                    email: "\(name)@example.org", givenName: given))
        }
        let service = try await host.containers.service(DashboardStage.container, .development)
        try await service.store.setSchema(try RecordSchema(parsing: schema))
        var records: [Record] = []
        for (name, population, area, latitude, longitude, country, tags) in cities {
            let home = RecordID("country-\(country)")
            records.append(Record("Country", home, ["name": .text(country.uppercased())]))
            records.append(
                Record(
                    "City", RecordID("city-\(country)"),
                    [
                        "name": .text(name), "population": .int(population),
                        "area": .double(area),
                        "founded": .date(
                            Date(timeIntervalSince1970: -8_640_000_000 - Double(population))),
                        "position": .location(
                            Location(latitude: latitude, longitude: longitude)),
                        "country": .reference(Reference(home)),
                        "tags": .list(tags.map { .text($0) }),
                    ]))
        }
        for number in 0..<120 {
            let name = "village-" + String("00\(number)".suffix(3))
            records.append(
                Record(
                    "City", RecordID(name),
                    [
                        "name": .text("Village \(number)"), "population": .int(Int64(number * 7)),
                    ]))
        }
        let result = try await service.store.save(
            SaveRequest(saving: records, user: "_ada"), in: .public)
        if let error = result.firstError { throw error }
        let notes = ZoneID("Notes")
        let mine = DatabaseScope.private(user: "_grace")
        try await service.store.createZones([notes], in: mine)
        _ = try await service.store.save(
            SaveRequest(
                saving: (1...3).map {
                    Record(
                        "Note", RecordID("note-\($0)", zone: notes),
                        ["title": .text("Note \($0)")])
                }, user: "_grace"), in: mine)
        return host
    }
}
