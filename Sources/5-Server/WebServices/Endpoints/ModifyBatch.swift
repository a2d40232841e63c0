import Foundation
import RecordCore
import RecordService

/// The operations of a `records/modify` on their way to a session and back, in order.
///
/// Whatever was asked is one request to the session, so that it is one transaction; what is at
/// fault before that is left out and has its entry.
struct ModifyBatch {
    /// What goes to the session.
    var request: SaveRequest
    /// Assets of which only a receipt is known.
    private(set) var uploads: [Upload] = []
    /// Stored records that say what the request leaves unsaid.
    var existing: [RecordID: Record] = [:]
    /// How many records the request had to save when it was done before; nil where it was not.
    var savesBefore: Int?
    /// Whether records whose types are not known were there when the request was done before.
    private var isRepeated = false

    private let message: ModifyRequest
    private let schema: RecordSchema
    /// Whether values of encrypted fields must say that they are.
    private let marksEncrypted: Bool
    /// The names of the records, chosen where none was given.
    private let ids: [RecordID]
    private var places: [ResultIndex] = []

    /// Where the result of an operation will be found.
    private enum ResultIndex {
        case save(Int)
        case deletion(Int)
        case failed(WireError)
    }

    /// An asset of which only a receipt is known.
    struct Upload {
        /// The place of the record among the saves.
        var save: Int
        var record: RecordID
        var type: String
        var field: String
        /// The place in a list; nil where the field holds one asset.
        var member: Int?
        var receipt: String
    }

    init(
        _ message: ModifyRequest, in database: ServiceSession.Database, schema: RecordSchema
    ) {
        self.message = message
        self.schema = schema
        // The public database refuses them all, and our own pages know the fields.
        marksEncrypted = database != .public && !message.options.isExact
        let zone = message.zone ?? .default
        ids = message.operations.map { operation in
            RecordID(
                operation.record.name ?? WireRecord.newName(),
                zone: operation.record.zone ?? zone)
        }
        request = SaveRequest(
            saves: [], deletions: [], isAtomic: message.isAtomic ?? true,
            isAtomicRequired: message.isAtomic == true)
        request.saves.reserveCapacity(message.operations.count)
    }

    /// The records that have to be looked at first.
    var needed: [RecordID] {
        var needed: [RecordID] = []
        for (operation, id) in zip(message.operations, ids)
        where !operation.kind.isDeletion && operation.record.name != nil {
            if operation.record.type == nil || operation.record.holdsAssetsWithoutReceipt {
                needed.append(id)
            }
        }
        return needed
    }

    /// Whether records are not there any more, or not yet, of which only the store would know the type.
    var lacksTypes: Bool {
        zip(message.operations, ids).contains { operation, id in
            !operation.kind.isDeletion && operation.record.name != nil
                && operation.record.type == nil && existing[id] == nil
        }
    }

    /// The zones of the records.
    var zones: Set<ZoneID> { Set(ids.map(\.zone)) }

    /// Whether saving may have made types or fields that the schema did not have.
    var mayGrowSchema: Bool {
        request.saves.indices.contains { place in
            guard let type = schema[request.saves[place].record.type] else { return true }
            return request.saves[place].record.fields.contains { name, value in
                if case .list(let members) = value, members.isEmpty {
                    return type.field(name) == nil
                }
                return false
            }
        }
    }

    // MARK: Before

    /// Makes the operations a request.
    ///
    /// - Throws: What is wrong with the request as a whole.
    mutating func prepare() throws(WireError) {
        guard let savesBefore else { return try prepareAll() }
        let plain = self
        isRepeated = true
        try prepareAll()
        // Those that had no type the first time either were not among the saves.
        guard request.saves.count != savesBefore else { return }
        self = plain
        try prepareAll()
    }

    private mutating func prepareAll() throws(WireError) {
        for place in message.operations.indices {
            let operation = message.operations[place]
            if operation.kind.needsTag, operation.record.changeTag == nil {
                throw .missing("recordChangeTag")
            }
            if operation.record.name == nil, operation.kind != .create {
                throw .missing("recordName")
            }
            do {
                places.append(try prepared(operation, ids[place]))
            } catch {
                guard error.concernsItem else { throw error }
                places.append(.failed(error))
            }
        }
    }

    private mutating func prepared(
        _ operation: ModifyRequest.Operation, _ id: RecordID
    ) throws(WireError) -> ResultIndex {
        if operation.kind.isDeletion {
            let tag = operation.kind == .delete ? operation.record.changeTag : nil
            request.deletions.append(SaveRequest.Deletion(id, changeTag: tag))
            return .deletion(request.deletions.count - 1)
        }
        let stored = existing[id]
        guard let type = operation.record.type ?? stored?.type else {
            if isRepeated {
                // What became of it is kept; its place counts, and nothing of it is saved again.
                request.saves.append(SaveRequest.Item(Record("", id)))
                return .save(request.saves.count - 1)
            }
            if operation.kind == .update || operation.kind == .replace {
                throw WireError(.notFound, "Record not found", concernsItem: true)
            }
            throw .missing("recordType")
        }
        var record = try operation.record.record(
            type: schema[type], typeName: type, zone: id.zone, name: id.name)
        if marksEncrypted { try checkMarks(of: record) }
        record.system = nil
        if operation.kind.needsTag, let tag = operation.record.changeTag {
            // Of what is known of a version only its tag is asked for.
            let never = Date(timeIntervalSince1970: 0)
            record.system = SystemFields(
                created: never, createdBy: "", modified: never, modifiedBy: "", changeTag: tag)
        }
        try takeAssets(of: &record, from: operation.record, stored: stored)
        let keepsParent = operation.record.parent == .unsaid
        var item = SaveRequest.Item(
            record, isPartial: operation.hints?.isPartial ?? operation.kind.merges,
            keepsParent: operation.hints?.keepsParent ?? keepsParent,
            policy: operation.kind.policy)
        item.isNew = operation.record.name == nil
        item.listTypes = operation.record.listTypes
        request.saves.append(item)
        return .save(request.saves.count - 1)
    }

    /// Refuses a value of an encrypted field that does not say `isEncrypted`, in the words of Apple's
    /// server, which have `ENCRYPTED_BYTES` whatever the value is.
    private func checkMarks(of record: Record) throws(WireError) {
        guard let type = schema[record.type] else { return }
        for (name, value) in record.fields where !value.isNull && !record.encrypted.contains(name) {
            guard let field = type.field(name), field.isEncrypted else { continue }
            throw WireError(
                .badRequest,
                "invalid attempt to set value type ENCRYPTED_BYTES for field '\(name)' for type "
                    + "'\(record.type)', defined to be: \(field.typeName)",
                concernsItem: true)
        }
    }

    /// Notes the assets that a record brings receipts for; others must be those it has.
    private mutating func takeAssets(
        of record: inout Record, from wire: WireRecord, stored: Record?
    ) throws(WireError) {
        // Of a record that is refused nothing is kept: its place goes to the next one.
        var found: [Upload] = []
        for (field, value) in record.fields {
            let assets = value.assets
            guard !assets.isEmpty else { continue }
            let isList = if case .list = value { true } else { false }
            var sizes: [String: Int64] = [:]
            for case let asset? in stored?[field].assets ?? [] {
                if let checksum = asset.checksum { sizes[checksum] = asset.size }
            }
            for (member, asset) in assets.enumerated() {
                guard let asset, let checksum = asset.checksum else { continue }
                if let receipt = wire.receipts[checksum] {
                    found.append(
                        Upload(
                            save: request.saves.count, record: record.id, type: record.type,
                            field: field, member: isList ? member : nil, receipt: receipt))
                } else if asset.size == nil || sizes[checksum] != asset.size {
                    // To know the checksum of a file is not to have it. The size is part of
                    // where its content is, and what a quota counts.
                    throw WireError(.badReceipt, concernsItem: true)
                }
            }
        }
        uploads += found
    }

    /// Takes up the asset of a receipt, or refuses its record.
    mutating func settle(_ upload: Upload, with asset: Result<Asset, ServiceError>) {
        switch asset {
        case .success(let asset):
            var value = request.saves[upload.save].record[upload.field]
            if let member = upload.member, case .list(var members) = value {
                members[member] = .asset(asset)
                value = .list(members)
            } else {
                value = .asset(asset)
            }
            request.saves[upload.save].record[upload.field] = value
        case .failure(let error): refuse(upload.save, WireError(item: error))
        }
    }

    private mutating func refuse(_ save: Int, _ error: WireError) {
        let place = places.firstIndex { if case .save(save) = $0 { true } else { false } }
        if let place { places[place] = .failed(error) }
    }

    /// Takes out what is at fault, and with it what shares an atomic zone with it.
    mutating func refuseSiblings() {
        guard places.contains(where: { if case .failed = $0 { true } else { false } }) else {
            return
        }
        var zones: Set<ZoneID> = []
        for (place, id) in zip(places, ids) {
            if case .failed = place { zones.insert(id.zone) }
        }
        let whole = request
        request.saves = []
        request.deletions = []
        for place in places.indices {
            let falls =
                request.isAtomic && ids[place].zone.name != ZoneID.defaultName
                && zones.contains(ids[place].zone)
            switch places[place] {
            case .failed: continue
            case .save where falls, .deletion where falls: places[place] = .failed(.sibling)
            case .save(let number):
                request.saves.append(whole.saves[number])
                places[place] = .save(request.saves.count - 1)
            case .deletion(let number):
                request.deletions.append(whole.deletions[number])
                places[place] = .deletion(request.deletions.count - 1)
            }
        }
    }

    // MARK: After

    /// The entries of the reply, in the order of the operations.
    func entries(_ result: ServiceSaveResult) -> [LookedUp] {
        var entries: [LookedUp] = []
        entries.reserveCapacity(places.count)
        for place in places.indices {
            let entry: RecordEntry
            switch places[place] {
            case .failed(let error): entry = .failure(name: ids[place].name, error)
            case .save(let number):
                switch result.saves[number] {
                case .success(let record): entry = .record(record)
                case .failure(let error): entry = failure(place, error)
                }
            case .deletion(let number):
                switch result.deletions[number] {
                case .success(let id): entry = .deleted(id, type: nil)
                case .failure(let error): entry = failure(place, error)
                }
            }
            entries.append(
                LookedUp(entry: entry, desiredKeys: message.operations[place].desiredKeys))
        }
        return entries
    }

    private func failure(_ place: Int, _ error: ServiceError) -> RecordEntry {
        .failure(name: ids[place].name, WireError(item: error))
    }
}

extension ModifyRequest.Kind {
    var isDeletion: Bool {
        switch self {
        case .delete, .forceDelete: true
        case .create, .update, .forceUpdate, .replace, .forceReplace: false
        }
    }

    /// Whether it concerns one version of a record.
    var needsTag: Bool {
        switch self {
        case .update, .replace, .delete: true
        case .create, .forceUpdate, .forceReplace, .forceDelete: false
        }
    }

    /// Whether fields that are absent keep what the store has.
    var merges: Bool {
        switch self {
        case .update, .forceUpdate: true
        case .create, .replace, .forceReplace, .delete, .forceDelete: false
        }
    }

    /// When it may replace.
    var policy: SavePolicy {
        switch self {
        case .create, .update, .replace, .delete: .ifServerRecordUnchanged
        case .forceUpdate: .changedKeys
        case .forceReplace, .forceDelete: .allKeys
        }
    }
}

extension WireRecord {
    /// Whether a field is said to hold a file that was not just sent.
    fileprivate var holdsAssetsWithoutReceipt: Bool {
        fields.values.contains { value in
            value.assets.contains { asset in
                guard let checksum = asset?.checksum else { return false }
                return receipts[checksum] == nil
            }
        }
    }
}

extension Value {
    /// The files of a field, place by place; empty where it holds none.
    fileprivate var assets: [Asset?] {
        switch kind {
        case .asset(let asset): return [asset]
        case .list(let members):
            guard members.contains(where: { if case .asset = $0 { true } else { false } })
            else { return [] }
            return members.map { if case .asset(let asset) = $0 { asset } else { nil } }
        case .null, .number, .text, .date, .bytes, .scalar, .reference, .location, .dictionary,
            .object:
            return []
        }
    }
}

extension WireError {
    /// What an operation carries that is not at fault, where another of an atomic zone is.
    static let sibling = WireError(
        ServiceError(StoreError(.batchFailed)), concernsItem: true)
}
