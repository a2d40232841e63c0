import RecordJSON
extension ShareRequest: WireObject {
    package static var blank: Self { Self([]) }

    /// The body of `records/resolve`, `records/accept` and `records/requestAccess`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.items("shortGUIDs", &items)
        try options.members(&m)
    }
}

extension ShareRequest.Item: WireObject {
    package static var blank: Self { Self("") }

    /// `{"value":…,"shouldFetchRootRecord":…}`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.member("value", &shortGUID)
        try m.member("shouldFetchRootRecord", &fetchesRoot)
        try m.member("rootRecordDesiredKeys", &rootDesiredKeys)
        try m.require(!shortGUID.isEmpty, "value")
    }

    /// Reads a share, which may be a text.
    package init(from reader: inout WireReader, _ name: StaticString) throws(WireError) {
        self.init("")
        if reader.cursor.kind == .text {
            shortGUID = try reader.text(name.description) ?? ""
        } else {
            try MemberReader.read(&self, from: &reader, name)
        }
    }
}
