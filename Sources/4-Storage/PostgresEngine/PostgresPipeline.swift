#if Postgres
import CPostgres
import Foundation
import RecordCore

/// A connection as libpq has it, without blocking and in pipeline mode.
///
/// A statement whose result is not needed is only sent. Its answer is read together with that of
/// the next statement whose result is needed, and that one throws what failed before it.
final class PostgresPipeline {
    /// libpq's connection; nil where everything is refused, as by a connection that was lost.
    let handle: OpaquePointer?
    /// The descriptor that the server's answers come from.
    var socket: Int32 { PQsocket(handle) }
    let options: PostgresOptions
    /// Ends what takes too long.
    var watch = PostgresWatch()
    /// Seconds that a statement of the transaction may take.
    var patience: Double
    /// Whether the server is gone.
    var isBroken = false
    /// Sees every statement before it is sent.
    var observer: PostgresObserver?
    /// What was sent and is not answered yet.
    var waiting = PostgresQueue()
    /// The state of the first failure of the transaction that says more than that it is final.
    var failedState: String?
    /// The last failure that says why what follows fails too.
    var reason: StoreError?
    /// Results that are wanted and came before they were asked for.
    var early: [OpaquePointer] = []
    /// Whether anything was answered in the transaction.
    var hasAnswered = false
    /// How often answers were waited for in the transaction.
    var waits = 0
    /// Whether the server answered the commit, and that it did commit.
    var committed: Bool?
    /// The state of the commit that failed itself, not of what stood before it.
    var commitState: String?
    /// Whether a commit was sent of which the server has not said what became of it.
    var isOutcomeOpen = false
    /// What the server warns of.
    private let warnings = PostgresWarnings()
    private var isOpen = false
    private let leader: PostgresPrimary
    private let place: String
    private let began = ContinuousClock.now

    /// Connects.
    ///
    /// - Parameter url: As libpq takes it.
    init(_ url: String, options: PostgresOptions) throws {
        self.options = options
        patience = options.statementTimeout
        // What the URL says comes last, and so stands.
        let settings = [
            ("application_name", "quarry"),
            ("connect_timeout", String(max(2, Int(options.connectTimeout.rounded(.up))))),
            ("keepalives_idle", "30"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "30000"), ("dbname", url), ("client_encoding", "UTF8"),
        ]
        guard let handle = Self.connect(settings) else { throw PostgresErrors.lost(nil) }
        self.handle = handle
        leader = PostgresPrimary.of(url)
        place = PostgresPrimary.endpoint(handle)
        guard PQstatus(handle) == CONNECTION_OK, PQsetnonblocking(handle, 1) == 0,
            PQenterPipelineMode(handle) == 1
        else {
            let message = lastMessage
            PQfinish(handle)
            isClosed = true
            throw PostgresURL.fault(of: url) ?? PostgresErrors.lost(message)
        }
        // Notices would be written to the standard error output.
        PQsetNoticeReceiver(
            handle,
            { place, result in
                guard let place else { return }
                Unmanaged<PostgresWarnings>.fromOpaque(place).takeUnretainedValue()
                    .note(PQresultErrorField(result, PostgresWarnings.state))
            }, Unmanaged.passUnretained(warnings).toOpaque())
    }

    /// A connection with libpq's settings; of two with the same name the later one counts.
    static func connect(_ settings: [(String, String)]) -> OpaquePointer? {
        let words = settings.map { (strdup($0.0), strdup($0.1)) }
        defer {
            for (keyword, value) in words {
                free(keyword)
                free(value)
            }
        }
        let keywords = words.map { UnsafePointer($0.0) } + [nil]
        let values = words.map { UnsafePointer($0.1) } + [nil]
        return PQconnectdbParams(keywords, values, 1)
    }

    /// What stands for a connection in a read that has none of its own.
    init(options: PostgresOptions) {
        self.options = options
        patience = options.statementTimeout
        handle = nil
        leader = PostgresPrimary.none
        place = ""
        isBroken = true
    }

    private(set) var isClosed = false

    deinit { close() }

    /// Lets go of the server.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        isBroken = true
        PQfinish(handle)
    }

    /// Whether another server has taken the place of this one.
    var isReplaced: Bool { leader.hasFailedOver(from: place, since: began) }

    /// Whether a transaction is open, failed or not.
    var isInTransaction: Bool { !isBroken && isOpen }

    /// What the failures mean.
    var outcome: PostgresErrors.Outcome? { failedState.map(PostgresErrors.outcome) }

    /// A parameter that the server reported when the connection was made, or nil.
    func parameter(_ name: String) -> String? {
        PQparameterStatus(handle, name).map { String(cString: $0) }
    }

    // MARK: Commands

    /// Tells the observer.
    private func observe(
        _ text: String, types: [Oid] = [], _ parameters: PostgresParameters? = nil
    ) throws {
        guard let observer else { return }
        try observer.see(
            PostgresObserver.Statement(
                connection: ObjectIdentifier(self), text: text,
                integers: parameters?.integers ?? [:]
            ) {
                let sql = "EXPLAIN (COSTS OFF) " + text
                try self.put(sql, types: types, parameters, .rows)
                var results = try self.answers()
                guard let result = results.popLast() else { throw self.loss() }
                defer { PQclear(result) }
                // Others were waited for.
                self.early = results
                return (0..<PQntuples(result)).map {
                    PostgresRow(result: result, row: $0).text(0)
                }
            })
    }

    /// Sends words with values, without waiting.
    func send(
        _ text: String, types: [Oid] = [], _ parameters: PostgresParameters? = nil,
        _ interest: PostgresQueue.Interest = .failure
    ) throws {
        if let parameters { try check(parameters, text) }
        try observe(text, types: types, parameters)
        try put(text, types: types, parameters, interest)
    }

    /// Sends a prepared statement with values, without waiting.
    func send(
        _ statement: PostgresStatements.Entry, _ parameters: PostgresParameters,
        _ interest: PostgresQueue.Interest = .failure,
        check inspect: ((PostgresRow?) throws -> Void)? = nil
    ) throws {
        try check(parameters, statement.text)
        try observe(statement.text, types: statement.types, parameters)
        guard !isBroken else { throw loss() }
        let isSent = parameters.withValues { count, values, lengths, formats in
            PQsendQueryPrepared(handle, statement.name, count, values, lengths, formats, 1)
        }
        try queue(isSent, statement.text, interest, bytes: parameters.size, check: inspect)
    }

    /// Runs words with values; the caller clears the result.
    func run(_ text: String, _ parameters: PostgresParameters) throws -> OpaquePointer {
        try send(text, parameters, .rows)
        return try answer()
    }

    /// Runs a prepared statement with values; the caller clears the result.
    func run(
        _ statement: PostgresStatements.Entry, _ parameters: PostgresParameters
    ) throws -> OpaquePointer {
        try send(statement, parameters, .rows)
        return try answer()
    }

    /// Runs a command without values.
    func execute(_ text: String) throws {
        try send(text)
        try settle()
    }

    /// Sends a statement that is to be prepared, whose types are known.
    func prepare(_ entry: PostgresStatements.Entry) throws {
        guard !isBroken else { throw loss() }
        let isSent = entry.types.withUnsafeBufferPointer {
            PQsendPrepare(handle, entry.name, entry.text, Int32($0.count), $0.baseAddress)
        }
        try queue(isSent, entry.text, .failure, entry: entry)
    }

    /// Prepares a statement; gives the types that it takes.
    func prepare(_ name: String, _ text: String) throws -> [Oid] {
        guard !isBroken else { throw loss() }
        try queue(PQsendPrepare(handle, name, text, 0, nil), text, .failure)
        try queue(PQsendDescribePrepared(handle, name), text, .rows)
        let description = try answer()
        defer { PQclear(description) }
        return (0..<PQnparams(description)).map { PQparamtype(description, $0) }
    }

    private func check(_ parameters: PostgresParameters, _ sql: String) throws {
        if let failure = parameters.failure {
            throw PostgresErrors.error("22000", message: failure, sql: sql)
        }
    }

    private func put(
        _ text: String, types: [Oid] = [], _ parameters: PostgresParameters? = nil,
        _ interest: PostgresQueue.Interest, _ kind: PostgresQueue.Entry.Kind = .statement
    ) throws {
        guard !isBroken else { throw loss() }
        let isSent =
            parameters?.withValues { count, values, lengths, formats in
                PQsendQueryParams(handle, text, count, types, values, lengths, formats, 1)
            } ?? PQsendQueryParams(handle, text, 0, nil, nil, nil, nil, 1)
        try queue(isSent, text, interest, kind, bytes: parameters?.size ?? 0)
    }

    /// Notes what was given to libpq.
    private func queue(
        _ isSent: Int32, _ text: String, _ interest: PostgresQueue.Interest,
        _ kind: PostgresQueue.Entry.Kind = .statement,
        entry: PostgresStatements.Entry? = nil, bytes: Int = 0,
        check inspect: ((PostgresRow?) throws -> Void)? = nil
    ) throws {
        guard isSent == 1 else { throw loss() }
        waiting.append(
            PostgresQueue.Entry(
                kind: kind, text: text, entry: entry, interest: interest, check: inspect),
            bytes: bytes)
    }

    // MARK: Transactions

    /// Begins a transaction with its first statement.
    func begin(_ text: String) throws {
        failedState = nil
        reason = nil
        patience = options.statementTimeout
        hasAnswered = false
        waits = 0
        isOutcomeOpen = false
        isOpen = true
        try send(text)
    }

    /// Ends the transaction; false when the server undid it instead.
    func commit() throws -> Bool {
        // A lost connection should show here, before the outcome of the commit can be in doubt.
        if !hasAnswered { try settle() }
        try observe("COMMIT")
        committed = nil
        isOutcomeOpen = !isBroken
        commitState = nil
        warnings.isConflict = false
        try put("COMMIT", nil, .failure, .commit)
        do {
            try settle()
        } catch {
            guard committed != nil else { throw tried(error) }
        }
        isOpen = false
        return committed == true
    }

    /// What a failed commit means where another server did the work.
    ///
    /// Citus commits at the server that has the rows and then itself. What that server answers
    /// comes as a warning: that others were in the way. Without one the server was lost, and the
    /// outcome is unknown. Either way the state is XX000.
    private func tried(_ error: any Error) -> any Error {
        guard commitState == "XX000", !isBroken else { return error }
        guard !warnings.isConflict else {
            failedState = "40001"
            return PostgresErrors.error("40001", message: (error as? StoreError)?.engineMessage)
        }
        isOutcomeOpen = true
        isBroken = true
        return error
    }

    /// Sends the end of a transaction that only reads, with what stands before it.
    func sendEnd() throws {
        try send("ROLLBACK")
        try mark()
    }

    /// Notes that the transaction whose end was sent is over: all of it was answered.
    func noteEnd() { isOpen = false }

    /// Undoes a transaction, if one is still open, without waiting.
    func rollBack() {
        guard isInTransaction else { return }
        isOpen = false
        discard("ROLLBACK")
    }

    /// Sends a command whose answer is discarded, like those of the statements before it.
    func discard(_ text: String) {
        waiting.hush(to: .none)
        for result in early { PQclear(result) }
        early = []
        // A failure here is one of the connection, and its next user gets the error.
        try? mark()
        try? send(text, nil, .none)
        try? mark()
        if !isBroken, PQflush(handle) != 0 { try? settle() }
    }

    /// Undoes what was done since a point that has a name.
    func rollBack(to name: String) throws {
        waiting.hush(to: .outcome)
        try mark()
        try send("ROLLBACK TO \(name)")
        try send("RELEASE \(name)")
        try settle()
    }

    /// Has the server go on here after a failure.
    func mark() throws {
        guard !isBroken else { throw loss() }
        guard !waiting.isMarked else { return }
        try queue(PQpipelineSync(handle), "", .none, .mark)
    }

    /// Finds out, without asking the server, whether it has gone meanwhile.
    func look() {
        // What was said last comes before the end.
        guard !isBroken else { return }
        if isReplaced || PQconsumeInput(handle) == 0 || PQconsumeInput(handle) == 0 {
            _ = loss()
        }
    }
}

/// What a server warns of beside its answers.
///
/// Only the thread that uses the connection touches it: libpq reports within its calls.
private final class PostgresWarnings {
    /// libpq's PG_DIAG_SQLSTATE.
    static let state = Int32(UInt8(ascii: "C"))
    /// Whether a transaction could not be told apart from others.
    var isConflict = false

    func note(_ state: UnsafeMutablePointer<CChar>?) {
        guard let state else { return }
        if PostgresErrors.outcome(String(cString: state)) == .again { isConflict = true }
    }
}
#endif
