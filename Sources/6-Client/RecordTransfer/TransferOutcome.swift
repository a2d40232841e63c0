import RecordCore

/// What became of some records.
struct TransferOutcome {
    /// How many were saved.
    var saved = 0
    /// Those that wait for others.
    var waiting: [DeferredName] = []
    /// Why the first of them waits.
    var reason: String?
}

extension ProgressFile {
    /// Tries what pointed at records that were not there, until all is there or nothing moves.
    ///
    /// - Parameters:
    ///   - pageSize: How many are tried at once.
    ///   - advice: What to do about those that never can be saved.
    ///   - attempt: Tries records of a type in a zone, by their names.
    func tryDeferred(
        _ pageSize: Int, advice: String? = nil,
        _ attempt: (String, ZoneID, Set<String>) async throws -> TransferOutcome
    ) async throws {
        while let names = try deferred.take() {
            var whole = TransferOutcome()
            while true {
                let batch = try names.next(pageSize)
                guard let first = batch.first else { break }
                let outcome = try await attempt(
                    first.type, ZoneID(first.zone), Set(batch.map(\.name)))
                whole.saved += outcome.saved
                whole.reason = whole.reason ?? outcome.reason
                whole.waiting += outcome.waiting
                // Only their names are held; beyond that they wait on the disk.
                if whole.waiting.count > 5000 {
                    try deferred.add(whole.waiting)
                    whole.waiting = []
                }
            }
            try deferred.add(whole.waiting)
            try names.finish()
            progress.deferralPass += 1
            try save()
            if whole.saved == 0, let reason = whole.reason {
                throw TransferError(
                    "Some records point at records that are not there: \(reason)",
                    advice: advice)
            }
        }
    }
}
