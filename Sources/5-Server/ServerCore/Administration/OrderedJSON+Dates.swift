import Foundation
import RecordJSON

extension OrderedJSON {
    /// Milliseconds since 1970, as everywhere in the web services; `null` where there is no date.
    static func milliseconds(_ date: Date?) -> OrderedJSON {
        guard let date else { return .null }
        return .int(Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) ?? 0)
    }
}
