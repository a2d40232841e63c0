package import RecordCore

/// Reads a record type's rows as records.
///
/// The columns to select and the way to read them are made by the same loop, so they cannot
/// disagree. The first columns are the same for every type.
package struct RecordReader: Sendable {
    /// Position of the number of the row.
    package static let rowColumn = 0
    /// Position of the number of the zone.
    package static let zoneColumn = 1
    /// Position of the record's name.
    package static let nameColumn = 2
    /// The columns that come first, in order.
    static let systemColumns: [SystemColumn] = [
        .row, .zone, .name, .created, .createdBy, .modified, .modifiedBy, .tag, .parentName,
        .parentZone, .shareName, .shareZone,
    ]

    /// The record type's name.
    package let type: String
    /// The columns to select, in order.
    package let columns: [String]
    /// The columns as SQL, behind SELECT: written once, since each query has them.
    package let selection: SQLText
    private let slots: [Slot]
    /// Every field with no value: copied for each row and filled in by place, which spares
    /// hashing the names again and again.
    private let template: [String: Value]
    /// The names of the fields that are kept encrypted.
    private let encrypted: Set<String>

    /// A field on its way from a row into a record.
    private struct Slot: Sendable {
        let form: FieldStorage.Form
        let position: Int
        let name: String
        /// Where ``template`` keeps the field.
        let place: [String: Value].Index
    }

    /// A reader of some fields of a layout; of all when `fields` is nil.
    package init(
        _ layout: RecordLayout, fields wanted: Set<String>? = nil, for dialect: any Dialect
    ) {
        type = layout.type.name
        var columns = RecordReader.systemColumns.map(\.rawValue)
        var fields: [(storage: FieldStorage, position: Int)] = []
        for storage in layout.fields where wanted?.contains(storage.field.name) ?? true {
            fields.append((storage, columns.count))
            columns += storage.columns.prefix(storage.readCount).map(\.name)
        }
        self.columns = columns
        selection = .literal(columns.map(dialect.quoted).joined(separator: ", "))
        let template = Dictionary(
            fields.map { ($0.storage.field.name, Value.null) }, uniquingKeysWith: { $1 })
        slots = fields.compactMap { storage, position in
            template.index(forKey: storage.field.name).map { place in
                Slot(
                    form: storage.form, position: position, name: storage.field.name,
                    place: place)
            }
        }
        self.template = template
        encrypted = Set(fields.map(\.storage.field).filter(\.isEncrypted).map(\.name))
    }

    /// The statement for one row of a layout: row, database.
    package func byRow(in layout: RecordLayout) -> SQLText {
        """
        SELECT \(selection) FROM \(ident: layout.table) \
        WHERE \(SystemColumn.row.sql) = \(SQLText.placeholder) \
        AND \(SystemColumn.database.sql) = \(SQLText.placeholder)
        """
    }

    /// The statement for one name, whatever its type: database, zone, name.
    ///
    /// Behind the columns come the row, the type and whether it is deleted, from the registry.
    package func byName(in layout: RecordLayout) -> SQLText {
        let own = columns.map { "t.\(ident: $0)" as SQLText }.joined(", ")
        return """
            SELECT \(own), r.\(ident: "row"), r.type, r.deleted IS NOT NULL FROM _records r \
            LEFT JOIN \(ident: layout.table) t ON t.\(SystemColumn.row.sql) = r.\(ident: "row") \
            AND t.\(SystemColumn.database.sql) = r.\(ident: "database") \
            WHERE r.\(ident: "database") = \(SQLText.placeholder) \
            AND r.zone = \(SQLText.placeholder) AND r.name = \(SQLText.placeholder)
            """
    }

    /// A row as a record.
    ///
    /// - Parameters:
    ///   - row: The row, from a statement that selects ``columns`` first.
    ///   - zone: The zone whose number stands at ``zoneColumn``.
    package func record(from row: borrowing some SQLRow, zone: ZoneID) -> Record {
        var record = Record(
            type, RecordID(row.text(RecordReader.nameColumn), zone: zone),
            fields(from: row, zone: zone))
        fillRest(of: &record, from: row, zone: zone)
        return record
    }

    /// Fills in what stands in the columns that every type has.
    ///
    /// Not in the function that makes the record: the compiler would let it give back a copy.
    @inline(never) private func fillRest(
        of record: inout Record, from row: borrowing some SQLRow, zone: ZoneID
    ) {
        if !encrypted.isEmpty {
            let fields = record.fields
            record.encrypted = encrypted.filter { fields[$0] != nil }
        }
        record.system = SystemFields(
            created: .init(microseconds: row.int(3)), createdBy: row.text(4),
            modified: .init(microseconds: row.int(5)), modifiedBy: row.text(6),
            changeTag: row.text(7))
        if !row.isNull(8) {
            let place = row.isNull(9) ? nil : row.text(9)
            record.parent = RecordID(row.text(8), zone: ZoneCoding.decode(place, from: zone))
        }
        if !row.isNull(10) {
            let place = row.isNull(11) ? nil : row.text(11)
            record.share = RecordID(row.text(10), zone: ZoneCoding.decode(place, from: zone))
        }
    }

    private func fields(from row: borrowing some SQLRow, zone: ZoneID) -> [String: Value] {
        var fields = template
        let missing = RecordReader.fill(&fields.values, slots, from: row, zone: zone)
        guard missing > 0 else { return fields }
        for slot in slots where row.isNull(slot.position) { fields[slot.name] = nil }
        return fields
    }

    /// Fills in what the row has; gives how many fields it does not have.
    private static func fill(
        _ values: inout [String: Value].Values, _ slots: [Slot],
        from row: borrowing some SQLRow, zone: ZoneID
    ) -> Int {
        var missing = 0
        for slot in slots.indices {
            let position = slots[slot].position
            if row.isNull(position) {
                missing += 1
            } else {
                values[slots[slot].place] = slots[slot].form.value(row, at: position, zone: zone)
            }
        }
        return missing
    }
}
