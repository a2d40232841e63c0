import RecordCore
import SQLLowering

/// What a record holds on to: the records it points at in a way that matters when they are
/// deleted, and the content of its assets.
struct RecordLinks {
    /// A pointer as `_references` keeps it.
    struct Pointer: Hashable {
        let zone: String
        let name: String
        let action: Int64
    }

    /// The number that stands for a child's pointer to its parent, beside those of
    /// `Reference.Action`.
    static let parentAction: Int64 = 3

    private(set) var pointers: Set<Pointer> = []
    private(set) var assets: Set<String> = []

    /// No links.
    init() {}

    /// The links of a record.
    init(_ record: Record) {
        for value in record.fields.values { add(value) }
        if let parent = record.parent, parent.zone.owner == ZoneID.currentOwner {
            pointers.insert(
                Pointer(
                    zone: parent.zone.name, name: parent.name, action: RecordLinks.parentAction))
        }
    }

    private mutating func add(_ value: Value) {
        switch value.kind {
        case .reference(let reference):
            // A pointer into another user's database is not followed when records go.
            guard reference.action != .none,
                reference.recordID.zone.owner == ZoneID.currentOwner
            else { return }
            pointers.insert(
                Pointer(
                    zone: reference.recordID.zone.name, name: reference.recordID.name,
                    action: Int64(reference.action.rawValue)))
        case .asset(let asset):
            if let checksum = asset.checksum { assets.insert(checksum) }
        case .list(let members):
            for member in members {
                switch member {
                case .reference, .asset: add(member)
                default: return  // Lists hold one kind.
                }
            }
        case .null, .number, .text, .date, .bytes, .scalar, .location, .dictionary, .object:
            return
        }
    }

    /// Writes what differs between the links of the record that a row had and of the one that it has;
    /// gives the content that was given up and taken up.
    ///
    /// Pointers stand beside the record, uses of content beside the content.
    @discardableResult
    static func write<Connection: SQLConnection>(
        _ record: Record?, replacing previous: Record?, row: Int64, database: Int64,
        _ session: StoreSession<Connection>
    ) throws -> (released: Set<String>, acquired: Set<String>) {
        let new = record.map(RecordLinks.init) ?? RecordLinks()
        let old = previous.map(RecordLinks.init) ?? RecordLinks()
        let connection = session.connection
        let statements = session.statements
        func bind(_ pointer: Pointer, _ binder: inout Connection.Binder) {
            binder.bind(int: database, at: 0)
            binder.bind(text: pointer.zone, at: 1)
            binder.bind(text: pointer.name, at: 2)
            binder.bind(int: pointer.action, at: 3)
            binder.bind(int: row, at: 4)
        }
        for pointer in old.pointers where !new.pointers.contains(pointer) {
            try connection.perform(statements.removeReference) { bind(pointer, &$0) }
        }
        for pointer in new.pointers where !old.pointers.contains(pointer) {
            var connection = connection
            try connection.insertRow(statements.addReference) { bind(pointer, &$0) }
        }
        func bind(_ checksum: String, _ binder: inout Connection.Binder) {
            binder.bind(int: session.home(ofContent: checksum, in: database), at: 0)
            binder.bind(text: checksum, at: 1)
            binder.bind(int: row, at: 2)
        }
        let released = old.assets.subtracting(new.assets)
        let acquired = new.assets.subtracting(old.assets)
        for checksum in released {
            try connection.perform(statements.removeAsset) { bind(checksum, &$0) }
        }
        for checksum in acquired {
            try connection.perform(statements.addAsset) { bind(checksum, &$0) }
        }
        return (released, acquired)
    }
}
