package import RecordCore
import RecordJSON
package import RecordService

/// Lookups of one record without waiting: the most frequent request.
///
/// Asynchronous calls, and what each of them keeps for the next, cost more than half of such a lookup.
/// Both functions give nil for what ``answer(_:_:in:)`` has to answer.
extension Endpoints {
    /// The record that a request asks for, where it asks for one by its name and for nothing else:
    /// `{"records": [{"recordName": "a"}]}`.
    package static func onlyRecord(of request: WireRequest, _ path: EndpointPath) -> RecordID? {
        guard path.known == .recordsLookup, path.database != nil, request.method == "POST",
            case .bytes(let body) = request.body,
            request.parameter("getCurrentSyncToken") == nil
        else { return nil }
        return LookupRequest.onlyName(in: body).map { RecordID($0) }
    }

    /// The reply to a lookup of one record.
    ///
    /// - Parameters:
    ///   - path: The path of the request.
    ///   - id: The record, as ``onlyRecord(of:_:)`` gave it.
    ///   - session: The container as the caller sees it.
    ///   - allowsPrivateData: Whether private databases may be reached.
    ///   - assetURL: Where the content of an asset can be read.
    package static func lookUpAtOnce(
        _ path: EndpointPath, _ id: RecordID, for session: ServiceSession,
        allowsPrivateData: Bool, assetURL: @escaping RecordWriter.AssetURL
    ) -> WireReply? {
        guard let database = path.database, database == .public || allowsPrivateData
        else { return nil }
        return session.encodedAtOnce(id, in: database) { record, schema in
            var reply = RecordsWriter(
                RecordWriter(
                    schema: schema, reader: session.user,
                    zoneOwner: database == .public ? nil : session.user, assetURL: assetURL))
            reply.append(record)
            reply.finish()
            return reply.take()
        }.map { WireReply(json: $0) }
    }
}

extension LookupRequest {
    /// The name in a body that has one record with its name alone; nil of every other body.
    static func onlyName(in body: [UInt8]) -> String? {
        body.withUnsafeBufferPointer { body in
            var cursor = JSONCursor(body)
            cursor.skipWhitespace()
            do throws(JSONError) {
                guard cursor.kind == .object, try cursor.enterObject(),
                    "records" ~= (try cursor.nextKey()), cursor.kind == .array,
                    try cursor.enterArray(), cursor.kind == .object, try cursor.enterObject(),
                    "recordName" ~= (try cursor.nextKey()), cursor.kind == .text
                else { return nil }
                let name = try cursor.readString()
                guard try !cursor.continuesObject(), try !cursor.continuesArray(),
                    try !cursor.continuesObject()
                else { return nil }
                try cursor.expectEnd()
                return name
            } catch {
                return nil
            }
        }
    }
}
