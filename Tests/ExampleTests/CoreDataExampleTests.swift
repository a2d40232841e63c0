import Foundation
import TestFiles
import Testing

@Suite struct `Core Data examples` {
    private let folder = TemporaryFolder()

    @Test func `the fetch snippets find what they ask for`() throws {
        let output = try run("Fetching")
        #expect(
            output == """
                All books:
                  War with the Newts (1936), Karel Čapek
                  Solaris (1961), Stanisław Lem
                  Cosmicomics (1965), Italo Calvino
                  The Cyberiad (1965), Stanisław Lem
                  Invisible Cities (1972), Italo Calvino
                  The Dispossessed (1974), Ursula K. Le Guin
                By title:
                  Cosmicomics (1965), Italo Calvino
                  Invisible Cities (1972), Italo Calvino
                  Solaris (1961), Stanisław Lem
                  The Cyberiad (1965), Stanisław Lem
                  The Dispossessed (1974), Ursula K. Le Guin
                  War with the Newts (1936), Karel Čapek
                By an author whose name begins with italo:
                  Cosmicomics (1965), Italo Calvino
                  Invisible Cities (1972), Italo Calvino
                After 1970:
                  Invisible Cities (1972), Italo Calvino
                  The Dispossessed (1974), Ursula K. Le Guin
                Of the sixties, the longest first:
                  The Cyberiad (1965), Stanisław Lem
                  Solaris (1961), Stanisław Lem
                  Cosmicomics (1965), Italo Calvino
                From Italy, by a request of the model:
                  Cosmicomics (1965), Italo Calvino
                  Invisible Cities (1972), Italo Calvino

                """)
    }

    @Test func `the to-do app keeps its lists between runs`() throws {
        func todo(_ arguments: String...) throws -> String {
            try run("ToDo", arguments, ["TODO_STORE": folder.file("a.sqlite").path])
        }
        #expect(try todo("list") == "Nothing to do.\n")
        #expect(
            try todo("add", "Buy", "milk", "--list", "Home", "--tag", "shop")
                == "Added 1 to Home.\n")
        #expect(
            try todo("add", "Call Zoë", "--due", "2026-12-01", "--priority", "2")
                == "Added 2 to Inbox.\n")
        #expect(
            try todo("add", "Buy stamps", "--list", "Home", "--tag", "shop", "--tag", "post")
                == "Added 3 to Home.\n")
        #expect(
            try todo("list") == """
                1 [ ] Buy milk #shop – Home
                3 [ ] Buy stamps #post #shop – Home
                2 [ ] Call Zoë !! (due 2026-12-01) – Inbox

                """)
        #expect(try todo("done", "1") == "Done: Buy milk\n")
        #expect(try todo("list", "home") == "3 [ ] Buy stamps #post #shop – Home\n")
        #expect(try todo("list", "--all", "--by", "priority").hasPrefix("2 [ ] Call Zoë"))
        #expect(try todo("list", "--by", "due") == "2 [ ] Call Zoë !! (due 2026-12-01) – Inbox\n")
        #expect(
            try todo("find", "shop") == """
                1 [x] Buy milk #shop – Home
                3 [ ] Buy stamps #post #shop – Home

                """)
        #expect(try todo("find", "ZOE").hasPrefix("2 [ ] Call Zoë"))
        #expect(try todo("rm", "3") == "Removed: Buy stamps\n")
        #expect(try todo("lists") == "Home: 0 open of 1\nInbox: 1 open of 1\n")
        #expect(try todo("done", "9") == "There is no item 9.\n")
        #expect(try todo("add", "x", "--due", "soon").hasPrefix("soon is no date"))
        #expect(try todo("add", "x", "--priority", "7").contains("priority"))
        #expect(try todo().hasPrefix("todo add TITLE"))
    }

    @Test func `the notes of two devices meet in the cloud`() throws {
        var variables = ["QUARRY_CONTAINER": folder.file("cloud.db").path]
        func notes(_ device: String, _ arguments: String...) throws -> String {
            variables["QUARRY_USER"] = "ann"
            variables["QUARRY_DEVICE"] = device
            variables["CLOUDNOTES_STORE"] = folder.file(device).path
            return try run("CloudNotes", arguments, variables)
        }
        #expect(try notes("phone", "add", "Milk", "#shop") == "Milk #shop\n")
        #expect(try notes("tablet", "list") == "Milk #shop\n")
        // A device without its cloud, whose edit of the same note is sent later.
        let cloud = variables["QUARRY_CONTAINER"]
        variables["QUARRY_CONTAINER"] = "/dev/null/cloud.db"
        let offline = try notes("phone", "write", "Milk", "two bottles")
        #expect(offline.hasPrefix("Not everything is in the cloud: "), "\(offline)")
        #expect(offline.hasSuffix("Milk #shop: two bottles\n"), "\(offline)")
        variables["QUARRY_CONTAINER"] = cloud
        #expect(try notes("tablet", "rename", "Milk", "Oat milk") == "Oat milk #shop\n")
        #expect(try notes("phone", "list") == "Oat milk #shop: two bottles\n")
        #expect(try notes("tablet", "list") == "Oat milk #shop: two bottles\n")
        #expect(try notes("tablet", "rm", "Oat milk") == "No notes.\n")
        #expect(try notes("phone", "list") == "No notes.\n")
        // Production without the field CD_text: the note waits, the others do not.
        let schema = folder.file("production.ckdb")
        try Data(
            """
            DEFINE SCHEMA
                RECORD TYPE CD_Note ( CD_entityName STRING, CD_title STRING );
                RECORD TYPE CD_Tag ( CD_entityName STRING, CD_name STRING );
                RECORD TYPE CDMR (
                    CD_entityNames STRING, CD_recordNames STRING, CD_relationships STRING
                );
            """.utf8
        ).write(to: schema)
        variables["QUARRY_CONTAINER"] = folder.file("production.db").path
        variables["QUARRY_ENVIRONMENT"] = "production"
        variables["QUARRY_SCHEMA"] = schema.path
        #expect(try notes("laptop", "add", "Bread") == "Bread\n")
        let refused = try notes("laptop", "write", "Bread", "rye")
        #expect(refused.contains("CD_text") && refused.hasSuffix("Bread: rye\n"), "\(refused)")
        #expect(try notes("desk", "list") == "Bread\n")
    }

    /// What an example prints, which stands beside the test bundle.
    private func run(
        _ name: String, _ arguments: [String] = [], _ variables: [String: String] = [:]
    ) throws -> String {
        try Program.run(
            Program.besideTests(name).path, arguments,
            environment: ProcessInfo.processInfo.environment.merging(variables) { $1 }
        ).output
    }
}
