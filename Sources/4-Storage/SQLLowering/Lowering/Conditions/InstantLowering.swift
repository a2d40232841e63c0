import Foundation
import RecordCore

/// Comparisons of what Apple's files keep as floating-point numbers: instants and decimals.
extension ConditionLowering {
    /// Seconds since 2001 and an instant, compared by whole microseconds as the evaluator does:
    /// a range of seconds, so that an index serves.
    func seconds(_ scalar: ScalarOperand, _ op: Operator, _ date: Date) -> Condition {
        let moment = date.microseconds
        guard moment > Int64.min, moment < Int64.max else { return .unknown }
        let low = SQLText.value(.double(InstantRange.start(moment)))
        let high = SQLText.value(.double(InstantRange.start(moment + 1)))
        let sql = scalar.sql
        switch op.family {
        case .equality(.equal):
            return scalar.condition("\(sql) >= \(low) AND \(sql) < \(high)", equality: true)
        case .equality(.notEqual):
            let apart: SQLText = "\(sql) < \(low) OR \(sql) >= \(high)"
            return scalar.condition(
                scalar.isNullable ? "(\(apart) OR \(sql) IS NULL)" : "(\(apart))",
                nullable: false)
        case .order(.less): return scalar.condition("\(sql) < \(low)", equality: false)
        case .order(.lessOrEqual): return scalar.condition("\(sql) < \(high)", equality: false)
        case .order(.greater): return scalar.condition("\(sql) >= \(high)", equality: false)
        case .order(.greaterOrEqual): return scalar.condition("\(sql) >= \(low)", equality: false)
        case .range, .membership, .substring, .pattern, .token, .custom:
            return .unknown
        }
    }

    /// Seconds since 2001 that are one of some instants.
    func isSeconds(_ scalar: ScalarOperand, among values: [Value]) -> Condition {
        let dates = values.compactMap { value in
            if case .date(let date) = value { date } else { nil }
        }
        if dates.count <= 64 { return any(dates.map { seconds(scalar, .equal, $0) }) }
        guard let first = dates.min(), let last = dates.max() else { return .fails }
        return Condition.all([
            seconds(scalar, .greaterOrEqual, first), seconds(scalar, .lessOrEqual, last),
        ]).asSuperset()
    }

    /// A decimal column and a number: the evaluator compares the rows that are near enough.
    func decimal(_ scalar: ScalarOperand, _ op: Operator, _ constant: Value) -> Condition {
        guard let number = finite(constant) else { return .unknown }
        let slack = abs(number) * 1e-13 + Double.leastNormalMagnitude
        return between(
            scalar, op, .value(.double(number - slack)), .value(.double(number + slack)))
    }

    /// A sum or a mean and a number: the evaluator compares the rows that are near enough.
    func near(
        _ scalar: ScalarOperand, _ slack: SQLText, _ op: Operator, _ constant: Value
    ) -> Condition {
        guard let number = finite(constant) else { return .unknown }
        // What a constant of another kind is rounded by is within the slack of a part of it.
        let off = SQLText.value(.double(abs(number) * 1e-13))
        return between(
            scalar, op, "\(number) - \(off) - \(slack)", "\(number) + \(off) + \(slack)")
    }

    /// The constant as a number; nil where it is none, or not finite.
    private func finite(_ constant: Value) -> Double? {
        guard let number = constant.nearestDouble, number.isFinite else { return nil }
        return number
    }

    private func between(
        _ scalar: ScalarOperand, _ op: Operator, _ low: SQLText, _ high: SQLText
    ) -> Condition {
        let sql = scalar.sql
        let near: Condition
        switch op.family {
        case .equality(.equal):
            near = scalar.condition("\(sql) BETWEEN \(low) AND \(high)", equality: true)
        case .order(.less), .order(.lessOrEqual):
            near = scalar.condition("\(sql) <= \(high)", equality: false)
        case .order(.greater), .order(.greaterOrEqual):
            near = scalar.condition("\(sql) >= \(low)", equality: false)
        case .equality(.notEqual), .range, .membership, .substring, .pattern, .token, .custom:
            return .unknown
        }
        return near.asSuperset()
    }
}

/// The seconds that are one microsecond when rounded.
enum InstantRange {
    /// The least number of seconds that is not before a microsecond.
    static func start(_ moment: Int64) -> Double {
        var seconds = (Double(moment) - 0.5) / 1_000_000
        func isBefore(_ seconds: Double) -> Bool {
            Date(timeIntervalSinceReferenceDate: seconds).microseconds < moment
        }
        // A few steps: the guess is off by what dividing rounds away.
        var steps = 0
        while isBefore(seconds), steps < 64 {
            seconds = seconds.nextUp
            steps += 1
        }
        while !isBefore(seconds.nextDown), steps < 64 {
            seconds = seconds.nextDown
            steps += 1
        }
        return seconds
    }
}

extension SQLText {
    /// The sixteen bytes of a UUID.
    static func uuid(_ uuid: UUID) -> SQLText { .value(.bytes(uuid.bytes)) }
}

extension UUID {
    /// The sixteen bytes.
    var bytes: Data { withUnsafeBytes(of: uuid) { Data($0) } }
}
