import Foundation
import PredicateCore

/// Filtering a million values in memory: typed values against hand-written closures,
/// dictionaries against GNUstep.
enum FilterBenchmark {
    static func run() async throws {
        let count = 1_000_000
        let people = Generator.people(count)
        let closures: [(String, (Person) -> Bool)] = [
            ("age >= 18", { $0.age >= 18 }),
            (#"age >= 18 AND name BEGINSWITH "A""#, { $0.age >= 18 && $0.name.hasPrefix("A") }),
            (#"name BEGINSWITH "A" AND score < 50"#, { $0.name.hasPrefix("A") && $0.score < 50 }),
            (#"city IN {"Paris", "Lima"}"#, { $0.city == "Paris" || $0.city == "Lima" }),
            ("age BETWEEN {20, 30} OR score > 99", { ($0.age >= 20 && $0.age <= 30) || $0.score > 99 }),
            (#"city == "Oslo""#, { $0.city == "Oslo" }),
        ]
        print("typed structs, ns a value          closure  Quarry  ratio")
        for (format, closure) in closures {
            let evaluator = try Evaluator<Person>(QueryPredicate(parsing: format))
            var a = 0
            var b = 0
            let result = try await paired {
                a = 0
                for person in people where try evaluator.matches(person) { a += 1 }
            } _: {
                b = 0
                for person in people where closure(person) { b += 1 }
            }
            precondition(a == b, "\(format): \(a) is not \(b)")
            let ours = median(result.a) / Double(count) * 1e9
            let theirs = median(result.b) / Double(count) * 1e9
            print(row(format, theirs, ours, result.ratio))
        }

        let dictionaries = people.map(\.dictionary)
        // The least that a filter over Swift dictionaries costs: the look-ups.
        let lookups = try await lookupTimes(dictionaries)
        print("bare look-ups in the same dictionaries, ns an object: one key "
            + "\(lookups.one.places(1)), two keys \(lookups.two.places(1))")
        print("dictionaries, ns an object         GNUstep  Quarry  times faster")
        var rival: [String: Double] = [:]
        for file in ["filters.txt", "filters.rewritten.txt"] {
            for line in try gnustep("filter", [file]) ?? [] {
                let answer = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                if let format = answer?["format"] as? String {
                    rival[format] = answer?["nanosecondsPerObject"] as? Double
                }
            }
        }
        for format in try lines(of: "filters.txt") + lines(of: "filters.rewritten.txt") {
            let evaluator = try Evaluator<Value>(QueryPredicate(parsing: format))
            var times: [Double] = []
            var matches = 0
            for _ in 0..<5 {
                matches = 0
                times.append(
                    try await seconds {
                        for value in dictionaries where try evaluator.matches(value) { matches += 1 }
                    })
            }
            let ours = median(times) / Double(count) * 1e9
            let theirs = rival[format] ?? .nan
            print(row(format, theirs, ours, theirs / ours) + "   \(matches) match")
        }
    }

    private static func lookupTimes(
        _ dictionaries: [Value]
    ) async throws -> (one: Double, two: Double) {
        var one: [Double] = []
        var two: [Double] = []
        var matches = 0
        for _ in 0..<5 {
            one.append(
                try await seconds {
                    for value in dictionaries {
                        if case .dictionary(let entries) = value,
                            case .int(let age)? = entries["age"], age >= 18
                        {
                            matches += 1
                        }
                    }
                })
            two.append(
                try await seconds {
                    for value in dictionaries {
                        if case .dictionary(let entries) = value,
                            case .int(let age)? = entries["age"],
                            case .double(let score)? = entries["score"], age >= 18 || score > 99
                        {
                            matches += 1
                        }
                    }
                })
        }
        keep(matches)
        let count = Double(dictionaries.count)
        return (median(one) / count * 1e9, median(two) / count * 1e9)
    }

    private static func row(_ format: String, _ a: Double, _ b: Double, _ ratio: Double) -> String {
        format.padding(toLength: 44, withPad: " ", startingAt: 0)
            + a.places(1) + "  " + b.places(1) + "  " + ratio.places(2)
    }
}
