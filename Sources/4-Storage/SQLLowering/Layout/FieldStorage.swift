import Foundation
package import RecordCore

/// How a field is stored: its columns, how they are written and how they are read.
///
/// Writing and reading stand side by side and walk the columns in the same order.
package struct FieldStorage: Hashable, Sendable {
    /// The field of the schema that is stored.
    package let field: Field
    /// The main column: the value, a name, a checksum, or the encoded list.
    ///
    /// A location has none of this name.
    package let column: String
    /// Every column, in the order in which they are written and read.
    package let columns: [Column]
    /// The column of the text without case and accents, of QUERYABLE text.
    package let foldedColumn: String?
    /// The table of the members, of QUERYABLE lists.
    package let side: SideTable?
    /// Which of the forms below the columns have.
    let form: Form

    /// A way to keep a value in columns.
    ///
    /// A plain number, so that readers of many rows carry it about for nothing.
    enum Form: Hashable, Sendable {
        case string, foldedString, int64, double, timestamp, bytes, location, reference, asset
        case list(ScalarType)
    }

    init(_ field: Field, column: String, table: String) {
        self.field = field
        self.column = column
        side = SideTable(of: field, name: "\(table).\(column)")
        var folded: String?
        switch field.type {
        case .list(let scalar):
            form = .list(scalar)
            columns = [Column(column, .bytes)]
        case .single(.string):
            if field.indexes.contains(.queryable), !field.isEncrypted {
                folded = column + ".folded"
                form = .foldedString
                columns = [Column(column, .text), Column(column + ".folded", .text)]
            } else {
                form = .string
                columns = [Column(column, .text)]
            }
        case .single(.int64):
            form = .int64
            columns = [Column(column, .integer)]
        case .single(.double):
            form = .double
            columns = [Column(column, .real)]
        case .single(.timestamp):
            form = .timestamp
            // What microseconds lose, so that a date comes back bit for bit; mostly NULL or small.
            columns = [Column(column, .integer), Column(column + ".rest", .integer)]
        case .single(.bytes):
            form = .bytes
            columns = [Column(column, .bytes)]
        case .single(.location):
            form = .location
            columns = [
                Column(column + ".latitude", .real), Column(column + ".longitude", .real),
                Column(column + ".rest", .bytes), Column(column + ".cell", .integer),
            ]
        case .single(.reference):
            form = .reference
            columns = [
                Column(column, .text), Column(column + ".zone", .text),
                Column(column + ".action", .integer),
            ]
        case .single(.asset):
            form = .asset
            columns = [Column(column, .text), Column(column + ".size", .integer)]
        }
        foldedColumn = folded
    }

    /// The column of a location's degrees north.
    package var latitudeColumn: String { column + ".latitude" }
    /// The column of a location's degrees east.
    package var longitudeColumn: String { column + ".longitude" }
    /// The column of a location's grid cell.
    package var cellColumn: String { column + ".cell" }
    /// The column of a reference's zone, NULL for the record's own.
    package var zoneColumn: String { column + ".zone" }
    /// The column that is NULL exactly when the field has no value.
    package var presenceColumn: String {
        if case .location = form { latitudeColumn } else { column }
    }

    /// How many of ``columns`` are read; what follows is derived from them.
    package var readCount: Int {
        switch form {
        case .foldedString: 1
        case .location: 3
        case .string, .int64, .double, .timestamp, .bytes, .reference, .asset, .list:
            columns.count
        }
    }

    /// Binds a value to the columns, the first of them at a position.
    ///
    /// A value of another type than the field's is bound as NULL: saving has checked it.
    package func write(
        _ value: Value, of holder: RecordID, into binder: inout some SQLBinder,
        at position: Int
    ) {
        switch (form, value) {
        case (.string, .text(let text)): binder.bind(text: text, at: position)
        case (.foldedString, .text(let text)):
            binder.bind(text: text, at: position)
            binder.bind(text: TextForm.folded(text), at: position + 1)
        case (.int64, .int(let number)): binder.bind(int: number, at: position)
        case (.int64, .double(let number)):
            binder.bind(int: Int64(exactly: number), at: position)
        case (.double, .double(let number)): binder.bind(double: number, at: position)
        case (.double, .int(let number)): binder.bind(double: Double(number), at: position)
        case (.double, .decimal(let number)):
            binder.bind(double: number.nearestDouble, at: position)
        case (.timestamp, .date(let date)):
            binder.bind(int: date.microseconds, at: position)
            let remainder = date.microsecondRemainder
            binder.bind(int: remainder == 0 ? nil : remainder, at: position + 1)
        case (.timestamp, .int(let number)):
            binder.bind(int: number, at: position)
            binder.bindNull(at: position + 1)
        case (.bytes, .bytes(let bytes)): binder.bind(bytes: bytes, at: position)
        case (.location, .location(let point)):
            binder.bind(double: point.latitude, at: position)
            binder.bind(double: point.longitude, at: position + 1)
            binder.bind(bytes: LocationCoding.rest(of: point), at: position + 2)
            binder.bind(int: LocationGrid.cell(point.latitude, point.longitude), at: position + 3)
        case (.reference, .reference(let reference)):
            binder.bind(text: reference.recordID.name, at: position)
            binder.bind(
                text: ZoneCoding.encode(reference.recordID.zone, from: holder.zone),
                at: position + 1)
            binder.bind(int: Int64(reference.action.rawValue), at: position + 2)
        case (.asset, .asset(let asset)):
            if let checksum = asset.checksum {
                binder.bind(text: checksum, at: position)
                binder.bind(int: asset.size ?? 0, at: position + 1)
            } else {
                for offset in columns.indices { binder.bindNull(at: position + offset) }
            }
        case (.list(let scalar), .list(let values)):
            binder.bind(
                bytes: ListCoding.encode(values, of: scalar, holder: holder.zone), at: position)
        default:  // Pairs that do not go together.
            for offset in columns.indices { binder.bindNull(at: position + offset) }
        }
    }

    /// The value in the columns, the first of them at a position; nil when there is none.
    package func read(
        _ row: borrowing some SQLRow, at position: Int, zone holder: ZoneID
    ) -> Value? {
        row.isNull(position) ? nil : form.value(row, at: position, zone: holder)
    }
}

extension FieldStorage.Form {
    /// The value in columns of which the first is not NULL.
    @inline(__always)
    func value(
        _ row: borrowing some SQLRow, at position: Int, zone holder: ZoneID
    ) -> Value {
        switch self {
        case .string, .foldedString: return .text(row.text(position))
        case .int64: return .int(row.int(position))
        case .double: return .double(row.double(position))
        case .timestamp:
            guard !row.isNull(position + 1) else {
                return .date(Date(microseconds: row.int(position)))
            }
            return .date(
                Date(microseconds: row.int(position), remainder: row.int(position + 1)))
        case .bytes: return .bytes(row.bytes(position))
        case .location:
            var point = Location(
                latitude: row.double(position), longitude: row.double(position + 1))
            if !row.isNull(position + 2) {
                LocationCoding.add(row.bytes(position + 2), to: &point)
            }
            return .location(point)
        case .reference:
            let zone =
                row.isNull(position + 1)
                ? holder : ZoneCoding.decode(row.text(position + 1), from: holder)
            return .reference(
                Reference(
                    RecordID(row.text(position), zone: zone),
                    action: Reference.Action(rawValue: Int(row.int(position + 2))) ?? .none))
        case .asset:
            return .asset(Asset(checksum: row.text(position), size: row.int(position + 1)))
        case .list(let scalar):
            return .list(ListCoding.decode(row.bytes(position), of: scalar, holder: holder))
        }
    }
}

/// The form of text that indexes keep beside the text itself.
enum TextForm {
    /// The text without case and accents.
    static func folded(_ text: String) -> String {
        TextMatching.fold(text, [.caseInsensitive, .diacriticInsensitive])
    }
}
