import Foundation
import TestFiles
import Testing

@Suite struct `Examples` {
    @Test func `filtering prints what a Mac would`() throws {
        let output = try run("Filtering")
        #expect(
            output == """
                Adults: [Élan (31), Zoë (44)]
                Begins with e: [Élan (31)]
                Likes tea: [Élan (31)]
                Likes coffee: [Zoë (44)]
                ann@example.org is an address: true
                not an address is an address: false
                Sorted: ["a", "b", "c"]
                Unable to parse the format string "age BETWEEN AND 4"
                Expected a value after BETWEEN, found AND.
                  age BETWEEN AND 4
                              ^

                """)
    }

    @Test func `both stores give the same places`() throws {
        let output = try run("Places")
        let answers = """
              tags CONTAINS 'palace': louvre, versailles
              name BEGINSWITH[c] 'o': orsay
              distanceToLocation:fromLocation:(position, %@) < 2000: louvre, orsay

            """
        #expect(output == "In memory:\n" + answers + "On SQLite:\n" + answers)
    }

    @Test func `the guestbook is signed, read by pages, searched and amended`() throws {
        let output = try run("Guestbook")
        #expect(
            output == """
                Signing:
                  Ann: signed
                  Bob: signed
                  Cem: signed
                  Zoë: signed
                  4 entries
                Reading, the newest first:
                  page 1
                    Zoë: Élan on every beach.
                    Cem: Back next year!
                    Bob: Too much wind, no sea.
                  page 2
                    Ann: The sea was warm.
                Searching:
                  SELF CONTAINS "sea": Ann, Bob
                  SELF CONTAINS "the sea" AND SELF CONTAINS "wind": Bob
                  SELF CONTAINS "elan": Zoë
                  name BEGINSWITH "C": Cem
                  name == "Ann" OR name == "Bob": CloudKit has no OR.
                Amending:
                  client oplock error updating record
                  Rain at last. And then the sun.

                """)
    }

    @Test func `the field guide is kept, searched, followed and shared`() throws {
        let output = try run("FieldGuide")
        #expect(
            output == """
                On the phone:
                  Kingfisher, seen 2 times
                  Heron, seen 1 times
                  Wren, seen 0 times
                Within three kilometres of the pond:
                  pond, 0 m
                  canal, 1505 m
                On the tablet:
                  changed guide
                  changed heron
                  changed heron-lake
                  changed kingfisher
                  changed kingfisher-canal
                  changed kingfisher-pond
                  changed wren
                  changed wren
                  changed wren-garden
                  deleted heron
                  deleted heron-lake
                Bob, who was invited:
                  Ann's birds
                  sees Kingfisher
                  WRITE operation not permitted
                  sees Wren
                  WRITE operation not permitted

                """)
    }

    @Test func `environment variables name the place of containers, the user and the environment`()
        throws
    {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("quarry-example-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = ["QUARRY_CONTAINER": folder + "/guestbook.db"]
        #expect(try run("Guestbook", file).contains("  Ann: signed\n"))
        // What was signed is still there.
        #expect(try run("Guestbook", file).contains("  Ann: record to insert already exists\n"))
        let data = ["QUARRY_CONTAINER": "", "XDG_DATA_HOME": folder]
        #expect(try run("Guestbook", data).contains("  Ann: signed\n"))
        #expect(
            FileManager.default.fileExists(
                atPath: folder + "/quarry/iCloud.org.example.guestbook.db"))
        let anonymous = ["QUARRY_CONTAINER": "memory:", "QUARRY_USER": ""]
        #expect(
            try run("Guestbook", anonymous)
                .contains("  This request requires an authenticated account\n"))
        for name in ["all", "default"] {
            let zones = ["QUARRY_CONTAINER": "memory:", "QUARRY_NIL_ZONE": name]
            #expect(try run("Guestbook", zones).contains("  Ann: signed\n"))
        }
        let zones = ["QUARRY_CONTAINER": "memory:", "QUARRY_NIL_ZONE": "none"]
        #expect(
            try run("Guestbook", zones).contains("QUARRY_NIL_ZONE is all or default, not none"))
        let reading = ["QUARRY_CONTAINER": "memory:", "QUARRY_READING": "first"]
        #expect(
            try run("Guestbook", reading).contains(
                "QUARRY_READING is current or original, not first"))
        let strict = ["QUARRY_CONTAINER": "memory:", "QUARRY_ENVIRONMENT": "production"]
        #expect(
            try run("Guestbook", strict).contains(
                "  Ann: Cannot create new type Entry in production schema\n"))
        let schema = folder + "/guestbook.ckdb"
        try """
        DEFINE SCHEMA
        RECORD TYPE Entry ( "___recordID" REFERENCE QUERYABLE,
            name STRING SORTABLE, text STRING, signed TIMESTAMP,
            GRANT READ, CREATE, WRITE TO "_icloud" );
        """.write(toFile: schema, atomically: true, encoding: .utf8)
        let fixed = strict.merging(["QUARRY_SCHEMA": schema]) { $1 }
        let output = try run("Guestbook", fixed)
        #expect(output.contains("  Ann: signed\n"))
        #expect(output.contains("    Field 'signed' is not marked sortable"))
        #expect(output.contains("Field 'name' is not marked queryable"))
        // No server listens there.
        let server = ["QUARRY_CONTAINER": "http://127.0.0.1:1"]
        #expect(try run("Guestbook", server).contains("The server cannot be reached"))
    }

    /// Runs an example that stands beside the test bundle and returns what it prints.
    private func run(_ name: String, _ variables: [String: String] = [:]) throws -> String {
        // Examples keep nothing, whatever the tests' own environment says.
        let environment = ProcessInfo.processInfo.environment.filter {
            !$0.key.hasPrefix("QUARRY_")
        }.merging(variables) { $1 }
        let run = try Program.run(Program.besideTests(name).path, environment: environment)
        #expect(run.status == 0)
        return run.output
    }
}
