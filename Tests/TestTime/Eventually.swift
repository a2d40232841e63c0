/// Asks until something holds; false where it does not within seconds.
///
///     #expect(try await eventually { try await store.count(all, in: .public) == 0 })
///
/// For what surely comes at an unknown time. The limit is so long that a busy machine is no
/// failure; a test that passes does not wait for its end. It asks some hundred times at least:
/// where other tests held all threads until the limit, tasks that were due get their turn.
package func eventually(
    within seconds: Double = 120, isolation: isolated (any Actor)? = #isolation,
    _ isSo: () async throws -> Bool
) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    var asked = 0
    while asked < 300 || ContinuousClock.now < end {
        if try await isSo() { return true }
        asked += 1
        try await Task.sleep(for: .milliseconds(10))
    }
    return try await isSo()
}
