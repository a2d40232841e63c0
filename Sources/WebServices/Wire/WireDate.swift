import Foundation
import PredicateCore

/// Instants as whole milliseconds since 1970, and what of them that loses.
enum WireDate {
    /// From 1970 to 2001, in milliseconds.
    private static let epoch: Int64 = 978_307_200_000
    /// Farther from 1970 no instant is kept.
    static let limit: Int64 = 9_000_000_000_000_000

    /// Milliseconds, and the microseconds, 0 to 999, that follow them.
    @inline(__always)
    static func parts(of date: Date) -> (milliseconds: Int64, microseconds: Int64) {
        let count = date.microseconds
        var rest = count % 1000
        if rest < 0 { rest += 1000 }
        return ((count - rest) / 1000 + epoch, rest)
    }

    /// The instant; nil when it is too far away.
    @inline(__always)
    static func date(_ milliseconds: Int64, microseconds: Int64 = 0) -> Date? {
        guard milliseconds.magnitude <= UInt64(limit) else { return nil }
        return Date(microseconds: (milliseconds - epoch) * 1000 + microseconds)
    }
}
