#if SwiftData
import Foundation
import TestKit
import Testing

@Suite struct TripsTests {
    private func run(_ store: String) throws -> String {
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let process = Process()
        process.executableURL = folder.appendingPathComponent("Trips")
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["TRIPS_STORE": store]) { _, new in new }
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: output, as: UTF8.self)
    }

    @Test(arguments: ObjectDatabase.available)
    func `the app imports, asks, deletes and reads its history`(database: ObjectDatabase) throws {
        try withFolder { folder in
            let expected = """
                3 trips imported
                Lisbon 3 nights
                Porto 2 nights
                1 long stay outside of Oslo
                1 save of the importer

                """
            let output = try run("/dev/null")
            #expect(output == expected)
            let url = folder.store("trips", in: database)
            let store = url.isFileURL ? url.path : url.absoluteString
            #expect(try run(store) == expected)
            // The same trips again: names occur once.
            #expect(try run(store).hasSuffix("2 save of the importer\n"))
        }
    }
}
#endif
