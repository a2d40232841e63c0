package import Foundation

/// What became of a request that is to be done once, as it is kept with what it wrote.
package struct SaveReceipt: Codable {
    private struct Item: Codable {
        /// The record's name, which the request may not have said.
        var name: String?
        /// The code of its failure.
        var error: String?

        init(_ name: Result<String, StoreError>) {
            switch name {
            case .success(let name): self.name = name
            case .failure(let error): self.error = error.code.rawValue
            }
        }
    }

    /// When it was done.
    package var date: Date
    private var saves: [Item]
    private var deletions: [Item]

    /// How many records the request had to save.
    package var saveCount: Int { saves.count }

    init(_ result: SaveResult, at date: Date) {
        self.date = date
        saves = result.saves.map { Item($0.map(\.id.name)) }
        deletions = result.deletions.map { Item($0.map(\.name)) }
    }

    /// Reads what was kept; nil when it is damaged.
    package init?(_ data: Data) {
        guard let receipt = try? JSONDecoder().decode(SaveReceipt.self, from: data) else {
            return nil
        }
        self = receipt
    }

    /// The bytes; nil where nothing was done that might be done twice.
    var data: Data? {
        guard (saves + deletions).contains(where: { $0.error == nil }) else { return nil }
        // Texts and numbers always encode.
        return try? JSONEncoder().encode(self)
    }

    /// What became of a request the first time, with records as they are now.
    ///
    /// - Throws: `outcomeUnknown` where what was kept is not of such a request.
    static func result(
        _ data: Data, of request: SaveRequest, in transaction: some RecordTransaction
    ) throws -> SaveResult {
        guard let receipt = SaveReceipt(data), receipt.saves.count == request.saves.count,
            receipt.deletions.count == request.deletions.count
        else { throw StoreError(.outcomeUnknown) }
        var result = SaveResult()
        result.isRepeated = true
        for (part, item) in zip(receipt.saves, request.saves) {
            let id = RecordID(part.name ?? item.record.id.name, zone: item.record.id.zone)
            let record = try transaction.record(id)
            let context = ["recordType": item.record.type, "recordName": id.name]
            if let code = part.error {
                result.saves.append(
                    .failure(
                        StoreError(
                            StoreError.Code(rawValue: code) ?? .outcomeUnknown, context,
                            conflict: record.map {
                                StoreError.Conflict(client: item.record, server: $0)
                            })))
            } else if let record {
                result.saves.append(.success(record))
            } else {
                result.saves.append(.failure(StoreError(.recordDeleted, context)))
            }
        }
        for (part, deletion) in zip(receipt.deletions, request.deletions) {
            let code = part.error.map { StoreError.Code(rawValue: $0) ?? .outcomeUnknown }
            result.deletions.append(
                code.map { .failure(StoreError($0, ["recordName": deletion.id.name])) }
                    ?? .success(deletion.id))
        }
        return result
    }
}
