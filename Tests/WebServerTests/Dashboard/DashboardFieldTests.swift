import Foundation
import RecordCore
import RecordService
import Testing

// The editors of single fields: what is written, cleared, chosen or left as it is.
extension DashboardTests.Editor {

    @Test func `a date that is cleared or half written is not passed over`() async throws {
        let id = RecordID("dated")
        let store = try await DashboardStage.scene().service().store
        let date = Date(timeIntervalSince1970: 1)
        let saved = try await store.save(
            SaveRequest(
                saving: [Record("Everything", id, ["aDate": .date(date), "aText": "x"])],
                user: "_ada"), in: .public)
        #expect(saved.firstError == nil)
        let local = "document.querySelector('[data-field=aDate] input[type=datetime-local]')"
        let refused =
            "document.querySelector('[data-field=aDate] .field-error').innerText.includes('Write a date')"
        try await DashboardStage.visit(
            DashboardStage.place("records", "type=Everything&record=dated"),
            until: "dialog [data-field=aDate] .mono"
        ) { page, _ in
            try await page.evaluate(
                "{ \(local).value = ''; \(local).dispatchEvent(new Event('input')); }")
            try await page.press("Save")
            try await page.wait(refused)
            try await page.press("Clear aDate")
            try await page.press("Save")
            try await page.wait("!document.querySelector('dialog')")
            let record = try #require(
                try await store.records([id], in: .public, desiredKeys: nil)[id])
            #expect(record["aDate"] == .null)
            try await page.click("#new")
            try await page.wait(local)
            // A month alone.
            try await page.evaluate("\(local).focus()")
            try await page.key("1")
            try await page.key("2")
            try await page.press("Create")
            try await page.wait(refused)
            try await page.key("Escape")
            try await page.press("Discard")
            try await page.wait("!document.querySelector('dialog')")
        }
        _ = try await store.save(SaveRequest(deleting: [id], user: "_ada"), in: .public)
    }

    @Test func `text keeps its kind of line ends`() async throws {
        let id = RecordID("lines")
        let store = try await DashboardStage.scene().service().store
        let saved = try await store.save(
            SaveRequest(
                saving: [
                    Record(
                        "Everything", id,
                        ["aText": "one\r\ntwo", "texts": .list(["a\r\nb\nc", "d"])])
                ], user: "_ada"), in: .public)
        #expect(saved.firstError == nil)
        try await DashboardStage.visit(
            DashboardStage.place("records", "type=Everything&record=lines"),
            until: "dialog [data-field=texts] li:nth-child(2) textarea"
        ) { page, _ in
            try await page.fill("[data-field=texts] li:nth-child(2) textarea", "e")
            try await page.fill("[data-field=aText] textarea", "one\ntwo\nthree")
            try await page.press("Save")
            try await page.wait("!document.querySelector('dialog')")
        }
        let record = try #require(
            try await store.records([id], in: .public, desiredKeys: nil)[id])
        #expect(record["texts"] == .list(["a\r\nb\nc", "e"]))
        #expect(record["aText"] == "one\r\ntwo\r\nthree")
        _ = try await store.save(SaveRequest(deleting: [id], user: "_ada"), in: .public)
    }
}
