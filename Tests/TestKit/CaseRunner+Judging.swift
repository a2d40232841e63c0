import PredicateCore
import RecordCore

// What a case expects, beside what came.
extension CaseRunner {
    func complaint(_ outcome: Outcome, from name: String) -> String? {
        switch (one.answer, outcome) {
        case (.matches(let expected), .names(let names)):
            let wanted = one.sort == nil ? expected.sorted(by: byName) : expected
            return names == wanted
                ? nil : "\(name) gives \(outcome), expected \(Outcome.names(wanted))"
        case (.error(let code, let part), .failure(let error)):
            return isRight(error, code: code, part: part)
                ? nil : "\(name) fails otherwise than with \(code) \(part): \(outcome)"
        case (.unparsable(let part, let offset), .failure(let error)):
            guard let error = error as? ParseError, error.message.contains(part),
                offset == nil || error.offset == offset
            else {
                let place = (error as? ParseError).map { " at \($0.offset)" } ?? ""
                return "\(name) fails otherwise than expected (\(part) \(offset ?? -1)):"
                    + " \(outcome)\(place)"
            }
            return nil
        case (.error(let code, _), .names): return "\(name) gives \(outcome) instead of \(code)"
        case (.matches(let wanted), .failure):
            return "\(name) fails: \(outcome); expected \(Outcome.names(wanted))"
        case (.unparsable, .names): return "\(name) gives \(outcome)"
        case (.refused, .names): return one.evaluatorIsNotAsked == nil ? "\(outcome)" : nil
        case (.refused, .failure(let error)):
            return error is ParseError ? "\(name) fails: \(outcome)" : nil
        case (.broken(let reason), _): return reason
        }
    }

    private func isRight(_ error: any Error, code: String, part: String) -> Bool {
        if let error = error as? EvaluationError {
            return error.code.rawValue == code && error.message.contains(part)
        }
        // A constant that can never work may be refused when parsed as well.
        guard let error = error as? ParseError else { return false }
        return error.code == .invalidConstant && ["invalidPattern", "wrongBounds"].contains(code)
    }

    func complaintOfRefusal(
        _ outcome: Outcome, _ sentence: String, from name: String
    ) -> String? {
        guard case .failure(let error) = outcome else {
            return "\(name) gives \(outcome) instead of refusing (\(sentence))"
        }
        if let problem = error as? QueryProblem {
            let isRight =
                sentence == "refused" || problem.code.rawValue == sentence
                || problem.description.contains(sentence)
            return isRight ? nil : "\(name) refuses with \(problem.code): \(problem)"
        }
        if case .error(let code, let part) = one.answer, isRight(error, code: code, part: part) {
            return nil
        }
        return "\(name) fails otherwise than by refusing (\(sentence)): \(outcome)"
    }

    func complaintsOfNegation(all rest: [String], these: [String], from name: String) -> [String] {
        let everybody = Set(one.context.rows.map(\.name))
        guard
            Set(rest) != everybody.subtracting(these) || rest.count + these.count != everybody.count
        else { return [] }
        return ["\(name), asked with NOT before it, gives \(Outcome.names(rest))"]
    }

    func complaintsOfPrinting(_ predicate: QueryPredicate) -> [String] {
        // References, bytes and places have no literal form.
        guard !one.arguments.contains(where: hasNoLiteral) else { return [] }
        let printed = predicate.format
        do {
            let again = try QueryPredicate(parsing: printed)
            return again == predicate ? [] : ["it prints as \(printed), which is not equal to it"]
        } catch {
            return ["it prints as \(printed), which does not parse: \(error)"]
        }
    }

    private func hasNoLiteral(_ value: Value) -> Bool {
        switch value {
        case .null, .int, .text, .date: false
        case .double(let number): !number.isFinite
        case .list(let values): values.contains(where: hasNoLiteral)
        case .decimal, .bytes, .uuid, .url, .reference, .location, .asset, .dictionary, .object:
            true
        }
    }

    private func byName(_ a: String, _ b: String) -> Bool {
        a.utf8.lexicographicallyPrecedes(b.utf8)
    }
}
