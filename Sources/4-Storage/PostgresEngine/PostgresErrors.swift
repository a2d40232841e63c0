#if Postgres
import RecordCore

/// Turns what PostgreSQL reports into ``StoreError``: the one table of its SQLSTATEs.
enum PostgresErrors {
    /// What follows from an SQLSTATE for the transaction that met it.
    enum Outcome {
        /// Other transactions were in conflict: the same again may succeed.
        case again
        /// The schema changed meanwhile, or another transaction created the same.
        case changed
        /// The connection is gone, and with it what was not committed.
        case lost
        /// Nothing is gained by trying again.
        case final

        /// How often a transaction with this outcome is begun in all, at most.
        func attempts(_ options: PostgresOptions) -> Int {
            switch self {
            case .again: options.attempts
            case .changed: min(options.attempts, 12)
            case .lost, .final: 1
            }
        }
    }

    /// The error of a state.
    static func error(
        _ state: String, message: String?, sql: String? = nil
    ) -> StoreError {
        let isOfSchemas = state == insufficientPrivilege && sql?.hasPrefix("CREATE SCHEMA") == true
        // Without its schema there is nothing that may be read.
        let code = isOfSchemas ? .cannotOpen : self.code(state)
        var context: [String: String] = [:]
        var message = message.map(firstLine)
        if state == lockTimeout {
            context["state"] = state
            message = (message.map { $0 + ": " } ?? "") + lockAdvice
        }
        if state == insufficientPrivilege {
            let advice = isOfSchemas ? schemaAdvice : tableAdvice
            if isOfSchemas { context["state"] = state }
            message = (message.map { $0 + ": " } ?? "") + advice
        }
        if state == cancelled || state == readOnly { context["state"] = state }
        if state == untranslatable {
            message = (message.map { $0 + ": " } ?? "") + encodingAdvice
        }
        // The text tells the maintainer which statement failed; its values are bound, not in it.
        if code == .engine {
            context["state"] = state
            if let sql { context["sql"] = String(sql.prefix(400)) }
        }
        return StoreError(code, context, engineMessage: message)
    }

    /// The state of a statement that a server refuses which only reads.
    static let readOnly = "25006"

    /// What the state of a statement stands for: a standby refuses to begin a serializable transaction
    /// as a feature that it does not have.
    static func state(_ state: String, of sql: String) -> String {
        state == "0A000" && sql.hasPrefix("BEGIN") ? readOnly : state
    }

    /// The state of a statement that the server ended, at its time limit or for an administrator.
    static let cancelled = "57014"

    /// The state of a statement that waited for others' locks for as long as it may.
    private static let lockTimeout = "55P03"
    private static let lockAdvice =
        "another transaction has used the tables all the time. Wait until it ends, or end it by "
        + "pg_terminate_backend(pid), then try again. The first rows of pg_stat_activity, ordered "
        + "by xact_start, name it."

    /// The state of a statement for which the role has no rights.
    private static let insufficientPrivilege = "42501"
    private static let schemaAdvice = "GRANT CREATE ON DATABASE name TO role; lets it make schemas."
    private static let tableAdvice =
        "the role that made the schema has all rights on it; GRANT that role TO another one gives them."

    /// The state of a character that the encoding of the database does not have.
    private static let untranslatable = "22P05"
    private static let encodingAdvice =
        "a store takes all text in a database with UTF8 alone. CREATE DATABASE name ENCODING 'UTF8' "
        + "TEMPLATE template0; makes one, and `quarry move` moves the store there."

    /// The error of a store that is to be made in a database with an encoding that lacks characters.
    static func encoding(_ encoding: String) -> StoreError {
        StoreError(
            .cannotOpen,
            engineMessage: "The encoding of the database is \(encoding), not UTF8: "
                + "CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0; makes one for stores.")
    }

    /// The error of a spread store where the database cannot spread tables.
    static let withoutCitus = StoreError(
        .cannotOpen, ["state": "0A000"],
        engineMessage:
            "This database has no extension citus: CREATE EXTENSION citus; on every node.")

    /// The error of a connection that could not be made, or was lost.
    static func lost(_ message: String?) -> StoreError {
        let line = message.map(firstLine) ?? ""
        // libpq has no words for a connection that was given up here.
        return StoreError(.cannotOpen, engineMessage: line.isEmpty ? nil : line)
    }

    /// What a state means to a user of the store.
    static func code(_ state: String) -> StoreError.Code {
        switch state {
        case "40001", "40P01", "55P03", "53300": .busy
        case "53100": .full
        case "54000", "22001": .recordTooLarge
        case cancelled: .cancelled
        case readOnly, "42501": .readOnly
        case "XX001", "XX002": .corrupt
        case "57P01", "57P02", "57P03", "3D000", "28000", "28P01": .cannotOpen
        case _ where state.hasPrefix("08"): .cannotOpen
        default: .engine
        }
    }

    /// What follows from an SQLSTATE for the transaction that met it.
    static func outcome(_ state: String) -> Outcome {
        switch state {
        // Serialization failures and deadlocks.
        case "40001", "40P01": .again
        // Another transaction created the same record, table, column or type at the same time.
        case "23505", "42P07", "42701", "42710", "42P06": .changed
        // A table or column went since the schema was read, or looks otherwise now.
        case "42P01", "42703", "0A000", "XX000": .changed
        // The server ends or begins; a standby may have taken its place.
        case "57P01", "57P02", "57P03", readOnly: .lost
        case _ where state.hasPrefix("08"): .lost
        default: .final
        }
    }

    /// The main sentence of a message; what follows may have values of records in it.
    private static func firstLine(_ message: String) -> String {
        String(message.prefix { !$0.isNewline })
    }
}
#endif
