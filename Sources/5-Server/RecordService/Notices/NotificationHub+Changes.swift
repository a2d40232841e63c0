import Foundation

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
        guard let all = try? await subscriptions(), !all.isEmpty else { return }
        for (owner, changes) in NotificationHub.changes(of: result, in: scope) {
            let database: DatabaseScope = owner.isEmpty ? .public : .private(user: owner)
            await tell(changes, in: database, owner: owner, all, by: session)
        }
    }

    /// Notifies the owner and the participants of zones that were created or deleted.
    func zonesChanged(of owner: String, for participants: Set<String>, by session: ServiceSession)
        async
    {
        guard let all = try? await subscriptions() else { return }
        for stored in all {
            let isConcerned =
                switch stored.database {
                case .private: stored.user == owner
                case .shared: participants.contains(stored.user)
                case .public: false
                }
            guard isConcerned else { continue }
            switch stored.subscription.kind {
            case .database(type: nil):
                await deliver(
                    [notice(of: stored, .database)], user: stored.user,
                    origin: session.user == stored.user ? session.device : nil)
            case .database, .zone, .query: continue
            }
        }
    }

    /// What changed in each owner's database, named as it names it; the public database's
    /// owner is empty.
    private static func changes(
        of result: SaveResult, in scope: DatabaseScope
    ) -> [String: [RecordChange]] {
        var changes: [String: [RecordChange]] = [:]
        func add(_ change: RecordChange) {
            guard let id = change.id else { return }
            switch scope {
            case .public: changes["", default: []].append(change)
            case .private(let owner): changes[owner, default: []].append(change)
            case .shared(let viewer):
                let names = OwnerNames(viewer: viewer, owner: id.zone.owner)
                changes[id.zone.owner, default: []].append(
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

    private func tell(
        _ changes: [RecordChange], in database: DatabaseScope, owner: String,
        _ all: [StoredSubscription], by session: ServiceSession
    ) async {
        let types = Set(changes.compactMap(\.type))
        var origin: String?
        for stored in all {
            origin = stored.user == session.user ? session.device : nil
            var seen = changes
            switch (database, stored.database) {
            case (.public, .public): break
            case (.private(let user), .private) where user == stored.user: break
            case (.private(let user), .shared) where user != stored.user:
                // Notifications are best effort; the change feed has everything.
                guard let visible = try? await shown(changes, of: user, to: stored.user) else {
                    continue
                }
                seen = visible
            case (.public, _), (.private, _), (.shared, _): continue
            }
            let notices: [Notice]
            switch stored.subscription.kind {
            case .query(let type, let predicate, let zone, let fires):
                guard types.contains(type) else { continue }
                // Notifications are best effort; the change feed has everything.
                notices =
                    (try? await matches(
                        stored, type, predicate, zone, fires, in: database, seen)) ?? []
                if !notices.isEmpty, fires.contains(.once) {
                    guard (try? await remove(key: stored.key)) == true else { continue }
                    await deliver(Array(notices.prefix(1)), user: stored.user, origin: origin)
                    continue
                }
            case .zone(let zone, let type):
                let names = OwnerNames(viewer: stored.user, owner: owner)
                let isChanged = seen.contains {
                    $0.id?.zone == names.stored(zone) && (type == nil || $0.type == type)
                }
                notices = isChanged ? [notice(of: stored, .zone(zone))] : []
            case .database(let type):
                // The default zone tracks no changes: there is nothing to fetch.
                let isChanged = seen.contains {
                    $0.id?.zone != .default && (type == nil || $0.type == type)
                }
                notices = isChanged ? [notice(of: stored, .database)] : []
            }
            await deliver(notices, user: stored.user, origin: origin)
        }
    }

    func notice(of stored: StoredSubscription, _ kind: ServiceNotification.Kind) -> Notice {
        Notice(
            subscription: stored.subscription.id, database: stored.database, kind: kind,
            info: stored.subscription.info)
    }

    // MARK: Queries

    /// Which changes a query subscription is to be told of: by the evaluator, over the record
    /// before and after.
    private func matches(
        _ stored: StoredSubscription, _ type: String, _ predicate: QueryPredicate,
        _ zone: ZoneID?, _ fires: ServiceSubscription.QueryEvents, in database: DatabaseScope,
        _ changes: [RecordChange]
    ) async throws -> [Notice] {
        let schema = try await store.schema()
        let names = OwnerNames(database)
        let evaluator: Evaluator<Record>
        if let known = schema[type].flatMap({ compiled(stored, $0) }) {
            evaluator = known
        } else {
            let now = options.clock()
            let checked = try QueryChecker.check(
                RecordQuery(
                    type, where: predicate, in: .all, profile: options.profile,
                    user: stored.user),
                schema: schema, environment: store.environment, now: now,
                limits: store.limits, names: names)
            evaluator = try checked.evaluator()
            // What says `now` is another question each time.
            if predicate.replacingNow(with: now) == predicate {
                remember(evaluator, for: stored, checked.type)
            }
        }
        let wanted = zone.map { names.stored($0) }
        let roles = GrantRoles(
            user: stored.user, database == .public ? await options.roles(stored.user) : [])
        func mayRead(_ record: Record) -> Bool {
            guard database == .public, let type = schema[record.type] else { return true }
            return type.allows(.read, to: roles, of: record)
        }
        func holds(_ record: Record?) throws -> Bool {
            guard let record, record.type == type, wanted == nil || record.id.zone == wanted
            else { return false }
            guard mayRead(record) else { return false }
            return try evaluator.matches(record)
        }
        var notices: [Notice] = []
        for change in changes {
            guard let id = change.id else { continue }
            let reason: ServiceNotification.Reason
            switch (try holds(change.old), try holds(change.new)) {
            case (false, false): continue
            case (false, true):
                guard fires.contains(.onCreation) else { continue }
                reason = .recordCreated
            case (true, true):
                guard fires.contains(.onUpdate) else { continue }
                reason = .recordUpdated
            case (true, false):
                guard fires.contains(.onDeletion) else { continue }
                reason = .recordDeleted
            }
            var fields: [String: Value] = [:]
            for key in stored.subscription.desiredKeys ?? [] {
                fields[key] = (change.new ?? change.old)?.fields[key]
            }
            notices.append(
                notice(of: stored, .query(id, reason: reason, fields: fields)))
        }
        return notices
    }

    // MARK: Shares

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
