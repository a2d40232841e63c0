import CloudKit
import CoreData
import Foundation
import TestFiles
import TestTime
import Testing

extension DashboardTests {
    /// The site of `quarry coredata serve` in a browser.
    @Suite(.enabled(if: Program.tool != nil, "the tool is not built"))
    struct CoreDataSiteTests {
        /// A page of a store; afterwards nothing may have gone wrong in it, and nothing else may
        /// have been asked.
        private func visit(
            _ file: URL = CoreDataSite.library, _ place: String = "", until selector: String,
            isCopied: Bool = true, _ body: (DashboardPage) async throws -> Void
        ) async throws {
            let site = try await CoreDataSite(file, isCopied: isCopied)
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

        @Test func `the link to the content leaves the page where it is`() async throws {
            try await visit(CoreDataSite.library, "#/entity/Book", until: "tbody tr") { page in
                try await page.click(".skip")
                #expect(try await page.evaluate("document.activeElement.id").string == "main")
                #expect(try await page.evaluate("location.hash").string == "#/entity/Book")
            }
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

        @Test func `another number of rows is asked for at once, and remembered`() async throws {
            try await visit(CoreDataSite.library, "#/entity/Book", until: "tbody tr") { page in
                try await page.choose(".page-size", "100")
                try await page.wait(
                    "performance.getEntriesByType('resource').some(e => e.name.includes('limit=100'))"
                )
                #expect(try await page.evaluate("location.hash").string == "#/entity/Book")
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

        @Test func `a mirrored store shows what waits, as it happens in another process`()
            async throws
        {
            let sample = try await MirroredSample()
            try sample.update("Tickets", ["text": "Two seats"])
            try await visit(sample.file, "", until: ".drawing svg a", isCopied: false) { page in
                try await page.press("Mirroring")
                try await page.wait("location.hash === '#/mirror'")
                let waiting = "[aria-label='What waits to be sent'] tbody tr"
                try await page.wait("document.querySelectorAll(\"\(waiting)\").length === 1")
                #expect(try await page.text("\(waiting) th") == "Tickets")
                let cells = try await page.texts("\(waiting) td")
                #expect(cells.hasPrefix("Note|Edited") && cells.contains("text"), "\(cells)")
                #expect(try await page.texts(".tile-value").hasPrefix("1|0|4|"))
                #expect(
                    try await page.text(".mirror-page .notice").hasPrefix(
                        "1 change waits to be sent"))
                #expect(try await page.text("[aria-current=page] span") == "Mirroring")
                // What is new is there by itself, and the focus stays where it was.
                try await page.evaluate("document.querySelector(\"\(waiting) a\").focus()")
                try sample.insert("Note", ["title": "Later"])
                try await page.wait("document.querySelectorAll(\"\(waiting)\").length === 2")
                #expect(try await page.texts("\(waiting) th") == "Tickets|Later")
                #expect(
                    try await page.evaluate("document.activeElement.innerText").string == "Tickets")
                // The object, and back.
                try await page.key("Enter")
                try await page.wait("location.hash.startsWith('#/object/Note/')")
                try await page.wait("document.querySelector('h1').innerText === 'Tickets'")
                try await page.evaluate("history.back()")
                try await page.wait("document.querySelector('h1').innerText === 'Mirroring'")
                // Sent: nothing waits, and the events tell of it.
                try await page.wait("document.querySelectorAll(\"\(waiting)\").length === 2")
                let events = "[aria-label='Events'] tbody tr"
                let before = try await page.count(events)
                try await sample.cloud.settle([sample.container])
                try await page.wait("document.querySelector('.mirror-page .notice.ok')")
                #expect(try await page.text(".mirror-page .notice.ok") == "Everything is sent.")
                try await page.wait("document.querySelectorAll(\"\(events)\").length > \(before)")
                #expect(try await page.text("\(events) th") == "Export")
                // A failure has its sentence, and failures can be shown alone.
                sample.cloud.faults.add(.networkFailure, times: nil, on: .writes)
                try sample.delete("Later")
                _ = try? await sample.container.synchronize()
                try await page.wait("document.querySelector('.mirror-page .notice.error')")
                #expect(
                    try await page.text(".mirror-page .notice.error").contains(
                        "The last export failed: "))
                try await page.click("[data-value=failed]")
                try await page.wait("location.hash === '#/mirror?show=failed'")
                try await page.wait("document.querySelectorAll(\"\(events)\").length === 1")
                #expect(try await page.text("\(events) .badge") == "Failed")
                // Paused, nothing changes.
                try await page.press("Live")
                try await page.wait("document.querySelector('.live').innerText === 'Paused'")
            }
            try sample.close()
        }

        @Test func `refusals, shares and fields of later versions are shown`() async throws {
            let sample = try await MirroredSample()
            try await sample.becomeBusy()
            try await visit(sample.file, "#/mirror", until: ".mirror-page .tile", isCopied: false) {
                page in
                try await page.wait("document.querySelector('.zone dl')")
                #expect(try await page.count(".zone") == 2)
                #expect(try await page.texts(".zone").contains("the owner alone"))
                let fields = "[aria-label='Fields that the model does not have'] tbody tr"
                try await page.wait("document.querySelector(\"\(fields)\")")
                #expect(try await page.text(fields).contains("CD_colour"))
                let waiting = "[aria-label='What waits to be sent'] tbody tr"
                #expect(try await page.count(waiting) == 4)
                // Text of users stays text.
                #expect(try await page.count("\(waiting) b") == 0)
                #expect(try await page.texts("\(waiting) th").contains("<b>marks</b>"))
                for width in [1280, 390, 320] {
                    try await page.resize(width, 800, isPhone: width < 500)
                    try await page.wait("document.documentElement.scrollWidth <= \(width)")
                }
            }
            try sample.close()
        }

        @Test func `a store that nothing mirrors says so on its page`() async throws {
            try await visit(CoreDataSite.library, "#/mirror", until: "main .empty") { page in
                let text = try await page.text("main .empty")
                #expect(text.contains("Library.sqlite is not mirrored by Quarry"))
                #expect(text.contains("cloudKitContainerOptions"))
                try await page.press("Show the model")
                try await page.wait("document.querySelector('.drawing svg')")
                try await page.key("c")
                try await page.wait("document.querySelector('h1').innerText === 'Mirroring'")
            }
        }

        @Test func `on a phone nothing is wider than the screen`() async throws {
            for (place, selector) in [
                ("", ".drawing svg a"), ("#/entity/Book", "tbody tr"),
                ("#/object/Author/p1", ".members a"), ("#/mirror", "main .empty"),
            ] {
                try await visit(CoreDataSite.library, place, until: selector) { page in
                    try await page.resize(390, 844, isPhone: true)
                    try await page.wait("document.documentElement.scrollWidth <= 390")
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
            let sample = try await MirroredSample()
            try await visit(sample.file, "#/mirror", until: ".tile", isCopied: false) {
                try await pictures.take("coredata-mirror-quiet", $0)
            }
            try await sample.becomeBusy()
            try await visit(sample.file, "#/mirror", until: ".zone", isCopied: false) { page in
                try await page.wait("document.querySelector('.chip')")
                try await pictures.take("coredata-mirror", page)
                for part in ["events", "zones", "fields"] {
                    let index = ["events": 1, "zones": 3, "fields": 4][part] ?? 0
                    try await pictures.take("coredata-mirror-\(part)", page) {
                        try await page.evaluate(
                            "document.querySelectorAll('.mirror-page .panel')[\(index)]?.scrollIntoView()"
                        )
                    }
                }
            }
            try sample.close()
        }
    }
}

/// The tool, serving a copy of a store.
final class CoreDataSite {
    private let process = Process()
    private let folder = TemporaryFolder()
    private(set) var base = ""

    /// - Parameter isCopied: Whether the store is copied, or served where it is, as others write it.
    init(_ file: URL, isCopied: Bool = true) async throws {
        if isCopied {
            try FileManager.default.copyItem(at: file, to: folder.file(file.lastPathComponent))
        }
        let output = folder.file("address")
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        process.executableURL = URL(fileURLWithPath: try #require(Program.tool))
        process.arguments = [
            "coredata", "serve", isCopied ? file.lastPathComponent : file.path,
        ]
        process.currentDirectoryURL = folder.url
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
    }

    /// A small store of the repository.
    static let library = PackageFolder.file("Examples/Data/Library.sqlite")
}
