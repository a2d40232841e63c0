import Foundation
import PredicateCore

extension Mirror {
    /// Requests in a row of which nothing but conflicts came, after which the server is left alone.
    private static let conflictLimit = 100

    /// Sends again what may have been done: its answer was lost, or the program ended before it.
    ///
    /// A request that ends with an internal error again goes back to what is to be sent by others. So does
    /// one for which the connection breaks twice before anything of it is saved, as while its assets are
    /// sent: smaller ones may come through.
    ///
    /// - Returns: Whether something was done, how many records a request has that ended with an internal
    ///   error, and how many later ones may have.
    func resend() async throws -> (didChange: Bool, failed: Int, most: Int) {
        let most = settings.requestLimit
        guard let request = try self.kept({ try $0.request() }) else { return (false, 0, most) }
        let event = begin(.export)
        do {
            let isUnsaved = try self.kept { try $0.text("unsaved") } == request.once
            // A program that ends before the answer does not know it of this time.
            if isUnsaved { try transaction { $0.set("unsaved", nil as Data?) } }
            let outcome: MirrorExport.Outcome
            do {
                outcome = try await send(request, isRepeated: true, isUnsaved: isUnsaved)
            } catch let MirrorFailure.cloud(error) where isUnsaved && error.isBeforeSaving {
                try release(request)
                try putOff(request, error)
                end(event, .cloud(error))
                return (false, 0, max(1, request.items.count / 2))
            } catch let MirrorFailure.cloud(error) where error.isInternal {
                try release(request)
                try putOff(request, error)
                end(event, .cloud(error))
                return (false, request.items.count, most)
            }
            try await check(outcome, of: request, event)
            return (true, 0, most)
        } catch {
            throw ended(event, error)
        }
    }

    /// Has what is in a request that was kept sent by other requests.
    func release(_ request: MirrorRequest) throws {
        try transaction { state in
            try fold(state)
            try export(state).release(request)
        }
    }

    /// Has a record that stands alone in a request tried again after all others.
    private func putOff(_ request: MirrorRequest, _ error: MirrorCloudError) throws {
        guard request.items.count == 1, !request.isOfOriginals else { return }
        try transaction { try export($0).refuse(request.items[0].name, error) }
    }

    /// Sends what there is to send.
    ///
    /// - Parameters:
    ///   - count: How many records a request has that ended with an internal error twice: it is sent in
    ///     halves, as one that was refused. 0 for none.
    ///   - most: How many records a request may have.
    func exportChanges(
        dividing count: Int, most: Int
    ) async throws -> (didChange: Bool, needsImport: Bool) {
        var event: MirrorEvent?
        var didChange = false
        var needsImport = false
        var errors: [RecordID: MirrorCloudError] = [:]
        var skipped: Set<String> = []
        var retried: Set<String> = []
        var conflicts = 0
        // The owners of zones who have no room left, to whom deletions alone are sent: they make room.
        var full: [String: MirrorCloudError] = [:]
        let isDividing = count > 1
        var size =
            isDividing
            ? RequestSize(count / 2, most: most, refused: count) : RequestSize(most, most: most)
        do {
            while true {
                // Of the records that were refused, one of each kind of refusal is tried again.
                let owners = Set(full.keys)
                var request = try next(size.limit, skipped, retried: nil, full: owners)
                if request == nil { request = try next(1, skipped, retried: retried, full: owners) }
                if request == nil { request = try nextOriginals(size.limit, skipped) }
                guard let request else {
                    let first = full.min { $0.key < $1.key }
                    if let first { throw MirrorFailure.cloud(first.value) }
                    break
                }
                let owner = (request.zone ?? zoneID).owner
                if event == nil { event = begin(.export) }
                let refusal = request.items.count == 1 ? request.items[0].pending.refusal : nil
                if let refusal { retried.insert(refusal) }
                let outcome: MirrorExport.Outcome
                do {
                    outcome = try await send(request)
                } catch let MirrorFailure.cloud(error) where error.isFull && full[owner] == nil {
                    full[owner] = error
                    continue
                } catch let MirrorFailure.cloud(error)
                    where error.refusesRequest(isRepeated: isDividing || refusal != nil)
                {
                    if error.keepsRequest { try release(request) }
                    // The whole request was refused: halves of it, until a record stands alone.
                    size.refused(request.items.count)
                    if request.items.count == 1 {
                        let name = request.items[0].name
                        // What is to be sent of an object that moved was not in the request.
                        if !request.isOfOriginals {
                            try transaction { try export($0).refuse(name, error) }
                        }
                        errors[id(name, request)] = error
                        skipped.insert(name)
                        // Not the records fail, but the server does: the others are left alone.
                        if error.isInternal, !didChange, errors.count >= 3 { break }
                    }
                    continue
                }
                event?.count += outcome.count
                if outcome.count > 0 {
                    didChange = true
                    // What the server did not take may be behind.
                    size.taken()
                    if let refusal { try forgetRefusals(refusal) }
                }
                if let error = outcome.zoneError {
                    try await zoneIsMissing(request.zone, error)
                    needsImport = true
                    break
                }
                for (name, error) in outcome.errors {
                    errors[id(name, request)] = error
                    if error.isFull, full.updateValue(error, forKey: owner) == nil { continue }
                    skipped.insert(name)
                    if error.isFull { continue }
                    if error.isTransient { throw MirrorFailure.cloud(error) }
                }
                if !outcome.isSettled {
                    didChange = true
                    event?.notes += try await resolve(outcome, of: request)
                    conflicts = outcome.count == 0 ? conflicts + 1 : 0
                    if conflicts >= Mirror.conflictLimit, let conflict = outcome.conflict {
                        throw MirrorFailure.cloud(conflict)
                    }
                }
            }
            if !hasOwnZone, !needsImport {
                for (id, problem) in try unplaced() {
                    if event == nil { event = begin(.export) }
                    errors[id] = problem
                }
            }
            guard let event else { return (didChange, needsImport) }
            guard errors.isEmpty else {
                let byName = Dictionary(first: errors.map { ($0.key.name, $0.value) })
                throw MirrorFailure.partial(byName, cloud.partialError(errors))
            }
            end(event)
            return (didChange, needsImport)
        } catch {
            throw ended(event, error)
        }
    }

    func export(_ state: MirrorState) -> MirrorExport {
        MirrorExport(
            store: store, codec: codec, state: state, settings: settings, zoneID: zoneID,
            hasOwnZone: hasOwnZone)
    }

    private func id(_ name: String, _ request: MirrorRequest) -> RecordID {
        RecordID(name, zone: request.zone ?? zoneID)
    }

    /// Objects of a store of the shared database that are in no share, and so have no zone.
    private func unplaced() throws -> [RecordID: MirrorCloudError] {
        let names = try self.kept { try export($0).unplaced() }
        var errors: [RecordID: MirrorCloudError] = [:]
        for (name, entity) in names {
            errors[RecordID(name, zone: zoneID)] = cloud.refusal(
                "An object of the entity '\(entity)' is in a store of the shared database and is "
                    + "related to no shared object, so that it is in no share: relate it to one, or "
                    + "put it into the store of the private database")
        }
        return errors
    }

    func next(
        _ limit: Int, _ skipped: Set<String>, retried: Set<String>?, full: Set<String>
    ) throws -> MirrorRequest? {
        try transaction { state in
            try fold(state)
            return try export(state).next(
                limit: limit, skipping: skipped, retried: retried, full: full)
        }
    }

    private func nextOriginals(_ limit: Int, _ skipped: Set<String>) throws -> MirrorRequest? {
        try transaction { try export($0).nextOriginals(limit: limit, skipping: skipped) }
    }

    /// Sends a request, which is kept until its answer is there.
    ///
    /// - Parameter isUnsaved: Whether nothing of it was saved before.
    func send(
        _ request: MirrorRequest, isRepeated: Bool = false, isUnsaved: Bool = true
    ) async throws -> MirrorExport.Outcome {
        try settings.reached(.beforeSending)
        let message = try self.kept { try export($0).saveRequest(request) }
        do {
            let result = try await cloud.modify(message)
            try settings.reached(.answered)
            return try transaction { state in
                try fold(state)
                return try export(state).finish(request, result, isRepeated: isRepeated)
            }
        } catch let error as MirrorCloudError {
            if !error.keepsRequest { try transaction { try export($0).restore(request) } }
            if isUnsaved, error.savesNothing {
                try transaction { $0.set("unsaved", request.once) }
            }
            if error.isOfZone {
                var outcome = MirrorExport.Outcome()
                outcome.zoneError = error
                return outcome
            }
            throw MirrorFailure.cloud(error)
        }
    }

    /// Brings objects to what the server has; what was edited here is sent again.
    func resolve(
        _ outcome: MirrorExport.Outcome, of request: MirrorRequest
    ) async throws -> [String] {
        var missing = outcome.missing
        if !missing.isEmpty, cloud.scope != .public {
            // Another device may have moved them into a share, or the zone was made again without them.
            var event = MirrorEvent(.import, start: settings.clock())
            if try await findZones(), request.zone == nil { missing = [] }
            _ = try await importShares(&event)
        }
        var notes: [String] = []
        let parts = parts(of: request.isOfOriginals ? outcome.originals : outcome.conflicts)
        for (number, part) in parts.enumerated() {
            let contents = try await contents(of: part)
            let deleted = number == parts.count - 1 ? missing : []
            let result = try transaction { state -> MirrorImported in
                try fold(state)
                var work = try importer(state, request.zone, contents)
                if request.isOfOriginals { return try work.mergeOriginals(part) }
                return try work.run(changed: part, deleted: deleted)
            }
            if !result.isEmpty { imported(result) }
            notes += result.notes
        }
        try gatherImported()
        return notes
    }

    func check(
        _ outcome: MirrorExport.Outcome, of request: MirrorRequest, _ event: MirrorEvent
    ) async throws {
        var event = event
        event.count = outcome.count
        if let error = outcome.zoneError { try await zoneIsMissing(request.zone, error) }
        if !outcome.isSettled { event.notes += try await resolve(outcome, of: request) }
        end(event)
    }

    /// Records that were refused for a reason that holds no longer are sent with the others.
    func forgetRefusals(_ refusal: String) throws {
        try transaction { state in
            for name in try state.names("p/") {
                guard var pending = try state.pending(name), pending.refusal == refusal else {
                    continue
                }
                pending.refusal = nil
                state.setPending(name, pending)
            }
        }
    }
}
