import Foundation
import ObjectCore
import Testing
import TestRandom

/// The same random calculations, made in memory and by databases.
@Suite struct `ObjectSummaryDifferential` {
    static let wanted =
        ProcessInfo.processInfo.environment["QUARRY_OBJECT_SUMMARIES"]
        .flatMap(Int.init) ?? 1_200

    @Test func `all stores calculate the same`() throws {
        var asked = 0
        var telling = 0
        var complaints: [String] = []
        var seed: UInt64 = 1
        while asked < Self.wanted, complaints.count < 8 {
            var random = RandomNumbers(seed: seed)
            let world = try ObjectWorld(using: &random)
            defer { world.close() }
            var questions = RandomObjectQuestions(world.graph, random: random)
            for _ in 0..<60 {
                let query = questions.nextSummary()
                asked += 1
                let mine = Result { try world.memory.summarize(query) }
                if case .success(let mine) = mine, mine.count > 1 { telling += 1 }
                for (name, store) in world.others {
                    let theirs = Result { try store.summarize(query) }
                    switch (mine, theirs) {
                    case (.success(let mine), .success(let theirs)):
                        guard !isSame(mine, theirs) else { continue }
                        complaints.append(
                            "seed \(seed): \(shown(query))\n  memory \(mine)\n  \(name) \(theirs)")
                    case (.failure(let mine), .failure(let theirs)):
                        if mine is EvaluationError, theirs is EvaluationError { continue }
                        if "\(mine)" == "\(theirs)" { continue }
                        complaints.append("seed \(seed): \(shown(query)) \(mine) \(theirs)")
                    case (.failure(let mine), .success(let theirs)):
                        if mine is EvaluationError { continue }
                        complaints.append("seed \(seed): \(shown(query)) \(mine) \(theirs)")
                    case (.success(let mine), .failure(let theirs)):
                        complaints.append("seed \(seed): \(shown(query)) \(mine) \(theirs)")
                    }
                }
            }
            seed += 1
        }
        if asked >= 10_000 { print("\(asked) summaries of objects, \(telling) of several results") }
        for complaint in complaints { Issue.record("\(complaint)") }
        #expect(telling * 3 > asked, "\(telling) of \(asked)")
    }

    private func shown(_ query: SummaryQuery) -> String {
        var text = query.columns.map {
            "\($0.countsDistinct ? "distinct " : "")\($0.expression.format)"
        }.joined(separator: ", ")
        text += " of \(query.objects.entity) where \(query.objects.predicate.format)"
        text += " by \(query.grouping.map(\.text)) having \(query.having?.format ?? "-")"
        text += " order \(query.objects.ordering) distinct \(query.isDistinct)"
        return text + " limit \(query.objects.limit ?? -1)"
    }

    /// Floating-point numbers may be added in another order.
    private func isSame(_ a: [[Value]], _ b: [[Value]]) -> Bool {
        a.count == b.count
            && zip(a, b).allSatisfy { one, other in
                one.count == other.count
                    && zip(one, other).allSatisfy { x, y in
                        if case .double(let x) = x, case .double(let y) = y {
                            return abs(x - y) <= 1e-9 * max(1, abs(x))
                        }
                        return x == y
                    }
            }
    }
}

extension RandomObjectQuestions {
    /// The next question for calculated results.
    mutating func nextSummary() -> SummaryQuery {
        let entity = random.pick(graph.model.entities)
        var objects = ObjectQuery(entity: entity.number)
        if random.chance(50) {
            objects.predicate = predicate(Subject(entity.number), depth: 0)
        }
        func path() -> QueryKeyPath {
            var keys: [String] = []
            var owner = entity
            if random.chance(30), let hop = owner.toOnes.randomElement(using: &random) {
                keys.append(hop.name)
                owner = graph.model.entities[hop.destination]
            }
            let attributes = owner.attributes.filter { $0.type != .composite }
            let attribute = attributes.randomElement(using: &random) ?? owner.attributes[0]
            return QueryKeyPath((keys + [attribute.name]).joined(separator: "."))
        }
        func isNumber(_ path: QueryKeyPath) -> Bool {
            var owner = entity
            for step in path.steps {
                guard case .key(let name) = step else { return false }
                switch owner.properties[name] {
                case .toOne(let place):
                    owner = graph.model.entities[owner.toOnes[place].destination]
                case .attribute(let place): return owner.attributes[place].type.isNumber
                case .toMany, .transient, .fetched, nil: return false
                }
            }
            return false
        }
        func aggregate(_ name: String) -> SummaryQuery.Column {
            let path = path()
            let function: Function =
                isNumber(path) ? random.pick([.sum, .min, .max, .average, .count]) : .count
            return .init(
                name, .function(function, [.keyPath(path)]),
                countsDistinct: function == .count && random.chance(50))
        }
        var query = SummaryQuery(objects, columns: [])
        switch random.number(0...3) {
        case 0:
            for place in 0..<random.number(1...3) {
                query.columns.append(.init("c\(place)", .keyPath(path())))
            }
            query.isDistinct = random.chance(50)
        case 1:
            for place in 0..<random.number(1...3) {
                query.columns.append(aggregate("c\(place)"))
            }
        default:
            for _ in 0..<random.number(1...2) { query.grouping.append(path()) }
            for (place, path) in query.grouping.enumerated() {
                query.columns.append(.init("g\(place)", .keyPath(path)))
            }
            query.columns.append(aggregate("c"))
            if random.chance(40) {
                query.having = .comparison(
                    Comparison(
                        .function(.count, [.this]), .greater,
                        .constant(.int(Int64(random.number(0...3))))))
            }
        }
        if random.chance(50) {
            query.objects.ordering = [
                Ordering(random.pick(query.columns).name, ascending: random.chance(50))
            ]
        }
        if random.chance(20) { query.objects.limit = random.number(0...4) }
        if random.chance(10) { query.objects.offset = random.number(0...2) }
        return query
    }
}
