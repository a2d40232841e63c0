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
        /// The attribute, or the part of a composite, that the path ends at; nil for others.
        let attribute: ObjectAttribute?
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
                attribute: ObjectColumns.attribute(path, entity.number, opened.model),
                evaluator: try evaluation.evaluator(.keyPath(path)), first: first)
        }
    }

    /// All that is stored of an entity's objects; relationships to many only if asked for.
    ///
    /// - Parameter byParts: Whether each part of a composite has a name: `address.city`.
    static func names(of entity: ModelEntity, withToManys: Bool, byParts: Bool) -> [String] {
        let attributes =
            byParts
            ? entity.attributes.flatMap { parts(of: $0.source) } : entity.attributes.map(\.name)
        return ["objectID"] + attributes + entity.toOnes.map(\.name)
            + (withToManys ? entity.toManys.map(\.name) : [])
    }

    /// The paths of an attribute's parts; its name where it has none.
    static func parts(of attribute: ObjectAttribute) -> [String] {
        guard attribute.type == .composite, !attribute.elements.isEmpty else {
            return [attribute.name]
        }
        return attribute.elements.flatMap(parts).map { "\(attribute.name).\($0)" }
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
        try columns.map { opened.shown(try $0.evaluator.value(for: row)) }
    }

    /// One object as JSON; `head` stands before its values.
    func json(_ row: ObjectRow, head: [(String, OrderedJSON)] = []) throws -> OrderedJSON {
        var members = head
        for column in columns {
            let value = opened.shown(try column.evaluator.value(for: row))
            members.append((column.name, ObjectColumns.json(value, column.attribute)))
        }
        return .object(members)
    }

    /// A value as JSON: truth values as such, composites by their parts in the model's order.
    private static func json(_ value: Value, _ attribute: ObjectAttribute?) -> OrderedJSON {
        switch (attribute?.type, value) {
        case (.boolean, .int(let number)): .bool(number != 0)
        case (.composite, .dictionary(let parts)):
            .object(
                (attribute?.elements ?? []).map {
                    ($0.name, json(parts[$0.name] ?? .null, $0))
                })
        default: .value(value)  // What JSON has of its own.
        }
    }

    /// The cells of one object.
    func cells(_ row: ObjectRow) throws -> [Table.Cell] {
        zip(columns, try values(row)).map { column, value in
            if column.attribute?.type == .boolean, case .int(let number) = value {
                return Table.Cell(text: number == 0 ? "NO" : "YES")
            }
            return CellText.cell(value)
        }
    }

    /// The attribute or part of one that a path through relationships to one object ends at.
    static func attribute(
        _ path: QueryKeyPath, _ entity: Int, _ model: ResolvedModel
    ) -> ObjectAttribute? {
        var entity = model.entities[entity]
        var found: ObjectAttribute?
        for step in path.steps {
            guard case .key(let name) = step else { return nil }
            if let attribute = found {
                guard let part = attribute.elements.first(where: { $0.name == name }) else {
                    return nil
                }
                found = part
                continue
            }
            switch entity.properties[name] {
            case .attribute(let place): found = entity.attributes[place].source
            case .toOne(let place): entity = model.entities[entity.toOnes[place].destination]
            case .toMany, .transient, .fetched, nil: return nil
            }
        }
        return found
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
