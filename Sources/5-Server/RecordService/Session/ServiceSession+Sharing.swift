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
            let place = try await participant(user, in: found.share)
            let participant = place.map { found.share.participants[$0] }
            var metadata = ShareMetadata(
                url: url, share: names.seen(found.record),
                rootID: found.share.root.map { names.seen($0) }, root: nil, owner: found.owner,
                role: .owner, acceptance: .accepted, permission: .readWrite,
                container: service.container)
            if !user.hasSameBytes(as: found.owner) {
                guard participant != nil || found.share.isOpen else {
                    throw ServiceError.notInvited(to: found.share)
                }
                if participant.map({ $0.role == .publicUser }) ?? true {
                    metadata.share = shown(metadata.share, in: .shared(user: user))
                }
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
    /// by its URL see themselves alone.
    ///
    /// `CKShare.participants` are those "that the current user has permissions to see", at least the
    /// owner and the user.
    func shown(_ record: Record, in scope: DatabaseScope) -> Record {
        guard case .shared(let user) = scope, let share = Share(record) else { return record }
        let own = share.participants.filter { $0.user?.hasSameBytes(as: user) == true }
        if own.contains(where: { $0.role != .publicUser && $0.acceptance != .removed }) {
            return record
        }
        var seen = share
        seen.participants = own
        var record = record
        record[Share.participantsField] = seen.record[Share.participantsField]
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
                    try await self.join(user, &share, of: owner)
                }
            }
            return user.hasSameBytes(as: found.owner)
                ? record : shown(record, in: .shared(user: user))
        }
    }

    /// Makes a user take part; false when the user does already.
    private func join(
        _ user: String, _ share: inout Share, of owner: String
    ) async throws -> Bool {
        guard !user.hasSameBytes(as: owner) else { return false }
        guard let place = try await participant(user, in: share) else {
            guard share.isOpen else { throw ServiceError.notInvited(to: share) }
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
            share.participants.append(
                Share.Participant(
                    user: user, role: .publicUser, permission: share.publicPermission,
                    acceptance: .accepted))
            return true
        }
        guard share.participants[place].acceptance != .accepted else { return false }
        share.participants[place].user = user
        share.participants[place].acceptance = .accepted
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
        let shares = try await store.fetch(
            RecordQuery(
                Share.recordType, in: .zone(names.stored(zone)), limit: Int(Int32.max)),
            in: .private(user: zone.owner))
        for record in shares.records where Share(record)?.permission(of: user) != nil {
            try await leave(share: names.seen(record.id))
        }
    }

    // MARK: Finding shares

    private struct FoundShare: Sendable {
        var owner: String
        var record: Record
        var share: Share
    }

    private func share(at url: URL) async throws -> FoundShare {
        try await share(token: try shareToken(of: url))
    }

    private func share(token: String) async throws -> FoundShare {
        guard let place = try await ShareAddress.data(of: token, in: store),
            let address = ShareAddress(place),
            let record = try await shareRecord(at: address, token: token),
            let share = Share(record)
        else { throw ServiceError.shareNotFound }
        return FoundShare(owner: address.owner, record: record, share: share)
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

    /// The index of the user among the participants that may join.
    private func participant(_ user: String, in share: Share) async throws -> Int? {
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
        return nil
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
        let isOpen = share.participants.contains { $0.user == nil && $0.acceptance == .pending }
        guard isOpen else { return .shareNotFound }
        return ServiceError(
            .participantMayNeedVerification, nil,
            "The participant must verify an address or a telephone number first")
    }
}
