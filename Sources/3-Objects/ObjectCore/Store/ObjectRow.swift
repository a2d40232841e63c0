/// Which object: its entity and its row within the entity's tree.
///
///     ObjectKey(entity: note.number, row: 12)   // as x-coredata://…/Note/p12 names it
///
/// Objects that no store has yet have negative rows.
public struct ObjectKey: Hashable, Sendable {
    /// The number of its entity in the model.
    public let entity: Int
    /// The number of its row.
    public let row: Int64

    /// Creates a key from an entity's number and a row's number.
    public init(entity: Int, row: Int64) {
        self.entity = entity
        self.row = row
    }

    /// Whether no store has the object yet.
    public var isTemporary: Bool { row < 0 }
}

/// What a store has of one object.
///
///     let row = try store.rows([key])[0]
///     row?.attributes[title]   // .text("Milk"): by the attribute's place
///     row?.version             // 1
public struct ObjectRow: Hashable, Sendable {
    /// The entity and the row of the object.
    public var key: ObjectKey
    /// How often it was saved: what optimistic locking compares.
    public var version: Int64
    /// The values of the entity's attributes, by place.
    ///
    /// Truth values are whole numbers; transformable values are bytes; a composite is a
    /// dictionary; nil is `.null`.
    public var attributes: [Value]
    /// Where the entity's relationships to one object point, by place.
    public var toOnes: [ObjectKey?]

    /// Creates a row; attributes and to-one links are in the order of the entity's places.
    public init(key: ObjectKey, version: Int64, attributes: [Value], toOnes: [ObjectKey?]) {
        self.key = key
        self.version = version
        self.attributes = attributes
        self.toOnes = toOnes
    }
}
