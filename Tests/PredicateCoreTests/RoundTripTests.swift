import Foundation
import PredicateCore
import Testing

@Suite struct `Round trips` {
    @Test func `what is printed parses back to an equal predicate, 100,000 times`() throws {
        var generator = PredicateGenerator(seed: 20_240)
        var count = 0
        for _ in 0..<100_000 {
            let predicate = generator.predicate(count % 8 == 0 ? 2 : 1)
            let printed = predicate.format
            let again: QueryPredicate
            do {
                again = try QueryPredicate(parsing: printed)
            } catch {
                Issue.record("\(printed)\n\(error)")
                return
            }
            guard again == predicate, again.format == printed else {
                Issue.record("\(printed)\nwas read as\n\(again.format)")
                return
            }
            count += 1
        }
        print("\(count) predicates printed and parsed again")
        #expect(count == 100_000)
        expectCoverage(generator.counts)
    }

    /// Every operator, option, function, index, quantifier and kind of constant occurs.
    private func expectCoverage(_ counts: [String: Int]) {
        var names = Operator.all.map { "operator \($0.spellings[0])" }
        names += Function.allCases.map { "function \($0.rawValue)" }
        names += CollectionOperator.allCases.map { "collection \($0.rawValue)" }
        names += SetOperator.allCases.map { "set \($0.rawValue)" }
        names += (UInt(0)..<16).map { "options [\(ComparisonOptions(rawValue: $0).letters)]" }
        names += ["quantifier direct", "quantifier any", "quantifier all"]
        names += ["index first", "index last", "index size", "index value"]
        names += [
            "and", "or", "not", "constant", "self", "variable", "any key", "key path", "path",
        ]
        names += ["call", "cast", "aggregate", "subquery", "conditional", "assignment", "fetch"]
        names += ["int", "double", "decimal", "text", "date", "bytes", "uuid", "url", "reference"]
        names += ["location", "asset", "null", "list", "dictionary", "reserved key", "odd key"]
        for name in names { #expect(counts[name, default: 0] >= 100, "\(name)") }
    }

    @Test func `no changed format crashes the parser, and what it accepts survives printing`() {
        let seconds = Environment.fuzzSeconds ?? 5
        var fuzzer = FormatFuzzer(seed: UInt64(seconds * 1000))
        let end = Date(timeIntervalSinceNow: seconds)
        repeat { for _ in 0..<100 { fuzzer.step() } } while Date() < end && fuzzer.problem == nil
        print("\(fuzzer.count) changed formats, \(fuzzer.accepted) accepted")
        #expect(fuzzer.problem == nil)
        #expect(fuzzer.accepted * 20 > fuzzer.count, "too few are accepted to show anything")
    }
}

/// What the process was started with.
private enum Environment {
    /// How long the fuzzing test runs, from QUARRY_FUZZ_SECONDS.
    static var fuzzSeconds: Double? {
        ProcessInfo.processInfo.environment["QUARRY_FUZZ_SECONDS"].flatMap { Double($0) }
    }
}
