import Foundation
import Testing

extension DashboardTests {
    /// What addresses lead to, and what they say of what does not exist.
    @Suite struct Addresses {
        private static let absent: [(String, String)] = [
            ("#/c/iCloud.none/development/records", "There is no container iCloud.none"),
            (
                "#/c/\(DashboardStage.container)/staging/records",
                "There is no environment staging"
            ),
            ("#/nothing", "There is no page nothing"),
            (DashboardStage.place("records", "type=Town"), "There is no record type Town"),
            (DashboardStage.place("records", "database=other"), "There is no database other"),
            (
                DashboardStage.place("records", "type=City&record=atlantis"),
                "There is no record atlantis"
            ),
            (
                DashboardStage.place("records", "type=City&database=private&user=_zeus"),
                "There is no user _zeus"
            ),
            (
                DashboardStage.place(
                    "records", "type=City&database=private&user=_grace&zone=Lost"),
                "There is no zone Lost"
            ),
            (DashboardStage.place("schema", "type=Town"), "There is no record type Town"),
            (
                DashboardStage.place("zones", "database=private&user=_grace&zone=Lost"),
                "There is no zone Lost"
            ),
        ]

        @Test func `an address of what does not exist says so and shows no other`() async throws {
            try await DashboardStage.visit { page, _ in
                for (place, text) in Addresses.absent {
                    try await page.evaluate("location.hash = \(quoted(place))")
                    try await page.wait(
                        "document.querySelector('main').innerText.includes(\(quoted(text)))")
                    let hash = try await page.evaluate("location.hash").string
                    #expect(hash.hasPrefix(place))
                    #expect(try await page.count("dialog") == 0)
                }
            }
        }

        @Test func `a record is not called absent where its zones could not be asked`()
            async throws
        {
            try await DashboardStage.visit(
                DashboardStage.place("schema", "type=Country"), until: ".fields-table"
            ) { page, _ in
                try await page.evaluate(
                    """
                    const ask = window.fetch;
                    window.fetch = (path, options) => path.includes('/zones?')
                      ? Promise.reject(new Error('away')) : ask(path, options);
                    true;
                    """)
                let place = DashboardStage.place(
                    "records", "database=private&user=_grace&record=note-2")
                try await page.go(place, until: ".absence .notice")
                let said = try await page.text(".absence")
                #expect(said.contains("The server cannot be reached"), "\(said)")
            }
        }

        @Test func `a record is fetched by the name in the address`() async throws {
            // It is not among the first fifty.
            let village = DashboardStage.place("records", "type=City&record=village-117")
            try await DashboardStage.visit(village, until: "dialog [data-field=name]") { page, _ in
                let name = "document.querySelector('dialog [data-field=name] textarea')?.value"
                try await page.wait("\(name) === 'Village 117'")
                // Without its type, and in a zone that the address does not name.
                try await page.evaluate(
                    "location.hash = \(quoted(DashboardStage.place("records", "database=private&user=_grace&record=note-2")))"
                )
                try await page.wait(
                    "document.querySelector('dialog [data-field=title] textarea')?.value.length > 0"
                )
                #expect(try await page.text("dialog h2") == "Note")
            }
        }

        @Test func `Back undoes a query, and an open record stands in the address`() async throws {
            try await DashboardStage.visit(
                DashboardStage.place("records", "type=City"), until: "tbody tr"
            ) { page, _ in
                try await page.fill(".predicate-input", "population > 9000000")
                try await page.key("Escape")
                try await page.key("Enter")
                try await page.wait("document.querySelectorAll('tbody tr').length < 10")
                try await page.press("city-jp")
                try await page.wait("location.hash.includes('record=city-jp')")
                try await page.wait("document.querySelector('dialog')")
                try await page.press("Close")
                try await page.wait(
                    "!document.querySelector('dialog') && !location.hash.includes('record=')")
                // Saved, a record leaves no step behind either.
                try await page.press("city-jp")
                try await page.fill("dialog [data-field=area] input", "2195")
                try await page.press("Save")
                try await page.wait(
                    "!document.querySelector('dialog') && !location.hash.includes('record=')")
                // One step, though a record was opened between.
                try await page.evaluate("history.back()")
                try await page.wait("!location.hash.includes('where=')")
                try await page.wait("document.querySelectorAll('tbody tr').length === 50")
                #expect(
                    try await page.evaluate("document.querySelector('.predicate-input').value")
                        .string == "")
                try await page.evaluate("history.forward()")
                try await page.wait("location.hash.includes('where=')")
                try await page.wait("document.querySelectorAll('tbody tr').length < 10")
            }
        }

        @Test func `record types are searched by typing`() async throws {
            try await DashboardStage.visit(
                DashboardStage.place("records", "type=City"), until: "tbody tr"
            ) { page, _ in
                try await page.fill(".picker input", "ountr")
                try await page.wait("document.querySelectorAll('.picker li').length === 1")
                try await page.key("Enter")
                try await page.wait("location.hash.includes('type=Country')")
                try await page.wait(
                    "document.querySelector('tbody th')?.innerText.startsWith('country-')")
                try await page.fill(".picker input", "zzz")
                try await page.wait(
                    "document.querySelector('.picker li').innerText === 'Nothing matches'")
                try await page.key("Escape")
                #expect(
                    try await page.evaluate("document.querySelector('.picker input').value").string
                        == "Country")
                try await page.go(DashboardStage.place("schema"), until: ".type-item")
                try await page.fill(".schema-side input", "every")
                try await page.wait("document.querySelectorAll('.type-item').length === 1")
                #expect(try await page.text(".type-item span") == "Everything")
            }
        }

        @Test func `a zone without its owner is the one of that name`() async throws {
            try await DashboardStage.visit(
                DashboardStage.place(
                    "records", "type=Note&database=private&user=_grace&zone=Notes"),
                until: "tbody tr"
            ) { page, _ in
                let chosen = ".at(-1).selectedOptions[0]?.innerText === 'Notes'"
                try await page.wait("[...document.querySelectorAll('.controls select')]\(chosen)")
                #expect(try await page.count("tbody tr") == 3)
                try await page.click("#new")
                try await page.wait(
                    "[...document.querySelectorAll('dialog .pair select')]\(chosen)")
                try await page.key("Escape")
                try await page.wait("!document.querySelector('dialog')")
            }
        }
    }
}
