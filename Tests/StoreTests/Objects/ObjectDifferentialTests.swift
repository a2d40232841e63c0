import Foundation
import ObjectCore
import Stores
import TestKit
import Testing
import TestRandom

/// The same random questions about the same random objects, asked in memory and of databases.
///
/// `QUARRY_OBJECT_QUESTIONS=50000 swift test -c release --filter ObjectDifferential` asks that
/// many, and prints what occurred how often.
@Suite struct `ObjectDifferential` {
    static let wanted = ProcessInfo.processInfo.environment["QUARRY_OBJECT_QUESTIONS"]
        .flatMap(Int.init)
    static let seed = ProcessInfo.processInfo.environment["QUARRY_SEED"].flatMap(UInt64.init)

    @Test func `all stores give the same objects in the same order`() throws {
        let total = Self.wanted ?? 2_000
        let each = Self.wanted == nil ? 200 : 500
        var asked = 0
        var telling = 0
        var refused = 0
        var decided = 0
        var census: [String: Int] = [:]
        var complaints: [String] = []
        var seed = Self.seed ?? 1
        while asked < total, complaints.count < 12 {
            var random = RandomNumbers(seed: seed)
            let world = try ObjectWorld(using: &random)
            defer { world.close() }
            var questions = RandomObjectQuestions(world.graph, random: random)
            for _ in 0..<each {
                let question = questions.next()
                let (complaint, count) = world.ask(question)
                asked += 1
                if try ObjectLoweringPrinter.decides(world.memory.model, question) { decided += 1 }
                if let complaint { complaints.append("seed \(seed): \(complaint)") }
                guard let count else {
                    refused += 1
                    continue
                }
                let all = world.graph.candidates(question.entity).count
                if count > 0, count < all { telling += 1 }
            }
            for (kind, count) in questions.census { census[kind, default: 0] += count }
            seed += 1
        }
        for complaint in complaints.prefix(12) { Issue.record("\(complaint)") }
        #expect(telling * 3 >= asked, "\(telling) of \(asked) answers tell anything")
        #expect(refused * 200 <= asked, "\(refused) of \(asked) questions had no answer")
        if Self.wanted != nil {
            print("\(asked) questions, \(telling) telling, \(refused) without an answer")
            print("\(decided) decided by SQL alone")
            for (kind, count) in census.sorted(by: { $0.key < $1.key }) { print(count, kind) }
        }
    }
}

@Suite struct `Long lists of values` {
    @Test func `thousands of values are looked for alike`() throws {
        for seed in UInt64(1)...4 {
            var random = RandomNumbers(seed: seed)
            let world = try ObjectWorld(using: &random)
            defer { world.close() }
            for entity in world.graph.model.entities {
                for attribute in entity.attributes where attribute.type != .composite {
                    let values = (0..<3_000).map { number -> Value in
                        if number % 500 == 0 {
                            return RandomValues.value(attribute.source, using: &random)
                        }
                        return switch attribute.type {
                        case .string: .text("\u{1}\"\\ \(number)")
                        case .date: .date(Date(timeIntervalSinceReferenceDate: Double(-number)))
                        case .double, .float: .double(Double(number) + 0.75)
                        default: .int(Int64(number + 100_000))
                        }
                    }
                    let (complaint, _) = world.ask(
                        ObjectQuery(
                            entity: entity.number,
                            where: .comparison(
                                Comparison(
                                    .keyPath(QueryKeyPath(attribute.name)), .in,
                                    .constant(.list(values))))))
                    #expect(complaint.map { String($0.prefix(300)) } == nil)
                }
                let absent = (1...5_000).map { ObjectKey(entity: entity.number, row: 1_000 + $0) }
                let objects = (absent + world.graph.keys.prefix(20)).map { key -> Value in
                    .object(ObjectValue(StoredObject(key)))
                }
                let (complaint, count) = world.ask(
                    ObjectQuery(
                        entity: entity.number,
                        where: .comparison(Comparison(.this, .in, .constant(.list(objects))))))
                #expect(complaint.map { String($0.prefix(300)) } == nil)
                #expect(count != nil)
            }
        }
    }

    @Test(arguments: ObjectDatabase.available)
    func `more relationships than SQLite joins tables`(database: ObjectDatabase) throws {
        var parts: [QueryPredicate] = []
        let model = try ResolvedModel(
            ObjectModel(entities: [
                ObjectEntity(
                    "A", attributes: [ObjectAttribute("x", .integer32)],
                    relationships: (0..<70).map { ObjectRelationship("r\($0)", to: "A") })
            ]))
        for number in 0..<70 {
            parts.append(
                .comparison(
                    Comparison(
                        .keyPath(QueryKeyPath("r\(number).x")), .equal, .constant(.null))))
        }
        let store = try ObjectStoreOpener.open(database.fresh(), model: model)
        let keys = try store.reserveKeys(entity: 0, count: 2)
        var changes = ObjectChanges()
        changes.inserted = keys.map { key in
            ObjectRow(
                key: key, version: 0, attributes: [.int(key.row)],
                toOnes: (0..<70).map { $0 == 69 && key.row == 2 ? keys[0] : nil })
        }
        _ = try store.save(changes)
        #expect(
            try store.fetchKeys(ObjectQuery(entity: 0, where: .and(parts))) == [keys[0]])
        try store.close()
    }
}

/// One random graph in memory and in databases.
struct ObjectWorld {
    let graph: RandomGraph
    let memory: MemoryObjectStore
    /// The stores that are to say what memory says, by their names.
    let others: [(name: String, store: any ObjectStore)]

    init(using random: inout RandomNumbers) throws {
        let model = try RandomModel(using: &random).model
        graph = RandomGraph(model, count: 40, using: &random)
        // It stands for a database here, whose order of text is another one than that of arrays.
        memory = MemoryObjectStore(model: model, textProfile: .objects)
        others = try ObjectDatabase.available.map {
            ($0.rawValue, try ObjectStoreOpener.open($0.fresh(), model: model))
        }
        for store in [memory as any ObjectStore] + others.map(\.store) {
            for (entity, keys) in Dictionary(grouping: graph.keys, by: \.entity) {
                _ = try store.reserveKeys(entity: entity, count: keys.count)
            }
            _ = try store.save(graph.changes)
        }
    }

    /// What differs in what the stores hold; nil where nothing does.
    func compare(_ keys: [ObjectKey]) throws -> String? {
        for (name, store) in others {
            if let complaint = try compare(keys, name, store) { return complaint }
        }
        return nil
    }

    private func compare(
        _ keys: [ObjectKey], _ name: String, _ other: any ObjectStore
    ) throws -> String? {
        let (mine, theirs) = (try memory.rows(keys), try other.rows(keys))
        for (place, key) in keys.enumerated() where mine[place] != theirs[place] {
            guard let mine = mine[place], let theirs = theirs[place] else {
                return "\(key) is in one store only"
            }
            let entity = memory.model.entities[key.entity]
            for attribute in entity.attributes
            where mine.attributes[attribute.place] != theirs.attributes[attribute.place] {
                let relationships = entity.toManys.map {
                    "\($0.name) \($0.usesJoinTable ? "pairs" : "links") back \($0.inverse?.name ?? "nil") to \($0.destination)"
                }
                return """
                    \(key) \(attribute.name) \(attribute.source.derivation ?? "") \
                    memory \(mine.attributes[attribute.place]) \
                    \(name) \(theirs.attributes[attribute.place]) \(relationships)
                    """
            }
            return "\(key)\n  memory \(mine)\n  \(name) \(theirs)"
        }
        let there = zip(keys, mine).compactMap { $1 == nil ? nil : $0 }
        for (entity, keys) in Dictionary(grouping: there, by: \.entity) {
            for relationship in memory.model.entities[entity].toManys {
                let mine = try memory.members(relationship.place, of: keys)
                let theirs = try other.members(relationship.place, of: keys)
                if mine != theirs {
                    let kind = relationship.usesJoinTable ? "pairs" : "links"
                    let order = relationship.isOrdered ? "ordered " : ""
                    return
                        "\(relationship.name) to \(relationship.destination) back \(String(describing: relationship.inverse)) of \(keys), \(order)\(kind)\n  memory \(mine)\n  \(name) \(theirs)"
                }
            }
        }
        return nil
    }

    func close() { for (_, store) in others { try? store.close() } }

    /// What differs, and how many objects there are; nil where the question has no answer.
    func ask(_ query: ObjectQuery) -> (complaint: String?, count: Int?) {
        var answer: (complaint: String?, count: Int?) = (nil, nil)
        for (name, store) in others {
            answer = ask(query, name, store)
            if answer.complaint != nil { return answer }
        }
        return answer
    }

    private func ask(
        _ query: ObjectQuery, _ name: String, _ other: any ObjectStore
    ) -> (complaint: String?, count: Int?) {
        let mine = Result { try memory.fetch(query) }
        let theirs = Result { try other.fetch(query) }
        switch (mine, theirs) {
        case (.success(let mine), .success(let theirs)):
            func rows(_ rows: [ObjectRow]) -> [Int64] { rows.map(\.key.row) }
            if mine.map(\.key) != theirs.map(\.key) {
                return ("\(shown(query))\n  memory \(rows(mine))\n  \(name) \(rows(theirs))", nil)
            }
            if mine != theirs {
                return ("\(shown(query)): values differ", nil)
            }
            do {
                guard try other.fetchKeys(query) == mine.map(\.key) else {
                    return ("\(shown(query)): keys differ", nil)
                }
                guard try other.count(query) == mine.count, try memory.count(query) == mine.count
                else { return ("\(shown(query)): counts differ", nil) }
            } catch { return ("\(shown(query)): \(error)", nil) }
            return (nil, mine.count)
        case (.failure(let mine), .failure(let theirs)):
            // Which of two errors is met first is not said.
            if mine is EvaluationError, theirs is EvaluationError { return (nil, nil) }
            if "\(mine)" == "\(theirs)" { return (nil, nil) }
            return ("\(shown(query))\n  memory \(mine)\n  \(name) \(theirs)", nil)
        case (.success(let mine), .failure(let theirs)):
            return ("\(shown(query))\n  memory \(mine.count)\n  \(name) \(theirs)", nil)
        case (.failure(let mine), .success(let theirs)):
            // In SQL, what an AND guards it guards from either side.
            if mine is EvaluationError { return (nil, nil) }
            return ("\(shown(query))\n  memory \(mine)\n  \(name) \(theirs.count)", nil)
        }
    }

    private func shown(_ query: ObjectQuery) -> String {
        let entity = memory.model.entities[query.entity]
        var text = "\(entity.name)\(query.includesSubentities ? "" : " alone")"
        text += " where \(query.predicate.format)"
        for term in query.ordering {
            if case .keyPath(let path) = term.key {
                text += " by \(path.text) \(term.ascending ? "" : "DESC ")\(term.textOrder)"
            }
        }
        if let limit = query.limit { text += " limit \(limit)" }
        if query.offset > 0 { text += " offset \(query.offset)" }
        if let sql = try? ObjectLoweringPrinter.text(memory.model, query) { text += "\n  \(sql)" }
        return text
    }
}
