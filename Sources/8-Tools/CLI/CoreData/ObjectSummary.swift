import ObjectCore
import PredicateCore
import RecordCore

/// Values calculated from the objects of a store.
struct ObjectSummary {
    /// The columns whose values are true or false.
    let truths: Set<Int>
    private let query: SummaryQuery

    /// - Throws: ``Failure`` for what cannot be calculated from objects, `ObjectProblem` for paths
    ///   that the entity does not have.
    init(_ request: SummaryRequest, _ objects: ObjectQuery, _ opened: OpenedObjects) throws {
        var objects = objects
        // Names that no property has: those of columns have parentheses and points.
        func name(_ place: Int) -> String { "column \(place + 1)" }
        var ordering: [Ordering] = []
        for var term in objects.ordering {
            guard case .keyPath(let path) = term.key else {
                throw Failure(.usage, "Results are not sorted by distance")
            }
            if let place = request.columns.firstIndex(where: { $0.name == path.text }) {
                term.key = .keyPath(QueryKeyPath(steps: [.key(name(place))]))
            } else if !request.grouping.contains(path.text) {
                throw request.notSortable(path.text)
            }
            ordering.append(term)
        }
        objects.ordering = ordering
        let entity = objects.entity
        truths = Set(
            request.columns.indices.filter { place in
                let column = request.columns[place]
                guard column.function == nil, let field = column.field else { return false }
                let attribute = ObjectColumns.attribute(
                    QueryKeyPath(field), entity, opened.model)
                return attribute?.type == .boolean
            })
        var columns: [SummaryQuery.Column] = []
        for (place, column) in request.columns.enumerated() {
            columns.append(
                .init(
                    name(place), try ObjectSummary.expression(column, request),
                    countsDistinct: column.function == .countDistinct))
        }
        query = SummaryQuery(
            objects, columns: columns,
            grouping: request.isDistinct ? [] : request.grouping.map { QueryKeyPath($0) },
            isDistinct: request.isDistinct)
        try ObjectQueryChecker(opened.model).check(query)
    }

    private static func expression(
        _ column: RecordSummaryQuery.Column, _ request: SummaryRequest
    ) throws -> QueryExpression {
        let path = column.field.map { QueryExpression.keyPath(QueryKeyPath($0)) } ?? .this
        switch column.function {
        case nil:
            guard let field = column.field, request.grouping.contains(field) else {
                throw Failure(
                    .usage, "'\(column.name)' may differ among the objects of a group",
                    advice: "Name it in --group-by, or take min(\(column.name)).")
            }
            return path
        case .count, .countDistinct: return .function(.count, [path])
        case .sum: return .function(.sum, [path])
        case .average: return .function(.average, [path])
        case .min: return .function(.min, [path])
        case .max: return .function(.max, [path])
        }
    }

    /// The results, objects as their names.
    func results(_ opened: OpenedObjects, limit: Int?) throws -> [[Value]] {
        var query = query
        query.objects.limit = limit
        return try opened.store.summarize(query).map { $0.map(opened.shown) }
    }
}
