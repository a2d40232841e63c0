import Foundation
import PredicateCore
import RecordCore
import Testing

@Suite struct AdministrationQueryTests {
    private func host() async throws -> AdministeredHost {
        let host = try await AdministeredHost()
        _ = try await host.askPlace("PUT", "schema", body: AdministrationSchemaTests.text)
        let records = (0..<25).map {
            Record(
                "City", RecordID(String("c0\($0)".suffix(3))),
                ["name": .text("City \($0)"), "population": .int(Int64($0) * 1_000_000)])
        }
        let saved = try await host.store.save(SaveRequest(saving: records), in: .public)
        #expect(saved.firstError == nil)
        return host
    }

    @Test func `a query goes page by page to its end`() async throws {
        let host = try await host()
        var names: [String] = []
        var marker = ""
        for _ in 0..<10 {
            let more = marker.isEmpty ? "" : #","continuationMarker":"\#(marker)""#
            let page = try await host.askPlace(
                "POST", "query",
                body:
                    #"{"database":"public","recordType":"City","predicate":"population >= 10000000","sortBy":[{"fieldName":"population","ascending":false}],"limit":6\#(more)}"#
            )
            #expect(page.status == 200)
            names += page.json["records"].items.map(\.self["fields"]["name"]["value"].string)
            marker = page.json["continuationMarker"].string
            if marker.isEmpty { break }
        }
        #expect(names == (10..<25).reversed().map { "City \($0)" })
        let count = try await host.askPlace(
            "POST", "count", body: #"{"recordType":"City","predicate":"population >= 10000000"}"#)
        #expect(count.json["count"] == .int(15))
    }

    @Test func `a page of large records ends early, and none is lost`() async throws {
        let host = try await AdministeredHost()
        let text = Value.text(String(repeating: "x", count: 600_000))
        for number in 0..<10 {
            let record = Record("Large", RecordID("r\(number)"), ["text": text])
            let saved = try await host.store.save(SaveRequest(saving: [record]), in: .public)
            #expect(saved.firstError == nil)
        }
        var pages: [[String]] = []
        var marker = ""
        repeat {
            let more = marker.isEmpty ? "" : #","continuationMarker":"\#(marker)""#
            let page = try await host.askPlace(
                "POST", "query", body: #"{"recordType":"Large"\#(more)}"#)
            pages.append(page.json["records"].items.map(\.self["recordName"].string))
            marker = page.json["continuationMarker"].string
        } while !marker.isEmpty && pages.count < 12
        #expect(pages == [(0..<6).map { "r\($0)" }, (6..<10).map { "r\($0)" }])
    }

    @Test(arguments: [#""zone":{"zoneName":"Notes"}"#, #""predicate":"""#])
    func `no page repeats or skips a record when another is deleted between pages`(
        where place: String
    ) async throws {
        let orders = [
            "[]", #"[{"fieldName":"n","ascending":true}]"#,
            #"[{"fieldName":"n","ascending":false},{"fieldName":"t","ascending":true}]"#,
            #"[{"fieldName":"recordName","ascending":false}]"#,
            #"[{"fieldName":"___modTime","ascending":false}]"#,
            #"[{"fieldName":"at","relativeLocation":{"latitude":1,"longitude":2},"ascending":true}]"#,
        ]
        for order in orders {
            let host = try await AdministeredHost()
            let mine = DatabaseScope.private(user: "_ann")
            let zones = [ZoneID("Notes"), ZoneID("More"), ZoneID("Else")]
            try await host.store.createZones(zones, in: mine)
            // The same names in every zone; values that many share, and none at all.
            for zone in zones {
                let records = (0..<12).map { number -> Record in
                    var record = Record("N", RecordID("r\(number * 7 % 12)", zone: zone))
                    record["t"] = .text("t\(number % 5)")
                    if number % 4 != 0 { record["n"] = .int(Int64(number % 3)) }
                    if number % 3 != 0 {
                        let place = Location(latitude: 0, longitude: Double(number % 2))
                        record["at"] = .location(place)
                    }
                    return record
                }
                let saved = try await host.store.save(
                    SaveRequest(saving: records, user: "_ann"), in: mine)
                #expect(saved.firstError == nil)
            }
            func page(_ limit: Int, _ more: String) async throws -> AdministeredHost.Answer {
                try await host.askPlace(
                    "POST", "query",
                    body: #"{"database":"private","user":"_ann","recordType":"N",\#(place),"#
                        + #""sortBy":\#(order),"desiredKeys":[],"limit":\#(limit)\#(more)}"#)
            }
            func ids(_ answer: AdministeredHost.Answer) -> [RecordID] {
                answer.json["records"].items.map {
                    RecordID(
                        $0["recordName"].string, zone: ZoneID($0["zoneID"]["zoneName"].string))
                }
            }
            let whole = ids(try await page(200, ""))
            #expect(whole.count == (place.contains("Notes") ? 12 : 36))
            var read: [RecordID] = []
            var marker: String?
            repeat {
                let answer = try await page(
                    5, marker.map { #","continuationMarker":"\#($0)""# } ?? "")
                try #require(answer.status == 200, "\(answer.text)")
                #expect(answer.json["records"].items.allSatisfy { $0["fields"]["n"] == .null })
                read += ids(answer)
                #expect(read.count % 5 == 0 || read.count == whole.count)
                let result = try await host.store.save(
                    SaveRequest(
                        deleting: ids(answer).map { RecordID($0.name, zone: $0.zone) },
                        user: "_ann"), in: mine)
                #expect(result.firstError == nil)
                let text = answer.json["continuationMarker"].string
                marker = text.isEmpty ? nil : text
            } while marker != nil && read.count < 100
            #expect(read == whole, "\(order)")
        }
    }

    @Test func `what is wrong with a predicate is told with its place`() async throws {
        let host = try await host()
        let parse = try await host.askPlace(
            "POST", "query",
            body: #"{"recordType":"City","predicate":"name == \"Zürich\" AND AND 1"}"#)
        #expect(parse.status == 400)
        let quarry = parse.json["quarry"]
        #expect(quarry["kind"] == "predicate")
        #expect(quarry["offset"] == .int(22))
        #expect(quarry["utf16Offset"] == .int(21))
        #expect(quarry["utf16Length"] == .int(3))
        let field = try await host.askPlace(
            "POST", "check", body: #"{"recordType":"City","predicate":"name == 'ö' AND nmae == 2"}"#
        )
        #expect(field.status == 400)
        #expect(field.json["quarry"]["kind"] == "query")
        #expect(field.json["quarry"]["utf16Offset"] == .int(16))
        let index = try await host.askPlace(
            "POST", "check",
            body:
                #"{"recordType":"City","predicate":"population > 1","sortBy":[{"fieldName":"population"}],"profile":"cloudKit"}"#
        )
        #expect(index.json["quarry"]["code"] == "notSortable")
        let good = try await host.askPlace(
            "POST", "check", body: #"{"recordType":"City","predicate":"name LIKE 'C*'"}"#)
        #expect(good.text == "{}")
    }

    @Test func `an explanation names the statement, the index used and the one to add`()
        async throws
    {
        let host = try await host()
        let used = try await host.askPlace(
            "POST", "explain", body: #"{"recordType":"City","predicate":"population > 5"}"#)
        #expect(used.json["sql"].string.contains("\"population\" > ?"))
        #expect(used.json["parameters"].items.contains(.int(5)))
        #expect(used.json["indexUsed"] == .list(["City.population (queryable)"]))
        let sorted = try await host.askPlace(
            "POST", "explain",
            body: #"{"recordType":"City","sortBy":[{"fieldName":"population"}]}"#)
        #expect(sorted.json["indexToAdd"] == .list(["City.population SORTABLE"]))
    }

    @Test(arguments: [
        #"{"recordType":"City","database":"private"}"#, #"{"recordType":"City","database":"x"}"#,
        #"{"predicate":"name == 1"}"#, #"{"recordType":5}"#, #"[1]"#, #"{"recordType":"City""#,
        #"{"recordType":"City","continuationMarker":"b2Zmc2V0Oi0x"}"#,
        #"{"recordType":"City","continuationMarker":"%%%"}"#,
        #"{"recordType":"City","sortBy":{"fieldName":"name"}}"#,
        #"{"recordType":"City","limit":1.5}"#, #"{"recordType":"City","limit":-1}"#,
    ])
    func `a body that does not say what it should is refused`(_ body: String) async throws {
        let host = try await host()
        let answer = try await host.askPlace("POST", "query", body: body)
        #expect(answer.status == 400)
        #expect(answer.json["serverErrorCode"] == "BAD_REQUEST")
        #expect(!answer.json["reason"].string.isEmpty)
        #expect(answer.json["uuid"].string.count == 36)
    }

    @Test func `zones and what changed in them`() async throws {
        let host = try await AdministeredHost()
        let mine = DatabaseScope.private(user: "_ann")
        let notes = ZoneID("Notes")
        try await host.store.createZones([notes], in: mine)
        let records = (1...3).map { Record("Note", RecordID("n\($0)", zone: notes), ["t": "x"]) }
        _ = try await host.store.save(SaveRequest(saving: records, user: "_ann"), in: mine)
        let zones = try await host.askPlace("GET", "zones", query: "database=private&user=_ann")
        #expect(
            zones.json["zones"].items.map(\.self["zoneID"]["zoneName"].string) == [
                "_defaultZone", "Notes",
            ])
        let first = try await host.askPlace(
            "GET", "feed", query: "database=private&user=_ann&zone=Notes&limit=2")
        #expect(first.json["records"].items.map(\.self["recordName"].string) == ["n1", "n2"])
        #expect(first.json["moreComing"] == .int(1))
        var token = first.json["syncToken"].string
        func next() async throws -> AdministeredHost.Answer {
            let escaped = token.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let answer = try await host.askPlace(
                "GET", "feed", query: "database=private&user=_ann&zone=Notes&syncToken=\(escaped)")
            token = answer.json["syncToken"].string
            return answer
        }
        #expect(try await next().json["records"].items.count == 1)
        _ = try await host.store.save(
            SaveRequest(deleting: [RecordID("n2", zone: notes)], user: "_ann"), in: mine)
        let gone = try await next()
        #expect(gone.json["records"][0]["recordName"] == "n2")
        #expect(gone.json["records"][0]["deleted"] == .int(1))
        let bad = try await host.askPlace(
            "GET", "feed", query: "database=private&user=_ann&zone=Notes&syncToken=garbled")
        #expect(bad.status == 400)
        let missing = try await host.askPlace(
            "GET", "feed", query: "database=private&user=_ann&zone=Nowhere")
        #expect(missing.status == 404)
    }
}
