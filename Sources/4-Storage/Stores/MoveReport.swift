public import Foundation
import SQLStorage

/// The counts of a move at both ends.
///
///     for (part, report) in try await move.run() {
///         for row in report.rows { print(row.kind, row.source, row.target) }  // records 5000 5000
///         print(report.refused)  // how long writes were refused
///     }
public struct MoveReport: Hashable, Sendable {
    /// How many things of a kind there are.
    ///
    ///     let (_, report) = try await move.run()[0]
    ///     let records = report.rows.first { $0.kind == "records" }
    ///     records?.source  // 1
    ///     records?.target  // 1
    public struct Row: Hashable, Sendable {
        /// What they are: records, zones, assets.
        public var kind: String
        /// How many the source has.
        public var source: Int
        /// How many the target has.
        public var target: Int
    }

    /// What was counted at both ends.
    public var rows: [Row] = []
    /// SHA-256 over everything, the same at both ends; empty where ``isOld``.
    public var digest = ""
    /// How often it went through.
    public var passes = 0
    /// What had changed since the pass before the last.
    public var changed = 0
    /// For how long the source refused writes before the target was open.
    public var refused = Duration.zero
    /// Whether the move was over already.
    public var isOld = false

    static func rows(
        _ source: [MoveItem.Kind: Int], _ target: [MoveItem.Kind: Int]
    ) -> [Row] {
        MoveItem.Kind.allCases.map {
            Row(kind: $0.rawValue, source: source[$0] ?? 0, target: target[$0] ?? 0)
        }
    }
}

/// Why nothing is moved.
///
///     do {
///         try await StoreMove(from: source, to: source).run()
///     } catch let problem as MoveProblem {
///         print(problem)  // Both are the same database
///     }
public enum MoveProblem: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// Both places are one.
    case samePlace
    /// The target holds something else.
    case notEmpty
    /// The target is being filled from another database.
    case otherSource
    /// The source was moved to another place, or is being moved there.
    case movedBefore(to: String)
    /// There is no move to give up.
    case noMove
    /// The target does not keep what it was given.
    case notWritten(String)
    /// The two are not the same in the end.
    case different(source: String, target: String)
    /// The move failed, and what was moved refuses writes until it is continued or given up.
    case stillClosed(String, cause: String)
    /// The move cannot be given up without the target, which may be open already.
    case mayBeOpen(String)

    /// A sentence that says why the move was refused.
    public var description: String {
        switch self {
        case .samePlace: "Both are the same database"
        case .notEmpty: "The target is not empty; what it holds was left as it was"
        case .otherSource: "The target is being filled from another database"
        case .movedBefore(let place): "The source was moved to \(place), or is being moved there"
        case .noMove: "There is no such move, or it is over"
        case .notWritten(let key): "The target does not give back what it was given: \(key)"
        case .different(let source, let target):
            "The target is not the same as the source: \(target), \(source)"
        case .stillClosed(let source, let cause):
            "\(source) still refuses writes, as the move was not finished: \(cause)"
        case .mayBeOpen(let source):
            "What \(source) was moved to may be open already, under the same identity"
        }
    }

    /// The same, for `localizedDescription`.
    public var errorDescription: String? { description }
}
