package import Foundation

extension ServiceSession {
    // MARK: Looking

    /// What a share's URL leads to.
    ///
    /// - Parameters:
    ///   - url: The URL, with or without a title after `#`.
    ///   - fetchesRoot: Whether the root record comes along.
    ///   - desiredKeys: The fields of the root record; nil all.
    /// - Throws: `unknownItem` "Share not found" when there is none for the user.
    package func shareMetadata(
        url: URL, fetchesRoot: Bool = false, desiredKeys: [String]? = nil
    ) async throws(ServiceError) -> ShareMetadata {
        try await request(isWrite: false, in: nil) {
            let user = try signedIn()
            let found = try await share(at: url)
            let names = OwnerNames(viewer: user, owner: found.owner)
            let place = try await participant(user, in: found.share, found.invitation)
            let participant = place.map { found.share.participants[$0] }
            var metadata = ShareMetadata(
                url: url, share: names.seen(found.record),
                rootID: found.share.root.map { names.seen($0) }, root: nil, owner: found.owner,
                role: .owner, acceptance: .accepted, permission: .readWrite,
                container: service.container)
            if !user.hasSameBytes(as: found.owner) {
                guard participant != nil || found.share.isOpen && !found.share.isBlocked(user)
                else {
                    throw ServiceError.notInvited(to: found.share)
                }
                metadata.share = shown(metadata.share, in: .shared(user: user), to: participant)
                metadata.role = participant?.role ?? .publicUser
                metadata.acceptance = participant?.acceptance ?? .pending
                metadata.permission =
                    metadata.role == .publicUser
                    ? found.share.publicPermission : participant?.permission ?? .none
            }
            if fetchesRoot, let root = found.share.root {
                let home = DatabaseScope.private(user: found.owner)
                let record = try await store.records(
                    [root], in: home, desiredKeys: desiredKeys)[root]
                if let record { metadata.root = names.seen(try await withFiles(record, home)) }
            }
            return metadata
        }
    }

    /// The last part of the URL at which each record is shared.
    ///
    /// Of the user's own records that are not shared it is that of the share which they may get; other
    /// records have none.
    package func shortGUIDs(
        of records: [Record], in database: Database
    ) async throws -> [RecordID: String] {
        let scope = try scope(database)
        let ids = records.compactMap(\.share)
        let shares =
            ids.isEmpty
            ? [:] : try await store.records(ids, in: scope, desiredKeys: Share.keeping([]))
        var guids: [RecordID: String] = [:]
        for record in records where record.type != Share.recordType {
            if let share = record.share {
                guids[record.id] = shares[share].flatMap { Share($0)?.token }
            } else if case .private(let owner) = scope {
                guids[record.id] = ShareAddress(owner: owner, id: record.id)
                    .token(key: try await service.cursorKey.value(of: store))
            }
        }
        return guids
    }

    /// A record of another owner as the user sees it: of the participants of a share, users that come
    /// by its URL see themselves alone, and one-time URLs and requests are seen by its administrators.
    ///
    /// `CKShare.participants` are those "that the current user has permissions to see", at least the
    /// owner and the user.
    ///
    /// - Parameter participant: What the user is or may become, where the list does not say so yet.
    func shown(
        _ record: Record, in scope: DatabaseScope, to participant: Share.Participant? = nil
    ) -> Record {
        guard case .shared(let user) = scope, let share = Share(record) else { return record }
        let own = share.participants.filter { $0.user?.hasSameBytes(as: user) == true }
        let isInvited = (own + [participant].compactMap { $0 }).contains {
            $0.role != .publicUser && $0.acceptance != .removed && !$0.isForAnyone
        }
        var seen = share
        if !isInvited { seen.participants = own }
        if !share.isAdministered(by: user) {
            for place in seen.participants.indices { seen.participants[place].token = nil }
            seen.requests = Share.AccessRequests()
        }
        guard seen != share else { return record }
        var record = record
        let written = seen.record
        for field in [Share.participantsField, Share.requestsField] {
            record.fields[field] = written[field].isNull ? nil : written[field]
        }
        return record
    }

    // MARK: Taking part

    /// Accepts a share; gives its record as the user sees it.
    ///
    /// From then on the shared database has the zone. Accepting again changes nothing.
    ///
    /// - Throws: `unknownItem` "Share not found" when there is none for the user,
    ///   `participantMayNeedVerification` when an open invitation by address may be the user's,
    ///   `tooManyParticipants` when an open share has as many as it may have.
    @discardableResult
    package func acceptShare(_ url: URL) async throws(ServiceError) -> Record {
        try await request(isWrite: true, in: nil) {
            let user = try signedIn()
            let found = try await share(at: url)
            let record = try await service.shareGate.run {
                try await self.changeShare(found.record.id, of: found.owner) { share, owner in
                    try await self.join(user, &share, of: owner, found.invitation)
                }
            }
            return user.hasSameBytes(as: found.owner)
                ? record : shown(record, in: .shared(user: user))
        }
    }

    /// Asks to take part in a share without an invitation; its owner and administrators answer.
    ///
    /// Asking again changes nothing, nor does asking for what the user takes part in or is invited to.
    ///
    /// - Throws: `unknownItem` "Share not found" when there is none, or the user may not ask;
    ///   `tooManyParticipants` when as many users wait for an answer as may take part.
    package func requestAccess(_ url: URL) async throws(ServiceError) {
        try await request(isWrite: true, in: nil) {
            let user = try signedIn()
            let found = try await share(at: url)
            _ = try await service.shareGate.run {
                try await self.changeShare(found.record.id, of: found.owner) { share, owner in
                    let isAnswered = try await self.participant(user, in: share, nil) != nil
                    guard !user.hasSameBytes(as: owner), !isAnswered else { return false }
                    guard share.requests.areAllowed, !share.isBlocked(user) else {
                        throw ServiceError.shareNotFound
                    }
                    guard !share.requests.names(user) else { return false }
                    guard share.requests.users.count < self.options.participants else {
                        throw ServiceError.tooManyParticipants(limit: self.options.participants)
                    }
                    share.requests.users.append(user)
                    return true
                }
            }
        }
    }

    /// Makes a user take part; false when the user does already.
    private func join(
        _ user: String, _ share: inout Share, of owner: String, _ invitation: String?
    ) async throws -> Bool {
        guard !user.hasSameBytes(as: owner) else { return false }
        guard let place = try await participant(user, in: share, invitation) else {
            guard share.isOpen, !share.isBlocked(user) else {
                throw ServiceError.notInvited(to: share)
            }
            share.forgetRequest(of: user)
            share.participants.removeAll { $0.user?.hasSameBytes(as: user) == true }
            if share.participants.count >= options.participants {
                // Users that came by the URL and have left make room.
                share.participants.removeAll {
                    $0.role == .publicUser && $0.acceptance == .removed
                }
            }
            guard share.present < options.participants else {
                throw ServiceError.tooManyParticipants(limit: options.participants)
            }
            var participant = Share.Participant(
                user: user, role: .publicUser, permission: share.publicPermission,
                acceptance: .accepted)
            participant.added = .now
            share.participants.append(participant)
            return true
        }
        guard share.participants[place].acceptance != .accepted else { return false }
        share.participants[place].user = user
        share.participants[place].acceptance = .accepted
        if share.forgetRequest(of: user) { share.participants[place].hasAsked = true }
        share.forgetLeavings()
        return true
    }

    /// Leaves a share: its records are no longer in the shared database.
    func leave(share id: RecordID) async throws {
        let user = try signedIn()
        try checkShared(id.zone)
        let names = OwnerNames(viewer: user, owner: id.zone.owner)
        try await changeShare(names.stored(id), of: id.zone.owner) { share, _ in
            var isChanged = false
            for place in share.participants.indices
            where share.participants[place].user?.hasSameBytes(as: user) == true
                && share.participants[place].acceptance != .removed
            {
                share.participants[place].acceptance = .removed
                isChanged = true
            }
            guard isChanged else { throw ServiceError.shareNotFound }
            return true
        }
    }

    /// Leaves every share of a zone.
    func leave(_ zone: ZoneID) async throws {
        let user = try signedIn()
        try checkShared(zone)
        let scope = DatabaseScope.shared(user: user)
        guard try await store.zones(in: scope).contains(where: { $0.id == zone }) else {
            throw ServiceError.zoneNotFound(zone)
        }
        let names = OwnerNames(viewer: user, owner: zone.owner)
        for share in try await shares(of: zone, with: user) {
            try await leave(share: names.seen(share.id))
        }
    }

    /// Whether the user may write to any record of another owner's zone.
    package func mayWrite(to zone: ZoneID) async throws(ServiceError) -> Bool {
        try await request(isWrite: false, in: nil) {
            let user = try signedIn()
            let stored = OwnerNames(viewer: user, owner: zone.owner).stored(zone)
            let all = try await store.participants(of: stored, in: .private(user: zone.owner))
            switch all.first(where: { $0.key.hasSameBytes(as: user) })?.value {
            case .readWrite: return true
            case .readOnly, nil: return false
            case .byShares:
                return try await shares(of: zone, with: user).contains {
                    $0.permission(of: user) == .readWrite
                }
            }
        }
    }

    /// The shares of another owner's zone that a user takes part in.
    private func shares(of zone: ZoneID, with user: String) async throws -> [Share] {
        let names = OwnerNames(viewer: user, owner: zone.owner)
        let page = try await store.fetch(
            RecordQuery(
                Share.recordType, in: .zone(names.stored(zone)), limit: Int(Int32.max)),
            in: .private(user: zone.owner))
        return page.records.compactMap { Share($0) }.filter { $0.permission(of: user) != nil }
    }

    // MARK: Finding shares

    private struct FoundShare: Sendable {
        var owner: String
        var record: Record
        var share: Share
        /// The last part of a participant's own URL, where it was that one.
        var invitation: String?
    }

    private func share(at url: URL) async throws -> FoundShare {
        let last = try shareToken(of: url)
        let token = String(last.prefix { $0 != "-" })
        guard let place = try await ShareAddress.data(of: token, in: store),
            let address = ShareAddress(place),
            let record = try await shareRecord(at: address, token: token),
            let share = Share(record)
        else { throw ServiceError.shareNotFound }
        return FoundShare(
            owner: address.owner, record: record, share: share,
            invitation: token == last ? nil : last)
    }

    /// The record of the share that a token leads to; nil where there is none.
    func shareRecord(at address: ShareAddress, token: String) async throws -> Record? {
        let home = DatabaseScope.private(user: address.owner)
        var record = try await store.records([address.id], in: home, desiredKeys: nil)[address.id]
        if record?.type != Share.recordType {
            // The root: its share may be another than the first.
            guard let id = record?.share else { return nil }
            record = try await store.records([id], in: home, desiredKeys: nil)[id]
        }
        guard let record, Share(record)?.token == token else { return nil }
        return record
    }

    /// The last part of the URL's path.
    private func shareToken(of url: URL) throws -> String {
        let token = url.lastPathComponent
        guard !token.isEmpty, token.utf8.count <= 255, token != "/" else {
            throw ServiceError.shareNotFound
        }
        return token
    }

    /// The index of the user among the participants that may join, by name, by address, or else by the
    /// participant's own URL.
    private func participant(
        _ user: String, in share: Share, _ invitation: String?
    ) async throws -> Int? {
        if share.isBlocked(user) { return nil }
        for (place, participant) in share.participants.enumerated()
        where participant.acceptance != .removed {
            if let known = participant.user {
                if known.hasSameBytes(as: user) { return place }
            } else if try await service.isAddress(
                email: participant.email, phone: participant.phone, of: user)
            {
                return place
            }
        }
        guard let invitation else { return nil }
        return share.participants.firstIndex {
            $0.isForAnyone && $0.token?.hasSameBytes(as: invitation) == true
        }
    }

    /// Changes a share as its owner's database does, and retries after a conflict.
    @discardableResult
    private func changeShare(
        _ id: RecordID, of owner: String, _ change: (inout Share, String) async throws -> Bool
    ) async throws -> Record {
        let scope = DatabaseScope.private(user: owner)
        let names = OwnerNames(viewer: try signedIn(), owner: owner)
        var lastError = StoreError(.busy)
        for _ in 0..<50 {
            guard let record = try await store.records([id], in: scope, desiredKeys: nil)[id],
                var share = Share(record)
            else { throw ServiceError.shareNotFound }
            guard try await change(&share, owner) else { return names.seen(record) }
            let result: SaveResult
            do {
                result = try await store.save(
                    SaveRequest(saving: [share.written(to: record)], user: owner), in: scope)
            } catch let error as StoreError where error.code == .outcomeUnknown {
                // What is there is counted when it is next needed.
                service.usage.forget(owner)
                throw error
            }
            if let error = result.firstError {
                guard error.code == .recordChanged else { throw error }
                lastError = error
                continue
            }
            service.usage.add(result, of: owner)
            await service.hub.recordsChanged(result, in: scope, by: self)
            if case .success(let saved)? = result.saves.first { return names.seen(saved) }
        }
        throw lastError
    }
}

extension RecordService {
    /// The URL of a share; nil when the record is none, or was not saved through a service.
    package func shareURL(of record: Record) -> URL? {
        Share(record)?.token.flatMap { URL(string: options.shareURLPrefix + $0) }
    }
}

extension ServiceError {
    static let shareNotFound = ServiceError(.unknownItem, 2003, "Share not found")

    static func tooManyParticipants(limit: Int) -> ServiceError {
        ServiceError(
            .tooManyParticipants, nil, "Too many participants", context: ["limit": "\(limit)"])
    }

    static func notInvited(to share: Share) -> ServiceError {
        let isOpen = share.participants.contains {
            $0.user == nil && $0.acceptance == .pending && !$0.isForAnyone
        }
        guard isOpen else { return .shareNotFound }
        return ServiceError(
            .participantMayNeedVerification, nil,
            "The participant must verify an address or a telephone number first")
    }
}
