import Foundation
import Testing

extension DashboardTests {
    /// What axe-core, which is not part of this repository, finds on every page: `QUARRY_AXE` names
    /// its `axe.min.js`.
    @Suite(
        .enabled(
            if: ProcessInfo.processInfo.environment["QUARRY_AXE"] != nil, "asked for by QUARRY_AXE")
    )
    struct Accessibility {
        func findings(_ page: DashboardPage) async throws -> String {
            let path = ProcessInfo.processInfo.environment["QUARRY_AXE"] ?? ""
            try await page.evaluate(try String(contentsOfFile: path, encoding: .utf8) + "; 0")
            return try await page.evaluate(
                """
                axe.run(document, {resultTypes: ['violations']}).then(r => r.violations.map(v =>
                  v.id + ': ' + v.nodes.map(n => n.html.slice(0, 160)).join(' | ')).join('\\n'))
                """
            ).string
        }

        @Test(arguments: DashboardTests.pages)
        func `axe finds nothing on a page`(_ name: String) async throws {
            try await DashboardStage.visit(DashboardTests.address(name)) { page, _ in
                try await page.wait(DashboardTests.settled)
                for dark in [false, true] {
                    try await page.prefer(dark: dark)
                    #expect(try await findings(page) == "", "\(name), \(dark ? "dark" : "light")")
                }
                try await page.resize(390, 844, isPhone: true)
                #expect(try await findings(page) == "", "\(name), phone")
            }
        }

        @Test func `axe finds nothing in what opens over a page`() async throws {
            try await DashboardStage.visit(
                DashboardStage.place("records", "type=City&where=population%20%3E%201000000"),
                until: "tbody tr"
            ) { page, _ in
                for (name, selector) in [
                    ("city-fr", "dialog section a, dialog section .none"),
                    ("New record", "dialog [data-field=name]"),
                    ("Explain", "dialog .code"), ("Columns", "dialog .check"),
                    ("Export or copy", "dialog pre"), ("Save", "dialog input"),
                ] {
                    try await page.press(name)
                    try await page.wait("document.querySelector(\(quoted(selector)))")
                    #expect(try await findings(page) == "", "\(name)")
                    try await page.press("Close")
                    try await page.wait("!document.querySelector('dialog')")
                }
                try await page.fill(".predicate-input", "popu")
                try await page.wait("document.querySelector('[role=option]')")
                #expect(try await findings(page) == "", "completions")
            }
        }

        @Test func `axe finds nothing on the page to sign in`() async throws {
            let scene = try await DashboardStage.scene()
            let page = try await DashboardPage(scene.browser, base: scene.base)
            try await page.call("Page.navigate", #"{"url":"\#(scene.base)/dashboard/"}"#)
            try await page.wait("document.querySelector('input[name=username]')")
            #expect(try await findings(page) == "")
            await page.close()
        }
    }
}
