import PredicateCore
import RecordCore

/// Calculates values from the rows that match.
final class RowFold {
    private let groups: [RowPath]
    private let inputs: [RowPath]
    private let ordering: [SummaryFold.Term]
    private var fold: SummaryFold
    /// Why no more rows can be taken in.
    private(set) var failure: EvaluationError?

    /// - Throws: ``Failure`` for paths that begin with no key, and for an order that the results
    ///   do not have.
    init(_ request: SummaryRequest, ordering: [Ordering], row: FilterRow) throws {
        func path(_ name: String) throws -> RowPath {
            guard let path = try RowPath(QueryKeyPath(name), in: row) else {
                throw Failure(.usage, "\(name): a path begins with a key")
            }
            return path
        }
        groups = try request.grouping.map(path)
        var inputs: [RowPath] = []
        var columns: [SummaryFold.Column] = []
        for column in request.columns {
            guard let function = column.function else {
                guard let place = request.grouping.firstIndex(of: column.field ?? "") else {
                    throw Failure(
                        .usage, "'\(column.name)' may differ among the elements of a group",
                        advice: "Name it in --group-by, or take min(\(column.name)).")
                }
                columns.append(.group(place))
                continue
            }
            let input = column.field == nil ? nil : inputs.count
            if let field = column.field { inputs.append(try path(field)) }
            columns.append(.calculated(function, input: input, isReal: false))
        }
        self.inputs = inputs
        var terms: [SummaryFold.Term] = []
        for term in ordering {
            guard case .keyPath(let path) = term.key else {
                throw Failure(.usage, "Results are not sorted by distance")
            }
            if let place = request.columns.firstIndex(where: { $0.name == path.text }) {
                terms.append(.init(.column(place), ascending: term.ascending))
            } else if let place = request.grouping.firstIndex(of: path.text) {
                terms.append(.init(.group(place), ascending: term.ascending))
            } else {
                throw request.notSortable(path.text)
            }
        }
        self.ordering = terms
        fold = SummaryFold(
            groups: groups.count, columns, profile: EvaluationContext().textProfile)
    }

    /// The first keys of everything that is looked at.
    static func paths(_ request: SummaryRequest) -> [QueryKeyPath] {
        (request.grouping + request.columns.compactMap(\.field)).map { QueryKeyPath($0) }
    }

    /// Takes a row in; a row that is refused leaves nothing behind.
    func add(_ row: FilterRow) throws(EvaluationError) {
        let group = try groups.map { path throws(EvaluationError) in try path.value(row) }
        let values = try inputs.map { path throws(EvaluationError) in try path.value(row) }
        do throws(EvaluationError) {
            try fold.add(group: group, inputs: values)
        } catch  where error == SummaryFold.tooMany() {
            failure = error
        }
    }

    /// Prints the results; gives how many.
    func print(_ printer: SummaryPrinter, limit: Int?, offset: Int) throws -> Int {
        let results = try fold.results(orderedBy: ordering, limit: limit, offset: offset)
        try printer.print(results[...])
        return results.count
    }
}
