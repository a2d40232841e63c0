package import RecordCore
import Synchronization

/// Writes a record type's records: the row, the members of its lists, its words.
///
///     let writer = RowWriter(layout, for: SQLiteDialect())
///     try writer.insert(record, row: 7, database: 1, zone: 3, with: &connection)
///
/// Made once for a layout and kept: its templates are the statements that an engine prepares
/// once. A value that is the same before and after is not written again.
package final class RowWriter: Sendable {
    /// The layout that is written.
    package let layout: RecordLayout
    /// Inserts whole rows.
    package let insertion: RowInsertion
    /// Deletes a row by its number.
    package let deletion: SQLTemplate
    private let sides: [SideWriter]
    private let tokens: TokenWriter?
    private let makeUpdate: @Sendable ([Int], Bool) -> SQLTemplate
    private let updates = Mutex<[UpdateKey: SQLTemplate]>([:])

    private struct UpdateKey: Hashable {
        let fields: [Int]
        let creation: Bool
    }

    /// The columns of an insertion that come before the fields'.
    private static let insertColumns = SystemColumn.allCases
    /// The columns that every update writes.
    private static let updateColumns: [SystemColumn] = [
        .modified, .modifiedBy, .tag, .parentName, .parentZone, .shareName, .shareZone,
    ]
    private static let creationColumns: [SystemColumn] = [.created, .createdBy]

    /// A writer for a layout in a dialect.
    package init(_ layout: RecordLayout, for dialect: some Dialect) {
        self.layout = layout
        let table = SQLText.identifier(layout.table)
        let columns =
            RowWriter.insertColumns.map(\.rawValue)
            + layout.fields.flatMap { $0.columns.map(\.name) }
        insertion = RowInsertion(into: layout.table, columns: columns, for: dialect)
        deletion = SQLTemplate(
            """
            DELETE FROM \(table) WHERE \(ident: "_row") = \(SQLText.placeholder) \
            AND \(ident: "_database") = \(SQLText.placeholder)
            """, for: dialect)
        sides = layout.fields.enumerated().compactMap { position, storage in
            storage.side.map { SideWriter($0, field: position, for: dialect) }
        }
        tokens = layout.tokensTable.map { TokenWriter($0, for: dialect) }
        makeUpdate = { changed, creation in
            let names =
                (creation ? RowWriter.creationColumns : []).map(\.rawValue)
                + RowWriter.updateColumns.map(\.rawValue)
                + changed.flatMap { layout.fields[$0].columns.map(\.name) }
            return SQLTemplate(
                WriteLowering.update(layout.table, columns: names), for: dialect)
        }
    }

    /// Writes a record that has no row yet.
    package func insert<Executor: SQLExecutor>(
        _ record: Record, row: Int64, database: Int64, zone: Int64,
        with executor: inout Executor
    ) throws {
        let layout = layout
        try executor.insertRow(insertion) { binder in
            binder.bind(int: row, at: 0)
            binder.bind(int: database, at: 1)
            binder.bind(int: zone, at: 2)
            binder.bind(text: record.id.name, at: 3)
            RowWriter.bindCreation(record, into: &binder, at: 4)
            var position = RowWriter.bindUpdate(record, into: &binder, at: 6)
            for storage in layout.fields {
                storage.write(
                    record.fields[storage.field.name] ?? .null, of: record.id, into: &binder,
                    at: position)
                position += storage.columns.count
            }
        }
        let place = RowPlace(row: row, name: record.id.name, database: database, zone: zone)
        for side in sides {
            for member in members(of: side, in: record) {
                try side.insert(member, at: place, with: &executor)
            }
        }
        if let tokens {
            try tokens.insert(words(of: record), at: place, with: &executor)
        }
    }

    /// Writes what differs between a record and the one that its row holds.
    package func update<Executor: SQLExecutor>(
        _ record: Record, replacing previous: Record, row: Int64, database: Int64, zone: Int64,
        with executor: inout Executor
    ) throws {
        let layout = layout
        var changed: [Int] = []
        for (position, storage) in layout.fields.enumerated() {
            let name = storage.field.name
            if !WriteLowering.isSame(record.fields[name], previous.fields[name]) {
                changed.append(position)
            }
        }
        let creation =
            record.system?.created != previous.system?.created
            || record.system?.createdBy != previous.system?.createdBy
        try write(
            changed, of: record, creation: creation, row: row, database: database, with: &executor)
        let place = RowPlace(row: row, name: record.id.name, database: database, zone: zone)
        for side in sides where changed.contains(side.field) {
            let old = members(of: side, in: previous)
            let new = members(of: side, in: record)
            let kept = Set(old).intersection(new)
            for member in old where !kept.contains(member) {
                try side.delete(member, at: place, with: &executor)
            }
            for member in new where !kept.contains(member) {
                try side.insert(member, at: place, with: &executor)
            }
        }
        if let tokens, layout.searchableFields.contains(where: changed.contains) {
            let old = words(of: previous)
            let new = words(of: record)
            if old != new {
                try tokens.replace(old, with: new, at: place, by: &executor)
            }
        }
    }

    /// Removes a record's row with all that belongs to it.
    package func delete<Executor: SQLExecutor>(
        _ previous: Record, row: Int64, database: Int64, zone: Int64,
        with executor: inout Executor
    ) throws {
        let place = RowPlace(row: row, name: previous.id.name, database: database, zone: zone)
        for side in sides {
            for member in members(of: side, in: previous) {
                try side.delete(member, at: place, with: &executor)
            }
        }
        if let tokens {
            try tokens.delete(words(of: previous), at: place, with: &executor)
        }
        try executor.run(deletion) { binder in
            binder.bind(int: row, at: 0)
            binder.bind(int: database, at: 1)
        }
    }

    /// Writes the members of a list, or the words, of a row that was there before the index.
    ///
    /// - Parameter step: What ``SchemaLowering`` asks to have filled in.
    package func backfill<Executor: SQLExecutor>(
        _ step: Backfill, of record: Record, row: Int64, database: Int64, zone: Int64,
        with executor: inout Executor
    ) throws {
        let place = RowPlace(row: row, name: record.id.name, database: database, zone: zone)
        switch step.part {
        case .folded(let field):
            guard let position = layout.position(of: field) else { return }
            try write(
                [position], of: record, creation: false, row: row, database: database,
                with: &executor)
        case .members(let field):
            for side in sides where layout.fields[side.field].field.name == field {
                for member in members(of: side, in: record) {
                    try side.insert(member, at: place, with: &executor)
                }
            }
        case .tokens:
            try tokens?.insert(words(of: record), at: place, with: &executor)
        }
    }

    /// Writes some fields of a row, by their positions, and what every update writes.
    private func write<Executor: SQLExecutor>(
        _ changed: [Int], of record: Record, creation: Bool, row: Int64, database: Int64,
        with executor: inout Executor
    ) throws {
        let layout = layout
        let template = update(of: changed, creation: creation)
        let written = template.isWhole ? Array(layout.fields.indices) : changed
        let writesCreation = creation || template.isWhole
        try executor.run(template.statement) { binder in
            var position = 0
            if writesCreation {
                RowWriter.bindCreation(record, into: &binder, at: 0)
                position = 2
            }
            position = RowWriter.bindUpdate(record, into: &binder, at: position)
            for index in written {
                let storage = layout.fields[index]
                storage.write(
                    record.fields[storage.field.name] ?? .null, of: record.id, into: &binder,
                    at: position)
                position += storage.columns.count
            }
            binder.bind(int: row, at: position)
            binder.bind(int: database, at: position + 1)
        }
    }

    private func members(of side: SideWriter, in record: Record) -> [SideMember] {
        SideMember.members(
            of: record.fields[layout.fields[side.field].field.name] ?? .null, of: side.table,
            holder: record.id.zone)
    }

    /// The words of the SEARCHABLE fields, each once, in order.
    func words(of record: Record) -> [String] {
        WriteLowering.words(
            of: layout.searchableFields.map {
                record.fields[layout.fields[$0].field.name] ?? .null
            })
    }

    /// Different statements for different sets of changed fields; past a number of them the
    /// statement that writes everything.
    private func update(of changed: [Int], creation: Bool) -> (
        statement: SQLTemplate, isWhole: Bool
    ) {
        let all = Array(layout.fields.indices)
        return updates.withLock { updates in
            let key = UpdateKey(fields: changed, creation: creation)
            if let known = updates[key] { return (known, false) }
            if updates.count < 64 || changed.count == 1 {
                let made = makeUpdate(changed, creation)
                updates[key] = made
                return (made, false)
            }
            let whole = UpdateKey(fields: all, creation: true)
            let made = updates[whole] ?? makeUpdate(all, true)
            updates[whole] = made
            return (made, true)
        }
    }

    private static func bindCreation(
        _ record: Record, into binder: inout some SQLBinder, at position: Int
    ) {
        binder.bind(int: record.system?.created.microseconds ?? 0, at: position)
        binder.bind(text: record.system?.createdBy ?? "", at: position + 1)
    }

    /// Binds what every statement writes and gives the next position.
    private static func bindUpdate(
        _ record: Record, into binder: inout some SQLBinder, at position: Int
    ) -> Int {
        binder.bind(int: record.system?.modified.microseconds ?? 0, at: position)
        binder.bind(text: record.system?.modifiedBy ?? "", at: position + 1)
        binder.bind(text: record.system?.changeTag ?? "", at: position + 2)
        bind(record.parent, from: record.id.zone, into: &binder, at: position + 3)
        bind(record.share, from: record.id.zone, into: &binder, at: position + 5)
        return position + updateColumns.count
    }

    private static func bind(
        _ id: RecordID?, from holder: ZoneID, into binder: inout some SQLBinder,
        at position: Int
    ) {
        binder.bind(text: id?.name, at: position)
        binder.bind(
            text: id.flatMap { ZoneCoding.encode($0.zone, from: holder) }, at: position + 1)
    }
}
