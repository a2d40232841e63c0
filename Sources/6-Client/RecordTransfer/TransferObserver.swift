/// What a transfer tells while it goes on.
package struct TransferObserver {
    /// Takes how many records were moved by this run, after each page.
    let moved: (Int) -> Void
    /// Takes a sentence that is not an error: a query that began again, a type that is not there.
    let note: (String) -> Void

    package init(moved: @escaping (Int) -> Void, note: @escaping (String) -> Void) {
        self.moved = moved
        self.note = note
    }
}

/// What happens where a record exists on both sides.
package enum ConflictPolicy: String, CaseIterable, Sendable {
    /// The one that comes takes the place of the one that is there.
    case replace
    /// The one that is there stays.
    case skip
}
