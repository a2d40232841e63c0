#if SwiftData
import Foundation
import SwiftData
import TestRandom

/// Trips with stops and owners, and random questions about them.
enum RandomTrips {
    private typealias P = PredicateExpressions
    static let words = ["Lisbon", "lisbon", "Århus", "arhus", "", "Porto 2", "Porto 10", "ß"]

    static func make(_ random: inout RandomNumbers, in context: ModelContext) -> [Trip] {
        let people = (0..<3).map { Person(name: words[$0 * 2] + "\($0)") }
        return (0..<Int.random(in: 5...25, using: &random)).map { number in
            let trip = Trip(
                code: "c\(number)", name: words.randomElement(using: &random) ?? "",
                season: Season.allCases.randomElement(using: &random) ?? .spring)
            trip.distance = Int.random(in: -3...6, using: &random)
            trip.price =
                Bool.random(using: &random)
                ? Double(Int.random(in: 0...8, using: &random)) / 2 : nil
            trip.start = Bool.random(using: &random) ? date(&random) : nil
            trip.transport =
                [Transport.foot, .train, .ship, nil].randomElement(using: &random) ?? nil
            trip.address =
                Bool.random(using: &random)
                ? Address(
                    street: words.randomElement(using: &random) ?? "",
                    zip: Bool.random(using: &random) ? Int.random(in: 0...3, using: &random) : nil)
                : nil
            trip.stops = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                Stop(
                    place: words.randomElement(using: &random) ?? "",
                    nights: Int.random(in: 0...4, using: &random))
            }
            trip.owner = Bool.random(using: &random) ? people.randomElement(using: &random) : nil
            context.insert(trip)
            return trip
        }
    }

    private static func date(_ random: inout RandomNumbers) -> Date {
        Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0...5, using: &random)))
    }

    static let last: SortDescriptor<Trip> = SortDescriptor(\Trip.code, comparator: .lexical)
    static let sorts: [SortDescriptor<Trip>] = [
        SortDescriptor(\.distance), SortDescriptor(\.distance, order: .reverse),
        SortDescriptor(\.price), SortDescriptor(\.start, order: .reverse),
        SortDescriptor(\.name, comparator: .localizedStandard),
        SortDescriptor(\.name, comparator: .localized, order: .reverse),
        SortDescriptor(\.owner?.name, comparator: .localizedStandard),
        SortDescriptor(\.address?.zip, order: .reverse),
        SortDescriptor(\.address?.street, comparator: .localizedStandard),
    ]

    static let conditions: RandomConditions<Trip> = RandomConditions(
        numbers: [
            { P.build_KeyPath(root: $0, keyPath: \.distance) },
            {
                P.build_KeyPath(root: P.build_KeyPath(root: $0, keyPath: \.stops), keyPath: \.count)
            },
            { trip in
                P.build_NilCoalesce(
                    lhs: P.build_flatMap(P.build_KeyPath(root: trip, keyPath: \.address)) {
                        P.build_KeyPath(root: $0, keyPath: \.zip)
                    }, rhs: P.build_Arg(-1))
            },
            { trip in
                P.build_KeyPath(
                    root: P.build_filter(P.build_KeyPath(root: trip, keyPath: \.stops)) {
                        P.build_Comparison(
                            lhs: P.build_KeyPath(root: $0, keyPath: \.nights),
                            rhs: P.build_Arg(1), op: .greaterThan)
                    }, keyPath: \.count)
            },
        ],
        texts: [
            { P.build_KeyPath(root: $0, keyPath: \.name) },
            { trip in
                P.build_NilCoalesce(
                    lhs: P.build_flatMap(P.build_KeyPath(root: trip, keyPath: \.address)) {
                        P.build_KeyPath(root: $0, keyPath: \.street)
                    }, rhs: P.build_Arg("none"))
            },
            { trip in
                P.build_NilCoalesce(
                    lhs: P.build_flatMap(P.build_KeyPath(root: trip, keyPath: \.owner)) {
                        P.build_KeyPath(root: $0, keyPath: \.name)
                    }, rhs: P.build_Arg(""))
            },
        ],
        others: [
            { trip, random in
                let season = Season.allCases.randomElement(using: &random) ?? .spring
                let path = P.build_KeyPath(root: trip, keyPath: \.season)
                return Bool.random(using: &random)
                    ? P.build_Equal(lhs: path, rhs: P.build_Arg(season))
                    : P.build_NotEqual(lhs: path, rhs: P.build_Arg(season))
            },
            { trip, random in
                let season = Season.allCases.randomElement(using: &random) ?? .spring
                return P.build_Equal(
                    lhs: P.build_KeyPath(
                        root: P.build_KeyPath(root: trip, keyPath: \.season), keyPath: \.rawValue),
                    rhs: P.build_Arg(season.rawValue))
            },
            { trip, random in
                let chosen: Transport? =
                    [Transport.foot, .train, .ship, nil].randomElement(using: &random) ?? nil
                let path = P.build_KeyPath(root: trip, keyPath: \.transport)
                return Bool.random(using: &random)
                    ? P.build_Equal(lhs: path, rhs: P.build_Arg(chosen))
                    : P.build_NotEqual(lhs: path, rhs: P.build_Arg(chosen))
            },
            { Terms.nilTest(P.build_KeyPath(root: $0, keyPath: \.price), &$1) },
            { trip, random in
                P.build_Comparison(
                    lhs: P.build_NilCoalesce(
                        lhs: P.build_KeyPath(root: trip, keyPath: \.price), rhs: P.build_Arg(1)),
                    rhs: P.build_Arg(Double(Int.random(in: 0...8, using: &random)) / 2),
                    op: .greaterThan)
            },
            { trip, random in
                let bound = Double(Int.random(in: 0...8, using: &random))
                return P.build_Equal(
                    lhs: P.build_flatMap(P.build_KeyPath(root: trip, keyPath: \.price)) {
                        P.build_Comparison(
                            lhs: P.build_Arithmetic(lhs: $0, rhs: P.build_Arg(2), op: .multiply),
                            rhs: P.build_Arg(bound), op: .greaterThan)
                    }, rhs: P.build_Arg(Bool.random(using: &random) as Bool?))
            },
            { trip, random in
                let (a, b) = (date(&random), date(&random))
                return P.build_Comparison(
                    lhs: P.build_NilCoalesce(
                        lhs: P.build_KeyPath(root: trip, keyPath: \.start), rhs: P.build_Arg(a)),
                    rhs: P.build_Arg(b), op: .lessThan)
            },
            { trip, random in
                let low = Int.random(in: -3...6, using: &random)
                let high = low + Int.random(in: 0...4, using: &random)
                return P.build_contains(
                    P.build_ClosedRange(lower: P.build_Arg(low), upper: P.build_Arg(high)),
                    P.build_KeyPath(root: trip, keyPath: \.distance))
            },
            { trip, random in
                let nights = Int.random(in: 0...4, using: &random)
                return P.build_contains(P.build_KeyPath(root: trip, keyPath: \.stops)) {
                    P.build_Comparison(
                        lhs: P.build_KeyPath(root: $0, keyPath: \.nights),
                        rhs: P.build_Arg(nights), op: .greaterThan)
                }
            },
            { trip, random in
                let (nights, word) = (
                    Int.random(in: 0...4, using: &random),
                    words.randomElement(using: &random) ?? ""
                )
                return P.build_allSatisfy(P.build_KeyPath(root: trip, keyPath: \.stops)) {
                    P.build_Disjunction(
                        lhs: P.build_Comparison(
                            lhs: P.build_KeyPath(root: $0, keyPath: \.nights),
                            rhs: P.build_Arg(nights), op: .greaterThanOrEqual),
                        rhs: P.build_contains(
                            P.build_KeyPath(root: $0, keyPath: \.place), P.build_Arg(word)))
                }
            },
            { trip, random in
                P.build_Equal(
                    lhs: P.build_KeyPath(
                        root: P.build_KeyPath(root: trip, keyPath: \.stops), keyPath: \.isEmpty),
                    rhs: P.build_Arg(Bool.random(using: &random)))
            },
            { trip, random in
                let isNil = P.build_Equal(
                    lhs: P.build_KeyPath(root: trip, keyPath: \.owner), rhs: P.build_NilLiteral())
                return Terms.equal(isNil, Terms.constant(Bool.random(using: &random)))
            },
            { Terms.nilTest(P.build_KeyPath(root: $0, keyPath: \.address), &$1) },
        ], words: ["Lisbon", "o", "", "Porto 2", "År", "x"])
}
#endif
