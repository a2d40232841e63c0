import PredicateCore
package import RecordJSON

extension AssetUploadRequest: WireObject {
    package static var blank: Self { Self([]) }

    /// The body of `assets/upload`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.items("tokens", &items)
        try m.member("zoneID", &zone)
    }
}

extension AssetUploadRequest.Item: WireObject {
    package static var blank: Self { Self(recordName: nil, recordType: "", field: "") }

    /// `{"recordType":…,"recordName":…,"fieldName":…}`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.required("recordType", &recordType)
        try m.member("recordName", &recordName)
        try m.required("fieldName", &field)
    }
}

extension AssetUploadReply: ReplyObject {
    package static var blank: Self { Self([]) }

    /// The reply of `assets/upload`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.entries("tokens", &items)
    }
}

extension AssetUploadReply.Item: WireObject {
    package static var blank: Self { Self(recordName: "", field: "", url: "") }

    /// `{"recordName":…,"fieldName":…,"url":…}`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.member("recordName", &recordName)
        try m.member("fieldName", &field)
        try m.member("url", &url)
    }
}

extension AssetReceipt: ReplyObject {
    package static var blank: Self { Self(checksum: "", size: 0, receipt: "") }

    /// What stands in `singleFile`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        let hasChecksum = try m.member("fileChecksum", &checksum)
        let hasSize = try m.member("size", &size)
        let hasReceipt = try m.member("receipt", &receipt)
        try m.require(hasChecksum && hasSize && hasReceipt, "receipt")
    }

    /// Reads `{"singleFile": {…}}`, or what stands in it.
    package init(from reader: inout WireReader, _ name: StaticString) throws(WireError) {
        var place = reader
        if let file = try SingleFile(from: &place, name).file {
            (self, reader) = (file, place)
        } else {
            self = .blank
            try MemberReader.read(&self, from: &reader, name)
        }
    }

    /// Appends the receipt in the form that the upload URL answers: `{"singleFile": {…}}`.
    package func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"singleFile":{"#)
        writeMembers(to: &writer)
        writer.append(raw: "}}")
    }

    private struct SingleFile: ReplyObject {
        static var blank: Self { Self() }

        var file: AssetReceipt?

        mutating func members(_ m: inout some WireMembers) throws(WireError) {
            try m.member("singleFile", &file)
        }
    }
}

extension AssetRereferenceRequest: WireObject {
    package static var blank: Self { Self([]) }

    /// The body of `assets/rereference`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.items("assets", &items)
        try m.member("zoneID", &zone)
    }
}

extension AssetRereferenceRequest.Item: WireObject {
    package static var blank: Self { Self(recordName: "", field: "") }

    /// `{"recordName":…,"fieldName":…}`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.required("recordName", &recordName)
        try m.required("fieldName", &field)
    }
}

extension AssetRereferenceReply: ReplyObject {
    package static var blank: Self { Self([]) }

    /// The reply of `assets/rereference`: for each field a value or an error.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.entries("assets", &items)
    }
}

extension AssetRereferenceReply.Entry: WireEntry {
    struct Item: WireObject {
        static var blank: Self { Self(receipt: .blank) }

        var receipt: AssetReceipt
        var url: String?

        mutating func members(_ m: inout some WireMembers) throws(WireError) {
            try receipt.members(&m)
            try m.member("downloadURL", &url)
        }
    }

    struct Name: WireObject {
        static var blank: Self { Self() }

        var record = ""
        var field = ""

        mutating func members(_ m: inout some WireMembers) throws(WireError) {
            try m.member("recordName", &record)
            try m.member("fieldName", &field)
        }
    }

    init(_ item: Item) { self = .asset(item.receipt, downloadURL: item.url) }
    init(_ name: Name, _ error: WireError) {
        self = .failure(recordName: name.record, field: name.field, error)
    }

    var content: WireEntryContent<Item, Name> {
        switch self {
        case .asset(let receipt, let url): .item(Item(receipt: receipt, url: url))
        case .failure(let name, let field, let error):
            .failure(Name(record: name, field: field), error)
        }
    }
}
