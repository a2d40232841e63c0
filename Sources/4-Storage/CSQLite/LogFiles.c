#include "CSQLite.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// SQLite writes each frame of its write-ahead log by two calls, of 24 bytes and of a page, and each call
// costs the kernel about as much as the copy itself. Here the frames of a commit are gathered and written
// together. See https://sqlite.org/walformat.html.

/// The log of a connection; the file of the file system beneath follows it.
typedef struct {
    sqlite3_file base;
    sqlite3_file *real;
    /// What is not written yet, and where it goes.
    uint8_t *bytes;
    int room;
    int held;
    sqlite3_int64 start;
    /// Whether the header that came last is that of a frame that ends a commit.
    int is_last;
    /// The commit that the held bytes are of, and the last one of which nothing is held any more.
    uint64_t commit, plain;
} LogFile;

// Of a call to write, SQLite's files for Unix take the size in 17 bits: 131,072 bytes would be none.
enum { frame_header = 24, least_room = 32000, most_room = 4 * least_room };

/// The commit that the thread is in; 0 for none.
static _Thread_local uint64_t current;
static _Atomic uint64_t last;

void quarry_sqlite_begin_commit(void) { current = atomic_fetch_add(&last, 1) + 1; }
void quarry_sqlite_end_commit(void) { current = 0; }

/// Writes what is held. What an earlier commit has left is of no commit: it failed, or it would have been
/// written with its last frame; another process may have written in its place since.
static int flush(LogFile *log) {
    int count = log->held;
    log->held = 0;
    if (count == 0 || log->commit != current) return SQLITE_OK;
    return log->real->pMethods->xWrite(log->real, log->bytes, count, log->start);
}

/// Makes room for so many bytes; 0 where there is none.
static int make_room(LogFile *log, int count) {
    if (count <= log->room) return 1;
    int room = log->room ? log->room : least_room;
    while (room < count) room *= 2;
    uint8_t *bytes = room > most_room ? 0 : realloc(log->bytes, room);
    if (!bytes) return 0;
    log->bytes = bytes;
    log->room = room;
    return 1;
}

static int log_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    LogFile *log = (LogFile *)file;
    if (log->held &&
        (log->commit != current || log->start + log->held != offset || !make_room(log, log->held + count))) {
        int result = flush(log);
        if (result != SQLITE_OK) return result;
    }
    if (count == frame_header) {
        // The second word is the size of the database after a commit, else 0.
        const uint8_t *size = (const uint8_t *)bytes + 4;
        log->is_last = (size[0] | size[1] | size[2] | size[3]) != 0;
    }
    int is_end = log->is_last && count != frame_header;
    if (current == 0 || log->plain == current || (is_end && log->held == 0) ||
        !make_room(log, log->held + count))
        return log->real->pMethods->xWrite(log->real, bytes, count, offset);
    if (log->held == 0) {
        log->start = offset;
        log->commit = current;
    }
    memcpy(log->bytes + log->held, bytes, count);
    log->held += count;
    return is_end ? flush(log) : SQLITE_OK;
}

static int log_close(sqlite3_file *file) {
    LogFile *log = (LogFile *)file;
    free(log->bytes);
    return log->real->pMethods->xClose(log->real);
}

/// The file beneath, after what is held has been written; what the commit writes later is not held.
///
/// SQLite may cut a frame at a sync: the pieces that come after one are not known for what they are. And
/// where a commit has changed pages that the log had already, it reads the frames again and writes new
/// headers, the last of which no page follows.
static int written(sqlite3_file *file, sqlite3_file **real) {
    LogFile *log = (LogFile *)file;
    log->plain = current;
    *real = log->real;
    return flush(log);
}

static int log_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    int result = written(file, &file);
    return result == SQLITE_OK ? file->pMethods->xRead(file, bytes, count, offset) : result;
}

static int log_truncate(sqlite3_file *file, sqlite3_int64 size) {
    int result = written(file, &file);
    return result == SQLITE_OK ? file->pMethods->xTruncate(file, size) : result;
}

static int log_sync(sqlite3_file *file, int flags) {
    int result = written(file, &file);
    return result == SQLITE_OK ? file->pMethods->xSync(file, flags) : result;
}

static int log_size(sqlite3_file *file, sqlite3_int64 *size) {
    int result = written(file, &file);
    return result == SQLITE_OK ? file->pMethods->xFileSize(file, size) : result;
}

static int log_lock(sqlite3_file *file, int level) {
    file = ((LogFile *)file)->real;
    return file->pMethods->xLock(file, level);
}

static int log_unlock(sqlite3_file *file, int level) {
    file = ((LogFile *)file)->real;
    return file->pMethods->xUnlock(file, level);
}

static int log_reserved(sqlite3_file *file, int *result) {
    file = ((LogFile *)file)->real;
    return file->pMethods->xCheckReservedLock(file, result);
}

static int log_control(sqlite3_file *file, int operation, void *argument) {
    file = ((LogFile *)file)->real;
    return file->pMethods->xFileControl(file, operation, argument);
}

static int log_sector(sqlite3_file *file) {
    file = ((LogFile *)file)->real;
    return file->pMethods->xSectorSize(file);
}

static int log_traits(sqlite3_file *file) {
    file = ((LogFile *)file)->real;
    return file->pMethods->xDeviceCharacteristics(file);
}

static const sqlite3_io_methods log_methods = {
    1, log_close, log_read, log_write, log_truncate, log_sync, log_size, log_lock, log_unlock,
    log_reserved, log_control, log_sector, log_traits, 0, 0, 0, 0, 0, 0,
};

/// A file system whose logs are those above, and the one beneath it.
typedef struct {
    sqlite3_vfs vfs;
    sqlite3_vfs *beneath;
} LogSystem;

static int log_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
    sqlite3_vfs *beneath = ((LogSystem *)vfs)->beneath;
    // All other files are those of the file system beneath.
    if (!(flags & SQLITE_OPEN_WAL)) return beneath->xOpen(beneath, path, file, flags, out);
    LogFile *log = (LogFile *)file;
    memset(log, 0, sizeof(LogFile));
    // What comes before the first header is not held.
    log->is_last = 1;
    log->real = (sqlite3_file *)(log + 1);
    int result = beneath->xOpen(beneath, path, log->real, flags, out);
    if (log->real->pMethods) log->base.pMethods = &log_methods;
    return result;
}

const char *quarry_sqlite_log_system(const char *beneath) {
    sqlite3_vfs *found = sqlite3_vfs_find(beneath);
    if (!found) return 0;
    char *name = sqlite3_mprintf("quarry-log-%s", found->zName);
    if (!name) return 0;
    sqlite3_vfs *known = sqlite3_vfs_find(name);
    LogSystem *made = known ? 0 : calloc(1, sizeof(LogSystem));
    if (known || !made) {
        sqlite3_free(name);
        return known ? known->zName : 0;
    }
    // The copy keeps what the other functions of the file system know it by.
    made->vfs = *found;
    made->vfs.pNext = 0;
    made->vfs.zName = name;
    made->vfs.szOsFile = (int)sizeof(LogFile) + found->szOsFile;
    made->vfs.xOpen = log_open;
    made->beneath = found;
    return sqlite3_vfs_register(&made->vfs, 0) == SQLITE_OK ? name : 0;
}
