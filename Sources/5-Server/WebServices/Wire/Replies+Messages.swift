import PredicateCore
import RecordCore
package import RecordJSON

extension RecordsReply: WireMessage {
    /// Reads a reply of records: entries, tokens and the marker.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init(entries: [], moreComing: false, cascaded: [])
        var list: WireReader?
        try reader.members("reply") { reader, key throws(WireError) in
            switch key {
            case "records": list = try reader.pass()
            case "zoneID": zone = try reader.zone("zoneID")
            case "continuationMarker": marker = try reader.text("continuationMarker")
            case "syncToken": token = try reader.text("syncToken")
            case "moreComing": moreComing = try reader.flag("moreComing") ?? false
            case "quarry":
                try reader.members("quarry") { reader, key throws(WireError) in
                    guard "cascaded" ~= key else { return try reader.skip() }
                    try reader.elements("cascaded") { reader throws(WireError) in
                        if let id = try reader.recordID("cascaded", zone: .default) {
                            cascaded.append(id)
                        }
                    }
                }
            default: try reader.skip()
            }
        }
        guard var list else { return }
        try list.elements("records") { reader throws(WireError) in
            entries.append(try RecordEntry(from: &reader, zone: zone))
        }
    }

    /// Appends a reply of records in the exact form that our own client reads.
    package func write(to writer: inout JSONWriter) {
        var reply = RecordsWriter(RecordWriter(options: RecordOptions(isExact: true)))
        for entry in entries {
            switch entry {
            case .record(let record): reply.append(record)
            case .deleted(let id, let type): reply.append(deleted: id, type: type)
            case .failure(let name, let error): reply.append(error, name: name)
            }
        }
        reply.finish(
            marker: marker, token: token, moreComing: moreComing, zone: zone, cascaded: cascaded)
        writer.bytes.append(contentsOf: reply.take())
    }
}

extension RecordEntry {
    /// Reads a record, the note that it is gone, or why not.
    init(from reader: inout WireReader, zone: ZoneID?) throws(WireError) {
        var place = reader
        if let error = try RecordEntry.error(&place) {
            var name: String?
            try reader.members("records") { reader, key throws(WireError) in
                if "recordName" ~= key {
                    name = try reader.text("recordName")
                } else {
                    try reader.skip()
                }
            }
            self = .failure(name: name, error)
            return
        }
        let record = try WireRecord(from: &reader, zone: zone, isReply: true)
        guard record.isDeleted else {
            self = .record(record.read(zone: zone))
            return
        }
        self = .deleted(
            RecordID(record.name ?? "", zone: record.zone ?? zone ?? .default),
            type: record.type)
    }

    /// An error, if it is one; looks at the names of the members only.
    private static func error(_ reader: inout WireReader) throws(WireError) -> WireError? {
        var place = reader
        var isError = false
        try place.members("records") { reader, key throws(WireError) in
            if "serverErrorCode" ~= key { isError = true }
            try reader.skip()
        }
        return isError ? try WireError.entry(&reader) : nil
    }
}

extension ZoneChangesReply: WireMessage {
    /// Reads the reply of `changes/zone`: for each zone its changes or an error.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init(zones: [])
        try reader.members("reply") { reader, key throws(WireError) in
            guard "zones" ~= key else { return try reader.skip() }
            try reader.elements("zones") { reader throws(WireError) in
                var place = reader
                if let error = try WireError.entry(&place) {
                    zones.append(.failure(try reader.namedZone("zones"), error))
                } else {
                    let reply = try RecordsReply(from: &reader)
                    zones.append(.changes(reply.zone ?? .default, reply))
                }
            }
        }
    }

    /// Appends the reply of `changes/zone`: for each zone its changes or an error.
    package func write(to writer: inout JSONWriter) {
        var reply = ZoneChangesWriter(RecordWriter(options: RecordOptions(isExact: true)))
        for entry in zones {
            switch entry {
            case .failure(let zone, let error): reply.append(error, zone: zone)
            case .changes(let zone, let changes):
                reply.begin(zone)
                for entry in changes.entries {
                    switch entry {
                    case .record(let record): reply.append(record)
                    case .deleted(let id, let type): reply.append(deleted: id, type: type)
                    case .failure: continue  // Changes hold none.
                    }
                }
                reply.end(token: changes.token ?? "", moreComing: changes.moreComing)
            }
        }
        reply.finish()
        writer.bytes.append(contentsOf: reply.take())
    }
}

extension ZonesReply: WireMessage {
    /// Reads a reply of zones; unknown members are skipped.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init([])
        try reader.members("reply") { reader, key throws(WireError) in
            switch key {
            case "zones":
                try reader.elements("zones") { reader throws(WireError) in
                    entries.append(try ZoneEntry(from: &reader))
                }
            case "syncToken": token = try reader.text("syncToken")
            case "moreComing": moreComing = try reader.flag("moreComing")
            default: try reader.skip()
            }
        }
    }

    /// Appends a reply of zones: `{"zones":[…],"syncToken":…}`.
    package func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"zones":"#)
        writer.append(array: entries) { $1.write(owner: zoneOwner, to: &$0) }
        writer.append(member: #","syncToken":"#, token)
        if let moreComing {
            writer.append(raw: #","moreComing":"#)
            writer.append(flag: moreComing)
        }
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension ZoneEntry {
    init(from reader: inout WireReader) throws(WireError) {
        var place = reader
        let id = try place.namedZone("zones")
        place = reader
        if let error = try WireError.entry(&place) {
            try reader.skip()
            self = .failure(id, error)
            return
        }
        var token: String?
        var isAtomic = false
        var isDeleted = false
        var isShared = false
        try reader.members("zones") { reader, key throws(WireError) in
            switch key {
            case "syncToken": token = try reader.text("syncToken")
            case "atomic": isAtomic = try reader.flag("atomic") ?? false
            case "deleted": isDeleted = try reader.flag("deleted") ?? false
            case "quarry":
                try reader.members("quarry") { reader, key throws(WireError) in
                    guard "shared" ~= key else { return try reader.skip() }
                    isShared = try reader.flag("shared") ?? false
                }
            default: try reader.skip()
            }
        }
        self =
            isDeleted
            ? .deleted(id) : .zone(id, token: token, isAtomic: isAtomic, isShared: isShared)
    }

    func write(owner: String?, to writer: inout JSONWriter) {
        writer.append(raw: #"{"zoneID":"#)
        switch self {
        case .zone(let id, let token, let isAtomic, let isShared):
            writer.append(id, owner: owner)
            writer.append(member: #","syncToken":"#, token)
            writer.append(raw: #","atomic":"#)
            writer.append(flag: isAtomic)
            writer.append(raw: #","deleted":false"#)
            if isShared { writer.append(raw: #","quarry":{"shared":true}"#) }
        case .deleted(let id):
            writer.append(id, owner: owner)
            writer.append(raw: #","deleted":true"#)
        case .failure(let id, let error):
            writer.append(id, owner: owner)
            writer.append(byte: UInt8(ascii: ","))
            error.writeMembers(to: &writer)
        }
        writer.append(byte: UInt8(ascii: "}"))
    }
}
