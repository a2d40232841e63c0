import PredicateCore
package import RecordJSON

extension RecordChangesRequest: WireObject {
    package static var blank: Self { Self(zone: nil) }

    /// The body of `records/changes`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.member("zoneID", &zone)
        try m.limit("resultsLimit", &limit)
        try options.members(&m)
        try m.member("syncToken", &token)
        try m.member("desiredRecordTypes", &recordTypes)
        try m.member("reverse", &isReverse, unless: false)
    }
}

extension ZoneChangesRequest: WireMessage {
    /// Reads the body; what it says of all zones is put into each that does not say it.
    package init(from reader: inout WireReader) throws(WireError) {
        let body = try Body(from: &reader)
        self.init(body.zones, limit: body.all.limit)
        for index in zones.indices {
            zones[index].limit = zones[index].limit ?? limit
            zones[index].recordTypes = zones[index].recordTypes ?? body.all.recordTypes
            zones[index].isReverse = zones[index].isReverse || body.all.isReverse
            zones[index].options.add(body.all.options)
        }
    }

    /// Appends the body of `changes/zone`: `{"zones":[…],"resultsLimit":…}`.
    package func write(to writer: inout JSONWriter) {
        Body(zones: zones, all: RecordChangesRequest(zone: nil, limit: limit)).write(to: &writer)
    }

    private struct Body: WireObject {
        static var blank: Self { Self() }

        var zones: [RecordChangesRequest] = []
        /// What holds for each zone.
        var all = RecordChangesRequest.blank

        mutating func members(_ m: inout some WireMembers) throws(WireError) {
            try m.items("zones", &zones)
            try m.limit("resultsLimit", &all.limit)
            try m.member("desiredRecordTypes", &all.recordTypes)
            try m.member("reverse", &all.isReverse, unless: false)
            try all.options.members(&m)
        }
    }
}

extension DatabaseChangesRequest: WireObject {
    package static var blank: Self { Self() }

    /// The body of `changes/database`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.limit("resultsLimit", &limit)
        try m.member("syncToken", &token)
    }
}
