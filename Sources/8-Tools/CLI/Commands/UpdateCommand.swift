import ArgumentParser
import Foundation
import PredicateCore
import RecordCore
import RecordJSON

/// `quarry update`: fields of a record.
struct UpdateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Change fields of a record, and show it.",
        discussion: """
            Values are read as the schema has the field; a kind may be said as for --arg:
            text: int: double: date: bytes: location: ref: json: null:. In a STRING only
            text: json: null: are kinds. Nothing after the = removes the value. A record
            that others change at the same moment is left as it is. Where there is no such
            record, the exit code is 3.

            EXAMPLES
              quarry update city-2950159 population=3500000 name=Berlin
              quarry update note-1 due=tomorrow tags='["home", "garden"]' done=
              quarry update place-1 location=52.52,13.40 --dry-run

            \(Status.help)
            """)

    @Argument(help: "The record's name.")
    var name: String

    @Argument(help: ArgumentHelp("What is to be different.", valueName: "field=value"))
    var changes: [String]

    @OptionGroup var place: StoreOptions

    @Flag(help: "Only show what the record would be.")
    var dryRun = false

    @Option(help: "How to print.")
    var format: OutputFormat = .table

    func validate() throws { try place.validateWriting() }

    func run() async throws {
        try await place.withStore { store in
            let id = RecordID(name, zone: place.zoneID)
            guard var record = try await store.records([id], in: place.scope, desiredKeys: nil)[id]
            else { throw RecordPart.missing(id, place) }
            let schema = try await store.schema()
            for change in changes {
                let (field, value) = try UpdateCommand.change(change, schema[record.type])
                record[field] = value.placed(in: place.zoneID)
            }
            if !dryRun {
                let result = try await store.save(
                    SaveRequest(saving: [record], user: place.user, isAdministrator: true),
                    in: place.scope)
                guard let saved = try result.saves.first?.get() else { return }
                record = saved
            }
            try RecordPart(schema: schema, format: format).print([record])
            if dryRun { Terminal.note("nothing was saved") }
        }
    }

    /// The field and the value that `field=value` says.
    private static func change(
        _ text: String, _ type: RecordType?
    ) throws -> (field: String, value: Value) {
        guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
            throw Failure(.usage, "\"\(text)\": write field=value")
        }
        let name = SelectionOptions.unescaped(String(text[..<sign]))
        let word = String(text[text.index(after: sign)...])
        guard let field = type?.fields.first(where: { $0.name == name }) else {
            // The same answer as a query's.
            _ = try RecordColumns([name], of: type)
            throw Failure(.usage, "\(name) belongs to every record and is not set by hand")
        }
        if word.isEmpty { return (name, .null) }
        let value = try UpdateCommand.value(word, field.type)
        guard UpdateCommand.fits(value, field.type) else {
            let kind = field.type.scalar.rawValue
            throw Failure(
                .usage, "\"\(text)\": \(name) is \(field.type.isList ? "LIST<\(kind)>" : kind)",
                advice: UpdateCommand.example(name, field.type))
        }
        return (name, value)
    }

    private static func value(_ word: String, _ type: FieldType) throws -> Value {
        if type.isList {
            // What is no JSON is text.
            if word.hasPrefix("["), let value = try? JSONReader.value(of: word) {
                return RecordJSON().value(value, of: type)
            }
            return try ArgumentText.value(word)
        }
        switch type.scalar {
        // The digits of a postcode stay text; text: in front says that too.
        case .string where word == "null:": return .null
        case .string where word.hasPrefix("json:"): return try ArgumentText.value(word)
        case .string: return .text(word.hasPrefix("text:") ? String(word.dropFirst(5)) : word)
        case .double:
            if let number = Double(word), number.isFinite { return .double(number) }
        case .timestamp:
            if let date = DateText.date(word) { return .date(date) }
        case .location:
            if word.first?.isLetter == false { return try ArgumentText.value("location:" + word) }
        case .reference:
            if !word.hasPrefix("ref:") { return .reference(Reference(RecordID(word))) }
        case .bytes:
            if let data = Data(base64Encoded: word) { return .bytes(data) }
        case .int64, .asset: break
        }
        return try ArgumentText.value(word)
    }

    private static func fits(_ value: Value, _ type: FieldType) -> Bool {
        if type.isList {
            guard case .list(let members) = value else { return value.isNull }
            return members.allSatisfy { fits($0, .single(type.scalar)) }
        }
        return switch (type.scalar, value) {
        case (_, .null), (.string, .text), (.int64, .int), (.double, .double),
            (.double, .int), (.timestamp, .date), (.bytes, .bytes), (.location, .location),
            (.reference, .reference):
            true
        default: false
        }
    }

    private static func example(_ name: String, _ type: FieldType) -> String {
        if type.isList {
            let members =
                switch type.scalar {
                case .string, .int64, .double: "1, 2 or \"a\", \"b\""
                case .timestamp: #"{"date":"2026-12-21T07:10:00Z"}"#
                case .bytes: #"{"bytes":"YWI="}"#
                case .location: #"{"latitude":52.5,"longitude":13.4}"#
                case .reference: #"{"recordName":"note-1"}"#
                case .asset: "…"
                }
            return "Write \(name)='[…]' with its members as import has them: \(members)."
        }
        return switch type.scalar {
        case .string: "Write \(name)=text."
        case .int64: "Write \(name)=42."
        case .double: "Write \(name)=4.2."
        case .timestamp: "Write \(name)=2026-12-21T07:10:00Z, today or -7d."
        case .bytes: "Write \(name)= and base64."
        case .location: "Write \(name)=latitude,longitude in degrees."
        case .reference: "Write \(name)= and the name of a record."
        case .asset: "Files are taken in by quarry import alone."
        }
    }
}
