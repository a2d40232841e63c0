import PredicateCore
import RecordJSON

extension ModifyRequest: WireObject {
    package static var blank: Self { Self([]) }

    /// The body of `records/modify`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        let home = zone
        try m.items(
            "operations", &operations,
            of: { reader throws(WireError) in
                try Members.read(&reader, "operations", zone: home).operation
            },
            writing: { Members(operation: $0).write(to: &$1) })
        try m.member("zoneID", &zone)
        try options.members(&m)
        try m.member("atomic", &isAtomic)
    }

    /// The members of an operation.
    private struct Members: WireObject {
        static var blank: Self { Self(operation: Operation(.create, WireRecord())) }

        var operation: Operation
        /// The zone of records that name none.
        var zone: ZoneID?

        static func read(
            _ reader: inout WireReader, _ name: StaticString, zone: ZoneID?
        ) throws(WireError) -> Self {
            var members = blank
            members.zone = zone
            try MemberReader.read(&members, from: &reader, name)
            return members
        }

        mutating func members(_ m: inout some WireMembers) throws(WireError) {
            try m.require(try m.known("operationType", &operation.kind), "operationType")
            let home = zone
            let isThere = try m.member(
                "record", &operation.record,
                reading: { reader throws(WireError) in
                    try WireRecord(from: &reader, zone: home, isReply: false)
                },
                writing: { $0.write(to: &$1) })
            try m.require(isThere, "record")
            try m.member("desiredKeys", &operation.desiredKeys)
            try m.member("quarry", &operation.hints)
        }
    }
}

extension ModifyRequest.Kind: WireWord {}

extension ModifyRequest.Hints: WireObject {
    package static var blank: Self { Self(isPartial: false, keepsParent: true) }

    /// `{"isPartial":…,"keepsParent":…}`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.member("isPartial", &isPartial)
        try m.member("keepsParent", &keepsParent)
    }
}

extension LookupRequest: WireObject {
    package static var blank: Self { Self([]) }

    /// The body of `records/lookup`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.items("records", &items)
        try m.member("zoneID", &zone)
        try options.members(&m)
    }
}

extension LookupRequest.Item: WireObject {
    package static var blank: Self { Self("") }

    /// `{"recordName":…,"zoneID":…,"desiredKeys":…}`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.required("recordName", &name)
        try m.member("zoneID", &zone)
        try m.member("desiredKeys", &desiredKeys)
    }
}
