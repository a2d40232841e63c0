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
            try await page.evaluate(
                "{ \(local).value = '2026-01-31T12:00'; \(local).dispatchEvent(new Event('input')); }"
            )
            try await page.fill("[data-field=aDate] .mono", "")
            try await page.wait("\(local).value === ''")
            // A month alone.
            try await page.evaluate("\(local).focus()")
            try await page.key("1")
            try await page.key("2")
            try await page.press("Create")
            try await page.wait(refused)
            // The editor takes the focus before the key comes up.
            try await page.evaluate(
                "[...document.querySelectorAll('dialog button')].find(n => n.innerText.trim() === 'Create').focus()"
            )
            try await page.key("Enter")
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

    @Test func `of two files the one that was chosen last is kept, and waited for`() async throws {
        let files = ["first", "the second"].map { content in
            (
                content,
                FileManager.default.temporaryDirectory
                    .appendingPathComponent("quarry-\(UUID().uuidString)")
            )
        }
        for (content, file) in files { try Data(content.utf8).write(to: file) }
        defer { for (_, file) in files { try? FileManager.default.removeItem(at: file) } }
        let input = "[data-field=aFile] input[type=file]"
        try await DashboardStage.visit(
            DashboardStage.place("records", "type=Everything"), until: "#new"
        ) { page, scene in
            // What answers the first upload comes after the second.
            try await page.evaluate(
                """
                const ask = window.fetch;
                const held = new Promise((go) => { window.release = go; });
                let uploads = 0;
                window.fetch = async (path, options) => {
                  const isFirst = path.includes('/assets/upload/') && (uploads += 1) === 1;
                  const answer = await ask(path, options);
                  if (isFirst) await held;
                  if (isFirst) setTimeout(() => { window.isOver = true; }, 50);
                  return answer;
                };
                true;
                """)
            try await page.click("#new")
            try await page.fill("dialog .pair input", "with-a-file")
            try await page.attach(files[0].1.path, to: input)
            try await page.press("Create")
            try await page.wait(
                "document.querySelector('[data-field=aFile] .field-error').innerText.includes('uploaded')"
            )
            try await page.attach(files[1].1.path, to: input)
            let shown = "document.querySelector('[data-field=aFile] .asset').innerText"
            try await page.wait("\(shown).includes('10 B')")
            try await page.evaluate("window.release()")
            try await page.wait("window.isOver")
            #expect(try await page.evaluate(shown).string.contains("10 B"))
            try await page.press("Create")
            try await page.wait("!document.querySelector('dialog')")
            let id = RecordID("with-a-file")
            let store = try await scene.service().store
            let record = try #require(
                try await store.records([id], in: .public, desiredKeys: nil)[id])
            guard case .asset(let asset) = record["aFile"] else {
                throw DashboardBrowser.Failure(description: "no asset")
            }
            #expect(asset.size == 10)
            _ = try await store.save(SaveRequest(deleting: [id], user: "_ada"), in: .public)
        }
    }

    @Test func `a record that a file was uploaded for keeps its name`() async throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("quarry-\(UUID().uuidString)")
        try Data("first".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await DashboardStage.visit(
            DashboardStage.place("records", "type=Everything"), until: "#new"
        ) { page, _ in
            // As over plain HTTP from another machine.
            try await page.evaluate(
                "Object.defineProperty(crypto, 'randomUUID', { value: undefined }); true")
            try await page.click("#new")
            try await page.wait("document.querySelector('dialog [data-field=aFile]')")
            try await page.attach(file.path, to: "[data-field=aFile] input[type=file]")
            try await page.wait(
                "document.querySelector('[data-field=aFile] .asset').innerText.includes('5 B')")
            let name = "document.querySelector('dialog .pair input')"
            #expect(try await page.evaluate("\(name).disabled").isTrue)
            #expect(
                try await page.evaluate(
                    "/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(\(name).value)"
                ).isTrue)
            // Once the file is dropped, also on its way, the record may have another name.
            try await page.press("Clear aFile")
            try await page.wait("!\(name).disabled")
            try await page.press("Add asset")
            try await page.attach(file.path, to: "[data-field=files] input[type=file]")
            try await page.wait("\(name).disabled")
            try await page.press("Remove files 1")
            try await page.wait("!\(name).disabled")
            try await page.key("Escape")
            try await page.press("Discard")
            try await page.wait("!document.querySelector('dialog')")
        }
    }
}
