#if Server
import Foundation
import CoreDataModel
import MirrorCore
import ObjectCore
import PredicateCore
import Stores
import TestFiles
import Testing

/// `quarry coredata serve`: what it answers, what it refuses, and that it leaves the file alone.
@Suite struct CoreDataServeTests {
    private let tool = Tool()

    private static let library = PackageFolder.file("Examples/Data/Library.sqlite")
    private static let realStores = RealData.files("stores", "sqlite", "store")

    private struct Reply {
        var status: Int
        var head: String
        var body: String

        var json: [String: Any] {
            ((try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any]) ?? [:]
        }
        var message: String { json["message"] as? String ?? "" }
        func list(_ name: String) -> [[String: Any]] { json[name] as? [[String: Any]] ?? [] }
    }

    /// A site that runs, and what asks it.
    private final class Site {
        let tool: Tool
        private let running: RunningTool
        let url: String

        init(_ file: String, _ tool: Tool) async throws {
            let running = try RunningTool(
                tool, [file, "--port", "0"], command: ["coredata", "serve"], in: tool.directory)
            #expect(try await running.waits { $0.output.hasSuffix("/\n") })
            (self.tool, self.running) = (tool, running)
            url = String(running.output.dropLast(2))
        }

        func get(_ path: String, _ options: String = "") throws -> Reply {
            let answer = try tool.shell(
                "curl -s --path-as-is -D .head -o .body -w '%{http_code}' \(options) '\(url)\(path)'"
            )
            return Reply(
                status: Int(answer.output) ?? 0, head: try tool.read(".head"),
                body: (try? tool.read(".body")) ?? "")
        }

        func stop(_ number: Int32 = SIGTERM) async throws -> Int32 {
            try await running.stop(number)
        }
    }

    private func withLibrary(_ body: (Site) throws -> Void) async throws {
        let file = tool.directory.appendingPathComponent("Library.sqlite")
        try FileManager.default.copyItem(at: Self.library, to: file)
        let site = try await Site("Library.sqlite", tool)
        do {
            try body(site)
        } catch {
            Issue.record(error)
        }
        #expect(try await site.stop() == 0)
        // The file is as it was, and nothing stands beside it.
        #expect(try Data(contentsOf: file) == Data(contentsOf: Self.library))
        let left = try FileManager.default.contentsOfDirectory(atPath: tool.directory.path)
        #expect(left.filter { $0.hasPrefix("Library") } == ["Library.sqlite"])
    }

    @Test func `a store is shown with its entities, objects and drawing`() async throws {
        try await withLibrary { site in
            #expect(site.url.hasPrefix("http://127.0.0.1:"))
            let page = try site.get("/")
            #expect(page.status == 200 && page.body.contains("coredata.js"))
            #expect(!page.body.contains("<script>") && !page.body.contains("style="))
            #expect(page.head.contains("default-src 'none'; script-src 'self'"))
            for name in ["coredata.js", "coredata.css", "dashboard.css", "ui.js", "frame.js"] {
                #expect(try site.get("/" + name).status == 200, "\(name)")
            }

            let store = try site.get("/api/store")
            #expect(store.head.contains("no-store"))
            #expect(store.json["file"] as? String == "Library.sqlite")
            #expect(store.list("entities").map { $0["name"] as? String } == ["Author", "Book"])
            #expect(store.list("entities").map { $0["objects"] as? Int } == [4, 6])

            let drawing = try site.get("/api/drawing.svg")
            #expect(drawing.head.contains("image/svg+xml"))
            #expect(drawing.body.hasPrefix("<svg") && drawing.body.contains(">Author<"))
            // Of HEAD curl writes what came before the body.
            let head = try site.get("/api/store", "-I")
            #expect(head.status == 200 && head.body.hasPrefix("HTTP/1.1 200"))
            #expect(!head.body.contains("Library.sqlite"))
        }
    }

    @Test func `objects are selected, sorted and come in pages`() async throws {
        try await withLibrary { site in
            func ids(_ reply: Reply) -> [String] {
                reply.list("objects").compactMap { $0["id"] as? String }
            }
            let old = try site.get(
                "/api/objects?entity=Book&where=year%20%3C%201970%20AND%20author.name%20%21%3D%20nil&sort=-year"
            )
            #expect(old.json["total"] as? Int == 4)
            #expect(ids(old) == ["Book/p2", "Book/p6", "Book/p1", "Book/p4"])
            let second = try site.get("/api/objects?entity=Book&sort=title&limit=2&offset=2")
            #expect(second.json["total"] as? Int == 6)
            let all = try site.get("/api/objects?entity=Book&sort=title")
            #expect(ids(second) == Array(ids(all)[2..<4]))
            let columns = all.list("columns")
            #expect(
                columns.map { $0["name"] as? String } == ["pages", "title", "year", "author"])
            #expect(columns.map { $0["sortable"] as? Bool } == [true, true, true, false])
            let cells = try #require(
                all.list("objects").first { $0["id"] as? String == "Book/p1" }?["cells"]
                    as? [[String: Any]])
            #expect(cells[1]["text"] as? String == "Solaris")
            #expect(cells[3]["id"] as? String == "Author/p1")
            #expect(cells[3]["label"] as? String == "Stanisław Lem")
            #expect(
                try site.get("/api/objects?entity=Book&where=year%20%3C%200").json["total"] as? Int
                    == 0)
        }
    }

    @Test func `an object leads to those it is related to`() async throws {
        try await withLibrary { site in
            let book = try site.get("/api/object?object=Book/p1")
            #expect(book.json["label"] as? String == "Solaris")
            #expect((book.json["uri"] as? String)?.hasSuffix("/Book/p1") == true)
            let author = try #require(book.list("relationships").first)
            let link = try #require((author["objects"] as? [[String: Any]])?.first)
            let id = try #require(link["id"] as? String)
            let back = try site.get("/api/object?object=\(id)")
            let books = try #require(back.list("relationships").first)
            #expect(books["count"] as? Int == 2)
            #expect(
                Set((books["objects"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String })
                    == ["Book/p1", "Book/p2"])
            let rest = try site.get("/api/members?object=\(id)&relationship=books&offset=1")
            #expect((rest.json["objects"] as? [Any])?.count == 1)
        }
    }

    @Test func `what cannot be asked is answered with a sentence`() async throws {
        try await withLibrary { site in
            let unknown = try site.get(
                "/api/objects?entity=Book&where=title%20%3D%3D%20nil%20OR%20yeer%20%3E%203")
            #expect(unknown.status == 400)
            #expect(unknown.message == "keypath yeer not found in entity Book")
            #expect(unknown.json["advice"] as? String == "Did you mean 'year'?")
            #expect(unknown.json["utf16Offset"] as? Int == 16)
            #expect(unknown.json["utf16Length"] as? Int == 4)
            let wrong = try site.get("/api/objects?entity=Book&where=year%20%3E%20%3E%203")
            #expect(wrong.status == 400 && wrong.message == "Expected a value after >, found >.")
            #expect(wrong.json["utf16Offset"] as? Int == 7)
            for (path, status, sentence) in [
                ("/api/objects?entity=Bok", 404, "There is no entity 'Bok'"),
                ("/api/objects", 400, "The address lacks entity="),
                ("/api/objects?entity=Book&limit=0", 400, "limit is a whole number from 1 to 200"),
                ("/api/objects?entity=Book&limit=9999999999999999999", 400, "limit is a whole"),
                ("/api/objects?entity=Book&offset=-1", 400, "offset is a whole number from 0"),
                ("/api/objects?entity=Book&sort=yeer", 400, "yeer"),
                ("/api/objects?entity=Book&where=title%20%3D%3D%20%25%40", 400, "%@"),
                ("/api/object?object=Book/p99", 404, "There is no object Book/p99"),
                ("/api/object?object=Bok/p1", 404, "There is no entity 'Bok'"),
                ("/api/object?object=Book", 404, "'Book' names no object"),
                ("/api/object?object=Book/p99999999999999999999", 404, "names no object"),
                ("/api/members?object=Book/p1&relationship=x", 404, "no relationship to many 'x'"),
                ("/api/nothing", 404, "There is no such page"),
                ("/main.js", 404, "There is no such page"),
                ("/../../etc/passwd", 404, "There is no such page"),
                ("/dashboard/", 404, "There is no such page"),
                ("/admin/1/containers", 404, "There is no such page"),
            ] {
                let reply = try site.get(path)
                #expect(reply.status == status, "\(path): \(reply.body)")
                #expect(reply.message.contains(sentence), "\(path): \(reply.body)")
            }
            // A chain that is nested too deeply for a stack is refused, and the site goes on.
            let deep = String(repeating: "%28", count: 3000)
            #expect(try site.get("/api/objects?entity=Book&where=\(deep)").status == 400)
            #expect(try site.get("/api/store").status == 200)
        }
    }

    @Test func `other names and other methods are refused`() async throws {
        try await withLibrary { site in
            for host in ["evil.example", "127.0.0.1.evil.example", "192.168.1.2", "localhost@x"] {
                for path in ["/", "/api/store"] {
                    let reply = try site.get(path, "-H 'Host: \(host)'")
                    #expect([400, 403].contains(reply.status), "\(host) \(path): \(reply.status)")
                    #expect(!reply.body.contains("Author"))
                }
            }
            for host in ["localhost:1234", "[::1]", "127.0.0.1"] {
                #expect(try site.get("/api/store", "-H 'Host: \(host)'").status == 200, "\(host)")
            }
            for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"] {
                let reply = try site.get("/api/store", "-X \(method)")
                #expect(reply.status == 405, "\(method)")
                #expect(reply.head.lowercased().contains("allow: get, head"))
            }
        }
    }

    @Test func `long values are cut, and bytes are a size`() async throws {
        let model = ObjectModel(entities: [
            ObjectEntity(
                "Note",
                attributes: [
                    ObjectAttribute("body", .string), ObjectAttribute("data", .binary),
                    ObjectAttribute("isDone", .boolean), ObjectAttribute("name", .string),
                ],
                relationships: [
                    ObjectRelationship("parent", to: "Note", inverse: "children"),
                    ObjectRelationship("children", to: "Note", inverse: "parent", isToMany: true),
                ])
        ])
        let resolved = try ResolvedModel(model)
        var options = ObjectStoreOptions()
        options.modelCache = MomWriter.cache(model)
        let path = tool.directory.appendingPathComponent("notes.store").path
        let store = try ObjectStoreOpener.open(
            ObjectStoreLocation(path), model: resolved, options: options)
        let note = try #require(resolved.entity(named: "Note"))
        let keys = try store.reserveKeys(entity: note.number, count: 251)
        let places = Dictionary(uniqueKeysWithValues: note.attributes.map { ($0.name, $0.place) })
        var changes = ObjectChanges()
        for key in keys {
            var values = [Value](repeating: .null, count: note.attributes.count)
            if key == keys[0] {
                values[places["body"] ?? 0] = .text(String(repeating: "é", count: 30_000))
                values[places["data"] ?? 0] = .bytes(Data(count: 12_345))
                values[places["isDone"] ?? 0] = .int(1)
                values[places["name"] ?? 0] = .text("</script><b>עברית")
            }
            changes.inserted.append(
                ObjectRow(
                    key: key, version: 1, attributes: values,
                    toOnes: [key == keys[0] ? nil : keys[0]]))
        }
        _ = try store.save(changes)
        try store.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let site = try await Site(path, tool)
        func value(_ reply: Reply, _ name: String) -> [String: Any] {
            reply.list("attributes").first { $0["name"] as? String == name }?["value"]
                as? [String: Any] ?? [:]
        }
        let first = try site.get("/api/object?object=Note/p\(keys[0].row)")
        #expect(first.json["label"] as? String == "</script><b>עברית")
        #expect((value(first, "body")["text"] as? String)?.count == 20_001)
        #expect(value(first, "body")["bytes"] as? Int == 60_000)
        #expect(value(first, "data")["bytes"] as? Int == 12_345)
        #expect(value(first, "data")["text"] == nil)
        #expect(value(first, "isDone")["text"] as? String == "YES")
        let children = try #require(
            first.list("relationships").first { $0["name"] as? String == "children" })
        #expect(children["count"] as? Int == 250)
        #expect((children["objects"] as? [Any])?.count == 100)
        let rest = try site.get(
            "/api/members?object=Note/p\(keys[0].row)&relationship=children&offset=200")
        #expect((rest.json["objects"] as? [Any])?.count == 50)
        let list = try site.get("/api/objects?entity=Note&where=body%20!%3D%20nil")
        let cells = list.list("objects").first?["cells"] as? [Any] ?? []
        let body = cells[places["body"] ?? 0] as? [String: Any]
        #expect((body?["text"] as? String)?.count == 201 && body?["bytes"] as? Int == 60_000)
        #expect(try await site.stop(SIGINT) == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test func `the mirror of a store is told as the tool prints it, and what happens meanwhile`()
        async throws
    {
        let store = try `the mirror of a store at the terminal`.mirrored(tool)
        let site = try await Site("staff.sqlite", tool)
        let reply = try site.get("/api/mirror?changes=20&events=10&records=1")
        let printed = try tool.run("coredata", "mirror", "staff.sqlite", "--format", "json")
        #expect(reply.status == 200 && reply.body == printed.output)
        #expect(reply.json["mirrored"] as? Bool == true)
        let changes = try #require(reply.json["changes"] as? [String: Any])
        let shown = try #require(changes["shown"] as? [[String: Any]])
        #expect(shown.map { $0["kind"] as? String } == ["edited", "new", "deleted"])
        #expect(shown.map { $0["state"] as? String } == ["waiting", "refused", "waiting"])
        #expect(shown[0]["properties"] as? [String] == ["name", "salary"])
        #expect(shown[0]["since"] as? String == "2001-01-01T00:00:00Z")
        // The object has a page of its own, by the name that it has here.
        let id = try #require(shown[0]["object"] as? String)
        let object = try site.get("/api/object?object=\(id)")
        #expect(object.json["label"] as? String == shown[0]["label"] as? String)
        #expect(shown[2]["object"] == nil && shown[2]["recordName"] as? String == "C")
        let refusal = try #require(reply.list("refusals").first)
        #expect(refusal["code"] as? Int == 12 && refusal["field"] as? String == "CD_name")
        let lease = try #require(reply.json["lease"] as? [String: Any])
        #expect(lease["program"] as? String == "staff" && lease["process"] as? Int == 42)
        // What another process does is there with the next answer.
        try store.setMirrorEntries(["p/A": nil, "p/B": nil, MirrorLease.key: nil])
        try MirrorEventLog(store).add(
            `the mirror of a store at the terminal`.event(.export, count: 2))
        let later = try site.get("/api/mirror?changes=1&events=1")
        #expect((later.json["changes"] as? [String: Any])?["total"] as? Int == 1)
        let events = try #require(later.json["events"] as? [String: Any])
        #expect(events["total"] as? Int == 3 && events["failed"] as? Int == 1)
        #expect((events["shown"] as? [[String: Any]])?.map { $0["count"] as? Int } == [2])
        #expect(later.json["lease"] == nil && later.json["records"] == nil)
        let failed = try site.get("/api/mirror?failed=1")
        let shownFailed = (failed.json["events"] as? [String: Any])?["shown"] as? [[String: Any]]
        #expect(shownFailed?.map { ($0["error"] as? [String: Any])?["code"] as? Int } == [2])
        #expect(try site.get("/api/mirror?events=-1").status == 400)
        #expect(try await site.stop() == 0)
        try store.close()
    }

    @Test func `a store that nothing mirrors says so`() async throws {
        try await withLibrary { site in
            let reply = try site.get("/api/mirror")
            #expect(reply.status == 200 && reply.json["mirrored"] as? Bool == false)
            #expect(reply.message == "Library.sqlite is not mirrored by Quarry")
            #expect((reply.json["advice"] as? String)?.contains("cloudKitContainerOptions") == true)
        }
    }

    @Test func `what is no store is said before anything listens`() throws {
        try tool.write(String(repeating: "not a database ", count: 500), to: "text.db")
        let absent = try tool.run("coredata", "serve", "absent.sqlite")
        #expect(absent.status == 3)
        #expect(absent.errors == "error: There is no store at absent.sqlite\n")
        let text = try tool.run("coredata", "serve", "text.db")
        #expect(text.status == 3 && text.errors.contains("no SQLite file"), "\(text.errors)")
        let port = try tool.run("coredata", "serve", Self.library.path, "--port", "70000")
        #expect(port.status == 2 && port.errors.contains("0 to 65535"), "\(port.errors)")
        #expect(absent.output.isEmpty && text.output.isEmpty && port.output.isEmpty)
    }

    @Test func `a port in use is said, and a file that goes meanwhile`() async throws {
        try await withLibrary { site in
            let port = site.url.split(separator: ":").last.map(String.init) ?? ""
            let second = try site.tool.run("coredata", "serve", "Library.sqlite", "--port", port)
            #expect(second.status == 3)
            #expect(second.errors.contains("Port \(port) is in use"), "\(second.errors)")
            let file = site.tool.directory.appendingPathComponent("Library.sqlite")
            let away = site.tool.directory.appendingPathComponent("away")
            try FileManager.default.moveItem(at: file, to: away)
            let reply = try site.get("/api/store")
            #expect(reply.status == 500 && reply.message.contains("There is no store at"))
            try FileManager.default.moveItem(at: away, to: file)
            #expect(try site.get("/api/store").status == 200)
        }
    }

    @Test(
        .enabled(
            if: !CoreDataServeTests.realStores.isEmpty, "data that is not shipped"),
        arguments: CoreDataServeTests.realStores)
    func `each object of a real store has a page`(_ original: URL) async throws {
        let file = tool.directory.appendingPathComponent(original.lastPathComponent)
        try FileManager.default.copyItem(at: original, to: file)
        let site = try await Site(file.path, tool)
        let store = try site.get("/api/store")
        #expect(store.status == 200)
        #expect(try site.get("/api/drawing.svg").body.hasPrefix("<svg"))
        for entity in store.list("entities") {
            let name = try #require(entity["name"] as? String)
            let list = try site.get("/api/objects?entity=\(name)&limit=3")
            #expect(list.status == 200, "\(name): \(list.body)")
            for object in list.list("objects") {
                let id = try #require(object["id"] as? String)
                let page = try site.get("/api/object?object=\(id)")
                #expect(page.status == 200 && page.json["id"] as? String == id, "\(page.body)")
                for relation in page.list("relationships") {
                    let links = relation["objects"] as? [[String: Any]] ?? []
                    for link in links.prefix(1) where link["missing"] as? Bool == false {
                        let target = try #require(link["id"] as? String)
                        #expect(try site.get("/api/object?object=\(target)").status == 200)
                    }
                }
            }
        }
        #expect(try await site.stop() == 0)
        #expect(try Data(contentsOf: file) == Data(contentsOf: original))
        let left = try FileManager.default.contentsOfDirectory(atPath: tool.directory.path)
        #expect(left.filter { $0.hasPrefix(original.lastPathComponent) }.count == 1)
    }
}
#endif
