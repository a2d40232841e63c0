import Foundation
import RecordCore
import RecordService
import Testing

extension DashboardTests {
    /// The record editor: what is written there is what the store has.
    @Suite struct Editor {
        /// A picture of one red pixel.
        private static let picture =
            Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
            ) ?? Data()

        private func file() throws -> URL {
            let url = FileManager.default.temporaryDirectory
                .appendingPathComponent("quarry-\(UUID().uuidString).png")
            try Editor.picture.write(to: url)
            return url
        }

        @Test func `every type of field is written, and the store has it`() async throws {
            let file = try file()
            defer { try? FileManager.default.removeItem(at: file) }
            try await DashboardStage.visit(
                DashboardStage.place("records", "type=Everything"), until: "#new"
            ) { page, scene in
                try await page.click("#new")
                try await page.fill("dialog .pair input", "all-of-it")
                // Every field is there, to be written in at once.
                #expect(try await page.count("dialog .editor-row .unset") == 0)
                try await page.fill("[data-field=aText] textarea", "Grüße, 世界 \"quoted\"")
                try await page.fill("[data-field=anInteger] input", "9223372036854775807")
                try await page.fill("[data-field=aNumber] input", "-2.5e-3")
                try await page.fill("[data-field=aDate] .mono", "2026-01-31T12:00:00.123Z")
                try await page.fill("[data-field=someBytes] textarea", "de ad BE ef 00")
                try await page.fill("[data-field=aPlace] input", "48.8566")
                try await page.fill("[data-field=aPlace] .labelled:nth-child(2) input", "2.3522")
                try await page.evaluate(
                    "document.querySelector('[data-field=aPlace] details').open = true")
                try await page.fill("[data-field=aPlace] details input", "35")
                try await page.fill("[data-field=aLink] input", "country-fr")
                try await page.choose("[data-field=aLink] select", "VALIDATE")
                try await page.attach(file.path, to: "[data-field=aFile] input[type=file]")
                try await page.wait(
                    "document.querySelector('[data-field=aFile] img')?.naturalWidth === 1")

                let lists: [(String, String, [String])] = [
                    ("texts", "Add text", ["one", "two"]),
                    ("integers", "Add integer", ["-9223372036854775808", "9007199254740993"]),
                    ("numbers", "Add number", ["0.5"]),
                ]
                for (field, add, values) in lists {
                    for (place, value) in values.enumerated() {
                        try await page.evaluate(
                            "[...document.querySelectorAll('[data-field=\(field)] button')].find(b => b.innerText.trim() === \(quoted(add))).click()"
                        )
                        try await page.fill(
                            "[data-field=\(field)] li:nth-child(\(place + 1)) :is(input, textarea)",
                            value)
                    }
                }
                for field in ["dates", "byteses", "places", "links", "files"] {
                    try await page.evaluate(
                        "document.querySelector('[data-field=\(field)] .stack-tight > .button').click()"
                    )
                }
                try await page.fill("[data-field=dates] .mono", "1969-12-31T23:59:59.999Z")
                try await page.evaluate(
                    "[...document.querySelectorAll('[data-field=byteses] [role=radio]')].find(b => b.innerText === 'Base64').click()"
                )
                try await page.fill("[data-field=byteses] textarea", "AQID")
                try await page.fill("[data-field=places] input", "-12")
                try await page.fill("[data-field=places] .labelled:nth-child(2) input", "-77.5")
                try await page.fill("[data-field=links] input", "country-gb")
                try await page.attach(file.path, to: "[data-field=files] input[type=file]")
                try await page.wait(
                    "document.querySelector('[data-field=files] img')?.naturalWidth === 1")
                try await page.press("Create")
                try await page.wait(
                    "!document.querySelector('dialog') && document.querySelector('[data-record=all-of-it]')"
                )

                let id = RecordID("all-of-it")
                let store = try await scene.service().store
                let record = try #require(
                    try await store.records([id], in: .public, desiredKeys: nil)[id])
                #expect(record["aText"] == "Grüße, 世界 \"quoted\"")
                #expect(record["anInteger"] == .int(Int64.max))
                #expect(record["aNumber"] == .double(-0.0025))
                #expect(record["aDate"] == .date(Date(timeIntervalSince1970: 1_769_860_800.123)))
                #expect(record["someBytes"] == .bytes(Data([0xDE, 0xAD, 0xBE, 0xEF, 0])))
                guard case .location(let place) = record["aPlace"] else {
                    throw DashboardBrowser.Failure(description: "no location")
                }
                #expect(place.latitude == 48.8566)
                #expect(place.longitude == 2.3522)
                #expect(place.altitude == 35)
                #expect(
                    record["aLink"]
                        == .reference(Reference(RecordID("country-fr"), action: .validate)))
                guard case .asset(let asset) = record["aFile"] else {
                    throw DashboardBrowser.Failure(description: "no asset")
                }
                #expect(
                    try Data(contentsOf: try await store.assetFile(asset, in: .public))
                        == Editor.picture)
                #expect(record["texts"] == .list(["one", "two"]))
                #expect(
                    record["integers"] == .list([.int(Int64.min), .int(9_007_199_254_740_993)]))
                #expect(record["numbers"] == .list([0.5]))
                #expect(record["dates"] == .list([.date(Date(timeIntervalSince1970: -0.001))]))
                #expect(record["byteses"] == .list([.bytes(Data([1, 2, 3]))]))
                guard case .list(let places) = record["places"],
                    case .location(let first)? = places.first
                else { throw DashboardBrowser.Failure(description: "no locations") }
                #expect(first.latitude == -12)
                #expect(first.longitude == -77.5)
                #expect(record["links"] == .list([.reference(Reference(RecordID("country-gb")))]))
                guard case .list(let files) = record["files"] else {
                    throw DashboardBrowser.Failure(description: "no assets")
                }
                #expect(files.count == 1)

                // Opened again it shows the same, exactly; saved again, only what changed changes.
                try await page.press("all-of-it")
                try await page.wait(
                    "document.querySelector('[data-field=aFile] img')?.naturalWidth === 1")
                #expect(
                    try await page.evaluate(
                        "document.querySelector('[data-field=anInteger] input').value"
                    ).string == "9223372036854775807")
                #expect(
                    try await page.evaluate(
                        "document.querySelector('[data-field=someBytes] textarea').value"
                    ).string == "de ad be ef 00")
                #expect(
                    try await page.evaluate(
                        "document.querySelector('[data-field=aDate] .mono').value"
                    ).string == "2026-01-31T12:00:00.123Z")
                try await page.fill("[data-field=texts] li:nth-child(2) textarea", "three")
                try await page.evaluate(
                    "document.querySelector('[data-field=files] .stack-tight > .button').click()")
                try await page.attach(
                    file.path, to: "[data-field=files] li:nth-child(2) input[type=file]")
                try await page.wait(
                    "document.querySelectorAll('[data-field=files] img').length === 2")
                try await page.press("Clear aNumber")
                try await page.press("Save")
                try await page.wait("!document.querySelector('dialog')")
                let after = try #require(
                    try await store.records([id], in: .public, desiredKeys: nil)[id])
                #expect(after["texts"] == .list(["one", "three"]))
                #expect(after["aNumber"] == .null)
                #expect(after["anInteger"] == .int(Int64.max))
                #expect(after["aFile"] == record["aFile"])
                guard case .list(let more) = after["files"] else {
                    throw DashboardBrowser.Failure(description: "no assets")
                }
                #expect(more.count == 2)
            }
        }

        @Test func `a field of a new record that is left empty has no value`() async throws {
            try await DashboardStage.visit(
                DashboardStage.place("records", "type=Everything"), until: "#new"
            ) { page, scene in
                try await page.click("#new")
                try await page.fill("dialog .pair input", "hardly-any")
                try await page.fill("[data-field=aText] textarea", "x")
                try await page.fill("[data-field=anInteger] input", "12")
                try await page.fill("[data-field=anInteger] input", "")
                try await page.press("Create")
                try await page.wait("!document.querySelector('dialog')")
                let id = RecordID("hardly-any")
                let store = try await scene.service().store
                let record = try #require(
                    try await store.records([id], in: .public, desiredKeys: nil)[id])
                #expect(record["aText"] == "x")
                for field in ["anInteger", "aDate", "aPlace", "aFile", "texts"] {
                    #expect(record[field] == .null)
                }
                _ = try await store.save(SaveRequest(deleting: [id], user: "_ada"), in: .public)
            }
        }

        @Test func `a date without a time zone is one of UTC, as its label says`() async throws {
            try await DashboardStage.visit(
                DashboardStage.place("records", "type=Everything"), until: "#new"
            ) { page, scene in
                try await page.call(
                    "Emulation.setTimezoneOverride", #"{"timezoneId":"Asia/Tokyo"}"#)
                try await page.click("#new")
                try await page.fill("dialog .pair input", "at-noon")
                try await page.fill("[data-field=aDate] .mono", "2026-01-31T12:00:00")
                try await page.press("Create")
                try await page.wait("!document.querySelector('dialog')")
                let id = RecordID("at-noon")
                let store = try await scene.service().store
                let record = try #require(
                    try await store.records([id], in: .public, desiredKeys: nil)[id])
                #expect(record["aDate"] == .date(Date(timeIntervalSince1970: 1_769_860_800)))
                _ = try await store.save(SaveRequest(deleting: [id], user: "_ada"), in: .public)
            }
        }

        @Test func `dates that are not changed keep their microseconds`() async throws {
            let id = RecordID("to-the-microsecond")
            let date = Date(timeIntervalSinceReferenceDate: 791_553_600.123456.nextUp)
            let store = try await DashboardStage.scene().service().store
            let saved = try await store.save(
                SaveRequest(
                    saving: [
                        Record(
                            "Everything", id, ["aDate": .date(date), "dates": .list([.date(date)])])
                    ], user: "_ada"), in: .public)
            #expect(saved.firstError == nil)
            try await DashboardStage.visit(
                DashboardStage.place("records", "type=Everything&record=to-the-microsecond"),
                until: "dialog [data-field=dates] .mono"
            ) { page, _ in
                #expect(
                    try await page.evaluate(
                        "document.querySelector('[data-field=aDate] .mono').value"
                    ).string == "2026-01-31T12:00:00.123456Z")
                try await page.fill("[data-field=aDate] .mono", "2026-01-31T12:00:00.123457Z")
                try await page.evaluate(
                    "document.querySelector('[data-field=dates] .stack-tight > .button').click()")
                try await page.fill(
                    "[data-field=dates] li:nth-child(2) .mono", "1969-12-31T23:59:59.999Z")
                try await page.press("Save")
                try await page.wait("!document.querySelector('dialog')")
            }
            let record = try #require(
                try await store.records([id], in: .public, desiredKeys: nil)[id])
            #expect(
                record["aDate"]
                    == .date(Date(timeIntervalSinceReferenceDate: 791_553_600.123457)))
            let early = Date(timeIntervalSince1970: -0.001)
            #expect(record["dates"] == .list([.date(date), .date(early)]))
            _ = try await store.save(SaveRequest(deleting: [id], user: "_ada"), in: .public)
        }

        @Test func `a value that cannot be is refused beside its field`() async throws {
            try await DashboardStage.visit(
                DashboardStage.place("records", "type=Everything"), until: "#new"
            ) { page, _ in
                try await page.click("#new")
                try await page.fill("[data-field=anInteger] input", "9223372036854775808")
                try await page.fill("[data-field=aPlace] input", "91")
                try await page.press("Create")
                try await page.wait(
                    "document.querySelector('[data-field=anInteger] .field-error').innerText.includes('64 bits')"
                )
                #expect(try await page.count("dialog") == 1)
                #expect(
                    try await page.evaluate(
                        "document.activeElement === document.querySelector('[data-field=anInteger] input')"
                    ).isTrue)
                try await page.key("Escape")
                try await page.press("Discard")
                try await page.wait("!document.querySelector('dialog')")
            }
        }

        @Test func `what was changed stays when the session ends, and is saved after a sign-in`()
            async throws
        {
            try await DashboardStage.visit(
                DashboardStage.place("records", "type=Country&record=country-eg"),
                until: "dialog [data-field=name] textarea"
            ) { page, scene in
                // The record is named above its fields, and the dialog by it.
                #expect(try await page.text("dialog .dialog-head p") == "country-eg")
                try await page.fill("[data-field=name] textarea", "Misr")
                try await page.call("Network.clearBrowserCookies")
                try await page.press("Save")
                try await page.wait("document.activeElement?.name === 'password'")
                #expect(
                    try await page.evaluate("document.querySelector('[name=username]').value")
                        .string
                        == DashboardStage.administrator)
                try await page.write("wrong")
                try await page.key("Enter")
                try await page.wait(
                    "document.querySelector('#sign-in-again .field-error').textContent")
                try await page.fill("[name=password]", DashboardStage.password)
                try await page.key("Enter")
                try await page.wait("document.querySelectorAll('dialog').length === 1")
                try await page.press("Save")
                try await page.wait("!document.querySelector('dialog')")
                let id = RecordID("country-eg")
                let store = try await scene.service().store
                let saved = try await store.records([id], in: .public, desiredKeys: nil)[id]
                #expect(saved?["name"] == "Misr")
                // Where nothing is unsaved, the whole page asks for the sign-in.
                try await page.call("Network.clearBrowserCookies")
                try await page.press("Run")
                try await page.wait("document.querySelector('.sign-in input[name=username]')")
                #expect(try await page.count("dialog") == 0)
            }
        }

        @Test func `a sign-in in another tab leaves this one at work`() async throws {
            try await DashboardStage.visit(
                DashboardStage.place("records", "type=Country&record=country-au"),
                until: "dialog [data-field=name] textarea"
            ) { page, scene in
                try await page.fill("[data-field=name] textarea", "Straya")
                try await page.evaluate(
                    """
                    fetch('/admin/1/session', {method: 'POST', body: JSON.stringify(
                      {user: \(quoted(DashboardStage.administrator)), password: \(quoted(DashboardStage.password))})})
                    """)
                try await page.press("Save")
                try await page.wait("!document.querySelector('dialog')", seconds: 20)
                let id = RecordID("country-au")
                let store = try await scene.service().store
                let saved = try await store.records([id], in: .public, desiredKeys: nil)[id]
                #expect(saved?["name"] == "Straya")
            }
        }

        @Test func `a record is deleted when that is confirmed`() async throws {
            try await DashboardStage.visit(
                DashboardStage.place("records", "type=Country&where=name%20%3D%3D%20%22KE%22"),
                until: "tbody tr"
            ) { page, scene in
                try await page.press("country-ke")
                try await page.press("Delete")
                try await page.wait("document.querySelectorAll('dialog').length === 2")
                try await page.press("Cancel")
                try await page.wait("document.querySelectorAll('dialog').length === 1")
                let id = RecordID("country-ke")
                let store = try await scene.service().store
                #expect(try await store.records([id], in: .public, desiredKeys: nil)[id] != nil)
                try await page.press("Delete")
                try await page.wait("document.querySelectorAll('dialog').length === 2")
                try await page.press("Delete")
                try await page.wait("!document.querySelector('dialog')")
                #expect(try await store.records([id], in: .public, desiredKeys: nil)[id] == nil)
            }
        }

        @Test func `a record shows which records refer to it`() async throws {
            let service = try await DashboardStage.scene().service()
            let saved = try await service.store.save(
                SaveRequest(
                    saving: [
                        Record(
                            "Everything", RecordID("refers"),
                            ["links": .list([.reference(Reference(RecordID("country-fr")))])]),
                        // The name of this field is a word of the predicate language.
                        Record(
                            "Everything", RecordID("lies-between"),
                            ["between": .reference(Reference(RecordID("country-fr")))]),
                    ], user: "_ada"), in: .public)
            #expect(saved.firstError == nil)
            try await DashboardStage.visit(
                DashboardStage.place("records", "type=Country&record=country-fr"),
                until: "dialog section a"
            ) { page, _ in
                let links =
                    "[...document.querySelectorAll('dialog section a')].map(n => n.innerText)"
                for name in ["city-fr", "refers", "lies-between"] {
                    try await page.wait("\(links).includes('\(name)')")
                }
                try await page.press("city-fr")
                try await page.wait(
                    "document.querySelector('dialog [data-field=name] textarea')?.value === 'Paris'"
                )
                try await page.wait("document.querySelector('dialog section .none')")
            }
            // In a table a reference is a link as well.
            try await DashboardStage.visit(
                DashboardStage.place("records", "type=City&where=name%20%3D%3D%20%22Paris%22"),
                until: "tbody tr"
            ) { page, _ in
                try await page.press("country-fr")
                try await page.wait(
                    "document.querySelector('dialog [data-field=name] textarea')?.value === 'FR'")
            }
            _ = try await service.store.save(
                SaveRequest(
                    deleting: [RecordID("refers"), RecordID("lies-between")], user: "_ada"),
                in: .public)
        }

        @Test func `a reference leads to its record`() async throws {
            try await DashboardStage.visit(
                DashboardStage.place("records", "type=City&where=name%20%3D%3D%20%22Paris%22"),
                until: "tbody tr"
            ) { page, _ in
                try await page.press("city-fr")
                try await page.press("Open the record")
                let name = "document.querySelector('dialog [data-field=name] textarea')?.value"
                try await page.wait("\(name) === 'FR'")
                #expect(try await page.count("dialog") == 1)
                try await page.wait("location.hash.includes('record=country-fr')")
                try await page.evaluate("history.back()")
                try await page.wait("\(name) === 'Paris'")
            }
        }
    }
}
