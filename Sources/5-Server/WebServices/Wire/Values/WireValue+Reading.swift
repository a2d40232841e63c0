import PredicateCore
import RecordJSON

extension WireValue {
    /// Reads `{"value":…,"type":…}`.
    init(from reader: inout WireReader, _ name: String, zone: ZoneID) throws(WireError) {
        let values = ValueReader(zone: zone)
        let found = try values.found(&reader, name)
        guard var place = found.place else {
            self.init(.null, type: found.type)
            return
        }
        if found.refused == nil, let type = found.type, type.scalar != nil || type.isList {
            self.init(try values.value(found, as: type), type: type)
        } else {
            self.init(try values.inferred(found))
            json = Array(try place.raw())
        }
    }

    /// Appends `{"value":…,"type":…}`.
    func write(to writer: inout JSONWriter) {
        if let json {
            writer.append(raw: #"{"value":"#)
            json.withUnsafeBufferPointer { writer.append(raw: $0) }
            writer.append(byte: UInt8(ascii: "}"))
        } else {
            ValueWriter(isExact: true).write(value, field: type, to: &writer)
        }
    }

    /// The value by the type of a field; what it looks like where the field is not known.
    func resolved(as type: WireType?, zone: ZoneID) throws(WireError) -> Value {
        guard let json else { return value }
        return try WireValue.value(of: json, as: type, zone: zone)
    }

    /// The value that JSON says, by the type of a field.
    static func value(
        of json: [UInt8], as type: WireType?, zone: ZoneID
    ) throws(WireError) -> Value {
        try json.withUnsafeBufferPointer { buffer throws(WireError) in
            let reader = try WireReader(checking: buffer)
            let found = ValueReader.UntypedValue(place: reader.cursor.kind == .null ? nil : reader)
            let values = ValueReader(zone: zone)
            if let type { return try values.value(found, as: type) }
            return try values.inferred(found)
        }
    }
}
