/// A request on its way to the store: parts that the service refuses or does itself are taken
/// out, and the results put together again in the order asked.
struct SaveOrder {
    /// What goes to the store.
    private(set) var request: SaveRequest
    /// Refusals by place in ``request``, until ``settle()`` takes them out.
    var refusedSaves: [Int: ServiceError] = [:]
    var refusedDeletions: [Int: ServiceError] = [:]
    /// Deletions that the service does itself, by place, until ``settle()``; they wait for the rest.
    var ownDeletions: Set<Int> = []
    /// Those of them that were taken out, with their places in what was asked.
    private var waiting: [(place: Int, id: RecordID)] = []
    /// The zones of what was refused.
    private var refusedZones: Set<ZoneID> = []
    private(set) var result: ServiceSaveResult
    /// Where each part of ``request`` stands in what was asked.
    private var savePlaces: [Int]
    private var deletionPlaces: [Int]
    /// Names a zone in one way, of the two that its owner has.
    private let names: OwnerNames

    init(_ request: SaveRequest, names: OwnerNames) {
        self.request = request
        self.names = names
        savePlaces = Array(request.saves.indices)
        deletionPlaces = Array(request.deletions.indices)
        result = ServiceSaveResult(
            saves: request.saves.map { _ in .failure(SaveOrder.sibling) },
            deletions: request.deletions.map { _ in .failure(SaveOrder.sibling) })
    }

    /// What parts carry that are not at fault, where another part of an atomic zone is.
    static let sibling = ServiceError(StoreError(.batchFailed))

    /// The records to save may be made ready, but neither added to nor taken from.
    mutating func edit(_ place: Int, _ body: (inout SaveRequest.Item) throws -> Void) rethrows {
        try body(&request.saves[place])
    }

    /// Whether a part falls with what failed in some zones, each as it is stored.
    private func falls(_ zone: ZoneID, with failed: Set<ZoneID>) -> Bool {
        request.isAtomic && zone.name != ZoneID.defaultName
            && failed.contains(names.stored(zone))
    }

    /// Takes refused and own parts out of the request, and with them what shares an atomic
    /// zone with a refused one.
    mutating func settle() {
        guard !refusedSaves.isEmpty || !refusedDeletions.isEmpty || !ownDeletions.isEmpty
        else { return }
        var failed: Set<ZoneID> = []
        for place in refusedSaves.keys {
            failed.insert(names.stored(request.saves[place].record.id.zone))
        }
        for place in refusedDeletions.keys {
            failed.insert(names.stored(request.deletions[place].id.zone))
        }
        refusedZones.formUnion(failed)
        var saves: [Int] = []
        for place in request.saves.indices {
            if let error = refusedSaves[place] {
                result.saves[savePlaces[place]] = .failure(error)
            } else if !falls(request.saves[place].record.id.zone, with: failed) {
                saves.append(place)
            }
        }
        var deletions: [Int] = []
        for place in request.deletions.indices {
            let id = request.deletions[place].id
            if let error = refusedDeletions[place] {
                result.deletions[deletionPlaces[place]] = .failure(error)
            } else if ownDeletions.contains(place) {
                waiting.append((deletionPlaces[place], id))
            } else if !falls(id.zone, with: failed) {
                deletions.append(place)
            }
        }
        request.saves = saves.map { request.saves[$0] }
        request.deletions = deletions.map { request.deletions[$0] }
        savePlaces = saves.map { savePlaces[$0] }
        deletionPlaces = deletions.map { deletionPlaces[$0] }
        refusedSaves = [:]
        refusedDeletions = [:]
        ownDeletions = []
    }

    /// The own deletions, once the results of the store are noted, that nothing else in an atomic zone
    /// keeps back.
    var ready: [(place: Int, id: RecordID)] {
        guard !waiting.isEmpty else { return [] }
        var failed = refusedZones
        for place in request.saves.indices {
            if case .success = result.saves[savePlaces[place]] { continue }
            failed.insert(names.stored(request.saves[place].record.id.zone))
        }
        for place in request.deletions.indices {
            if case .success = result.deletions[deletionPlaces[place]] { continue }
            failed.insert(names.stored(request.deletions[place].id.zone))
        }
        return waiting.filter { !falls($0.id.zone, with: failed) }
    }

    /// Takes up what became of an own deletion.
    mutating func note(_ deletion: Result<RecordID, ServiceError>, at place: Int) {
        result.deletions[place] = deletion
    }

    /// Takes up what the store did.
    mutating func note(_ stored: SaveResult) {
        for (place, save) in stored.saves.enumerated() {
            let ancestor = request.saves[place].ancestor
            result.saves[savePlaces[place]] = save.mapError {
                ServiceError($0, ancestor: ancestor)
            }
        }
        for (place, deletion) in stored.deletions.enumerated() {
            result.deletions[deletionPlaces[place]] = deletion.mapError { ServiceError($0) }
        }
        result.cascaded = stored.cascaded
    }

    /// Refuses the saves in some zones for want of room, and what falls with them.
    mutating func exceedQuota(in isFull: (ZoneID) -> Bool) {
        let error = ServiceError(StoreError(.quotaExceeded))
        for place in request.saves.indices where isFull(request.saves[place].record.id.zone) {
            refusedSaves[place] = error
        }
        settle()
    }
}
