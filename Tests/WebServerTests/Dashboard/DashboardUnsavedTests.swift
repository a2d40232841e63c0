import Foundation
import RecordCore
import RecordService
import ServerCore
import Testing
import WebServices

extension DashboardTests {
    /// What is not saved yet, and what would drop it.
    @Suite struct Unsaved {
        private let country = DashboardStage.place("schema", "type=Country")

        private func addField(_ name: String, _ page: DashboardPage) async throws {
            try await page.press("Add field")
            try await page.fill("dialog input", name)
            try await page.key("Enter")
            try await page.wait("document.querySelector('tr[data-field=\(name)]')")
        }

        @Test func `changes of a schema are in its text, which stays until it is given up`()
            async throws
        {
            let host = try await DashboardSample.host(.memory)
            try await DashboardStage.visit(of: host, country, until: ".fields-table") { page in
                func stays() async throws {
                    try await page.wait("document.querySelectorAll('dialog').length === 2")
                    try await page.press("Cancel")
                    try await page.wait("document.querySelectorAll('dialog').length === 1")
                }
                try await addField("anthem", page)
                try await page.press("As text")
                try await page.wait(
                    "document.querySelector('dialog textarea')?.value.includes('anthem')")
                try await page.evaluate(
                    """
                    {
                      const area = document.querySelector('dialog textarea');
                      area.focus();
                      area.setSelectionRange(area.value.indexOf('"anthem"'), area.value.indexOf('"anthem"'));
                    }
                    """)
                try await page.write("motto STRING, ")
                try await page.click("dialog footer .grow + button")
                try await stays()
                try await page.key("Escape")
                try await stays()
                try await page.call("Network.clearBrowserCookies")
                try await page.press("Check")
                try await page.wait("document.activeElement?.name === 'password'")
                try await page.fill("[name=password]", DashboardStage.password)
                try await page.key("Enter")
                try await page.wait("document.querySelectorAll('dialog').length === 1")
                try await page.press("Save")
                try await page.wait("!document.querySelector('dialog')")
                let store = try await host.containers.service(
                    DashboardStage.container, .development
                ).store
                let saved = try await store.schema()["Country"]
                #expect(saved?.field("anthem") != nil)
                #expect(saved?.field("motto") != nil)
                // A text that is given up leaves the changes of the page.
                try await page.wait("document.querySelector('tr[data-field=motto]')")
                try await addField("hymn", page)
                try await page.press("As text")
                try await page.fill("dialog textarea", "nothing")
                try await page.click("dialog footer .grow + button")
                try await page.press("Discard")
                try await page.wait("!document.querySelector('dialog')")
                #expect(try await page.count("#review") == 1)
                // Nor are they left out of what is deployed without a word.
                try await page.press("Deploy…")
                try await page.wait(
                    "document.querySelector('.toast.error')?.innerText.includes('save or discard')")
                #expect(try await page.count("dialog") == 0)
                #expect(try await page.count("tr[data-field=hymn]") == 1)
            }
            try await host.close()
        }

        @Test func `a sign-out that fails or would drop changes stays on the page`() async throws {
            let host = try await DashboardSample.host(.memory)
            try await DashboardStage.visit(of: host, country, until: ".fields-table") { page in
                try await page.evaluate(
                    """
                    const ask = window.fetch;
                    window.fetch = (path, options) => options?.method === 'DELETE' && !window.isOpen
                      ? Promise.resolve(new Response('{"reason": "busy"}', { status: 503 }))
                      : ask(path, options);
                    true;
                    """)
                try await page.press("Sign out")
                try await page.wait(
                    "document.querySelector('.toast')?.innerText === 'You are still signed in: busy'"
                )
                #expect(try await page.count(".frame") == 1)
                try await page.evaluate("window.isOpen = true")
                try await addField("anthem", page)
                try await page.press("Sign out")
                try await page.press("Cancel")
                try await page.wait("!document.querySelector('dialog')")
                #expect(try await page.count("tr[data-field=anthem]") == 1)
                try await page.press("Sign out")
                try await page.press("Discard")
                try await page.wait("document.querySelector('input[name=username]')")
                #expect(
                    try await page.evaluate("ask('/admin/1/containers').then(r => r.status)").number
                        >= 401)
            }
            try await host.close()
        }

        @Test func `a page that loads while the session ends asks nothing afterwards`() async throws
        {
            try await DashboardStage.visit("#/tokens", until: "#add") { page, _ in
                try await page.evaluate(
                    """
                    const ask = window.fetch;
                    const held = new Promise((go) => { window.release = go; });
                    window.requests = 0;
                    window.fetch = async (path, options) => {
                      if (!path.includes('/admin/1/requests')) return ask(path, options);
                      window.requests += 1;
                      await held;
                      return new Response('{"requests": [], "latest": 0}');
                    };
                    const later = window.setTimeout;
                    window.setTimeout = (action, ms) => later(action, Math.min(ms, 20));
                    location.hash = '#/requests';
                    """)
                try await page.wait("window.requests === 1")
                try await page.press("Sign out")
                try await page.wait("document.querySelector('input[name=username]')")
                try await page.evaluate("window.release()")
                try await Task.sleep(for: .milliseconds(500))
                #expect(try await page.evaluate("window.requests").number == 1)
            }
        }
    }
}
