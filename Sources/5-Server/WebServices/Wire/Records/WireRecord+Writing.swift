package import RecordCore
import PredicateCore
import RecordJSON

extension WireRecord {
    /// What a client says of a record that it wants saved.
    ///
    /// - Parameter receipts: What shows that files of ASSETID fields were uploaded, by checksum.
    package init(_ record: Record, receipts: [String: String] = [:]) {
        self.init(
            name: record.id.name, type: record.type, zone: record.id.zone,
            changeTag: record.system?.changeTag, fields: record.fields)
        encrypted = record.encrypted
        parent = record.parent.map { .to($0) } ?? .unsaid
        share = record.share.map { .to($0) } ?? .unsaid
        self.receipts = receipts
        if record.type == Share.recordType, let share = Share(record) {
            for field in Share.fields { fields[field] = nil }
            // Of a share that is saved in part only what is said.
            func isSaid(_ field: String) -> Bool { record.fields[field] != nil }
            sharing = WireShare(
                publicPermission: isSaid(Share.publicPermissionField)
                    ? share.publicPermission : nil,
                participants: isSaid(Share.participantsField) ? share.participants : nil,
                requests: isSaid(Share.requestsField) ? share.requests : nil,
                root: share.root)
            shortGUID = share.token
        }
    }

    /// Appends the record as a client says it: exact, with what the plain form loses beside it.
    func write(to writer: inout JSONWriter) {
        writer.append(byte: UInt8(ascii: "{"))
        if let name {
            writer.append(raw: #""recordName":"#)
            writer.append(text: name)
            writer.append(byte: UInt8(ascii: ","))
        }
        if let type {
            writer.append(raw: #""recordType":"#)
            writer.append(text: type)
            writer.append(byte: UInt8(ascii: ","))
        }
        if let changeTag {
            writer.append(raw: #""recordChangeTag":"#)
            writer.append(text: changeTag)
            writer.append(byte: UInt8(ascii: ","))
        }
        if let zone {
            writer.append(raw: #""zoneID":"#)
            writer.append(zone)
            writer.append(byte: UInt8(ascii: ","))
        }
        writeLink(#""parent":"#, parent, to: &writer)
        writeLink(#""share":"#, share, to: &writer)
        writeSharing(to: &writer)
        writer.append(raw: #""fields":{"#)
        let values = ValueWriter(isExact: true, zone: zone ?? .default, receipts: receipts)
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            writer.append(text: name)
            writer.append(byte: UInt8(ascii: ":"))
            if let json = untyped[name] {
                writer.append(raw: #"{"value":"#)
                json.withUnsafeBufferPointer { writer.append(raw: $0) }
                writer.append(byte: UInt8(ascii: "}"))
            } else if untypedScalars.contains(name) {
                writer.append(raw: #"{"value":"#)
                writer.append(value)
                writer.append(byte: UInt8(ascii: "}"))
            } else {
                let isEncrypted = encrypted.contains(name)
                let isTyped = listTypes[name] != nil
                let type = WireType(listTypes[name], isList: isTyped, isEncrypted: isEncrypted)
                values.write(value, field: isTyped || isEncrypted ? type : nil, to: &writer)
            }
            writer.append(byte: UInt8(ascii: ","))
        }
        writer.closeList()
        writer.append(raw: "}}")
    }

    private func writeLink(_ key: StaticString, _ link: Link, to writer: inout JSONWriter) {
        switch link {
        case .unsaid: return
        case .none:
            writer.append(raw: key)
            writer.append(raw: "null")
        case .to(let id):
            writer.append(raw: key)
            writer.append(id, owner: nil)
        }
        writer.append(byte: UInt8(ascii: ","))
    }

    private func writeSharing(to writer: inout JSONWriter) {
        guard let sharing else { return }
        var members = JSONWriter()
        RecordWriter(options: RecordOptions(isExact: true))
            .write(sharing, token: shortGUID, to: &members)
        if members.bytes.isEmpty { return }
        // The members begin with a comma that is wanted at their end.
        members.bytes.dropFirst().withUnsafeBufferPointer { writer.append(raw: $0) }
        writer.append(byte: UInt8(ascii: ","))
    }
}
