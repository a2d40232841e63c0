#ifndef QUARRY_CSQLITE_H
#define QUARRY_CSQLITE_H

#include <sqlite3.h>
#include <stdint.h>
#include <sys/stat.h>

/// Has SQLite allocate memory without keeping account of it, for which all its connections would
/// take turns at one lock, and nothing asks for the account; and take URIs for the names of files.
/// Gives whether it takes them.
///
/// `sqlite3_config` is variadic, which Swift cannot call. It changes nothing where the process
/// has used SQLite before.
static inline int quarry_sqlite_prepare(void) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    // Debian's takes them by itself, others' do not.
    return sqlite3_config(SQLITE_CONFIG_URI, 1) == SQLITE_OK || sqlite3_compileoption_used("USE_URI");
}

/// Reads the first bytes of a file through SQLite; gives how many, or -1 where it cannot be opened.
///
/// Not by a descriptor of one's own: closing it would take away the locks that other connections of this
/// process have on the file (https://sqlite.org/howtocorrupt.html, section 2.2). SQLite waits with closing
/// its own.
static inline int quarry_sqlite_read_header(const char *path, uint8_t *bytes, int count) {
    sqlite3 *database = 0;
    sqlite3_file *file = 0;
    struct stat status;
    int read = -1;
    // SQLite itself takes a file of one byte for an empty one.
    if (stat(path, &status) == 0 && sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, 0) == SQLITE_OK &&
        sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK && file &&
        file->pMethods) {
        read = status.st_size < count ? (int)status.st_size : count;
        if (read > 0 && file->pMethods->xRead(file, bytes, read, 0) != SQLITE_OK)
            read = -1;
    }
    sqlite3_close(database);
    return read;
}

/// Whether another file stands at the path of the one that a connection has open.
static inline int quarry_sqlite_is_replaced(sqlite3 *database) {
    int moved = 0;
    struct stat status;
    // Set only where the file system can tell.
    sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return moved && stat(sqlite3_db_filename(database, "main"), &status) == 0;
}

/// Has the log stay as it is when the connection is closed.
///
/// `sqlite3_db_config` is variadic, which Swift cannot call.
static inline void quarry_sqlite_spare_log(sqlite3 *database) {
    sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/// The header of a write-ahead log's index (https://sqlite.org/walformat.html, section 2.1): with
/// each commit the change counter, the number of frames or the salts of the log, and with them both
/// checksums are others.
typedef struct {
    uint64_t words[6];
} quarry_log_header;

/// The memory that the connections to a database share, which begins with that header; NULL where the file
/// system under the database has none. It stays where it is until the connection is closed.
///
/// For connections that have read from a database with a write-ahead log alone: elsewhere the memory
/// would be made.
static inline const uint64_t *quarry_sqlite_log_memory(sqlite3 *database) {
    sqlite3_file *file = 0;
    void volatile *memory = 0;
    if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file ||
        !file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap ||
        file->pMethods->xShmMap(file, 0, 32768, 0, &memory) != SQLITE_OK)
        return 0;
    return (const uint64_t *)memory;
}

/// Compares the header with the one that was seen last, and keeps it; gives whether they differ.
///
/// A reader sees a commit once the header has it, and so false says that no read could see another
/// commit since. No lock of the file is taken, as `PRAGMA data_version` takes two, and none of SQLite's,
/// for which threads that ask would wait while another writes. A header that is read while it is written
/// equals none, and is counted twice at worst.
static inline int quarry_sqlite_log_changed(const uint64_t *memory, quarry_log_header *seen) {
    int changed = 0;
    for (int place = 0; place < 6; place++) {
        uint64_t word = __atomic_load_n(memory + place, __ATOMIC_ACQUIRE);
        changed |= word != seen->words[place];
        seen->words[place] = word;
    }
    // What is read from the database after this is read after the header.
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return changed;
}

/// The name of a file system of SQLite that is `beneath` (NULL for SQLite's own) but for the write-ahead
/// logs of commits: between the two calls below, the frames that a thread's commit adds are written to the
/// log together, with the one that ends it. NULL where there is no such file system, or no memory.
///
/// Two connections may register one at the same time; call it once a process for each.
const char *quarry_sqlite_log_system(const char *beneath);

/// Begins a commit on this thread. Errors of writing are those of the frame that ends it, before any
/// connection sees the commit.
void quarry_sqlite_begin_commit(void);

/// Ends a commit on this thread: what it has not written by now, since it failed, is not written.
void quarry_sqlite_end_commit(void);

/// Has a connection's `sum` and `avg` lose no digits; gives SQLite's code.
int quarry_sqlite_add_sums(sqlite3 *database);

/// Waits until the write-ahead log is on the disk, and with it every commit of any connection; gives
/// SQLite's result code. Without a log it does nothing: commits wait for the disk then.
static inline int quarry_sqlite_sync_log(sqlite3 *database) {
    sqlite3_file *file = 0;
    int result = sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
    if (result != SQLITE_OK || !file || !file->pMethods)
        return result;
    return file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
}

#endif
