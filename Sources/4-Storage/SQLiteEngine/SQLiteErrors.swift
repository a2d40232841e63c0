import GRDB
import GRDBSQLite
import PredicateCore
import RecordCore

/// Turns what SQLite reports into ``StoreError``: the one table of its result codes.
enum SQLiteErrors {
    /// What the message of a function begins with that took longer than its limit.
    static let timeLimit = "quarry_time_limit: "

    /// The error of a result code.
    static func error(
        _ result: Int32, message: String?, path: String? = nil, sql: String? = nil
    ) -> StoreError {
        if let message, message.hasPrefix(timeLimit) {
            // The caller chose the pattern: nothing is wrong with the engine.
            return StoreError(
                .limitExceeded, ["limit": String(message.dropFirst(timeLimit.count))])
        }
        var context: [String: String] = [:]
        if let path { context["path"] = path }
        // SQLITE_READONLY_ROLLBACK, which Swift does not import: a journal that is still to be played back
        // (https://sqlite.org/rescode.html#readonly_rollback).
        if result == SQLITE_READONLY | 3 << 8 {
            return StoreError(
                .cannotOpen, context,
                engineMessage:
                    "A write to the file was cut off, and only what may write it can undo it: "
                    + "copy the file and its -journal, and open the copy with SQLite first.")
        }
        let code = self.code(result)
        // The text tells the maintainer which statement failed; its values are bound, not in it.
        if code == .engine, let sql { context["sql"] = String(sql.prefix(400)) }
        return StoreError(code, context, engineMessage: message)
    }

    /// The error of a connection's last call.
    static func error(
        of connection: OpaquePointer?, sql: String? = nil
    ) -> StoreError {
        let result = sqlite3_extended_errcode(connection)
        return error(
            result, message: sqlite3_errmsg(connection).map { String(cString: $0) },
            path: path(of: connection, for: result), sql: sql)
    }

    /// The path of a connection's file, for the results that need it: which disk is full.
    static func path(of connection: OpaquePointer?, for result: Int32) -> String? {
        guard code(result) == .full, let name = sqlite3_db_filename(connection, "main") else {
            return nil
        }
        // Databases in memory have an empty one.
        let path = String(cString: name)
        return path.isEmpty ? nil : path
    }

    /// The error that GRDB threw.
    static func error(_ error: any Error, path: String) -> StoreError {
        if let error = error as? StoreError { return error }
        if let error = error as? EvaluationError, error.code == .patternTimeout {
            return StoreError(.limitExceeded, ["limit": error.message])
        }
        guard let error = error as? DatabaseError else {
            return StoreError(.engine, ["path": path], engineMessage: String(describing: error))
        }
        return self.error(
            error.extendedResultCode.rawValue, message: error.message, path: path, sql: error.sql)
    }

    /// What a result code, primary or extended, means to a user of the store.
    static func code(_ result: Int32) -> StoreError.Code {
        // SQLITE_IOERR_SHMSIZE, which Swift does not import: the index of the log cannot grow, for
        // want of room (https://sqlite.org/rescode.html#ioerr_shmsize).
        if result == SQLITE_IOERR | 19 << 8 { return .full }
        return switch result & 0xff {
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
        case SQLITE_FULL: .full
        case SQLITE_READONLY, SQLITE_PERM: .readOnly
        case SQLITE_NOTADB: .notADatabase
        case SQLITE_CORRUPT: .corrupt
        case SQLITE_CANTOPEN: .cannotOpen
        case SQLITE_INTERRUPT: .cancelled
        case SQLITE_TOOBIG: .recordTooLarge
        default: .engine
        }
    }
}
