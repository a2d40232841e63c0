public import Foundation
import PredicateCore

/// Conditions joined by AND or OR, or one negated.
///
///     NSCompoundPredicate(andPredicateWithSubpredicates: [adults, named])
///
/// Source: [NSCompoundPredicate](https://developer.apple.com/documentation/foundation/nscompoundpredicate).
open class NSCompoundPredicate: NSPredicate {
    /// How the parts are joined.
    ///
    ///     let not = NSPredicate(format: "NOT age > 17") as? NSCompoundPredicate
    ///     not?.compoundPredicateType  // .not
    public enum LogicalType: UInt, Sendable {
        /// The part does not hold.
        case not = 0
        /// Every part holds.
        case and = 1
        /// At least one part holds.
        case or = 2
    }

    /// The objects given; nil when the parts are made from the question.
    private var given: [NSPredicate]?

    /// Joins conditions.
    ///
    /// AND of nothing is true, OR of nothing is false. NOT negates its only part; given several,
    /// it negates all of them together. Compounds that nest deeper than `Limits.depth` say so when
    /// they are asked.
    public init(type: LogicalType, subpredicates: [NSPredicate]) {
        given = subpredicates
        // What joins one part alone prints as that part, and so it is read again.
        let parts = subpredicates.map { object in
            switch object.queryPredicate {
            case .and(let parts) where parts.count == 1, .or(let parts) where parts.count == 1:
                parts[0]
            case .and, .or, .not, .comparison, .constant, .block: object.queryPredicate
            }
        }
        var levels = 0
        for (object, part) in zip(subpredicates, parts) {
            switch (type, part) {
            // Its parts become parts of this compound.
            case (.and, .and), (.or, .or): levels = max(levels, object.levels - 1)
            default: levels = max(levels, object.levels)
            }
        }
        if type == .not, parts.count != 1 { levels += 1 }
        // Chains of one connective are one compound, as the parser makes them; so predicates that
        // are joined one by one in a loop do not nest.
        let query: QueryPredicate =
            switch type {
            case .and: .and(parts.flatMap { if case .and(let inner) = $0 { inner } else { [$0] } })
            case .or: .or(parts.flatMap { if case .or(let inner) = $0 { inner } else { [$0] } })
            case .not: .not(parts.count == 1 ? parts[0] : .and(parts))
            }
        super.init(queryPredicate: query, over: levels)
    }

    /// Lets go of the objects given one by one.
    ///
    /// Compounds joined in a loop hold each other; freed by their own fields, each would free the
    /// next within itself, and a hundred thousand overflow any stack.
    deinit {
        guard var pending = given else { return }
        given = nil
        while let last = pending.indices.last {
            var parts: [NSPredicate] = []
            if isKnownUniquelyReferenced(&pending[last]) {
                parts = (pending[last] as? NSCompoundPredicate)?.takeParts() ?? []
            }
            pending.removeLast()
            pending += parts
        }
    }

    /// The objects given, which the compound keeps no longer.
    private func takeParts() -> [NSPredicate] {
        defer { given = nil }
        return given ?? []
    }

    /// Holds when every part does.
    public convenience init(andPredicateWithSubpredicates subpredicates: [NSPredicate]) {
        self.init(type: .and, subpredicates: subpredicates)
    }

    /// Holds when at least one part does.
    public convenience init(orPredicateWithSubpredicates subpredicates: [NSPredicate]) {
        self.init(type: .or, subpredicates: subpredicates)
    }

    /// Holds when the part does not.
    public convenience init(notPredicateWithSubpredicate predicate: NSPredicate) {
        self.init(type: .not, subpredicates: [predicate])
    }

    override init(queryPredicate: QueryPredicate) {
        given = nil
        super.init(queryPredicate: queryPredicate)
    }

    /// The compound for a format that is none: `NSCompoundPredicate(format: "a == 1")`.
    convenience init(standingFor query: QueryPredicate) {
        switch query {
        case .constant(let truth): self.init(queryPredicate: truth ? .and([]) : .or([]))
        case .block: self.init(queryPredicate: .and([query]))
        case .comparison, .and, .or, .not: self.init(queryPredicate: query)
        }
    }

    /// Reads a compound predicate from an archive that this package wrote.
    public required init?(coder: NSCoder) {
        guard let read = PredicateArchive.predicate(from: coder) else { return nil }
        let query: QueryPredicate
        // What joins fewer than two parts prints as a constant or as its part.
        switch (PredicateArchive.text(NSCompoundPredicate.loneKey, from: coder), read) {
        case ("AND", _): query = .and([read])
        case ("OR", _): query = .or([read])
        case (_, .constant(let truth)): query = truth ? .and([]) : .or([])
        case (_, .block): query = .and([read])
        case (_, .comparison), (_, .and), (_, .or), (_, .not): query = read
        }
        given = nil
        super.init(queryPredicate: query)
    }

    /// Writes the predicate as its format with the objects in it, and how its part is joined where
    /// it has only one.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        switch queryPredicate {
        case .and(let parts) where parts.count == 1:
            coder.encode("AND" as NSString, forKey: NSCompoundPredicate.loneKey)
        case .or(let parts) where parts.count == 1:
            coder.encode("OR" as NSString, forKey: NSCompoundPredicate.loneKey)
        case .and, .or, .not, .constant, .comparison, .block: break
        }
    }

    private static let loneKey = "quarry.lonePart"

    /// How the parts are joined.
    open var compoundPredicateType: LogicalType {
        switch queryPredicate {
        case .or: .or
        case .not: .not
        // A comparison is an AND of one; constants and blocks are never stored here.
        case .and, .constant, .comparison, .block: .and
        }
    }

    /// The parts; each is an `NSPredicate`.
    ///
    ///     compound.subpredicates as? [NSPredicate]
    open var subpredicates: [Any] {
        if let given { return given }
        return switch queryPredicate {
        case .and(let parts), .or(let parts): parts.map(NSPredicate.from)
        case .not(let part): [NSPredicate.from(part)]
        case .comparison: [NSPredicate.from(queryPredicate)]
        case .constant, .block: []
        }
    }

    // MARK: Printing

    /// The predicate as a format string, which parses back to an equal predicate.
    ///
    /// Compounds that were joined stand in parentheses, as on Apple's systems:
    ///
    ///     NSCompoundPredicate(andPredicateWithSubpredicates: [isOpen, both]).predicateFormat
    ///     // isOpen == 1 AND (a == 1 AND b == 2)
    open override var predicateFormat: String {
        nestedFormat(NSCompoundPredicate.printedLevels) ?? super.predicateFormat
    }

    /// More levels, as of compounds joined in a loop, are printed as one chain.
    private static let printedLevels = 50

    /// The format of the objects given; nil without them, or where they are deeper than a number of
    /// levels.
    private func nestedFormat(_ room: Int) -> String? {
        guard let given, !given.isEmpty, room > 0 else { return nil }
        guard compoundPredicateType == .not ? given.count == 1 : true else { return nil }
        var texts: [String] = []
        for part in given {
            let compound = part as? NSCompoundPredicate
            var text = compound?.nestedFormat(room - 1)
            if text == nil {
                if compound?.given?.isEmpty == false { return nil }
                text = part.predicateFormat
            }
            guard let text else { return nil }
            let isBare = given.count == 1 && compoundPredicateType != .not
            texts.append(isBare || !needsParentheses(part) ? text : "(\(text))")
        }
        return switch compoundPredicateType {
        case .and: texts.joined(separator: " AND ")
        case .or: texts.joined(separator: " OR ")
        case .not: "NOT " + texts[0]
        }
    }

    /// Whether a part of it stands in parentheses: what has a connective of its own, and in a
    /// chain a NOT.
    private func needsParentheses(_ part: NSPredicate) -> Bool {
        var query = part.queryPredicate
        while true {
            switch query {
            case .not: return compoundPredicateType != .not
            case .and(let parts) where parts.count == 1, .or(let parts) where parts.count == 1:
                query = parts[0]
            case .and(let parts), .or(let parts): return !parts.isEmpty
            case .constant, .comparison, .block: return false
            }
        }
    }
}
