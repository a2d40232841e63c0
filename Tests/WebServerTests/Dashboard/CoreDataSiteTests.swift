import Foundation
import TestTime
import Testing

extension DashboardTests {
    /// The site of `quarry coredata serve` in a browser.
    @Suite(.enabled(if: CoreDataSite.executable != nil, "the tool is not built"))
    struct CoreDataSiteTests {
        /// A page of a store; afterwards nothing may have gone wrong in it, and nothing else may
        /// have been asked.
        private func visit(
            _ file: URL = CoreDataSite.library, _ place: String = "", until selector: String,
            _ body: (DashboardPage) async throws -> Void
        ) async throws {
            let site = try await CoreDataSite(file)
            defer { site.stop() }
            let page = try await DashboardPage(
                try await DashboardStage.scene().browser, base: site.base)
            do {
                try await page.call("Page.navigate", #"{"url":"\#(site.base)/\#(place)"}"#)
                try await page.wait("document.querySelector(\(quoted(selector)))")
                try await body(page)
            } catch { Issue.record(error) }
            #expect(page.complaints == [])
            let foreign = page.addresses.filter {
                !$0.hasPrefix(site.base) && !$0.hasPrefix("about:") && !$0.hasPrefix("data:")
            }
            #expect(foreign == [])
            await page.close()
        }

        @Test func `from the drawing to an entity, an object, its relations, and back`()
            async throws
        {
            try await visit(until: ".drawing svg a") { page in
                #expect(try await page.texts(".nav-link .nav-count") == "4|6")
                #expect(try await page.count(".drawing svg a") == 2)
                #expect(try await page.count(".drawing style") == 0)
                try await page.evaluate(
                    "document.querySelectorAll('.drawing svg a')[1].dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))"
                )
                try await page.wait("location.hash === '#/entity/Book'")
                try await page.wait("document.querySelectorAll('tbody tr').length === 6")
                try await page.press("Stanisław Lem")
                try await page.wait("location.hash === '#/object/Author/p1'")
                try await page.wait("document.querySelectorAll('.members a').length === 2")
                #expect(try await page.text("h1") == "Stanisław Lem")
                #expect(try await page.text(".nav-link[aria-current] bdi") == "Author")
                try await page.click(".members a")
                try await page.wait("document.querySelector('h1').innerText === 'Solaris'")
                #expect(try await page.evaluate("document.activeElement.id").string == "page-title")
                try await page.evaluate("history.back()")
                try await page.wait("document.querySelector('h1').innerText === 'Stanisław Lem'")
                try await page.evaluate("history.back()")
                try await page.wait("document.querySelectorAll('tbody tr').length === 6")
            }
        }

        @Test func `a predicate and an order stand in the address, and Back undoes them`()
            async throws
        {
            try await visit(CoreDataSite.library, "#/entity/Book", until: "tbody tr") { page in
                try await page.key("/")
                try await page.write("year < 1970")
                try await page.key("Escape")
                try await page.key("Enter")
                try await page.wait("document.querySelectorAll('tbody tr').length === 4")
                #expect(
                    try await page.evaluate("location.hash").string
                        == "#/entity/Book?where=year%20%3C%201970")
                #expect(try await page.text(".count").hasPrefix("4 objects"))
                try await page.click("[data-column=year]")
                try await page.wait(
                    "document.querySelector('[aria-sort=ascending]') && document.querySelector('tbody td:nth-child(3)').innerText === 'War with the Newts'"
                )
                #expect(
                    try await page.evaluate("document.activeElement.dataset.column").string
                        == "year")
                try await page.click("[data-column=year]")
                try await page.wait("document.querySelector('[aria-sort=descending]')")
                try await page.wait("location.hash.endsWith('sort=-year')")
                for _ in 0..<2 { try await page.evaluate("history.back()") }
                try await page.wait(
                    "!document.querySelector('[aria-sort=ascending], [aria-sort=descending]')")
                try await page.evaluate("history.back()")
                try await page.wait("document.querySelectorAll('tbody tr').length === 6")
                #expect(
                    try await page.evaluate("document.querySelector('.predicate-input').value")
                        .string == "")
            }
        }

        @Test func `a wrong predicate is marked, and absent things say so`() async throws {
            try await visit(
                CoreDataSite.library, "#/entity/Book?where=yeer%20%3E%203", until: ".caret-line"
            ) { page in
                let text = try await page.text(".predicate-error")
                #expect(text.contains("keypath yeer not found in entity Book"))
                #expect(text.contains("Did you mean 'year'?"))
                #expect(try await page.text(".mirror .wrong") == "yeer")
                #expect(try await page.count("tbody tr") == 0)
                try await page.fill(".predicate-input", "yea")
                try await page.wait("document.querySelector('[role=option]')")
                #expect(try await page.text("[role=option] code") == "year")
                for (place, words) in [
                    ("#/entity/Bok", "There is no entity Bok"),
                    ("#/object/Book/p99", "There is no object Book/p99"),
                    ("#/nothing", "There is no page nothing"),
                ] {
                    try await page.go(place, until: "main .empty")
                    try await page.wait(
                        "document.querySelector('main .empty').innerText.includes(\(quoted(words)))"
                    )
                }
                try await page.press("Show the model")
                try await page.wait("document.querySelector('.drawing svg')")
            }
        }

        @Test func `on a phone nothing is wider than the screen`() async throws {
            for (place, selector) in [
                ("", ".drawing svg a"), ("#/entity/Book", "tbody tr"),
                ("#/object/Author/p1", ".members a"),
            ] {
                try await visit(CoreDataSite.library, place, until: selector) { page in
                    try await page.resize(390, 844, isPhone: true)
                    #expect(
                        try await page.evaluate("document.documentElement.scrollWidth").number
                            <= 390, "\(place)")
                    try await page.press("Menu")
                    try await page.wait("document.querySelector('.frame.is-open')")
                    try await page.key("Escape")
                    try await page.wait("!document.querySelector('.frame.is-open')")
                }
            }
        }

        @Test(
            .enabled(
                if: ProcessInfo.processInfo.environment["QUARRY_AXE"] != nil,
                "asked for by QUARRY_AXE"))
        func `axe finds nothing on the site`() async throws {
            for (place, selector) in [
                ("", ".drawing svg a"), ("#/entity/Book", "tbody tr"),
                ("#/entity/Book?where=yeer%20%3E%203", ".caret-line"),
                ("#/object/Author/p1", ".members a"), ("#/entity/Bok", "main .empty"),
            ] {
                try await visit(CoreDataSite.library, place, until: selector) { page in
                    for dark in [false, true] {
                        try await page.prefer(dark: dark)
                        #expect(try await Accessibility().findings(page) == "", "\(place)")
                    }
                    try await page.resize(390, 844, isPhone: true)
                    #expect(try await Accessibility().findings(page) == "", "\(place), phone")
                }
            }
        }

        @Test(
            .enabled(
                if: ProcessInfo.processInfo.environment["QUARRY_SCREENSHOTS"] != nil,
                "asked for by QUARRY_SCREENSHOTS"))
        func `pictures of the site are taken`() async throws {
            let pictures = Pictures()
            for (name, place, selector) in [
                ("coredata-model", "", ".drawing svg a"),
                ("coredata-objects", "#/entity/Book", "tbody tr"),
                ("coredata-error", "#/entity/Book?where=yeer%20%3E%203", ".caret-line"),
                ("coredata-object", "#/object/Author/p1", ".members a"),
                ("coredata-absent", "#/object/Book/p99", "main .empty"),
            ] {
                try await visit(CoreDataSite.library, place, until: selector) {
                    try await pictures.take(name, $0)
                }
            }
        }
    }
}

/// The tool, serving a copy of a store.
final class CoreDataSite {
    /// The tool, which stands beside the test bundle.
    static let executable: String? = {
        let bundle =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            ?? CommandLine.arguments[0]
        let path = URL(fileURLWithPath: bundle).deletingLastPathComponent()
            .appendingPathComponent("quarry").path
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    private let process = Process()
    private let directory: URL
    private(set) var base = ""

    init(_ file: URL) async throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("quarry-site-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: file, to: directory.appendingPathComponent(file.lastPathComponent))
        let output = directory.appendingPathComponent("address")
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        process.executableURL = URL(
            fileURLWithPath: try #require(CoreDataSite.executable))
        process.arguments = ["coredata", "serve", file.lastPathComponent]
        process.currentDirectoryURL = directory
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        func line() -> String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }
        let began = try await eventually { line().hasSuffix("/\n") }
        #expect(began)
        base = String(line().dropLast(2))
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: directory)
    }

    /// A small store of the repository.
    static let library = URL(fileURLWithPath: #filePath).appendingPathComponent(
        "../../../../Examples/Data/Library.sqlite"
    ).standardized
}
