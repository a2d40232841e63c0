import Foundation
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

    /// Runs an example that stands beside the test bundle and returns what it prints.
    private func run(_ name: String) throws -> String {
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let process = Process()
        process.executableURL = folder.appendingPathComponent(name)
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }
}
