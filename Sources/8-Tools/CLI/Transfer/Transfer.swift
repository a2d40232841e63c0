#if Server
import Foundation
import RecordCore
import CloudKitClient
import RecordTransfer

/// One run of `quarry pull` or `quarry push`: its progress, and the database at the other end.
struct Transfer {
    /// How far it came.
    let file: ProgressFile
    /// The other end.
    let cloud: CloudDatabase
    private let newest = NewestToken()

    /// Begins a transfer, or goes on with the one in the progress file.
    ///
    /// - Parameters:
    ///   - verb: `pull` or `push`.
    ///   - description: From where to where: the two ends as they are given here.
    init(
        _ verb: String, _ cloud: CloudOptions, _ place: StoreOptions, _ resume: ResumeOptions,
        _ description: (_ cloud: String, _ store: String) -> String
    ) throws {
        let name = place.scope == .public ? "public" : "private"
        let environment = cloud.environment.rawValue
        let path =
            resume.progress
            ?? "quarry-\(verb)-\(cloud.container.pathPart)-"
            + "\(environment)-\(name).json"
        let end = [
            "\(cloud.cloud) \(cloud.container) \(environment) \(name)",
            cloud.asUser.map { "as \($0)" }, place.zone.map { "zone \($0)" },
            name == "private" && place.user != SaveRequest.defaultUser
                ? "user \(place.user)" : nil,
        ].compactMap(\.self).joined(separator: " ")
        let file = try ProgressFile(
            path, transfer: description(end, place.plainLocation),
            // With the password of a PostgreSQL URL.
            former: description(end, place.location),
            restart: resume.restart)
        if file.isResumed { Terminal.note("going on from \(path)") }
        let newest = self.newest
        file.newestToken = { newest.value }
        self.file = file
        let credentials = try cloud.credentials(
            newest: file.webAuthToken, keep: { newest.value = $0 })
        if name == "private", cloud.asUser == nil, case .management = credentials {
            // The token has a database of its own, which no app shows.
            throw Failure(
                .usage, "Whose private database?",
                advice: "--as-user RECORD-NAME says as whom a management token asks; "
                    + "quarry accounts users has the record names.")
        }
        self.cloud = CloudDatabase(
            transport: try cloud.transport(), credentials: credentials,
            container: cloud.container, environment: environment, database: name,
            user: cloud.asUser, isApple: cloud.isApple,
            patience: Patience(
                isStopped: { Interrupt.isRequested },
                willWait: { seconds in
                    guard seconds >= 5 else { return }
                    Terminal.note("the server is asked again in \(Figures.fixed(seconds, 0)) s")
                }))
    }

    /// Does the work; what stops it says how to go on.
    func run<T>(_ body: () async throws -> T) async throws -> T {
        do {
            let result = try await body()
            try file.saveToken()
            return result
        } catch {
            let advice = file.advice(on: error)
            try file.saveToken()
            throw stopped(error, advice)
        }
    }

    private func stopped(_ error: any Error, _ advice: String?) -> Failure {
        var failure: Failure
        switch error {
        case is CancellationError: failure = Failure(.interrupted, "stopped by Ctrl-C")
        default: failure = Failure(transfer: error)
        }
        if failure.status != .usage, FileManager.default.fileExists(atPath: file.path) {
            failure.advice = [
                failure.advice, advice ?? "The same command goes on from \(file.path).",
            ].compactMap(\.self).joined(separator: "\n")
        }
        return failure
    }
}

extension TransferObserver {
    /// Tells it at the terminal.
    static func terminal(_ bar: ProgressBar) -> TransferObserver {
        TransferObserver(moved: { bar.update($0) }, note: { Terminal.note($0) })
    }
}

extension CloudOptions {
    /// The schema of the container on a server, as an administrator.
    func schema(_ server: ServerAdministration) async throws -> RecordSchema {
        try CloudOptions.schema(try await server.text("GET", schemaPath))
    }

    /// The schema that a server gives.
    static func schema(_ text: String) throws -> RecordSchema {
        do throws(SchemaParseError) { return try RecordSchema(parsing: text) } catch {
            throw Failure(.failed, "The schema of the server cannot be read: \(error.message)")
        }
    }

    /// Where the administration has the container's schema.
    var schemaPath: [String] { ["containers", container, environment.rawValue, "schema"] }
}
#endif
