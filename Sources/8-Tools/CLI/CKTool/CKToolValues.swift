#if Server
import Foundation
import PredicateCore
import RecordJSON

/// The fields of a record as `cktool` has them, and as they go over the wire.
///
///     {"pageCount": {"type": "int64Type", "value": 1464}}     // the tool's
///     {"pageCount": {"type": "INT64", "value": 1464}}         // the wire's
enum CKToolValues {
    /// Kinds of values: the tool's word before `Type` and `ListType`, and the wire's.
    private static let kinds = [
        ("string", "STRING"), ("int64", "INT64"), ("double", "DOUBLE"), ("bytes", "BYTES"),
        ("timestamp", "TIMESTAMP"), ("location", "LOCATION"), ("reference", "REFERENCE"),
        ("asset", "ASSETID"), ("encryptedBytes", "ENCRYPTED_BYTES"),
        ("encryptedString", "ENCRYPTED_STRING"), ("encryptedInt64", "ENCRYPTED_INT64"),
        ("encryptedDouble", "ENCRYPTED_DOUBLE"), ("encryptedTimestamp", "ENCRYPTED_TIMESTAMP"),
        ("encryptedLocation", "ENCRYPTED_LOCATION"), ("unknown", "UNKNOWN"), ("empty", "EMPTY"),
    ]

    /// The wire's word for a type: `stringListType` is `STRING_LIST`; nil for no type at all.
    static func wireType(_ text: String) -> String? {
        let upper = text.uppercased()
        for (word, wire) in kinds {
            if text == word + "Type" || upper == wire { return wire }
            if text == word + "ListType" || upper == wire + "_LIST" { return wire + "_LIST" }
        }
        return nil
    }

    /// The tool's word for a type of the wire.
    static func toolType(_ wire: String) -> String {
        for (word, name) in kinds {
            if wire == name { return word + "Type" }
            if wire == name + "_LIST" { return word + "ListType" }
        }
        return wire
    }

    // MARK: To the wire

    /// Names under which files are given, in the order of the fields: field, name.
    static func assetNames(_ fields: [String: Value]) -> [(field: String, name: String)] {
        fields.sorted { $0.key < $1.key }.flatMap { field, given -> [(String, String)] in
            let members = given.members
            guard members.text("type").flatMap(wireType)?.hasPrefix("ASSETID") == true else {
                return []
            }
            // A receipt as it is has no name.
            let names = members.text("value").map { [$0] } ?? members.texts("value")
            return names.map { (field, $0) }
        }
    }

    /// The fields for a request.
    ///
    /// - Parameter receipts: What uploads answered, by the names of ``assetNames(_:)``.
    /// - Throws: ``Failure`` with the name of the field.
    static func wire(
        _ fields: [String: Value], receipts: [String: Value] = [:]
    ) throws -> OrderedJSON {
        var made: [String: Value] = [:]
        for (field, given) in fields {
            guard case .dictionary(let members) = given, let value = members["value"] else {
                made[field] = .dictionary(["value": given])
                continue
            }
            guard case .text(let type)? = members["type"] else {
                made[field] = .dictionary(["value": value])
                continue
            }
            guard let name = wireType(type) else {
                throw Failure(
                    .usage, "\(field): there is no type \(type)",
                    advice: "Types are stringType, int64Type, doubleType, timestampType, "
                        + "bytesType, locationType, referenceType, assetType, and "
                        + "stringListType and so on.")
            }
            made[field] = .dictionary([
                "value": try wire(value, name, field, receipts), "type": .text(name),
            ])
        }
        return .value(.dictionary(made))
    }

    static func wire(
        _ value: Value, _ type: String, _ field: String, _ receipts: [String: Value]
    ) throws -> Value {
        if case .list(let members) = value {
            let member = type.hasSuffix("_LIST") ? String(type.dropLast(5)) : type
            return .list(try members.map { try wire($0, member, field, receipts) })
        }
        switch (type, value) {
        case ("TIMESTAMP", .text(let text)), ("ENCRYPTED_TIMESTAMP", .text(let text)):
            guard let date = CKToolDate.date(text) else {
                throw Failure(
                    .usage, "\(field): \(text) is not an instant",
                    advice: "Write 2021-04-28T17:05:00Z, 2021-04-28 or 2021-04-28 17:05.")
            }
            return .int(Int64((date.timeIntervalSince1970 * 1000).rounded()))
        case ("REFERENCE", .text(let name)):
            return .dictionary(["recordName": .text(name), "action": "NONE"])
        case ("REFERENCE", .dictionary(var members)):
            if let zone = members.removeValue(forKey: "zone") { members["zoneID"] = zone }
            if members["action"] == nil { members["action"] = "NONE" }
            return .dictionary(members)
        case ("ASSETID", .text(let name)):
            guard let receipt = receipts[name] else {
                throw Failure(
                    .usage, "\(field): no file is given for \(name)",
                    advice: "--asset-files \(name)=PATH gives it.")
            }
            return receipt
        default: return value  // Everything else is the same on both sides.
        }
    }

    // MARK: From the wire

    /// A record of a reply, as the tool shows it.
    static func tool(_ record: [String: Value]) -> OrderedJSON {
        let fields = record.object("fields").sorted { $0.key < $1.key }
            .map { ($0.key, tool(field: $0.value)) }
        func member(_ key: String) -> OrderedJSON { .value(record[key] ?? .null) }
        func link(_ key: String) -> OrderedJSON {
            .value(tool(reference: record[key] ?? .null))
        }
        return [
            "recordName": member("recordName"), "recordType": member("recordType"),
            "recordChangeTag": member("recordChangeTag"), "fields": .object(fields),
            "created": tool(stamp: record["created"]), "modified": tool(stamp: record["modified"]),
            "parent": link("parent"), "share": link("share"), "zone": member("zoneID"),
            "shortGuid": member("shortGUID"), "publicPermission": member("publicPermission"),
            "participants": member("participants"), "owner": member("owner"),
        ]
    }

    private static func tool(field: Value) -> OrderedJSON {
        guard case .dictionary(let members) = field else { return .value(field) }
        var type = members.text("type") ?? ""
        if !type.isEmpty, case .int(1)? = members["isEncrypted"] { type = "ENCRYPTED_" + type }
        return [
            "type": type.isEmpty ? .value(.null) : .text(toolType(type)),
            "value": .value(tool(members["value"] ?? .null, type)),
        ]
    }

    private static func tool(_ value: Value, _ type: String) -> Value {
        if case .list(let members) = value {
            let member = type.hasSuffix("_LIST") ? String(type.dropLast(5)) : type
            return .list(members.map { tool($0, member) })
        }
        switch type {
        case "TIMESTAMP", "ENCRYPTED_TIMESTAMP": return tool(instant: value)
        case "REFERENCE": return tool(reference: value)
        case "LOCATION", "ENCRYPTED_LOCATION":
            guard case .dictionary(var members) = value, let instant = members["timestamp"]
            else { return value }
            members["timestamp"] = tool(instant: instant)
            return .dictionary(members)
        case "ASSETID":
            guard case .dictionary(var members) = value else { return value }
            if let url = members.removeValue(forKey: "downloadURL") {
                members["downloadUrl"] = url
            }
            return .dictionary(members)
        default: return value  // Everything else is the same on both sides.
        }
    }

    private static func tool(reference: Value) -> Value {
        guard case .dictionary(var members) = reference else { return reference }
        if let zone = members.removeValue(forKey: "zoneID") { members["zone"] = zone }
        return .dictionary(members)
    }

    private static func tool(instant: Value) -> Value {
        guard case .int(let milliseconds) = instant else { return instant }
        let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        return ISODate.text(date).map { .text($0) } ?? instant
    }

    private static func tool(stamp: Value?) -> OrderedJSON {
        guard case .dictionary(let members)? = stamp else { return .value(.null) }
        return [
            "timestamp": .value(tool(instant: members["timestamp"] ?? .null)),
            "userRecordName": .value(members["userRecordName"] ?? .null),
            "deviceId": .value(members["deviceID"] ?? .null),
        ]
    }
}
#endif
