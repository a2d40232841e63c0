import PredicateCore
package import RecordJSON

extension AssetUploadRequest: WireMessage {
    /// Reads the body of `assets/upload`; throws `BAD_REQUEST` without `tokens`.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init([])
        items = try reader.list("tokens", of: Item.init) { reader, key throws(WireError) in
            guard "zoneID" ~= key else { return try reader.skip() }
            zone = try reader.zone("zoneID")
        }
    }

    /// Appends the body of `assets/upload`: `{"tokens":[{"recordType":…,"fieldName":…}]}`.
    package func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"tokens":"#)
        writer.append(array: items) { writer, item in
            writer.append(raw: #"{"recordType":"#)
            writer.append(text: item.recordType)
            writer.append(member: #","recordName":"#, item.recordName)
            writer.append(member: #","fieldName":"#, item.field)
            writer.append(byte: UInt8(ascii: "}"))
        }
        writer.append(byte: UInt8(ascii: ","))
        writer.append(zone: zone, limit: nil, options: RecordOptions())
        writer.closeList()
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension AssetUploadRequest.Item {
    init(from reader: inout WireReader) throws(WireError) {
        var name: String?
        var type: String?
        var field: String?
        try reader.members("tokens") { reader, key throws(WireError) in
            switch key {
            case "recordName": name = try reader.text("recordName")
            case "recordType": type = try reader.text("recordType")
            case "fieldName": field = try reader.text("fieldName")
            default: try reader.skip()
            }
        }
        guard let type else { throw .missing("recordType") }
        guard let field else { throw .missing("fieldName") }
        self.init(recordName: name, recordType: type, field: field)
    }
}

extension AssetUploadReply: WireMessage {
    /// Reads the reply of `assets/upload`; unknown members are skipped.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init([])
        try reader.members("reply") { reader, key throws(WireError) in
            guard "tokens" ~= key else { return try reader.skip() }
            try reader.elements("tokens") { reader throws(WireError) in
                var item = Item(recordName: "", field: "", url: "")
                try reader.members("tokens") { reader, key throws(WireError) in
                    switch key {
                    case "recordName": item.recordName = try reader.text("recordName") ?? ""
                    case "fieldName": item.field = try reader.text("fieldName") ?? ""
                    case "url": item.url = try reader.text("url") ?? ""
                    default: try reader.skip()
                    }
                }
                items.append(item)
            }
        }
    }

    /// Appends the reply of `assets/upload`: `{"tokens":[{"recordName":…,"url":…}]}`.
    package func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"tokens":"#)
        writer.append(array: items) { writer, item in
            writer.append(raw: #"{"recordName":"#)
            writer.append(text: item.recordName)
            writer.append(member: #","fieldName":"#, item.field)
            writer.append(member: #","url":"#, item.url)
            writer.append(byte: UInt8(ascii: "}"))
        }
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension AssetReceipt: WireMessage {
    /// Reads `{"singleFile": {…}}`, or what stands in it.
    package init(from reader: inout WireReader) throws(WireError) {
        var checksum: String?
        var size: Int64?
        var receipt: String?
        var inner: AssetReceipt?
        try reader.members("reply") { reader, key throws(WireError) in
            switch key {
            case "singleFile": inner = try AssetReceipt(from: &reader)
            case "fileChecksum": checksum = try reader.text("fileChecksum")
            case "size": size = try reader.integer("size")
            case "receipt": receipt = try reader.text("receipt")
            default: try reader.skip()
            }
        }
        if let inner {
            self = inner
            return
        }
        guard let checksum, let size, let receipt else { throw .missing("receipt") }
        self.init(checksum: checksum, size: size, receipt: receipt)
    }

    /// Appends the receipt in the form that the upload URL answers: `{"singleFile": {…}}`.
    package func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"singleFile":"#)
        writeFile(to: &writer)
        writer.append(byte: UInt8(ascii: "}"))
    }

    func writeFile(to writer: inout JSONWriter) {
        writer.append(raw: #"{"fileChecksum":"#)
        writer.append(text: checksum)
        writer.append(raw: #","size":"#)
        writer.append(integer: size)
        writer.append(raw: #","receipt":"#)
        writer.append(text: receipt)
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension AssetRereferenceRequest: WireMessage {
    /// Reads the body of `assets/rereference`; throws `BAD_REQUEST` without `assets`.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init([])
        items = try reader.list("assets", of: Item.init) { reader, key throws(WireError) in
            guard "zoneID" ~= key else { return try reader.skip() }
            zone = try reader.zone("zoneID")
        }
    }

    /// Appends the body of `assets/rereference`: `{"assets":[{"recordName":…,"fieldName":…}]}`.
    package func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"assets":"#)
        writer.append(array: items) { writer, item in
            writer.append(raw: #"{"recordName":"#)
            writer.append(text: item.recordName)
            writer.append(member: #","fieldName":"#, item.field)
            writer.append(byte: UInt8(ascii: "}"))
        }
        writer.append(byte: UInt8(ascii: ","))
        writer.append(zone: zone, limit: nil, options: RecordOptions())
        writer.closeList()
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension AssetRereferenceRequest.Item {
    init(from reader: inout WireReader) throws(WireError) {
        var name: String?
        var field: String?
        try reader.members("assets") { reader, key throws(WireError) in
            switch key {
            case "recordName": name = try reader.text("recordName")
            case "fieldName": field = try reader.text("fieldName")
            default: try reader.skip()
            }
        }
        guard let name else { throw .missing("recordName") }
        guard let field else { throw .missing("fieldName") }
        self.init(recordName: name, field: field)
    }
}

extension AssetRereferenceReply: WireMessage {
    /// Reads the reply of `assets/rereference`: for each field a value or an error.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init([])
        try reader.members("reply") { reader, key throws(WireError) in
            guard "assets" ~= key else { return try reader.skip() }
            try reader.elements("assets") { reader throws(WireError) in
                var name = ""
                var field = ""
                var url: String?
                var value = reader
                var place = reader
                let error = try WireError.entry(&reader)
                try place.members("assets") { reader, key throws(WireError) in
                    switch key {
                    case "recordName": name = try reader.text("recordName") ?? ""
                    case "fieldName": field = try reader.text("fieldName") ?? ""
                    case "downloadURL": url = try reader.text("downloadURL")
                    default: try reader.skip()
                    }
                }
                if let error {
                    items.append(.failure(recordName: name, field: field, error))
                } else {
                    items.append(.asset(try AssetReceipt(from: &value), downloadURL: url))
                }
            }
        }
    }

    /// Appends the reply of `assets/rereference`: for each field a value or an error.
    package func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"assets":"#)
        writer.append(array: items) { writer, item in
            switch item {
            case .asset(let receipt, let url):
                receipt.writeFile(to: &writer)
                if let url {
                    writer.bytes.removeLast()
                    writer.append(member: #","downloadURL":"#, url)
                    writer.append(byte: UInt8(ascii: "}"))
                }
            case .failure(let name, let field, let error):
                writer.append(raw: #"{"recordName":"#)
                writer.append(text: name)
                writer.append(member: #","fieldName":"#, field)
                writer.append(byte: UInt8(ascii: ","))
                error.writeMembers(to: &writer)
                writer.append(byte: UInt8(ascii: "}"))
            }
        }
        writer.append(byte: UInt8(ascii: "}"))
    }
}
