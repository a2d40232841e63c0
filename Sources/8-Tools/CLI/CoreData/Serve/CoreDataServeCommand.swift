#if Server
import ArgumentParser
import Foundation
import ServerCore
import Logging
import WebServer
import WebServices

/// `quarry coredata serve`: a store in the browser.
struct CoreDataServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Open a store in the browser, to be read.",
        discussion: """
            Shows the entities with their counts, the objects that a predicate selects,
            each object with links to those it is related to, the drawing of the model,
            and, of a store that CloudKit mirrors, what waits to be sent and the events,
            as they happen. Only this machine reaches the page, and the file is only
            read. The address is printed; Ctrl-C, or SIGTERM, ends.

            EXAMPLES
              quarry coredata serve Recipes.sqlite
              quarry coredata serve Recipes.sqlite --port 8181

            \(Status.help)
            """)

    @OptionGroup var place: ObjectFileOptions

    @Option(help: "The port; 0 is any that is free.")
    var port = 0

    func validate() throws {
        guard (0...65535).contains(port) else {
            throw ValidationError("A port is a number from 0 to 65535.")
        }
    }

    func run() async throws {
        // What is wrong with the file is said before anything listens.
        try await place.withStore { _ in }
        let end = ProcessEnd()
        // The host has nothing to serve: the site answers every request before it.
        let host = try await ServerCore.Host(HostOptions(.memory))
        try await closing({ try await host.close() }) {
            do { try await serve(host, end) } catch let error as WebServerError {
                throw Failure(
                    .failed, error.description,
                    advice: "Give another --port; 0 takes any free one.")
            }
        }
    }

    private func serve(_ host: ServerCore.Host, _ end: ProcessEnd) async throws {
        var options = WebServerOptions()
        options.port = port
        options.connections = 200
        options.shutdownSeconds = 2
        let site = ObjectSite(place)
        let server = try WebServer(
            host, options, pages: { await site.answer($0) },
            logger: Logger(label: "quarry") { _ in SwiftLogNoOpLogHandler() })
        try await server.start()
        try Output.print((server.url + "/\n").utf8)
        Terminal.note(
            Style.dim("Open this address in a browser. Ctrl-C ends.", Terminal.errorHasColour))
        _ = await end.reason()
        await server.stop()
    }
}
#endif
