import Foundation
import ServerCore
import Testing

extension DashboardTests {
    /// Zones in which Core Data's mirrors keep objects.
    @Suite struct Mirroring {
        @Test func `devices and objects of a mirrored zone are shown, and Back returns`()
            async throws
        {
            let host = try await MirroredSample.host()
            try await DashboardStage.visit(
                of: host, DashboardStage.place("mirroring"), until: ".records tbody tr"
            ) { page in
                // Without a user in the address, the one whose app mirrors.
                try await page.wait("location.hash.includes('user=_grace')")
                let devices = "[aria-label='Devices that write here'] tbody tr"
                #expect(try await page.count(devices) == 2)
                let names = try await page.texts("\(devices) th").split(separator: "|")
                #expect(Set(names) == ["Grace's phone", "Grace's tablet"])
                let counts = try await page.texts("\(devices) td.number")
                // The phone saved a folder, 69 notes and a pair; the tablet a note, and deleted one.
                #expect(Set([counts]).isSubset(of: ["1|1|71|0", "71|0|1|1"]), "\(counts)")
                #expect(try await page.texts(".entity-list a bdi") == "Folder|Note")
                #expect(try await page.text("[aria-current=true] bdi") == "Folder")
                #expect(try await page.text(".records tbody th") == "Travel")
                // An entity, by the keyboard.
                try await page.evaluate(
                    "[...document.querySelectorAll('.entity-list a')].at(-1).focus()")
                try await page.key("Enter")
                try await page.wait("location.hash.includes('entity=Note')")
                try await page.wait("document.querySelectorAll('.records tbody tr').length === 50")
                let columns = try await page.texts(".records thead th").split(separator: "|")
                #expect(columns.first == "Object" && columns.last == "Last change")
                #expect(
                    columns.dropFirst().dropLast().sorted()
                        == ["changed", "folder", "pages", "text", "title"])
                try await page.wait("document.activeElement.matches('.entity-list [aria-current]')")
                // Its relationship leads on by the name of the object.
                #expect(try await page.texts(".records td a.to").hasPrefix("Travel|Travel"))
                // What is large stands in an asset.
                #expect(try await page.texts(".records tbody tr").contains("file, 900 kB"))
                // Pressed twice, it shows no object twice.
                try await page.evaluate(
                    """
                    {
                      const more = [...document.querySelectorAll('main button')]
                        .find((button) => button.innerText.trim() === 'Show more');
                      more.click();
                      more.click();
                    }
                    """)
                try await page.wait(
                    """
                    performance.getEntriesByType('resource')
                      .filter((e) => e.name.includes('marker=')).length === 2
                    """)
                try await page.wait("document.querySelectorAll('.records tbody tr').length > 50")
                #expect(try await page.count(".records tbody tr") == 69)
                // An object leads to its record, and Back to the objects.
                try await page.click(".records tbody th a")
                try await page.wait("document.querySelector('dialog [data-field=CD_title]')")
                #expect(!(try await page.text(".controls")).contains("(not found)"))
                try await page.evaluate("history.back()")
                try await page.wait(
                    "document.querySelector('.entity-list [aria-current] bdi')?.innerText === 'Note'"
                )
                try await page.evaluate("history.back()")
                try await page.wait(
                    "document.querySelector('.entity-list [aria-current] bdi')?.innerText === 'Folder'"
                )
                for width in [1280, 390, 320] {
                    try await page.resize(width, 800, isPhone: width < 500)
                    try await page.wait("document.documentElement.scrollWidth <= \(width)")
                }
            }
            try await host.close()
        }

        @Test func `a late answer about another user changes nothing`() async throws {
            let host = try await MirroredSample.host()
            let users = ".controls .labelled:nth-child(2) select"
            try await DashboardStage.visit(
                of: host, DashboardStage.place("mirroring", "database=private&user=_grace"),
                until: ".records tbody tr"
            ) { page in
                try await page.wait(DashboardTests.settled)
                try await page.holdAnswers(to: "mirroring?", about: "_alan")
                try await page.choose(users, "_alan")
                try await page.choose(users, "_grace")
                try await page.wait("window.heard.has('_grace')")
                try await page.wait(DashboardTests.settled)
                try await page.evaluate("window.release()")
                try await page.wait("window.heard.has('_alan')")
                try await page.evaluate(
                    "[...document.querySelectorAll('.entity-list a')].at(-1).click()")
                try await page.wait("location.hash.includes('entity=Note')")
                #expect(try await page.evaluate("location.hash").string.contains("user=_grace"))
            }
            try await host.close()
        }

        @Test func `looking again twice at once stays in the zone`() async throws {
            let host = try await MirroredSample.host()
            let zone = "com.apple.coredata.cloudkit.share.X"
            let place = DashboardStage.place(
                "mirroring", "database=private&user=_grace&zone=\(zone)")
            try await DashboardStage.visit(of: host, place, until: "main") { page in
                let answer = "There is no zone \(zone)"
                try await page.wait(
                    "document.querySelector('main').innerText.includes(\(quoted(answer)))")
                try await page.wait(DashboardTests.settled)
                try await page.evaluate(
                    """
                    (() => {
                      const again = [...document.querySelectorAll('main button')]
                        .find((button) => button.innerText.trim() === 'Look again');
                      again.click();
                      again.click();
                    })()
                    """)
                try await page.wait(DashboardTests.settled)
                #expect(try await page.text("main").contains(answer))
            }
            try await host.close()
        }

        @Test func `the zones lead to the page, and what is not there says so`() async throws {
            let host = try await MirroredSample.host()
            try await DashboardStage.visit(
                of: host, DashboardStage.place("zones", "database=private&user=_grace"),
                until: "tbody tr"
            ) { page in
                try await page.press("Devices and objects")
                try await page.wait("document.querySelector('.entity-list')")
                #expect(try await page.text("h1") == "Mirroring")
                for (query, words) in [
                    ("database=private&user=_alan", "Nothing is mirrored here"),
                    ("database=public", "Of the public database no devices are noted"),
                    (
                        "database=private&user=_grace&zone=com.apple.coredata.cloudkit.share.X",
                        "There is no zone com.apple.coredata.cloudkit.share.X"
                    ),
                    (
                        "database=private&user=_grace&zone=\(MirroredSample.zone)&entity=Tag",
                        "There is no object of Tag"
                    ),
                ] {
                    let place = DashboardStage.place("mirroring", query)
                    try await page.evaluate("location.hash = \(quoted(place))")
                    try await page.wait(
                        "document.querySelector('main').innerText.includes(\(quoted(words)))")
                }
            }
            try await host.close()
        }
    }
}
