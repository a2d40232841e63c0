import Accounts
import Foundation
import ServerCore
import TestTime
import Testing
import WebServices

@Suite struct `The sign-in page` {
    /// A browser that keeps cookies and reads forms.
    final class Browser {
        let host: ServerCore.Host
        var cookies: [String: String] = [:]
        var headers: [(name: String, value: String)] = []

        init(_ host: ServerCore.Host) { self.host = host }

        func open(_ query: String) async throws -> (reply: WireReply, page: ReadReply) {
            try await send(WireRequest("GET", "/signin", query: query))
        }

        /// Sends the form of a page, filled in.
        func submit(_ page: ReadReply, _ values: [String: String]) async throws
            -> (reply: WireReply, page: ReadReply)
        {
            var all = values
            for match in page.text.matches(
                of: /<input type="hidden" name="([^"]+)" value="([^"]*)">/)
            {
                all[String(match.1)] = String(match.2).replacing("&amp;", with: "&")
            }
            let body = all.map { name, value in
                "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
            }.joined(separator: "&")
            return try await send(
                WireRequest("POST", "/signin", body: .bytes(Array(body.utf8))))
        }

        func send(_ request: WireRequest) async throws -> (reply: WireReply, page: ReadReply) {
            var request = request
            request.headers += headers
            if !cookies.isEmpty {
                request.headers.append(
                    ("cookie", cookies.map { "\($0)=\($1)" }.joined(separator: "; ")))
            }
            let reply = await host.answer(request)
            for header in reply.headers where header.name == "set-cookie" {
                let pair = header.value.split(separator: ";")[0].split(separator: "=", maxSplits: 1)
                cookies[String(pair[0])] = pair.count > 1 ? String(pair[1]) : ""
            }
            return (reply, try await ReadReply(reply))
        }
    }

    private let world: SecurityWorld
    private let browser: Browser

    init() async throws {
        world = try await SecurityWorld()
        browser = Browser(world.host)
    }

    static func query(_ world: SecurityWorld, redirect: String? = nil) -> String {
        var query =
            "container=\(SecurityWorld.container)&environment=development"
            + "&ckAPIToken=\(world.app.text)"
        if let redirect {
            query +=
                "&redirect="
                + (redirect.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
        }
        return query
    }

    @Test func `a refused request leads to the page, and the page to the app`() async throws {
        let refused = try await ReadReply(
            await world.host.answer(
                world.request(
                    "GET", "/database/1/\(SecurityWorld.container)/development/private/zones/list",
                    "", as: .app)))
        #expect(refused.status == 421)
        let address = try #require(refused.json["redirectURL"] as? String)
        let parts = try #require(URLComponents(string: address))
        #expect(parts.path == "/signin")
        let query =
            (parts.percentEncodedQuery ?? "")
            + "&redirect=https%3A%2F%2Fapp.example.org%2Fdone%3Fa%3D1%23end"
        let form = try await browser.open(query)
        #expect(form.page.status == 200)
        let done = try await browser.submit(
            form.page, ["name": "Ann", "password": "correct horse"])
        #expect(done.page.status == 303)
        let location = try #require(done.reply.headers.first { $0.name == "location" }?.value)
        let match = try #require(
            location.wholeMatch(
                of: /https:\/\/app\.example\.org\/done\?a=1&ckWebAuthToken=([A-Za-z0-9_-]+)#end/))
        var request = world.request(
            "GET", "/database/1/\(SecurityWorld.container)/development/public/users/current", "",
            as: .app)
        request.query += "&ckWebAuthToken=\(match.1)"
        let user = try await ReadReply(await world.host.answer(request))
        #expect(user.json["userRecordName"] as? String == "_ann")
    }

    /// CloudKit JS 1 sends `ckSession=null` until a user signs in.
    @Test(arguments: ["ckSession=null", "ckSession=undefined", "ckWebAuthToken=null", "ckSession="])
    func `a client's word for no token is none`(parameter: String) async throws {
        func ask(_ endpoint: String) async throws -> ReadReply {
            var request = world.request(
                "GET", "/database/1/\(SecurityWorld.container)/development/public/\(endpoint)", "",
                as: .app)
            request.query += "&\(parameter)"
            return try await ReadReply(await world.host.answer(request))
        }
        #expect(try await ask("zones/list").status == 200)
        let user = try await ask("users/current")
        #expect(user.status == 421)
        #expect(user.json["redirectURL"] is String)
    }

    @Test func `a request with the app's token in a header leads to the page too`() async throws {
        let refused = try await ReadReply(
            await world.host.answer(
                WireRequest(
                    "GET", "/database/1/\(SecurityWorld.container)/development/private/zones/list",
                    headers: [("x-apple-cloudkit-api-token", world.app.text)])))
        let address = try #require(refused.json["redirectURL"] as? String)
        let parts = try #require(URLComponents(string: address))
        let form = try await browser.open(parts.percentEncodedQuery ?? "")
        #expect(form.page.status == 200)
    }

    /// Apple's page goes to the address that is registered with the token, which clients wait for.
    @Test(arguments: ["cloudkit-icloud.org.example.notes://", "myapp://signed-in"])
    func `the app that is registered gets the token without asking`(callback: String) async throws {
        let app = try await world.host.accounts.createToken(
            NewToken(.api, container: SecurityWorld.container, redirects: [callback]))
        let form = try await browser.open("ckAPIToken=\(app.text)")
        let policy = form.reply.headers.first { $0.name == "content-security-policy" }?.value ?? ""
        #expect(policy.hasSuffix(" \(callback.prefix { $0 != ":" }):"))
        let done = try await browser.submit(
            form.page, ["name": "ann", "password": "correct horse"])
        #expect(done.page.status == 303)
        let location = done.reply.headers.first { $0.name == "location" }?.value ?? ""
        #expect(location.hasPrefix("\(callback)?ckWebAuthToken="))
        // A page may have opened the window: it is not sent away.
        let both = try await world.host.accounts.createToken(
            NewToken(
                .api, container: SecurityWorld.container,
                redirects: [callback, "https://app.example.org"]))
        let shown = try await browser.submit(
            try await browser.open("ckAPIToken=\(both.text)").page,
            ["name": "ann", "password": "correct horse"])
        #expect(shown.page.status == 200)
    }

    @Test func `a page that opened the window is told, and no other`() async throws {
        browser.headers = [("referer", "https://app.example.org/notes")]
        let form = try await browser.open(Self.query(world))
        let done = try await browser.submit(
            form.page, ["name": "ann", "password": "correct horse"])
        #expect(done.page.status == 200)
        #expect(done.page.text.contains("ckSession: token }, origin)"))
        #expect(done.page.text.contains(#"of ["https:\u002f\u002fapp.example.org"])"#))
        let policy = try #require(
            done.reply.headers.first { $0.name == "content-security-policy" }?.value)
        #expect(policy.contains("default-src 'none'"))
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe"))
        browser.headers = [("referer", "https://evil.example.org/")]
        let other = try await browser.open(Self.query(world))
        #expect(!other.page.text.contains("evil"))
    }

    @Test func `the page is a form for everybody`() async throws {
        let form = try await browser.open(Self.query(world))
        for part in [
            "<html lang=\"en\">", "<title>Sign in</title>", "<label for=\"name\">",
            "<label for=\"password\">", "autocomplete=\"current-password\"", "color-scheme",
            "name=\"viewport\"", SecurityWorld.container,
        ] {
            #expect(form.page.text.contains(part), "\(part)")
        }
        #expect(!form.page.text.contains("<script"))
        #expect(
            form.reply.headers.contains { $0.name == "cache-control" && $0.value == "no-store" })
    }

    @Test(arguments: [
        "https://evil.org/", "https://app.example.org.evil.org/done", "//evil.org",
        "javascript:alert(1)", "https://app.example.org/done/../x", "https://app.example.org/",
    ])
    func `the browser is sent nowhere else`(redirect: String) async throws {
        let refused = try await browser.open(Self.query(world, redirect: redirect))
        #expect(refused.page.status == 400)
        #expect(!refused.page.text.contains("evil"))
        // Nor when the form is made to say so.
        let form = try await browser.open(Self.query(world))
        let done = try await browser.submit(
            form.page, ["name": "ann", "password": "correct horse", "redirect": redirect])
        #expect(done.page.status == 400)
        #expect(!done.reply.headers.contains { $0.name == "location" })
    }

    @Test func `wrong passwords are told in the page, and delayed`() async throws {
        var form = try await browser.open(Self.query(world))
        for _ in 0..<6 {
            form = try await browser.submit(form.page, ["name": "ann", "password": "wrong"])
            #expect(form.page.status == 401)
            #expect(form.page.text.contains("role=\"alert\""))
            #expect(form.page.text.contains("value=\"ann\""))
            #expect(!form.page.text.contains("wrong</"))
        }
        form = try await browser.submit(form.page, ["name": "ann", "password": "correct horse"])
        #expect(form.page.status == 429)
        #expect(form.reply.headers.contains { $0.name == "retry-after" })
        world.clock.advance(2)
        form = try await browser.submit(form.page, ["name": "ann", "password": "correct horse"])
        #expect(form.page.status == 200)
        let closed = try await browser.submit(
            try await browser.open(Self.query(world)).page,
            ["name": "closed", "password": "correct horse"])
        #expect(closed.page.status == 403)
    }

    @Test func `a form of another site signs no user in`() async throws {
        let form = try await browser.open(Self.query(world))
        let values = ["name": "ann", "password": "correct horse"]
        browser.headers = [("origin", "https://evil.org"), ("host", "localhost")]
        #expect(try await browser.submit(form.page, values).page.status == 403)
        browser.headers = [("sec-fetch-site", "cross-site")]
        #expect(try await browser.submit(form.page, values).page.status == 403)
        browser.headers = [("origin", "http://localhost"), ("host", "localhost")]
        #expect(try await browser.submit(form.page, values).page.status == 200)
        // Without the cookie the form is another's.
        let other = Browser(world.host)
        #expect(try await other.submit(form.page, values).page.status == 403)
    }

    @Test func `what is typed cannot become a part of the page`() async throws {
        let form = try await browser.open(Self.query(world))
        let typed = #""><script>alert(1)</script>"#
        let page = try await browser.submit(form.page, ["name": typed, "password": "x"]).page
        #expect(page.text.contains("&quot;&gt;&lt;script&gt;"))
        #expect(!page.text.contains("<script"))
        let every = try await world.host.accounts.createToken(NewToken(.api))
        let container = try await browser.open(
            "container=%22%3E%3Cscript%3E&ckAPIToken=\(every.text)")
        #expect(!container.page.text.contains("<script"))
    }

    @Test(arguments: [
        "", "container=a", "ckAPIToken=", "ckAPIToken=00", "ckAPIToken=%", "a=b&&=&c",
    ])
    func `a link that lacks something is told as such`(query: String) async throws {
        #expect(try await browser.open(query).page.status == 400)
        let forms: [[UInt8]] = [
            Array(query.utf8), [0xff, 0xfe], Array(repeating: 0x61, count: 100_000),
        ]
        for form in forms {
            let reply = try await browser.send(WireRequest("POST", "/signin", body: .bytes(form)))
            #expect((400...403).contains(reply.page.status))
        }
        #expect(try await browser.send(WireRequest("GET", "/signin/x")).page.status == 404)
    }

    @Test func `an account can be made where that is allowed`() async throws {
        var options = HostOptions(.memory)
        options.accounts = .forTests
        options.allowsSignUp = true
        options.containers = ["iCloud.a"]
        let host = try await ServerCore.Host(options)
        let app = try await host.accounts.createToken(NewToken(.api, container: "iCloud.a"))
        let browser = Browser(host)
        let query = "container=iCloud.a&ckAPIToken=\(app.text)"
        let first = try await browser.open(query)
        #expect(first.page.text.contains(">Make an account</a>"))
        let form = try await browser.open(query + "&new=1")
        #expect(form.page.text.contains("autocomplete=\"new-password\""))
        let short = try await browser.submit(form.page, ["name": "eve", "password": "short"])
        #expect(short.page.status == 401)
        #expect(short.page.text.contains("at least 8 characters"))
        let done = try await browser.submit(
            form.page, ["name": "eve", "password": "correct horse", "isAdministrator": "1"])
        #expect(done.page.status == 200)
        let eve = try await host.accounts.user(named: "eve")
        #expect(eve?.isAdministrator == false)
    }
}
