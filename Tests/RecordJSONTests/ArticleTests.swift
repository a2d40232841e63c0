import RecordCore
import RecordJSON
import Testing

/// The programs of RecordJSON's article, as they stand there.
@Suite struct RecordJSONArticleTests {
    @Test func `a record is written and read again`() throws {
        var city = Record("City", RecordID("paris"))
        city["name"] = "Paris"
        city["population"] = 2_138_551

        var writer = JSONWriter()
        RecordJSON().append(city, to: &writer)
        let line = String(decoding: writer.bytes, as: UTF8.self)
        #expect(
            "\(line)"
                == #"{"recordType":"City","recordName":"paris","name":"Paris","population":2138551}"#
        )

        let json = try JSONReader.value(of: line)
        let again = try RecordJSON().record(
            from: json, schema: RecordSchema(), defaults: RecordDefaults(type: "City"))
        #expect("\(again["name"] == city["name"])" == #"true"#)
    }

    @Test func `a mistake has its place`() {
        do {
            _ = try JSONReader.value(of: #"{"name": }"#)
        } catch {
            #expect("\(error)" == #"Expected a value, found "}" (at byte 9)"#)
        }
        #expect(throws: JSONError.self) { try JSONReader.value(of: #"{"name": }"#) }
    }
}
