import RecordCore
import SQLLowering

/// What an engine's plan says about a query, in the terms of the schema.
///
/// A query *scans* when rows of the zone are looked at one after the other with no other bound
/// than the zone: to test a predicate on each, or to sort them all. Walking an index in the
/// order asked for until a page is full is no scan.
struct QueryPlan {
    /// The indexes in use, as `City.population (queryable)`.
    let indexes: [String]
    /// Whether every row of the zone may be looked at.
    let scans: Bool

    /// Says of an engine's plan what it means for a record type.
    init(
        _ plan: EnginePlan, layout: RecordLayout, predicate: QueryPredicate, isWalking: Bool,
        isEmpty: Bool, dialect: any Dialect
    ) {
        let steps = plan.steps
        var titles: [String] = []
        for step in steps {
            guard let title = QueryPlan.title(step, layout, dialect), !titles.contains(title) else {
                continue
            }
            titles.append(title)
        }
        indexes = titles
        let tables = Set(([layout.table] + layout.sideTables.map(\.name)).map(dialect.kept))
        let isWide = steps.contains { step in
            guard let table = step.table, tables.contains(table) else { return false }
            return step.isScan || step.bounds == QueryPlan.zoneBounds
        }
        let tests = predicate != .constant(true) && predicate != .constant(false)
        scans = !isEmpty && isWide && (plan.sortsAll || (tests && !isWalking && !plan.stopsEarly))
    }

    private static let zoneBounds = ["_database", "_zone"]

    /// An index by what it is for.
    private static func title(
        _ step: EnginePlan.Step, _ layout: RecordLayout, _ dialect: any Dialect
    ) -> String? {
        if let table = step.table, table == layout.tokensTable.map(dialect.kept) {
            return "\(layout.type.name) (searchable)"
        }
        if let table = step.table,
            let storage = layout.fields.first(where: { storage in
                storage.side.map { dialect.kept($0.name) } == table
            })
        {
            return "\(layout.type.name).\(storage.field.name) (queryable)"
        }
        guard let name = step.index else { return nil }
        return (layout.indexes + layout.compositeIndexes.values)
            .first { dialect.kept($0.name) == name }?.title
    }
}
