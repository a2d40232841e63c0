import Foundation
import RecordCore
import RecordJSON
import Testing

@testable import CLI

/// Rows of CSV become the same records by the layout of their columns as by their names.
@Suite struct RowLayoutTests {
    private static let schema = RecordSchema(types: [
        RecordType(
            "T",
            fields: [
                Field("id", .single(.string)), Field("text", .single(.string)),
                Field("count", .single(.int64)), Field("size", .single(.double)),
                Field("day", .single(.timestamp)), Field("place", .single(.location)),
                Field("raw", .single(.bytes)), Field("other", .single(.reference)),
                Field("tags", .list(.string)), Field("numbers", .list(.int64)),
            ])
    ])

    private static let rows = #"""
        id,text,count,size,day,place,raw,other,tags,numbers,later
        a,007,3,4,1990-02-03,"48.85,2.35",AQID,b,a|b,1|2,5
        "8001",true,-1.0,1e3,"{""date"":""1990-02-03""}",,,"{""recordName"":""b""}","[""x""]","[1,2]",x
        9,"",,"2.5",now,"91,2",%,,3,4,89014103211118510720
        "x ""y""","[1]",9223372036854775808,true,7,{,,,,,"{""latitude"":1,""longitude"":2}"
        short
        """#

    /// The records of rows, or why there is none.
    private func records(
        _ text: String, _ defaults: RecordDefaults, byLayout: Bool
    ) throws -> (records: [String], hasLayout: Bool) {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("rows-\(UUID().uuidString).csv")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let source = try RecordSource(path: file.path, format: .csv, quotedNumbers: false)
        var builder = RecordBuilder(schema: Self.schema, defaults: defaults, json: RecordJSON())
        if byLayout { builder.rows = source.readRows(by: builder.schema, defaults) }
        var found: [String] = []
        while let item = try source.next() {
            do {
                let record = try builder.record(item, in: "rows.csv")
                let fields = record.fields.sorted { $0.key < $1.key }.map {
                    "\($0.key): \($0.value)"
                }
                // A record without a name is given a UUID.
                found.append(
                    "\(record.type) \(defaults.idField == nil ? "" : record.id.name) "
                        + "\(record.id.zone.name) \(fields)")
            } catch let failure as Failure { found.append(failure.message) }
        }
        return (found, builder.rows != nil)
    }

    @Test(arguments: [nil, "id", "count", "other", "tags"] as [String?])
    func `rows are read alike`(idField: String?) throws {
        let defaults = RecordDefaults(type: "T", zone: ZoneID("Z"), idField: idField)
        let plain = try records(Self.rows, defaults, byLayout: false)
        let quick = try records(Self.rows, defaults, byLayout: true)
        #expect(plain.records.count == 5 && !plain.hasLayout && quick.hasLayout)
        for (plain, quick) in zip(plain.records, quick.records) { #expect(plain == quick) }
    }

    @Test(arguments: ["recordName,text", "_recordName,text", "zone,text", "recordType,text"])
    func `rows that say more than fields have no layout`(header: String) throws {
        let defaults = RecordDefaults(type: "T", zone: .default, idField: nil)
        #expect(try !records(header + "\n", defaults, byLayout: true).hasLayout)
        // Columns whose names become the same are different fields.
        #expect(try records("a b,a_b\n", defaults, byLayout: true).hasLayout)
        let unknown = RecordDefaults(type: "U", zone: .default, idField: nil)
        #expect(try !records("text,count\n", unknown, byLayout: true).hasLayout)
        let absent = RecordDefaults(type: "T", zone: .default, idField: "id")
        #expect(try !records("text,count\n", absent, byLayout: true).hasLayout)
    }
}
