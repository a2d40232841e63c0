import Foundation
import ServerCore
import Logging
import RecordService
import Synchronization
import Testing
import WebServer
import WebServices

/// A server with sample data and a browser, which the dashboard's tests share.
actor DashboardStage {
    static let container = "iCloud.org.example.cities"
    static let administrator = "ada"
    static let password = "correct horse battery"

    private static let shared = DashboardStage()

    private var begun: Task<Scene, any Error>?

    /// What the tests play on.
    struct Scene: Sendable {
        let host: ServerCore.Host
        let server: WebServer
        let browser: DashboardBrowser

        var base: String { server.url }

        func service(
            _ environment: EndpointPath.Environment = .development
        ) async throws -> RecordService {
            try await host.containers.service(DashboardStage.container, environment)
        }
    }

    /// The stage, set when it is first asked for.
    static func scene() async throws -> Scene { try await shared.scene() }

    private func scene() async throws -> Scene {
        if let begun { return try await begun.value }
        let task = Task { try await DashboardStage.begin() }
        begun = task
        return try await task.value
    }

    private static func begin() async throws -> Scene {
        let host = try await DashboardSample.host(.memory)
        var options = WebServerOptions()
        options.port = 0
        let server = try WebServer(
            host, options, pages: DashboardPages.answer,
            logger: Logger(label: "dashboard-tests") { _ in SwiftLogNoOpLogHandler() })
        try await server.start()
        let browser = try DashboardBrowser()
        atEnd { browser.stop() }
        return Scene(host: host, server: server, browser: browser)
    }

    /// A page of a signed-in user; afterwards nothing may have gone wrong in it, and no other
    /// server may have been requested.
    static func visit(
        _ place: String = "", until selector: String = "#page-title",
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: (DashboardPage, Scene) async throws -> Void
    ) async throws {
        let scene = try await scene()
        let page = try await DashboardPage(scene.browser, base: scene.base)
        do {
            try await open(place, in: page)
            try await page.wait(
                "document.querySelector('.frame') && document.querySelector(\(quoted(selector)))",
                sourceLocation: sourceLocation)
            try await body(page, scene)
        } catch {
            Issue.record(error, sourceLocation: sourceLocation)
        }
        #expect(page.complaints == [], sourceLocation: sourceLocation)
        let foreign = page.addresses.filter {
            !$0.hasPrefix(scene.base) && !$0.hasPrefix("blob:") && !$0.hasPrefix("data:")
                && !$0.hasPrefix("about:")
        }
        #expect(foreign == [], sourceLocation: sourceLocation)
        await page.close()
    }

    /// A page of a host of a test's own, which is closed afterwards.
    static func visit(
        of host: ServerCore.Host, _ place: String, until selector: String,
        _ body: (DashboardPage) async throws -> Void
    ) async throws {
        var options = WebServerOptions()
        options.port = 0
        let server = try WebServer(
            host, options, pages: DashboardPages.answer,
            logger: Logger(label: "dashboard-tests") { _ in SwiftLogNoOpLogHandler() })
        try await server.start()
        let page = try await DashboardPage(try await scene().browser, base: server.url)
        do {
            try await open(place, in: page)
            try await page.wait("document.querySelector(\(quoted(selector)))")
            try await body(page)
        } catch { Issue.record(error) }
        #expect(page.complaints == [])
        await page.close()
        await server.stop()
    }

    /// Signs in as the administrator and opens a place.
    private static func open(_ place: String, in page: DashboardPage) async throws {
        // On a page without a script: the dashboard twice would take half as long again.
        try await page.call("Page.navigate", #"{"url":"\#(page.base)/health"}"#)
        try await page.wait("location.pathname === '/health'")
        try await page.evaluate(
            """
            fetch('/admin/1/session', {method: 'POST', body: JSON.stringify(
              {user: \(quoted(administrator)), password: \(quoted(password))})})
            """)
        try await page.call("Page.navigate", #"{"url":"\#(page.base)/dashboard/\#(place)"}"#)
    }

    /// The address of a page of the sample container.
    static func place(
        _ page: String, _ query: String = "",
        _ environment: EndpointPath.Environment = .development
    ) -> String {
        "#/c/\(container)/\(environment.rawValue)/\(page)" + (query.isEmpty ? "" : "?\(query)")
    }
}

/// Ends what must not outlive the tests.
private func atEnd(_ body: @escaping @Sendable () -> Void) {
    let count = DashboardEnd.actions.withLock { actions in
        actions.append(body)
        return actions.count
    }
    if count == 1 {
        atexit { for action in DashboardEnd.actions.withLock({ $0 }) { action() } }
    }
}

private enum DashboardEnd {
    static let actions = Mutex<[@Sendable () -> Void]>([])
}
