import Foundation
import RecordCore
import RecordJSON

/// Makes records of the elements of a file, guided by the schema.
struct RecordBuilder {
    var schema: Schema
    let defaults: RecordDefaults
    let json: RecordJSON

    /// The record of an element.
    ///
    /// Throws ``Failure`` with file and line.
    func record(_ item: RecordSource.Item, in file: String) throws -> Record {
        do throws(JSONError) {
            let value = item.texts.isEmpty ? item.value : worded(item)
            return try json.record(from: value, schema: schema, defaults: defaults)
        } catch {
            throw Failure(.failed, "\(file), line \(item.line): \(error.message)")
        }
    }

    /// A row whose fields are read as the schema wants them: the digits of a postcode stay
    /// text, a list stands as JSON or with bars between its members.
    private func worded(_ item: RecordSource.Item) -> Value {
        guard case .dictionary(var members) = item.value else { return item.value }
        var name = defaults.type
        if case .text(let text)? = members["recordType"] ?? members["_recordType"] { name = text }
        guard let type = name.flatMap({ schema[$0] }) else { return item.value }
        for field in type.fields {
            switch (field.type, members[field.name]) {
            case (_, nil): continue
            case (.single(.string), _?):
                if let text = item.texts[field.name] { members[field.name] = .text(text) }
            case (.list(let scalar), .text(let text)?):
                members[field.name] = RecordBuilder.list(text, of: scalar)
            case (.list(let scalar), _?):
                members[field.name] = RecordBuilder.list(item.texts[field.name] ?? "", of: scalar)
            case (.single, .text(let text)?):
                // A tagged form inside a cell, as export writes it.
                if text.hasPrefix("{"), let value = try? JSONReader.value(of: text) {
                    members[field.name] = value
                }
            case (.single, _?): continue
            }
        }
        return .dictionary(members)
    }

    private static func list(_ text: String, of scalar: ScalarType) -> Value {
        if text.hasPrefix("["), let value = try? JSONReader.value(of: text) { return value }
        return .list(
            text.split(separator: "|").map { part in
                switch scalar {
                case .int64, .double:
                    (try? JSONReader.value(of: String(part))) ?? .text(String(part))
                case .string, .timestamp, .bytes, .location, .reference, .asset:
                    .text(String(part))
                }
            })
    }
}
