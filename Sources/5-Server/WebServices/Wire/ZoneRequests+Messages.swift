import PredicateCore
package import RecordJSON

extension ZoneLookupRequest: WireMessage {
    /// Reads the body of `zones/lookup`; throws `BAD_REQUEST` without `zones`.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init(
            try reader.list("zones") { reader throws(WireError) in
                try reader.namedZone("zones")
            })
    }

    /// Appends the body of `zones/lookup`: `{"zones":[{"zoneID":{…}}]}`.
    package func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"zones":"#)
        writer.append(array: zones) { writer, zone in
            writer.append(raw: #"{"zoneID":"#)
            writer.append(zone)
            writer.append(byte: UInt8(ascii: "}"))
        }
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension ZoneModifyRequest: WireMessage {
    /// Reads the body of `zones/modify`; throws `BAD_REQUEST` without `operations`.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init(try reader.list("operations", of: Operation.init))
    }

    /// Appends the body of `zones/modify`: `{"operations":[…]}`.
    package func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"operations":"#)
        writer.append(array: operations) { writer, operation in
            writer.append(
                raw: operation.isDeletion
                    ? #"{"operationType":"delete","zone":{"zoneID":"#
                    : #"{"operationType":"create","zone":{"zoneID":"#)
            writer.append(operation.zone)
            writer.append(raw: "}}")
        }
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension ZoneModifyRequest.Operation {
    init(from reader: inout WireReader) throws(WireError) {
        var isDeletion: Bool?
        var zone: ZoneID?
        try reader.members("operations") { reader, key throws(WireError) in
            switch key {
            case "operationType":
                switch try reader.text("operationType") {
                case "create": isDeletion = false
                case "delete": isDeletion = true
                case nil: break
                case .some(let text):
                    throw .badRequest(
                        "BadRequestException: Unexpected input: no such operationType: "
                            + text.prefix(40))
                }
            case "zone":
                if try !reader.null() { zone = try reader.namedZone("zone") }
            // Some clients leave the level between out.
            case "zoneID": zone = try reader.zone("zoneID") ?? zone
            default: try reader.skip()
            }
        }
        guard let isDeletion else { throw .missing("operationType") }
        guard let zone else { throw .missing("zone") }
        self.init(zone, isDeletion: isDeletion)
    }
}

extension WireReader {
    /// A zone as `{"zoneID": {…}}` or as its name alone: `{"zoneName": …}`.
    mutating func namedZone(_ name: String) throws(WireError) -> ZoneID {
        let bare = try pass()
        var place = bare
        var zone: ZoneID?
        var isBare = false
        try place.members(name) { reader, key throws(WireError) in
            switch key {
            case "zoneID": zone = try reader.zone("zoneID")
            case "zoneName":
                isBare = true
                try reader.skip()
            default: try reader.skip()
            }
        }
        if zone == nil, isBare {
            var place = bare
            zone = try place.zone(name)
        }
        guard let zone else { throw .missing("zoneID") }
        return zone
    }
}
