public import PredicateCore
public import RecordCore

/// One question of a case file and its answer.
///
/// The answers are worked out from the specification, never from a run of the code.
public struct Case: Sendable, CustomStringConvertible {
    /// What a question must lead to.
    public enum Answer: Sendable, Hashable {
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
    public var file: String
    /// Where in the file the case stands, counted from one.
    public var line: Int
    /// The question.
    public var format: String
    /// What stands for the format's specifiers.
    public var arguments: [Value] = []
    /// What stands for its variables.
    public var variables: [String: Value] = [:]
    /// The order asked for; nil when the case says nothing of it.
    public var sort: [Ordering]?
    /// How many records at most.
    public var limit: Int?
    /// How many records to pass over.
    public var offset = 0
    /// The answer.
    public var answer: Answer
    /// Where stores refuse: the code of the ``QueryProblem``, or a part of its text, or
    /// `refused` when it does not matter which.
    public var storesRefuse: String?
    /// Why the evaluator is not asked.
    public var evaluatorIsNotAsked: String?
    /// Why the answer needs a look at every record; nil when an index must serve.
    public var scan: String?
    /// Records, schema and profile.
    public var context: CaseContext

    /// The file, the line and the question.
    public var description: String {
        let inserted = arguments.isEmpty ? "" : " ← \(arguments.count) arguments"
        let order = (sort ?? []).isEmpty ? "" : ", sorted"
        let window = limit.map { ", \(offset)..<\(offset + $0)" } ?? ""
        return "\(file):\(line)  \(format)\(inserted)\(order)\(window)"
    }
}

/// What the cases of one file share.
public final class CaseContext: Sendable {
    /// A record of the file.
    public struct Row: Sendable {
        /// Its name in answers, and its record name.
        public var name: String
        /// What the evaluator sees.
        public var value: Value
    }

    /// The file's name without its ending.
    public let file: String
    /// The fields of the one record type.
    public let fields: [Field]
    /// The records.
    public let rows: [Row]
    /// What the stores are asked as.
    public let profile: QueryProfile
    /// Whether stores are asked at all.
    public let asksStores: Bool
    /// How the evaluator orders and searches text: as the stores that are asked do.
    public let textProfile: TextProfile

    /// The record type of every case.
    public static let typeName = "Thing"

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
    public var schema: Schema {
        Schema(types: [RecordType(CaseContext.typeName, fields: fields)])
    }

    /// The records as a store takes them.
    public var records: [Record] {
        rows.map { row in
            guard case .dictionary(let fields) = row.value else {
                return Record(CaseContext.typeName, RecordID(row.name))
            }
            return Record(
                CaseContext.typeName, RecordID(row.name), fields.filter { !$0.value.isNull })
        }
    }
}
