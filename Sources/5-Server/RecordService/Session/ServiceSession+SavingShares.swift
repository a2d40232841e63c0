import Foundation

/// The tokens of the shares that a request makes.
struct ShareTokens {
    /// Those that led nowhere before.
    var new: Set<String> = []
    /// Those of roots, which other shares of theirs had or get too, and where they lead.
    var ofRoots: [String: ShareAddress] = [:]
}

extension ServiceSession {
    /// Gives new shares their URLs' tokens, and keeps to what shares must be.
    ///
    /// - Returns: The tokens; ``unusedTokens(_:after:_:)`` gives those of shares that are not saved.
    func prepareShares(
        _ order: inout SaveOrder, in scope: DatabaseScope
    ) async throws -> ShareTokens {
        let shares = order.request.saves.indices.filter {
            order.request.saves[$0].record.type == Share.recordType
        }
        var tokens = ShareTokens()
        guard !shares.isEmpty else { return tokens }
        guard case .private(let owner) = scope else {
            // Other participants than administrators change nothing about a share, except that they
            // leave it; and nothing public is shared.
            for place in shares where scope == .public {
                order.refusedSaves[place] = ServiceError(
                    .invalidArguments, 2006, "Records of the public database cannot be shared")
            }
            for place in shares where scope != .public {
                try await prepareAdministered(place, &order)
            }
            order.settle()
            return tokens
        }
        for place in shares {
            let item = order.request.saves[place]
            var record = item.record
            let stored = try await store.records([record.id], in: scope, desiredKeys: nil)[
                record.id]
            var unsent: [String] = []
            if let stored,
                item.isPartial || (item.policy ?? order.request.policy) == .changedKeys
            {
                // What the owner does not send stays, the participants above all.
                unsent = [
                    Share.participantsField, Share.publicPermissionField, Share.requestsField,
                ].filter { record.fields[$0] == nil }
                for field in Share.fields where record.fields[field] == nil {
                    record.fields[field] = stored.fields[field]
                }
            }
            // A client that does not say who has asked, or is blocked, need not know of requests.
            if let stored, record.fields[Share.requestsField] == nil {
                record.fields[Share.requestsField] = stored.fields[Share.requestsField]
            }
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
            try await findUsers(of: &share, owner)
            if let problem = share.problem(limit: options.participants) {
                order.refusedSaves[place] = problem
                continue
            }
            if try await !knows(share, owner) {
                share.token = try await token(for: share, of: owner, &tokens)
            }
            share.settleInvitations(with: stored.flatMap { Share($0) })
            order.edit(place) { item in
                item.record = share.written(to: record)
                // As they are when it is saved: a user may join by then.
                for field in unsent { item.record.fields.removeValue(forKey: field) }
            }
        }
        order.settle()
        return tokens
    }

    /// Makes ready what an administrator saves of a share of another owner, and refuses it of others.
    ///
    /// The store sees to it that nothing but the participants changes.
    private func prepareAdministered(_ place: Int, _ order: inout SaveOrder) async throws {
        let sent = order.request.saves[place].record
        let owner = sent.id.zone.owner
        let user = try signedIn()
        let id = OwnerNames(viewer: user, owner: owner).stored(sent.id)
        // Where it cannot be read, it is refused.
        let found = try? await store.records([id], in: .private(user: owner), desiredKeys: nil)
        guard let stored = found?[id].flatMap({ Share($0) }), stored.isAdministered(by: user),
            var share = Share(sent)
        else {
            order.refusedSaves[place] = .denied(.write, Share.recordType)
            return
        }
        try await findUsers(of: &share, owner)
        if let problem = share.problem(limit: options.participants) {
            order.refusedSaves[place] = problem
            return
        }
        share.publicPermission = stored.publicPermission
        share.token = stored.token
        share.settleInvitations(with: stored)
        order.edit(place) { item in
            let written = share.record
            for field in [Share.participantsField, Share.requestsField]
            where item.record.fields[field] != nil {
                item.record[field] = written[field]
            }
            // What leads to the share and to its root stays.
            for field in [Share.rootField, Share.tokenField] { item.record.fields[field] = nil }
            item.isPartial = true
        }
    }

    /// Finds the users of the addresses invited, and takes the owner out.
    private func findUsers(of share: inout Share, _ owner: String) async throws {
        for number in share.participants.indices where share.participants[number].user == nil {
            share.participants[number].user = try await service.user(
                email: share.participants[number].email,
                phone: share.participants[number].phone)
        }
        share.participants.removeAll {
            $0.user?.hasSameBytes(as: owner) == true || $0.role == .owner
        }
        share.forgetLeavings()
    }

    /// Of new tokens those of shares that were not saved, and the tokens of shares that were deleted.
    func unusedTokens(
        _ tokens: ShareTokens, after saved: ServiceSaveResult, _ result: SaveResult?
    ) -> Set<String> {
        var unused = tokens.new
        if let result {
            let deleted = result.deletions.compactMap { try? $0.get() } + result.cascaded
            for id in deleted {
                if let token = result.replaced[id].flatMap({ Share($0)?.token }) {
                    unused.insert(token)
                }
            }
        }
        for save in saved.saves where !unused.isEmpty {
            if case .success(let record) = save, let token = Share(record)?.token {
                unused.remove(token)
            }
        }
        return unused
    }

    /// Has the tokens of roots lead to their new shares: another process may have removed one with the
    /// share before, or with a share of its own that it could not save.
    func keepTokens(_ tokens: ShareTokens, in saved: ServiceSaveResult) async {
        for (token, address) in tokens.ofRoots {
            let isSaved = saved.saves.contains {
                if case .success(let record) = $0 { Share(record)?.token == token } else { false }
            }
            // Without it the share is found by no URL until it is saved again.
            if isSaved { try? await keep(token, address) }
        }
    }

    /// The tokens of a zone's shares; none where they cannot be read.
    func tokens(ofSharesIn zone: ZoneID, _ scope: DatabaseScope) async -> Set<String> {
        // Without their participants, of which each may have many.
        let query = RecordQuery(
            Share.recordType, in: .zone(zone), limit: Int(Int32.max),
            desiredKeys: [Share.tokenField])
        // Before anything is shared there is no such type.
        guard let schema = try? await store.schema(), schema[Share.recordType] != nil,
            let shares = try? await store.fetch(query, in: scope)
        else { return [] }
        return Set(shares.records.compactMap { Share($0)?.token })
    }

    /// Removes the tokens of shares that are not there.
    func removeTokens(_ tokens: Set<String>) async {
        for token in tokens {
            let key = ShareAddress.key(token)
            let address = (try? await ShareAddress.data(of: token, in: store))
                .flatMap { ShareAddress($0) }
            // One that stays leads to no share.
            try? await store.setServiceData([key: nil], in: .named(key))
            // Another process may have shared the root again meanwhile.
            if let address, (try? await shareRecord(at: address, token: token)) != nil {
                try? await keep(token, address)
            }
        }
    }

    private func exists(
        _ id: RecordID, _ request: SaveRequest, in scope: DatabaseScope
    ) async throws -> Bool {
        let names = OwnerNames(scope)
        let stored = names.stored(id)
        if request.saves.contains(where: { names.stored($0.record.id) == stored }) { return true }
        return try await !store.records([id], in: scope, desiredKeys: []).isEmpty
    }

    /// Deletions of shares in the shared database are leavings, which wait for the rest of the request.
    func takeLeavings(_ order: inout SaveOrder) async {
        /// Whether the user takes part in each.
        var shares: [RecordID: Bool] = [:]
        // The first time that the request came the user may have left already.
        let mayBeRepeated = order.request.once != nil
        let ids = order.request.deletions.map(\.id)
        for (owner, ids) in Dictionary(grouping: ids, by: \.zone.owner) {
            let names = OwnerNames(viewer: user ?? "", owner: owner)
            // Where they cannot be read, the save that follows says so.
            let found = try? await store.records(
                ids.map { names.stored($0) }, in: .private(user: owner),
                desiredKeys: Share.keeping([]))
            for record in (found ?? [:]).values where record.type == Share.recordType {
                shares[names.seen(record.id)] =
                    Share(record)?.participants.contains {
                        $0.user?.hasSameBytes(as: user ?? "") == true
                            && (mayBeRepeated || $0.acceptance != .removed)
                    } ?? false
            }
        }
        for (place, deletion) in order.request.deletions.enumerated() {
            switch shares[deletion.id] {
            case true?: order.ownDeletions.insert(place)
            case false?: order.refusedDeletions[place] = ServiceError.shareNotFound
            case nil: continue
            }
        }
        order.settle()
    }

    /// Leaves the shares of a request that the rest of it does not keep back.
    func leaveShares(_ order: inout SaveOrder) async {
        for (place, id) in order.ready {
            do {
                try await leave(share: id)
                order.note(.success(id), at: place)
            } catch {
                let error = ServiceError(error)
                // It went meanwhile, perhaps with its root in the same request.
                order.note(error.code == .unknownItem ? .success(id) : .failure(error), at: place)
            }
        }
    }

    /// Whether the token of a share leads to it.
    private func knows(_ share: Share, _ owner: String) async throws -> Bool {
        guard let token = share.token,
            let data = try await ShareAddress.data(of: token, in: store)
        else { return false }
        let places = [share.id] + (share.root.map { [$0] } ?? [])
        return places.contains { ShareAddress(data) == ShareAddress(owner: owner, id: $0) }
    }

    /// The token of a new share: of a record the same as of its share before.
    ///
    /// `CKShare.url` "is tied to the rootRecord": `CKShare.h` of Apple's SDK.
    private func token(
        for share: Share, of owner: String, _ tokens: inout ShareTokens
    ) async throws -> String {
        var address = ShareAddress(owner: owner, id: share.id)
        var token = ShareAddress.newToken()
        if let root = share.root {
            address = ShareAddress(owner: owner, id: root)
            token = address.token(key: try await service.cursorKey.value(of: store))
            tokens.ofRoots[token] = address
            if try await ShareAddress.data(of: token, in: store) != nil { return token }
        }
        try await keep(token, address)
        tokens.new.insert(token)
        return token
    }

    private func keep(_ token: String, _ address: ShareAddress) async throws {
        let key = ShareAddress.key(token)
        try await store.setServiceData([key: address.data], in: .named(key))
    }
}

extension Share {
    /// The fields wanted, and with them those in which shares are kept.
    static func keeping(_ keys: [String]?) -> [String]? { keys.map { $0 + Share.fields } }

    /// Takes over from the stored version who takes part, says when new participants were added, and
    /// gives each of them that any user may become a URL of its own: the share's, and a part that cannot
    /// be guessed.
    mutating func settleInvitations(with stored: Share?) {
        for place in participants.indices {
            participants[place].token = nil
            participants[place].added = .now
            participants[place].hasAsked = nil
        }
        settle(with: stored)
        guard let token else { return }
        for place in participants.indices
        where participants[place].isForAnyone && participants[place].token == nil {
            participants[place].token = "\(token)-\(ShareAddress.newToken())"
        }
    }

    /// Removes a user from those that have asked; false where the user is none of them.
    @discardableResult
    mutating func forgetRequest(of user: String) -> Bool {
        guard requests.names(user) else { return false }
        requests.users.removeAll { $0.hasSameBytes(as: user) }
        return true
    }

    /// Removes the entries of users that had left and have other entries by now.
    mutating func forgetLeavings() {
        let users = Set(
            participants.filter { $0.acceptance != .removed }.compactMap(\.user)
                .map(ExactText.init))
        participants.removeAll {
            $0.acceptance == .removed && users.contains(ExactText($0.user ?? ""))
        }
    }

    /// How many users are invited or take part; the list also has those that have left.
    var present: Int { participants.count { $0.acceptance != .removed } }

    /// Why the participants cannot be so; nil when they can.
    func problem(limit: Int) -> ServiceError? {
        if present > limit { return .tooManyParticipants(limit: limit) }
        let names = participants.compactMap { $0.user ?? $0.email ?? $0.phone }
        if Set(names.map(ExactText.init)).count < names.count {
            return ServiceError(
                .participantAlreadyInvited, nil, "A participant was invited more than once")
        }
        return nil
    }
}
