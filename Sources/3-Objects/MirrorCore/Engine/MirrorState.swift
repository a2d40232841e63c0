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
/// | `w/<target's name>/<source's name>` | fields that point at a record that is not here yet |
/// | `v/<number>` | an event |
/// | `polled/<type>` | when the newest known record of a type was changed, in a public database |
/// | `account`, `history`, `zone`, `database`, `fields`, `sending` | one value each |
package final class MirrorState {
    private let store: any ObjectStore
    private var known: [String: Data?] = [:]
    private var changed: [String: Data?] = [:]

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
        changed[key] = .some(value)
    }

    /// The keys that begin with a prefix, with what was set meanwhile.
    package func keys(_ prefix: String) throws -> [String] {
        var keys: Set<String> = []
        for (key, value) in try store.mirrorEntries(prefix: prefix, after: nil, limit: nil) {
            keys.insert(key)
            if known[key] == nil { known[key] = .some(value) }
        }
        for (key, value) in changed where key.hasPrefix(prefix) {
            if value == nil { keys.remove(key) } else { keys.insert(key) }
        }
        return keys.sorted()
    }

    /// Writes what was set.
    package func flush() throws {
        guard !changed.isEmpty else { return }
        try store.setMirrorEntries(changed)
        changed = [:]
    }

    // MARK: Numbers and texts

    package func number(_ key: String) throws -> Int64? {
        try bytes(key).map {
            var reader = ByteReader($0); return try reader.integer()
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

    package func zone() throws -> MirrorZone {
        try bytes("zone").map(MirrorZone.init(data:)) ?? MirrorZone()
    }

    package func setZone(_ zone: MirrorZone) { set("zone", zone.data) }

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
        set("p/" + name, pending?.data)
    }

    /// Adds what is to be sent of an object.
    package func addPending(_ name: String, _ fields: Set<String>?) throws {
        var pending = try pending(name) ?? MirrorPending(.fields([]))
        guard case .fields(let known) = pending.kind else {
            if case .all = pending.kind { setPending(name, MirrorPending(.all)) }
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

    /// The pairs of an object.
    package func links(of name: String) throws -> [(name: String, link: MirrorLink)] {
        let prefix = "e/\(name)/"
        return try keys(prefix).compactMap { key in
            let linkName = String(key.dropFirst(prefix.count))
            return try link(linkName).map { (linkName, $0) }
        }
    }

    // MARK: Waiting relationships

    package func wait(_ source: String, for target: String) {
        set("w/\(target)/\(source)", Data())
    }

    /// The objects that point at a record, which is here now.
    package func takeWaiting(for target: String) throws -> [String] {
        let prefix = "w/\(target)/"
        return try keys(prefix).map { key in
            set(key, nil)
            return String(key.dropFirst(prefix.count))
        }
    }
}

/// The object of a record name.
package struct MirrorObject: Hashable, Sendable {
    /// The object's entity.
    package var entity: String
    /// The object's row; 0 for one that was deleted here while the deletion is to be sent.
    package var row: Int64
    /// Whether the server has, or may have, the record.
    package var isUploaded: Bool
    /// During which reading of the whole zone the record was last there.
    package var epoch: Int64

    package init(entity: String, row: Int64, isUploaded: Bool, epoch: Int64) {
        self.entity = entity
        self.row = row
        self.isUploaded = isUploaded
        self.epoch = epoch
    }

    package init(data: Data) throws {
        var reader = ByteReader(data)
        entity = try reader.text()
        row = try reader.integer()
        isUploaded = try reader.flag()
        epoch = try reader.integer()
    }

    package var data: Data {
        var writer = ByteWriter()
        writer.write(entity)
        writer.write(row)
        writer.write(isUploaded)
        writer.write(epoch)
        return writer.data
    }
}

/// What is to be sent of a record.
package struct MirrorPending: Hashable, Sendable {
    /// What kind of change it is.
    package enum Kind: Hashable, Sendable {
        /// Every field: the record is new.
        case all
        /// Some fields.
        case fields(Set<String>)
        /// A record that joins a pair.
        case link
        /// A deletion.
        case deletion
    }

    package var kind: Kind
    /// Why the server refused it, by a text that equal refusals share; nil where it was not refused.
    package var refusal: String?

    package init(_ kind: Kind, refusal: String? = nil) {
        self.kind = kind
        self.refusal = refusal
    }

    package func covers(_ field: String) -> Bool {
        switch kind {
        case .all: true
        case .fields(let fields): fields.contains(field)
        case .link, .deletion: false
        }
    }

    package init(data: Data) throws {
        var reader = ByteReader(data)
        switch try reader.byte() {
        case 0: kind = .all
        case 1: kind = .fields(Set(try reader.list { try $0.text() }))
        case 2: kind = .link
        case 3: kind = .deletion
        default: throw ByteReader.CorruptionError()
        }
        refusal = try reader.optional { try $0.text() }
    }

    package var data: Data {
        var writer = ByteWriter()
        switch kind {
        case .all: writer.write(byte: 0)
        case .fields(let fields):
            writer.write(byte: 1)
            writer.write(fields.sorted()) { $0.write($1) }
        case .link: writer.write(byte: 2)
        case .deletion: writer.write(byte: 3)
        }
        writer.write(refusal) { $0.write($1) }
        return writer.data
    }
}

/// A record that joins a pair of objects.
package struct MirrorLink: Hashable, Sendable {
    /// The entity that declares the first end, and its relationship.
    package var entity: String
    package var relationship: String
    /// The record names of the two objects, in the order of the plan's ends.
    package var first: String
    package var second: String
    /// Whether the server has, or may have, the record.
    package var isUploaded: Bool
    /// Whether the two objects are joined here.
    package var isApplied: Bool
    package var epoch: Int64

    package init(
        entity: String, relationship: String, first: String, second: String, isUploaded: Bool,
        isApplied: Bool, epoch: Int64
    ) {
        self.entity = entity
        self.relationship = relationship
        self.first = first
        self.second = second
        self.isUploaded = isUploaded
        self.isApplied = isApplied
        self.epoch = epoch
    }

    package init(data: Data) throws {
        var reader = ByteReader(data)
        entity = try reader.text()
        relationship = try reader.text()
        first = try reader.text()
        second = try reader.text()
        isUploaded = try reader.flag()
        isApplied = try reader.flag()
        epoch = try reader.integer()
    }

    package var data: Data {
        var writer = ByteWriter()
        for text in [entity, relationship, first, second] { writer.write(text) }
        writer.write(isUploaded)
        writer.write(isApplied)
        writer.write(epoch)
        return writer.data
    }

    /// The relationship and the two objects, whatever record says so.
    var pair: [String] { [entity, relationship, first, second] }
}

/// How far a zone was read.
package struct MirrorZone: Hashable, Sendable {
    /// Whether the zone is known to be at the server.
    package var isMade = false
    /// Where reading goes on; nil where everything is to be read.
    package var token: Data?
    /// The number of the current reading of the whole zone.
    package var epoch: Int64 = 1
    /// Whether the whole zone is being read, after which what was not there is deleted.
    package var isReadAnew = false

    package init() {}

    /// Has the whole zone read again.
    package mutating func readAnew() {
        token = nil
        isReadAnew = true
        epoch += 1
    }

    package init(data: Data) throws {
        var reader = ByteReader(data)
        isMade = try reader.flag()
        token = try reader.optional { try $0.data() }
        epoch = try reader.integer()
        isReadAnew = try reader.flag()
    }

    package var data: Data {
        var writer = ByteWriter()
        writer.write(isMade)
        writer.write(token) { $0.write($1) }
        writer.write(epoch)
        writer.write(isReadAnew)
        return writer.data
    }
}

/// A request that was sent, or is about to be, and whose answer is not known.
package struct MirrorRequest: Sendable {
    /// One part of a request.
    package struct Item: Sendable {
        package var name: String
        package var pending: MirrorPending
        /// What is saved; nil for a deletion.
        package var record: Record?
        /// The tag that a deleted record must have.
        package var tag: String?
    }

    /// The name by which the server knows a request that it has done.
    package var once: String
    package var items: [Item]

    package init(once: String = UUID().uuidString, items: [Item]) {
        self.once = once
        self.items = items
    }

    package init(data: Data) throws {
        var reader = ByteReader(data)
        once = try reader.text()
        items = try reader.list {
            Item(
                name: try $0.text(), pending: try MirrorPending(data: try $0.data()),
                record: try $0.optional { try RecordCoding.record(try $0.data()) },
                tag: try $0.optional { try $0.text() })
        }
    }

    package func data() throws -> Data {
        var writer = ByteWriter()
        writer.write(once)
        try writer.write(items) {
            $0.write($1.name)
            $0.write($1.pending.data)
            try $0.write($1.record) { $0.write(try RecordCoding.data($1)) }
            $0.write($1.tag) { $0.write($1) }
        }
        return writer.data
    }
}
