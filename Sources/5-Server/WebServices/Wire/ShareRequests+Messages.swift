package import RecordJSON

extension ShareRequest: WireMessage {
    /// Reads the body of `records/resolve`; throws `BAD_REQUEST` without `shortGUIDs`.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init([])
        items = try reader.list("shortGUIDs", of: Item.init) { reader, key throws(WireError) in
            if try !reader.option(key, &options) { try reader.skip() }
        }
    }

    /// Appends the body of `records/resolve`: `{"shortGUIDs":[{"value":…}]}`.
    package func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"shortGUIDs":"#)
        writer.append(array: items) { writer, item in
            writer.append(raw: #"{"value":"#)
            writer.append(text: item.shortGUID)
            writer.append(raw: #","shouldFetchRootRecord":"#)
            writer.append(flag: item.fetchesRoot)
            if let keys = item.rootDesiredKeys {
                writer.append(raw: #","rootRecordDesiredKeys":"#)
                writer.append(texts: keys)
            }
            writer.append(byte: UInt8(ascii: "}"))
        }
        writer.append(byte: UInt8(ascii: ","))
        writer.append(zone: nil, limit: nil, options: options)
        writer.closeList()
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension ShareRequest.Item {
    init(from reader: inout WireReader) throws(WireError) {
        self.init("")
        if reader.cursor.kind == .text {
            shortGUID = try reader.text("shortGUIDs") ?? ""
            return
        }
        try reader.members("shortGUIDs") { reader, key throws(WireError) in
            switch key {
            case "value": shortGUID = try reader.text("value") ?? ""
            case "shouldFetchRootRecord":
                fetchesRoot = try reader.flag("shouldFetchRootRecord") ?? false
            case "rootRecordDesiredKeys":
                rootDesiredKeys = try reader.texts("rootRecordDesiredKeys")
            default: try reader.skip()
            }
        }
        if shortGUID.isEmpty { throw .missing("value") }
    }
}
