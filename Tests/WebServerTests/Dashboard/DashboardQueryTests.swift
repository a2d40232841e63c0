import Foundation
import ServerCore
import RecordCore
import RecordService
import Testing

// Queries of the record browser: explained, kept, and over other databases and zones.
extension DashboardTests.Records {
    @Test func `the next page is one of the query that was run, not of what is typed`()
        async throws
    {
        try await DashboardStage.visit(cities, until: "tbody tr") { page, _ in
            try await page.fill(".predicate-input", "population < 70")
            try await page.press("Next")
            try await page.wait(
                "document.querySelector('.pager > span')?.innerText === 'Page 2'")
            try await page.wait(
                "document.querySelector('.count').innerText.startsWith('51–100')")
            #expect(try await page.count("tbody tr") == 50)
            #expect(try await page.evaluate("location.hash").string == cities)
            try await page.press("Run")
            try await page.wait("document.querySelectorAll('tbody tr').length === 10")
        }
    }

    @Test func `a query is explained, and the index that it lacks is switched on`() async throws {
        try await DashboardStage.visit(cities, until: "tbody tr") { page, scene in
            try await page.fill(".predicate-input", "area > 2000")
            try await page.key("Escape")
            try await page.press("Explain")
            try await page.wait("document.querySelector('dialog .code')")
            #expect(try await page.text("dialog .code").contains("\"area\" > ?"))
            #expect(try await page.text("dialog .notice").contains("Every record"))
            #expect(try await page.texts("dialog li").contains("City.area QUERYABLE"))
            try await page.press("Switch it on")
            try await page.wait("document.querySelector('dialog .notice.ok')")
            #expect(try await page.texts("dialog li code") == "City.area (queryable)")
            let schema = try await scene.service().store.schema()
            #expect(schema["City"]?.field("area")?.indexes == [.queryable])
            #expect(
                schema["City"]?.field("name")?.indexes == [.queryable, .sortable, .searchable])
        }
    }

    @Test func `a query is kept under a name, asked again and deleted`() async throws {
        try await DashboardStage.visit(cities, until: "tbody tr") { page, _ in
            try await page.fill(".predicate-input", "population < 50")
            try await page.key("Escape")
            try await page.press("Save")
            try await page.wait("document.activeElement.closest('dialog')")
            try await page.write("Hamlets")
            try await page.key("Enter")
            try await page.wait("document.querySelector('.chip-button')")
            try await page.wait("!document.querySelector('dialog')")
            try await page.evaluate(
                "location.hash = \(quoted(DashboardStage.place("records", "type=City&view=table")))"
            )
            try await page.wait("document.querySelectorAll('tbody tr').length === 50")
            try await page.press("Hamlets")
            try await page.wait("document.querySelectorAll('tbody tr').length === 8")
            try await page.press("Delete the saved query Hamlets")
            try await page.press("Delete")
            try await page.wait("!document.querySelector('.chip-button')")
        }
    }

    @Test func `a query is kept beside those that the page could not read, or not at all`()
        async throws
    {
        let host = try await DashboardSample.host(.memory)
        let place = "containers/\(DashboardStage.container)/development/saved-queries"
        try await DashboardStage.visit(of: host, cities, until: "tbody tr") { page in
            // Another browser keeps a query meanwhile, of which this page does not know.
            try await page.evaluate(
                """
                fetch('/admin/1/session').then(r => r.json()).then(s => fetch('/admin/1/\(place)', {
                  method: 'PUT', headers: {'x-quarry-csrf': s.csrf},
                  body: '{"savedQueries":[{"name":"Others","recordType":"City","predicate":""}]}'}))
                """)
            try await page.press("Save")
            try await page.wait("document.activeElement.closest('dialog')")
            try await page.write("Mine")
            try await page.key("Enter")
            try await page.wait("document.querySelectorAll('.chip-button').length === 2")
            #expect(try await page.texts(".chip-button") == "Mine|Others")
            try await page.wait("!document.querySelector('dialog')")

            try await page.evaluate(
                """
                const ask = window.fetch;
                window.fetch = (path, options) => options?.method === 'PUT'
                  ? Promise.reject(new Error('away')) : ask(path, options);
                true;
                """)
            try await page.press("Save")
            try await page.wait("document.activeElement.closest('dialog')")
            try await page.write("Lost")
            try await page.key("Enter")
            try await page.wait("document.querySelector('.toast.error')")
            #expect(try await page.count("dialog") == 1)
            #expect(try await page.count(".chip-button") == 2)
        }
    }

    @Test func `locations are points on a map that open their record`() async throws {
        try await DashboardStage.visit(
            DashboardStage.place("records", "type=City&view=map"), until: "circle.dot"
        ) { page, _ in
            #expect(try await page.count("circle.dot") == 10)
            #expect(
                try await page.evaluate("document.querySelector('.land path').getBBox().width")
                    .number > 350)
            try await page.evaluate(
                "document.querySelector('circle[aria-label=Paris]').dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}))"
            )
            try await page.wait("document.querySelector('dialog [data-field=name] textarea')")
            #expect(
                try await page.evaluate(
                    "document.querySelector('[data-field=name] textarea').value"
                )
                .string == "Paris")
            let width =
                "Number(document.querySelector('.results svg.map').getAttribute('viewBox').split(' ')[2])"
            try await page.key("Escape")
            let before = try await page.evaluate(width).number
            try await page.evaluate("document.querySelector('.results svg.map').focus()")
            try await page.key("+")
            try await page.wait("\(width) < \(before)")
        }
    }

    @Test func `a private database is looked into as its user`() async throws {
        try await DashboardStage.visit(
            DashboardStage.place("records", "type=Note&database=private&user=_grace"),
            until: "tbody tr"
        ) { page, _ in
            #expect(try await page.texts("tbody th") == "note-1|note-2|note-3")
            try await page.press("note-2")
            try await page.fill("[data-field=title] textarea", "Changed")
            try await page.press("Save")
            try await page.wait(
                "document.querySelector('[data-record=note-2] td:not(.pick)').innerText === 'Changed'"
            )
        }
    }

    @Test func `a zone with a bar in its name is searched, its records open`() async throws {
        let name = "50%|a"
        let zone = ZoneID(name)
        let mine = DatabaseScope.private(user: "_grace")
        let store = try await DashboardStage.scene().service().store
        _ = try await store.createZones([zone], in: mine)
        _ = try await store.save(
            SaveRequest(
                saving: [Record("City", RecordID("draft-1", zone: zone), ["name": "Draft"])],
                user: "_grace"),
            in: mine)
        let cities = DashboardStage.place("records", "type=City&database=private&user=_grace")
        let option =
            "[...document.querySelectorAll('.controls option')].find(o => o.text === '\(name)')"
        let field = "document.querySelector('dialog [data-field=name] textarea')?.value"
        try await DashboardStage.visit(cities, until: "tbody tr") { page, _ in
            try await page.wait(option)
            try await page.evaluate(
                """
                (() => {
                  const option = \(option);
                  option.parentNode.value = option.value;
                  option.parentNode.dispatchEvent(new Event('change', { bubbles: true }));
                })()
                """)
            try await page.wait("location.hash.includes('zone=')")
            try await page.wait("document.querySelector('tbody th')?.innerText === 'draft-1'")
            try await page.press("draft-1")
            try await page.wait("\(field) === 'Draft'")
            let address = try await page.evaluate("location.hash").string
            #expect(address.contains("recordZone="))
            // The address opens the record in a page that was loaded again.
            try await page.evaluate("location.reload()")
            let kind = "performance.getEntriesByType('navigation')[0]?.type"
            try await page.wait("\(kind) === 'reload'")
            try await page.wait("\(field) === 'Draft'")
        }
    }
}
