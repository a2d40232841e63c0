import RecordCore

/// What a transfer does with records that waited for others.
struct DeferredWork {
    /// How many records are moved at once.
    let pageSize: Int
    /// What to do about those that never can be saved.
    let advice: String?
    /// The records of a zone, by their names, that are still there; as the store names them.
    let fetch: (_ zone: ZoneID, _ names: Set<String>) async throws -> [Record]
    /// Saves records of a zone by one request, where they are not too large.
    let save: (_ zone: ZoneID, _ records: [Record]) async throws -> TransferOutcome
}

extension ProgressFile {
    /// Tries what pointed at records that were not there, until all is there or nothing moves.
    func tryDeferred(_ work: DeferredWork) async throws {
        var triesGroups = false
        while let names = try deferred.take() {
            var whole = TransferOutcome()
            func add(_ outcome: TransferOutcome) throws {
                whole.saved += outcome.saved
                whole.reason = whole.reason ?? outcome.reason
                whole.waiting += outcome.waiting
                // Only their names are held; beyond that they wait on the disk.
                if whole.waiting.count > 5000 {
                    try deferred.add(whole.waiting)
                    whole.waiting = []
                }
            }
            if triesGroups {
                try await tryGroups(of: names, work, add)
            } else {
                while case let batch = try names.next(work.pageSize), let first = batch.first {
                    let zone = ZoneID(first.zone)
                    let records = try await work.fetch(zone, Set(batch.map(\.name)))
                    try add(try await work.save(zone, records))
                }
            }
            try deferred.add(whole.waiting)
            try names.finish()
            progress.deferralPass += 1
            try save()
            if whole.saved == 0, let reason = whole.reason, triesGroups {
                throw TransferError(
                    "Some records point at records that are not there: \(reason)",
                    advice: work.advice)
            }
            triesGroups = whole.saved == 0
        }
    }

    /// Tries each record together with those that wait and at which it points, on and on: records that
    /// point at each other are saved by one request alone.
    private func tryGroups(
        of names: DeferredReader, _ work: DeferredWork, _ add: (TransferOutcome) throws -> Void
    ) async throws {
        var zones: [String: Set<String>] = [:]
        while case let batch = try names.next(work.pageSize), !batch.isEmpty {
            for name in batch { zones[name.zone, default: []].insert(name.name) }
        }
        for (name, waiting) in zones.sorted(by: { $0.key < $1.key }) {
            let zone = ZoneID(name)
            try await ReferenceGroups.form(
                waiting.sorted().map { RecordID($0, zone: zone) }, limit: work.pageSize,
                fetch: { try await work.fetch(zone, Set($0.map(\.name))) },
                save: { try add(try await work.save(zone, $0)) })
        }
    }
}
