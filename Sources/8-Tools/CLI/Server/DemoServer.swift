#if Server
import ArgumentParser
import Foundation
import ServerCore
import RecordService
import WebServices

extension DemoCommand {
    private static let container = "iCloud.org.geonames.cities"

    /// Serves the cities from a directory of their own, which goes with the server.
    func runServer() async throws {
        let directory = try DemoCommand.freshPath() + ".server"
        try? FileManager.default.removeItem(atPath: directory)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let server = try ServeCommand.parse([
            "--directory", directory, "--port", String(port ?? 0),
            "--container", DemoCommand.container, "--environment", "development",
        ])
        try await server.run { host in
            let service = try await host.containers.service(DemoCommand.container, .development)
            try await fill(service.store, place, named: DemoCommand.container)
            fflush(nil)
        }
    }
}
#endif
