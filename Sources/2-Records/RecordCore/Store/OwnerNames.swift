/// How a user sees the names of zone owners in a database, and how the database keeps them.
///
/// A database keeps `ZoneID.currentOwner` for zones of its own owner and the user's record
/// name for all others. Another user that looks into it sees the owner by name, and itself as
/// the current owner.
///
///     let names = OwnerNames(viewer: "_bob", owner: "_ann")
///     names.stored(ZoneID("Notes", owner: "_ann"))  // ZoneID("Notes")
///     names.seen(ZoneID("Notes"))                   // ZoneID("Notes", owner: "_ann")
public struct OwnerNames: Hashable, Sendable {
    /// The record name of the requesting user.
    public let viewer: String
    /// The record name of the database's owner; empty for the public database.
    public let owner: String

    /// Names as a viewer sees them in an owner's database.
    public init(viewer: String, owner: String) {
        self.viewer = viewer
        self.owner = owner
    }

    /// Whether the owner looks.
    package var isOwn: Bool { viewer.hasSameBytes(as: owner) }

    /// Equal when viewer and owner are, both compared byte by byte.
    public static func == (a: OwnerNames, b: OwnerNames) -> Bool {
        a.viewer.hasSameBytes(as: b.viewer) && a.owner.hasSameBytes(as: b.owner)
    }

    /// A zone as the database keeps it.
    public func stored(_ zone: ZoneID) -> ZoneID {
        let absolute = zone.owner == ZoneID.currentOwner ? viewer : zone.owner
        let isOwned = absolute.hasSameBytes(as: owner)
        return ZoneID(zone.name, owner: isOwned ? ZoneID.currentOwner : absolute)
    }

    /// A zone as the viewer sees it.
    public func seen(_ zone: ZoneID) -> ZoneID {
        let absolute = zone.owner == ZoneID.currentOwner ? owner : zone.owner
        let isViewers = absolute.hasSameBytes(as: viewer)
        return ZoneID(zone.name, owner: isViewers ? ZoneID.currentOwner : absolute)
    }

    /// A record's name as the database keeps it.
    public func stored(_ id: RecordID) -> RecordID { RecordID(id.name, zone: stored(id.zone)) }

    /// A record's name as the viewer sees it.
    public func seen(_ id: RecordID) -> RecordID { RecordID(id.name, zone: seen(id.zone)) }

    /// A value as the database keeps it: references renamed.
    public func stored(_ value: Value) -> Value { OwnerNames.rename(value, stored) }

    /// A record as the database keeps it.
    public func stored(_ record: Record) -> Record { OwnerNames.rename(record, stored) }

    /// A record as the viewer sees it.
    public func seen(_ record: Record) -> Record {
        // The common case: the owner looks, and every name is relative already.
        isOwn ? record : OwnerNames.rename(record, seen)
    }

    /// A request as the database keeps it.
    public func stored(_ request: SaveRequest) -> SaveRequest {
        // The common case: the owner saves, and every name is relative already. To write one record
        // would copy all of them.
        if isOwn, OwnerNames.isRelative(request) { return request }
        var request = request
        for place in request.saves.indices {
            request.saves[place].record = stored(request.saves[place].record)
            request.saves[place].ancestor = request.saves[place].ancestor.map { stored($0) }
        }
        for place in request.deletions.indices {
            request.deletions[place].id = stored(request.deletions[place].id)
        }
        return request
    }

    /// A result as the viewer sees it, the records of conflicts among it.
    public func seen(_ result: SaveResult) -> SaveResult {
        guard !isOwn else { return result }
        var renamed = SaveResult(
            saves: result.saves.map { $0.map { seen($0) }.mapError { seen($0) } },
            deletions: result.deletions.map { $0.map { seen($0) }.mapError { seen($0) } },
            cascaded: result.cascaded.map { seen($0) }, replaced: seen(result.replaced),
            touched: seen(result.touched))
        renamed.isRepeated = result.isRepeated
        renamed.schema = result.schema
        return renamed
    }

    private func seen(_ records: [RecordID: Record]) -> [RecordID: Record] {
        var renamed: [RecordID: Record] = [:]
        for (id, record) in records { renamed[seen(id)] = seen(record) }
        return renamed
    }

    private func seen(_ error: StoreError) -> StoreError {
        guard let conflict = error.conflict else { return error }
        return StoreError(
            error.code, error.context, engineMessage: error.engineMessage,
            conflict: StoreError.Conflict(
                client: seen(conflict.client), server: conflict.server.map { seen($0) }))
    }

    /// Whether the zones that a request names are all the current owner's.
    private static func isRelative(_ request: SaveRequest) -> Bool {
        request.saves.indices.allSatisfy { place in
            isRelative(request.saves[place].record)
                && request.saves[place].ancestor.map(isRelative) ?? true
        }
            && request.deletions.allSatisfy { isRelative($0.id) }
    }

    private static func isRelative(_ record: Record) -> Bool {
        isRelative(record.id) && record.parent.map(isRelative) ?? true
            && record.share.map(isRelative) ?? true && record.fields.values.allSatisfy(isRelative)
    }

    private static func isRelative(_ value: Value) -> Bool {
        value.heldReferences.allSatisfy { isRelative($0.recordID) }
    }

    private static func isRelative(_ id: RecordID) -> Bool { id.zone.owner == ZoneID.currentOwner }

    private static func rename(_ record: Record, _ name: (RecordID) -> RecordID) -> Record {
        var record = record
        record.id = name(record.id)
        record.parent = record.parent.map(name)
        record.share = record.share.map(name)
        for (field, value) in record.fields {
            switch value.kind {
            case .reference, .list: record.fields[field] = rename(value, name)
            case .null, .number, .text, .date, .bytes, .scalar, .location, .asset, .dictionary,
                .object:
                continue
            }
        }
        return record
    }

    private static func rename(_ value: Value, _ name: (RecordID) -> RecordID) -> Value {
        switch value.kind {
        case .reference(let reference):
            return .reference(Reference(name(reference.recordID), action: reference.action))
        case .list(let members):
            guard
                members.contains(where: { if case .reference = $0 { true } else { false } })
            else { return value }
            return .list(
                members.map { member in
                    if case .reference = member { rename(member, name) } else { member }
                })
        case .null, .number, .text, .date, .bytes, .scalar, .location, .asset, .dictionary, .object:
            return value
        }
    }
}

extension OwnerNames {
    /// The names in a database that a user asks as its owner; the public database has none.
    public init(_ scope: DatabaseScope) {
        switch scope {
        case .public: self.init(viewer: "", owner: "")
        case .private(let user), .shared(let user): self.init(viewer: user, owner: user)
        }
    }
}

/// The part of a request to a shared database that goes to one owner's database.
///
///     var request = SaveRequest(
///         saving: [Record("Note", RecordID("a", zone: owned))])
///     request.deletions = [SaveRequest.Deletion(RecordID("b", zone: owned))]
///     let parts = OwnedRequest.split(request, viewer: "_ann")
///     parts.map(\.owner)  // ["_ben"]
///     parts[0].deletions  // [0]: the first deletion of the whole request
public struct OwnedRequest: Sendable {
    /// The owner's record name.
    public var owner: String
    /// The part, its names as the owner's database keeps them.
    public var request: SaveRequest
    /// Where each save of the part stands in the whole.
    public var saves: [Int]
    /// Where each deletion of the part stands in the whole.
    public var deletions: [Int]

    /// The parts of a request in the shared database of a user, in the order of their first
    /// record; each is a transaction of its own.
    public static func split(_ request: SaveRequest, viewer: String) -> [OwnedRequest] {
        var order: [ExactText] = []
        var parts: [ExactText: OwnedRequest] = [:]
        func part(_ zone: ZoneID) -> ExactText {
            let owner = ExactText(zone.owner == ZoneID.currentOwner ? viewer : zone.owner)
            if parts[owner] == nil {
                order.append(owner)
                var empty = request
                empty.saves = []
                empty.deletions = []
                empty.user = viewer
                parts[owner] = OwnedRequest(
                    owner: owner.text, request: empty, saves: [], deletions: [])
            }
            return owner
        }
        for (place, item) in request.saves.enumerated() {
            let owner = part(item.record.id.zone)
            parts[owner]?.saves.append(place)
            parts[owner]?.request.saves.append(item)
        }
        for (place, deletion) in request.deletions.enumerated() {
            let owner = part(deletion.id.zone)
            parts[owner]?.deletions.append(place)
            parts[owner]?.request.deletions.append(deletion)
        }
        return order.compactMap { owner in
            guard var part = parts[owner] else { return nil }
            part.request = OwnerNames(viewer: viewer, owner: owner.text).stored(part.request)
            return part
        }
    }

    /// What was taken in of the part's assets, of what was taken in of the whole request's.
    package func intake(of whole: AssetIntake) -> AssetIntake {
        var intake = AssetIntake(request: request, refused: [:])
        for (place, index) in saves.enumerated() { intake.refused[place] = whole.refused[index] }
        return intake
    }

    /// The result of a part of which nothing was done, where parts before it were done.
    package func refused(by error: any Error) -> SaveResult {
        var reason = StoreError(.engine, engineMessage: String(describing: error))
        if let error = error as? StoreError { reason = error }
        if error is CancellationError { reason = StoreError(.cancelled) }
        return SaveResult(
            saves: saves.map { _ in .failure(reason) },
            deletions: deletions.map { _ in .failure(reason) })
    }

    /// The result of the whole from those of its parts, each as the viewer sees it.
    public static func merge(_ results: [(OwnedRequest, SaveResult)]) -> SaveResult {
        var saves: [Int: Result<Record, StoreError>] = [:]
        var deletions: [Int: Result<RecordID, StoreError>] = [:]
        var cascaded: [RecordID] = []
        var replaced: [RecordID: Record] = [:]
        var touched: [RecordID: Record] = [:]
        for (part, result) in results {
            for (place, save) in zip(part.saves, result.saves) { saves[place] = save }
            for (place, deletion) in zip(part.deletions, result.deletions) {
                deletions[place] = deletion
            }
            cascaded += result.cascaded
            replaced.merge(result.replaced) { $1 }
            touched.merge(result.touched) { $1 }
        }
        var merged = SaveResult(
            saves: saves.sorted { $0.key < $1.key }.map(\.value),
            deletions: deletions.sorted { $0.key < $1.key }.map(\.value), cascaded: cascaded,
            replaced: replaced, touched: touched)
        // What was done only now is to be told of, though another part was done before.
        merged.isRepeated = !results.isEmpty && results.allSatisfy { $0.1.isRepeated }
        return merged
    }
}
