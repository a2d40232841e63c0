import Foundation
import PredicateCore
import RecordCore
import RecordJSON

/// Writes the values of fields and filters.
struct ValueWriter {
    /// Whether INT64 and DOUBLE are written as text.
    var numbersAsStrings = false
    /// Whether what the plain form loses is written beside it.
    var isExact = false
    /// The zone of the record that holds the values; references to others say theirs.
    var zone = ZoneID.default
    /// The name written for ``ZoneID/currentOwner``; nil writes that.
    var zoneOwner: String?
    /// Where the content of an asset can be read, and the record that holds it.
    var assetURL: RecordWriter.AssetURL?
    var holder: RecordID?
    /// What shows that the content of an asset was uploaded.
    var receipts: [String: String] = [:]

    /// Appends `{"value":…,"type":"…"}`.
    ///
    /// - Parameter field: The type that the value should have; says what an empty list holds.
    func write(_ value: Value, field: WireType?, to writer: inout JSONWriter) {
        writer.append(raw: #"{"value":"#)
        switch value {
        case .null: return writer.append(raw: "null}")
        case .list(let members): return write(members, field: field, to: &writer)
        case .int, .double, .decimal, .text, .date, .bytes, .uuid, .url, .reference, .location,
            .asset, .dictionary, .object:
            break
        }
        guard let scalar = ScalarType(of: value) else {
            // Not null, which would take the field away.
            writer.append(raw: "true")
            return finish(WireType.unsupportedName, to: &writer)
        }
        let lost = write(value, to: &writer)
        let type = WireType(scalar, isEncrypted: field?.isEncrypted ?? false)
        finish(type, to: &writer) { $0.append(lost) }
    }

    private func finish(
        _ type: WireType, to writer: inout JSONWriter, _ rest: (inout JSONWriter) -> Void
    ) {
        guard type.isEncrypted, !isExact else { return finish(type.name, to: &writer, rest) }
        finish(type.plain.name, to: &writer) {
            $0.append(raw: #","isEncrypted":true"#)
            rest(&$0)
        }
    }

    private func finish(
        _ type: String, to writer: inout JSONWriter,
        _ rest: (inout JSONWriter) -> Void = { _ in }
    ) {
        writer.append(raw: #","type":"#)
        writer.append(text: type)
        rest(&writer)
        writer.append(byte: UInt8(ascii: "}"))
    }

    private func write(_ members: [Value], field: WireType?, to writer: inout JSONWriter) {
        let type: WireType
        switch FieldType.infer(from: .list(members)) {
        case .type(let found):
            type = WireType(
                found.scalar, isList: true, isEncrypted: field?.isEncrypted ?? false)
        case .unknown:
            // Nothing but what the field says of an empty list.
            type = field.flatMap { $0.isList ? $0 : nil } ?? WireType(nil, isList: true)
        case .mixed, .unsupported: return writeMixed(members, to: &writer)
        }
        var lost: [WireDate.Fraction] = []
        writer.append(array: members) { lost.append(write($1, to: &$0)) }
        finish(type, to: &writer) { $0.append(lost) }
    }

    private func writeMixed(_ members: [Value], to writer: inout JSONWriter) {
        writer.append(array: members) { writer, member in
            if case .list = member {
                // A list in a list says enough.
                writer.append(raw: #"{"value":[],"type":"UNKNOWN_LIST"}"#)
            } else {
                write(member, field: nil, to: &writer)
            }
        }
        finish(WireType.mixedListName, to: &writer)
    }

    /// Appends one value without its type.
    ///
    /// - Returns: What was lost of a date, where that is to be written.
    @inline(__always)
    func write(_ value: Value, to writer: inout JSONWriter) -> WireDate.Fraction {
        switch value {
        case .text(let text): writer.append(text: text)
        case .int(let number):
            if numbersAsStrings {
                writer.append(byte: UInt8(ascii: "\""))
                writer.append(integer: number)
                writer.append(byte: UInt8(ascii: "\""))
            } else {
                writer.append(integer: number)
            }
        case .double(let number): write(number, to: &writer)
        case .decimal(let number): write(number.nearestDouble, to: &writer)
        case .date(let date):
            guard isExact else {
                writer.append(integer: WireDate.milliseconds(of: date))
                break
            }
            let parts = WireDate.parts(of: date)
            writer.append(integer: parts.milliseconds)
            return parts.fraction
        case .bytes(let data): writer.append(base64: data)
        case .reference(let reference): write(reference, to: &writer)
        case .location(let location): write(location, to: &writer)
        case .asset(let asset): write(asset, to: &writer)
        case .null, .uuid, .url, .list, .dictionary, .object: writer.append(raw: "null")
        }
        return WireDate.Fraction()
    }

    /// Appends a number; what is not finite is a text.
    func write(_ number: Double, to writer: inout JSONWriter) {
        if numbersAsStrings, number.isFinite {
            writer.append(byte: UInt8(ascii: "\""))
            writer.append(double: number)
            writer.append(byte: UInt8(ascii: "\""))
        } else {
            writer.append(number: number)
        }
    }

    private func write(_ reference: Reference, to writer: inout JSONWriter) {
        writer.append(raw: #"{"recordName":"#)
        writer.append(text: reference.recordID.name)
        switch reference.action {
        case .none: writer.append(raw: #","action":"NONE""#)
        case .deleteSelf: writer.append(raw: #","action":"DELETE_SELF""#)
        case .validate: writer.append(raw: #","action":"VALIDATE""#)
        }
        writer.append(raw: #","zoneID":"#)
        writer.append(reference.recordID.zone, owner: zoneOwner)
        writer.append(byte: UInt8(ascii: "}"))
    }

    func write(_ location: Location, to writer: inout JSONWriter) {
        writer.append(raw: #"{"latitude":"#)
        writer.append(number: location.latitude)
        writer.append(raw: #","longitude":"#)
        writer.append(number: location.longitude)
        writer.append(member: #","altitude":"#, number: location.altitude)
        writer.append(member: #","horizontalAccuracy":"#, number: location.horizontalAccuracy)
        writer.append(member: #","verticalAccuracy":"#, number: location.verticalAccuracy)
        writer.append(member: #","course":"#, number: location.course)
        writer.append(member: #","speed":"#, number: location.speed)
        if let date = location.timestamp {
            let parts = WireDate.parts(of: date)
            writer.append(raw: #","timestamp":"#)
            writer.append(integer: parts.milliseconds)
            if isExact { writer.append(parts.fraction) }
        }
        writer.append(byte: UInt8(ascii: "}"))
    }

    private func write(_ asset: Asset, to writer: inout JSONWriter) {
        writer.append(raw: #"{"fileChecksum":"#)
        writer.append(text: asset.checksum ?? "")
        writer.append(raw: #","size":"#)
        writer.append(integer: asset.size ?? 0)
        writer.append(member: #","receipt":"#, asset.checksum.flatMap { receipts[$0] })
        writer.append(member: #","downloadURL":"#, holder.flatMap { assetURL?(asset, $0) })
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension JSONWriter {
    /// Appends `{"zoneName":…,"ownerRecordName":…,"zoneType":…}`.
    ///
    /// - Parameter owner: The name written for ``ZoneID/currentOwner``; nil writes that.
    mutating func append(_ zone: ZoneID, owner: String? = nil) {
        append(raw: #"{"zoneName":"#)
        append(text: zone.name)
        append(raw: #","ownerRecordName":"#)
        append(text: zone.owner == ZoneID.currentOwner ? owner ?? zone.owner : zone.owner)
        append(
            raw: zone.name == ZoneID.defaultName
                ? #","zoneType":"DEFAULT_ZONE"}"# : #","zoneType":"REGULAR_CUSTOM_ZONE"}"#)
    }

    /// Appends a number; what is not finite is a text.
    mutating func append(number: Double) {
        if number.isFinite {
            append(double: number)
        } else {
            append(text: number.isNaN ? "NaN" : number > 0 ? "Infinity" : "-Infinity")
        }
    }

    /// Appends `,"key":` and a text, where there is one.
    mutating func append(member key: StaticString, _ text: String?) {
        guard let text else { return }
        append(raw: key)
        append(text: text)
    }

    /// Appends `,"key":` and a number, where there is one.
    mutating func append(member key: StaticString, number: Double?) {
        guard let number else { return }
        append(raw: key)
        append(number: number)
    }

    /// Appends `["a","b"]`.
    mutating func append(texts: [String]) {
        append(array: texts) { $0.append(text: $1) }
    }

    /// Appends `true` or `false`.
    mutating func append(flag: Bool) { append(raw: flag ? "true" : "false") }
}
