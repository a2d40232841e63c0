import Foundation
import RecordCore
import RecordJSON

/// Makes records of the elements of a file, guided by the schema.
struct RecordBuilder {
    var schema: RecordSchema
    let defaults: RecordDefaults
    let json: RecordJSON
    /// Whether null clears the field of a record that is stored.
    var keepsNull = false
    /// The fields that are doubles because the file has such numbers, by type: none loses digits.
    private(set) var doubles: [String: Set<String>] = [:]
    /// The layout of rows whose items have cells.
    var rows: RowLayout?

    /// Creates the fields that a sample needs.
    mutating func learn(
        _ sample: [RecordSource.Item], in file: String, indexes: FieldIndexes,
        _ store: any RecordStore
    ) async throws {
        var guess = SchemaGuess()
        for item in sample {
            // What is malformed is reported when its turn comes.
            guard let record = try? record(item, in: file) else { continue }
            guess.add(record, item)
        }
        doubles = guess.doubles(beyond: schema)
        // Others may have created types since the schema was read.
        try await store.extendSchema { [guess] in
            $0 = guess.extending($0, indexes: indexes)
        }
        schema = try await store.schema()
    }

    /// The record of an element.
    ///
    /// Throws ``Failure`` with file and line.
    func record(_ item: RecordSource.Item, in file: String) throws -> Record {
        do {
            if let rows, !item.cells.isEmpty { return try rows.record(of: item.cells, by: json) }
            let value = try worded(item)
            var record = try json.record(from: value, schema: schema, defaults: defaults)
            if keepsNull, case .dictionary(let members) = value {
                for (name, value) in members where value.isNull && !name.hasPrefix("_") {
                    record.fields[name] = .null
                }
            }
            try checkNames(of: record, item, in: file)
            return record
        } catch let error as JSONError {
            throw Failure(
                .failed, "\(file), line \(item.line): \(error.message)",
                advice: saysType(item)
                    ? nil : "--type NAME says of which type records are that do not say it.")
        }
    }

    /// Refuses fields that no query could ask for, unless the schema has them, or the element is one of an
    /// export, whose store had them.
    private func checkNames(
        of record: Record, _ item: RecordSource.Item, in file: String
    ) throws {
        // The columns of a row have other names by now.
        if item.isRow || item.isExported { return }
        // The field that names the record says the same as `recordID`.
        let names = record.fields.filter { name, value in
            SystemField.hides(name) && !value.isNull
                && !(name == defaults.idField && SystemField.named(name) == .recordID)
        }.keys.sorted()
        guard let name = names.first(where: { schema[record.type]?.field($0) == nil }) else {
            return
        }
        throw Failure(
            .failed,
            "\(file), line \(item.line): \"\(name)\" is what every record has, and a query would "
                + "answer with that",
            advice: "Give the field another name in the file, such as \(name)_2.")
    }

    /// Whether the type of an element's record is known.
    private func saysType(_ item: RecordSource.Item) -> Bool {
        guard defaults.type == nil, case .dictionary(let members) = item.value else { return true }
        return members["recordType"] != nil || members["_recordType"] != nil
    }

    /// Whether an element says what its record is called; else the name was made.
    func names(_ item: RecordSource.Item) -> Bool {
        if defaults.idField != nil { return true }
        guard case .dictionary(let members) = item.value else { return false }
        let underscored = members["_recordName"] != nil || members["_recordType"] != nil
        return members[underscored ? "_recordName" : "recordName"] != nil
    }

    /// An element whose fields are read as the schema wants them.
    private func worded(_ item: RecordSource.Item) throws(JSONError) -> Value {
        guard case .dictionary(var members) = item.value else { return item.value }
        if item.isRow, let parent = members["_parent"] {
            members["_parent"] = RecordBuilder.worded(parent, as: .single(.reference))
        }
        let name = members.text("recordType") ?? members.text("_recordType") ?? defaults.type
        let known = name.flatMap { schema[$0] }
        let doubles = name.flatMap { self.doubles[$0] } ?? []
        // A double would lose digits of an account's number.
        for (field, text) in item.texts where PlainText.isTooLong(text) {
            let type = known?.field(field)?.type
            if doubles.contains(field) || (type == nil && !item.isRow) {
                throw PlainText.lostDigits(of: field)
            }
            if type == nil || type == .single(.string) { members[field] = .text(text) }
        }
        guard let type = known else { return .dictionary(members) }
        if item.isRow {
            read(&members, of: item, as: type)
        } else {
            for field in type.fields {
                guard let value = members[field.name] else { continue }
                members[field.name] = RecordBuilder.widened(value, to: field.type)
            }
        }
        for field in doubles where members[field].map(PlainText.isWide) == true {
            throw PlainText.lostDigits(of: field)
        }
        return .dictionary(members)
    }

    /// A number where text is wanted as its digits, one value where a list is wanted as a list
    /// of one.
    private static func widened(_ value: Value, to type: FieldType) -> Value {
        switch (type, value) {
        case (.list(let scalar), .list(let members)):
            return scalar == .string
                ? .list(members.map { widened($0, to: .single(.string)) }) : value
        case (_, .null): return value
        case (.list(let scalar), _): return .list([widened(value, to: .single(scalar))])
        case (.single(.string), .int), (.single(.string), .double), (.single(.string), .decimal):
            var writer = JSONWriter(plain: true)
            writer.append(value)
            return .text(String(decoding: writer.bytes, as: UTF8.self))
        default: return value  // As it is: the store says best what is wrong with it.
        }
    }

    private func read(
        _ members: inout [String: Value], of item: RecordSource.Item, as type: RecordType
    ) {
        for field in type.fields {
            guard var cell = members[field.name] else { continue }
            // The digits of a postcode stay text.
            if field.type.isList || field.type == .single(.string),
                let text = item.texts[field.name]
            {
                cell = .text(text)
            }
            members[field.name] = RecordBuilder.worded(cell, as: field.type)
        }
    }

    /// A cell as a field's type reads it: a list stands as JSON or with bars between its members.
    static func worded(_ cell: Value, as type: FieldType) -> Value {
        guard case .text(let text) = cell, type != .single(.string) else { return cell }
        if type.isList { return list(text, of: type.scalar) }
        // A tagged form inside a cell, as export writes it.
        guard text.utf8.first == UInt8(ascii: "{") else { return cell }
        return (try? JSONReader.value(of: text)) ?? cell
    }

    private static func list(_ text: String, of scalar: ScalarType) -> Value {
        // What is no JSON is text.
        if text.hasPrefix("["), let value = try? JSONReader.value(of: text) { return value }
        return .list(
            text.split(separator: "|").map { part in
                let text = String(part)
                // What is no JSON is text.
                return scalar.isNumber
                    ? (try? JSONReader.value(of: text)) ?? .text(text) : .text(text)
            })
    }
}
