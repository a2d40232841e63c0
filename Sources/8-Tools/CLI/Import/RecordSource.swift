import Foundation
import RecordCore
import RecordJSON

/// Where records to import come from: the elements of a file, one after the other.
final class RecordSource {
    /// An element as it was read, before it is a record.
    struct Item {
        /// The element as a value; a dictionary.
        var value: Value
        var line: Int
        var bytes: Int
        /// Whether it is a row of CSV.
        var isRow: Bool
        /// The texts of the fields of a row, which the schema may want instead of numbers, and of those
        /// of JSON that no number holds with all digits.
        var texts: [String: String] = [:]
        /// The keys in their order, while ``RecordSource/keepsOrder`` is set.
        var names: [String] = []
        /// The cells of a row, in place of value and texts, where its columns are known fields.
        var cells: [Value] = []

        /// Whether it says which record it is and of which type, as each line of an export does.
        var isExported: Bool {
            guard !isRow, case .dictionary(let members) = value else { return false }
            return ["recordType", "_recordType"].contains { members[$0] != nil }
                && RecordSource.namesRecords { members[$0] != nil }
        }
    }

    /// Whether items say in which order their keys stand.
    var keepsOrder = true

    let reader: ChunkReader
    private var elements: JSONElements?
    private var rows: CSVRows?
    private let csv: CSVReader
    private var names: [String] = []
    private var layout: RowLayout?
    /// Columns whose names were changed, because no field can have them or no query could ask for it.
    private(set) var renamed: [(from: String, to: String)] = []

    /// - Parameter kept: Columns that keep their names, though no field can have them.
    init(
        path: String, format: InputFormat?, quotedNumbers: Bool, keeping kept: Set<String> = []
    ) throws {
        reader = try ChunkReader(path: path)
        let format = try InputFormat.detect(reader, named: format)
        switch format {
        case .jsonl, .json:
            csv = CSVReader()
            elements = JSONElements(reader, byLines: format == .jsonl)
            sharesLines = format == .json
        case .csv, .tsv:
            csv = CSVReader(
                separator: format == .tsv ? 0x09 : try CSVSeparator.detect(reader),
                quotedNumbers: quotedNumbers)
            let rows = try CSVRows(reader, csv)
            names = RecordSource.fieldNames(of: rows.header, keeping: kept)
            for (from, to) in zip(rows.header, names) where from != to {
                renamed.append((from, to))
            }
            self.rows = rows
        }
    }

    /// The fields of columns: a name that no field can have, or that queries take for a system field,
    /// becomes one that no other column has.
    ///
    /// An export keeps its names, as the store had them that it is from.
    static func fieldNames(of header: [String], keeping kept: Set<String> = []) -> [String] {
        let wanted = header.map { kept.contains($0) ? $0 : fieldName($0) }
        var taken = Set(header).intersection(wanted)
        let isExport = namesRecords(header.contains)
        return zip(header, wanted).map { column, name in
            if column == name, isExport || kept.contains(name) || !SystemField.hides(name) {
                return name
            }
            var free = name
            var number = 1
            while SystemField.hides(free) || !taken.insert(free).inserted {
                number += 1
                free = "\(name)_\(number)"
            }
            return free
        }
    }

    /// Whether an element says its record's name, as each does that `quarry export` writes.
    static func namesRecords(_ has: (String) -> Bool) -> Bool {
        has("recordName") || has("_recordName")
    }

    /// A name that a field may have: letters, digits and underscores, a letter first.
    static func fieldName(_ name: String) -> String {
        if name.hasPrefix("_record") || name == "_zone" || name == "_owner"
            || RecordJSON.storeNames.contains(name)
        {
            return name
        }
        var result = ""
        for scalar in name.unicodeScalars {
            let isPlain =
                scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            if isPlain {
                result.unicodeScalars.append(scalar)
            } else if !result.isEmpty, result.last != "_" {
                result.append("_")
            }
        }
        while result.last == "_", name.last != "_" { result.removeLast() }
        if result.isEmpty { return "column" }
        return result.first?.isLetter == true ? result : "n" + result
    }

    /// Has rows read as fields of the type of a schema, where they say nothing else; gives how.
    ///
    /// - Parameter doubles: Fields that hold doubles and no numbers of more digits.
    func readRows(
        by schema: RecordSchema, _ defaults: RecordDefaults, doubles: Set<String> = []
    ) -> RowLayout? {
        layout = rows == nil ? nil : RowLayout(names, schema, defaults, doubles: doubles)
        return layout
    }

    /// Whether several elements may stand on one line.
    private(set) var sharesLines = false

    /// The line of the last element.
    var line: Int { elements?.line ?? rows?.line ?? 0 }

    /// The next element; nil at the end.
    ///
    /// Throws ``Failure`` with file and line.
    func next() throws -> Item? {
        if elements != nil { return try nextElement() }
        return try nextRow()
    }

    private func nextElement() throws -> Item? {
        guard let bytes = try elements?.next() else { return nil }
        do throws(JSONError) {
            let value = try JSONReader.value(in: bytes)
            return Item(
                value: value, line: line, bytes: bytes.count, isRow: false,
                texts: try RecordSource.longNumbers(of: value, in: bytes),
                names: keepsOrder ? try JSONFields.keys(of: bytes) : [])
        } catch {
            throw Excerpt.failure(error, in: bytes, reader.name, line: line)
        }
    }

    /// The texts of fields that are whole numbers and have other digits as doubles.
    private static func longNumbers(
        of value: Value, in bytes: UnsafeBufferPointer<UInt8>
    ) throws(JSONError) -> [String: String] {
        guard case .dictionary(let members) = value else { return [:] }
        var texts: [String: String] = [:]
        for (name, value) in members
        where !name.hasPrefix("_") && !RecordJSON.names.contains(name) {
            guard let number = PlainText.long(value) else { continue }
            let fields = JSONFields([name])
            try fields.scan(bytes)
            let text = String(decoding: fields.bytes(0), as: UTF8.self)
            if PlainText.losesDigits(text, as: number) { texts[name] = text }
        }
        return texts
    }

    private func nextRow() throws -> Item? {
        guard try rows?.next() == true, let rows else { return nil }
        var members: [String: Value] = [:]
        var texts: [String: String] = [:]
        do throws(JSONError) {
            if let layout {
                return Item(
                    value: .null, line: rows.line, bytes: rows.bytes.count, isRow: true,
                    cells: try layout.cells(of: rows.fields, in: rows.bytes, by: csv))
            }
            for (name, field) in zip(names, rows.fields) {
                let value = try csv.value(field, in: rows.bytes)
                if value.isNull { continue }
                members[name] = value
                if case .text = value { continue }
                texts[name] = try csv.text(field, in: rows.bytes)
            }
        } catch {
            throw Failure(
                .failed, "\(reader.name), line \(line): \(error.message)", isOfOneItem: true)
        }
        return Item(
            value: .dictionary(members), line: rows.line, bytes: rows.bytes.count, isRow: true,
            texts: texts, names: keepsOrder ? names : [])
    }

    /// Refuses a field to name the records of rows that is no column.
    func checkColumn(_ idField: String?) throws {
        guard let idField, rows != nil,
            names.allSatisfy({ ![idField, "recordName", "_recordName"].contains($0) })
        else { return }
        let near = Suggestions.nearest(to: idField, among: names)
        throw Failure(
            .usage, "\(reader.name): there is no column '\(idField)' for --id-field",
            advice: near.map { "Did you mean \($0)?" }
                ?? "The columns are \(names.prefix(40).joined(separator: ", ")).")
    }

    /// Whether rows may name records that are stored, and have no column for their parents.
    func leavesParents(_ defaults: RecordDefaults) -> Bool {
        rows != nil && !names.contains("_parent")
            && (defaults.idField != nil || names.contains("recordName")
                || names.contains("_recordName"))
    }

    /// How much of the file is consumed, 0 to 1, where that is known.
    var fraction: Double? {
        reader.size.flatMap { $0 > 0 ? Double(reader.consumed) / Double($0) : nil }
    }
}

extension SystemField {
    /// Whether queries take a field's name for a system field; `recordName` says what a record is
    /// called, and stands behind `_recordName` where it is a field.
    static func hides(_ field: String) -> Bool {
        named(field) != nil && !RecordJSON.names.contains(field)
    }
}
