import Foundation
import RecordCore
import RecordService
import Testing

// Records that are selected, copied and exported from the record browser.
extension DashboardTests.Records {
    @Test func `records are selected, copied and deleted together`() async throws {
        let service = try await DashboardStage.scene().service()
        let names = ["gone-1", "gone-2", "gone-3"]
        let saved = try await service.store.save(
            SaveRequest(
                saving: names.map {
                    Record(
                        "City", RecordID($0),
                        ["name": .text("Gone, \"\($0)\""), "population": .int(Int64.max)])
                }, user: "_ada"), in: .public)
        #expect(saved.firstError == nil)
        try await DashboardStage.visit(
            DashboardStage.place("records", "type=City&where=name%20BEGINSWITH%20%22Gone%22"),
            until: "tbody tr"
        ) { page, _ in
            try await page.click("[aria-label='Select gone-1']")
            try await page.click("[aria-label='Select gone-3']")
            try await page.wait("document.querySelector('.above-results strong')")
            #expect(try await page.text(".above-results strong") == "2 selected")
            #expect(
                try await page.evaluate("document.querySelector('thead input').indeterminate")
                    .isTrue)
            try await page.press("Export or copy")
            let json = try await page.text("dialog pre")
            #expect(json.contains("\"recordName\":\"gone-3\""))
            #expect(json.contains("\"population\":9223372036854775807"))
            #expect(!json.contains("gone-2"))
            try await page.press("CSV")
            #expect(try await page.text("dialog pre").contains("\"Gone, \"\"gone-1\"\"\""))
            try await page.press("curl")
            #expect(try await page.text("dialog pre").contains("/public/records/lookup'"))
            try await page.press("Swift")
            #expect(
                try await page.text("dialog pre").contains(
                    "CKRecord.ID(recordName: \"gone-1\"),"))
            try await page.choose("dialog select", "all")
            #expect(
                try await page.text("dialog pre").contains(
                    "NSPredicate(format: \"name BEGINSWITH \\\"Gone\\\"\")"))
            try await page.press("JSON")
            try await page.press("Copy")
            try await page.wait("document.querySelector('dialog .copy').innerText === 'Copied'")
            try await page.press("Close")
            try await page.press("Delete")
            try await page.wait("document.querySelector('dialog')")
            try await page.press("Delete")
            try await page.wait("document.querySelectorAll('tbody tr').length === 1")
            #expect(try await page.texts("tbody th") == "gone-2")
            let left = try await service.store.records(
                names.map { RecordID($0) }, in: .public, desiredKeys: nil)
            #expect(left.keys.map(\.name) == ["gone-2"])
            try await page.click("[aria-label='Select every record of this page']")
            try await page.press("Delete")
            try await page.wait("document.querySelector('dialog')")
            try await page.press("Delete")
            try await page.wait("document.querySelector('.results .empty')")
        }
    }

    @Test func `a copied record says its zone and those of its references`() async throws {
        let zone = ZoneID("Drafts")
        let mine = DatabaseScope.private(user: "_grace")
        let store = try await DashboardStage.scene().service().store
        _ = try await store.createZones([zone], in: mine)
        let date = Date(timeIntervalSinceReferenceDate: 791_553_600.123456)
        var here = Location(latitude: 1, longitude: 2)
        here.timestamp = date
        var child = Record("Everything", RecordID("page", zone: zone))
        child.parent = RecordID("draft", zone: zone)
        let saved = try await store.save(
            SaveRequest(
                saving: [
                    Record(
                        "Everything", RecordID("draft", zone: zone),
                        [
                            "aPlace": .location(here), "aDate": .date(date),
                            "dates": .list([.date(date)]),
                            "aText": "007", "integers": .list([.int(1), .int(2)]),
                            "aLink": .reference(Reference(RecordID("draft", zone: zone))),
                            "links": .list([.reference(Reference(RecordID("other")))]),
                        ]), child,
                ], user: "_grace"), in: mine)
        #expect(saved.firstError == nil)
        try await DashboardStage.visit(
            DashboardStage.place("records", "type=Everything&database=private&user=_grace"),
            until: "tbody tr"
        ) { page, _ in
            try await page.press("Export or copy")
            let json = try await page.text("dialog pre")
            #expect(json.contains(#""zone":"Drafts""#))
            #expect(json.contains(#""aLink":{"recordName":"draft"}"#), "\(json)")
            #expect(
                json.contains(#""links":[{"recordName":"other","zone":"_defaultZone"}]"#),
                "\(json)")
            // As import reads dates, that of a location too.
            let text = #""2026-01-31T12:00:00.123456Z""#
            for form in [
                #""timestamp":\#(text)"#, #""aDate":{"date":\#(text)}"#,
                #""dates":[{"date":\#(text)}]"#,
            ] {
                #expect(json.contains(form), "\(json)")
            }
            #expect(
                json.contains(
                    #""recordName":"page","zone":"Drafts","_parent":{"recordName":"draft"}"#),
                "\(json)")
            try await page.press("CSV")
            let csv = try await page.text("dialog pre")
            #expect(csv.hasPrefix("recordName,zone,aText,"), "\(csv)")
            #expect(csv.contains(",_parent"), "\(csv)")
            #expect(csv.contains(#","{""recordName"":""draft""}""#), "\(csv)")
            #expect(csv.contains(#"draft,Drafts,"007","#), "\(csv)")
            #expect(csv.contains(#""[1,2]""#), "\(csv)")
            #expect(csv.contains(",2026-01-31T12:00:00.123456Z,"), "\(csv)")
        }
        _ = try await store.save(
            SaveRequest(
                deleting: [RecordID("page", zone: zone), RecordID("draft", zone: zone)],
                user: "_grace"), in: mine)
    }

    @Test func `what is copied of another user's zone names its owner`() async throws {
        try await DashboardStage.visit(cities, until: "tbody tr") { page, _ in
            let text = try await page.evaluate(
                """
                import('/dashboard/export.js').then(({ csv, json }) => {
                  const zoneID = { zoneName: 'Trip', ownerRecordName: '_ann' };
                  const mine = { zoneName: 'Trip', ownerRecordName: '__defaultOwner__' };
                  const link = (zoneID) => (
                    { type: 'REFERENCE', value: { recordName: 'to', zoneID } });
                  const records = [{ recordType: 'Stop', recordName: 'a', zoneID,
                    fields: { one: link(zoneID), two: link(mine) } }];
                  return csv(records, ['one', 'two'], ['zone', 'owner']) + json(records);
                })
                """
            ).string
            #expect(
                text == "recordName,zone,owner,one,two\r\n"
                    + #"a,Trip,_ann,to,"{""recordName"":""to"",""zone"":""Trip""}""# + "\r\n"
                    + #"[\#n{"recordType":"Stop","recordName":"a","zone":"Trip","owner":"_ann","#
                    + #""one":{"recordName":"to"},"two":{"recordName":"to","zone":"Trip"}}"#
                    + "\n]\n")
            // A year that has no four digits.
            let far = try await page.evaluate(
                """
                import('/dashboard/export.js').then(({ csv, json }) => {
                  const records = [{ recordType: 'Stop', recordName: 'a',
                    fields: { at: { type: 'TIMESTAMP', value: '300000000000000' } } }];
                  return csv(records, ['at']) + json(records);
                })
                """
            ).string
            #expect(
                far == "recordName,at\r\n" + #"a,"{""date"":299021692800000000}""# + "\r\n"
                    + #"[\#n{"recordType":"Stop","recordName":"a","at":{"date":299021692800000000}}"#
                    + "\n]\n")
            // What a bare cell would lose, or be read as something else.
            let cells = try await page.evaluate(
                """
                import('/dashboard/export.js').then(({ csv }) => {
                  const here = { latitude: '1.5', longitude: '2.5' };
                  const fields = {
                    here: { type: 'LOCATION', value: here },
                    high: { type: 'LOCATION', value: { ...here, altitude: '408' } },
                    raw: { type: 'BYTES', value: '1234' },
                    none: { type: 'BYTES', value: '' },
                    file: { type: 'ASSETID', value: { fileChecksum: 'ab', size: '3' } },
                  };
                  return csv([{ recordName: 'a', fields }], Object.keys(fields));
                })
                """
            ).string
            #expect(
                cells == "recordName,here,high,raw,none,file\r\n"
                    + #"a,"1.5,2.5","{""latitude"":1.5,""longitude"":2.5,""altitude"":408}","#
                    + #""1234","","{""asset"":{""checksum"":""ab"",""size"":3}}""# + "\r\n")
        }
    }

    @Test func `a selected record is the one that is stored now`() async throws {
        let service = try await DashboardStage.scene().service()
        let saved = try await service.store.save(
            SaveRequest(
                saving: ["held-1", "held-2"].map {
                    Record("City", RecordID($0), ["name": .text("Held \($0)")])
                }, user: "_ada"), in: .public)
        #expect(saved.firstError == nil)
        try await DashboardStage.visit(
            DashboardStage.place("records", "type=City&where=name%20BEGINSWITH%20%22Held%22"),
            until: "tbody tr"
        ) { page, _ in
            try await page.click("[aria-label='Select held-1']")
            try await page.click("[aria-label='Select held-2']")
            try await page.press("held-1")
            try await page.fill("[data-field=name] textarea", "Held again")
            try await page.press("Save")
            try await page.wait("!document.querySelector('dialog')")
            try await page.wait("document.querySelector('tbody').innerText.includes('Held again')")
            try await page.press("held-2")
            try await page.press("Delete")
            try await page.wait("document.querySelectorAll('dialog').length === 2")
            try await page.press("Delete")
            try await page.wait("!document.querySelector('dialog')")
            try await page.wait("document.querySelectorAll('tbody tr').length === 1")
            #expect(try await page.text(".above-results strong") == "1 selected")
            try await page.press("Export or copy")
            let json = try await page.text("dialog pre")
            #expect(json.contains("Held again"), "\(json)")
            try await page.press("Close")
            try await page.press("Delete")
            try await page.wait("document.querySelector('dialog')")
            try await page.press("Delete")
            try await page.wait("document.querySelector('.results .empty')")
        }
    }
}
