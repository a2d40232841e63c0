import PredicateCore
import RecordCore
import RecordService

extension CKDatabase {
    // MARK: One record

    /// The record of a name.
    ///
    ///     let note = try await database.record(for: CKRecord.ID(recordName: "first"))
    ///
    /// - Throws: `unknownItem` when there is none, `zoneNotFound` when its zone is not there.
    public func record(for recordID: CKRecord.ID) async throws -> CKRecord {
        let found = try await fetch([recordID], desiredKeys: nil)
        guard let result = found.first?.1 else { throw CKError.noRecord }
        return try result.get()
    }

    /// Saves a record, new or changed; it is then as the database keeps it.
    ///
    ///     let note = CKRecord(recordType: "Note")
    ///     note["title"] = "Milk"
    ///     try await database.save(note)
    ///     note.recordChangeTag  // not nil: the version that the database has
    ///
    /// When it returns the record is on the disk. Only the fields that were set since the record was
    /// fetched are sent.
    ///
    /// - Throws: `serverRecordChanged` when the server's record has changed since it was fetched,
    ///   with both versions; `invalidArguments` for a field that a fixed schema does not have;
    ///   `zoneNotFound`, `limitExceeded`, `permissionFailure`.
    @discardableResult
    public func save(_ record: CKRecord) async throws -> CKRecord {
        let results = try await modify(
            saving: [record], deleting: [], policy: .ifServerRecordUnchanged, atomically: true)
        guard let result = results.saves.first else { throw CKError.noRecord }
        return try result.get()
    }

    /// Deletes a record; deleting one that does not exist succeeds.
    ///
    ///     try await database.deleteRecord(withID: bread.recordID).recordName  // "bread"
    @discardableResult
    public func deleteRecord(withID recordID: CKRecord.ID) async throws -> CKRecord.ID {
        let results = try await modify(
            saving: [], deleting: [recordID], policy: .ifServerRecordUnchanged, atomically: true)
        try results.deletions.first?.get()
        return recordID
    }

    // MARK: Several records

    /// The records of the given names, each or why not.
    ///
    ///     let other = CKRecord.ID(recordName: "cheese", zoneID: milk.recordID.zoneID)
    ///     let results = try await database.records(for: [milk.recordID, other])
    ///     try results[milk.recordID]?.get().recordType  // "Note"
    ///     results[other]                                // .failure(CKError.unknownItem)
    ///
    /// - Parameters:
    ///   - ids: The names.
    ///   - desiredKeys: The fields wanted: nil all, empty none.
    public func records(
        for ids: [CKRecord.ID], desiredKeys: [CKRecord.FieldKey]? = nil
    ) async throws -> [CKRecord.ID: Result<CKRecord, any Error>] {
        try await fetch(ids, desiredKeys: desiredKeys).byID()
    }

    /// Saves and deletes records.
    ///
    ///     let (saves, deletions) = try await database.modifyRecords(
    ///         saving: [milk, bread], deleting: [], atomically: true)
    ///     try saves[milk.recordID]?.get().recordChangeTag == nil  // false: it is saved
    ///     deletions.isEmpty                                       // true
    ///
    /// - Parameters:
    ///   - recordsToSave: The records to save.
    ///   - recordIDsToDelete: The names of the records to delete.
    ///   - savePolicy: When a save may replace what the database has.
    ///   - atomically: Whether all succeed or fail together, for each zone but the default zone.
    /// - Returns: What became of each record.
    @discardableResult
    public func modifyRecords(
        saving recordsToSave: [CKRecord], deleting recordIDsToDelete: [CKRecord.ID],
        savePolicy: CKModifyRecordsOperation.RecordSavePolicy = .ifServerRecordUnchanged,
        atomically: Bool = true
    ) async throws -> Modifications<CKRecord.ID, CKRecord> {
        let results = try await modify(
            saving: recordsToSave, deleting: recordIDsToDelete, policy: savePolicy,
            atomically: atomically)
        return results.byID(
            saving: recordsToSave.map(\.recordID), deleting: recordIDsToDelete)
    }

    // MARK: What operations use too

    /// The records of the given names, each or why not, in the order asked.
    func fetch(
        _ ids: [CKRecord.ID], desiredKeys: [String]?
    ) async throws -> [(CKRecord.ID, Result<CKRecord, CKError>)] {
        try await ask { session, place in
            let asked = ids.map { $0.id.named(for: session.user) }
            let found = try await session.records(asked, in: place, desiredKeys: desiredKeys)
            let names = await session.names(in: found.values.lazy.compactMap { try? $0.get() })
            return zip(ids, asked).map { id, asked in
                switch found[asked] {
                case .success(let record):
                    (id, .success(CKRecord.make(record, from: session, names: names)))
                // The user's own record, where there is no user.
                case .failure where asked == RecordID(CKCurrentUserDefaultName):
                    (id, .failure(CKError(ServiceError.notSignedIn)))
                case .failure(let error): (id, .failure(CKError(error, from: session)))
                case nil: (id, .failure(.noRecord))
                }
            }
        }
    }

    /// What became of each record, in the order given.
    func modify(
        saving records: [CKRecord], deleting ids: [CKRecord.ID],
        policy: CKModifyRecordsOperation.RecordSavePolicy, atomically: Bool
    ) async throws -> ModificationResults<CKRecord> {
        let policy = SavePolicy(rawValue: policy.rawValue) ?? .ifServerRecordUnchanged
        return try await modify(
            records, items: records.map { $0.saveItem(policy) }, deleting: ids, policy: policy,
            atomically: atomically)
    }

    /// As ``modify(saving:deleting:policy:atomically:)``, with what is sent taken already.
    func modify(
        _ records: [CKRecord], items: [SaveRequest.Item], deleting ids: [CKRecord.ID],
        policy: SavePolicy, atomically: Bool
    ) async throws -> ModificationResults<CKRecord> {
        if let refusal = CKDatabase.refusal(of: items, deleting: ids) { throw refusal }
        // By Apple's header of `isAtomic` the client's own checks hold in every zone, also in one without
        // atomic commits. In other zones the service does the same.
        if atomically,
            items.contains(where: { $0.record.id.zone == .default && $0.record.fields.lackFiles })
        {
            return try await modifyOutsideDefaultZone(
                records, items: items, deleting: ids, policy: policy)
        }
        var saves = items
        for place in saves.indices where saves[place].record.fields.haveAssets {
            saves[place] = await saves[place].takingInAssets()
        }
        let request = SaveRequest(
            saves: saves, deletions: ids.map { SaveRequest.Deletion($0.id) }, policy: policy,
            isAtomic: atomically)
        return try await ask { session, place in
            var results = try await session.modify(request, in: place)
            if results.isNothingDone {
                // Others may have replaced an asset, whose content went with that.
                var again = request
                for (number, save) in results.saves.enumerated() {
                    guard case .failure(let error) = save, error.code == .assetNotAvailable
                    else { continue }
                    again.saves[number] = await again.saves[number].takingInAssets(all: true)
                }
                if again != request { results = try await session.modify(again, in: place) }
            }
            let names = await session.names(in: results.saves.lazy.compactMap { try? $0.get() })
            var made = ModificationResults<CKRecord>()
            made.saves.reserveCapacity(records.count)
            for ((record, item), result) in zip(zip(records, items), results.saves) {
                switch result {
                case .success(let stored):
                    record.take(stored, sent: item, from: session, names: names)
                    made.saves.append(.success(record))
                case .failure(let error):
                    made.saves.append(
                        .failure(CKError(error, client: record, from: session)))
                }
            }
            made.deletions = results.deletions.map {
                $0.map { _ in }.mapError { CKError($0, from: session) }
            }
            return made
        }
    }

    /// Saves and deletes what is not in the default zone, where a record has a file that is not there.
    private func modifyOutsideDefaultZone(
        _ records: [CKRecord], items: [SaveRequest.Item], deleting ids: [CKRecord.ID],
        policy: SavePolicy
    ) async throws -> ModificationResults<CKRecord> {
        let sent = items.indices.filter { items[$0].record.id.zone != .default }
        let deleted = ids.filter { $0.id.zone != .default }
        var others = ModificationResults<CKRecord>()
        if !sent.isEmpty || !deleted.isEmpty {
            others = try await modify(
                sent.map { records[$0] }, items: sent.map { items[$0] }, deleting: deleted,
                policy: policy, atomically: true)
        }
        var (saves, deletions) = (others.saves.makeIterator(), others.deletions.makeIterator())
        let failed = CKError(any: StoreError(.batchFailed))
        var results = ModificationResults<CKRecord>()
        for item in items {
            let isLacking = item.record.fields.lackFiles
            let error = isLacking ? CKError(any: StoreError(.assetFileNotFound)) : failed
            let other = item.record.id.zone == .default ? nil : saves.next()
            results.saves.append(other ?? .failure(error))
        }
        for id in ids {
            let other = id.id.zone == .default ? nil : deletions.next()
            results.deletions.append(other ?? .failure(failed))
        }
        return results
    }

    /// Why CloudKit's client sends none of the records: one is there twice, or a new share without its root.
    private static func refusal(
        of items: [SaveRequest.Item], deleting deleted: [CKRecord.ID]
    ) -> CKError? {
        // The usual case, of one record, is not hashed.
        guard items.count + deleted.count > 1 || items.first?.record.type == Share.recordType
        else { return nil }
        var ids: Set<RecordID> = []
        for item in items where !ids.insert(item.record.id).inserted {
            return CKError(
                .invalidArguments, "You can't save the same record twice: \(item.record.id.name)")
        }
        var deletions: Set<RecordID> = []
        for id in deleted.lazy.map(\.id) {
            if ids.contains(id) {
                return CKError(
                    .invalidArguments,
                    "You can't save and delete the same record (\(id.name)) in a single operation")
            }
            if !deletions.insert(id).inserted {
                return CKError(
                    .invalidArguments,
                    "You can't delete the same record (\(id.name)) twice in a single operation")
            }
        }
        let newShares = items.lazy.map(\.record).filter {
            $0.type == Share.recordType && $0.system == nil
        }
        for root in newShares.compactMap({ Share($0)?.root }) where !ids.contains(root) {
            return CKError(
                .invalidArguments,
                "A new share is saved in one operation with its root record, \(root.name).")
        }
        return nil
    }
}

extension [String: Value] {
    /// Whether an asset is new and its file is not there.
    fileprivate var lackFiles: Bool {
        haveAssets
            && values.contains { value in
                value.heldAssets.contains { asset in
                    guard asset.checksum == nil, let file = asset.fileURL else { return false }
                    return !FileManager.default.fileExists(atPath: file.path)
                }
            }
    }
}

extension ServiceSaveResult {
    /// Whether no part of the request was done.
    fileprivate var isNothingDone: Bool {
        !saves.contains { $0.isSuccess } && !deletions.contains { $0.isSuccess }
    }
}

extension CKError {
    /// A record that is not there.
    static var noRecord: CKError {
        CKError(.unknownItem, "Record not found", serverCode: 2003, isFromServer: true)
    }
}

extension RecordID {
    /// The record that is meant: `__defaultOwner__` in the default zone is the user's own.
    func named(for user: String?) -> RecordID {
        guard name == CKCurrentUserDefaultName, zone == .default, let user else { return self }
        return RecordID(user)
    }
}
