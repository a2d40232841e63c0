import ObjectCore

// Which object an entry of a mirror's state is of.
extension MirrorCodec {
    /// The key of the entry with an object's record name.
    func entryKey(of key: ObjectKey) -> String {
        MirrorState.objectKey(rootName(of: key.entity), key.row)
    }

    /// The key of a record's object; nil where the object was deleted here, and where the model does
    /// not have its entity.
    func key(of object: MirrorObject) -> ObjectKey? {
        guard object.row > 0, let entity = model.entity(named: object.entity) else { return nil }
        return ObjectKey(entity: entity.number, row: object.row)
    }
}

extension MirrorState {
    /// The key of a record's object; nil where it has none.
    func key(of name: String, _ codec: MirrorCodec) throws -> ObjectKey? {
        guard let object = try object(name) else { return nil }
        return codec.key(of: object)
    }

    /// The record name of an object; nil where it has none yet.
    func name(of key: ObjectKey, _ codec: MirrorCodec) throws -> String? {
        try text(codec.entryKey(of: key))
    }
}
