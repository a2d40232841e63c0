/// How many durations fell where: eight steps to each doubling, so that a quantile is at most a
/// tenth too large.
struct Histogram: Hashable, Sendable {
    // From a microsecond to more than an hour.
    private static let size = 256
    private var counts: [UInt32] = []
    private var total: UInt64 = 0

    /// The step that a duration falls into.
    static func bucket(of duration: Duration) -> Int {
        let parts = duration.components
        let whole = parts.seconds.multipliedReportingOverflow(by: 1_000_000)
        let microseconds = max(
            whole.overflow ? Int64.max : whole.partialValue + parts.attoseconds / 1_000_000_000_000,
            0)
        guard microseconds >= 8 else { return Int(microseconds) }
        let exponent = 63 - microseconds.leadingZeroBitCount
        let rest = Int(microseconds >> Int64(exponent - 3)) & 7
        return min((exponent - 2) * 8 + rest, size - 1)
    }

    /// The longest duration of a step, in seconds.
    static func bound(of bucket: Int) -> Double {
        guard bucket >= 8 else { return Double(bucket) / 1_000_000 }
        let exponent = bucket / 8 + 2
        let width = Double(1 << Int64(exponent - 3))
        return (Double(8 + bucket % 8 + 1) * width - 1) / 1_000_000
    }

    /// Counts a duration.
    mutating func add(_ bucket: Int) {
        if counts.isEmpty { counts = Array(repeating: 0, count: Histogram.size) }
        counts[bucket] &+= 1
        total += 1
    }

    /// The duration that a part of all durations does not exceed, in seconds; nil of none.
    func quantile(_ part: Double) -> Double? {
        guard total > 0 else { return nil }
        let wanted = UInt64((Double(total) * part).rounded(.up))
        var seen: UInt64 = 0
        for (bucket, count) in counts.enumerated() {
            seen += UInt64(count)
            if seen >= max(wanted, 1) { return Histogram.bound(of: bucket) }
        }
        return nil
    }
}
