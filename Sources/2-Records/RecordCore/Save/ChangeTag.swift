public import Foundation

/// How change tags are made: short base-36 text that no earlier version of the record had.
///
///     ChangeTag.following("1g", now: Date(timeIntervalSinceReferenceDate: 0))  // "1h"
public enum ChangeTag {
    /// The tag of a version that has a token of the database's counter.
    ///
    ///     ChangeTag.text(of: 52)  // "1g"
    public static func text(of token: Int64) -> String { String(token, radix: 36) }

    /// The tag of a version in a zone that has no counter.
    ///
    /// Greater than the last one, and not before the clock, so that a record which was deleted
    /// and made again does not meet its old tags.
    public static func following(_ previous: String?, now: Date) -> String {
        let last = previous.flatMap { Int64($0, radix: 36) } ?? 0
        let clock = max(0, now.microseconds / 1000)
        return text(of: max(last < Int64.max ? last + 1 : last, clock))
    }
}
