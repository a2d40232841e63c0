package import RecordService
import WebServices

extension RemoteSession {
    /// The records of the given names, each or why not.
    package func records(
        _ ids: [RecordID], in database: Database, desiredKeys: [String]?
    ) async throws(ServiceError) -> [RecordID: Result<Record, ServiceError>] {
        try await request(isWrite: false, in: database) { () async throws(ServiceError) in
            let reply: RecordsReply = try await post(
                LookupRequest(
                    ids.map { LookupRequest.Item($0.name, zone: $0.zone) },
                    options: records(desiredKeys)),
                .recordsLookup, in: database, isWrite: false)
            guard reply.entries.count == ids.count else {
                throw ServiceError(
                    .malformed("\(ids.count) names, \(reply.entries.count) answers"),
                    isWrite: false)
            }
            var found: [RecordID: Result<Record, ServiceError>] = [:]
            for (id, entry) in zip(ids, reply.entries) {
                switch entry {
                case .record(let record):
                    found[id] = .success(try await withFiles([record]).first ?? record)
                case .deleted:
                    found[id] = .failure(
                        ServiceError(StoreError(.unknownRecord, ["recordName": id.name])))
                case .failure(_, let error): found[id] = .failure(error.serviceError)
                }
            }
            return found
        }
    }
}
