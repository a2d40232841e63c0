import Foundation
import RecordCore
import RecordService
import Testing

extension DashboardTests {
    /// The record browser: asking, sorting, paging, explaining.
    @Suite struct Records {
        let cities = DashboardStage.place("records", "type=City")

        @Test func `a query shows what matches, and how many`() async throws {
            try await DashboardStage.visit(cities, until: "tbody tr") { page, _ in
                try await page.fill(
                    ".predicate-input", "population > 9000000 AND tags CONTAINS \"sea\"")
                try await page.key("Enter")
                try await page.wait("document.querySelectorAll('tbody tr').length === 2")
                #expect(try await page.texts("tbody th") == "city-jp|city-pe")
                try await page.wait("document.querySelector('.count').innerText === '2 records'")
                try await page.wait("location.hash.includes('where=')")
            }
        }

        @Test func `what is wrong with a predicate is said under the character`() async throws {
            try await DashboardStage.visit(cities, until: "tbody tr") { page, _ in
                try await page.fill(".predicate-input", "population > AND 3")
                try await page.key("Escape")
                try await page.key("Enter")
                try await page.wait("document.querySelector('.predicate-error p')")
                #expect(try await page.text(".wrong") == "AND")
                let lines = try await page.evaluate(
                    "document.querySelector('.caret-line').textContent"
                ).string.split(separator: "\n")
                #expect(lines == ["population > AND 3", "             ^^^"])
                #expect(
                    try await page.text(".predicate-error p").contains("found AND"))
                #expect(
                    try await page.evaluate(
                        "document.querySelector('.predicate-input').getAttribute('aria-invalid')"
                    ).string == "true")
                // A field that there is not: the query's own problem, at its name.
                try await page.fill(".predicate-input", "area > 1 AND poulation > 3")
                try await page.key("Escape")
                try await page.key("Enter")
                try await page.wait("document.querySelector('.wrong')?.innerText === 'poulation'")
            }
        }

        @Test func `fields, operators and functions are completed by keyboard`() async throws {
            try await DashboardStage.visit(cities, until: "tbody tr") { page, _ in
                try await page.fill(".predicate-input", "popu")
                try await page.wait("document.querySelector('[role=option][aria-selected=true]')")
                #expect(try await page.text("[role=option] code") == "population")
                try await page.wait("!document.querySelector('.predicate .completions').hidden")
                try await page.key("Tab")
                try await page.wait(
                    "document.querySelector('.predicate-input').value === 'population '")
                // After a number's field its operators come; the third is "less".
                try await page.wait("document.querySelectorAll('[role=option]').length > 3")
                for _ in 0..<3 { try await page.key("ArrowDown") }
                try await page.key("Enter")
                try await page.write("495 AND name beg")
                try await page.wait(
                    "document.querySelector('[role=option] code')?.innerText === 'BEGINSWITH'")
                try await page.key("Enter")
                try await page.write("\"Village 7\"")
                try await page.key("Enter")
                try await page.wait("document.querySelectorAll('tbody tr').length === 2")
                #expect(try await page.texts("tbody th") == "village-007|village-070")
                try await page.fill(".predicate-input", "founded > no")
                try await page.wait(
                    "document.querySelector('[role=option] code')?.innerText === 'now()'")
                try await page.key("Escape")
                try await page.wait("document.querySelector('.predicate .completions').hidden")
            }
        }

        @Test func `a field named by a reserved word is completed with its mark`() async throws {
            try await DashboardStage.visit(
                DashboardStage.place("records", "type=Everything"), until: ".predicate-input"
            ) { page, _ in
                for typed in ["betw", "#betw"] {
                    try await page.fill(".predicate-input", typed)
                    try await page.wait(
                        "document.querySelector('[role=option] code')?.innerText === '#between'")
                    try await page.key("Tab")
                    try await page.wait(
                        "document.querySelector('.predicate-input').value === '#between '")
                    // The operators of a reference.
                    try await page.wait(
                        "document.querySelectorAll('.predicate [role=option]').length === 3")
                }
                try await page.write("== NULL")
                try await page.key("Escape")
                try await page.key("Enter")
                try await page.wait("location.hash.includes('where=%23between')")
                #expect(try await page.text(".predicate-error") == "")
            }
        }

        @Test func `completions fit a phone`() async throws {
            try await DashboardStage.visit(cities, until: "tbody tr") { page, _ in
                try await page.resize(390, 800, isPhone: true)
                try await page.fill(".predicate-input", "name ")
                try await page.key(" ", control: true)
                try await page.wait("document.querySelectorAll('[role=option]').length > 3")
                try await page.wait(
                    """
                    document.querySelector('.predicate .completions').getBoundingClientRect() \
                    .right <= 390
                    """)
            }
        }

        @Test func `a column sorts one way, the other way, and not`() async throws {
            try await DashboardStage.visit(cities, until: "tbody tr") { page, _ in
                let column = "[data-column=population]"
                func first(_ name: String) -> String {
                    "document.querySelector('tbody th')?.innerText === \(quoted(name))"
                }
                try await page.click(column)
                try await page.wait("document.querySelector('[aria-sort=ascending] \(column)')")
                try await page.wait(first("village-000"))
                try await page.click(column)
                try await page.wait("document.querySelector('[aria-sort=descending] \(column)')")
                try await page.wait(first("city-jp"))
                try await page.click(column)
                try await page.wait("!document.querySelector('[aria-sort=descending]')")
                try await page.wait(first("city-au"))
            }
        }

        @Test func `pages are turned with a cursor`() async throws {
            try await DashboardStage.visit(cities, until: "tbody tr") { page, _ in
                try await page.wait("document.querySelector('.count').innerText.includes(' of ')")
                #expect(try await page.text(".count") == "1–50 of 130 records")
                #expect(try await page.count("tbody tr") == 50)
                let first = try await page.text("tbody th")
                try await page.press("Next")
                try await page.wait(
                    "document.querySelector('.count').innerText.startsWith('51–100 of')")
                try await page.press("Next")
                try await page.wait("document.querySelectorAll('tbody tr').length === 30")
                try await page.wait("document.querySelector('.pager button:last-child').disabled")
                try await page.press("Previous")
                try await page.wait(
                    "document.querySelector('.count').innerText.startsWith('51–100')")
                try await page.press("Previous")
                try await page.wait("document.querySelector('.count').innerText.startsWith('1–50')")
                try await page.wait(
                    "document.querySelector('tbody th')?.innerText === \(quoted(first))")
            }
        }

        @Test func `columns and the length of a page are chosen, and remembered`() async throws {
            try await DashboardStage.visit(cities, until: "tbody tr") { page, _ in
                #expect(try await page.texts("thead th").contains("area"))
                try await page.press("Columns")
                func toggle(_ name: String) -> String {
                    "[...document.querySelectorAll('dialog label')].find(n => n.innerText === '\(name)').click()"
                }
                try await page.evaluate(toggle("area"))
                try await page.evaluate(toggle("Created by"))
                try await page.press("Done")
                try await page.wait("!document.querySelector('thead').innerText.includes('area')")
                #expect(try await page.texts("thead th").contains("Created by"))
                try await page.choose(".page-size", "25")
                try await page.wait("document.querySelectorAll('tbody tr').length === 25")
                try await page.call("Page.reload")
                try await page.wait("document.querySelectorAll('tbody tr').length === 25")
                #expect(!(try await page.texts("thead th").contains("area")))
                try await page.press("Columns")
                try await page.press("As at first")
                try await page.press("Done")
                try await page.wait("document.querySelector('thead').innerText.includes('area')")
                #expect(!(try await page.texts("thead th").contains("Created by")))
            }
        }

        @Test func `text from right to left runs so in tables and fields`() async throws {
            let service = try await DashboardStage.scene().service()
            let id = RecordID("jerusalem")
            let saved = try await service.store.save(
                SaveRequest(
                    saving: [Record("City", id, ["name": .text("ירושלים (Jerusalem)")])],
                    user: "_ada"), in: .public)
            #expect(saved.firstError == nil)
            try await DashboardStage.visit(
                DashboardStage.place("records", "type=City&where=name%20CONTAINS%20%22Jeru%22"),
                until: "tbody tr"
            ) { page, _ in
                func direction(_ selector: String) async throws -> String {
                    try await page.evaluate(
                        "getComputedStyle(document.querySelector(\(quoted(selector)))).direction"
                    ).string
                }
                #expect(try await direction("tbody td .text") == "rtl")
                #expect(try await direction("main") == "ltr")
                #expect(try await direction(".predicate-input") == "ltr")
                try await page.press("jerusalem")
                try await page.wait("document.querySelector('dialog [data-field=name] textarea')")
                #expect(try await direction("dialog [data-field=name] textarea") == "rtl")
                #expect(
                    try await direction("dialog [data-field=population] input, dialog") == "ltr")
            }
            _ = try await service.store.save(
                SaveRequest(deleting: [id], user: "_ada"), in: .public)
        }

        @Test func `Next that is pressed twice turns one page`() async throws {
            try await DashboardStage.visit(cities, until: "tbody tr") { page, _ in
                try await page.wait(DashboardTests.settled)
                try await page.evaluate(
                    """
                    {
                      const next = document.querySelector('.pager button:last-child');
                      next.click();
                      next.click();
                    }
                    """)
                try await page.wait(
                    "document.querySelector('.pager > span').innerText !== 'Page 1'")
                try await page.wait(DashboardTests.settled)
                #expect(try await page.text(".pager > span") == "Page 2")
                #expect(try await page.text(".count").hasPrefix("51–100"))
            }
        }
    }
}
