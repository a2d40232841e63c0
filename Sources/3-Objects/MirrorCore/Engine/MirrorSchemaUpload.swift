package import CoreDataModel
import Foundation
import PredicateCore
import RecordCore

/// Makes the types and fields of a plan at a server in Development, by saving a record of each type
/// with every field, and deleting it.
package enum MirrorSchemaUpload {
    /// Saves and deletes the records.
    ///
    /// - Throws: `MirrorCloudError`: in Production, which cannot create types, the server's sentence.
    package static func run(_ plan: MirrorPlan, in cloud: any MirrorCloud) async throws {
        switch await cloud.account() {
        case .available: break
        case let account: throw MirrorFailure.account(account)
        }
        let zone = ZoneID(Mirror.zoneName)
        try await cloud.makeZone(zone)
        let records = plan.allTypes.map { record(of: $0, in: zone) }
        for start in stride(from: 0, to: records.count, by: 100) {
            let batch = Array(records[start..<min(start + 100, records.count)])
            let saved = try await cloud.modify(SaveRequest(saving: batch))
            var first: MirrorCloudError?
            for case .failure(let error) in saved.saves where !error.isOfBatch || first == nil {
                if first == nil || first?.isOfBatch == true { first = error }
            }
            if let first { throw first }
            _ = try await cloud.modify(SaveRequest(deleting: batch.map(\.id)))
        }
    }

    /// A record with a value in every field.
    static func record(of type: MirrorPlan.RecordType, in zone: ZoneID) -> Record {
        var record = Record(type.name, RecordID(UUID().uuidString, zone: zone))
        for field in type.fields {
            record.fields[field.name] =
                switch field.kind {
                case .string: .text("sample")
                case .int64: .int(1)
                case .double: .double(1.5)
                case .timestamp: .date(Date(timeIntervalSinceReferenceDate: 0))
                case .bytes: .bytes(Data([0]))
                case .asset: .asset(Asset(content: Data([0])))
                }
            if field.isEncrypted { record.encrypted.insert(field.name) }
            if let twin = field.twinName { record.fields[twin] = .asset(Asset(content: Data([0]))) }
        }
        return record
    }
}
