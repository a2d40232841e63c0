import Foundation
import RecordCore
import RecordJSON

/// The columns of a CSV file as fields of one type: rows become records without looking up a name.
///
/// A file that has columns for more than fields (`recordName`, `zone`) has none, and its rows go
/// the way of other elements.
struct RowLayout {
    private struct Column {
        let name: String
        let type: FieldType?
        /// Whether a cell's text counts, whatever it looks like.
        let isText: Bool
        /// Whether numbers that lose digits as doubles are refused.
        let keepsDigits: Bool
        /// Where ``template`` keeps the field.
        let place: [String: Value].Index
    }

    private let type: String
    private let zone: ZoneID
    private let columns: [Column]
    /// Every field with no value: copied for each row and filled in by place.
    private let template: [String: Value]
    private let idColumn: Int?

    /// The layout of columns with different names; nil where a row says more than fields.
    init?(
        _ names: [String], _ schema: RecordSchema, _ defaults: RecordDefaults,
        doubles: Set<String> = []
    ) {
        guard let name = defaults.type, let type = schema[name],
            !names.contains(where: { $0.hasPrefix("_") || RecordJSON.names.contains($0) }),
            Set(names).count == names.count
        else { return nil }
        idColumn = defaults.idField.flatMap(names.firstIndex)
        if defaults.idField != nil, idColumn == nil { return nil }
        let template = Dictionary(uniqueKeysWithValues: names.map { ($0, Value.null) })
        columns = names.compactMap { name in
            let type = type.field(name)?.type
            return template.index(forKey: name).map { place in
                Column(
                    name: name, type: type,
                    isText: type?.isList == true || type == .single(.string),
                    keepsDigits: doubles.contains(name), place: place)
            }
        }
        self.template = template
        self.type = name
        zone = defaults.zone
    }

    /// The cells of a row; null where there is nothing.
    func cells(
        of fields: [CSVField], in bytes: UnsafeBufferPointer<UInt8>, by reader: CSVReader
    ) throws(JSONError) -> [Value] {
        var cells: [Value] = []
        cells.reserveCapacity(columns.count)
        for index in fields.indices {
            let cell = try reader.value(fields[index], in: bytes)
            switch cell {
            case .null, .text: cells.append(cell)
            case _ where columns[index].isText:
                cells.append(.text(try reader.text(fields[index], in: bytes)))
            case _ where columns[index].type == nil:
                let text = try reader.text(fields[index], in: bytes)
                cells.append(PlainText.isTooLong(text) ? .text(text) : cell)
            case .double, .decimal:
                if columns[index].keepsDigits, let number = PlainText.long(cell) {
                    let text = try reader.text(fields[index], in: bytes)
                    if PlainText.losesDigits(text, as: number) {
                        throw PlainText.lostDigits(of: columns[index].name)
                    }
                }
                cells.append(cell)
            case .int where columns[index].keepsDigits && PlainText.isWide(cell):
                throw PlainText.lostDigits(of: columns[index].name)
            default: cells.append(cell)  // A number, and the field is no text.
            }
        }
        return cells
    }

    /// The record of a row.
    func record(of cells: [Value], by json: RecordJSON) throws(JSONError) -> Record {
        var name: String?
        if let idColumn {
            let cell = idColumn < cells.count ? cells[idColumn] : .null
            name = try RecordJSON.name(
                columns[idColumn].type.map { RecordBuilder.worded(cell, as: $0) } ?? cell,
                of: columns[idColumn].name)
        }
        var record = Record(type, RecordID(name ?? UUID.timeOrdered().text, zone: zone))
        var fields = template
        fill(&fields.values, cells, json)
        for index in columns.indices where index >= cells.count || cells[index].isNull {
            fields[columns[index].name] = nil
        }
        record.fields = fields
        return record
    }

    private func fill(
        _ values: inout [String: Value].Values, _ cells: [Value], _ json: RecordJSON
    ) {
        for index in cells.indices where !cells[index].isNull {
            let type = columns[index].type
            let cell = type.map { RecordBuilder.worded(cells[index], as: $0) } ?? cells[index]
            values[columns[index].place] = json.value(cell, of: type, holder: zone)
        }
    }
}
