import PredicateCore
package import RecordJSON

extension RecordChangesRequest: WireMessage {
    /// Reads the body of `records/changes`; unknown members are skipped.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init(zone: nil)
        try reader.members("request") { reader, key throws(WireError) in
            switch key {
            case "zoneID": zone = try reader.zone("zoneID")
            case "syncToken": token = try reader.text("syncToken")
            case "resultsLimit": limit = try reader.limit("resultsLimit")
            case "desiredRecordTypes": recordTypes = try reader.texts("desiredRecordTypes")
            case "reverse": isReverse = try reader.flag("reverse") ?? false
            default:
                if try !reader.option(key, &options) { try reader.skip() }
            }
        }
    }

    /// Appends the body of `records/changes`; what is nil is left out.
    package func write(to writer: inout JSONWriter) {
        writer.append(byte: UInt8(ascii: "{"))
        writer.append(zone: zone, limit: limit, options: options)
        if let token {
            writer.append(raw: #""syncToken":"#)
            writer.append(text: token)
            writer.append(byte: UInt8(ascii: ","))
        }
        if let recordTypes {
            writer.append(raw: #""desiredRecordTypes":"#)
            writer.append(texts: recordTypes)
            writer.append(byte: UInt8(ascii: ","))
        }
        if isReverse { writer.append(raw: #""reverse":true"#) }
        writer.closeList()
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension ZoneChangesRequest: WireMessage {
    /// Reads the body; what it says of all zones is put into each that does not say it.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init([])
        var all = RecordChangesRequest(zone: nil)
        zones = try reader.list("zones") { reader throws(WireError) in
            var zone = try RecordChangesRequest(from: &reader)
            zone.limit = zone.limit ?? limit
            zone.recordTypes = zone.recordTypes ?? all.recordTypes
            zone.isReverse = zone.isReverse || all.isReverse
            zone.options.desiredKeys = zone.options.desiredKeys ?? all.options.desiredKeys
            zone.options.numbersAsStrings =
                zone.options.numbersAsStrings || all.options.numbersAsStrings
            zone.options.isExact = zone.options.isExact || all.options.isExact
            return zone
        } besides: { reader, key throws(WireError) in
            switch key {
            case "resultsLimit": limit = try reader.limit("resultsLimit")
            case "desiredRecordTypes": all.recordTypes = try reader.texts("desiredRecordTypes")
            case "reverse": all.isReverse = try reader.flag("reverse") ?? false
            default:
                if try !reader.option(key, &all.options) { try reader.skip() }
            }
        }
    }

    /// Appends the body of `changes/zone`: `{"zones":[…],"resultsLimit":…}`.
    package func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"zones":"#)
        writer.append(array: zones) { $1.write(to: &$0) }
        if let limit {
            writer.append(raw: #","resultsLimit":"#)
            writer.append(integer: Int64(limit))
        }
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension DatabaseChangesRequest: WireMessage {
    /// Reads the body of `changes/database`; unknown members are skipped.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init()
        try reader.members("request") { reader, key throws(WireError) in
            switch key {
            case "syncToken": token = try reader.text("syncToken")
            case "resultsLimit": limit = try reader.limit("resultsLimit")
            default: try reader.skip()
            }
        }
    }

    /// Appends the body of `changes/database`; what is nil is left out.
    package func write(to writer: inout JSONWriter) {
        writer.append(byte: UInt8(ascii: "{"))
        writer.append(zone: nil, limit: limit, options: RecordOptions())
        if let token {
            writer.append(raw: #""syncToken":"#)
            writer.append(text: token)
        }
        writer.closeList()
        writer.append(byte: UInt8(ascii: "}"))
    }
}
