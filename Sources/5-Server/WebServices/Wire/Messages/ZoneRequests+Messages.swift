import PredicateCore
import RecordJSON

extension ZoneLookupRequest: WireObject {
    package static var blank: Self { Self([]) }

    /// The body of `zones/lookup`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.items(
            "zones", &zones,
            of: { reader throws(WireError) in try reader.namedZone("zones") },
            writing: { NamedZone(zone: $0).write(to: &$1) })
        try m.object("quarry") { m throws(WireError) in
            try m.member("exact", &isExact, unless: false)
        }
    }
}

extension ZoneModifyRequest: WireObject {
    package static var blank: Self { Self([]) }

    /// The body of `zones/modify`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.items("operations", &operations)
        try m.object("quarry") { m throws(WireError) in
            try m.member("exact", &isExact, unless: false)
        }
    }
}

extension ZoneModifyRequest.Operation: WireObject {
    package static var blank: Self { Self(.default) }

    /// `{"operationType":"create","zone":{"zoneID":…}}`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.operationType(&isDeletion, saving: ["create"])
        let isNamed = try m.member(
            "zone", &zone,
            reading: { reader throws(WireError) in
                try reader.null() ? nil : try reader.namedZone("zone")
            },
            writing: { NamedZone(zone: $0).write(to: &$1) })
        // Some clients leave the level between out.
        let isBare = try m.member("zoneID", &zone, isWritten: false)
        try m.require(isNamed || isBare, "zone")
    }
}

/// `{"zoneID":…}`, the form in which lists name zones.
struct NamedZone: WireObject {
    static var blank: Self { Self(zone: .default) }

    var zone: ZoneID

    mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.required("zoneID", &zone)
    }
}

extension WireMembers {
    /// What is done with a zone or a subscription, which a request must say.
    ///
    /// - Parameter saving: The words of saving; the first is written.
    mutating func operationType(_ isDeletion: inout Bool, saving: [String]) throws(WireError) {
        let isThere = try member(
            "operationType", &isDeletion,
            reading: { reader throws(WireError) in
                guard let text = try reader.text("operationType") else { return nil }
                guard text == "delete" || saving.contains(text) else {
                    throw .badRequest(
                        "BadRequestException: Unexpected input: no such operationType: "
                            + text.prefix(40))
                }
                return text == "delete"
            },
            writing: { $1.append(text: $0 ? "delete" : saving[0]) })
        try require(isThere, "operationType")
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
