/// The result of a write, passed from the thread that writes to the caller that waits.
private final class WriteOutcome<T>: @unchecked Sendable {
    // Unchecked: the thread that writes sets it before it finishes the write, and reads it then.
    var value: T?
}

extension SQLEngine {
    /// Waits for a write that one of the engine's threads does.
    ///
    ///     try await outcome(of: body, otherwise: closedError) { run, finish in
    ///         writer.submit(Job(run: run, finish: finish))
    ///     }
    ///
    /// - Parameters:
    ///   - body: The write; it may run again, and the last result counts.
    ///   - error: What is thrown where the write was finished without having run.
    ///   - submit: Hands the write to the thread. `run` does it on a connection; `finish` is called
    ///     once, with the failure or nil.
    package func outcome<T: Sendable>(
        of body: @escaping @Sendable (Connection) throws -> T, otherwise error: any Error,
        submit: (
            _ run: @escaping (Connection) throws -> Void,
            _ finish: @escaping ((any Error)?) -> Void
        ) -> Void
    ) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            let outcome = WriteOutcome<T>()
            submit(
                { connection in
                    outcome.value = nil
                    outcome.value = try body(connection)
                },
                { failure in
                    if let value = outcome.value, failure == nil {
                        continuation.resume(returning: value)
                    } else {
                        continuation.resume(throwing: failure ?? error)
                    }
                })
        }
    }
}
