import PredicateCore
import RecordCore
import RecordJSON
import WebServices

/// Records as the body of `records/modify`.
struct CloudBatch {
    /// The JSON of each operation, in order.
    private(set) var operations: [OrderedJSON] = []
    /// The records of the operations.
    private(set) var records: [Record] = []
    /// Bytes, about.
    private(set) var bytes = 0

    /// Bytes of a request that every server takes.
    static let limit = 1_500_000

    /// Adds a record.
    ///
    /// - Parameter values: Values of fields that are as the other side gave them: receipts.
    mutating func append(
        _ record: Record, _ kind: ModifyRequest.Kind, values: [String: Value], isApple: Bool
    ) throws {
        let body = ModifyRequest([.init(kind, WireRecord(record))]).bytes
        guard case .dictionary(let members) = try JSONReader.value(of: body),
            case .list(let list)? = members["operations"],
            case .dictionary(var operation)? = list.first,
            case .dictionary(var said)? = operation["record"]
        else { throw TransferError("\(record.id.name) cannot be written") }
        // The request names the zone once for all.
        said["zoneID"] = nil
        said["recordChangeTag"] = nil
        if case .dictionary(var fields)? = said["fields"] {
            for (field, value) in values {
                var isList = false
                if case .list = value { isList = true }
                fields[field] = .dictionary([
                    "value": value, "type": .text(isList ? "ASSETID_LIST" : "ASSETID"),
                ])
            }
            said["fields"] = .dictionary(fields)
        }
        operation["record"] = .dictionary(said)
        let made = Value.dictionary(operation)
        operations.append(isApple ? CloudBatch.plain(made) : .value(made))
        records.append(record)
        bytes += body.count
    }

    /// Adds what another batch has.
    mutating func append(_ other: CloudBatch) {
        operations += other.operations
        records += other.records
        bytes += other.bytes
    }

    /// The body of the request.
    func body(zone: ZoneID) -> [UInt8] {
        var writer = JSONWriter(plain: true)
        let body: OrderedJSON = [
            "zoneID": ["zoneName": .text(zone.name)], "atomic": .bool(false),
            "operations": .list(operations),
        ]
        // A field that is null is one without a value.
        body.append(to: &writer, keepsNull: true)
        return writer.bytes
    }

    /// The operations at some places.
    func picking(_ places: [Int]) -> CloudBatch {
        var batch = CloudBatch()
        batch.operations = places.map { operations[$0] }
        batch.records = places.map { records[$0] }
        return batch
    }

    /// Without what Quarry alone understands: beside values of encrypted fields Apple has `isEncrypted`.
    ///
    /// - Parameter isFields: Whether the keys are the names of fields, which may be any.
    private static func plain(_ value: Value, isFields: Bool = false) -> OrderedJSON {
        switch value.kind {
        case .dictionary(var members):
            if !isFields { members["quarry"] = nil }
            var isEncrypted = false
            let prefix = "ENCRYPTED_"
            if case .text(let type)? = members["type"], type.hasPrefix(prefix) {
                members["type"] = .text(String(type.dropFirst(prefix.count)))
                isEncrypted = true
            }
            var made = members.sorted { $0.key < $1.key }.map { key, value in
                (key, plain(value, isFields: !isFields && key == "fields"))
            }
            if isEncrypted { made.append(("isEncrypted", .bool(true))) }
            return .object(made)
        case .list(let members): return .list(members.map { plain($0) })
        case .null, .number, .text, .date, .bytes, .scalar, .reference, .location, .asset, .object:
            return .value(value)
        }
    }
}
