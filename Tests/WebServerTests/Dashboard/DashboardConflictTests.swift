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
}
