import Foundation
import ServerCore
import Testing

extension DashboardTests {
    /// Pictures of every page, to be looked at: `Scripts/dashboard-screenshots` asks for them.
    @Suite(
        .enabled(
            if: ProcessInfo.processInfo.environment["QUARRY_SCREENSHOTS"] != nil,
            "asked for by QUARRY_SCREENSHOTS"))
    struct Pictures {
        /// How a page is looked at.
        struct Look: Sendable {
            var name: String
            var width: Int
            var height: Int
            var isDark = false
        }

        private static let looks = [
            Look(name: "light", width: 1360, height: 880),
            Look(name: "dark", width: 1360, height: 880, isDark: true),
            Look(name: "phone", width: 390, height: 844),
        ]

        private let directory = URL(
            fileURLWithPath: ProcessInfo.processInfo.environment["QUARRY_SCREENSHOTS"] ?? ".")

        func take(
            _ name: String, _ page: DashboardPage, after prepare: () async throws -> Void = {}
        ) async throws {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true)
            for look in Pictures.looks {
                try await page.resize(look.width, look.height, isPhone: look.width < 500)
                try await page.prefer(dark: look.isDark)
                try await prepare()
                try await Task.sleep(for: .milliseconds(300))
                let picture = try await page.picture()
                #expect(picture.count > 1000)
                try picture.write(
                    to: directory.appendingPathComponent("\(name)-\(look.name).png"))
            }
        }

        @Test func `pictures of every page are taken`() async throws {
            try await DashboardStage.visit { page, _ in
                let places: [(String, String, String)] = [
                    ("records", DashboardStage.place("records", "type=City"), "tbody tr"),
                    ("map", DashboardStage.place("records", "type=City&view=map"), "circle.dot"),
                    ("schema", DashboardStage.place("schema", "type=City"), ".fields-table"),
                    (
                        "zones",
                        DashboardStage.place("zones", "database=private&user=_grace&zone=Notes"),
                        ".panel tbody"
                    ),
                    ("mirroring-none", DashboardStage.place("mirroring"), "main .empty"),
                    ("subscriptions", DashboardStage.place("subscriptions"), ".controls"),
                    ("shares", DashboardStage.place("shares"), ".controls"),
                    ("roles", DashboardStage.place("roles"), "tbody"),
                    ("users", "#/users", "tbody"), ("tokens", "#/tokens", "#add"),
                    ("keys", "#/keys", "#add"), ("requests", "#/requests", ".live.on"),
                    ("usage", "#/usage", ".chart"), ("backup", "#/backup", "main .empty"),
                    ("absent", "#/c/iCloud.none/development/records", "main .empty"),
                ]
                for (name, place, selector) in places {
                    try await page.go(place, until: selector)
                    try await take(name, page)
                }
            }
        }

        @Test func `pictures of a mirrored zone are taken`() async throws {
            let host = try await MirroredSample.host()
            try await DashboardStage.visit(
                of: host, DashboardStage.place("mirroring"), until: ".records tbody tr"
            ) { try await take("mirroring", $0) }
            try await host.close()
        }

        @Test func `pictures of what is opened over pages are taken`() async throws {
            let cities = DashboardStage.place(
                "records", "type=City&where=population%20%3E%201000000")
            try await DashboardStage.visit(cities, until: "tbody tr") { page, _ in
                try await page.press("Explain")
                try await page.wait("document.querySelector('dialog .code')")
                try await take("explanation", page)
                try await page.key("Escape")
                try await page.press("city-fr")
                try await page.wait("document.querySelector('dialog circle.dot')")
                try await take("editor", page)
                try await page.key("Escape")
                try await page.fill(".predicate-input", "population > > 3")
                try await page.key("Escape")
                try await page.key("Enter")
                try await page.wait("document.querySelector('.caret-line')")
                try await take("error", page)
                try await page.fill(".predicate-input", "name ")
                try await page.key(" ", control: true)
                try await page.wait("document.querySelector('[role=option]')")
                try await take("completion", page)
                try await page.key("Escape")
                try await page.go(
                    DashboardStage.place("schema", "type=City"), until: ".fields-table")
                try await page.press("Deploy…")
                try await page.wait("document.querySelector('.difference')")
                try await take("deployment", page)
                try await page.key("Escape")
            }
        }
    }
}
