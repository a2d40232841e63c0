#if Postgres
import CPostgres
import SQLLowering
import Synchronization

/// The statements that may be answered together with those of others, since the last time one was the
/// only one of its read and answered at once.
///
/// A slow statement would keep the others of its group waiting.
final class PostgresQuickStatements: Sendable {
    private enum Key: Hashable {
        case template(ObjectIdentifier)
        case text(PostgresStatements.Key)

        init(_ statement: PostgresGroupedRead.Statement) {
            switch statement {
            case .template(let template): self = .template(ObjectIdentifier(template))
            case .text(let key): self = .text(key)
            }
        }
    }

    /// The template keeps its identity from being given to another.
    private typealias Entry = (types: [Oid], template: SQLTemplate?)

    private let entries = Mutex<[Key: Entry]>([:])
    private static let capacity = 1_000
    /// How long an answer may take, with its rows read.
    static let limit = Duration.milliseconds(20)

    /// The types that a quick statement takes; nil where it is not known to be one.
    func types(of statement: PostgresGroupedRead.Statement) -> [Oid]? {
        let key = Key(statement)
        return entries.withLock { $0[key]?.types }
    }

    func insert(_ statement: PostgresGroupedRead.Statement, types: [Oid]) {
        let key = Key(statement)
        var template: SQLTemplate?
        if case .template(let own) = statement { template = own }
        entries.withLock { [template] entries in
            if entries.count >= Self.capacity { entries = [:] }
            entries[key] = (types, template)
        }
    }

    func remove(_ statement: PostgresGroupedRead.Statement) {
        let key = Key(statement)
        entries.withLock { $0[key] = nil }
    }
}
#endif
