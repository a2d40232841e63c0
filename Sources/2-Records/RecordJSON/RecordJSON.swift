public import Foundation
public import RecordCore

/// Records as JSON objects, one a line.
///
///     {"recordType":"City","recordName":"city-1","name":"Paris","population":2138551,
///      "founded":{"date":"1900-01-01T00:00:00Z"},"place":{"latitude":48.85,"longitude":2.35},
///      "country":{"recordName":"country-FR"}}
///
/// What a record is called stands beside its fields: `recordType`, `recordName`, `zone` (when it
/// is not the default zone), `owner`, `_parent`, and `_encrypted`, the names of the fields that are
/// kept encrypted. A record with a field of one of these names has them with an underscore in
/// front, `_recordName`, which no field can have. Other keys that begin with an underscore are for
/// people and are passed over when reading.
///
/// JSON has no dates, bytes, locations, references or files; they are objects of these forms:
///
/// | value | written | also read where the schema names the type |
/// |---|---|---|
/// | date | `{"date":"2026-12-21T07:10:00Z"}` | `"2026-12-21T07:10:00Z"` |
/// | bytes | `{"bytes":"base64"}` | `"base64"` |
/// | location | `{"latitude":47.4,"longitude":8.5}` | `"47.4,8.5"` |
/// | reference | `{"recordName":"x","zone":"z","action":"deleteSelf"}` | `"x"` |
/// | asset | `{"asset":{"file":"a.jpg"}}`, `{"asset":{"checksum":…,"size":…}}` | `"a.jpg"` |
/// | not a number | `{"double":"NaN"}` | |
///
/// A double always has a point or an exponent, an integer never has. With that, reading what was
/// written gives an equal record, with a schema or without.
public struct RecordJSON: Sendable {
    /// Dates and bytes are written as bare text; reading them back needs the schema.
    public var isPlain = false
    /// Whether `_created` and the like are written.
    public var writesSystemFields = false
    /// Where relative file names of assets begin.
    public var assetDirectory: URL?

    /// Creates the format with its default options.
    public init() {}

    /// The members that say what a record is; they begin with `_` in a record with a field of such
    /// a name.
    package static let names: Set<String> = ["recordType", "recordName", "zone", "owner"]

    /// The members that the store keeps of a record, in their order; but for the parent they are
    /// passed over when reading.
    package static let storeNames = [
        "_parent", "_created", "_createdBy", "_modified", "_modifiedBy", "_changeTag",
    ]

    /// Appends a record as one object, without a line end.
    ///
    /// Fields come in the order given, then any others by name.
    public func append(_ record: Record, fieldOrder: [String] = [], to writer: inout JSONWriter) {
        writer.isPlain = isPlain
        let underscored = record.fields.keys.contains { RecordJSON.names.contains($0) }
        func add(_ name: String, _ text: String) {
            writer.beginMember()
            writer.append(key: underscored ? "_" + name : name)
            writer.append(text: text)
        }
        writer.append(byte: UInt8(ascii: "{"))
        add("recordType", record.type)
        add("recordName", record.id.name)
        let zone = record.id.zone
        if zone.name != ZoneID.defaultName { add("zone", zone.name) }
        if zone.owner != ZoneID.currentOwner { add("owner", zone.owner) }
        if let parent = record.parent {
            writer.append(raw: #","_parent":"#)
            writer.append(Reference(parent), relativeTo: record.id.zone)
        }
        let encrypted = record.encrypted.filter { !record[$0].isNull }.sorted()
        if !encrypted.isEmpty {
            writer.append(raw: #","_encrypted":"#)
            writer.append(.list(encrypted.map { .text($0) }))
        }
        if writesSystemFields, let system = record.system { append(system, to: &writer) }
        var written = 0
        for name in fieldOrder {
            guard let value = record.fields[name] else { continue }
            written += 1
            append(name, value, of: record, to: &writer)
        }
        if written < record.fields.count {
            let known = Set(fieldOrder)
            for name in record.fields.keys.sorted() where !known.contains(name) {
                append(name, record.fields[name] ?? .null, of: record, to: &writer)
            }
        }
        writer.append(byte: UInt8(ascii: "}"))
    }

    private func append(
        _ name: String, _ value: Value, of record: Record, to writer: inout JSONWriter
    ) {
        if value.isNull { return }
        writer.append(byte: UInt8(ascii: ","))
        writer.append(key: name)
        writer.append(value, relativeTo: record.id.zone)
    }

    private func append(_ system: SystemFields, to writer: inout JSONWriter) {
        writer.append(raw: #","_created":"#)
        writer.append(date: system.created)
        writer.append(raw: #","_createdBy":"#)
        writer.append(text: system.createdBy)
        writer.append(raw: #","_modified":"#)
        writer.append(date: system.modified)
        writer.append(raw: #","_modifiedBy":"#)
        writer.append(text: system.modifiedBy)
        writer.append(raw: #","_changeTag":"#)
        writer.append(text: system.changeTag)
    }
}
