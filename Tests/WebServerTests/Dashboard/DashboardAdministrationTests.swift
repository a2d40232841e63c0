import Accounts
import Foundation
import ServerCore
import RecordCore
import RecordService
import TestTime
import Testing
import WebServices

extension DashboardTests {
    /// Schema, access, requests, usage.
    @Suite struct Pages {
        @Test func `a field is added and deployed to production with a difference`() async throws {
            try await DashboardStage.visit(
                DashboardStage.place("schema", "type=Country"), until: ".fields-table"
            ) { page, scene in
                try await page.press("Add field")
                try await page.wait("document.activeElement.closest('dialog')")
                try await page.write("2 bad")
                try await page.key("Enter")
                try await page.wait(
                    "document.querySelector('dialog .field-error').innerText.includes('begins with a letter')"
                )
                try await page.fill("dialog input", "continent")
                try await page.key("Enter")
                try await page.wait("document.querySelector('tr[data-field=continent]')")
                try await page.click("[aria-label='continent Searchable']")
                try await page.press("Review and save")
                try await page.wait("document.querySelector('.change.added')")
                #expect(
                    try await page.text(".change.added code")
                        == "Country.continent STRING QUERYABLE SORTABLE")
                try await page.press("Save")
                try await page.wait("!document.querySelector('dialog')")
                #expect(
                    try await scene.service().store.schema()["Country"]?.field("continent")?.indexes
                        == [.queryable, .sortable])

                try await page.press("Deploy…")
                try await page.wait("document.querySelectorAll('.change.added').length > 2")
                #expect(
                    try await page.texts(".change code").contains(
                        "Record type Country with 2 fields"))
                try await page.press("Deploy to production")
                try await page.wait("!document.querySelector('dialog')")
                #expect(
                    try await scene.service(.production).store.schema()["Country"]?.field(
                        "continent") != nil)

                // What a program of production would miss is said before it is taken away.
                try await page.wait(
                    "document.querySelector('[aria-label=\"continent Queryable\"]')")
                try await page.click("[aria-label='continent Queryable']")
                try await page.press("Review and save")
                try await page.press("Save")
                try await page.wait("!document.querySelector('dialog')")
                try await page.press("Deploy…")
                try await page.wait("document.querySelector('.change.gone')")
                #expect(try await page.text(".change.gone code") == "Country.continent QUERYABLE")
                #expect(
                    try await page.evaluate(
                        "[...document.querySelectorAll('dialog footer button')].at(-1).disabled"
                    ).isTrue)
                try await page.click("dialog .check input")
                try await page.press("Deploy to production")
                try await page.wait("!document.querySelector('dialog')")
                #expect(
                    try await scene.service(.production).store.schema()["Country"]?.field(
                        "continent")?.indexes == [.sortable])
            }
        }

        @Test func `a schema is not saved over what came since it was read`() async throws {
            let host = try await DashboardSample.host(.memory)
            try await DashboardStage.visit(
                of: host, DashboardStage.place("schema", "type=Country"), until: ".fields-table"
            ) { page in
                let store = try await host.containers.service(
                    DashboardStage.container, .development
                ).store
                try await store.updateSchema { current in
                    var country = try #require(current["Country"])
                    country.fields.append(Field("motto", .single(.string)))
                    return [
                        RecordSchema(
                            types: Array(current.types.values.filter { $0.name != "Country" })
                                + [country], roles: current.roles)
                    ]
                }
                try await page.press("Add field")
                try await page.fill("dialog input", "anthem")
                try await page.key("Enter")
                try await page.wait("document.querySelector('tr[data-field=anthem]')")
                try await page.press("Review and save")
                try await page.press("Save")
                try await page.wait("document.querySelector('dialog .notice.error')")
                #expect(try await page.text("dialog .notice.error").contains("meanwhile"))
                #expect(try await store.schema()["Country"]?.field("motto") != nil)
            }
        }

        @Test func `a schema written as text shows where it is wrong`() async throws {
            try await DashboardStage.visit(
                DashboardStage.place("schema", "type=City"), until: ".fields-table"
            ) { page, _ in
                try await page.press("As text")
                try await page.fill(
                    "dialog textarea",
                    "DEFINE SCHEMA\n    RECORD TYPE Town (\n        name STRNG\n    );\n")
                try await page.press("Check")
                try await page.wait("document.querySelector('dialog .notice.error')")
                #expect(try await page.text("dialog .notice.error").contains("3:14"))
                #expect(
                    try await page.evaluate(
                        "document.querySelector('dialog textarea').selectionStart"
                    ).number == 50)
            }
        }

        @Test func `what was typed for a token stays when the session ends`() async throws {
            let submit = "document.querySelector('dialog form').requestSubmit(); true"
            try await DashboardStage.visit("#/tokens", until: "#add") { page, _ in
                try await page.press("Create token")
                try await page.choose("dialog select", "management")
                try await page.fill("dialog input", "Kept")
                try await page.call("Network.clearBrowserCookies")
                try await page.evaluate(submit)
                try await page.wait("document.activeElement?.name === 'password'")
                try await page.fill("[name=password]", DashboardStage.password)
                try await page.key("Enter")
                try await page.wait("document.querySelectorAll('dialog').length === 1")
                #expect(
                    try await page.evaluate("document.querySelector('dialog input').value").string
                        == "Kept")
                try await page.evaluate(submit)
                try await page.wait("document.querySelector('#secret')")
            }
        }

        @Test func `a token is shown once and revoked`() async throws {
            try await DashboardStage.visit("#/tokens", until: "#add") { page, scene in
                try await page.press("Create token")
                try await page.choose("dialog select", "management")
                try await page.fill("dialog input", "A script")
                // As Enter does that is pressed twice: one token is made.
                try await page.evaluate(
                    "for (const _ of [1, 2]) document.querySelector('dialog form').requestSubmit(); true"
                )
                try await page.wait("document.querySelector('#secret')")
                let token = try await page.text("#secret")
                #expect(token.count >= 32)
                // It cannot be had again: to leave it takes a second answer.
                try await page.key("Escape")
                try await page.wait("document.querySelectorAll('dialog').length === 2")
                try await page.press("Cancel")
                try await page.wait("document.querySelectorAll('dialog').length === 1")
                #expect(try await page.text("#secret") == token)
                let works =
                    "fetch('/admin/1/containers', {credentials: 'omit', headers: {authorization: 'Bearer \(token)'}}).then(r => r.status)"
                #expect(try await page.evaluate(works).number == 200)
                try await page.press("Done")
                try await page.wait(
                    "document.querySelector('tbody').innerText.includes('A script')")
                let made = try await scene.host.accounts.tokens()
                #expect(made.filter { $0.name == "A script" }.count == 1)
                #expect(
                    try await page.evaluate("document.body.innerText.includes(\(quoted(token)))")
                        == .int(0))
                try await page.press("Revoke A script")
                try await page.press("Revoke")
                try await page.wait(
                    "!document.querySelector('main').innerText.includes('A script')")
                #expect(try await page.evaluate(works).number >= 401)
            }
        }

        @Test func `a key pair is made in the browser and its key revoked`() async throws {
            try await DashboardStage.visit("#/keys", until: "#add") { page, scene in
                try await page.press("Add key")
                try await page.fill("dialog input", "Importer")
                try await page.press("Add")
                try await page.wait("document.querySelector('#secret')")
                #expect(try await page.text("#secret").hasPrefix("-----BEGIN PRIVATE KEY-----"))
                try await page.press("Done")
                let keys = try await scene.host.accounts.keys()
                #expect(keys.contains { $0.name == "Importer" && $0.revokedAt == nil })
                try await page.press("Revoke Importer")
                try await page.press("Revoke")
                try await page.wait("document.querySelector('.badge.gone')")
            }
        }

        @Test func `a user is added, changed, given a role and deleted`() async throws {
            try await DashboardStage.visit("#/users", until: "#add") { page, scene in
                try await page.press("Add user")
                try await page.fill("dialog .labelled:nth-child(1) input", "barbara")
                try await page.fill("dialog input[type=password]", "short")
                try await page.press("Add")
                try await page.wait("document.querySelector('dialog .field-error').innerText")
                try await page.fill("dialog input[type=password]", "long enough now")
                try await page.press("Add")
                try await page.wait(
                    "document.querySelector('tbody')?.innerText.includes('barbara')")
                let user = try #require(try await scene.host.accounts.user(named: "barbara"))
                try await page.press("Change barbara")
                try await page.fill("dialog .pair input", "Barbara")
                try await page.press("Save")
                try await page.wait("document.querySelector('tbody').innerText.includes('Barbara')")
                try await page.go(
                    DashboardStage.place("roles"),
                    until: "[aria-label='barbara has the role editor']")
                // What another administrator does meanwhile, the page does not know and keeps.
                try await scene.host.accounts.setRoles(
                    ["editor": ["_grace"]], container: DashboardStage.container,
                    environment: "development")
                try await page.click("[aria-label='barbara has the role editor']")
                var editors: Set<String>?
                _ = try await eventually {
                    editors = try await scene.host.accounts.roles(
                        container: DashboardStage.container, environment: "development")["editor"]
                    return editors?.contains(user.recordName) == true
                }
                #expect(editors == [user.recordName, "_grace"])
                try await page.go("#/users", until: "tbody tr")
                try await page.press("Delete barbara")
                try await page.fill("dialog input", "barbara")
                try await page.press("Delete")
                try await page.wait("!document.querySelector('main').innerText.includes('barbara')")
                #expect(try await scene.host.accounts.user(named: "barbara") == nil)
            }
        }

        @Test func `a letter in the middle of a search leaves the caret there`() async throws {
            let place = DashboardStage.place("schema")
            let input = "main input[type=search]"
            try await DashboardStage.visit(place, until: input) { page, _ in
                try await page.evaluate(
                    """
                    (() => {
                      const input = document.querySelector('\(input)');
                      input.focus();
                      input.value = 'Cty';
                      input.setSelectionRange(1, 1);
                    })()
                    """)
                try await page.write("i")
                try await page.wait(
                    "document.querySelector('.type-list').innerText.includes('City')")
                #expect(try await page.evaluate("document.activeElement.value").string == "City")
                #expect(
                    try await page.evaluate("document.activeElement.selectionStart").number == 2)
            }
        }

        @Test func `zones and what changed in them`() async throws {
            try await DashboardStage.visit(
                DashboardStage.place("zones", "database=private&user=_alan"), until: "tbody tr"
            ) { page, scene in
                try await page.press("Create zone")
                try await page.wait("document.activeElement.closest('dialog')")
                try await page.write("Diary")
                try await page.key("Enter")
                try await page.wait("document.querySelector('tbody').innerText.includes('Diary')")
                let mine = DatabaseScope.private(user: "_alan")
                let store = try await scene.service().store
                let page1 = RecordID("page-1", zone: ZoneID("Diary"))
                _ = try await store.save(
                    SaveRequest(saving: [Record("Note", page1, ["title": "First"])], user: "_alan"),
                    in: mine)
                try await page.press("Show the feed")
                try await page.wait(
                    "document.querySelector('.panel tbody')?.innerText.includes('page-1')")
                _ = try await store.save(SaveRequest(deleting: [page1], user: "_alan"), in: mine)
                try await page.press("Look for newer changes")
                try await page.wait("document.querySelector('.panel .badge.gone')")
                try await page.press("Delete the zone Diary")
                try await page.fill("dialog input", "Diary")
                try await page.press("Delete")
                try await page.wait("!document.querySelector('tbody').innerText.includes('Diary')")
            }
        }

        @Test(arguments: [
            ("zones", ".controls .labelled:nth-child(2) select"),
            ("records", ".controls > :nth-child(2) .labelled:nth-child(2) select"),
        ])
        func `a late answer for another user is not shown`(
            _ name: String, _ users: String
        ) async throws {
            try await DashboardStage.visit(
                DashboardStage.place(name, "database=private&user=_alan"), until: users
            ) { page, _ in
                try await page.wait("document.querySelector('\(users) option[value=_grace]')")
                try await page.wait(DashboardTests.settled)
                try await page.holdAnswers(to: "zones?", about: "_grace")
                try await page.choose(users, "_grace")
                try await page.choose(users, "_alan")
                try await page.wait("window.heard.has('_alan')")
                try await page.evaluate("window.release()")
                try await page.wait("window.heard.has('_grace')")
                #expect(try await !page.text("main").contains("Notes"))
            }
        }

        @Test(arguments: ["zones", "records", "mirroring"])
        func `a list of users that does not come is said, and asked for again`(
            _ name: String
        ) async throws {
            try await DashboardStage.visit(
                DashboardStage.place("schema", "type=Country"), until: ".fields-table"
            ) { page, _ in
                try await page.evaluate(
                    """
                    window.ask = window.fetch;
                    window.fetch = (path, options) => path === '/admin/1/users'
                      ? Promise.reject(new Error('away')) : window.ask(path, options);
                    true;
                    """)
                let place = DashboardStage.place(name, "database=private")
                try await page.go(place, until: "main .notice.error")
                let said = try await page.text("main")
                #expect(said.contains("The server cannot be reached"))
                #expect(!said.contains("No users yet"), "\(said)")
                try await page.evaluate("window.fetch = window.ask; true;")
                try await page.press("Try again")
                try await page.wait("document.querySelector('main option[value=_grace]')")
                try await page.wait("!document.querySelector('main .notice.error')")
            }
        }

        @Test func `requests appear as they come, with what was sent and answered`() async throws {
            try await DashboardStage.visit("#/requests", until: "main") { page, scene in
                try await page.wait("document.querySelector('.live.on')")
                try await page.evaluate(
                    """
                    fetch('/database/1/\(DashboardStage.container)/development/public/records/lookup?ckAPIToken=very-secret',
                      {method: 'POST', body: '{"records":[{"recordName":"seen-in-the-log"}],"big":9007199254740993}'})
                    """)
                try await page.wait(
                    "document.querySelector('.log tbody .link')?.innerText.includes('records/lookup')"
                )
                try await page.click(".log tbody .link")
                try await page.wait("document.querySelectorAll('dialog pre').length === 2")
                let shown = try await page.text("dialog")
                #expect(shown.contains("\"seen-in-the-log\""))
                #expect(shown.contains("9007199254740993"))
                #expect(!shown.contains("very-secret"))
                try await page.evaluate(
                    "document.querySelectorAll('dialog details').forEach(n => { n.open = true; })")
                let cookie = try await page.evaluate(
                    "[...document.querySelectorAll('dialog dt')].find(n => n.innerText === 'cookie')?.nextSibling.innerText ?? ''"
                ).string
                #expect(cookie == "•••")
                // What another server answered before stands below.
                try await page.evaluate(
                    """
                    const ask = window.fetch;
                    window.fetch = (path, options) => !path.startsWith('/admin/1/requests?')
                      ? ask(path, options) : Promise.resolve(new Response(JSON.stringify({requests: [
                        {id: 'other', number: 1, date: 0, method: 'GET', path: '/of-another-server',
                          status: 200, milliseconds: 1, peer: '', received: 0, sent: 0}]})));
                    true;
                    """)
                try await page.wait(
                    "document.querySelector('.log tbody').innerText.includes('of-another-server')")
                #expect(
                    try await page.text(".log tbody tr:last-child").contains("of-another-server"))
            }
        }

        @Test func `a server without a directory says why it makes no backup`() async throws {
            try await DashboardStage.visit("#/backup", until: "main .empty") { page, _ in
                #expect(try await page.text("main .empty").contains("directory of its own"))
                try await page.wait("document.querySelector('#add').hidden")
            }
        }

        @Test func `a backup is made, downloaded and deleted`() async throws {
            let directory = NSTemporaryDirectory() + "quarry-dashboard-\(UUID().uuidString)"
            defer { try? FileManager.default.removeItem(atPath: directory) }
            let host = try await DashboardSample.host(.directory(directory))
            try await DashboardStage.visit(of: host, "#/backup", until: "main .empty") { page in
                try await page.press("Back up now")
                try await page.wait("document.querySelector('tbody tr')")
                let name = try await page.text("tbody th")
                let archive = try await page.evaluate(
                    """
                    fetch(document.querySelector('a[download]').href).then(r => r.arrayBuffer()).then(b => {
                      const text = new TextDecoder('latin1').decode(b);
                      return `${b.byteLength % 512} ${text.slice(257, 262)} ${text.includes('/server.db')} ${text.includes('/development.db')}`; })
                    """
                ).string
                #expect(archive == "0 ustar true true")
                try await page.press("Delete the backup \(name)")
                try await page.press("Delete")
                try await page.wait("document.querySelector('main .empty')")
            }
        }

        @Test func `usage is drawn, and read with the arrow keys`() async throws {
            try await DashboardStage.visit("#/usage", until: ".chart") { page, _ in
                try await page.wait("document.querySelectorAll('.chart').length === 4")
                try await page.wait("document.querySelector('.tile-value').innerText !== '0'")
                try await page.evaluate("document.querySelector('.chart').focus()")
                try await page.key("ArrowLeft")
                try await page.wait(
                    "document.querySelector('.chart-read').innerText.includes('Answered')")
                try await page.press("30 days")
                try await page.wait("location.hash.includes('span=month')")
                try await page.press("cities, development")
                try await page.wait("location.hash.includes('container=')")
                try await page.wait(
                    "document.querySelector('.tiles').innerText.includes('Mean time')")
                try await page.wait("document.querySelector('.tile-value').innerText !== '0'")
                try await page.evaluate(
                    "location.hash = '#/usage?container=iCloud.none&environment=production'")
                try await page.wait(
                    "document.querySelector('main').innerText.includes('There is no container iCloud.none')"
                )
            }
        }

        @Test func `a container is made and chosen`() async throws {
            try await DashboardStage.visit(DashboardStage.place("records"), until: "#page-title") {
                page, scene in
                try await page.press("New container")
                try await page.wait("document.activeElement.closest('dialog')")
                try await page.write("iCloud.org.example.second")
                try await page.key("Enter")
                try await page.wait("location.hash.includes('iCloud.org.example.second')")
                #expect(scene.host.containers.names.contains("iCloud.org.example.second"))
                try await page.press("Production")
                try await page.wait("location.hash.includes('/production/')")
            }
        }
    }
}
