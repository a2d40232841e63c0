import DemoFiles
import RecordCore
import RecordJSON

/// The sample data as records, and their schema.
enum CityRecords {
    /// Cities and countries, with an index for each question that the demonstration asks.
    static let schema = RecordSchema(types: [
        RecordType(
            "City",
            fields: [
                Field("name", .single(.string), [.queryable, .sortable, .searchable]),
                Field("alternateNames", .list(.string), [.queryable, .searchable]),
                Field("country", .single(.reference), [.queryable]),
                Field("population", .single(.int64), [.queryable, .sortable]),
                Field("location", .single(.location), [.queryable, .sortable]),
                Field("solsticeSunrise", .single(.timestamp), [.queryable, .sortable]),
                Field("timeZone", .single(.string), [.queryable, .sortable]),
            ]),
        RecordType(
            "Country",
            fields: [
                Field("name", .single(.string), [.queryable, .sortable, .searchable]),
                Field("code", .single(.string), [.queryable]),
                Field("continent", .single(.string), [.queryable]),
                Field("capital", .single(.string), []),
                Field("capitalCity", .single(.reference), [.queryable]),
                Field("population", .single(.int64), [.queryable, .sortable]),
                Field("area", .single(.double), [.queryable, .sortable]),
            ]),
    ])

    /// The lines of a table below its header, as fields.
    private static func rows(_ table: DemoFile) -> [[Substring]] {
        let bytes = UnsafeBufferPointer(start: table.bytes, count: table.count)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
    }

    /// Every country as a record.
    static func countries(in zone: ZoneID) -> [Record] {
        rows(demo_countries()).compactMap { row in
            guard row.count == 7 else { return nil }
            var record = Record("Country", RecordID("country-\(row[0])", zone: zone))
            record["code"] = text(row[0])
            record["name"] = text(row[1])
            record["continent"] = text(row[2])
            record["capital"] = text(row[3])
            if !row[4].isEmpty { record["capitalCity"] = reference(String(row[4]), zone) }
            record["population"] = Int64(row[5]).map { .int($0) } ?? .null
            record["area"] = Double(row[6]).map { .double($0) } ?? .null
            return record
        }
    }

    /// Every city as a record.
    static func cities(in zone: ZoneID) -> [Record] {
        rows(demo_cities()).compactMap { row in
            guard row.count == 9 else { return nil }
            var record = Record("City", RecordID(String(row[0]), zone: zone))
            record["name"] = text(row[1])
            if !row[2].isEmpty {
                record["alternateNames"] = .list(row[2].split(separator: "|").map { text($0) })
            }
            record["country"] = reference("country-\(row[3])", zone)
            record["population"] = Int64(row[4]).map { .int($0) } ?? .null
            if let latitude = Double(row[5]), let longitude = Double(row[6]) {
                record["location"] = .location(Location(latitude: latitude, longitude: longitude))
            }
            record["solsticeSunrise"] = ISODate.date(String(row[7])).map { .date($0) } ?? .null
            record["timeZone"] = text(row[8])
            return record
        }
    }

    private static func text(_ text: Substring) -> Value {
        text.isEmpty ? .null : .text(String(text))
    }

    private static func reference(_ name: String, _ zone: ZoneID) -> Value {
        .reference(Reference(RecordID(name, zone: zone)))
    }
}
