public import Foundation
public import PredicateCore

/// A condition that an object meets or does not.
///
///     let adults = NSPredicate(format: "age >= %d AND name BEGINSWITH[c] %@", 18, "a")
///     adults.evaluate(with: ["name": "Ann", "age": 31])  // true
///     adults.evaluate(with: ["name": "Ann"])             // false: a missing key is nil
///     (people as NSArray).filtered(using: adults)
///
/// It takes the place of Foundation's class of the same name and is a subclass of it, so whatever
/// takes a predicate on Linux takes this one. A predicate never changes once made and may be asked
/// from several threads, as long as its blocks and constants may.
///
/// Source: [NSPredicate](https://developer.apple.com/documentation/foundation/nspredicate).
open class NSPredicate: Foundation.NSPredicate, NSSecureCoding, FormattedPredicate {
    /// What is asked; nil for a subclass of a program's own that overrides `evaluate`.
    let storage: QueryPredicate?
    let evaluator = CachedEvaluator()
    /// How deep the predicate is, where that is known without looking.
    private let countedLevels: Int?

    /// A predicate for subclasses that decide by overriding
    /// ``evaluate(with:substitutionVariables:)``.
    public init() {
        storage = nil
        countedLevels = 1
        super.init(value: true)
    }

    /// A predicate that always answers the same.
    ///
    ///     NSPredicate(value: true).predicateFormat  // "TRUEPREDICATE"
    public override init(value: Bool) {
        storage = .constant(value)
        countedLevels = 1
        super.init(value: value)
    }

    /// A predicate that asks a function of the program.
    ///
    ///     NSPredicate { object, _ in (object as? String)?.isEmpty == false }
    ///
    /// It can be asked in memory only: it cannot be printed, archived or sent to a store.
    public override init(block: @escaping (Any?, [String: Any]?) -> Bool) {
        storage = .block(
            PredicateBlock { object, bindings in block(AskedObject.shown(object), bindings) })
        countedLevels = 1
        super.init(value: true)
    }

    /// A predicate whose question is already known.
    ///
    /// Meant for subclasses; ``from(_:)`` makes an object of the right class.
    public init(queryPredicate: QueryPredicate) {
        storage = queryPredicate
        countedLevels = nil
        super.init(value: true)
    }

    /// A predicate over parts of which the deepest has a number of levels.
    ///
    /// What is nested deeper than `Limits.depth` becomes a predicate that says so when asked: no
    /// tree is made that a stack could not follow, be it to free it.
    init(queryPredicate: QueryPredicate, over levels: Int) {
        let isTooDeep = levels >= Limits.depth
        storage = isTooDeep ? .block(.tooDeep) : queryPredicate
        countedLevels = isTooDeep ? 1 : levels + 1
        super.init(value: true)
    }

    /// How deep the predicate is, itself among the levels.
    var levels: Int {
        countedLevels ?? storage?.levels(atMost: Limits.depth)
            ?? (storage == nil ? 1 : Limits.depth + 1)
    }

    // MARK: Printing, equality, copying

    /// The predicate as a format string, which parses back to an equal predicate.
    ///
    ///     NSPredicate(format: "a = 1 && b <> nil").predicateFormat  // "a == 1 AND b != nil"
    open override var predicateFormat: String { (storage ?? queryPredicate).format }

    /// The predicate as a format string.
    open override var description: String { predicateFormat }

    /// Whether both ask the same question in the same form.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSPredicate else { return false }
        if self === other { return true }
        guard let mine = storage, let theirs = other.storage else { return false }
        return mine == theirs
    }

    /// A hash in accord with equality.
    open override var hash: Int {
        storage?.hashValue ?? ObjectIdentifier(self).hashValue
    }

    /// The predicate itself, which never changes.
    open override func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: Variables

    /// The predicate with constants in the places of its `$variables`.
    ///
    ///     let template = NSPredicate(format: "name == $NAME")
    ///     template.withSubstitutionVariables(["NAME": "Ann"]).predicateFormat
    ///     // name == "Ann"
    ///
    /// `NSNull` stands for nil, and an `NSExpression` for itself. A variable without a value stops
    /// the program. Filling in a template costs a fraction of parsing a format again.
    open func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
        guard let storage else { return self }
        do {
            let filled = try storage.substituting(
                expressions: variables.mapValues { QueryExpression(substituting: $0) })
            return NSPredicate.from(filled, as: Self.self) ?? self
        } catch {
            fatalError(String(describing: error))  // As Apple's raises; filledIn(_:) throws.
        }
    }

    // MARK: Querying

    /// Whether an object meets the condition.
    ///
    /// Stops the program when there is no answer (an object without such a key, text ordered
    /// against a number); ``matches(_:substitutionVariables:)`` throws instead.
    open override func evaluate(with object: Any?) -> Bool {
        evaluate(with: object, substitutionVariables: nil)
    }

    /// Whether an object meets the condition, with values for the `$variables`.
    ///
    ///     NSPredicate(format: "age > $LIMIT")
    ///         .evaluate(with: ["age": 7], substitutionVariables: ["LIMIT": 5])  // true
    open override func evaluate(
        with object: Any?, substitutionVariables bindings: [String: Any]?
    ) -> Bool {
        do {
            return try answer(object, bindings)
        } catch {
            fatalError(String(describing: error))  // As Apple's raises; matches(_:) throws.
        }
    }

    /// Does nothing: a decoded predicate may be asked at once.
    open func allowEvaluation() {}

    // MARK: Archives

    /// Predicates take part in secure archives.
    open class var supportsSecureCoding: Bool { true }

    /// Reads a predicate from an archive that this package wrote.
    public required init?(coder: NSCoder) {
        guard let query = PredicateArchive.predicate(from: coder) else { return nil }
        storage = query
        countedLevels = nil
        super.init(value: true)
    }

    /// Writes the predicate as its format with the objects in it.
    ///
    /// A block, or an object that is not itself `NSCoding`, makes the coder fail with an error.
    open func encode(with coder: NSCoder) {
        PredicateArchive.encode(queryPredicate, to: coder)
    }
}

extension NSPredicate {
    /// What the predicate asks, as a value that may cross threads.
    ///
    /// A subclass that decides for itself is seen as a block.
    public var queryPredicate: QueryPredicate {
        if !decidesForItself, let storage { return storage }
        return .block(
            PredicateBlock { object, bindings in
                self.evaluate(with: AskedObject.shown(object), substitutionVariables: bindings)
            })
    }

    /// Whether a subclass outside this module overrides `evaluate`: it then has no question, or
    /// one that says nothing.
    var decidesForItself: Bool {
        switch storage {
        case nil: true
        case .block(let block) where block == .tooDeep: false
        case .constant, .block: type(of: self) != NSPredicate.self
        case .comparison, .and, .or, .not: false
        }
    }

    /// The predicate with constants in the places of its `$variables`, or the reason why not.
    public func filledIn(_ variables: [String: Any]) throws(EvaluationError) -> NSPredicate {
        NSPredicate.from(
            try queryPredicate.substituting(
                expressions: variables.mapValues { QueryExpression(substituting: $0) }))
    }

    /// The object of the right class for a question: a comparison for a comparison, a compound
    /// for AND, OR and NOT.
    public static func from(_ query: QueryPredicate) -> NSPredicate {
        switch query {
        case .comparison(let comparison): NSComparisonPredicate(comparison)
        case .and, .or, .not: NSCompoundPredicate(queryPredicate: query)
        case .constant, .block: NSPredicate(queryPredicate: query)
        }
    }

    /// The object of a class for a question that need not be of that kind; nil for classes of
    /// programs.
    ///
    /// `NSCompoundPredicate(format: "a == 1")` is a compound that asks for the comparison.
    static func from<Made>(_ query: QueryPredicate, as made: Made.Type) -> Made? {
        if let predicate = from(query) as? Made { return predicate }
        if made == NSCompoundPredicate.self {
            return NSCompoundPredicate(standingFor: query) as? Made
        }
        if made == NSComparisonPredicate.self, query.isStored {
            return NSComparisonPredicate(standingFor: query) as? Made
        }
        return nil
    }
}

extension QueryPredicate {
    /// Whether an object of every class may have it: constants and blocks are those of
    /// `NSPredicate` itself.
    fileprivate var isStored: Bool {
        switch self {
        case .constant, .block: false
        case .comparison, .and, .or, .not: true
        }
    }
}
