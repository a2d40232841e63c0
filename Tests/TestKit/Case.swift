package import PredicateCore
package import RecordCore

/// One question of a case file and its answer.
///
/// The answers are worked out from the specification, never from a run of the code.
package struct Case: Sendable, CustomStringConvertible {
    /// What a question must lead to.
    package enum Answer: Sendable, Hashable {
        /// These records, by name.
        case matches([String])
        /// An ``EvaluationError`` of this code, its text containing the part.
        case error(code: String, part: String)
        /// No predicate: a ``ParseError`` whose text contains the part.
        case unparsable(part: String, offset: Int?)
        /// Every store refuses; nothing is said of a plain evaluation.
        case refused
        /// The case cannot be read.
        case broken(String)
    }

    /// The file's name without its ending.
    package var file: String
    /// Where in the file the case stands, counted from one.
    package var line: Int
    /// The question.
    package var format: String
    /// What stands for the format's specifiers.
    package var arguments: [Value] = []
    /// What stands for its variables.
    package var variables: [String: Value] = [:]
    /// The order asked for; nil when the case says nothing of it.
    package var sort: [Ordering]?
    /// How many records at most.
    package var limit: Int?
    /// How many records to pass over.
    package var offset = 0
    /// The answer.
    package var answer: Answer
    /// Where stores refuse: the code of the ``QueryProblem``, or a part of its text, or
    /// `refused` when it does not matter which.
    package var storesRefuse: String?
    /// Why the evaluator is not asked.
    package var evaluatorIsNotAsked: String?
    /// Why the answer needs a look at every record; nil when an index must serve.
    package var scan: String?
    /// Records, schema and profile.
    package var context: CaseContext

    /// The file, the line and the question.
    package var description: String {
        let inserted = arguments.isEmpty ? "" : " ← \(arguments.count) arguments"
        let order = (sort ?? []).isEmpty ? "" : ", sorted"
        let window = limit.map { ", \(offset)..<\(offset + $0)" } ?? ""
        return "\(file):\(line)  \(format)\(inserted)\(order)\(window)"
    }
}

/// What the cases of one file share.
package final class CaseContext: Sendable {
    /// A record of the file.
    package struct Row: Sendable {
        /// Its name in answers, and its record name.
        package var name: String
        /// What the evaluator sees.
        package var value: Value
    }

    /// The file's name without its ending.
    package let file: String
    /// The fields of the one record type.
    package let fields: [Field]
    /// The records.
    package let rows: [Row]
    /// What the stores are asked as.
    package let profile: QueryProfile
    /// Whether stores are asked at all.
    package let asksStores: Bool
    /// How the evaluator orders and searches text: as the stores that are asked do.
    package let textProfile: TextProfile

    /// The record type of every case.
    package static let typeName = "Thing"

    init(
        file: String, fields: [Field], rows: [Row], profile: QueryProfile, asksStores: Bool,
        textProfile: TextProfile = .records
    ) {
        self.file = file
        self.fields = fields
        self.rows = rows
        self.profile = profile
        self.asksStores = asksStores
        self.textProfile = textProfile
    }

    /// How the evaluator is asked.
    var evaluation: EvaluationContext {
        var context = EvaluationContext()
        context.textProfile = textProfile
        return context
    }

    /// The schema that the stores get.
    package var schema: RecordSchema {
        RecordSchema(types: [RecordType(CaseContext.typeName, fields: fields)])
    }

    /// The records as a store takes them.
    package var records: [Record] {
        rows.map { row in
            guard case .dictionary(let fields) = row.value else {
                return Record(CaseContext.typeName, RecordID(row.name))
            }
            return Record(
                CaseContext.typeName, RecordID(row.name), fields.filter { !$0.value.isNull })
        }
    }
}
