import Foundation
import PredicateCore
import RecordCore
import Testing

@Suite struct `Summaries` {
    static let schema = RecordSchema(types: [
        RecordType(
            "City",
            fields: [
                Field("name", .single(.string)), Field("population", .single(.int64)),
                Field("place", .single(.location)), Field("tags", .list(.string)),
            ])
    ])

    private func problem(_ query: RecordSummaryQuery) -> String? {
        do {
            _ = try QueryChecker.check(query, schema: Self.schema)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private func problem(
        _ columns: [RecordSummaryQuery.Column], by grouping: [String] = [],
        sort: [Ordering] = []
    ) -> String? {
        problem(
            RecordSummaryQuery(
                RecordQuery("City", orderedBy: sort), columns: columns, grouping: grouping))
    }

    @Test func `integers beside decimals add up beyond 64 bits`() throws {
        var fold = SummaryFold(groups: 0, [.calculated(.sum, input: 0, isReal: false)])
        let large = try #require(Decimal(string: "9223372036854775808"))
        for number in [Value.int(.max), .int(1), .decimal(large)] {
            try fold.add(group: [], inputs: [number])
        }
        let sum = try #require(Decimal(string: "18446744073709551616"))
        #expect(
            try fold.results(orderedBy: [], limit: nil, offset: 0) == [[Value.decimal(sum)]])
    }

    @Test func `what cannot be answered is refused with what to write`() {
        #expect(
            problem([.init("s", .sum, of: "name")])
                == "sum(name): 'name' is STRING. sum takes numbers.")
        #expect(
            problem([.init("m", .min, of: "tags")])
                == "min(tags): 'tags' is STRING_LIST. min takes numbers, text and dates.")
        #expect(
            problem([.init("n", .sum)])
                == "sum() needs a field. Write sum(field); only count() counts records.")
        #expect(
            problem([.init("n", .count, of: "Name")])
                == "Did not find field: 'Name' in type: 'City'. Did you mean name?")
        #expect(
            problem([.field("name"), .init("n", .count)])
                == "'name' may differ among the records of a group. "
                + "Group by it, or take min(name) or max(name).")
        #expect(
            problem([.init("n", .count)], by: ["place"])
                == "Records are not grouped by a LOCATION: 'place'. "
                + "Group by numbers, text, dates, bytes and references.")
        #expect(
            problem([.init("n", .count)], by: ["name"], sort: [Ordering("size")])
                == "The results have no 'size'. Sort by n, name.\n  — `sorted by size`")
        #expect(problem([]) == "A summary needs a column. Ask for count().")
        #expect(problem([.init("n", .count)], by: ["name"], sort: [Ordering("n")]) == nil)
    }

    @Test func `a fold keeps a stated number of groups`() throws {
        var fold = SummaryFold(
            groups: 1, [.group(0), .calculated(.count, input: nil, isReal: false)], capacity: 3)
        for number in 0..<6 {
            try fold.add(group: [.int(Int64(number % 3))], inputs: [])
        }
        #expect(
            try fold.results(orderedBy: [], limit: nil, offset: 0) == [[0, 2], [1, 2], [2, 2]])
        #expect(throws: EvaluationError.self) { try fold.add(group: [7], inputs: []) }
    }

    @Test func `different values count against the same number`() throws {
        var fold = SummaryFold(
            groups: 0, [.calculated(.countDistinct, input: 0, isReal: false)], capacity: 3)
        try fold.add(group: [], inputs: ["a"])
        try fold.add(group: [], inputs: ["b"])
        try fold.add(group: [], inputs: ["a"])
        #expect(throws: EvaluationError.self) { try fold.add(group: [], inputs: ["c"]) }
    }

    @Test func `numbers of several kinds are added, other kinds are refused`() throws {
        var fold = SummaryFold(
            groups: 0,
            [
                .calculated(.sum, input: 0, isReal: false),
                .calculated(.average, input: 0, isReal: false),
            ])
        try fold.add(group: [], inputs: [1])
        try fold.add(group: [], inputs: [2.5])
        try fold.add(group: [], inputs: [.decimal(Decimal(string: "0.5") ?? 0)])
        try fold.add(group: [], inputs: [.null])
        #expect(
            try fold.results(orderedBy: [], limit: nil, offset: 0)
                == [[.double(4), .double(4.0 / 3)]])
        #expect(throws: EvaluationError.self) { try fold.add(group: [], inputs: ["x"]) }
    }

    @Test func `many small numbers beside a large one are not lost`() throws {
        var fold = SummaryFold(groups: 0, [.calculated(.sum, input: 0, isReal: true)])
        try fold.add(group: [], inputs: [1e16])
        for _ in 0..<1_000 { try fold.add(group: [], inputs: [1.0]) }
        try fold.add(group: [], inputs: [-1e16])
        #expect(try fold.results(orderedBy: [], limit: nil, offset: 0) == [[.double(1_000)]])
    }
}
