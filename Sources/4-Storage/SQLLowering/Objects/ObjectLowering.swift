package import ObjectCore
import RecordCore

/// Questions about objects as SQL over the tables of Apple's stores.
///
///     let lowering = ObjectLowering(layout, for: SQLiteDialect())
///     let lowered = try lowering.fetch(query, selecting: ["Z_PK", "Z_ENT", "ZNAME"])
///
/// Where the dialect cannot decide exactly, the statement returns more rows than match, and
/// `recheck` is the rest for the evaluator. No part of the query is dropped. Queries are checked
/// first (`ObjectQueryChecker`).
package struct ObjectLowering: Sendable {
    /// Where objects are kept.
    package let layout: AppleLayout
    let dialect: any Dialect

    /// A lowering for the objects of a layout.
    package init(_ layout: AppleLayout, for dialect: any Dialect) {
        self.layout = layout
        self.dialect = dialect
    }

    /// The rows that match, in order.
    ///
    /// - Parameter columns: Columns of the entity's table, in the order in which they are to
    ///   come.
    package func fetch(
        _ query: ObjectQuery, selecting columns: [String]
    ) throws(ObjectProblem) -> LoweredObjectQuery {
        let parts = try parts(query)
        let (order, isOrdered) = order(query.ordering, parts.predicates)
        let row = parts.predicates.row
        let list = columns.map { row.scope.column(row, $0) }.joined(", ")
        var sql: SQLText = "SELECT \(list) \(parts.source)"
        if isOrdered { sql += " ORDER BY \(order)" }
        if !isOrdered { sql += " ORDER BY \(row.key)" }
        let leavesPage = parts.recheck != nil || !isOrdered
        if !leavesPage { sql += page(query) }
        return LoweredObjectQuery(
            sql: sql, recheck: parts.recheck, resort: !isOrdered,
            findsNothing: parts.condition.constant == false)
    }

    /// The numbers of the rows that match and of their entities (`Z_PK`, `Z_ENT`), in order.
    package func keys(_ query: ObjectQuery) throws(ObjectProblem) -> LoweredObjectQuery {
        try fetch(query, selecting: ["Z_PK", "Z_ENT"])
    }

    /// How many rows match, limit and offset considered.
    ///
    /// - Returns: A statement whose one row and column is the count, or nil where it takes the
    ///   evaluator: the store then counts what ``fetch(_:selecting:)`` gives. And whether nothing can
    ///   match, whatever the rows.
    package func count(
        _ query: ObjectQuery
    ) throws(ObjectProblem) -> (sql: SQLText?, findsNothing: Bool) {
        let parts = try parts(query)
        let findsNothing = parts.condition.constant == false
        guard parts.recheck == nil else { return (nil, findsNothing) }
        let page = page(query)
        let sql: SQLText =
            page.isEmpty
            ? "SELECT count(*) \(parts.source)"
            : "SELECT count(*) FROM (SELECT 1 \(parts.source)\(page)) AS page"
        return (sql, findsNothing)
    }

    // MARK: Parts

    struct Components {
        let predicates: ObjectPredicates
        let condition: Condition
        let entities: SQLText?
        let recheck: QueryPredicate?

        /// `FROM … WHERE …`, made last: what else reads the rows adds its tables before.
        var source: SQLText {
            var conditions: [SQLText] = []
            if let entities { conditions.append(entities) }
            if condition.constant != true, condition.sql != Condition.unknown.sql {
                conditions.append(
                    entities == nil ? condition.sql : "(\(condition.sql))")
            }
            let tables: SQLText = "FROM \(predicates.row.scope.tables)"
            return conditions.isEmpty ? tables : "\(tables) WHERE \(conditions.joined(" AND "))"
        }
    }

    func parts(_ query: ObjectQuery) throws(ObjectProblem) -> Components {
        let collector = KeyCollector(.predicate(query.predicate))
        if collector.isTooDeep {
            throw ObjectProblem(.unsupported, "The predicate is nested too deeply.")
        }
        let predicate = DateArithmetic(layout.model, entity: query.entity)
            .rewritten(query.predicate)
        let predicates = ObjectPredicates(layout, dialect, entity: query.entity)
        let entities = predicates.entities(
            query.entity, query.includesSubentities, of: predicates.row)
        var condition: Condition = .unknown
        var recheck: QueryPredicate?
        do throws(QueryProblem) {
            // The evaluator says what is wrong with a pattern, whatever else is asked.
            if !collector.hasWrongPattern { condition = try predicates.lower(predicate) }
            if !condition.isExact {
                recheck =
                    collector.hasWrongPattern
                    ? predicate : try undecided(predicate, query.entity)
            }
        } catch {
            throw ObjectProblem(.unsupported, error.message, part: error.part, advice: error.advice)
        }
        // What rows are compared with has the digits that rows have.
        if !dialect.hasTypedColumns { recheck = recheck?.withKeptDecimals }
        return Components(
            predicates: predicates, condition: condition, entities: entities, recheck: recheck)
    }

    /// The parts of a conjunction that SQL does not decide.
    private func undecided(
        _ predicate: QueryPredicate, _ entity: Int
    ) throws(QueryProblem) -> QueryPredicate {
        guard case .and(let parts) = predicate else { return predicate }
        var left: [QueryPredicate] = []
        // Asked of tables of their own: the statement's are made already.
        let apart = ObjectPredicates(layout, dialect, entity: entity)
        for part in parts where try !apart.lower(part).isExact { left.append(part) }
        return left.count == 1 ? left[0] : .and(left)
    }

    func page(_ query: ObjectQuery) -> SQLText {
        QueryLowering.page(query.limit.map { max(0, $0) }, max(0, query.offset))
    }

    /// The terms of ORDER BY, and whether the engine has such an order; ties go by row.
    private func order(
        _ ordering: [Ordering], _ predicates: ObjectPredicates
    ) -> (sql: SQLText, isOrdered: Bool) {
        var terms: [SQLText] = []
        for term in ordering {
            guard case .keyPath(let path) = term.key,
                let sql = self.term(
                    term, predicates.operand(.keyPath(path)), isFirst: terms.isEmpty)
            else { return ("", false) }
            if !sql.isEmpty { terms.append(sql) }
            // No two objects have one row.
            if term.isByRow { return (terms.joined(", "), true) }
        }
        terms.append(predicates.row.key)
        return (terms.joined(", "), true)
    }

    /// A term of ORDER BY; empty for what does not tell objects apart, nil for what the engine
    /// cannot order.
    ///
    /// Objects come after nil, in no order of their own.
    ///
    /// - Parameter isFirst: Whether an index may give rows in this order.
    func term(_ term: Ordering, _ operand: Operand?, isFirst: Bool = false) -> SQLText? {
        let scalar: ScalarOperand
        switch operand {
        case .scalar(let found)?, .memberCount(_, let found?)?: scalar = found
        default: return nil  // More than a value of the row.
        }
        if scalar.hidesErrors { return nil }
        func terms(_ sql: [SQLText?]) -> SQLText {
            sql.compactMap(\.self).map {
                dialect.orderTerm($0, ascending: term.ascending, isNullable: scalar.isNullable)
            }.joined(", ")
        }
        // An index gives rows by their beginnings; the few that share one are then sorted.
        let start = isFirst ? scalar.beginning : nil
        switch scalar.kind {
        case .object where term.isByRow: return terms([scalar.sql])
        // That there is one is all that the evaluator sorts by.
        case .object: return scalar.isNullable ? terms(["(\(scalar.sql) IS NOT NULL)"]) : ""
        case .int, .double, .number, .seconds, .date, .uuid, .decimal, .url, .bytes:
            return terms([start, scalar.sql])
        case .text:
            guard
                let text = dialect.ordered(scalar.sql, by: term.textOrder, profile: .objects)
            else { return nil }
            return terms([start, text])
        case .asset, .location, .reference, .memberReference, .near, .entity: return nil
        }
    }
}

extension QueryPredicate {
    /// The predicate with decimal constants as a file keeps them.
    fileprivate var withKeptDecimals: QueryPredicate {
        mapChildren(
            expressions: { $0.withKeptDecimals }, predicates: { $0.withKeptDecimals })
    }
}

extension QueryExpression {
    fileprivate var withKeptDecimals: QueryExpression {
        if case .constant(let value) = self { return .constant(value.withKeptDecimals) }
        return mapChildren(
            expressions: { $0.withKeptDecimals }, predicates: { $0.withKeptDecimals })
    }
}

extension Value {
    fileprivate var withKeptDecimals: Value {
        switch kind {
        case .number(.decimal(let number)): .decimal(AppleStorage.kept(number))
        case .list(let members): .list(members.map(\.withKeptDecimals))
        case .null, .number(.int), .number(.double), .text, .date, .bytes, .scalar, .reference,
            .location, .asset, .dictionary, .object:
            self
        }
    }
}
