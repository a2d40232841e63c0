import Foundation
import RecordCore
import RecordService
import Testing

// Records that another client changed while they were edited.
extension DashboardTests.Editor {
    @Test func `a conflict shows both versions, and is decided`() async throws {
        try await DashboardStage.visit(
            DashboardStage.place(
                "records", "type=City&where=name%20%3D%3D%20%22Z%C3%BCrich%22"),
            until: "tbody tr"
        ) { page, scene in
            try await page.press("city-ch")
            try await page.fill("[data-field=population] input", "430000")
            let service = try await scene.service()
            let id = RecordID("city-ch")
            var other = try #require(
                try await service.store.records([id], in: .public, desiredKeys: nil)[id])
            other["name"] = "Turicum"
            let saved = try await service.store.save(
                SaveRequest(saving: [other], user: "_ada"), in: .public)
            #expect(saved.firstError == nil)
            try await page.press("Save")
            try await page.wait("document.querySelector('.conflict')")
            let shown = try await page.text(".conflict")
            #expect(shown.contains("Turicum"))
            #expect(shown.contains("_ada"))
            #expect(shown.contains("430"))
            try await page.press("Save my changes over it")
            try await page.wait("!document.querySelector('dialog')")
            let after = try #require(
                try await service.store.records([id], in: .public, desiredKeys: nil)[id])
            #expect(after["name"] == "Turicum")
            #expect(after["population"] == .int(430_000))
        }
    }

    @Test func `after the stored version is taken, nothing is to be discarded`() async throws {
        try await DashboardStage.visit(
            DashboardStage.place("records", "type=Country&record=country-pe"),
            until: "dialog [data-field=name] textarea"
        ) { page, scene in
            try await page.fill("[data-field=name] textarea", "Mine")
            let theirs = Record("Country", RecordID("country-pe"), ["name": "Theirs"])
            let saved = try await scene.service().store.save(
                SaveRequest(saving: [theirs], policy: .allKeys, user: "_ada"), in: .public)
            #expect(saved.firstError == nil)
            try await page.press("Save")
            try await page.press("Take the stored version")
            try await page.wait("document.querySelector('dialog textarea').value === 'Theirs'")
            let schema = DashboardStage.place("schema")
            try await page.evaluate("location.hash = \(quoted(schema))")
            try await page.wait("document.querySelector('h1').innerText === 'Schema'")
            // A dialog that is closed is removed by an event, after the page is drawn.
            try await page.wait("!document.querySelector('dialog')")
        }
    }

    @Test func `the stored version of a conflict is loaded to the last digit`() async throws {
        let id = RecordID("wide")
        let wide = Value.int(9_007_199_254_740_993)
        let store = try await DashboardStage.scene().service().store
        func save(_ text: Value) async throws {
            let record = Record(
                "Everything", id,
                ["aText": text, "anInteger": wide, "integers": .list([wide, .int(1)])])
            let saved = try await store.save(
                SaveRequest(saving: [record], policy: .allKeys, user: "_ada"), in: .public)
            #expect(saved.firstError == nil)
        }
        try await save("Before")
        try await DashboardStage.visit(
            DashboardStage.place("records", "type=Everything&record=wide"),
            until: "dialog [data-field=aText] textarea"
        ) { page, _ in
            try await page.fill("[data-field=aText] textarea", "Mine")
            try await save("Theirs")
            try await page.press("Save")
            try await page.wait("document.querySelector('.conflict')")
            // Nothing else differs.
            #expect(try await page.texts(".conflict tbody th") == "aText")
            try await page.press("Take the stored version")
            try await page.wait(
                "document.querySelector('[data-field=aText] textarea').value === 'Theirs'")
            try await page.fill("[data-field=integers] li:nth-child(2) input", "2")
            try await page.press("Save")
            try await page.wait("!document.querySelector('dialog')")
        }
        let record = try #require(
            try await store.records([id], in: .public, desiredKeys: nil)[id])
        #expect(record["integers"] == .list([wide, .int(2)]))
        #expect(record["anInteger"] == wide)
        _ = try await store.save(SaveRequest(deleting: [id], user: "_ada"), in: .public)
    }

    @Test func `a record that another client saved is deleted once its version is taken`()
        async throws
    {
        let id = RecordID("country-late")
        let store = try await DashboardStage.scene().service().store
        func save(_ name: Value) async throws {
            let saved = try await store.save(
                SaveRequest(
                    saving: [Record("Country", id, ["name": name])], policy: .allKeys,
                    user: "_ada"), in: .public)
            #expect(saved.firstError == nil)
        }
        try await save("Early")
        try await DashboardStage.visit(
            DashboardStage.place("records", "type=Country&record=country-late"),
            until: "dialog [data-field=name] textarea"
        ) { page, _ in
            func delete() async throws {
                try await page.press("Delete")
                try await page.wait("document.querySelectorAll('dialog').length === 2")
                try await page.press("Delete")
            }
            try await save("Late")
            try await delete()
            try await page.wait("document.querySelector('.conflict')")
            // There are no changes to save over it.
            #expect(try await page.texts(".conflict button") == "Take the stored version")
            try await page.press("Take the stored version")
            try await page.wait(
                "document.querySelector('[data-field=name] textarea').value === 'Late'")
            try await delete()
            try await page.wait("!document.querySelector('dialog')")
        }
        #expect(try await store.records([id], in: .public, desiredKeys: nil)[id] == nil)
    }
}
