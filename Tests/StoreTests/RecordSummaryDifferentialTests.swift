import Foundation
import PredicateCore
import RecordCore
import TestKit
import Testing
import TestRandom

/// Random summaries of random records, asked of every store and of a plain fold in Swift.
@Suite(.serialized) struct `Summaries agree` {
    /// `QUARRY_SUMMARIES=10000` asks so many, `QUARRY_SOAK=60` for a minute; 2,000 otherwise.
    @Test func `random summaries give in every store what a plain fold gives`() async throws {
        let environment = ProcessInfo.processInfo.environment
        let wanted = environment["QUARRY_SUMMARIES"].flatMap(Int.init)
        let soak = wanted == nil ? environment["QUARRY_SOAK"].flatMap(Double.init) : nil
        let clock = ContinuousClock()
        let start = clock.now
        var seed: UInt64 = 0
        var asked = 0
        var telling = 0
        var failing = 0
        while soak.map({ clock.now - start < .seconds($0) }) ?? (asked < wanted ?? 2_000) {
            seed += 1
            var random = RandomNumbers(seed: seed)
            let rows = RandomRows(count: 20, using: &random)
            let numbers = random
            let (complaints, counts) = try await TestKit.Differential.withStores(
                rows, kinds: StoreUnderTest.inParts
            ) { voices in
                var asker = SummaryAsker(rows, voices, numbers)
                for _ in 0..<50 { try await asker.ask(summaries: 10) }
                return (asker.complaints, (asker.asked, asker.telling, asker.failing))
            }
            for complaint in complaints.prefix(5) { Issue.record("seed \(seed): \(complaint)") }
            asked += counts.0
            telling += counts.1
            failing += counts.2
        }
        #expect(asked >= wanted ?? 2_000)
        if soak != nil || wanted != nil {
            print("\(asked) summaries, \(telling) of several results")
        }
        #expect(telling * 3 > asked, "\(telling) of \(asked) have several results")
        #expect(failing > 5, "\(failing) sums do not fit")
    }

    // MARK: Single rules

    private static let sales = RecordSchema(types: [
        RecordType(
            "Sale",
            fields: [
                Field("shop", .single(.string), [.queryable]),
                Field("pieces", .single(.int64), [.queryable]),
                Field("price", .single(.double), [.queryable]),
                Field("day", .single(.timestamp), [.queryable]),
                Field("tags", .list(.string), [.queryable]),
            ])
    ])

    private func sale(_ name: String, _ fields: [String: Value]) -> Record {
        Record("Sale", RecordID(name), fields)
    }

    @Test(arguments: StoreUnderTest.available)
    func `nil is skipped, and a group of nil is a group`(kind: StoreUnderTest) async throws {
        try await kind.withStore(schema: Self.sales) { store in
            try await store.put(
                sale("1", ["shop": "b", "pieces": 2]), sale("2", ["shop": "b", "price": 1.5]),
                sale("3", ["pieces": 5, "tags": .list(["x"])]), sale("4", ["shop": "A"]))
            let results = try await store.summarize(
                RecordSummaryQuery(
                    RecordQuery("Sale"),
                    columns: [
                        .field("shop"), .init("n", .count), .init("p", .count, of: "pieces"),
                        .init("t", .count, of: "tags"), .init("s", .sum, of: "pieces"),
                        .init("r", .sum, of: "price"), .init("a", .average, of: "pieces"),
                        .init("m", .max, of: "price"),
                    ], grouping: ["shop"]), in: .public)
            #expect(
                results == [
                    [.null, 1, 1, 1, 5, 0.0, 5.0, .null],
                    ["A", 1, 0, 0, 0, 0.0, .null, .null],
                    ["b", 2, 1, 0, 2, 1.5, 2.0, 1.5],
                ])
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `of no records there is one result, or no group`(kind: StoreUnderTest) async throws {
        try await kind.withStore(schema: Self.sales) { store in
            var query = RecordSummaryQuery(
                RecordQuery("Sale"),
                columns: [
                    .init("n", .count), .init("s", .sum, of: "pieces"),
                    .init("m", .min, of: "shop"),
                ])
            let whole = try await store.summarize(query, in: .public)
            #expect(whole == [[0, 0, .null]])
            query.grouping = ["shop"]
            let groups = try await store.summarize(query, in: .public)
            #expect(groups == [])
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a sum of integers may leave 64 bits on the way, not at the end`(
        kind: StoreUnderTest
    ) async throws {
        try await kind.withStore(schema: Self.sales) { store in
            let query = RecordSummaryQuery(
                RecordQuery("Sale"),
                columns: [.init("s", .sum, of: "pieces"), .init("a", .average, of: "pieces")])
            try await store.put(
                sale("1", ["pieces": .int(.max)]), sale("2", ["pieces": .int(.max)]),
                sale("3", ["pieces": .int(.min)]))
            #expect(
                try await store.summarize(query, in: .public)
                    == [[.int(.max - 1), .double(Double(Int64.max) / 3)]])
            try await store.put(sale("4", ["pieces": 2]))
            await #expect(throws: EvaluationError.self) {
                try await store.summarize(query, in: .public)
            }
        }
    }

    /// PostgreSQL's own sums round each time.
    @Test(arguments: [StoreUnderTest.memory, .sqlite])
    func `a sum keeps what is lost while it is added up, whatever else is asked`(
        kind: StoreUnderTest
    ) async throws {
        try await kind.withStore(schema: Self.sales) { store in
            for (place, price) in [12_345_678_901.23, 0.01, 0.02, -12_345_678_901.23].enumerated() {
                try await store.put(sale("\(place)", ["shop": "a", "price": .double(price)]))
            }
            // What SQL decides, and what it does not.
            for format in [
                "shop == 'a'", "shop == 'a' AND FUNCTION(shop, 'uppercaseString') == 'A'",
            ] {
                let query = RecordSummaryQuery(
                    RecordQuery("Sale", where: try QueryPredicate(parsing: format)),
                    columns: [.init("s", .sum, of: "price"), .init("a", .average, of: "price")])
                #expect(
                    try await store.summarize(query, in: .public) == [[0.03, 0.0075]], "\(format)")
            }
        }
    }

    @Test(arguments: StoreUnderTest.available, [SummaryFunction.sum, .average])
    func `a sum of floating-point numbers that is too large is refused`(
        kind: StoreUnderTest, function: SummaryFunction
    ) async throws {
        try await kind.withStore(schema: Self.sales) { store in
            try await store.put(
                sale("1", ["shop": "a", "price": 1e308]), sale("2", ["shop": "a", "price": 1e308]))
            for grouping in [[], ["shop"]] {
                let query = RecordSummaryQuery(
                    RecordQuery("Sale"), columns: [.init("s", function, of: "price")],
                    grouping: grouping)
                let error = await #expect(throws: EvaluationError.self) {
                    try await store.summarize(query, in: .public)
                }
                #expect(error?.code == .arithmetic)
            }
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `results are sorted by a column and cut`(kind: StoreUnderTest) async throws {
        try await kind.withStore(schema: Self.sales) { store in
            for (place, shop) in ["a", "b", "a", "c", "b", "d", "c"].enumerated() {
                try await store.put(
                    sale("\(place)", ["shop": .text(shop), "price": .double(Double(place) + 0.5)]))
            }
            let query = RecordSummaryQuery(
                RecordQuery(
                    "Sale", orderedBy: [Ordering("sum", ascending: false)], limit: 2, offset: 1),
                columns: [.field("shop"), .init("sum", .sum, of: "price")], grouping: ["shop"])
            #expect(try await store.summarize(query, in: .public) == [["b", 6.0], ["d", 5.5]])
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `different values of fields come once`(kind: StoreUnderTest) async throws {
        try await kind.withStore(schema: Self.sales) { store in
            try await store.put(
                sale("1", ["shop": "b", "pieces": 1]), sale("2", ["shop": "b", "pieces": 1]),
                sale("3", ["shop": "b", "pieces": 2]), sale("4", ["shop": "a"]))
            let query = RecordSummaryQuery(
                distinct: ["shop", "pieces"], of: RecordQuery("Sale"))
            #expect(
                try await store.summarize(query, in: .public)
                    == [["a", .null], ["b", 1], ["b", 2]])
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `records of several zones and of shared zones are summed up`(
        kind: StoreUnderTest
    ) async throws {
        try await kind.withStore(schema: Self.sales) { store in
            let zone = ZoneID("Shops")
            try await store.createZones([zone], in: .private(user: "ann"))
            try await store.put(
                Record("Sale", RecordID("1", zone: zone), ["pieces": 4]),
                in: .private(user: "ann"), user: "ann")
            try await store.put(
                sale("1", ["pieces": 3]), in: .private(user: "ann"), user: "ann")
            var query = RecordSummaryQuery(
                RecordQuery("Sale", in: .all),
                columns: [.init("n", .count), .init("s", .sum, of: "pieces")])
            #expect(try await store.summarize(query, in: .private(user: "ann")) == [[2, 7]])
            try await store.setParticipants(
                ["bob": .readOnly], of: zone, in: .private(user: "ann"))
            #expect(try await store.summarize(query, in: .shared(user: "bob")) == [[1, 4]])
            query.records.zones = .zone(ZoneID("Nowhere"))
            await #expect(throws: StoreError.self) {
                try await store.summarize(query, in: .private(user: "ann"))
            }
        }
    }
}

/// Asks summaries of stores and folds them by hand.
private struct SummaryAsker {
    private let rows: [String: [String: Value]]
    private let fields: [Field]
    private let voices: [TestKit.Differential.Voice]
    private var random: RandomNumbers
    private var predicates: RandomPredicates
    private(set) var complaints: [String] = []
    private(set) var asked = 0
    private(set) var telling = 0
    private(set) var failing = 0

    init(_ rows: RandomRows, _ voices: [TestKit.Differential.Voice], _ random: RandomNumbers) {
        self.rows = Dictionary(
            rows.rows.map { row in
                guard case .dictionary(let values) = row.value else { return (row.name, [:]) }
                return (row.name, values)
            }, uniquingKeysWith: { $1 })
        fields = rows.fields
        self.voices = voices
        self.random = random
        predicates = RandomPredicates(rows, numbers: random)
    }

    /// Asks several summaries of the records for which a predicate holds.
    mutating func ask(summaries: Int) async throws {
        var predicate = QueryPredicate.constant(true)
        var names = Array(rows.keys)
        if random.chance(70) {
            let question = predicates.next()
            if let parsed = try? QueryPredicate(
                parsing: question.format, arguments: question.arguments.map { .value($0) }),
                let page = try? await voices[0].store.fetch(
                    RecordQuery(
                        TestKit.Differential.typeName, where: parsed, limit: 1_000,
                        desiredKeys: []), in: .public)
            {
                predicate = parsed
                names = page.records.map(\.id.name)
            }
        }
        let matched = names.compactMap { rows[$0] }
        for _ in 0..<summaries {
            let query = next(predicate)
            asked += 1
            let plain = PlainSummary(query, fields: fields)
            let wanted = plain.results(matched)
            if let wanted, wanted.count > 1 { telling += 1 }
            if wanted == nil { failing += 1 }
            for voice in voices {
                let answer: [[Value]]?
                do {
                    answer = try await voice.store.summarize(query, in: .public)
                } catch let error as EvaluationError where error.code == .arithmetic {
                    answer = nil
                } catch {
                    complaints.append("\(voice.name): \(error)\n  \(query)")
                    continue
                }
                guard !isSame(answer, wanted, matched) else { continue }
                // A store need not calculate a result outside of the page, and may refuse it.
                if answer == nil, plain.isTooLargeOutsideOfThePage(matched) { continue }
                complaints.append(
                    """
                    \(voice.name): \(answer.map { "\($0)" } ?? "too large")
                      by hand: \(wanted.map { "\($0)" } ?? "too large")
                      \(query.columns) by \(query.grouping) \(query.records.ordering) \
                    limit \(query.records.limit ?? -1) offset \(query.records.offset) \
                    \(predicate.format)
                    """)
            }
        }
    }

    /// Floating-point numbers may be added in another order.
    private func isSame(
        _ a: [[Value]]?, _ b: [[Value]]?, _ rows: [[String: Value]]
    ) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        var scale = 1.0
        for row in rows {
            for case .double(let number) in row.values { scale = max(scale, abs(number)) }
        }
        return a.count == b.count
            && zip(a, b).allSatisfy { one, other in
                one.count == other.count
                    && zip(one, other).allSatisfy { x, y in
                        if case .double(let x) = x, case .double(let y) = y {
                            return abs(x - y) <= 1e-12 * scale
                        }
                        return x == y && x.isSameKind(as: y)
                    }
            }
    }

    private mutating func next(_ predicate: QueryPredicate) -> RecordSummaryQuery {
        let singles = fields.filter { field in
            switch field.type {
            case .single(.location), .single(.asset), .list: false
            case .single: true
            }
        }
        var query = RecordSummaryQuery(
            RecordQuery(TestKit.Differential.typeName, where: predicate), columns: [])
        for _ in 0..<random.pick([0, 1, 1, 1, 2, 3]) {
            let name = random.chance(5) ? "recordName" : random.pick(singles).name
            query.grouping.append(name)
            if random.chance(80) { query.columns.append(.field(name)) }
        }
        if query.columns.isEmpty || random.chance(80) {
            for number in 0..<random.number(1...3) { query.columns.append(column(number)) }
        }
        func isUnsure(_ column: RecordSummaryQuery.Column) -> Bool {
            guard column.function == .sum || column.function == .average else { return false }
            return column.function == .average || type(column.field) == .single(.double)
        }
        let sure = query.columns.filter { !isUnsure($0) }
        if let column = sure.randomElement(using: &random), random.chance(50) {
            query.records.ordering = [Ordering(column.name, ascending: random.chance(50))]
        }
        if let name = query.grouping.last, random.chance(30) {
            query.records.ordering.append(Ordering(name, ascending: random.chance(50)))
        }
        if random.chance(20) { query.records.limit = random.number(0...4) }
        if !query.grouping.isEmpty, random.chance(15) {
            query.records.offset = random.number(0...3)
        }
        return query
    }

    private func type(_ name: String?) -> FieldType? {
        fields.first { $0.name == name }?.type
    }

    private mutating func column(_ number: Int) -> RecordSummaryQuery.Column {
        let name = "c\(number)"
        let function = random.pick(SummaryFunction.allCases)
        let taken = fields.filter { field in
            switch (function, field.type) {
            case (.count, _): true
            case (_, .list), (_, .single(.location)), (_, .single(.asset)): false
            case (.countDistinct, _): true
            case (.sum, .single(let type)), (.average, .single(let type)):
                type == .int64 || type == .double
            case (.min, .single(let type)), (.max, .single(let type)):
                type != .bytes && type != .reference
            }
        }
        if function == .count, random.chance(50) { return .init(name, .count) }
        return .init(name, function, of: random.pick(taken).name)
    }
}

extension Value {
    /// Whether both are integers, or neither is.
    fileprivate func isSameKind(as other: Value) -> Bool {
        switch (self, other) {
        case (.int, .double), (.double, .int): false
        default: true
        }
    }
}
