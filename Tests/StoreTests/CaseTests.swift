import PredicateCore
import RecordCore
import TestKit
import Testing

@Suite struct `Cases` {
    static let all = CaseFile.all.flatMap(\.cases)

    @Test(arguments: all)
    func `has its answer`(one: Case) async throws {
        let runner = CaseRunner(one)
        for complaint in runner.complaintsOfEvaluator() {
            Issue.record("\(one)\n  \(complaint)")
        }
        for opened in try await CaseStores.shared.stores(for: one.context) {
            let complaints = await runner.complaints(
                of: opened.store, called: opened.name, in: .public)
            for complaint in complaints { Issue.record("\(one)\n  \(complaint)") }
        }
    }

    @Test func `there are many, and no two are the same`() {
        struct Question: Hashable {
            var file: String
            var format: String
            var variables: [String: Value]
            var sort: [Ordering]?
            var window: [Int?]
        }
        // Arguments that are equal values, such as 1.0 and true, are different questions.
        let questions = Self.all.filter { $0.arguments.isEmpty }.map { one in
            (
                Question(
                    file: one.file, format: one.format, variables: one.variables,
                    sort: one.sort, window: [one.limit, one.offset]),
                one
            )
        }
        #expect(questions.count > 1_000)
        let twice = Dictionary(grouping: questions, by: \.0).values.filter { $0.count > 1 }
        #expect(twice.map { $0[0].1.description }.sorted() == [])
    }
}

@Suite struct `Case files` {
    @Test func `a key without a reader is an error`() {
        #expect(throws: CaseError.self) {
            try CaseFile(name: "x", text: "stores: none\nrecords: {a: 1}\ncasse: []\n")
        }
    }

    @Test func `an answer names records that exist`() {
        #expect(throws: CaseError.self) {
            try CaseFile(
                name: "x", text: "stores: none\nrecords: {a: 1}\ncases:\n  - SELF == 1: [b]\n")
        }
    }

    @Test(arguments: [
        ("SELF == 1: [a]", 0), ("SELF == 1: []", 2), ("SELF == 2: [a]", 2),
        ("{format: SELF ==, matches: [a]}", 1), ("{format: SELF ==, unparsable: \"\"}", 0),
        ("{format: SELF == 1, unparsable: \"\"}", 1),
        ("{format: SELF < 'x', error: incompatibleValues}", 0),
        ("{format: SELF < 'x', error: arithmetic}", 1), ("{format: SELF < 'x', matches: []}", 1),
    ])
    func `the runner complains when the answer is another`(text: String, complaints: Int) throws {
        let file = try CaseFile(
            name: "x", text: "stores: none\nrecords: {a: 1}\ncases:\n  - \(text)\n")
        let found = file.cases.map { CaseRunner($0).complaintsOfEvaluator() }
        // A wrong answer is complained of once; its negation is right in itself.
        #expect(found.map { $0.isEmpty } == [complaints == 0])
    }
}
