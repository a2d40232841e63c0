import Foundation
import PredicateCore
import RecordCore
import RecordJSON
package import CloudKitClient
package import WebServices

/// One database of a container, asked over the web services; asks again where that helps.
package struct CloudDatabase: Sendable {
    let transport: any WireTransport
    let credentials: RemoteCredentials
    let container: String
    let environment: String
    /// `public` or `private`.
    let database: String
    /// The user that a management token acts for.
    let user: String?
    /// Whether it is Apple's: what only Quarry understands is not said then.
    let isApple: Bool
    /// How often, and after how long, is asked again.
    let patience: Patience

    package init(
        transport: any WireTransport, credentials: RemoteCredentials, container: String,
        environment: String, database: String, user: String?, isApple: Bool,
        patience: Patience = Patience()
    ) {
        self.transport = transport
        self.credentials = credentials
        self.container = container
        self.environment = environment
        self.database = database
        self.user = user
        self.isApple = isApple
        self.patience = patience
    }

    /// What records in replies hold.
    var recordOptions: RecordOptions { RecordOptions(isExact: !isApple) }

    // MARK: Querying

    /// Sends a message and reads the reply.
    ///
    /// - Throws: ``WireError`` with the server's words, ``TransportError``.
    package func post<Reply: WireMessage>(
        _ endpoint: Endpoint, _ message: some WireMessage
    ) async throws -> Reply {
        try await post(endpoint, bytes: message.bytes)
    }

    /// Sends JSON and reads the reply.
    func post<Reply: WireMessage>(
        _ endpoint: Endpoint, bytes: [UInt8]
    ) async throws -> Reply {
        let path =
            "/database/1/\(container.pathPart)/\(environment)/\(database)"
            + "/\(endpoint.rawValue)"
        return try await patience.repeating {
            var request = WireRequest(
                "POST", path, headers: [("content-type", "application/json")],
                body: .bytes(bytes))
            let used = try credentials.sign(
                &request, user: user, device: "quarry", at: Date())
            let reply = try await transport.send(request, within: 120)
            credentials.note(reply, used: used)
            return try Reply(reading: try CloudDatabase.checked(reply).bytes)
        }
    }

    /// The reply, unless it is an error.
    private static func checked(_ reply: RemoteReply) throws -> RemoteReply {
        guard !(200..<300).contains(reply.status) else { return reply }
        var error =
            // A reply that is no error of the service is reported by its status.
            (try? WireError(reading: reply.bytes))
            ?? WireError(
                reply.status == 429
                    ? .throttled : reply.status >= 500 ? .tryAgainLater : .badRequest,
                "The server answered with HTTP \(reply.status)")
        error.retryAfter = error.retryAfter ?? reply.retryAfter
        throw error
    }

    /// The zones of a private database.
    func zones() async throws -> [ZoneID] {
        let reply: ZonesReply = try await post(.zonesList, bytes: Array("{}".utf8))
        return reply.entries.compactMap {
            switch $0 {
            case .zone(let id, _, _, _): id
            case .deleted, .failure: nil
            }
        }
    }

    /// Asks for zones or for one record, so that a caller who is refused learns it before anything
    /// is made.
    ///
    /// - Parameters:
    ///   - types: The record types that will be asked for.
    ///   - zone: The one zone that is wanted; nil for all.
    package func checkReading(_ types: [String], zone: String?) async throws {
        guard database == "public" else {
            try TransferError.check(zone, among: try await zones())
            return
        }
        try TransferError.check(zone, among: [.default])
        guard let type = types.first else { return }
        do {
            let _: RecordsReply = try await post(
                .recordsQuery,
                WebServices.QueryRequest(
                    WireQuery(type), limit: 1, options: RecordOptions(desiredKeys: [])))
        } catch let error as WireError where error.code == .notFound {
            // That the container lacks the type is noted when its turn comes.
        } catch let error as WireError {
            throw TransferError(error, doing: type)
        }
    }

    // MARK: Assets

    /// Fetches the content of an asset to a file.
    func download(_ url: URL, to file: URL) async throws {
        try await patience.repeating {
            let reply = try await transport.send(
                WireRequest("GET", url.absoluteString), writingTo: file, within: 600)
            _ = try CloudDatabase.checked(reply)
        }
    }

    /// Sends a file for a field that is to hold it; gives the field's value.
    ///
    /// Members that we do not know are given back as they came: Apple asks for all of them.
    func upload(
        _ file: String, size: Int64, record: RecordID, type: String, field: String
    ) async throws -> Value {
        let places: AssetUploadReply = try await post(
            .assetsUpload,
            AssetUploadRequest(
                [.init(recordName: record.name, recordType: type, field: field)],
                zone: record.zone))
        guard let place = places.items.first else {
            throw WireError.badRequest("The server gave no place for an asset")
        }
        return try await patience.repeating {
            let reply = try await transport.send(
                WireRequest(
                    "POST", place.url, headers: [("content-type", "application/octet-stream")],
                    body: .file(path: file, size: size)), within: 600)
            let members = try JSONReader.value(of: try CloudDatabase.checked(reply).bytes).members
            guard let receipt = members["singleFile"] else {
                throw WireError.badRequest("The server gave no receipt for an asset")
            }
            return receipt
        }
    }
}

/// How often, and after how long, something is tried again.
package struct Patience: Sendable {
    /// Attempts in all.
    var attempts = 8
    /// Seconds before the second attempt; each further one waits twice as long.
    var first = 0.5
    /// Seconds of the longest wait that we choose ourselves.
    var longest = 60.0
    /// Whether the work is to stop where it is; asked between two steps.
    var isStopped: @Sendable () -> Bool
    /// Hears how many seconds pass before the next attempt.
    var willWait: @Sendable (Double) -> Void

    package init(
        isStopped: @escaping @Sendable () -> Bool = { false },
        willWait: @escaping @Sendable (Double) -> Void = { _ in }
    ) {
        self.isStopped = isStopped
        self.willWait = willWait
    }

    /// Does something until it is done, or fails in a way that trying again does not mend.
    func repeating<T>(_ body: () async throws -> T) async throws -> T {
        var attempt = 1
        while true {
            do { return try await body() } catch {
                guard attempt < attempts, let said = Patience.wait(after: error) else {
                    throw error
                }
                try await pause(attempt, said: said)
                attempt += 1
            }
        }
    }

    /// Waits before another attempt.
    func pause(_ attempt: Int, said: Double) async throws {
        let own = min(longest, first * pow(2, Double(min(attempt, 16) - 1)))
        // Requests that were refused together should not be retried together.
        var left = min(max(said, own) * Double.random(in: 1...1.2), 600)
        willWait(left)
        // In parts: the work ends soon where it is asked to.
        while left > 0 {
            try stopIfAsked()
            try await Task.sleep(for: .seconds(min(left, 0.1)))
            left -= 0.1
        }
        try stopIfAsked()
    }

    /// Ends the work where it was asked to stop.
    func stopIfAsked() throws {
        if isStopped() { throw CancellationError() }
    }

    /// The seconds that an error asks to wait; nil where waiting does not help.
    static func wait(after error: any Error) -> Double? {
        switch error {
        case let error as WireError:
            switch error.code {
            case .throttled, .tryAgainLater, .internalError: error.retryAfter ?? 0
            case .accessDenied, .atomicError, .authenticationFailed, .authenticationRequired,
                .badRequest, .changeTokenExpired, .conflict, .exists, .notFound, .quotaExceeded,
                .signInFailed, .uniqueField, .validatingReference, .zoneNotFound:
                nil
            }
        case let error as TransportError:
            switch error {
            case .unreachable, .lost, .timedOut: 0
            case .untrusted, .tooLong, .malformed, .file, .fileChanged, .cancelled: nil
            }
        default: nil  // What is wrong here stays wrong.
        }
    }
}
