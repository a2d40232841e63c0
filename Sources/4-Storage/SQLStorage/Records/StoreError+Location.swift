package import RecordCore

extension StoreError {
    /// What a location is refused with of which the program cannot make a store.
    package static func unsupported(_ found: String, expected: String) -> StoreError {
        StoreError(.unsupportedLocation, ["found": found, "expected": expected])
    }
}
