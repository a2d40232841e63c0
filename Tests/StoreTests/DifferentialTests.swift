import Foundation
import PredicateCore
import RecordCore
import TestKit
import TestTime
import Testing
import TestRandom

/// The same random questions, asked of a plain evaluation and of every store, with all indexes
/// and with some of them dropped.
///
/// `QUARRY_SOAK=600 swift test -c release --filter Differential` asks for ten minutes, with
/// other questions than the short run's, and prints what occurred how often.
@Suite(.serialized) struct `Differential` {
    static let soak = ProcessInfo.processInfo.environment["QUARRY_SOAK"].flatMap(Double.init)
    static let seed = ProcessInfo.processInfo.environment["QUARRY_SEED"].flatMap(UInt64.init)

    @Test func `stores answer as a plain evaluation does`() async throws {
        var census = PredicateCensus()
        let clock = ContinuousClock()
        let start = clock.now
        var round: UInt64 = 0
        let first = Self.seed ?? (Self.soak == nil ? 1 : 1_000_000)
        while Self.soak.map({ clock.now - start < .seconds($0) }) ?? (round < 10) {
            let seed = first + round
            let count = Self.soak == nil ? 150 : 1_500
            for complaint in try await ask(seed: seed, questions: count, census: &census).prefix(5)
            {
                Issue.record("seed \(seed): \(complaint)")
            }
            round += 1
        }
        let questions = census.counts["all questions"] ?? 0
        // One in three hundred at least: a thousand of each in a soak of 300,000 questions.
        let rare = census.rare(below: Swift.max(1, questions / 300))
        #expect(rare == [], "of \(questions) questions")
        let something = census.counts["answer something"] ?? 0
        #expect(something * 3 >= questions, "\(something) of \(questions) answers tell anything")
        if Self.soak != nil { print(census.histogram) }
    }

    private func ask(
        seed: UInt64, questions: Int, census: inout PredicateCensus
    ) async throws -> [String] {
        var random = RandomNumbers(seed: seed)
        let rows = RandomRows(count: 40, using: &random)
        var bare = rows
        for place in bare.fields.indices where random.chance(12) {
            bare.fields[place].indexes = random.chance(50) ? [] : [.sortable]
        }
        let numbers = random
        let bareRows = bare
        let kinds = Self.soak == nil ? StoreUnderTest.inParts : StoreUnderTest.searching
        let (asked, complaints) = try await TestKit.Differential.withStores(rows, kinds: kinds) {
            voices in
            try await TestKit.Differential.withStores(bareRows, kinds: kinds) { bareVoices in
                var indexed = TestKit.Differential(rows, voices: voices, scope: .public)
                var dropped = TestKit.Differential(bareRows, voices: bareVoices, scope: .public)
                var source = RandomPredicates(rows, numbers: numbers)
                var simple = RandomPredicates(rows, vocabulary: .cloudKit, numbers: numbers)
                for number in 0..<questions {
                    let question = source.next()
                    await indexed.ask(question)
                    if number % 3 == 0 { await dropped.ask(question) }
                    if number % 4 == 0 {
                        let profile: QueryProfile =
                            number % 8 == 0 ? .cloudKit : .cloudKitOriginal
                        await indexed.ask(simple.next(), as: profile)
                        await dropped.ask(simple.next(), as: profile)
                    }
                }
                return (indexed.census, indexed.complaints + dropped.complaints)
            }
        }
        census.add(asked)
        return complaints
    }

    @Test func `no mutated format crashes or hangs, and what parses prints and evaluates`() throws {
        let clock = ContinuousClock()
        let start = clock.now
        var parsed = 0
        var asked = 0
        var round: UInt64 = 0
        let first = Self.seed ?? (Self.soak == nil ? 1 : 1_000_000)
        while Self.soak.map({ clock.now - start < .seconds($0 / 4) }) ?? (round < 10) {
            var random = RandomNumbers(seed: first + round)
            let rows = RandomRows(count: 4, using: &random)
            var source = RandomPredicates(rows, numbers: random)
            var mutator = FormatMutator(seed: first + round)
            for _ in 0..<200 {
                let question = source.next()
                let format = mutator.mutate(question.format)
                asked += 1
                let before = threadTime()
                guard
                    let predicate = try? QueryPredicate(
                        parsing: format, arguments: question.arguments.map { .value($0) })
                else { continue }
                parsed += 1
                _ = predicate.format
                for row in rows.rows { _ = try? predicate.matches(row.value) }
                let time = threadTime() - before
                #expect(time < .seconds(30), "\(format) takes \(time)")
            }
            round += 1
        }
        #expect(parsed * 20 > asked, "\(parsed) of \(asked) parse")
        if Self.soak != nil { print("\(asked) mutated formats, \(parsed) of them predicates") }
    }
}
