extension Value {
    /// The assets that the value is or has among its members.
    package var heldAssets: [Asset] {
        switch kind {
        case .asset(let asset): [asset]
        case .list(let members):
            members.compactMap { if case .asset(let asset) = $0 { asset } else { nil } }
        case .null, .number, .text, .date, .bytes, .scalar, .reference, .location, .dictionary,
            .object:
            []
        }
    }

    /// The references that the value is or has among its members.
    package var heldReferences: [Reference] {
        switch kind {
        case .reference(let reference): [reference]
        case .list(let members):
            members.compactMap { if case .reference(let reference) = $0 { reference } else { nil } }
        case .null, .number, .text, .date, .bytes, .scalar, .location, .asset, .dictionary, .object:
            []
        }
    }

    /// The value with others in place of the references that it is or has among its members.
    package func mapReferences(_ transform: (Reference) throws -> Value) rethrows -> Value {
        switch kind {
        case .reference(let reference): try transform(reference)
        case .list(let members): .list(try members.map { try $0.mapReferences(transform) })
        case .null, .number, .text, .date, .bytes, .scalar, .location, .asset, .dictionary, .object:
            self
        }
    }
}
