import ObjectCore
import SQLLowering
import Synchronization

/// What is worked out once for each entity and kept: readers, writers, statements.
final class ObjectPlans: Sendable {
    private let layout: AppleLayout
    private let dialect: any Dialect
    private let state = Mutex(State())

    private struct State: Sendable {
        var readers: [Reading: Reader] = [:]
        var writers: [Int: Writer] = [:]
        var statements: [Members: MemberStatements] = [:]
    }

    private struct Reading: Hashable {
        let entity: Int
        let includesSubentities: Bool
    }

    private struct Members: Hashable {
        let entity: Int
        let relationship: Int
    }

    /// Reads an entity's objects.
    struct Reader: Sendable {
        let reader: ObjectReader
        /// One row by its number.
        let one: SQLTemplate
        /// `SELECT … FROM …`.
        let select: SQLText
    }

    /// Writes an entity's objects.
    final class Writer: Sendable {
        let writer: ObjectWriter
        private let dialect: any Dialect
        private let updates = Mutex<[ObjectWriter.UpdateShape: SQLTemplate]>([:])

        init(_ writer: ObjectWriter, _ dialect: any Dialect) {
            self.writer = writer
            self.dialect = dialect
        }

        /// The statement that updates what a shape says.
        func update(_ shape: ObjectWriter.UpdateShape) -> SQLTemplate {
            updates.withLock { updates in
                if let known = updates[shape] { return known }
                let made = writer.update(shape, for: dialect)
                // Few shapes recur; a program that makes many of them keeps none.
                if updates.count >= 64 { updates.removeAll() }
                updates[shape] = made
                return made
            }
        }
    }

    init(_ layout: AppleLayout, _ dialect: any Dialect) {
        self.layout = layout
        self.dialect = dialect
    }

    func reader(_ entity: Int, includingSubentities: Bool = true) -> Reader {
        state.withLock { state in
            let key = Reading(entity: entity, includesSubentities: includingSubentities)
            if let known = state.readers[key] { return known }
            let reader = ObjectReader(
                layout, entity: entity, includingSubentities: includingSubentities)
            let columns = reader.columns.map(SQLText.identifier).joined(", ")
            let select: SQLText = "SELECT \(columns) FROM \(ident: layout.table(of: entity))"
            let made = Reader(
                reader: reader,
                one: SQLTemplate("\(select) WHERE \"Z_PK\" = \(.placeholder)", for: dialect),
                select: select)
            state.readers[key] = made
            return made
        }
    }

    func writer(_ entity: Int) -> Writer {
        state.withLock { state in
            if let known = state.writers[entity] { return known }
            let made = Writer(ObjectWriter(layout, entity: entity, for: dialect), dialect)
            state.writers[entity] = made
            return made
        }
    }

    func memberStatements(_ relationship: Int, in entity: Int) -> MemberStatements {
        state.withLock { state in
            let key = Members(entity: entity, relationship: relationship)
            if let known = state.statements[key] { return known }
            let made = MemberStatements(
                layout.members(ofToMany: relationship, in: entity),
                owner: layout.number(of: entity), for: dialect)
            state.statements[key] = made
            return made
        }
    }

    /// Whether rows are among many by their numbers.
    func isAmong(_ column: SQLText, _ rows: [Int64]) -> SQLText {
        if rows.count == 1, let row = rows.first { return "\(column) = \(row)" }
        if let many = dialect.isMember(column, of: rows.map(Value.int), kind: .integer) {
            return many
        }
        let list = rows.map { "\($0)" as SQLText }.joined(", ")
        return "\(column) IN (\(list))"
    }

    /// The owner, the member and the member's entity of the pairs of a relationship.
    func members(_ relationship: Int, in entity: Int, of owners: [Int64]) -> SQLText {
        let members = layout.members(ofToMany: relationship, in: entity)
        func order(_ alias: String) -> SQLText {
            guard let column = members.orderColumn else { return "" }
            return "\(raw: alias).\(ident: column) IS NULL, \(raw: alias).\(ident: column), "
        }
        switch members.place {
        case .foreignKey(let link):
            let owner: SQLText = "m.\(ident: link.column)"
            return """
                SELECT \(owner), m."Z_PK", m."Z_ENT" FROM \(ident: members.table) m \
                WHERE \(isAmong(owner, owners)) ORDER BY \(owner), \(order("m"))m."Z_PK"
                """
        case .joinTable(let ownerColumn, let memberColumn):
            let owner: SQLText = "j.\(ident: ownerColumn)"
            return """
                SELECT \(owner), m."Z_PK", m."Z_ENT" FROM \(ident: members.table) j \
                JOIN \(ident: members.memberTable) m ON m."Z_PK" = j.\(ident: memberColumn) \
                WHERE \(isAmong(owner, owners)) ORDER BY \(owner), \(order("j"))m."Z_PK"
                """
        }
    }
}
