#if Postgres
/// Statements whose rows are wanted, sent without waiting for them.
extension PostgresConnection {
    /// Has a read begin again alone that shares its transaction.
    package func leaveGroup() throws { if let refusal { throw refusal } }

    /// The types that a statement takes which was asked; nil where it was not.
    func types(of statement: PostgresGroupedRead.Statement) -> [UInt32]? {
        switch statement {
        case .template(let template): statements.entry(template)?.types
        case .text(let key): key.types
        }
    }

    /// Sends a statement whose rows are wanted, without waiting.
    func ask(
        _ statement: PostgresGroupedRead.Statement, types: [UInt32],
        _ parameters: PostgresParameters
    ) throws {
        switch statement {
        case .template(let template):
            try link.send(entry(template, types: types), parameters, .rows)
        case .text(let key):
            if let entry = try entry(key) { return try link.send(entry, parameters, .rows) }
            try link.send(key.text, types: types, parameters, .rows)
        }
    }

    /// The prepared statement of a text; nil where it comes for the first time.
    private func entry(_ key: PostgresStatements.Key) throws -> PostgresStatements.Entry? {
        switch key.types.isEmpty ? .once : statements.entry(key) {
        case .kept(let entry): return entry
        case .once: return nil
        case .again:
            let entry = PostgresStatements.Entry(
                name: statements.newName(), text: key.text, types: key.types, template: nil)
            try link.prepare(entry)
            statements.keep(entry, for: key)
            return entry
        }
    }
}
#endif
