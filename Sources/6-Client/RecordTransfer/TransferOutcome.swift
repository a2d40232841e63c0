/// What became of some records.
struct TransferOutcome {
    /// How many were saved.
    var saved = 0
    /// Those that wait for others.
    var waiting: [DeferredName] = []
    /// Why the first of them waits.
    var reason: String?
}
