public import Foundation

/// Why a server did not start.
///
///     do {
///         try await LocalServer.with { server in … }
///     } catch let error as LocalServerError where error.code == .noBinary {
///         print(error)  // the sentence, and the places that were looked at
///     }
public struct LocalServerError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// The step of starting that failed, to be caught.
    ///
    ///     do {
    ///         _ = try await LocalServer.start(seed: "/nowhere/at/all")
    ///     } catch let error as LocalServerError where error.code == .ended {
    ///         print(error.detail)  // what the server said, with the name /nowhere/at/all
    ///     }
    ///
    /// Thrown by `LocalServer.start` and `LocalServer.with`.
    public enum Code: Hashable, Sendable, CaseIterable {
        /// No `quarry` was found.
        case noBinary
        /// It could not be run.
        case cannotRun
        /// It ended before it answered.
        case ended
        /// It did not answer in time.
        case timedOut
        /// It said something else than a server says.
        case unreadable
    }

    /// The step of starting that failed.
    public let code: Code
    /// What went wrong, as a sentence without its stop.
    public let message: String
    /// What the server said, or where was looked; empty where nothing is known.
    public let detail: String

    init(_ code: Code, _ message: String, detail: String = "") {
        self.code = code
        self.message = message
        self.detail = detail
    }

    /// The sentence, and below it what is known.
    public var description: String { detail.isEmpty ? message : "\(message)\n\(detail)" }

    /// The same, for `localizedDescription`.
    public var errorDescription: String? { description }
}
