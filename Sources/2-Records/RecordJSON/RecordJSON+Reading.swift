import Foundation
public import RecordCore

/// What a reader of records falls back on where a line does not say.
///
///     let json = try JSONReader.value(of: #"{"id": "bern", "population": 134591}"#)
///     let record = try RecordJSON().record(
///         from: json, schema: RecordSchema(),
///         defaults: RecordDefaults(type: "City", idField: "id"))
///     record.id.name  // "bern"
///     record.type     // "City"
public struct RecordDefaults: Sendable {
    /// The record type of lines without `recordType`.
    public var type: String?
    /// The zone of lines without `zone`.
    public var zone: ZoneID
    /// The field that names the record, where there is no `recordName`.
    public var idField: String?

    /// What to fall back on.
    public init(type: String? = nil, zone: ZoneID = .default, idField: String? = nil) {
        self.type = type
        self.zone = zone
        self.idField = idField
    }
}

extension RecordJSON {
    /// The record that a JSON object stands for.
    ///
    /// A record without a name is named by `defaults.idField`, else by `newName`, which makes a UUID
    /// of version 7 where it is nil. Field types of the schema decide what a text or a number means;
    /// without them values are as written.
    public func record(
        from json: Value, schema: RecordSchema, defaults: RecordDefaults,
        newName: (() -> String)? = nil
    ) throws(JSONError) -> Record {
        guard case .dictionary(var members) = json else {
            throw JSONError(.wrongShape, "Expected an object", offset: 0)
        }
        let underscored = members["_recordName"] != nil || members["_recordType"] != nil
        func take(_ name: String) throws(JSONError) -> String? {
            let key = underscored ? "_" + name : name
            switch members[key] {
            case nil: return nil
            case .text(let text)?:
                members[key] = nil
                return text
            case .int(let number)? where name == "recordName":
                members[key] = nil
                return String(number)
            default:
                throw JSONError(.wrongShape, "\"\(key)\" must be text", offset: 0)
            }
        }
        let written = try take("recordType")
        guard let type = written ?? defaults.type else {
            throw JSONError(.wrongShape, "The record has no \"recordType\"", offset: 0)
        }
        var zone = defaults.zone
        if let name = try take("zone") { zone.name = name }
        if let owner = try take("owner") { zone.owner = owner }
        var name = try take("recordName")
        if name == nil, let field = defaults.idField {
            name = try RecordJSON.name(members[field], of: field)
        }
        var record = Record(
            type, RecordID(name ?? newName?() ?? UUID.timeOrdered().text, zone: zone))
        if let parent = members["_parent"] {
            guard case .reference(let reference)? = RecordJSON.tagged(parent, holder: zone) else {
                throw JSONError(.wrongShape, "\"_parent\" must be a reference", offset: 0)
            }
            record.parent = reference.recordID
        }
        if let names = members["_encrypted"], !names.isNull {
            guard case .list(let list) = names, members.texts("_encrypted").count == list.count
            else {
                throw JSONError(
                    .wrongShape, "\"_encrypted\" must be a list of the names of fields", offset: 0)
            }
            record.encrypted = Set(members.texts("_encrypted"))
        }
        let known = schema[type]
        for (key, value) in members where !key.hasPrefix("_") && !value.isNull {
            record.fields[key] = self.value(
                value, of: known?.field(key)?.type, holder: zone)
        }
        record.encrypted.formIntersection(record.fields.keys)
        return record
    }

    /// The name that the value of a field gives a record.
    package static func name(_ value: Value?, of field: String) throws(JSONError) -> String {
        switch value {
        case .text(let text)?: return text
        case .int(let number)?: return String(number)
        case nil, .null?:
            throw JSONError(
                .wrongShape, "The record has no field \"\(field)\", which names it", offset: 0)
        default:
            throw JSONError(
                .wrongShape, "\"\(field)\", which names the record, must be text or a whole number",
                offset: 0)
        }
    }

    /// What a JSON value stands for in a field of a type; nil is a field not known yet.
    ///
    /// A value that does not go with the type is left as it is: the store says so best.
    public func value(_ json: Value, of type: FieldType?, holder: ZoneID = .default) -> Value {
        switch json {
        case .list(let members):
            let scalar = type?.isList == true ? type?.scalar : nil
            var values = members.map { self.scalar($0, of: scalar, holder: holder) }
            if scalar == nil { values = RecordJSON.unified(values) }
            return .list(values)
        default:
            guard let type else { return scalar(json, of: nil, holder: holder) }
            return type.isList ? json : scalar(json, of: type.scalar, holder: holder)
        }
    }

    private func scalar(_ json: Value, of type: ScalarType?, holder: ZoneID) -> Value {
        if case .dictionary = json {
            guard let value = RecordJSON.tagged(json, holder: holder) else { return json }
            if case .asset(let asset) = value { return .asset(located(asset)) }
            return value
        }
        switch (type, json) {
        case (.double?, .int(let number)): return .double(Double(number))
        case (.double?, .decimal(let number)): return .double(number.nearestDouble)
        case (.int64?, .double(let number)):
            return Int64(exactly: number).map { .int($0) } ?? json
        case (.timestamp?, .text(let text)):
            return ISODate.date(text).map { .date($0) } ?? json
        case (.bytes?, .text(let text)):
            return Data(base64Encoded: text).map { .bytes($0) } ?? json
        case (.location?, .text(let text)): return RecordJSON.location(text) ?? json
        case (.reference?, .text(let text)):
            return .reference(Reference(RecordID(text, zone: holder)))
        case (.asset?, .text(let text)):
            return .asset(located(Asset(fileURL: URL(fileURLWithPath: text))))
        default: return json  // Everything else is already what it says.
        }
    }

    private func located(_ asset: Asset) -> Asset {
        guard let directory = assetDirectory, let file = asset.fileURL else { return asset }
        var asset = asset
        // Beside the records; as an export wrote them, from the working directory or beside both.
        let places = [
            URL(fileURLWithPath: file.relativePath, relativeTo: directory),
            URL(fileURLWithPath: file.relativePath),
            directory.appendingPathComponent(file.lastPathComponent),
        ]
        asset.fileURL =
            places.first { FileManager.default.fileExists(atPath: $0.path) } ?? places[0]
        return asset
    }

    /// Integers among doubles become doubles: `[1, 2.5]` is a list of doubles.
    static func unified(_ values: [Value]) -> [Value] {
        let hasDouble = values.contains { if case .double = $0 { true } else { false } }
        guard hasDouble else { return values }
        return values.map { if case .int(let number) = $0 { .double(Double(number)) } else { $0 } }
    }

    /// The point that a text such as `"47.4,8.5"` names: latitude, then longitude, in degrees.
    ///
    /// nil for other texts, and for degrees that are not on Earth.
    public static func location(_ text: String) -> Value? {
        let parts = text.split(separator: ",").map {
            Double($0.trimmingCharacters(in: .whitespaces))
        }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        return .location(Location(latitude: latitude, longitude: longitude))
    }

    /// The value that an object in one of the tagged forms stands for; nil for other objects.
    public static func tagged(_ json: Value, holder: ZoneID = .default) -> Value? {
        guard case .dictionary(let members) = json else { return nil }
        if members.count == 1 {
            switch members.first.map({ ($0.key, $0.value) }) {
            case ("date", .text(let text))?: return ISODate.date(text).map { .date($0) }
            case ("date", .int(let micros))?: return .date(Date(microseconds: micros))
            case ("bytes", .text(let text))?: return Data(base64Encoded: text).map { .bytes($0) }
            case ("double", .text("NaN"))?: return .double(.nan)
            case ("double", .text("Infinity"))?: return .double(.infinity)
            case ("double", .text("-Infinity"))?: return .double(-.infinity)
            case ("asset", .dictionary(let parts))?: return asset(parts)
            default: break
            }
        }
        if members["recordName"] != nil { return reference(members, holder: holder) }
        if members["latitude"] != nil { return location(members) }
        return nil
    }

    private static func reference(_ members: [String: Value], holder: ZoneID) -> Value? {
        var zone = holder
        var name: String?
        var action = Reference.Action.none
        for (key, value) in members {
            switch (key, value) {
            case ("recordName", .text(let text)): name = text
            case ("zone", .text(let text)):
                zone.name = text
                if members["owner"] == nil { zone.owner = ZoneID.currentOwner }
            case ("owner", .text(let text)): zone.owner = text
            case ("action", .text("deleteSelf")): action = .deleteSelf
            case ("action", .text("validate")): action = .validate
            case ("action", .text("none")): action = .none
            default: return nil
            }
        }
        return name.map { .reference(Reference(RecordID($0, zone: zone), action: action)) }
    }

    private static func location(_ members: [String: Value]) -> Value? {
        func number(_ value: Value) -> Double? {
            switch value {
            case .int(let number): Double(number)
            case .double(let number): number
            default:
                // What is not finite stands in a tagged form.
                if case .double(let number)? = tagged(value) { number } else { nil }
            }
        }
        guard let latitude = members["latitude"].flatMap(number),
            let longitude = members["longitude"].flatMap(number)
        else { return nil }
        var location = Location(latitude: latitude, longitude: longitude)
        let parts: [String: WritableKeyPath<Location, Double?>] = [
            "altitude": \.altitude, "horizontalAccuracy": \.horizontalAccuracy,
            "verticalAccuracy": \.verticalAccuracy, "course": \.course, "speed": \.speed,
        ]
        // One that holds anything else is none: the value would vanish without an error.
        for (key, value) in members where key != "latitude" && key != "longitude" && !value.isNull {
            if let part = parts[key] {
                guard let number = number(value) else { return nil }
                location[keyPath: part] = number
            } else if key == "timestamp" {
                if case .text(let text) = value {
                    guard let date = ISODate.date(text) else { return nil }
                    location.timestamp = date
                } else {
                    guard case .date(let date)? = tagged(value) else { return nil }
                    location.timestamp = date
                }
            } else {
                return nil
            }
        }
        return .location(location)
    }

    private static func asset(_ parts: [String: Value]) -> Value? {
        var asset: Asset?
        if case .text(let checksum)? = parts["checksum"], case .int(let size)? = parts["size"] {
            asset = Asset(checksum: checksum, size: size)
        }
        if case .text(let file)? = parts["file"] {
            // The caller's file is read again: its present content decides the checksum.
            asset = Asset(fileURL: URL(fileURLWithPath: file))
        } else if case .text(let text)? = parts["content"] {
            guard let content = Data(base64Encoded: text) else { return nil }
            asset = Asset(content: content)
        }
        return asset.map { .asset($0) }
    }
}
