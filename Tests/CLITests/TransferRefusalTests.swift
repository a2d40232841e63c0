import Foundation
import LocalServer
import TestFiles
import Testing

// What `quarry pull` and `quarry push` refuse.
extension TransferCommandTests {
    @Test func `says what is missing`() throws {
        let apple = try tool.shell("quarry pull --container iCloud.a --store b.db")
        #expect(apple.status == 2 && apple.errors.contains("api.apple-cloudkit.com"))
        let types = try tool.shell(
            "quarry pull --cloud http://127.0.0.1:1 --container a --api-token x --store b.db")
        #expect(types.status == 2 && types.errors.contains("Which record types?"))
        // No store is left of what cannot be pulled.
        let store = tool.directory.appendingPathComponent("b.db").path
        #expect(!FileManager.default.fileExists(atPath: store))
        try prepare("", lines: 1)
        let unknown = try tool.shell(
            "quarry push --cloud http://127.0.0.1:1 --container a --token x --store a.db "
                + "--type Nope")
        #expect(unknown.status == 2 && unknown.errors.contains("record type: Nope"))
        #expect(!unknown.errors.contains("goes on"), "\(unknown.errors)")
        try tool.write(
            #"{"transfer":"another","parts":[],"expected":{},"deferralPass":0,"isComplete":false}"#,
            to: "p.json")
        let other = try tool.shell(
            "quarry pull --cloud http://127.0.0.1:1 --container a --api-token x --store b.db "
                + "--type T --progress p.json")

        #expect(other.status == 2 && other.errors.contains("another transfer"))
    }

    @Test(arguments: ["pull", "push"])
    func `a user alone says not which database is copied`(_ verb: String) throws {
        let refused = try tool.shell(
            "quarry \(verb) --user _ann --cloud http://127.0.0.1:1 --container a --token x "
                + "--type T --store b.db")
        #expect(refused.status == 2, "\(refused.errors)")
        #expect(refused.errors.contains("give --database or --zone"), "\(refused.errors)")
    }

    @Test(arguments: ["pull", "push"])
    func `a management token says whose private database is copied`(_ verb: String) throws {
        let line =
            "quarry \(verb) --database private --cloud http://127.0.0.1:1 --container a "
            + "--token x --store b.db"
        let refused = try tool.shell(line)
        #expect(refused.status == 2, "\(refused.errors)")
        #expect(refused.errors.contains("--as-user RECORD-NAME"), "\(refused.errors)")
        // With it, the server or the store is asked.
        #expect(try tool.shell(line + " --as-user _ann").status == 3)
    }

    @Test(arguments: ["", "--database private --web-auth-token x"])
    func `what a server refuses leaves no store`(_ place: String) async throws {
        try await Tool.withServer { server in
            let refused = try tool.shell(
                "quarry pull --store b.db \(cloud(server, "iCloud.org.example.refused")) "
                    + "--api-token wrong --type T \(place)")
            #expect(refused.status == 3, "\(refused.errors)")
            #expect(refused.errors.contains("AUTHENTICATION_FAILED"), "\(refused.errors)")
            // Nothing was begun, so that nothing goes on.
            #expect(!refused.errors.contains("goes on from"), "\(refused.errors)")
            let store = tool.directory.appendingPathComponent("b.db").path
            #expect(!FileManager.default.fileExists(atPath: store))
        }
    }

    @Test func `says which zone is not there, and that the default one is left out`() async throws {
        try prepare("--database private --zone Box", lines: 2)
        try await Tool.withServer { server in
            let place =
                "--database private \(cloud(server, "iCloud.org.example.zones")) "
                + "--api-token \(server.apiToken) --web-auth-token \(server.webAuthToken)"
            _ = try shell("quarry push --store a.db \(place)")
            for (line, words) in [
                ("pull --store b.db --zone Nope --progress 1.json", "There is no zone Nope"),
                (
                    "push --store a.db --zone Nope --progress 2.json --schema-output s.ckdb",
                    "There is no zone Nope"
                ),
                (
                    "push --store a.db --zone Box --progress 5.json --schema-output ./a.db",
                    "./a.db is the file that is read"
                ),
                ("pull --store b.db --zone _defaultZone --progress 3.json", "Which record types?"),
            ] {
                let refused = try tool.shell("quarry \(line) \(place)")
                #expect(refused.status == 2 && refused.errors.contains(words), "\(refused.errors)")
            }
            for file in ["b.db", "s.ckdb"] {
                let path = tool.directory.appendingPathComponent(file).path
                #expect(!FileManager.default.fileExists(atPath: path), "\(file)")
            }
            let box = try shell("quarry pull --store b.db --zone Box --progress 4.json \(place)")
            #expect(box.output.contains("Line") && !box.errors.contains("default zone"))
            let all = try shell("quarry pull --store b.db \(place)")
            #expect(all.errors.contains("The default zone is left out"), "\(all.errors)")
        }
    }
}
