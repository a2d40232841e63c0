import PredicateCore
package import RecordCore

/// Asks the same questions of a plain evaluation and of stores, and says where answers differ.
///
/// A plain evaluation over dictionaries has the last word; where a store refuses a question,
/// every store must refuse it with the same words. Where an
/// index must serve, the plan is looked at too.
package struct Differential: Sendable {
    /// A store that holds the rows, and what it is called.
    package struct Voice: Sendable {
        /// What it is called in complaints.
        package var name: String
        /// The store.
        package var store: any RecordStore

        /// A store to ask.
        package init(name: String, store: any RecordStore) {
            self.name = name
            self.store = store
        }
    }

    /// What was counted on the way.
    package var census = PredicateCensus()
    /// What differed.
    package var complaints: [String] = []
    /// What was refused, for a look by eye.
    package var refusals: [String] = []

    private let rows: RandomRows
    private let voices: [Voice]
    private let scope: DatabaseScope
    private let values: [Value]

    /// The name of the record type.
    package static let typeName = "Row"

    /// Prepares to ask about rows; the first voice speaks for the stores.
    package init(_ rows: RandomRows, voices: [Voice], scope: DatabaseScope) {
        self.rows = rows
        self.voices = voices
        self.scope = scope
        let searchable = rows.fields.filter { $0.indexes.contains(.searchable) }.map(\.name)
        values = rows.rows.map { row in
            guard case .dictionary(var fields) = row.value else { return row.value }
            // What a store's full-text index makes of the record's texts.
            var words: [String] = []
            for name in searchable {
                switch fields[name] {
                case .text(let text): words.append(text)
                case .list(let members):
                    for case .text(let text) in members { words.append(text) }
                case nil, .null, .int, .double, .decimal, .date, .bytes, .uuid, .url, .reference,
                    .location, .asset, .dictionary, .object:
                    break
                }
            }
            fields["allTokens"] = .text(words.joined(separator: "\n"))
            return .dictionary(fields)
        }
    }

    /// Puts the rows into a store, in requests that it takes.
    package static func fill(
        _ store: any RecordStore, with rows: RandomRows, fields: [Field], in scope: DatabaseScope
    ) async throws {
        try await store.setSchema(RecordSchema(types: [RecordType(typeName, fields: fields)]))
        let records = rows.rows.map { row in
            guard case .dictionary(let values) = row.value else {
                return Record(typeName, RecordID(row.name))
            }
            return Record(typeName, RecordID(row.name), values.filter { !$0.value.isNull })
        }
        for start in stride(from: 0, to: records.count, by: 200) {
            let part = Array(records[start..<Swift.min(start + 200, records.count)])
            let result = try await store.save(SaveRequest(saving: part), in: scope)
            if let error = result.firstError { throw error }
        }
    }

    /// Opens one store of each kind with the rows in it.
    package static func withStores<T: Sendable>(
        _ rows: RandomRows, kinds: [StoreUnderTest], opened: [Voice] = [],
        _ body: ([Voice]) async throws -> T
    ) async throws -> T {
        guard let kind = kinds.first else { return try await body(opened) }
        return try await kind.withStore { store in
            try await fill(store, with: rows, fields: rows.fields, in: .public)
            return try await withStores(
                rows, kinds: Array(kinds.dropFirst()),
                opened: opened + [Voice(name: "\(kind)", store: store)], body)
        }
    }

    private enum Answer {
        case names([String])
        case refused(QueryProblem)
        case evaluation(EvaluationError)
        case other(any Error)

        var isError: Bool {
            if case .evaluation = self { true } else { false }
        }

        var text: String {
            switch self {
            case .names(let names): "[\(names.joined(separator: " "))]"
            case .refused(let problem): "refused, \(problem.code): \(problem)"
            case .evaluation(let error): "error, \(error.code): \(error)"
            case .other(let error): "error, \(error)"
            }
        }
    }

    /// Asks one question of everybody; under another profile than everything only of the stores.
    package mutating func ask(
        _ question: RandomPredicates.Question, as profile: QueryProfile = .everything
    ) async {
        let predicate: QueryPredicate
        do {
            predicate = try QueryPredicate(
                parsing: question.format, arguments: question.arguments.map { .value($0) })
        } catch {
            complaints.append("does not parse: \(question)\n  \(error)")
            return
        }
        if profile == .everything {
            census.count(predicate)
            census.count("all questions")
        } else {
            census.count("profile \(profile)")
        }
        let query = RecordQuery(
            Differential.typeName, where: predicate, orderedBy: question.ordering,
            limit: question.limit ?? rows.rows.count, offset: question.offset, profile: profile)
        var answers: [Answer] = []
        for voice in voices { answers.append(await answer(of: voice, query)) }
        guard let spokesman = answers.first else { return }
        let plain = profile == .everything ? evaluate(predicate, question) : nil
        for (voice, answer) in zip(voices, answers).dropFirst()
        where !agree(spokesman, answer) && !isExcused(answer, plain, question)
            && !isExcused(spokesman, plain, question)
        {
            complain(question, predicate, voices[0].name, spokesman, voice.name, answer)
        }
        guard let plain else {
            if case .names(let names) = spokesman {
                census.count(
                    "profile \(profile) answers \(names.isEmpty ? "nothing" : "something")")
            }
            return
        }
        if case .refused(let problem) = spokesman {
            census.count("answer refused: \(problem.code)")
            refusals.append("\(problem)")
            return
        }
        count(plain.answer)
        if !agree(plain.answer, spokesman), !isExcused(spokesman, plain, question) {
            complain(question, predicate, "evaluator", plain.answer, voices[0].name, spokesman)
        }
        await checkPlan(query, question)
        for (voice, answer) in zip(voices, answers) where plain.answer.isError {
            if case .names = answer { census.count("error not met by \(voice.name)") }
        }
    }

    private mutating func complain(
        _ question: RandomPredicates.Question, _ predicate: QueryPredicate, _ one: String,
        _ answer: Answer, _ other: String, _ otherAnswer: Answer
    ) {
        complaints.append(
            """
            \(question)
                \(predicate)
              \(one): \(answer.text)
              \(other): \(otherAnswer.text)
            """)
    }

    private func agree(_ a: Answer, _ b: Answer) -> Bool {
        switch (a, b) {
        case (.names(let x), .names(let y)): x == y
        case (.refused(let x), .refused(let y)): x == y
        case (.evaluation(let x), .evaluation(let y)): x.code == y.code
        case (.names, _), (.refused, _), (.evaluation, _), (.other, _): false
        }
    }

    /// Complains where an index should serve and a store looks at every record.
    private mutating func checkPlan(
        _ query: RecordQuery, _ question: RandomPredicates.Question
    ) async {
        guard question.ordering.isEmpty, question.limit == nil,
            IndexExpectation(rows.fields).isServed(query.predicate)
        else { return }
        for voice in voices where IndexExpectation.holds(of: voice.name) {
            guard let explanation = try? await voice.store.explain(query, in: scope),
                explanation.sql != nil
            else { continue }
            census.count("plans looked at")
            if explanation.scans {
                let plan = explanation.plan.joined(separator: "\n    ")
                complaints.append(
                    "\(voice.name) looks at every record: \(question)\n    "
                        + "\(explanation.sql ?? "")\n    \(plan)")
            }
        }
    }

    /// Whether a store may give this where the evaluator fails on some rows.
    ///
    /// A store that finds records by an index need not meet what fails in the others, nor need it
    /// look at the parts of an AND or OR in the order in which they are written. Of the rows that
    /// do not fail it must give the right ones. Which of several errors it meets first is not
    /// said either.
    private func isExcused(
        _ answer: Answer, _ plain: Plain?, _ question: RandomPredicates.Question
    ) -> Bool {
        guard let plain, !plain.failing.isEmpty else { return false }
        if case .evaluation(let error) = answer { return plain.codes.contains(error.code) }
        guard case .names(let names) = answer else { return false }
        let given = Set(names)
        let isComplete = question.limit == nil && question.offset == 0
        return given.isSubset(of: plain.holding.union(plain.failing))
            && (!isComplete || plain.holding.isSubset(of: given))
    }

    private func answer(of voice: Voice, _ query: RecordQuery) async -> Answer {
        do {
            return .names(try await voice.store.fetch(query, in: scope).records.map(\.id.name))
        } catch let problem as QueryProblem {
            return .refused(problem)
        } catch let error as EvaluationError {
            return .evaluation(error)
        } catch {
            return .other(error)
        }
    }

    /// What the evaluator says.
    private struct Plain {
        var answer: Answer
        /// The rows for which the predicate holds.
        var holding: Set<String> = []
        /// The rows for which there is no answer.
        var failing: Set<String> = []
        /// Why there is none.
        var codes: Set<EvaluationError.Code> = []
    }

    private func evaluate(
        _ predicate: QueryPredicate, _ question: RandomPredicates.Question
    ) -> Plain {
        do {
            // The stores that are asked order text by scalars.
            let evaluator = try Evaluator<Value>(predicate, context: .records)
            var kept: [CaseContext.Row] = []
            var failing: Set<String> = []
            var failure: EvaluationError?
            var codes: Set<EvaluationError.Code> = []
            for (row, value) in zip(rows.rows, values) {
                do {
                    if try evaluator.matches(value) { kept.append(row) }
                } catch {
                    failure = failure ?? error
                    failing.insert(row.name)
                    codes.insert(error.code)
                }
            }
            let holding = Set(kept.map(\.name))
            if let failure {
                return Plain(
                    answer: .evaluation(failure), holding: holding, failing: failing, codes: codes)
            }
            let sorted = try ReferenceOrder(question.ordering).sorted(kept).map(\.name)
            let rest = sorted.dropFirst(question.offset)
            let names = Array(question.limit.map { rest.prefix($0) } ?? rest)
            return Plain(answer: .names(names), holding: holding)
        } catch let error as EvaluationError {
            return Plain(answer: .evaluation(error))
        } catch {
            return Plain(answer: .other(error))
        }
    }

    private mutating func count(_ answer: Answer) {
        switch answer {
        case .names(let names) where names.isEmpty: census.count("answer nothing")
        case .names(let names) where names.count == rows.rows.count:
            census.count("answer everything")
        case .names: census.count("answer something")
        case .evaluation(let error): census.count("answer error: \(error.code)")
        case .refused, .other: census.count("answer other")
        }
    }
}
