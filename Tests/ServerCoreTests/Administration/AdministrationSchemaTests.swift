import Foundation
import ServerCore
import PredicateCore
import RecordCore
import RecordService
import Testing
import WebServices

@Suite struct AdministrationSchemaTests {
    static let text = """
        DEFINE SCHEMA
            RECORD TYPE City (
                "___recordID" REFERENCE QUERYABLE,
                name STRING QUERYABLE SORTABLE,
                population INT64 QUERYABLE,
                GRANT CREATE TO "_icloud",
                GRANT READ TO "_world"
            );
        """

    @Test func `a schema is put, read as text and in parts`() async throws {
        let host = try await AdministeredHost()
        let put = try await host.askPlace("PUT", "schema", body: Self.text)
        #expect(put.status == 200)
        #expect(put.json["changes"][0]["kind"] == "addType")
        let plain = try await host.askPlace("GET", "schema")
        #expect(plain.text.hasPrefix("DEFINE SCHEMA\n"))
        #expect(
            try RecordSchema(parsing: plain.text)["City"]?.fields.map(\.name) == [
                "name", "population",
            ])
        let parts = try await host.askPlace("GET", "schema", query: "format=json&counts=true")
        let city = parts.json["types"].items.first { $0["name"] == "City" } ?? .null
        #expect(city["records"] == .int(0))
        #expect(city["fields"][0]["searchable"] == .bool(false))
        #expect(city["fields"][0]["allowed"]["searchable"] == .bool(true))
        #expect(city["grants"][1]["role"] == "_world")
    }

    @Test(arguments: ["", "format=json"])
    func `a schema replaces the one that was read, and no other`(query: String) async throws {
        let host = try await AdministeredHost()
        let place = "/admin/1/containers/\(AdministeredHost.container)/development/schema"
        let read = try await host.askPlace("GET", "schema", query: query)
        let tag = try #require(read.headers.first { $0.name == "etag" }?.value)
        let other = "DEFINE SCHEMA RECORD TYPE Town (name STRING);"
        let requests = [
            (other, tag, 200), (Self.text, tag, 409), (other, "*", 200),
        ]
        for (text, tag, status) in requests {
            let answer = try await host.ask(
                "PUT", place, body: text,
                headers: [("authorization", "Bearer \(host.token)"), ("if-match", tag)])
            #expect(answer.status == status, "\(answer.text)")
        }
        #expect(try await host.store.schema()["Town"]?.field("name") != nil)
    }

    @Test func `validating changes nothing and says where a text is wrong`() async throws {
        let host = try await AdministeredHost()
        let good = try await host.askPlace("PUT", "schema", query: "validate=true", body: Self.text)
        #expect(good.json["problems"] == .list([]))
        #expect(good.json["changes"].items.count == 1)
        #expect(try await host.store.schema()["City"] == nil)
        let bad = "DEFINE SCHEMA\n  RECORD TYPE A (\n    b STRNG\n  );"
        let checked = try await host.askPlace("PUT", "schema", query: "validate=true", body: bad)
        #expect(checked.status == 200)
        #expect(checked.json["problems"][0]["line"] == .int(3))
        #expect(checked.json["problems"][0]["column"] == .int(7))
        let refused = try await host.askPlace("PUT", "schema", body: bad)
        #expect(refused.status == 400)
        #expect(refused.json["serverErrorCode"] == "BAD_REQUEST")
        #expect(refused.json["quarry"]["line"] == .int(3))
    }

    @Test func `what a change takes away is said to break`() async throws {
        let host = try await AdministeredHost()
        _ = try await host.askPlace("PUT", "schema", body: Self.text)
        let less = Self.text
            .replacingOccurrences(
                of: "name STRING QUERYABLE SORTABLE", with: "name STRING SORTABLE"
            )
            .replacingOccurrences(of: "        population INT64 QUERYABLE,\n", with: "")
            .replacingOccurrences(of: "GRANT READ", with: "GRANT WRITE")
        let answer = try await host.askPlace("PUT", "schema", query: "validate=true", body: less)
        let lines = answer.json["changes"].items.map {
            "\($0["kind"].string) \($0["text"].string) \($0["isBreaking"] == .int(1))"
        }
        #expect(
            lines == [
                "dropField City.population true", "dropIndex City.name QUERYABLE true",
                "addGrant City: WRITE to _world false", "dropGrant City: READ from _world true",
            ])
    }

    @Test func `deploying adds, keeps what production has, and names what stands in the way`()
        async throws
    {
        let host = try await AdministeredHost()
        _ = try await host.askPlace("PUT", "schema", body: Self.text)
        let dry = try await host.askPlace("POST", "schema/deploy", body: #"{"dryRun":true}"#)
        #expect(dry.json["changes"].items.count == 1)
        let production = try await host.host.containers.service(
            AdministeredHost.container, .production
        ).store
        #expect(try await production.schema()["City"] == nil)
        _ = try await host.askPlace("POST", "schema/deploy")
        #expect(try await production.schema()["City"]?.fields.count == 2)

        // One field goes and another changes its type: neither reaches production.
        let other = Self.text
            .replacingOccurrences(of: "        population INT64 QUERYABLE,\n", with: "")
            .replacingOccurrences(of: "name STRING QUERYABLE SORTABLE", with: "name DOUBLE")
        #expect(try await host.askPlace("PUT", "schema", body: other).status == 200)
        let answer = try await host.askPlace("POST", "schema/deploy", body: #"{"dryRun":true}"#)
        #expect(answer.json["kept"] == .list(["City.population"]))
        #expect(answer.json["problems"][0]["field"] == "name")
        let refused = try await host.askPlace("POST", "schema/deploy")
        #expect(refused.status == 400)
        #expect(try await production.schema()["City"]?.field("name")?.type == .single(.string))
    }

    @Test func `saved queries replace those that were read, and no others`() async throws {
        let host = try await AdministeredHost()
        let read = try await host.askPlace("GET", "saved-queries")
        let tag = try #require(read.headers.first { $0.name == "etag" }?.value)
        for (name, tag, status) in [("Large", tag, 200), ("Small", tag, 409), ("All", "*", 200)] {
            let answer = try await host.ask(
                "PUT", "containers/\(AdministeredHost.container)/development/saved-queries",
                body: #"{"savedQueries":[{"name":"\#(name)","recordType":"City"}]}"#,
                headers: [("authorization", "Bearer \(host.token)"), ("if-match", tag)])
            #expect(answer.status == status, "\(answer.text)")
        }
        let saved = try await host.askPlace("GET", "saved-queries")
        #expect(saved.json["savedQueries"].items.map(\.self["name"].string) == ["All"])
    }

    @Test func `saved queries that a deployment breaks are named`() async throws {
        let host = try await AdministeredHost()
        _ = try await host.askPlace("PUT", "schema", body: Self.text)
        _ = try await host.askPlace("POST", "schema/deploy")
        let saved = try await host.askPlace(
            "PUT", "saved-queries",
            body:
                #"{"savedQueries":[{"name":"Large","recordType":"City","predicate":"population > 5"},{"name":"By name","recordType":"City","sortBy":[{"fieldName":"name","ascending":false}]}]}"#
        )
        #expect(saved.json["savedQueries"].items.count == 2)
        #expect(saved.json["savedQueries"][1]["sortBy"][0]["ascending"] == .int(0))
        _ = try await host.askPlace(
            "PUT", "schema",
            body: Self.text.replacingOccurrences(
                of: "population INT64 QUERYABLE", with: "population INT64"))
        let dry = try await host.askPlace("POST", "schema/deploy", body: #"{"dryRun":true}"#)
        #expect(dry.json["brokenQueries"].items.map(\.self["name"].string) == ["Large"])
    }

    @Test func `resetting gives development production's schema and no records`() async throws {
        let host = try await AdministeredHost()
        _ = try await host.askPlace("PUT", "schema", body: Self.text)
        _ = try await host.askPlace("POST", "schema/deploy")
        _ = try await host.askPlace(
            "PUT", "schema",
            body: Self.text + "\nRECORD TYPE Town (name STRING);")
        let city = Record("City", RecordID("paris"), ["name": "Paris"])
        let saved = try await host.store.save(SaveRequest(saving: [city]), in: .public)
        #expect(saved.firstError == nil)
        #expect(try await host.askPlace("DELETE", "schema").status == 200)
        #expect(try await host.store.schema()["Town"] == nil)
        #expect(try await host.store.schema()["City"]?.fields.count == 2)
        #expect(try await host.store.count(RecordQuery("City", in: .all), in: .public) == 0)
        let production = try await host.ask(
            "DELETE", "containers/\(AdministeredHost.container)/production/schema")
        #expect(production.status == 400)
    }

    @Test func `resetting gives users their quota back`() async throws {
        let host = try await AdministeredHost { $0.service.quotaBytes = 10_000 }
        let service = try await host.host.containers.service(
            AdministeredHost.container, .development)
        let ann = service.session(user: "_ann", device: "phone")
        for name in ["a", "b"] {
            let note = Record("Note", RecordID(name), ["data": .bytes(Data(count: 6_000))])
            let saved = try await ann.modify(SaveRequest(saving: [note]), in: .private)
            #expect(saved.saves.first?.isSuccess == true)
            #expect(try await host.askPlace("DELETE", "schema").status == 200)
        }
    }
}
