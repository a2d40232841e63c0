#if Postgres
    import CPostgres
    import Foundation
    import RecordCore

    /// A connection as libpq has it, without blocking: sends a command and waits for its result.
    final class PostgresLink {
        private let handle: OpaquePointer
        private let options: PostgresOptions
        /// Ends what takes too long.
        var watch = PostgresWatch()
        /// Whether the server is gone.
        private(set) var isBroken = false
        /// Who is told of statements.
        var observer: PostgresObserver?
        /// The state of the first failure since ``forgetFailure()``.
        private(set) var failedState: String?

        /// Connects.
        ///
        /// - Parameter url: As libpq takes it.
        init(_ url: String, options: PostgresOptions) throws {
            self.options = options
            // What the URL says comes last, and so stands.
            let settings = [
                ("application_name", "quarry"),
                ("connect_timeout", String(max(2, Int(options.connectTimeout.rounded(.up))))),
                ("keepalives_idle", "30"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
                ("tcp_user_timeout", "30000"), ("dbname", url), ("client_encoding", "UTF8"),
            ]
            let words = settings.map { (strdup($0.0), strdup($0.1)) }
            defer {
                for (keyword, value) in words {
                    free(keyword)
                    free(value)
                }
            }
            let keywords = words.map { UnsafePointer($0.0) } + [nil]
            let values = words.map { UnsafePointer($0.1) } + [nil]
            guard let handle = PQconnectdbParams(keywords, values, 1) else {
                throw PostgresErrors.lost(nil)
            }
            self.handle = handle
            guard PQstatus(handle) == CONNECTION_OK, PQsetnonblocking(handle, 1) == 0 else {
                let message = lastMessage
                PQfinish(handle)
                isClosed = true
                throw PostgresErrors.lost(message)
            }
            // Notices would be written to the standard error output.
            PQsetNoticeReceiver(handle, { _, _ in }, nil)
        }

        private var isClosed = false

        deinit { close() }

        /// Lets go of the server.
        func close() {
            guard !isClosed else { return }
            isClosed = true
            isBroken = true
            PQfinish(handle)
        }

        /// The version of the server: 150_004 is 15.4.
        var serverVersion: Int { Int(PQserverVersion(handle)) }

        /// Whether a transaction is open, failed or not.
        var isInTransaction: Bool {
            !isBroken && PQtransactionStatus(handle) != PQTRANS_IDLE
        }

        /// What the first failure means.
        var fate: PostgresErrors.Fate? { failedState.map(PostgresErrors.fate) }

        /// Begins to note failures anew.
        func forgetFailure() { failedState = nil }

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
                    let sent =
                        parameters?.withValues { count, values, lengths, formats in
                            PQsendQueryParams(
                                self.handle, sql, count, types, values, lengths, formats, 1)
                        } ?? PQsendQuery(self.handle, sql)
                    let result = try self.result(sent, sql)
                    defer { PQclear(result) }
                    return (0..<PQntuples(result)).map {
                        PostgresRow(result: result, row: $0).text(0)
                    }
                })
        }

        /// Runs words with values; the caller clears the result.
        func run(
            _ text: String, types: [Oid] = [], _ parameters: PostgresParameters
        ) throws -> OpaquePointer {
            try check(parameters, text)
            try observe(text, types: types, parameters)
            let sent = parameters.withValues { count, values, lengths, formats in
                PQsendQueryParams(handle, text, count, types, values, lengths, formats, 1)
            }
            return try result(sent, text)
        }

        /// Runs a prepared statement with values; the caller clears the result.
        func run(
            _ statement: PostgresStatements.Entry, _ parameters: PostgresParameters
        ) throws -> OpaquePointer {
            try check(parameters, statement.text)
            try observe(statement.text, types: statement.types, parameters)
            let sent = parameters.withValues { count, values, lengths, formats in
                PQsendQueryPrepared(handle, statement.name, count, values, lengths, formats, 1)
            }
            return try result(sent, statement.text)
        }

        /// Runs words, one or more commands, without values.
        func execute(_ text: String) throws {
            try observe(text)
            PQclear(try result(PQsendQuery(handle, text), text))
        }

        /// Ends the transaction; false when the server undid it instead.
        func commit() throws -> Bool {
            try observe("COMMIT")
            let result = try result(PQsendQuery(handle, "COMMIT"), "COMMIT")
            defer { PQclear(result) }
            return PQcmdStatus(result).map { String(cString: $0) } == "COMMIT"
        }

        /// Prepares a statement; gives the types that it takes where they are asked for.
        func prepare(_ name: String, _ text: String, types: [Oid]?) throws -> [Oid] {
            let sent = (types ?? []).withUnsafeBufferPointer {
                PQsendPrepare(handle, name, text, Int32($0.count), $0.baseAddress)
            }
            PQclear(try result(sent, text))
            if let types { return types }
            let description = try result(PQsendDescribePrepared(handle, name), text)
            defer { PQclear(description) }
            return (0..<PQnparams(description)).map { PQparamtype(description, $0) }
        }

        private func check(_ parameters: PostgresParameters, _ sql: String) throws {
            if let failure = parameters.failure {
                throw PostgresErrors.error("22000", message: failure, sql: sql)
            }
        }

        // MARK: Results

        /// Waits for the result of what was sent; the last of several.
        private func result(_ sent: Int32, _ sql: String) throws -> OpaquePointer {
            guard sent == 1, !isBroken else { throw loss() }
            var wait = Wait(end: .now + .seconds(options.statementTimeout + 5))
            var last: OpaquePointer?
            while true {
                try awaitResult(&wait, last)
                guard let next = PQgetResult(handle) else { break }
                // The first failure is the one that says why.
                if let known = last, PostgresLink.isFailure(known) {
                    PQclear(next)
                } else {
                    if let known = last { PQclear(known) }
                    last = next
                }
                if PQstatus(handle) == CONNECTION_BAD { break }
            }
            guard let last else { throw loss() }
            guard !PostgresLink.isFailure(last) else {
                defer { PQclear(last) }
                throw failure(last, sql)
            }
            return last
        }

        private static func isFailure(_ result: OpaquePointer) -> Bool {
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK: false
            default: true
            }
        }

        /// How long an answer is waited for.
        private struct Wait {
            /// When the server is believed to be gone.
            var end: ContinuousClock.Instant
            var isCancelled = false
        }

        /// Waits until the next result is there; `pending` is freed when it will not come.
        private func awaitResult(_ wait: inout Wait, _ pending: OpaquePointer?) throws {
            while true {
                let unsent = PQflush(handle)
                if unsent == 0, PQisBusy(handle) == 0 { return }
                var poll = pollfd(
                    fd: PQsocket(handle), events: Int16(unsent > 0 ? POLLIN | POLLOUT : POLLIN),
                    revents: 0)
                let ready = Foundation.poll(&poll, 1, watch.pace)
                let isOver = ready == 0 && ContinuousClock.now > wait.end
                if unsent < 0 || isOver || (ready > 0 && PQconsumeInput(handle) == 0) {
                    // libpq keeps what the server said last; the result has it.
                    if !isOver, PQisBusy(handle) == 0 { return }
                    if let pending { PQclear(pending) }
                    let error = loss()
                    throw wait.isCancelled ? watch.error : error
                }
                if !wait.isCancelled, watch.ends {
                    // Who does not want the answer does not wait long for its end either.
                    wait.isCancelled = true
                    wait.end = cancel() ? .now + .seconds(5) : .now
                }
            }
        }

        /// Asks the server to end the statement; its result then says so.
        ///
        /// False where the server does not even hear that.
        private func cancel() -> Bool {
            guard let request = PQgetCancel(handle) else { return false }
            let isSent = DispatchSemaphore(value: 0)
            // Only the new thread touches it from here on. libpq waits there without a limit.
            nonisolated(unsafe) let handed = request
            Thread.detachNewThread {
                var message = [CChar](repeating: 0, count: 256)
                _ = PQcancel(handed, &message, Int32(message.count))
                PQfreeCancel(handed)
                isSent.signal()
            }
            return isSent.wait(timeout: .now() + 2) == .success
        }

        // MARK: Failures

        private func loss() -> StoreError {
            isBroken = true
            if failedState == nil { failedState = "08006" }
            return PostgresErrors.lost(lastMessage)
        }

        private func failure(_ result: OpaquePointer, _ sql: String) -> StoreError {
            // PG_DIAG_SQLSTATE
            let field = PQresultErrorField(result, Int32(UInt8(ascii: "C")))
            if PQstatus(handle) == CONNECTION_BAD { isBroken = true }
            guard let state = field.map({ String(cString: $0) }) else { return loss() }
            // What follows a failure in its transaction fails too, and says nothing.
            if failedState == nil || failedState == "25P02" { failedState = state }
            guard state == "57014" else {
                return PostgresErrors.error(
                    state,
                    message: PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map {
                        String(cString: $0)
                    }, sql: sql)
            }
            if watch.ends { return watch.error }
            return StoreError(
                .cancelled, ["limit": "\(Int(options.statementTimeout.rounded(.up))) seconds"])
        }

        private var lastMessage: String? {
            PQerrorMessage(handle).map { String(cString: $0) }
        }
    }
#endif
