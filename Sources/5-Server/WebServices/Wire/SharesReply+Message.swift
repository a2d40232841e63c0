import PredicateCore
import RecordCore
package import RecordJSON
import RecordService

extension SharesReply: WireMessage {
    /// Reads the reply of `records/resolve`: for each share its metadata or an error.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init([])
        try reader.members("reply") { reader, key throws(WireError) in
            guard "results" ~= key else { return try reader.skip() }
            try reader.elements("results") { reader throws(WireError) in
                var place = reader
                if let error = try WireError.entry(&place) {
                    results.append(.failure(shortGUID: try reader.shortGUID(), error))
                } else {
                    results.append(.share(try WireShareMetadata(from: &reader)))
                }
            }
        }
    }

    /// Appends the body; records are exact.
    package func write(to writer: inout JSONWriter) {
        var records = RecordWriter(options: RecordOptions(isExact: true))
        write(to: &writer, records: &records)
    }

    /// Appends the body.
    ///
    /// - Parameter records: Writes the shares' records and roots.
    package func write(to writer: inout JSONWriter, records: inout RecordWriter) {
        writer.append(raw: #"{"results":["#)
        for result in results {
            switch result {
            case .share(let metadata): metadata.write(to: &writer, records: &records)
            case .failure(let shortGUID, let error):
                writer.append(raw: #"{"shortGUID":{"value":"#)
                writer.append(text: shortGUID)
                writer.append(raw: "},")
                error.writeMembers(to: &writer)
                writer.append(byte: UInt8(ascii: "}"))
            }
            writer.append(byte: UInt8(ascii: ","))
        }
        writer.closeList()
        writer.append(raw: "]}")
    }
}

extension WireReader {
    /// The `shortGUID` of an object: `{"value": "0cAbc"}` or a text.
    fileprivate mutating func shortGUID() throws(WireError) -> String {
        var found = ""
        try members("results") { reader, key throws(WireError) in
            guard "shortGUID" ~= key else { return try reader.skip() }
            found = try ShareRequest.Item(from: &reader).shortGUID
        }
        return found
    }
}

extension WireShareMetadata {
    init(from reader: inout WireReader) throws(WireError) {
        self.init(
            shortGUID: "", container: "", environment: .production, database: .shared,
            zone: .default, share: Record("", RecordID("")), rootName: nil, root: nil,
            owner: WireUser(user: nil), role: .unknown, acceptance: .unknown,
            permission: .unknown)
        var share: WireReader?
        var root: WireReader?
        try reader.members("results") { reader, key throws(WireError) in
            switch key {
            case "shortGUID": shortGUID = try ShareRequest.Item(from: &reader).shortGUID
            case "containerIdentifier":
                container = try reader.text("containerIdentifier") ?? ""
            case "environment":
                environment =
                    try reader.text("environment")
                    .flatMap { EndpointPath.Environment(rawValue: $0.lowercased()) }
                    ?? environment
            case "databaseScope":
                switch try reader.text("databaseScope") {
                case "PUBLIC": database = .public
                case "PRIVATE": database = .private
                case nil, .some: database = .shared
                }
            case "zoneID": zone = try reader.zone("zoneID") ?? zone
            case "share": share = try reader.pass()
            case "rootRecord": root = try reader.pass()
            case "rootRecordName": rootName = try reader.text("rootRecordName")
            case "ownerIdentity": owner = try WireUser(from: &reader)
            case "participantType":
                role = try reader.text("participantType").flatMap { .init(wireName: $0) } ?? role
            case "participantStatus":
                acceptance =
                    try reader.text("participantStatus").flatMap { .init(wireName: $0) }
                    ?? acceptance
            case "participantPermission":
                permission =
                    try reader.text("participantPermission").flatMap { .init(wireName: $0) }
                    ?? permission
            default: try reader.skip()
            }
        }
        guard var share, try !share.null() else { throw .missing("share") }
        self.share = try WireRecord(from: &share, zone: zone, isReply: true).read(zone: zone)
        if var root, try !root.null() {
            self.root = try WireRecord(from: &root, zone: zone, isReply: true).read(zone: zone)
        }
    }

    func write(to writer: inout JSONWriter, records: inout RecordWriter) {
        writer.append(raw: #"{"shortGUID":{"value":"#)
        writer.append(text: shortGUID)
        writer.append(raw: #"},"containerIdentifier":"#)
        writer.append(text: container)
        writer.append(raw: #","environment":"#)
        writer.append(text: environment.rawValue.uppercased())
        writer.append(raw: #","databaseScope":"#)
        switch database {
        case .public: writer.append(raw: #""PUBLIC""#)
        case .private: writer.append(raw: #""PRIVATE""#)
        case .shared: writer.append(raw: #""SHARED""#)
        }
        writer.append(raw: #","zoneID":"#)
        writer.append(zone, owner: records.zoneOwner)
        writer.append(raw: #","share":"#)
        records.write(share, to: &writer)
        writer.append(member: #","rootRecordName":"#, rootName)
        if let root {
            writer.append(raw: #","rootRecord":"#)
            records.write(root, to: &writer)
        }
        writer.append(raw: #","ownerIdentity":"#)
        owner.write(to: &writer)
        writer.append(raw: #","participantType":"#)
        writer.append(text: role.wireName)
        writer.append(raw: #","participantStatus":"#)
        writer.append(text: acceptance.wireName)
        writer.append(raw: #","participantPermission":"#)
        writer.append(text: permission.wireName)
        writer.append(byte: UInt8(ascii: "}"))
    }
}
