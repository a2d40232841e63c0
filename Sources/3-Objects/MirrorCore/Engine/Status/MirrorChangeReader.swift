import CoreDataModel
import Foundation
import ObjectCore
import RecordCore

/// Reads from a store what is to be sent, without writing to it.
struct MirrorChangeReader {
    private let store: any ObjectStore
    private let state: MirrorState
    private let model: ResolvedModel
    private let plan: MirrorPlan
    /// Every record name with its object.
    let objects: [String: MirrorObject]
    /// Every record name of a pair.
    let links: [String: MirrorLink]
    /// What the mirror knows that is to be sent.
    private(set) var pending: [MirrorChange] = []
    private var others: [MirrorChange] = []

    init(_ store: any ObjectStore, _ state: MirrorState) throws {
        self.store = store
        self.state = state
        model = store.model
        plan = MirrorPlan(store.model.model)
        var objects: [String: MirrorObject] = [:]
        try Self.forEach("r/", of: store) { objects[$0] = try MirrorObject(data: $1) }
        self.objects = objects
        var links: [String: MirrorLink] = [:]
        try Self.forEach("l/", of: store) { links[$0] = try MirrorLink(data: $1) }
        self.links = links
    }

    /// Calls back with the entries of a prefix, by what follows it, a page of them at a time.
    static func forEach(
        _ prefix: String, of store: any ObjectStore, _ body: (String, Data) throws -> Void
    ) throws {
        var last: String?
        while true {
            let page = try store.mirrorEntries(prefix: prefix, after: last, limit: 1_000)
            for (key, value) in page { try body(String(key.dropFirst(prefix.count)), value) }
            guard page.count == 1_000 else { return }
            last = page.last?.key
        }
    }

    /// Everything that is to be sent, the earliest first; what has no date comes last.
    var changes: [MirrorChange] {
        (pending + others).sorted { one, two in
            let dates = (one.since ?? .distantFuture, two.since ?? .distantFuture)
            if dates.0 != dates.1 { return dates.0 < dates.1 }
            return (one.entity, one.row, one.recordName ?? "")
                < (two.entity, two.row, two.recordName ?? "")
        }
    }

    /// Pairs that are to be sent or deleted.
    var pendingLinks: Int { pending.count { $0.kind.isOfPair } }

    /// Record names whose object is not in the store.
    func orphans() throws -> [String] {
        var rows: [Int: Set<Int64>] = [:]
        var orphans: [String] = []
        for (name, object) in objects where object.row > 0 {
            guard let entity = model.entity(named: object.entity) else { continue }
            if rows[entity.root] == nil {
                let keys = try store.fetchKeys(ObjectQuery(entity: entity.root))
                rows[entity.root] = Set(keys.map(\.row))
            }
            if rows[entity.root]?.contains(object.row) != true { orphans.append(name) }
        }
        return orphans.sorted()
    }

    // MARK: Entries

    /// Reads what the mirror knows that is to be sent.
    mutating func readPending() throws {
        var found: [MirrorChange] = []
        try Self.forEach("p/", of: store) { name, data in
            let pending = try MirrorPending(data: data)
            let state: MirrorChange.State = pending.refusal == nil ? .waiting : .refused
            if let change = change(name, pending, state) { found.append(change) }
        }
        pending = found
    }

    /// Reads what was sent; what changed again meanwhile is among the others already.
    mutating func read(_ request: MirrorRequest) {
        // What objects left behind is counted by itself.
        guard !request.isOfOriginals else { return }
        let known = Set(pending.compactMap(\.recordName))
        others += request.items.filter { !known.contains($0.name) }.compactMap {
            change($0.name, $0.pending, .sent)
        }
    }

    private func change(
        _ name: String, _ pending: MirrorPending, _ state: MirrorChange.State
    ) -> MirrorChange? {
        if let link = links[name] {
            let isDeleted = pending.kind == .deletion
            let other = objects[link.second].flatMap {
                $0.row > 0 ? MirrorChange.Object(entity: $0.entity, row: $0.row) : nil
            }
            return MirrorChange(
                kind: isDeleted ? .pairDeleted : .pair, state: state, entity: link.entity,
                row: objects[link.first]?.row ?? 0, recordName: name,
                properties: [link.relationship], other: other, since: pending.since,
                refusal: pending.refusal, zone: link.zone)
        }
        guard let object = objects[name] else { return nil }
        var change = MirrorChange(
            kind: .new, state: state, entity: object.entity, row: object.row, recordName: name,
            since: pending.since, refusal: pending.refusal, zone: object.zone)
        switch pending.kind {
        case .all: break
        case .fields(let fields):
            change.kind = .edited
            change.properties = fields.map(Self.property).sorted()
        case .deletion: change.kind = .deleted
        case .link: return nil
        }
        return change
    }

    private static func property(_ field: String) -> String {
        field.hasPrefix(MirrorPlan.prefix)
            ? String(field.dropFirst(MirrorPlan.prefix.count)) : field
    }

    // MARK: History

    /// Reads saves that the mirror did not look at yet; gives how many there are.
    mutating func readHistory() throws -> Int {
        var count = 0
        var saved: [ObjectKey: MirrorSaved] = [:]
        var token = try state.number("history") ?? 0
        while true {
            let page = try store.history(after: token, limit: 200)
            guard let end = page.last?.token else { break }
            token = end
            for transaction in page
            where transaction.author?.hasPrefix(MirrorFold.authorPrefix) != true {
                count += 1
                for change in transaction.changes where isMirrored(change.key) {
                    saved[change.key, default: MirrorSaved(at: transaction.date)]
                        .add(change, in: transaction)
                }
            }
        }
        for (key, one) in saved { try add(one, of: key) }
        return count
    }

    private func isMirrored(_ key: ObjectKey) -> Bool {
        guard model.entities.indices.contains(key.entity) else { return false }
        let name = model.entities[key.entity].name
        return plan.types.contains { $0.entities.contains(name) }
    }

    private mutating func add(_ saved: MirrorSaved, of key: ObjectKey) throws {
        let entity = model.entities[key.entity]
        let root = model.entities[entity.root].name
        let name = try state.text(MirrorState.objectKey(root, key.row))
        var properties = saved.properties.filter { isSent($0, of: entity) }
        // What was made and went between two looks is never sent.
        if saved.isDeleted, name == nil { return }
        if !saved.isDeleted, !saved.isNew, name != nil, properties.isEmpty { return }
        var kind: MirrorChange.Kind =
            saved.isDeleted ? .deleted : saved.isNew || name == nil ? .new : .edited
        if let name, let place = pending.firstIndex(where: { $0.recordName == name }) {
            if kind == .edited, pending[place].kind == .new { kind = .new }
            pending[place].kind = kind
            if kind == .deleted { pending[place].row = 0 }
            properties.formUnion(pending[place].properties)
            pending[place].properties = kind == .edited ? properties.sorted() : []
            return
        }
        others.append(
            MirrorChange(
                kind: kind, state: .saved, entity: entity.name,
                row: kind == .deleted ? 0 : key.row, recordName: name,
                properties: kind == .edited ? properties.sorted() : [], since: saved.dates.first,
                zone: name.flatMap { objects[$0]?.zone }))
    }

    /// Whether a property is in a record, or in records of pairs.
    private func isSent(_ property: String, of entity: ModelEntity) -> Bool {
        if plan.types.contains(where: {
            $0.entities.contains(entity.name) && $0.field(MirrorPlan.prefix + property) != nil
        }) {
            return true
        }
        guard case .toMany(let place)? = entity.properties[property] else { return false }
        return entity.toManys[place].inverse?.isToMany == true
    }
}
