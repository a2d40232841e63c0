import Foundation
package import RecordService
import WebServices

extension RemoteSession {
    /// Saves and deletes.
    ///
    /// New assets are sent first. A request whose answer was lost is sent again under the same name,
    /// which the server does not do twice. Throws only when the whole request is refused, or when
    /// it is unknown whether the server did it (`serverResponseLost`).
    package func modify(
        _ request: SaveRequest, in database: Database
    ) async throws(ServiceError) -> ServiceSaveResult {
        let count = request.saves.count + request.deletions.count
        return try await self.request(
            isWrite: true, in: database, records: count
        ) { () async throws(ServiceError) in
            try await perform(request, in: database)
        }
    }

    func perform(
        _ request: SaveRequest, in database: Database
    ) async throws(ServiceError) -> ServiceSaveResult {
        let intake = try await sendAssets(of: request, in: database)
        var operations: [ModifyRequest.Operation] = []
        operations.reserveCapacity(request.saves.count + request.deletions.count)
        /// The place in the request of each operation that is sent.
        var places: [Int] = []
        for (place, item) in request.saves.enumerated() where intake.refused[place] == nil {
            operations.append(
                RemoteSession.operation(
                    item, sent: intake.records[place] ?? WireRecord(item.record), request.policy))
            places.append(place)
        }
        for (place, deletion) in request.deletions.enumerated() {
            operations.append(RemoteSession.operation(deletion))
            places.append(request.saves.count + place)
        }
        var result = Outcome(request)
        for (place, error) in intake.refused { result.saves[place] = .failure(error) }
        if request.isAtomic, !intake.refused.isEmpty {
            // The siblings of what cannot be sent share its outcome where their zone is atomic.
            result.refuseSiblings(of: intake.refused.keys, in: database, named: own)
        }
        let sent = places.indices.filter { result.isOpen(places[$0]) }
        guard !sent.isEmpty else { return result.whole }
        let message = ModifyRequest(
            sent.map { operations[$0] },
            isAtomic: request.isAtomicRequired ? true : request.isAtomic ? nil : false,
            options: records(nil))
        let reply = try await sendOnce(message, in: database, as: request.once)
        for (entry, place) in zip(reply.entries, sent) {
            await result.note(entry, places[place], request, self)
        }
        result.cascaded = reply.cascaded
        return result.whole
    }

    /// Sends what is to be saved until it is known what became of it, a few times at most.
    private func sendOnce(
        _ message: ModifyRequest, in database: Database, as name: String?
    ) async throws(ServiceError) -> RecordsReply {
        let name = name ?? UUID().uuidString
        let (body, count) = (message.bytes, message.operations.count)
        let end = ContinuousClock.now + .seconds(options.requestSeconds)
        var lost: ServiceError?
        for pause in [0.1, 1, nil] {
            do throws(ServiceError) {
                let reply: RecordsReply = try read(
                    try await send(
                        "POST", Endpoint.recordsModify.rawValue, in: database, body: body,
                        once: name, isWrite: true))
                guard reply.entries.count == count else {
                    throw ServiceError(
                        .malformed("\(count) operations, \(reply.entries.count) answers"),
                        isWrite: true)
                }
                return reply
            } catch {
                if error.code == .serverResponseLost {
                    lost = lost ?? error
                } else {
                    // Why the server could not be asked again says nothing of what it did before.
                    guard let before = lost else { throw error }
                    guard RemoteSession.mayPass(error) else {
                        throw before.askedAgain(error)
                    }
                }
            }
            // A task that is cancelled asks no more: what was lost stays lost.
            guard let pause, ContinuousClock.now < end,
                (try? await Task.sleep(for: .seconds(pause))) != nil
            else { break }
        }
        throw lost ?? .responseLost
    }

    /// Whether the same request may succeed soon after it failed so.
    private static func mayPass(_ error: ServiceError) -> Bool {
        switch error.code {
        case .networkUnavailable, .networkFailure, .serviceUnavailable, .zoneBusy,
            .requestRateLimited:
            true
        default: false
        }
    }

    private static func operation(
        _ item: SaveRequest.Item, sent: WireRecord, _ policy: SavePolicy
    ) -> ModifyRequest.Operation {
        let kind: ModifyRequest.Kind
        switch item.policy ?? policy {
        case .ifServerRecordUnchanged:
            kind =
                item.record.system == nil ? .create : item.isPartial ? .update : .replace
        case .changedKeys: kind = .forceUpdate
        case .allKeys: kind = .forceReplace
        }
        return ModifyRequest.Operation(
            kind, sent,
            hints: ModifyRequest.Hints(
                isPartial: item.isPartial, keepsParent: item.keepsParent))
    }

    private static func operation(_ deletion: SaveRequest.Deletion) -> ModifyRequest.Operation {
        ModifyRequest.Operation(
            deletion.changeTag == nil ? .forceDelete : .delete,
            WireRecord(
                name: deletion.id.name, zone: deletion.id.zone, changeTag: deletion.changeTag))
    }

    package func write(_ fields: [String: Value], to id: RecordID) async throws {
        let quiet = RemoteService(
            options, transport: service.transport, credentials: service.credentials)
        let databases: [Database] = user == nil ? [.public] : [.private, .shared, .public]
        for database in databases {
            let reader = RemoteSession(service: quiet, user: user, device: device)
            guard
                // A database that the caller may not read does not have the record.
                case .success(let record)? = try? await reader.records(
                    [id], in: database, desiredKeys: nil)[id]
            else { continue }
            var changed = Record(record.type, id, fields)
            changed.parent = record.parent
            changed.share = record.share
            let writer = RemoteSession(
                service: quiet, user: database == .public ? record.system?.createdBy : user,
                device: "the conflicting writer")
            let result = try await writer.perform(
                SaveRequest(saving: [changed], policy: .changedKeys), in: database)
            if case .failure(let error)? = result.saves.first { throw error }
            return
        }
    }
}

extension ServiceError {
    /// A lost answer, with why the server did not say what it did when it was asked again.
    fileprivate func askedAgain(_ error: ServiceError) -> ServiceError {
        var lost = self
        lost.advice = "Fetch to see whether it was done. (Asked again: \(error.message))"
        return lost
    }
}

/// What is known so far of each part of a request to save.
private struct Outcome {
    let request: SaveRequest
    var saves: [Result<Record, ServiceError>?]
    var deletions: [Result<RecordID, ServiceError>?]
    var cascaded: [RecordID] = []

    init(_ request: SaveRequest) {
        self.request = request
        saves = Array(repeating: nil, count: request.saves.count)
        deletions = Array(repeating: nil, count: request.deletions.count)
    }

    /// Whether nothing is known yet of a part, counted saves first.
    func isOpen(_ place: Int) -> Bool {
        place < saves.count ? saves[place] == nil : deletions[place - saves.count] == nil
    }

    mutating func refuseSiblings(
        of places: some Collection<Int>, in database: ServiceSession.Database,
        named own: (ZoneID) -> ZoneID
    ) {
        guard database != .public else { return }
        let zones = Set(places.map { own(request.saves[$0].record.id.zone) })
            .subtracting([.default])
        let failure = ServiceError(StoreError(.batchFailed))
        for (place, item) in request.saves.enumerated()
        where saves[place] == nil && zones.contains(own(item.record.id.zone)) {
            saves[place] = .failure(failure)
        }
        for (place, deletion) in request.deletions.enumerated()
        where zones.contains(own(deletion.id.zone)) {
            deletions[place] = .failure(failure)
        }
    }

    mutating func note(
        _ entry: RecordEntry, _ place: Int, _ request: SaveRequest, _ session: RemoteSession
    ) async {
        if place >= saves.count {
            let id = request.deletions[place - saves.count].id
            switch entry {
            case .record, .deleted: deletions[place - saves.count] = .success(id)
            case .failure(_, let error):
                deletions[place - saves.count] = .failure(error.serviceError)
            }
            return
        }
        let item = request.saves[place]
        switch entry {
        case .record(let record):
            // What was sent is here; the rest is not needed to know that the save is done, and would have to
            // come within its time.
            saves[place] = .success(await session.withFilesAtHand(record, fetches: false))
        case .deleted:
            saves[place] = .failure(
                ServiceError(.malformed("A saved record was answered as deleted"), isWrite: true))
        case .failure(_, let wire):
            var error = wire.serviceError
            if error.message == ServiceError.badReceipt.message {
                // As a service in the process says of an asset whose content it does not have.
                error = ServiceError(StoreError(.assetNotAvailable))
            }
            if error.conflict != nil || error.code == .serverRecordChanged {
                // What we sent, and what we began with, we know better than the server.
                var conflict = ServiceError.Conflict(
                    ancestor: item.ancestor, client: item.record, server: nil)
                if let server = error.conflict?.server {
                    conflict.server = await session.withFilesAtHand(server, fetches: true)
                }
                error.conflict = conflict
            }
            saves[place] = .failure(error)
        }
    }

    /// Everything, now that everything is known.
    var whole: ServiceSaveResult {
        let unknown = ServiceError(.internalError, 2000, "The server said nothing of it")
        return ServiceSaveResult(
            saves: saves.map { $0 ?? .failure(unknown) },
            deletions: deletions.map { $0 ?? .failure(unknown) }, cascaded: cascaded)
    }
}
