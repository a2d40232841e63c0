import PredicateCore
import RecordCore
import TestRandom

/// Compares our answers with GNUstep's and sorts the differences by rule.
package struct ThirdVoice: Sendable {
    /// What came of it.
    package struct Report: Sendable {
        /// Formats asked.
        package var asked = 0
        /// Formats that both answer alike for every object.
        package var agreed = 0
        /// How often each rule explained a difference.
        package var explained: [String: Int] = [:]
        /// An example of what each rule explained.
        package var examples: [String: String] = [:]
        /// Differences that no rule explains.
        package var unexplained: [String] = []
    }

    private let voice: GNUstepVoice

    /// A comparison with a voice.
    package init(_ voice: GNUstepVoice) { self.voice = voice }

    /// Asks both sides; formats that we do not parse are left out.
    package func compare(_ questions: [GNUstepVoice.Question]) throws -> Report {
        var report = Report()
        let known = questions.compactMap { question in
            (try? QueryPredicate(parsing: question.format)).map { (question, $0) }
        }
        let answers = try voice.ask(known.map(\.0))
        guard answers.count == known.count else {
            report.unexplained = ["GNUstep answers \(answers.count) of \(known.count) questions"]
            return report
        }
        for ((question, predicate), theirs) in zip(known, answers) {
            report.asked += 1
            // GNUstep compares text as NSString does.
            let evaluator = try? Evaluator<Value>(predicate)
            let ours = question.objects.map { object in
                evaluator.flatMap { try? $0.matches(object) }
            }
            if theirs == .answers(ours) {
                report.agreed += 1
                continue
            }
            let one = GNUstepRule.Disagreement(
                format: question.format, parts: PredicateParts(predicate),
                objects: question.objects, ours: ours, theirs: theirs)
            if let rule = GNUstepRule.all.first(where: { $0.explains(one) }) {
                report.explained[rule.name, default: 0] += 1
                report.examples[rule.name] = report.examples[rule.name] ?? describe(one)
            } else {
                report.unexplained.append(describe(one))
            }
        }
        return report
    }

    /// Every case without arguments whose records plain JSON can say.
    package static func questions(of files: [CaseFile]) -> [GNUstepVoice.Question] {
        files.flatMap(\.cases).compactMap { one in
            guard one.arguments.isEmpty, one.variables.isEmpty,
                one.context.profile == .everything, one.evaluatorIsNotAsked == nil,
                let predicate = try? QueryPredicate(parsing: one.format)
            else { return nil }
            let used = PredicateParts(predicate).rootKeys
            let objects = one.context.rows.map { row -> Value in
                guard case .dictionary(let fields) = row.value else { return row.value }
                return .dictionary(fields.filter { used.contains($0.key) })
            }
            guard objects.allSatisfy(GNUstepVoice.canSay) else { return nil }
            return GNUstepVoice.Question(format: one.format, objects: objects)
        }
    }

    /// Random questions in words that GNUstep knows.
    package static func questions(seed: UInt64, count: Int) -> [GNUstepVoice.Question] {
        var random = RandomNumbers(seed: seed)
        let rows = RandomRows(count: 12, plain: true, using: &random)
        var source = RandomPredicates(rows, vocabulary: .plain, numbers: random)
        return (0..<count).map { _ in
            GNUstepVoice.Question(format: source.next().format, objects: rows.rows.map(\.value))
        }
    }

    private func describe(_ one: GNUstepRule.Disagreement) -> String {
        guard case .answers(let theirs) = one.theirs else {
            return "\(one.format)\n  \(one.theirs)"
        }
        let place = zip(one.ours, theirs).enumerated().first { $0.element.0 != $0.element.1 }
        guard let place else { return one.format }
        let truth = { (answer: Bool?) in answer.map { "\($0)" } ?? "error" }
        return "\(one.format)\n  of \(one.objects[place.offset]): ours \(truth(place.element.0)),"
            + " GNUstep's \(truth(place.element.1))"
    }
}
