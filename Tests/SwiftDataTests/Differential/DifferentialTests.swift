#if SwiftData
import Foundation
import SwiftData
import TestKit
import TestRandom
import Testing

/// Random models and predicates, asked by SwiftData in memory, in every database, and by a plain
/// filter.
///
/// `QUARRY_ROUNDS` says how many graphs; each is asked eighty questions before it is saved, and the
/// same again after.
@Suite struct DifferentialTests {
    private static let rounds =
        ProcessInfo.processInfo.environment["QUARRY_ROUNDS"].flatMap { Int($0) } ?? 3
    private static let questions = 40

    /// A question, with the order and the bounds of its answer.
    private struct Question<M: PersistentModel> {
        let predicate: Predicate<M>
        let sort: [SortDescriptor<M>]
        let limit: Int?
        let offset: Int?

        init(
            _ conditions: RandomConditions<M>, _ sorts: [SortDescriptor<M>],
            _ last: SortDescriptor<M>, _ random: inout RandomNumbers
        ) {
            predicate = conditions.predicate(&random, depth: Int.random(in: 0...3, using: &random))
            // The last one tells all models apart, so that there is one order.
            let chosen = (0..<Int.random(in: 0...2, using: &random)).compactMap { _ in
                sorts.randomElement(using: &random)
            }
            sort = chosen + [last]
            limit =
                Bool.random(using: &random) ? Int.random(in: 0...6, using: &random) : nil
            offset =
                Int.random(in: 0...2, using: &random) == 0
                ? Int.random(in: 0...4, using: &random) : nil
        }

        var descriptor: FetchDescriptor<M> {
            var descriptor = FetchDescriptor(predicate: predicate, sortBy: sort)
            (descriptor.fetchLimit, descriptor.fetchOffset) = (limit, offset)
            return descriptor
        }

        func expected(of models: [M]) throws -> (all: [M], page: [M]) {
            let all = try models.filter { try predicate.evaluate($0) }.sorted(using: sort)
            let rest = all.dropFirst(offset ?? 0)
            return (all, Array(limit.map { rest.prefix($0) } ?? rest))
        }
    }

    @Test(arguments: 0..<rounds) func `stores and a plain filter agree`(round: Int) throws {
        try withFolder { folder in
            let urls = ObjectDatabase.available.map { folder.store("trips", in: $0) }
            for url in [URL(fileURLWithPath: "/dev/null")] + urls {
                let container = try ModelContainer(
                    for: Trip.self, Novel.self, configurations: ModelConfiguration(url: url))
                var random = RandomNumbers(seed: UInt64(round) &* 7919 &+ 13)
                let context = ModelContext(container)
                let trips = RandomTrips.make(&random, in: context)
                let works = RandomWorks.make(&random, in: context)
                let ofTrips = (0..<Self.questions).map { _ in
                    Question(RandomTrips.conditions, RandomTrips.sorts, RandomTrips.last, &random)
                }
                let ofWorks = (0..<Self.questions).map { _ in
                    Question(RandomWorks.conditions, RandomWorks.sorts, RandomWorks.last, &random)
                }
                for isSaved in [false, true] {
                    if isSaved { try context.save() }
                    let place = "round \(round), \(url.scheme ?? url.path), saved: \(isSaved)"
                    for question in ofTrips { try ask(question, trips, context, place) }
                    for question in ofWorks { try ask(question, works, context, place) }
                }
            }
        }
    }

    private func ask<M: PersistentModel>(
        _ question: Question<M>, _ models: [M], _ context: ModelContext, _ place: String
    ) throws {
        let expected = try question.expected(of: models)
        var name: String { "\(place): \(question.predicate.expression), \(question.sort)" }
        let unbounded = FetchDescriptor(predicate: question.predicate)
        let all = try context.fetch(unbounded)
        #expect(Set(all) == Set(expected.all) && all.count == expected.all.count, "\(name)")
        #expect(try context.fetchCount(unbounded) == expected.all.count, "count of \(name)")
        let page = try context.fetch(question.descriptor)
        #expect(
            page == expected.page,
            "limit \(question.limit ?? -1), offset \(question.offset ?? -1) of \(name)")
        #expect(
            try Set(context.fetchIdentifiers(unbounded))
                == Set(expected.all.map(\.persistentModelID)), "identifiers of \(name)")
        if !context.hasChanges {
            #expect(
                try context.fetchIdentifiers(question.descriptor)
                    == expected.page.map(\.persistentModelID), "sorted identifiers of \(name)")
        }
    }
}
#endif
