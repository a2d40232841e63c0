package import PredicateCore
package import RecordCore

/// Asks one case and says what is not as the case has it.
///
/// Each store runs a case three times: with the format as written, with what the parsed predicate
/// prints, and with NOT before it, which must give all the other records.
package struct CaseRunner: Sendable {
    /// The case.
    package let one: Case

    /// A runner of one case.
    package init(_ one: Case) { self.one = one }

    /// What came of asking.
    package enum Outcome: Sendable, CustomStringConvertible {
        /// Records, by name.
        case names([String])
        /// An error of any kind.
        case failure(any Error)

        /// The names, or the error.
        package var description: String {
            switch self {
            case .names(let names): "[\(names.joined(separator: ", "))]"
            case .failure(let error): "\(type(of: error)): \(error)"
            }
        }
    }

    /// The predicate of the case, its variables filled in.
    package func predicate() throws -> QueryPredicate {
        let parsed = try QueryPredicate(
            parsing: one.format, arguments: one.arguments.map { .value($0) })
        guard !one.variables.isEmpty else { return parsed }
        return try parsed.substituting(one.variables)
    }

    // MARK: The evaluator

    /// Asks the parser and the evaluator; returns complaints.
    package func complaintsOfEvaluator() -> [String] {
        if case .broken(let reason) = one.answer { return [reason] }
        let predicate: QueryPredicate
        do {
            predicate = try self.predicate()
        } catch {
            return complaint(.failure(error), from: "the parser").map { [$0] } ?? []
        }
        if case .unparsable = one.answer { return ["it parses, as \(predicate)"] }
        var complaints = complaintsOfPrinting(predicate)
        guard one.evaluatorIsNotAsked == nil else { return complaints }
        let outcome = evaluate(predicate)
        if let complaint = complaint(outcome, from: "the evaluator") {
            complaints.append(complaint)
        }
        if case .names(let all) = evaluateAll(.not(predicate)),
            case .names(let these) = evaluateAll(predicate)
        {
            complaints += complaintsOfNegation(all: all, these: these, from: "the evaluator")
        }
        return complaints
    }

    /// The evaluator's answer over the rows of the case's file, sorted and cut as asked.
    private func evaluate(_ predicate: QueryPredicate) -> Outcome {
        do {
            let evaluator = try Evaluator<Value>(predicate, context: one.context.evaluation)
            let rows = try one.context.rows.filter { try evaluator.matches($0.value) }
            let sorted = try ReferenceOrder(one.sort ?? [], one.context.textProfile).sorted(rows)
            return .names(window(sorted.map(\.name)))
        } catch {
            return .failure(error)
        }
    }

    private func evaluateAll(_ predicate: QueryPredicate) -> Outcome {
        do {
            let evaluator = try Evaluator<Value>(predicate, context: one.context.evaluation)
            return .names(
                try one.context.rows.filter { try evaluator.matches($0.value) }.map(\.name))
        } catch {
            return .failure(error)
        }
    }

    private func window(_ names: [String]) -> [String] {
        let rest = names.dropFirst(one.offset)
        return Array(one.limit.map { rest.prefix($0) } ?? rest)
    }

    // MARK: A store

    /// Asks a store that holds the file's records; returns complaints.
    package func complaints(
        of store: any RecordStore, called name: String, in scope: DatabaseScope
    ) async -> [String] {
        guard one.context.asksStores else { return [] }
        if case .broken = one.answer { return [] }
        guard let predicate = try? self.predicate() else { return [] }
        let query = query(predicate)
        let outcome = await ask(store, query, in: scope)
        if let sentence = one.storesRefuse {
            return complaintOfRefusal(outcome, sentence, from: name).map { [$0] } ?? []
        }
        var complaints = complaint(outcome, from: name).map { [$0] } ?? []
        guard case .matches(let expected) = one.answer, case .names = outcome else {
            return complaints
        }
        if one.limit == nil, one.offset == 0 {
            complaints += await complaintsOfCount(
                store, query, expected: expected.count, from: name, in: scope)
        }
        if one.context.profile == .everything, one.limit == nil, one.offset == 0 {
            let all = await ask(store, self.query(.not(predicate)), in: scope)
            if case .names(let rest) = all, case .names(let these) = outcome {
                complaints += complaintsOfNegation(all: rest, these: these, from: name)
            } else {
                complaints.append("\(name), asked with NOT before it, answers \(all)")
            }
        }
        complaints += await complaintsOfPlan(store, query, from: name, in: scope)
        return complaints
    }

    private func query(_ predicate: QueryPredicate) -> RecordQuery {
        RecordQuery(
            CaseContext.typeName, where: predicate, orderedBy: one.sort ?? [], limit: one.limit,
            offset: one.offset, profile: one.context.profile)
    }

    private func ask(
        _ store: any RecordStore, _ query: RecordQuery, in scope: DatabaseScope
    ) async -> Outcome {
        do {
            return .names(try await store.fetch(query, in: scope).records.map(\.id.name))
        } catch {
            return .failure(error)
        }
    }

    private func complaintsOfCount(
        _ store: any RecordStore, _ query: RecordQuery, expected: Int, from name: String,
        in scope: DatabaseScope
    ) async -> [String] {
        do {
            let count = try await store.count(query, in: scope)
            return count == expected ? [] : ["\(name) counts \(count) records, not \(expected)"]
        } catch {
            return ["\(name) cannot count: \(error)"]
        }
    }

    private func complaintsOfPlan(
        _ store: any RecordStore, _ query: RecordQuery, from name: String, in scope: DatabaseScope
    ) async -> [String] {
        guard one.scan == nil, one.sort == nil, IndexExpectation.holds(of: name),
            IndexExpectation(one.context.fields).isServed(query.predicate)
        else { return [] }
        do {
            let explanation = try await store.explain(query, in: scope)
            guard explanation.sql != nil else { return [] }
            if explanation.scans {
                let plan = explanation.plan.joined(separator: "\n    ")
                return [
                    "\(name) looks at every record: \(explanation.sql ?? "")\n    \(plan)"
                ]
            }
            return []
        } catch {
            return ["\(name) cannot explain: \(error)"]
        }
    }
}
