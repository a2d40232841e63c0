package import Foundation
package import ObjectCore
package import RecordCore

/// The entries of a mirror during one transaction: what was read and set, written at its end.
///
/// | key | value |
/// |---|---|
/// | `o/<root>/<row>` | the record name of an object |
/// | `r/<name>` | the object of a record name (``MirrorObject``) |
/// | `b/<name>` | the last known record |
/// | `p/<name>` | what is to be sent of it (``MirrorPending``) |
/// | `l/<name>` | a record that joins a pair (``MirrorLink``) |
/// | `e/<object's name>/<link's name>` | the pairs of an object |
/// | `w/<target's name>/<source's name>` | the target's name: it is not here yet |
/// | `z/<owner>/<zone>` | how far the zone of a share was read (``MirrorZone``) |
/// | `s/<owner>/<zone>` | the share of such a zone (``MirrorShare``) |
/// | `m/<owner>/<zone>/<name>` | what is to be deleted there, as it moved (``MirrorOriginal``) |
/// | `c/<name>/<owner>/<zone>` | a copy there that does not count (``MirrorOriginal``) |
/// | `d/<name>` | what was deleted in a zone that has not told so yet (``MirrorOriginal``) |
/// | `x/<digit>/<name>` | an object whose zone went, which is to be deleted here, in the order of the digits |
/// | `v/<number>` | an event |
/// | `polled/<type>` | when the newest known record of a type was changed, in a public database |
/// | `lease` | which process mirrors the store (``MirrorLease``) |
/// | `unsaved` | the kept request, by its name, of which it is known that nothing was saved |
/// | `account`, `history`, `zone`, `zones`, `database`, `fields`, `sending` | one value each |
///
/// Names of other programs may have slashes, so that the keys of `A` have the beginning of those of
/// `A/B` too: what is read by a beginning is asked whose it is.
package final class MirrorState {
    private let store: any ObjectStore
    private var known: [String: Data?] = [:]
    private var changed: [String: Data?] = [:]
    /// The keys in ``changed`` by each of their beginnings that ends with a slash: `e/` and `e/<name>/`.
    private var changedKeys: [String: Set<String>] = [:]
    /// Whether the store has keys of a kind, such as `e/`, where that was asked.
    private var hasKind: [String: Bool] = [:]
    /// When what is noted as to be sent was saved.
    package var date: Date?

    package init(_ store: any ObjectStore) { self.store = store }

    // MARK: Bytes

    package func load(_ keys: [String]) throws {
        let missing = keys.filter { known[$0] == nil }
        guard !missing.isEmpty else { return }
        let found = try store.mirrorEntries(missing)
        for key in missing { known[key] = .some(found[key]) }
    }

    package func bytes(_ key: String) throws -> Data? {
        if let value = known[key] { return value }
        let value = try store.mirrorEntries([key])[key]
        known[key] = .some(value)
        return value
    }

    package func set(_ key: String, _ value: Data?) {
        known[key] = .some(value)
        guard changed.updateValue(value, forKey: key) == nil else { return }
        for slash in key.utf8.indices where key.utf8[slash] == UInt8(ascii: "/") {
            changedKeys[String(key[...slash]), default: []].insert(key)
        }
    }

    /// The keys that begin with a prefix, which ends with a slash, with what was set meanwhile.
    package func keys(_ prefix: String) throws -> [String] {
        try keys(prefix, ofKind: nil, below: nil) ?? []
    }

    /// The same of a kind that may have none; nil where the store has `count` or more of them, or as many
    /// were set.
    private func keys(
        _ prefix: String, ofKind kind: String?, below count: Int?
    ) throws -> [String]? {
        let set = changedKeys[prefix] ?? []
        if let count, set.count >= count { return nil }
        var keys: Set<String> = []
        if try kind.map(isThere) ?? true {
            let found = try store.mirrorEntries(prefix: prefix, after: nil, limit: count)
            if let count, found.count >= count { return nil }
            for (key, value) in found {
                keys.insert(key)
                if known[key] == nil { known[key] = .some(value) }
            }
        }
        for key in set {
            if changed[key] == .some(nil) { keys.remove(key) } else { keys.insert(key) }
        }
        return keys.sorted()
    }

    /// The names of records that ``keys(_:)`` have behind the prefix.
    func names(_ prefix: String) throws -> [String] {
        try keys(prefix).map { String($0.dropFirst(prefix.count)) }
    }

    /// Some of the keys that begin with a prefix and come after a key, in order; what was set is
    /// written before.
    package func page(_ prefix: String, after key: String?) throws -> [String] {
        try flush()
        return try store.mirrorEntries(prefix: prefix, after: key, limit: 1_000).map { entry in
            known[entry.key] = .some(entry.value)
            return entry.key
        }
    }

    /// Calls back with all keys that begin with a prefix, a page at a time, after which what was set is
    /// written and what was read is forgotten.
    package func forEachPage(_ prefix: String, _ body: ([String]) throws -> Void) throws {
        var last: String?
        while true {
            let page = try self.page(prefix, after: last)
            guard let end = page.last else { return }
            try body(page)
            try flushAndForget()
            last = end
        }
    }

    /// The keys that begin with a prefix, which is longer than their kind; one look at the store says
    /// of all of them that there are none.
    func keys(_ prefix: String, ofKind kind: String) throws -> [String] {
        try keys(prefix, ofKind: kind, below: nil) ?? []
    }

    /// Whether keys of a kind may be there: the store has some, or some were changed.
    func mayHave(_ kind: String) throws -> Bool { try changedKeys[kind] != nil || isThere(kind) }

    /// Whether the store has keys of a kind.
    private func isThere(_ kind: String) throws -> Bool {
        let isThere =
            try hasKind[kind]
            ?? !store.mirrorEntries(prefix: kind, after: nil, limit: 1).isEmpty
        hasKind[kind] = isThere
        return isThere
    }

    /// Writes what was set.
    package func flush() throws {
        guard !changed.isEmpty else { return }
        try store.setMirrorEntries(changed)
        changed = [:]
        changedKeys = [:]
        hasKind = hasKind.filter(\.value)
    }

    /// Writes what was set and forgets what was read, between the parts of something large.
    package func flushAndForget() throws {
        try flush()
        known = [:]
    }

    // MARK: Numbers and texts

    package func number(_ key: String) throws -> Int64? {
        try bytes(key).map {
            var reader = ByteReader($0)
            return try reader.integer()
        }
    }

    package func set(_ key: String, _ number: Int64) {
        var writer = ByteWriter()
        writer.write(number)
        set(key, writer.data)
    }

    package func text(_ key: String) throws -> String? {
        try bytes(key).map { String(decoding: $0, as: UTF8.self) }
    }

    package func set(_ key: String, _ text: String) { set(key, Data(text.utf8)) }

    package func request() throws -> MirrorRequest? {
        try bytes("sending").map(MirrorRequest.init(data:))
    }

    package func setRequest(_ request: MirrorRequest?) throws {
        set("sending", try request?.data())
    }

    // MARK: Objects

    static func objectKey(_ root: String, _ row: Int64) -> String { "o/\(root)/\(row)" }

    package func object(_ name: String) throws -> MirrorObject? {
        try bytes("r/" + name).map(MirrorObject.init(data:))
    }

    package func setObject(_ name: String, _ object: MirrorObject?) {
        set("r/" + name, object?.data)
    }

    /// Forgets the object of a record name, with what was known and to be sent of it.
    func forgetObject(_ name: String) throws {
        setObject(name, nil)
        setPending(name, nil)
        try setBase(name, nil)
    }

    package func base(_ name: String) throws -> Record? {
        try bytes("b/" + name).map(RecordCoding.record)
    }

    package func setBase(_ name: String, _ record: Record?) throws {
        set("b/" + name, try record.map(RecordCoding.data))
    }

    package func pending(_ name: String) throws -> MirrorPending? {
        try bytes("p/" + name).map(MirrorPending.init(data:))
    }

    package func setPending(_ name: String, _ pending: MirrorPending?) {
        var pending = pending
        if pending?.since == nil { pending?.since = date }
        set("p/" + name, pending?.data)
    }

    /// Adds what is to be sent of an object.
    ///
    /// - Parameter since: When it was saved; nil for now.
    package func addPending(_ name: String, _ fields: Set<String>?, since: Date? = nil) throws {
        var pending = try pending(name) ?? MirrorPending(.fields([]), since: since)
        if let since { pending.since = min(since, pending.since ?? since) }
        guard case .fields(let known) = pending.kind else {
            if case .all = pending.kind {
                setPending(name, MirrorPending(.all, since: pending.since))
            }
            return
        }
        pending.kind = fields.map { .fields(known.union($0)) } ?? .all
        pending.refusal = nil
        setPending(name, pending)
    }

    // MARK: Links

    package func link(_ name: String) throws -> MirrorLink? {
        try bytes("l/" + name).map(MirrorLink.init(data:))
    }

    package func setLink(_ name: String, _ link: MirrorLink?) throws {
        if let old = try self.link(name), link == nil {
            set("e/\(old.first)/\(name)", nil)
            set("e/\(old.second)/\(name)", nil)
        }
        if let link {
            set("e/\(link.first)/\(name)", Data())
            set("e/\(link.second)/\(name)", Data())
        }
        set("l/" + name, link?.data)
    }

    /// Has a record that joins a pair deleted; forgets one that the server does not have.
    package func deleteLink(_ name: String) throws {
        guard var link = try link(name) else { return }
        try deleteCopies(of: name)
        if link.isUploaded {
            link.isApplied = false
            try setLink(name, link)
            setPending(name, MirrorPending(.deletion))
        } else {
            try setLink(name, nil)
            setPending(name, nil)
        }
    }

    /// The pairs of an object.
    package func links(of name: String) throws -> [(name: String, link: MirrorLink)] {
        try links(of: name, try keys("e/\(name)/", ofKind: "e/"))
    }

    /// The records that join the same pair as a link, found among those of the object that has fewer: the
    /// other one may have any number of them.
    package func links(like link: MirrorLink) throws -> [(name: String, link: MirrorLink)] {
        var count = 16
        while true {
            for name in [link.second, link.first] {
                guard let keys = try keys("e/\(name)/", ofKind: "e/", below: count) else {
                    continue
                }
                return try links(of: name, keys).filter { $0.link.pair == link.pair }
            }
            count *= 4
        }
    }

    /// Whether objects have fewer pairs in all than a number.
    func haveFewerPairs(_ names: [String], than count: Int) throws -> Bool {
        var left = count
        for name in names {
            guard left > 0, let keys = try keys("e/\(name)/", ofKind: "e/", below: left) else {
                return false
            }
            left -= keys.count
        }
        return true
    }

    private func links(
        of name: String, _ keys: [String]
    ) throws -> [(name: String, link: MirrorLink)] {
        let names = keys.map { String($0.dropFirst("e/\(name)/".count)) }
        try load(names.map { "l/" + $0 })
        return try names.compactMap { linkName in
            guard let link = try link(linkName), link.first == name || link.second == name
            else { return nil }
            return (linkName, link)
        }
    }

    // MARK: Waiting relationships

    package func wait(_ source: String, for target: String) {
        set("w/\(target)/\(source)", Data(target.utf8))
    }

    /// Whether a waiting relationship is of a target; earlier versions wrote nothing there.
    private static func isOf(_ target: String, _ value: Data) -> Bool {
        value.isEmpty || value == Data(target.utf8)
    }

    /// Whether a field of an object points at a record that is not here yet.
    package func isWaiting(_ source: String, for target: String) throws -> Bool {
        try bytes("w/\(target)/\(source)").map { MirrorState.isOf(target, $0) } ?? false
    }

    /// Whether a relationship to one object, which is empty here, was emptied here.
    ///
    /// It was not where the object of the last known record is not here yet, cannot be the target, or
    /// did not point back.
    func wasCleared(
        _ one: MirrorCodec.ToOneField, of name: String, since base: Record, _ codec: MirrorCodec
    ) throws -> Bool {
        guard let target = base[one.name].mirrorText, !target.isEmpty,
            try !isWaiting(name, for: target), let other = try object(target),
            let entity = codec.model.entity(named: other.entity)?.number,
            codec.model.entities[one.relationship.destination].family.contains(entity)
        else { return false }
        guard one.isOneToOne, let inverse = one.relationship.inverse else { return true }
        let back = codec.shape(of: entity)?.toOnes.first { $0.relationship.name == inverse.name }
        guard let back else { return true }
        return try self.base(target)?[back.name] == .text(name)
    }

    /// The fields in which an object is another one than in its last known record.
    ///
    /// What was never taken into the object, as it is of another type, is no edit unless the object has
    /// a value there.
    func differences(
        of row: ObjectRow, _ name: String, since base: Record, _ shape: MirrorCodec.Shape,
        _ codec: MirrorCodec, where counts: (String) -> Bool = { _ in true },
        nameOf: (ObjectKey) throws -> String?
    ) throws -> Set<String> {
        var fields: Set<String> = []
        for one in shape.attributes where counts(one.field.name) {
            let content = MirrorCodec.content(one.field, of: base)
            let value = row.attributes[one.attribute.place]
            // A migration gives objects the default of an attribute that their records do not have.
            if value == one.defaultValue,
                content.isNull
                    || MirrorCodec.isUnreadable(
                        content, as: one.attribute.type, elements: one.elements)
            {
                continue
            }
            if !MirrorCodec.matches(value, content, as: one.attribute.type) {
                fields.insert(one.field.name)
            }
        }
        for one in shape.toOnes where counts(one.name) {
            let target = try row.toOnes[one.relationship.place].flatMap(nameOf)
            let isDifferent =
                try target.map { base[one.name] != .text($0) }
                ?? wasCleared(one, of: name, since: base, codec)
            if isDifferent { fields.insert(one.name) }
        }
        return fields
    }

    /// The objects that point at a record, which is here now.
    package func takeWaiting(for target: String) throws -> [String] {
        let prefix = "w/\(target)/"
        return try keys(prefix, ofKind: "w/").compactMap { key in
            guard let value = try bytes(key), MirrorState.isOf(target, value) else { return nil }
            set(key, nil)
            return String(key.dropFirst(prefix.count))
        }
    }
}
