import PredicateCore
import RecordCore
package import RecordJSON

extension ModifyRequest: WireMessage {
    /// Reads the body of `records/modify`; throws `BAD_REQUEST` without `operations`.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init([])
        operations = try reader.list("operations") { reader throws(WireError) in
            try Operation(from: &reader, zone: zone)
        } besides: { reader, key throws(WireError) in
            switch key {
            case "zoneID": zone = try reader.zone("zoneID")
            case "atomic": isAtomic = try reader.flag("atomic")
            default:
                if try !reader.option(key, &options) { try reader.skip() }
            }
        }
    }

    /// Appends the body of `records/modify`: `{"operations":[…],…}`.
    package func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"operations":"#)
        writer.append(array: operations) { $1.write(to: &$0) }
        writer.append(byte: UInt8(ascii: ","))
        writer.append(zone: zone, limit: nil, options: options)
        if let isAtomic {
            writer.append(raw: #""atomic":"#)
            writer.append(flag: isAtomic)
        }
        writer.closeList()
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension ModifyRequest.Operation {
    init(from reader: inout WireReader, zone: ZoneID?) throws(WireError) {
        var kind: ModifyRequest.Kind?
        var place: WireReader?
        self.init(.create, WireRecord())
        try reader.members("operations") { reader, key throws(WireError) in
            switch key {
            case "operationType":
                guard let text = try reader.text("operationType") else { return }
                guard let known = ModifyRequest.Kind(rawValue: text) else {
                    throw .badRequest(
                        "BadRequestException: Unexpected input: no such operationType: "
                            + text.prefix(40))
                }
                kind = known
            case "record": place = try reader.pass()
            case "desiredKeys": desiredKeys = try reader.texts("desiredKeys")
            case "quarry": hints = try ModifyRequest.Hints(from: &reader)
            default: try reader.skip()
            }
        }
        guard let kind else { throw .missing("operationType") }
        guard var place, try !place.null() else { throw .missing("record") }
        self.kind = kind
        record = try WireRecord(from: &place, zone: zone, isReply: false)
    }

    func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"operationType":""#)
        writer.bytes.append(contentsOf: kind.rawValue.utf8)
        writer.append(raw: #"","record":"#)
        record.write(to: &writer)
        if let desiredKeys {
            writer.append(raw: #","desiredKeys":"#)
            writer.append(texts: desiredKeys)
        }
        if let hints {
            writer.append(raw: #","quarry":{"isPartial":"#)
            writer.append(flag: hints.isPartial)
            writer.append(raw: #","keepsParent":"#)
            writer.append(flag: hints.keepsParent)
            writer.append(byte: UInt8(ascii: "}"))
        }
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension ModifyRequest.Hints {
    init?(from reader: inout WireReader) throws(WireError) {
        if try reader.null() { return nil }
        self.init(isPartial: false, keepsParent: true)
        try reader.members("quarry") { reader, key throws(WireError) in
            switch key {
            case "isPartial": isPartial = try reader.flag("isPartial") ?? false
            case "keepsParent": keepsParent = try reader.flag("keepsParent") ?? true
            default: try reader.skip()
            }
        }
    }
}

extension LookupRequest: WireMessage {
    /// Reads the body of `records/lookup`; throws `BAD_REQUEST` without `records`.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init([])
        items = try reader.list("records", of: Item.init) { reader, key throws(WireError) in
            switch key {
            case "zoneID": zone = try reader.zone("zoneID")
            default:
                if try !reader.option(key, &options) { try reader.skip() }
            }
        }
    }

    /// Appends the body of `records/lookup`: `{"records":[{"recordName":…}],…}`.
    package func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"records":"#)
        writer.append(array: items) { writer, item in
            writer.append(raw: #"{"recordName":"#)
            writer.append(text: item.name)
            if let zone = item.zone {
                writer.append(raw: #","zoneID":"#)
                writer.append(zone)
            }
            if let keys = item.desiredKeys {
                writer.append(raw: #","desiredKeys":"#)
                writer.append(texts: keys)
            }
            writer.append(byte: UInt8(ascii: "}"))
        }
        writer.append(byte: UInt8(ascii: ","))
        writer.append(zone: zone, limit: nil, options: options)
        writer.closeList()
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension LookupRequest.Item {
    init(from reader: inout WireReader) throws(WireError) {
        var name: String?
        self.init("")
        try reader.members("records") { reader, key throws(WireError) in
            switch key {
            case "recordName": name = try reader.text("recordName")
            case "zoneID": zone = try reader.zone("zoneID")
            case "desiredKeys": desiredKeys = try reader.texts("desiredKeys")
            default: try reader.skip()
            }
        }
        guard let name else { throw .missing("recordName") }
        self.name = name
    }
}
