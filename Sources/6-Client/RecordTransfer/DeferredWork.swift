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
    /// Tries what pointed at records that were not there, these first, until all is there or nothing moves.
    ///
    /// The names of what waits and of its targets are in memory; the records are not.
    func tryDeferred(_ work: DeferredWork) async throws {
        var isolatesRings = false
        while let names = try deferred.take() {
            var whole = TransferOutcome()
            let zones = Dictionary(grouping: try names.rest(), by: \.zone)
            for (name, waiting) in zones.sorted(by: { $0.key < $1.key }) {
                let zone = ZoneID(name)
                // A page that was read again has noted its names twice.
                let targets = Dictionary(waiting.map { ($0.name, $0.targets) }) { $1 }
                let requests = ReferenceGroups.requests(
                    of: targets.keys.sorted(), limit: work.pageSize, isolatesRings: isolatesRings
                ) { targets[$0] ?? [] }
                for request in requests {
                    let found = try await work.fetch(zone, Set(request))
                    let records = Dictionary(found.map { ($0.id.name, $0) }) { $1 }
                    let outcome = try await work.save(zone, request.compactMap { records[$0] })
                    whole.saved += outcome.saved
                    whole.reason = whole.reason ?? outcome.reason
                    whole.waiting += outcome.waiting
                }
            }
            try deferred.add(whole.waiting)
            try names.finish()
            progress.deferralPass += 1
            try save()
            guard whole.saved == 0, let reason = whole.reason else { continue }
            if isolatesRings {
                let ring =
                    "Records that lead to each other are saved by one request, of at most "
                    + "\(work.pageSize) records and 1.5 MB."
                throw TransferError(
                    "Some records point at records that are not there: \(reason)",
                    advice: [work.advice, ring].compactMap(\.self).joined(separator: "\n"))
            }
            // Many bytes are sent in several requests.
            isolatesRings = true
        }
    }
}
