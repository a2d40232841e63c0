#if Server
import Foundation
import PredicateCore
import RecordCore
import RecordJSON
import CloudKitClient
import WebServices

/// One database of a container, asked over the web services.
struct CKToolClient: Sendable {
    let transport: any WireTransport
    let credentials: RemoteCredentials
    let container: String
    let database: CKToolDatabase

    /// Sends a body to an endpoint and reads the reply.
    ///
    /// - Throws: ``Failure`` with the server's own words.
    func post(_ endpoint: Endpoint, _ body: OrderedJSON) async throws -> [String: Value] {
        var writer = JSONWriter(plain: true)
        body.append(to: &writer)
        let path =
            "/database/1/\(container.pathPart)/"
            + "\(database.environment.rawValue)/\(database.databaseType.rawValue)/\(endpoint.rawValue)"
        var request = WireRequest(
            "POST", path, headers: [("content-type", "application/json")],
            body: .bytes(writer.bytes))
        let used = try credentials.sign(
            &request, user: database.user, device: "cktool", at: Date())
        return try await send(request, used: used)
    }

    /// Sends a file to where an upload is to go; gives the receipt.
    func upload(_ path: String, to url: String) async throws -> Value {
        guard let size = AssetIntake.size(of: URL(fileURLWithPath: path)) else {
            throw Failure(.failed, "\(path) cannot be read")
        }
        let reply = try await send(
            WireRequest(
                "POST", url, headers: [("content-type", "application/octet-stream")],
                body: .file(path: path, size: size)))
        return reply["singleFile"] ?? .null
    }

    private func send(
        _ request: WireRequest, used: String? = nil
    ) async throws -> [String: Value] {
        let reply: RemoteReply
        do throws(TransportError) {
            reply = try await transport.send(request, within: 120)
        } catch {
            throw Failure(error)
        }
        credentials.note(reply, used: used)
        guard (200..<300).contains(reply.status) else { throw Failure(reply) }
        guard case .dictionary(let members) = try JSONReader.value(of: reply.bytes) else {
            throw Failure(.failed, "The server's reply is no object")
        }
        return members
    }

    /// The records of a reply; the first that was not done is thrown.
    static func records(_ reply: [String: Value]) throws -> [[String: Value]] {
        try reply.list("records").map { value in
            let record = value.members
            if let code = record.text("serverErrorCode") {
                let reason = record.text("reason") ?? code
                throw Failure(code == "NOT_FOUND" ? .nothing : .usage, "\(code): \(reason)")
            }
            return record
        }
    }
}
#endif
