#ifndef QUARRY_CSQLITE_H
#define QUARRY_CSQLITE_H

#include <sqlite3.h>

/// Has SQLite allocate memory without keeping account of it, for which all its connections would
/// take turns at one lock. Nothing asks for the account.
///
/// `sqlite3_config` is variadic, which Swift cannot call. It changes nothing where the process
/// has used SQLite before.
static inline void quarry_sqlite_without_statistics(void) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

#endif
