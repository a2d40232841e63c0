public import Foundation

extension ServiceSession {
    // MARK: Looking

    /// What a share's URL leads to.
    ///
    /// - Parameters:
    ///   - url: The URL, with or without a title after `#`.
    ///   - fetchesRoot: Whether the root record comes along.
    ///   - desiredKeys: The fields of the root record; nil all.
    /// - Throws: `unknownItem` "Share not found" when there is none for the user.
    public func shareMetadata(
        url: URL, fetchesRoot: Bool = false, desiredKeys: [String]? = nil
    ) async throws(ServiceError) -> ShareMetadata {
        try await request(isWrite: false) {
            let user = try signedIn()
            let found = try await share(at: url)
            let names = OwnerNames(viewer: user, owner: found.owner)
            let place = try await participant(user, in: found.share, of: found.owner)
            let participant = place.map { found.share.participants[$0] }
            var metadata = ShareMetadata(
                url: url, share: names.seen(found.record),
                rootID: found.share.root.map { names.seen($0) }, root: nil, owner: found.owner,
                role: .owner, acceptance: .accepted, permission: .readWrite,
                container: service.container)
            if user != found.owner {
                guard participant != nil || found.share.isOpen else {
                    throw ServiceError.notInvited(to: found.share)
                }
                metadata.role = participant?.role ?? .publicUser
                metadata.acceptance = participant?.acceptance ?? .pending
                metadata.permission =
                    metadata.role == .publicUser
                    ? found.share.publicPermission : participant?.permission ?? .none
            }
            if fetchesRoot, let root = found.share.root {
                metadata.root = try await store.records(
                    [root], in: .private(user: found.owner), desiredKeys: desiredKeys)[root]
                    .map { names.seen($0) }
            }
            return metadata
        }
    }

    // MARK: Taking part

    /// Accepts a share; gives its record as the user sees it.
    ///
    /// From then on the shared database has the zone. Accepting again changes nothing.
    ///
    /// - Throws: `unknownItem` "Share not found" when there is none for the user,
    ///   `participantMayNeedVerification` when an invitation by address is open that may be his.
    @discardableResult
    public func acceptShare(_ url: URL) async throws(ServiceError) -> Record {
        try await request(isWrite: true) {
            let user = try signedIn()
            let token = try shareToken(of: url)
            return try await changeShare(at: token) { share, owner in
                guard user != owner else { return false }
                let place = try await participant(user, in: share, of: owner)
                guard let place else {
                    guard share.isOpen else { throw ServiceError.notInvited(to: share) }
                    share.participants.append(
                        Share.Participant(
                            user: user, role: .publicUser, permission: share.publicPermission,
                            acceptance: .accepted))
                    return true
                }
                guard share.participants[place].acceptance != .accepted else { return false }
                share.participants[place].user = user
                share.participants[place].acceptance = .accepted
                return true
            }
        }
    }

    /// Leaves a share: its records are no longer in the shared database.
    public func leaveShare(_ id: RecordID) async throws(ServiceError) {
        try await request(isWrite: true) { try await leave(share: id) }
    }

    func leave(share id: RecordID) async throws {
        let user = try signedIn()
        try checkShared(id.zone)
        let names = OwnerNames(viewer: user, owner: id.zone.owner)
        try await changeShare(names.stored(id), of: id.zone.owner) { share, _ in
            var isChanged = false
            for place in share.participants.indices
            where share.participants[place].user == user
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

    // MARK: Saving shares

    /// Gives new shares their URLs' tokens, and keeps to what shares must be.
    func prepareShares(_ order: inout SaveOrder, in scope: DatabaseScope) async throws {
        let shares = order.request.saves.indices.filter {
            order.request.saves[$0].record.type == Share.recordType
        }
        guard !shares.isEmpty else { return }
        guard case .private(let owner) = scope else {
            // Participants change nothing about a share, except that they leave it; and nothing
            // public is shared.
            for place in shares where scope == .public {
                order.refusedSaves[place] = ServiceError(
                    .invalidArguments, 2006, "Records of the public database cannot be shared")
            }
            for place in shares where scope != .public { order.refusedSaves[place] = .denied(.write, Share.recordType) }
            order.settle()
            return
        }
        for place in shares {
            let record = order.request.saves[place].record
            guard var share = Share(record) else { continue }
            if record.id.zone.name == ZoneID.defaultName {
                order.refusedSaves[place] = ServiceError(
                    .invalidArguments, 2006, "Cannot share records of the default zone",
                    advice: "Create a zone of your own and save the records there.")
                continue
            }
            if !share.isZoneWide {
                guard let root = share.root, try await exists(root, order.request, in: scope)
                else {
                    order.refusedSaves[place] = ServiceError(
                        .unknownItem, 2003, "Cannot share - no such record exists to share",
                        context: ["recordName": share.root?.name ?? ""])
                    continue
                }
            }
            let isKnown = try await knows(share, owner)
            if !isKnown {
                share.token = try await newToken(for: record.id, of: owner)
            }
            for number in share.participants.indices
            where share.participants[number].user == nil {
                share.participants[number].user = try await service.user(
                    email: share.participants[number].email,
                    phone: share.participants[number].phone)
            }
            if share.publicPermission == .none || share.publicPermission == .unknown {
                share.participants.removeAll { $0.role == .publicUser }
            }
            share.participants.removeAll { $0.user == owner || $0.role == .owner }
            order.edit(place) { $0.record = share.written(to: record) }
        }
        order.settle()
    }

    private func exists(
        _ id: RecordID, _ request: SaveRequest, in scope: DatabaseScope
    ) async throws -> Bool {
        if request.saves.contains(where: { $0.record.id == id }) { return true }
        return try await !store.records([id], in: scope, desiredKeys: []).isEmpty
    }

    /// Deletions of shares in the shared database are leavings.
    func leaveShares(_ order: inout SaveOrder) async {
        for (place, deletion) in order.request.deletions.enumerated() {
            let isShare: Bool
            if deletion.id.name == Share.zoneWideName {
                isShare = true
            } else {
                let names = OwnerNames(viewer: user ?? "", owner: deletion.id.zone.owner)
                let id = names.stored(deletion.id)
                let record = try? await store.records(
                    [id], in: .private(user: deletion.id.zone.owner), desiredKeys: [])[id]
                isShare = record?.type == Share.recordType
            }
            guard isShare else { continue }
            do {
                try await leave(share: deletion.id)
                order.doneDeletions.insert(place)
            } catch {
                order.refusedDeletions[place] = ServiceError(error)
            }
        }
        order.settle()
    }

    // MARK: Finding shares

    private struct FoundShare {
        var owner: String
        var record: Record
        var share: Share
    }

    private func share(at url: URL) async throws -> FoundShare {
        try await share(token: try shareToken(of: url))
    }

    private func share(token: String) async throws -> FoundShare {
        guard let place = try await store.serviceData(for: ShareAddress.key(token)),
            let address = ShareAddress(place)
        else { throw ServiceError.shareNotFound }
        let record = try await store.records(
            [address.id], in: .private(user: address.owner), desiredKeys: nil)[address.id]
        guard let record, let share = Share(record), share.token == token else {
            throw ServiceError.shareNotFound
        }
        return FoundShare(owner: address.owner, record: record, share: share)
    }

    /// The last part of the URL's path.
    private func shareToken(of url: URL) throws -> String {
        let token = url.lastPathComponent
        guard !token.isEmpty, token.utf8.count <= 255, token != "/" else {
            throw ServiceError.shareNotFound
        }
        return token
    }

    /// Whether the token of a share leads to it.
    private func knows(_ share: Share, _ owner: String) async throws -> Bool {
        guard let token = share.token,
            let data = try await store.serviceData(for: ShareAddress.key(token))
        else { return false }
        return ShareAddress(data) == ShareAddress(owner: owner, id: share.id)
    }

    private func newToken(for id: RecordID, of owner: String) async throws -> String {
        let token = ShareAddress.newToken()
        try await store.setServiceData([
            ShareAddress.key(token): ShareAddress(owner: owner, id: id).data
        ])
        return token
    }

    /// The place of the user among the participants who may come.
    private func participant(
        _ user: String, in share: Share, of owner: String
    ) async throws -> Int? {
        let identity = try await service.identity(of: user)
        return share.participants.firstIndex { participant in
            guard participant.acceptance != .removed else { return false }
            if let known = participant.user { return known == user }
            let addresses = ((identity?.emails ?? []) + (identity?.phones ?? []))
                .map { $0.lowercased() }
            return [participant.email, participant.phone].contains { address in
                address.map { addresses.contains($0.lowercased()) } ?? false
            }
        }
    }

    private func changeShare(
        at token: String, _ change: (inout Share, String) async throws -> Bool
    ) async throws -> Record {
        let found = try await share(token: token)
        return try await changeShare(found.record.id, of: found.owner, change)
    }

    /// Changes a share as its owner's database does, again when somebody else was faster.
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
            let result = try await store.save(
                SaveRequest(saving: [share.written(to: record)], user: owner), in: scope)
            if let error = result.firstError {
                guard error.code == .recordChanged else { throw error }
                lastError = error
                continue
            }
            await service.hub.recordsChanged(result, in: scope, by: self)
            if case .success(let saved)? = result.saves.first { return names.seen(saved) }
        }
        throw lastError
    }
}

extension Share {
    /// Whether everybody may come who has the URL.
    var isOpen: Bool {
        switch publicPermission {
        case .readOnly, .readWrite: true
        case .none, .unknown: false
        }
    }
}

extension RecordService {
    /// The URL of a share; nil when the record is none, or was not saved through a service.
    public func shareURL(of record: Record) -> URL? {
        Share(record)?.token.flatMap { URL(string: options.shareURLPrefix + $0) }
    }
}

extension ServiceError {
    static let shareNotFound = ServiceError(.unknownItem, 2003, "Share not found")

    static func notInvited(to share: Share) -> ServiceError {
        let isOpen = share.participants.contains { $0.user == nil && $0.acceptance == .pending }
        guard isOpen else { return .shareNotFound }
        return ServiceError(
            .participantMayNeedVerification, nil,
            "The participant must verify an address or a telephone number first")
    }
}
