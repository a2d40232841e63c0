import Synchronization

/// One record before and after a request, named as its database names it.
struct RecordChange: Sendable {
    var old: Record?
    var new: Record?

    var id: RecordID? { (new ?? old)?.id }
    var type: String? { (new ?? old)?.type }
}

extension NotificationHub {
    /// Notifies the subscribers of what a request did.
    ///
    /// Notifications are best effort, as in CloudKit: a failure loses the notification, and the
    /// change feed has every change.
    func recordsChanged(
        _ result: SaveResult, in scope: DatabaseScope, by session: ServiceSession
    ) async {
        // Where nothing is subscribed to, what became of each record need not be put together.
        if case .public = scope {
            guard let index = try? await index(of: .public), !index.isEmpty else { return }
        }
        var notices = NoticeList(session)
        for (owner, changes) in NotificationHub.changes(of: result, in: scope) {
            let owner = owner.text
            let place: ServicePlace = owner.isEmpty ? .public : .private(user: owner)
            if let index = try? await index(of: place), !index.isEmpty {
                await findQueries(
                    owner.isEmpty ? nil : owner, changes, result.schema, index, &notices)
                for stored in index.feeds[owner] ?? [] {
                    notices.add(feedNotices(stored, changes, owner: owner), for: stored)
                }
            }
            if !owner.isEmpty { await findShared(changes, owner: owner, &notices) }
        }
        await deliver(notices.all)
    }

    /// The notices that a request causes.
    private struct NoticeList {
        private let user: String?
        private let device: String
        private(set) var all: [UserNotices] = []

        init(_ session: ServiceSession) {
            user = session.user
            device = session.device
        }

        mutating func add(_ notices: [Notice], for stored: StoredSubscription) {
            guard !notices.isEmpty else { return }
            all.append(
                UserNotices(
                    user: stored.user,
                    origin: user?.hasSameBytes(as: stored.user) == true ? device : nil,
                    notices: notices))
        }
    }

    /// Notifies the owner and the participants of zones that were created or deleted.
    func zonesChanged(of owner: String, for participants: Set<String>, by session: ServiceSession)
        async
    {
        var notices = NoticeList(session)
        for user in participants.union([owner]) {
            guard let all = try? await subscriptions(in: .private(user: user)) else { continue }
            for stored in all.values {
                let isConcerned =
                    switch stored.database {
                    case .private: stored.user.hasSameBytes(as: owner)
                    case .shared: participants.contains(stored.user)
                    case .public: false
                    }
                guard isConcerned else { continue }
                switch stored.subscription.kind {
                case .database(type: nil):
                    notices.add([notice(of: stored, .database)], for: stored)
                case .database, .zone, .query: continue
                }
            }
        }
        await deliver(notices.all)
    }

    /// What changed in each owner's database, named as it names it; the public database's
    /// owner is empty.
    private static func changes(
        of result: SaveResult, in scope: DatabaseScope
    ) -> [ExactText: [RecordChange]] {
        var changes: [ExactText: [RecordChange]] = [:]
        func add(_ change: RecordChange) {
            guard let id = change.id else { return }
            switch scope {
            case .public: changes[ExactText(""), default: []].append(change)
            case .private(let owner): changes[ExactText(owner), default: []].append(change)
            case .shared(let viewer):
                let names = OwnerNames(viewer: viewer, owner: id.zone.owner)
                changes[ExactText(id.zone.owner), default: []].append(
                    RecordChange(
                        old: change.old.map { names.stored($0) },
                        new: change.new.map { names.stored($0) }))
            }
        }
        var saved: Set<RecordID> = []
        for case .success(let record) in result.saves {
            saved.insert(record.id)
            add(RecordChange(old: result.replaced[record.id], new: record))
        }
        for (id, record) in result.replaced where !saved.contains(id) {
            // Neither asked for nor gone: a root record that lost its share.
            if let touched = result.touched[id] {
                add(RecordChange(old: record, new: touched))
            } else {
                add(RecordChange(old: record, new: nil))
            }
        }
        return changes
    }

    func notice(
        of stored: StoredSubscription, _ kind: ServiceNotification.Kind, isPruned: Bool = false
    ) -> Notice {
        Notice(
            subscription: stored.subscription.id, database: stored.database, kind: kind,
            info: stored.subscription.info, isPruned: isPruned)
    }

    // MARK: Zones and databases

    /// What a subscription to a zone or a database says of changes.
    private func feedNotices(
        _ stored: StoredSubscription, _ changes: [RecordChange], owner: String
    ) -> [Notice] {
        switch stored.subscription.kind {
        case .zone(let zone, let type):
            let zoneName = OwnerNames(viewer: stored.user, owner: owner).stored(zone)
            let isChanged = changes.contains {
                $0.id?.zone == zoneName && (type == nil || $0.type == type)
            }
            return isChanged ? [notice(of: stored, .zone(zone))] : []
        case .database(let type):
            // The default zone tracks no changes: there is nothing to fetch.
            let isChanged = changes.contains {
                $0.id?.zone != .default && (type == nil || $0.type == type)
            }
            return isChanged ? [notice(of: stored, .database)] : []
        case .query: return []
        }
    }

    // MARK: Queries

    /// Finds the notices of query subscriptions: by their evaluators, over the records before
    /// and after.
    private func findQueries(
        _ owner: String?, _ changes: [RecordChange], _ schema: RecordSchema?,
        _ index: SubscriptionIndex,
        _ notices: inout NoticeList
    ) async {
        var types: [String] = []
        for case let type? in changes.map(\.type) where !types.contains(type) {
            let group = SubscriptionIndex.QueryGroup(owner: owner, type: type)
            if index.queries[group] != nil { types.append(type) }
        }
        guard !types.isEmpty else { return }
        var schema = schema
        // Notifications are best effort; the change feed has everything.
        if schema == nil { schema = try? await store.schema() }
        guard let schema else { return }
        var roles: [ExactText: GrantRoles] = [:]
        for type in types {
            let group = SubscriptionIndex.QueryGroup(owner: owner, type: type)
            guard let queries = compiled(group, index, schema) else { continue }
            var matches: [Int: [RecordMatch]] = [:]
            var failed: Set<Int> = []
            for change in changes where change.type == type || change.old?.type == type {
                for answer in answers(to: change, queries, schema, group, &failed) {
                    let match = await match(
                        change, answer.before, answer.after, queries.entries[answer.place], schema,
                        group, &roles)
                    if let match { matches[answer.place, default: []].append(match) }
                }
            }
            for place in failed { matches[place] = nil }
            for (place, found) in matches.sorted(by: { $0.key < $1.key }) {
                let stored = queries.entries[place].stored
                var fired = found.map { notice(of: stored, $0) }
                if queries.entries[place].fires.contains(.once) {
                    // Where the removal fails the subscription stays, and fires with the next change.
                    guard (try? await remove(key: stored.key, in: stored.place)) == true else {
                        continue
                    }
                    fired = Array(fired.prefix(1))
                }
                notices.add(fired, for: stored)
            }
        }
    }

    /// A change that a query subscription fires for.
    private struct RecordMatch {
        let change: RecordChange
        let reason: ServiceNotification.Reason
    }

    private func notice(of stored: StoredSubscription, _ match: RecordMatch) -> Notice {
        let record = match.change.new ?? match.change.old
        let id = record?.id ?? RecordID("")
        var fields: [String: Value] = [:]
        var room = NotificationHub.fieldBytes
        var isPruned = false
        for key in stored.subscription.desiredKeys ?? [] {
            guard let value = record?.fields[key] else { continue }
            let size = Record("", id, [key: value]).storedSize
            // What does not fit is fetched with the record.
            guard size <= room else {
                isPruned = true
                continue
            }
            fields[key] = value
            room -= size
        }
        var found = notice(
            of: stored, .query(id, reason: match.reason, fields: fields), isPruned: isPruned)
        // The record that matched: the user may not read what it has become.
        let shown = match.reason == .recordDeleted ? match.change.old : record
        if let info = found.info, let shown {
            found.info = LocalizationArguments.filled(
                info, from: shown, room: NotificationHub.fieldBytes)
        }
        return found
    }

    /// The places of the subscriptions that ask for a record, before or after a change.
    ///
    /// Not in the asynchronous function that asks for them: most candidates match nothing, and to keep
    /// what crosses its suspensions costs more than an answer.
    private func answers(
        to change: RecordChange, _ queries: QuerySubscriptions, _ schema: RecordSchema,
        _ group: SubscriptionIndex.QueryGroup, _ failed: inout Set<Int>
    ) -> [(place: Int, before: Bool, after: Bool)] {
        var answers: [(place: Int, before: Bool, after: Bool)] = []
        let old = change.old.flatMap { $0.type == group.type ? $0 : nil }
        let new = change.new.flatMap { $0.type == group.type ? $0 : nil }
        for place in queries.candidates(of: change) where !failed.contains(place) {
            let entry = queries.entries[place]
            func holds(_ record: Record?) throws -> Bool {
                guard let record, entry.zone == nil || record.id.zone == entry.zone else {
                    return false
                }
                return try evaluator(entry, schema, group).matches(record)
            }
            do {
                let (before, after) = (try holds(old), try holds(new))
                if before || after { answers.append((place, before, after)) }
            } catch {
                failed.insert(place)
            }
        }
        return answers
    }

    private func match(
        _ change: RecordChange, _ matchedBefore: Bool, _ matchesNow: Bool,
        _ entry: QuerySubscriptions.Entry, _ schema: RecordSchema,
        _ group: SubscriptionIndex.QueryGroup, _ roles: inout [ExactText: GrantRoles]
    ) async -> RecordMatch? {
        var (before, after) = (matchedBefore, matchesNow)
        // Most changes match few subscriptions: rights are looked at last.
        if group.owner == nil, let type = schema[group.type] {
            let user = entry.stored.user
            let name = ExactText(user)
            if roles[name] == nil {
                roles[name] = GrantRoles(user: user, await options.roles(user))
            }
            let own = roles[name] ?? GrantRoles(user: user)
            before = before && type.allows(.read, to: own, of: change.old)
            after = after && type.allows(.read, to: own, of: change.new)
        }
        switch (before, after) {
        case (false, false): return nil
        case (false, true):
            return entry.fires.contains(.onCreation)
                ? RecordMatch(change: change, reason: .recordCreated) : nil
        case (true, true):
            return entry.fires.contains(.onUpdate)
                ? RecordMatch(change: change, reason: .recordUpdated) : nil
        case (true, false):
            return entry.fires.contains(.onDeletion)
                ? RecordMatch(change: change, reason: .recordDeleted) : nil
        }
    }

    // MARK: Shares

    /// Finds the notices for participants, of changes in another owner's database.
    private func findShared(
        _ changes: [RecordChange], owner: String, _ notices: inout NoticeList
    ) async {
        for user in await concerned(by: changes, owner: owner)
        where !user.hasSameBytes(as: owner) {
            guard let index = try? await index(of: .private(user: user)),
                !index.sharedFeeds.isEmpty
            else { continue }
            // Notifications are best effort; the change feed has everything.
            let shown = (try? await shown(changes, of: owner, to: user)) ?? []
            for stored in index.sharedFeeds {
                notices.add(feedNotices(stored, shown, owner: owner), for: stored)
            }
        }
    }

    /// The users that may see something of changes, or saw it before.
    private func concerned(by changes: [RecordChange], owner: String) async -> Set<String> {
        var users: Set<String> = []
        for change in changes {
            // A user taken out of a share gets a notification, and is no participant any more.
            guard let share = change.old.flatMap({ Share($0) }) else { continue }
            users.formUnion(share.participants.compactMap(\.user))
        }
        for zone in Set(changes.compactMap { $0.id?.zone }) where zone != .default {
            let isShareChanged = changes.contains { $0.type == Share.recordType }
            let key = ZoneKey(owner: ExactText(owner), zone: zone)
            users.formUnion(await participants(key, isNew: isShareChanged))
        }
        return users
    }

    /// The users that see a zone beside its owner, as they were a second ago at most.
    private func participants(_ key: ZoneKey, isNew: Bool) async -> Set<String> {
        let now = ContinuousClock.now
        if !isNew, let known = state.withLock({ $0.participants[key] }),
            now - known.lookedAt < NotificationHub.freshness
        {
            return known.users
        }
        // Notifications are best effort; the change feed has everything.
        let found = try? await store.participants(of: key.zone, in: .private(user: key.owner.text))
        guard let users = found.map({ Set($0.keys) }) else { return [] }
        state.withLock { state in
            if state.participants.count >= NotificationHub.placeCapacity {
                state.participants = [:]
            }
            state.participants[key] = (users, now)
        }
        return users
    }

    /// The changes that a participant may be notified of, in another owner's database.
    private func shown(
        _ changes: [RecordChange], of owner: String, to user: String
    ) async throws -> [RecordChange] {
        let names = OwnerNames(viewer: user, owner: owner)
        var shown: [RecordChange] = []
        for (zone, changes) in Dictionary(grouping: changes, by: { $0.id?.zone }) {
            guard let zone else { continue }
            let gainedOrLost = changes.filter { change in
                let permissions = [change.old, change.new].map {
                    $0.flatMap { Share($0)?.permission(of: user) }
                }
                return permissions[0] != permissions[1]
            }
            // The changed records, and their parents.
            let asked = changes.flatMap { change in
                [change.id, change.old?.parent].compactMap { $0?.name }
            }
            let visible: Set<String>?
            do {
                visible = try await store.sharedNames(
                    among: Set(asked), in: names.seen(zone), of: .shared(user: user))
            } catch {
                // The user no longer sees the zone, and is notified of that.
                shown += gainedOrLost
                continue
            }
            guard var visible else {
                shown += changes
                continue
            }
            // Deleted records that were below a visible record, or below one deleted with them.
            var isGrowing = true
            while isGrowing {
                isGrowing = false
                for change in changes {
                    guard let old = change.old, !visible.contains(old.id.name),
                        let parent = old.parent, visible.contains(parent.name)
                    else { continue }
                    visible.insert(old.id.name)
                    isGrowing = true
                }
            }
            shown += changes.filter { change in
                change.id.map { visible.contains($0.name) } ?? false
            }
            shown += gainedOrLost.filter { change in
                change.id.map { !visible.contains($0.name) } ?? false
            }
        }
        return shown
    }
}
