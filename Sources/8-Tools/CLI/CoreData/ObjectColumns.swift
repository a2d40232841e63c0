import Foundation
import CoreDataModel
import ObjectCore
import PredicateCore
import RecordJSON

/// What is shown of each object: key paths, also through relationships.
struct ObjectColumns {
    /// One value of each object.
    struct Column {
        let name: String
        let isBoolean: Bool
        let evaluator: ExpressionEvaluator<ObjectRow>
        /// The first step, where it is a relationship: it is read for a whole page at once.
        let first: ModelProperty?
    }

    let columns: [Column]
    private let pages: ObjectPages
    private let opened: OpenedObjects

    /// Columns by key path.
    ///
    /// - Throws: `ObjectProblem` for a path that the entity does not have, with what may be
    ///   meant.
    init(
        _ names: [String], of entity: ModelEntity, _ opened: OpenedObjects, _ pages: ObjectPages
    ) throws {
        self.pages = pages
        self.opened = opened
        let evaluation = ObjectEvaluation(
            SourceReader(pages, model: opened.model), entity: entity.number,
            context: .objects(.objects))
        let paths = names.map { QueryKeyPath($0) }
        try ObjectQueryChecker(opened.model).check(
            SummaryQuery(
                ObjectQuery(entity: entity.number),
                columns: zip(names, paths).map { SummaryQuery.Column($0, .keyPath($1)) }))
        columns = try zip(names, paths).map { name, path in
            var first: ModelProperty?
            if case .key(let key)? = path.steps.first { first = entity.properties[key] }
            return Column(
                name: name,
                isBoolean: ObjectColumns.isBoolean(path, entity.number, opened.model),
                evaluator: try evaluation.evaluator(.keyPath(path)), first: first)
        }
    }

    /// All that is stored of an entity's objects; relationships to many only if asked for.
    static func names(of entity: ModelEntity, withToManys: Bool) -> [String] {
        ["objectID"] + entity.attributes.map(\.name) + entity.toOnes.map(\.name)
            + (withToManys ? entity.toManys.map(\.name) : [])
    }

    /// Reads what the columns of a page lead to.
    func prepare(_ rows: [ObjectRow]) throws {
        // Rows of other entities of the tree have the same places for what they share.
        for column in columns {
            switch column.first {
            case .toMany(let place): try pages.prepare(place, of: rows.map(\.key))
            case .toOne(let place) where column.name.contains("."):
                try pages.prepare(rows.compactMap { $0.toOnes[place] })
            case .toOne, .attribute, .transient, .fetched, nil: break
            }
        }
    }

    /// The values of one object.
    func values(_ row: ObjectRow) throws -> [Value] {
        try columns.map { shown(try $0.evaluator.value(for: row)) }
    }

    /// One object as JSON; `head` stands before its values.
    func json(_ row: ObjectRow, head: [(String, OrderedJSON)] = []) throws -> OrderedJSON {
        var members = head
        for column in columns {
            let value = shown(try column.evaluator.value(for: row))
            if column.isBoolean, case .int(let number) = value {
                members.append((column.name, .bool(number != 0)))
            } else {
                members.append((column.name, .value(value)))
            }
        }
        return .object(members)
    }

    /// The cells of one object.
    func cells(_ row: ObjectRow) throws -> [Table.Cell] {
        zip(columns, try values(row)).map { column, value in
            if column.isBoolean, case .int(let number) = value {
                return Table.Cell(text: number == 0 ? "NO" : "YES")
            }
            return CellText.cell(value)
        }
    }

    /// Objects as their names; instants with all of their digits.
    private func shown(_ value: Value) -> Value {
        switch value.kind {
        case .object(let object):
            if let stored = object.base as? StoredObject { return .text(opened.name(stored.key)) }
            return .null
        case .date(let date):
            return PreciseDate.text(date).map(Value.text) ?? value
        case .list(let members): return .list(members.map(shown))
        case .dictionary(let members): return .dictionary(members.mapValues(shown))
        case .null, .number, .text, .bytes, .scalar, .reference, .location, .asset:
            return value
        }
    }

    /// Whether a path through relationships to one object ends at a truth value.
    private static func isBoolean(
        _ path: QueryKeyPath, _ entity: Int, _ model: ResolvedModel
    ) -> Bool {
        var entity = model.entities[entity]
        for (index, step) in path.steps.enumerated() {
            guard case .key(let name) = step else { return false }
            switch entity.properties[name] {
            case .attribute(let place):
                return index == path.steps.count - 1 && entity.attributes[place].type == .boolean
            case .toOne(let place): entity = model.entities[entity.toOnes[place].destination]
            case .toMany, .transient, .fetched, nil: return false
            }
        }
        return false
    }
}

/// Instants finer than a microsecond, as Core Data keeps them.
enum PreciseDate {
    /// ISO 8601 text from which the same `Date` can be made; nil where whole microseconds say
    /// all, or the year has more than four digits.
    static func text(_ date: Date) -> String? {
        let seconds = date.timeIntervalSinceReferenceDate
        guard Date(microseconds: date.microseconds) != date, seconds.isFinite,
            let exact = Decimal(string: seconds.description)
        else { return nil }
        let whole = seconds.rounded(.down)
        guard let start = ISODate.text(Date(timeIntervalSinceReferenceDate: whole)) else {
            return nil
        }
        let fraction = (exact - Decimal(whole)).description
        guard fraction.hasPrefix("0.") else { return nil }
        return start.dropLast() + fraction.dropFirst() + "Z"
    }
}
