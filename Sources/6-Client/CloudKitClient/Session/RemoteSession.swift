import Foundation
import RecordService
import WebServices

/// A container of a server as one user sees it from one device.
///
/// Every method asks the server; none asks twice but a save whose answer was lost, which the server
/// does once however often it comes. Errors are those that a ``ServiceSession`` would throw, and
/// those of the network: `networkUnavailable` (3) where the server cannot be reached,
/// `networkFailure` (4) where the connection broke while reading, `serverResponseLost` (34) where it
/// broke while writing, so that it is unknown whether the server did what it was asked.
package final class RemoteSession: CloudSession, FaultySession {
    /// The container of the server, with its transport and credentials.
    package let service: RemoteService
    /// The user's record name; nil for an anonymous caller.
    package let user: String?
    /// The name of the device or the program.
    package let device: String

    /// Whether the administrator asks, whom grants do not hold back.
    let isAdministrator: Bool

    /// The container as a user sees it, or, with a management token, its administrator.
    init(service: RemoteService, user: String?, device: String, isAdministrator: Bool = false) {
        self.service = service
        self.user = user
        self.device = device
        self.isAdministrator = isAdministrator
    }

    var options: RemoteServiceOptions { service.options }

    // MARK: Requests

    /// Runs one request of an app: faults first, and what listens begins to listen before.
    ///
    /// - Parameters:
    ///   - isWrite: Whether the request changes something.
    ///   - database: The database that it is about; nil where it is about none.
    ///   - records: How many records it saves and deletes.
    ///   - body: Sends the request.
    func request<T: Sendable>(
        isWrite: Bool, in database: Database?, records: Int = 0,
        _ body: () async throws(ServiceError) -> T
    ) async throws(ServiceError) -> T {
        var losesResponse = false
        do {
            try Task.checkCancellation()
            let faults = service.faults.next(
                isWrite: isWrite, records: records, user: user, at: options.clock?() ?? Date())
            for fault in faults {
                losesResponse = fault == .responseLost || losesResponse
                try await fault.strike(in: self)
            }
            await service.listening.ready()
            try Task.checkCancellation()
        } catch {
            throw ServiceError(error)
        }
        let result: T
        do {
            result = try await body()
        } catch {
            throw service.faults.explained(error, to: user, in: database)
        }
        if losesResponse { throw .responseLost }
        return service.faults.explained(result, to: user, in: database)
    }

    /// Posts a message to an endpoint of a database and reads the reply.
    func post<Reply: WireMessage>(
        _ message: some WireMessage, _ endpoint: Endpoint, in database: Database, isWrite: Bool
    ) async throws(ServiceError) -> Reply {
        try read(
            try await send(
                "POST", endpoint.rawValue, in: database, body: message.bytes, isWrite: isWrite))
    }

    /// Gets what an endpoint of a database has to say.
    func get<Reply: WireMessage>(
        _ endpoint: Endpoint, in database: Database
    ) async throws(ServiceError) -> Reply {
        try read(try await send("GET", endpoint.rawValue, in: database, body: [], isWrite: false))
    }

    func read<Reply: WireMessage>(
        _ reply: RemoteReply
    ) throws(ServiceError) -> Reply {
        try ServiceError.reading { () throws(WireError) in try Reply(reading: reply.bytes) }
    }

    /// Sends a request to an endpoint of a database; a reply that is an error is thrown.
    ///
    /// - Parameters:
    ///   - endpoint: An ``Endpoint``'s name, or what only our own servers answer.
    ///   - once: A name by which the server does a save once, however often it comes.
    func send(
        _ method: String, _ endpoint: String, in database: Database, body: [UInt8],
        once: String? = nil, isWrite: Bool
    ) async throws(ServiceError) -> RemoteReply {
        // Anonymous callers have no private and no shared database.
        if user == nil, database != .public, !isAdministrator { throw .notSignedIn }
        let scope = database.wireName.lowercased()
        return try await send(
            method, path: "\(service.root("database"))/\(scope)/\(endpoint)", body: body,
            once: once, isWrite: isWrite)
    }

    /// Sends a request to a path of the server; a reply that is an error is thrown.
    func send(
        _ method: String, path: String, query: String = "", body: [UInt8], once: String? = nil,
        isWrite: Bool, within seconds: Double? = nil
    ) async throws(ServiceError) -> RemoteReply {
        var request = WireRequest(method, path, query: query, body: .bytes(body))
        if !body.isEmpty {
            request.headers.append(("content-type", "application/json; charset=utf-8"))
        }
        if let once { request.headers.append(("x-quarry-idempotency-key", once)) }
        let used: String?
        do {
            // Anonymous callers send the user "-", so that the server does not treat them as the
            // administrator.
            used = try service.credentials.sign(
                &request, user: isAdministrator ? nil : user ?? "-", device: device, at: Date())
        } catch {
            throw ServiceError(.notAuthenticated, nil, "The key cannot sign: \(error)")
        }
        let reply: RemoteReply
        do {
            reply = try await service.transport.send(
                request, within: seconds ?? options.requestSeconds)
        } catch {
            throw ServiceError(error, isWrite: isWrite)
        }
        service.credentials.note(reply, used: used)
        guard reply.status == 200 else { throw ServiceError(reply, isWrite: isWrite) }
        return reply
    }
}

extension RemoteService {
    /// What the paths of the container's endpoints begin with.
    func root(_ kind: String) -> String {
        "/\(kind)/1/\(options.container.pathPart)/\(options.environment.rawValue)"
    }
}

extension ServiceError {
    /// What a reply that is an error says in CloudKit's own terms; `isWrite` where the request was
    /// to change something.
    init(_ reply: RemoteReply, isWrite: Bool = false) {
        let after = reply.retryAfter
        if reply.isWireError, let wire = try? WireError(reading: reply.bytes) {
            var error = wire.serviceError
            error.retryAfter = error.retryAfter ?? after
            self = error
            return
        }
        // Something between us and the server has answered.
        switch reply.status {
        case 401, 421:
            self.init(.notAuthenticated, 1002, "This request requires an authenticated account")
        case 403: self.init(.permissionFailure, 2007, "Access denied")
        case 404: self.init(.badContainer, nil, "There is no such container on the server")
        case 413: self.init(.limitExceeded, 2023, "Request size exceeds limit")
        case 429:
            self.init(.requestRateLimited, 2061, "Too many requests", retryAfter: after ?? 3)
        case 502 where isWrite, 504 where isWrite:
            // A gateway has passed the request on, and lost the server or its patience.
            self.init(TransportError.lost("A gateway answered \(reply.status)"), isWrite: true)
        case 408, 500...599:
            // With 408 the request did not come in time, and was not passed on.
            self.init(.serviceUnavailable, 2022, "Service Unavailable", retryAfter: after ?? 3)
        default:
            self.init(.serverRejectedRequest, nil, "The server answered \(reply.status)")
        }
    }
}

extension RemoteReply {
    /// Whether the content names an error of the web services.
    fileprivate var isWireError: Bool {
        // Errors are short; what is longer than this is a page of something in between.
        bytes.count < 1 << 20
            && String(decoding: bytes, as: UTF8.self).contains("\"serverErrorCode\"")
    }
}
