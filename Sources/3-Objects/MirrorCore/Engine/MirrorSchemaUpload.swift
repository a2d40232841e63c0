package import CoreDataModel
import Foundation
import PredicateCore
import RecordCore

/// Makes the types and fields of a plan at a server in Development, by saving a record of each type
/// with every field, and deleting it.
package enum MirrorSchemaUpload {
    /// Saves and deletes the records.
    ///
    /// - Parameter cloud: The private database: the types of a container are those of all of its
    ///   databases, and only this one has a zone that is the mirror's own.
    /// - Throws: `MirrorCloudError`: in Production, which cannot create types, the server's sentence.
    package static func run(
        _ types: [MirrorPlan.RecordType], in cloud: any MirrorCloud
    ) async throws {
        switch await cloud.account() {
        case .available: break
        case let account: throw MirrorFailure.account(account)
        }
        let zone = ZoneID(Mirror.zoneName)
        try await cloud.makeZone(zone)
        let records = types.map { record(of: $0, in: zone) }
        for batch in records.batches(of: 100) {
            let saved = try await cloud.modify(SaveRequest(saving: batch))
            var first: MirrorCloudError?
            for case .failure(let error) in saved.saves where !error.isOfBatch || first == nil {
                if first == nil || first?.isOfBatch == true { first = error }
            }
            if let first { throw first }
            // Twice: devices would take what stays for objects.
            let deletion = SaveRequest(deleting: batch.map(\.id))
            let deleted: MirrorSaveResult
            do { deleted = try await cloud.modify(deletion) } catch {
                deleted = try await cloud.modify(deletion)
            }
            if let error = deleted.deletions.compactMap({ $0 }).first { throw error }
        }
    }

    /// The records that are saved, a line each, for people to read.
    package static func text(of types: [MirrorPlan.RecordType]) -> String {
        types.map { type in
            let record = record(of: type, in: ZoneID(Mirror.zoneName))
            let fields = record.fields.sorted { $0.key < $1.key }.map { name, value in
                switch value {
                case .text(let text): "\(name) = \"\(text)\""
                case .int(let number): "\(name) = \(number)"
                case .double(let number): "\(name) = \(number)"
                case .date: "\(name) = 2001-01-01 00:00:00 +0000"
                case .bytes(let data): "\(name) = \(data.count) byte"
                default: "\(name) = a file of 1 byte"  // Assets: there are no others.
                }
            }
            return "\(type.name) { \(fields.joined(separator: "; ")) }\n"
        }.joined()
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
