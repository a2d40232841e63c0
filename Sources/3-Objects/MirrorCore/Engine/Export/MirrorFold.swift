import CoreDataModel
import Foundation
import ObjectCore
import PredicateCore
import RecordCore

/// What became of an object in saves that the mirror did not look at yet.
struct MirrorSaved {
    var isNew = false
    var isDeleted = false
    var properties: Set<String> = []
    /// The transactions that changed a property, by its name.
    private var transactions: [String: Set<Int64>] = [:]
    /// The transactions that may have changed any of them.
    private var wholeTransactions: Set<Int64> = []
    /// When the first of the changes was saved, and the last.
    var dates: (first: Date, last: Date)

    init(at date: Date) { dates = (date, date) }

    mutating func add(_ change: ObjectTransaction.Change, in transaction: ObjectTransaction) {
        dates.last = transaction.date
        switch change.kind {
        case .inserted: isNew = true
        case .updated: properties.formUnion(change.properties)
        case .deleted: isDeleted = true
        }
        if change.properties.isEmpty { wholeTransactions.insert(transaction.token) }
        for name in change.properties { transactions[name, default: []].insert(transaction.token) }
    }

    /// The transactions that may have changed a property.
    func transactions(of property: String) -> Set<Int64> {
        wholeTransactions.union(transactions[property] ?? [])
    }
}

/// Turns what programs saved into what is to be sent.
struct MirrorFold {
    /// What the authors of a mirror's own transactions begin with.
    static let authorPrefix = "NSCloudKitMirroringDelegate."

    let store: any ObjectStore
    let codec: MirrorCodec
    let state: MirrorState
    let epoch: Int64
    /// Whether there is a zone for objects that are in no share.
    let hasOwnZone: Bool

    private var zoning: MirrorZoning {
        MirrorZoning(store: store, codec: codec, state: state, hasOwnZone: hasOwnZone)
    }

    /// Folds the history since the last time; gives whether there was anything new.
    ///
    /// Everything is compared where the history has a gap, as at the first time and after a
    /// migration.
    @discardableResult
    func run() throws -> Bool {
        let last = try store.historyToken()
        guard let kept = try state.number("history"), try state.text("fields") == fieldList,
            try !hasGap(from: kept, to: last)
        else {
            // At the first time everything is new; after a migration the history is a new one.
            let isFirst = try state.text("fields") == nil
            let kept = try state.number("history") ?? (isFirst ? last : 0)
            try reconcile()
            // Of fields that no record had yet a comparison says nothing: what was saved in them does.
            if kept < last { try fold(after: kept, to: last) }
            return true
        }
        if kept == last { return false }
        try fold(after: kept, to: last)
        return true
    }

    /// Folds what there is of the history after a token, up to the last one at least.
    private func fold(after kept: Int64, to last: Int64) throws {
        var token = kept
        while true {
            let page = try store.history(after: token, limit: 200)
            guard let end = page.last?.token else { break }
            try fold(page)
            token = end
            try state.flushAndForget()
        }
        state.set("history", max(token, last))
    }

    /// Whether the last time was with a model that has other fields.
    func isOfOtherModel() throws -> Bool {
        try state.text("fields").map { $0 != fieldList } ?? false
    }

    /// Whether the history was forgotten before everything in it was turned into what is to be sent.
    func hasGap() throws -> Bool {
        guard let kept = try state.number("history") else { return false }
        return try hasGap(from: kept, to: try store.historyToken())
    }

    private func hasGap(from kept: Int64, to last: Int64) throws -> Bool {
        if kept == last { return false }
        guard kept < last, let first = try store.history(after: 0, limit: 1).first?.token else {
            return true
        }
        return first > kept + 1
    }

    private func fold(_ transactions: [ObjectTransaction]) throws {
        let now = state.date
        defer { state.date = now }
        var changes: [ObjectKey: MirrorSaved] = [:]
        var order: [ObjectKey] = []
        for transaction in transactions
        where transaction.author?.hasPrefix(MirrorFold.authorPrefix) != true {
            for change in transaction.changes where codec.shape(of: change.key.entity) != nil {
                if changes[change.key] == nil { order.append(change.key) }
                changes[change.key, default: MirrorSaved(at: transaction.date)]
                    .add(change, in: transaction)
            }
        }
        guard !order.isEmpty else { return }
        try state.load(order.map(codec.entryKey))
        let rows = try store.rows(order)
        var alive: [(ObjectKey, MirrorSaved)] = []
        var parted: [MirrorLink] = []
        for (key, row) in zip(order, rows) {
            guard let change = changes[key] else { continue }
            state.date = change.dates.first
            // One that is gone by now is deleted by a later transaction, if not by this one.
            guard row != nil else {
                parted += try delete(key)
                continue
            }
            alive.append((key, change))
        }
        for (key, change) in alive {
            state.date = change.dates.first
            let isKnown = try state.name(of: key, codec) != nil
            let name = try self.name(of: key)
            if change.isNew || change.isDeleted {
                // One context deleted it, and the edit of another won: it was saved again under its key.
                if isKnown { try state.addPending(name, nil) }
                continue
            }
            guard let shape = codec.shape(of: key.entity) else { continue }
            let fields = Set(change.properties.compactMap { shape.fieldNames[$0] })
            if !fields.isEmpty { try state.addPending(name, fields) }
        }
        try comparePairs(changes, alive: alive.map(\.0), parted: parted)
        try zoning.gather(alive.map(\.0))
    }

    func byEntity(_ keys: [ObjectKey]) -> [(entity: Int, keys: [ObjectKey])] {
        Dictionary(grouping: keys, by: \.entity).sorted { $0.key < $1.key }
            .map { (entity: $0.key, keys: $0.value) }
    }

    /// The record name of an object; a new one, with everything to be sent, where it has none.
    @discardableResult
    func name(of key: ObjectKey) throws -> String {
        if let name = try state.name(of: key, codec) { return name }
        let name = UUID().uuidString
        try add(name, to: key)
        return name
    }

    /// Gives an object a record name, with everything to be sent.
    private func add(_ name: String, to key: ObjectKey) throws {
        state.set(codec.entryKey(of: key), name)
        state.setObject(
            name,
            MirrorObject(
                entity: codec.model.entities[key.entity].name, row: key.row, isUploaded: false,
                epoch: epoch))
        state.setPending(name, MirrorPending(.all))
    }

    /// An object went here: its record is to go, and those of its pairs.
    ///
    /// - Returns: Its pairs.
    @discardableResult
    private func delete(_ key: ObjectKey) throws -> [MirrorLink] {
        guard let name = try state.name(of: key, codec) else { return [] }
        state.set(codec.entryKey(of: key), nil)
        try state.deleteCopies(of: name)
        let links = try state.links(of: name)
        for link in links { try state.deleteLink(link.name) }
        let parted = links.map(\.link).filter(\.isApplied)
        guard var object = try state.object(name) else { return parted }
        if object.isUploaded {
            object.row = 0
            state.setObject(name, object)
            state.setPending(name, MirrorPending(.deletion))
        } else {
            try state.forgetObject(name)
        }
        return parted
    }

    // MARK: Everything

    /// The names of all fields, and of relationships whose pairs are records, by which a change of the
    /// model is noticed.
    private var fieldList: String {
        let fields = codec.plan.types.flatMap { type in
            type.fields.map { "\(type.name).\($0.name)" }
        }
        let links = codec.plan.links.map {
            "\(MirrorPlan.linkTypeName).\($0.first.entity).\($0.first.relationship)"
        }
        return (fields + links).joined(separator: "\n")
    }

    /// Compares every object with its last known record.
    private func reconcile() throws {
        let knownFields = (try state.text("fields")).map {
            Set($0.split(separator: "\n").map(String.init))
        }
        var keys: [ObjectKey] = []
        for shape in codec.allShapes {
            keys += try store.fetchKeys(
                ObjectQuery(entity: shape.entity.number, includesSubentities: false))
        }
        // At the first time alone: later the names are this mirror's own.
        if knownFields == nil { try adoptAppleNames(of: keys) }
        for batch in keys.batches(of: 500) {
            try state.load(batch.map(codec.entryKey))
            for row in try store.rows(batch).compactMap({ $0 }) {
                try compare(row, knownFields)
            }
            for (entity, some) in byEntity(batch) {
                for side in codec.shape(of: entity)?.links ?? [] {
                    try compareLinks(side, of: some)
                }
            }
            try state.flushAndForget()
        }
        for batch in keys.batches(of: 500) { try zoning.gather(batch) }
        // What was deleted while no history was kept.
        var alive: [String: Set<Int64>] = [:]
        for key in keys { alive[codec.rootName(of: key.entity), default: []].insert(key.row) }
        try state.forEachPage("o/") { page in
            for key in page {
                // Behind `o/`; the name of an entity may have a slash.
                let object = key.dropFirst(2)
                guard let slash = object.lastIndex(of: "/"),
                    let row = Int64(object[object.index(after: slash)...]),
                    let entity = codec.model.entity(named: String(object[..<slash])),
                    alive[entity.name]?.contains(row) != true
                else { continue }
                try delete(ObjectKey(entity: entity.number, row: row))
            }
        }
        if let knownFields, knownFields != Set(fieldList.split(separator: "\n").map(String.init)) {
            // Records may have values of properties that the model did not have.
            for id in [nil] + (try state.shareZones()) {
                var zone = try state.zone(id)
                zone.readAnew()
                state.setZone(zone, id)
            }
            for key in try state.keys("polled/") { state.set(key, nil) }
        }
        state.set("fields", fieldList)
        state.set("history", try store.historyToken())
    }

    /// Gives objects the record names that they have in a mirror of Apple's systems, from which the
    /// file comes: what the server has under these names is the same object, not another one.
    ///
    /// Objects that Apple's mirror had sent are no edits: the server's values count, and an object that
    /// the server does not have is sent. Of one that it had not sent, the fields count that were edited
    /// since; all of them where the history does not name them. A deletion that it had not sent is sent.
    private func adoptAppleNames(of keys: [ObjectKey]) throws {
        guard let mirror = try (store as? any AppleMirrorReading)?.appleMirror() else { return }
        var names: [ObjectKey: AppleMirror.Entry] = [:]
        let alive = Set(keys)
        for entry in mirror.entries {
            // Objects of shares are in stores and zones that the server's records tell of.
            guard let entity = entry.entity.flatMap(codec.model.entity(named:)),
                entry.zone == nil || entry.zone == Mirror.zoneName || entry.zone == "_defaultZone"
            else { continue }
            let key = ObjectKey(entity: entity.number, row: entry.row)
            if !entry.needsCloudDelete {
                names[key] = entry
            } else if hasOwnZone, !alive.contains(key), codec.shape(of: key.entity) != nil,
                try state.object(entry.recordName) == nil
            {
                state.setObject(
                    entry.recordName,
                    MirrorObject(entity: entity.name, row: 0, isUploaded: true, epoch: epoch))
                // Later edits of other devices are not known here, and count; all of them where the
                // file has no date.
                let since =
                    mirror.lastExchange(in: entry.zone ?? Mirror.zoneName) ?? entry.deleted
                    ?? .distantPast
                state.setPending(entry.recordName, MirrorPending(.deletion, since: since))
            }
        }
        guard !names.isEmpty else { return }
        let edits = try unsentEdits(names.filter(\.value.needsUpload))
        var sent: [ObjectKey] = []
        for batch in keys.batches(of: 500) {
            try state.load(batch.map(codec.entryKey))
            for key in batch {
                guard let entry = names[key], try state.name(of: key, codec) == nil,
                    try state.object(entry.recordName) == nil
                else { continue }
                try add(entry.recordName, to: key)
                let edit = edits[key]
                if let edit, !edit.fields.isEmpty {
                    state.setPending(
                        entry.recordName, MirrorPending(.fields(edit.fields), since: edit.since))
                } else if edit != nil || !entry.needsUpload {
                    sent.append(key)
                }
            }
            try state.flushAndForget()
        }
        // After all names are known, to which relationships point.
        for batch in sent.batches(of: 500) {
            for row in try store.rows(batch).compactMap({ $0 }) {
                guard let entry = names[row.key], let shape = codec.shape(of: row.key.entity)
                else { continue }
                var base = Record(shape.type, RecordID(entry.recordName))
                base.fields = try codec.fields(of: row) { try state.name(of: $0, codec) }
                    .filter { !$0.value.isNull }
                base.encrypted = shape.encrypted
                try state.setBase(entry.recordName, base)
            }
            try state.flushAndForget()
        }
    }

    /// The fields of objects that were edited since Apple's mirror sent them, and when the first was: of
    /// those of which the history has, and names, every edit since.
    private func unsentEdits(
        _ entries: [ObjectKey: AppleMirror.Entry]
    ) throws -> [ObjectKey: (fields: Set<String>, since: Date)] {
        guard var token = entries.values.map({ $0.lastExported ?? 0 }).min(),
            let first = try store.history(after: 0, limit: 1).first?.token
        else { return [:] }
        var edits: [ObjectKey: (fields: Set<String>, since: Date)] = [:]
        var unnamed: Set<ObjectKey> = []
        while true {
            let page = try store.history(after: token, limit: 200)
            guard let end = page.last?.token else { break }
            for transaction in page
            where transaction.author?.hasPrefix(MirrorFold.authorPrefix) != true {
                for change in transaction.changes {
                    guard let entry = entries[change.key],
                        transaction.token > entry.lastExported ?? 0,
                        let shape = codec.shape(of: change.key.entity)
                    else { continue }
                    if change.kind != .updated || change.properties.isEmpty
                        || first > (entry.lastExported ?? 0) + 1
                    {
                        unnamed.insert(change.key)
                    }
                    edits[change.key, default: ([], transaction.date)].fields.formUnion(
                        change.properties.compactMap { shape.fieldNames[$0] })
                }
            }
            token = end
        }
        return edits.filter { !unnamed.contains($0.key) }
    }

    private func compare(_ row: ObjectRow, _ knownFields: Set<String>?) throws {
        let isKnown = try state.name(of: row.key, codec) != nil
        let name = try name(of: row.key)
        guard isKnown, let base = try state.base(name), let shape = codec.shape(of: row.key.entity)
        else { return }
        let different = try state.differences(
            of: row, name, since: base, shape, codec,
            where: { knownFields?.contains("\(shape.type).\($0)") ?? true },
            nameOf: { try self.name(of: $0) })
        if !different.isEmpty { try state.addPending(name, different) }
    }
}
