#if Postgres
import CPostgres
import Dispatch
import RecordCore
import SQLLowering
import SQLStorage

/// A read needs a transaction of its own: it asks more than one statement, or one that is not known to
/// be quick, or its group failed.
struct NeedsTransaction: Error {}

/// A read of one statement, which shares a transaction with others.
///
/// Its thread notes what it asks and takes the rows; the leader of its group sends and receives.
final class PostgresGroupedRead: @unchecked Sendable {
    // Unchecked: its thread touches it before it is given to `groups` and after its turn. In between
    // the leader of its group does, and `groups` under its lock.

    /// The statement whose rows are wanted.
    enum Statement {
        case template(SQLTemplate)
        case text(PostgresStatements.Key)
    }

    /// A row without which the answer does not count.
    typealias Requirement = (template: SQLTemplate, check: (PostgresRow?) throws -> Void)

    private let groups: PostgresReadGroups
    /// What is checked before rows are shown.
    private(set) var required: [Requirement] = []
    /// What is asked; nil before, and where the requirements are all.
    private(set) var statement: Statement?
    let parameters = PostgresParameters()
    /// The types that the statement takes.
    private(set) var types: [UInt32] = []
    private var isAsked = false
    /// Whether the read has to begin again in a transaction of its own.
    private(set) var needsTransaction = false

    /// Signalled when the read leads or is answered.
    let turn = DispatchSemaphore(value: 0)
    /// What became of the wait; nil while it goes on.
    var event: PostgresReadGroups.Event?
    /// The group that it was sent with, until that is answered.
    var group: PostgresReadGroup?
    /// The results of the requirements, and of the statement; nil where the group failed.
    var results: (required: [PostgresResult], rows: PostgresResult?)?

    init(_ groups: PostgresReadGroups) { self.groups = groups }

    /// Notes a row that is checked before any other is shown.
    func require(_ template: SQLTemplate, _ check: @escaping (PostgresRow?) throws -> Void) throws {
        guard !isAsked, template.parameterCount == 0 else { throw refuse() }
        required.append((template, check))
    }

    /// Asks a statement; the caller clears the result.
    ///
    /// - Parameter bind: Binds the values, of the types that the statement takes.
    func result(
        _ statement: Statement, _ bind: (PostgresParameters, [UInt32]) throws -> Void
    ) throws -> OpaquePointer {
        guard !isAsked else {
            // The statement did not come alone.
            if let first = self.statement { groups.quick.remove(first) }
            throw refuse()
        }
        self.statement = statement
        guard let types = groups.quick.types(of: statement) else { throw refuse() }
        self.types = types
        try bind(parameters, types)
        if let failure = parameters.failure {
            throw PostgresErrors.error("22000", message: failure)
        }
        try ask()
        guard let result = results?.rows?.take() else { throw refuse() }
        return result
    }

    /// Checks what was required and is not checked yet.
    func confirm() throws {
        if !isAsked, !needsTransaction, !required.isEmpty { try ask() }
    }

    private func ask() throws {
        isAsked = true
        do { try groups.answer(self) } catch is NeedsTransaction { throw refuse() }
        guard let results else { throw refuse() }
        for (requirement, result) in zip(required, results.required) {
            try requirement.check(result.first)
        }
    }

    /// Has the read begin again in a transaction of its own.
    func refuse() -> NeedsTransaction {
        needsTransaction = true
        return NeedsTransaction()
    }
}

/// A result of libpq's, cleared with its last user.
final class PostgresResult: @unchecked Sendable {
    // Unchecked: libpq's results do not change, and only the reader of the rows takes them.
    private var handle: OpaquePointer?

    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { PQclear(handle) }

    /// The first row, or nil.
    var first: PostgresRow? {
        guard let handle, PQntuples(handle) > 0 else { return nil }
        return PostgresRow(result: handle, row: 0)
    }

    /// The result, which the caller clears.
    func take() -> OpaquePointer? {
        defer { handle = nil }
        return handle
    }
}
#endif
