import Accounts
import Foundation
import ServerCore
import TestTime
import Testing

/// The dashboard in a real browser, over a real server.
@Suite(.serialized, .enabled(if: DashboardBrowser.executable != nil))
struct DashboardTests {
    @Test func `a user signs in with the keyboard alone, and out again`() async throws {
        let scene = try await DashboardStage.scene()
        let page = try await DashboardPage(scene.browser, base: scene.base)
        try await page.call("Page.navigate", #"{"url":"\#(scene.base)/"}"#)
        try await page.wait("document.activeElement?.name === 'username'")
        #expect(try await page.evaluate("location.pathname").string == "/dashboard/")
        try await page.write(DashboardStage.administrator)
        try await page.key("Tab")
        try await page.write("not the password")
        try await page.key("Enter")
        try await page.wait(
            "document.querySelector('.field-error').innerText === 'The name or the password is not right.'"
        )
        #expect(try await page.evaluate("document.activeElement.name").string == "password")
        // A user with an account that is no administrator stays outside.
        try await page.fill("input[name=username]", "grace")
        try await page.fill("input[name=password]", "a long password")
        try await page.key("Enter")
        try await page.wait(
            "document.querySelector('button[type=submit]').disabled === false && document.querySelector('.field-error').innerText"
        )
        #expect(try await page.count(".frame") == 0)
        try await page.fill("input[name=username]", DashboardStage.administrator)
        try await page.key("Tab")
        try await page.write(DashboardStage.password)
        try await page.key("Enter")
        try await page.wait("document.querySelector('.frame')")
        let cookie = try await page.evaluate("document.cookie").string
        #expect(!cookie.contains("quarry_session"), "a script must not read the session")
        try await page.press("Sign out")
        try await page.wait("document.querySelector('input[name=username]')")
        #expect(
            try await page.evaluate("fetch('/admin/1/containers').then(r => r.status)").number
                >= 401)
        #expect(page.complaints == [])
        await page.close()
    }

    static let pages = [
        "records", "schema", "zones", "roles", "users", "tokens", "keys", "requests", "usage",
        "subscriptions", "shares", "backup", "mirroring",
    ]

    static func address(_ page: String) -> String {
        ["records", "schema", "zones", "roles", "subscriptions", "shares", "mirroring"]
            .contains(page)
            ? DashboardStage.place(page) : "#/\(page)"
    }

    /// Whether a page has come to rest.
    static let settled =
        "!document.querySelector('main .skeleton') && !document.querySelector('main [aria-busy]')"

    @Test(arguments: pages)
    func `a page fits a phone and names everything that can be used`(_ name: String) async throws {
        try await DashboardStage.visit(Self.address(name)) { page, _ in
            for width in [1280, 390, 320] {
                try await page.resize(width, 800, isPhone: width < 500)
                try await page.wait(Self.settled)
                // A page may take a moment to become narrow.
                var excess = 0.0
                _ = try await eventually {
                    excess = try await page.evaluate(
                        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
                    ).number
                    return excess <= 0
                }
                #expect(excess <= 0, "\(name) is too wide by \(excess) at \(width)")
            }
            let nameless = try await page.evaluate(
                """
                [...document.querySelectorAll('button, a, input, select, textarea, [role=switch], [role=button]')]
                  .filter(n => n.type !== 'hidden' && n.getAttribute('aria-hidden') !== 'true')
                  .filter(n => !(n.textContent.trim() || n.getAttribute('aria-label') || n.labels?.length || n.title))
                  .map(n => n.outerHTML.slice(0, 120)).join('\\n')
                """
            ).string
            #expect(nameless == "")
            #expect(try await page.count("h1") == 1)
            #expect(try await page.count("main") == 1)
        }
    }

    @Test(arguments: pages)
    func `text can be read in light and in dark`(_ name: String) async throws {
        try await DashboardStage.visit(Self.address(name)) { page, _ in
            for dark in [false, true] {
                try await page.prefer(dark: dark)
                try await page.wait(Self.settled)
                let background = try await page.evaluate(
                    "getComputedStyle(document.body).backgroundColor"
                ).string
                let first = Int(background.split { !$0.isNumber }.first ?? "") ?? -1
                #expect(dark ? first < 60 : first > 200, "\(background)")
                let faint = try await page.evaluate(Self.contrast).string
                #expect(faint == "", "\(name), \(dark ? "dark" : "light")")
            }
            // The user's choice wins over the system's.
            try await page.evaluate("document.activeElement.blur()")
            for _ in 0..<1 { try await page.key("t") }
            try await page.wait("document.documentElement.dataset.theme === 'light'")
            let chosen = try await page.evaluate("getComputedStyle(document.body).backgroundColor")
                .string
            #expect(Int(chosen.split { !$0.isNumber }.first ?? "") ?? 0 > 200)
        }
    }

    /// The texts of a page that stand out too little: less than 4.5 to 1, as WCAG counts.
    private static let contrast = """
        (() => {
          const parse = (c) => { const m = c.match(/[\\d.]+/g).map(Number); return m.length > 3 ? m : [...m, 1]; };
          const light = (c) => { const f = c.slice(0, 3).map(v => { v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; }); return .2126 * f[0] + .7152 * f[1] + .0722 * f[2]; };
          const below = (n) => { for (; n; n = n.parentElement) { const c = parse(getComputedStyle(n).backgroundColor); if (c[3] > .9) return c; } return [255, 255, 255, 1]; };
          const found = [];
          for (const n of document.querySelectorAll('body *')) {
            if (n.closest('[disabled], .hidden-text, svg, [hidden], kbd') || !n.checkVisibility?.()) continue;
            if (![...n.childNodes].some(t => t.nodeType === 3 && t.textContent.trim())) continue;
            const style = getComputedStyle(n);
            if (style.color === 'rgba(0, 0, 0, 0)') continue;
            const [a, b] = [light(parse(style.color)), light(below(n))].sort((x, y) => y - x);
            const ratio = (a + .05) / (b + .05);
            if (ratio < 4.5) found.push(`${ratio.toFixed(2)} ${n.className || n.tagName}: ${n.textContent.trim().slice(0, 30)}`);
          }
          return [...new Set(found)].slice(0, 8).join('\\n');
        })()
        """

    @Test func `the link to the content leaves the page where it is`() async throws {
        try await DashboardStage.visit(
            DashboardStage.place("records", "type=City"), until: "tbody tr"
        ) { page, _ in
            let address = try await page.evaluate("location.href").string
            try await page.click(".skip")
            #expect(try await page.evaluate("document.activeElement.id").string == "main")
            #expect(try await page.evaluate("location.href").string == address)
        }
    }

    @Test func `keys go everywhere, and are listed under the question mark`() async throws {
        try await DashboardStage.visit(
            DashboardStage.place("records", "type=City"), until: "tbody tr"
        ) { page, _ in
            try await page.evaluate("document.activeElement.blur()")
            for (place, name) in Self.pages.prefix(9).enumerated() {
                try await page.key("\(place + 1)")
                // The page is there, and not only its address.
                try await page.wait(
                    "document.querySelector('.nav-link[aria-current]').hash.includes('/\(name)')")
                try await page.wait("document.activeElement.id === 'page-title'")
            }
            try await page.key("?")
            try await page.wait("document.querySelector('dialog .keys')")
            #expect(try await page.text("dialog").contains("Explain the query"))
            try await page.key("Escape")
            try await page.wait("!document.querySelector('dialog')")
            try await page.key("1")
            try await page.wait("document.querySelector('tbody tr')")
            try await page.key("/")
            try await page.wait("document.activeElement.className === 'predicate-input'")
            // The first stop of the keyboard leads past the navigation.
            try await page.evaluate("document.activeElement.blur()")
            try await page.evaluate(
                "window.getSelection().removeAllRanges(); document.body.focus()")
            #expect(try await page.count("a.skip") == 1)
            // A focus can be seen.
            try await page.evaluate("document.querySelector('#run').focus()")
            try await page.key("Tab")
            try await page.wait(
                "getComputedStyle(document.activeElement).outlineStyle === 'solid'")
        }
    }

    @Test func `a long container's name fits, and a phone says that it is production`() async throws
    {
        let container = "iCloud.org.example." + String(repeating: "division.", count: 12) + "app"
        var options = HostOptions(.memory)
        options.containers = [container]
        options.accounts = .forTests
        let host = try await ServerCore.Host(options)
        try await host.accounts.createUser(
            NewUser(
                DashboardStage.administrator, password: DashboardStage.password,
                isAdministrator: true))
        try await DashboardStage.visit(of: host, "#/nothing", until: ".empty a") { page in
            try await page.resize(390, 844, isPhone: true)
            try await page.wait("document.documentElement.scrollWidth <= 390")
            try await page.wait("document.querySelector('.empty a').clientWidth <= 390")
            try await page.evaluate("document.querySelector('.empty a').click()")
            try await page.wait("document.querySelector('#container').title.endsWith('.app')")
            #expect(try await page.text(".top-place") == container)
            try await page.go("#/c/\(container)/production/schema", until: ".top-place span + span")
            #expect(
                try await page.evaluate(
                    "document.querySelector('.top-place span + span').getBoundingClientRect().right <= 390"
                ).isTrue)
            #expect(try await page.text(".top-place span + span") == "Production")
        }
        try await host.close()
    }

    @Test func `on a phone the menu opens over the page`() async throws {
        try await DashboardStage.visit(
            DashboardStage.place("records", "type=City"), until: "tbody tr"
        ) { page, _ in
            try await page.resize(390, 844, isPhone: true)
            try await page.wait(
                "getComputedStyle(document.querySelector('.side')).visibility === 'hidden'")
            try await page.click("#menu")
            try await page.wait(
                "getComputedStyle(document.querySelector('.side')).visibility === 'visible'")
            try await page.click(".nav-link[href*=schema]")
            try await page.wait("document.querySelector('.field-cards')")
            try await page.wait(
                "document.querySelector('#menu').getAttribute('aria-expanded') === 'false'")
            // The editor lies over the whole page.
            try await page.go(DashboardStage.place("records", "type=City"), until: "tbody tr")
            try await page.press("city-fr")
            try await page.wait("document.querySelector('dialog [data-field=name] textarea')")
            try await page.wait(
                """
                (() => { const box = document.querySelector('dialog').getBoundingClientRect();
                  return getComputedStyle(document.querySelector('dialog')).visibility === 'visible'
                    && box.left >= 0 && box.right <= 390 && box.width > 350; })()
                """)
        }
    }
}
