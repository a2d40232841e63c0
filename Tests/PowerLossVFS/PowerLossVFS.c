#include "PowerLossVFS.h"

#include <pthread.h>
#include <stdio.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECTOR 512

// What a sector held when the file was last synced.
typedef struct Sector {
    sqlite3_int64 number;
    unsigned char bytes[SECTOR];
    struct Sector *next;
} Sector;

// A file of the disk, kept until the power is restored: what it lost is decided then.
typedef struct Disk {
    char *path;
    // The size when last synced, or -1 for a file that was never synced.
    sqlite3_int64 size;
    Sector *sectors;
    struct Disk *next;
} Disk;

// An open file: SQLite's part, what it is on the disk, and the real file behind it.
typedef struct File {
    sqlite3_file base;
    Disk *disk;
    sqlite3_file *real;
} File;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Disk *disks;
static int64_t remaining = -1;
static int64_t operations;
static int off;
static int full;
static sqlite3_vfs *system_vfs;

// Counts a step; nonzero when the power is off. The lock is held.
static int step(void) {
    if (off) return 1;
    operations++;
    if (remaining >= 0 && remaining-- == 0) {
        off = 1;
        return 1;
    }
    return 0;
}

int power_loss_step(void) {
    pthread_mutex_lock(&lock);
    int result = step();
    pthread_mutex_unlock(&lock);
    return result;
}

void power_loss_cut_after(int64_t count) {
    pthread_mutex_lock(&lock);
    remaining = count;
    pthread_mutex_unlock(&lock);
}

void power_loss_cut_now(void) {
    pthread_mutex_lock(&lock);
    off = 1;
    pthread_mutex_unlock(&lock);
}

int power_loss_is_off(void) {
    pthread_mutex_lock(&lock);
    int result = off;
    pthread_mutex_unlock(&lock);
    return result;
}

int64_t power_loss_operations(void) {
    pthread_mutex_lock(&lock);
    int64_t result = operations;
    pthread_mutex_unlock(&lock);
    return result;
}

void power_loss_set_full(int value) {
    pthread_mutex_lock(&lock);
    full = value;
    pthread_mutex_unlock(&lock);
}

static void forget_sectors(Disk *disk) {
    while (disk->sectors) {
        Sector *next = disk->sectors->next;
        free(disk->sectors);
        disk->sectors = next;
    }
}

static Disk *disk_of(const char *path) {
    for (Disk *disk = disks; disk; disk = disk->next)
        if (strcmp(disk->path, path) == 0) return disk;
    return NULL;
}

static void remove_disk(const char *path) {
    for (Disk **place = &disks; *place; place = &(*place)->next) {
        if (strcmp((*place)->path, path) != 0) continue;
        Disk *gone = *place;
        *place = gone->next;
        forget_sectors(gone);
        free(gone->path);
        free(gone);
        return;
    }
}

// Remembers what a range holds before it is written, once between two syncs. The lock is held.
static int remember(File *file, sqlite3_int64 offset, int amount) {
    sqlite3_int64 size = 0;
    int result = file->real->pMethods->xFileSize(file->real, &size);
    if (result != SQLITE_OK) return result;
    for (sqlite3_int64 number = offset / SECTOR; number * SECTOR < offset + amount; number++) {
        // What lies past the synced end goes when the file is cut off there.
        if (file->disk->size < 0 || number * SECTOR >= file->disk->size) continue;
        int known = 0;
        for (Sector *sector = file->disk->sectors; sector; sector = sector->next)
            if (sector->number == number) { known = 1; break; }
        if (known) continue;
        Sector *sector = calloc(1, sizeof(Sector));
        if (!sector) return SQLITE_NOMEM;
        sector->number = number;
        sqlite3_int64 length = size - number * SECTOR;
        if (length > SECTOR) length = SECTOR;
        if (length > 0) {
            result = file->real->pMethods->xRead(
                file->real, sector->bytes, (int)length, number * SECTOR);
            if (result != SQLITE_OK && result != SQLITE_IOERR_SHORT_READ) {
                free(sector);
                return result;
            }
        }
        sector->next = file->disk->sectors;
        file->disk->sectors = sector;
    }
    return SQLITE_OK;
}

static int file_close(sqlite3_file *base) {
    File *file = (File *)base;
    int result = file->real->pMethods ? file->real->pMethods->xClose(file->real) : SQLITE_OK;
    return result;
}

static int file_read(sqlite3_file *base, void *bytes, int amount, sqlite3_int64 offset) {
    File *file = (File *)base;
    if (power_loss_is_off()) return SQLITE_IOERR_READ;
    return file->real->pMethods->xRead(file->real, bytes, amount, offset);
}

static int file_write(sqlite3_file *base, const void *bytes, int amount, sqlite3_int64 offset) {
    File *file = (File *)base;
    pthread_mutex_lock(&lock);
    int result;
    if (step()) {
        result = SQLITE_IOERR_WRITE;
    } else if (full) {
        result = SQLITE_FULL;
    } else {
        result = file->disk ? remember(file, offset, amount) : SQLITE_OK;
        if (result == SQLITE_OK)
            result = file->real->pMethods->xWrite(file->real, bytes, amount, offset);
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size) {
    File *file = (File *)base;
    pthread_mutex_lock(&lock);
    int result;
    if (step()) {
        result = SQLITE_IOERR_TRUNCATE;
    } else {
        sqlite3_int64 before = 0;
        result = file->real->pMethods->xFileSize(file->real, &before);
        if (result == SQLITE_OK && file->disk && before > size)
            result = remember(file, size, (int)(before - size));
        if (result == SQLITE_OK) result = file->real->pMethods->xTruncate(file->real, size);
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static int file_sync(sqlite3_file *base, int flags) {
    (void)flags;
    File *file = (File *)base;
    pthread_mutex_lock(&lock);
    int result = SQLITE_OK;
    if (step()) {
        result = SQLITE_IOERR_FSYNC;
    } else if (file->disk) {
        // The real disk keeps its power: it need not wait.
        forget_sectors(file->disk);
        result = file->real->pMethods->xFileSize(file->real, &file->disk->size);
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size) {
    File *file = (File *)base;
    return file->real->pMethods->xFileSize(file->real, size);
}

static int file_lock(sqlite3_file *base, int level) {
    File *file = (File *)base;
    return file->real->pMethods->xLock(file->real, level);
}

static int file_unlock(sqlite3_file *base, int level) {
    File *file = (File *)base;
    return file->real->pMethods->xUnlock(file->real, level);
}

static int file_reserved(sqlite3_file *base, int *result) {
    File *file = (File *)base;
    return file->real->pMethods->xCheckReservedLock(file->real, result);
}

static int file_control(sqlite3_file *base, int operation, void *argument) {
    File *file = (File *)base;
    // Hints and chunked growth would write past this layer.
    if (operation == SQLITE_FCNTL_SIZE_HINT || operation == SQLITE_FCNTL_CHUNK_SIZE)
        return SQLITE_OK;
    return file->real->pMethods->xFileControl(file->real, operation, argument);
}

static int file_sector(sqlite3_file *base) {
    (void)base;
    return SECTOR;
}

static int file_traits(sqlite3_file *base) {
    (void)base;
    return 0;  // No promise beyond what a plain disk gives.
}

static int file_shm_map(sqlite3_file *base, int page, int size, int extend, void volatile **at) {
    File *file = (File *)base;
    return file->real->pMethods->xShmMap(file->real, page, size, extend, at);
}

static int file_shm_lock(sqlite3_file *base, int offset, int count, int flags) {
    File *file = (File *)base;
    return file->real->pMethods->xShmLock(file->real, offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *base) {
    File *file = (File *)base;
    file->real->pMethods->xShmBarrier(file->real);
}

static int file_shm_unmap(sqlite3_file *base, int delete) {
    File *file = (File *)base;
    return file->real->pMethods->xShmUnmap(file->real, delete);
}

static const sqlite3_io_methods methods = {
    2, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock,
    file_unlock, file_reserved, file_control, file_sector, file_traits, file_shm_map,
    file_shm_lock, file_shm_barrier, file_shm_unmap, 0, 0,
};

static int vfs_open(
    sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *out) {
    (void)vfs;
    File *file = (File *)base;
    memset(file, 0, sizeof(File));
    file->real = (sqlite3_file *)(file + 1);
    if (power_loss_is_off()) return SQLITE_CANTOPEN;
    int existed = 0;
    if (path) system_vfs->xAccess(system_vfs, path, SQLITE_ACCESS_EXISTS, &existed);
    int result = system_vfs->xOpen(system_vfs, path, file->real, flags, out);
    if (result != SQLITE_OK) return result;
    if (path) {
        pthread_mutex_lock(&lock);
        file->disk = disk_of(path);
        if (!file->disk) {
            file->disk = calloc(1, sizeof(Disk));
            file->disk->path = strdup(path);
            file->disk->size = -1;
            if (existed) file->real->pMethods->xFileSize(file->real, &file->disk->size);
            file->disk->next = disks;
            disks = file->disk;
        }
        pthread_mutex_unlock(&lock);
    }
    file->base.pMethods = &methods;
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int sync) {
    (void)vfs;
    (void)sync;
    pthread_mutex_lock(&lock);
    int result = SQLITE_IOERR_DELETE;
    if (!step()) {
        // A removal is taken as done at once: what SQLite removes it needs no more, and what a
        // removal that is lost leaves behind it must cope with after any crash.
        result = system_vfs->xDelete(system_vfs, path, 0);
        if (result == SQLITE_OK) remove_disk(path);
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *out) {
    (void)vfs;
    return system_vfs->xAccess(system_vfs, path, flags, out);
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int size, char *out) {
    (void)vfs;
    return system_vfs->xFullPathname(system_vfs, path, size, out);
}

static int vfs_random(sqlite3_vfs *vfs, int size, char *out) {
    (void)vfs;
    return system_vfs->xRandomness(system_vfs, size, out);
}

static int vfs_sleep(sqlite3_vfs *vfs, int time) {
    (void)vfs;
    return system_vfs->xSleep(system_vfs, time);
}

static int vfs_time(sqlite3_vfs *vfs, double *time) {
    (void)vfs;
    return system_vfs->xCurrentTime(system_vfs, time);
}

static int vfs_error(sqlite3_vfs *vfs, int size, char *out) {
    (void)vfs;
    return system_vfs->xGetLastError(system_vfs, size, out);
}

static sqlite3_vfs power_loss_vfs;

int power_loss_register(void) {
    pthread_mutex_lock(&lock);
    int result = SQLITE_OK;
    if (!system_vfs) {
        system_vfs = sqlite3_vfs_find(NULL);
        if (!system_vfs) {
            result = SQLITE_ERROR;
        } else {
            power_loss_vfs.iVersion = 1;
            power_loss_vfs.szOsFile = (int)sizeof(File) + system_vfs->szOsFile;
            power_loss_vfs.mxPathname = system_vfs->mxPathname;
            power_loss_vfs.zName = "powerloss";
            power_loss_vfs.xOpen = vfs_open;
            power_loss_vfs.xDelete = vfs_delete;
            power_loss_vfs.xAccess = vfs_access;
            power_loss_vfs.xFullPathname = vfs_full_path;
            power_loss_vfs.xRandomness = vfs_random;
            power_loss_vfs.xSleep = vfs_sleep;
            power_loss_vfs.xCurrentTime = vfs_time;
            power_loss_vfs.xGetLastError = vfs_error;
            result = sqlite3_vfs_register(&power_loss_vfs, 0);
        }
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

// Puts back what a random part of the unsynced sectors of a file held. The lock is held.
static int64_t take_back(Disk *disk, uint64_t *random) {
    int64_t taken = 0;
    FILE *stream = fopen(disk->path, "r+b");
    if (!stream) return 0;
    if (disk->size < 0) {
        // Never synced: a disk may have any part of it, or none.
        fclose(stream);
        if (next_random(random) % 2) {
            unlink(disk->path);
        } else {
            if (truncate(disk->path, 0) != 0) return 0;
        }
        return 1;
    }
    // How often a sector had reached the disk differs from cut to cut.
    uint64_t luck = next_random(random) % 5;
    for (Sector *sector = disk->sectors; sector; sector = sector->next) {
        if (next_random(random) % 4 < luck) continue;
        sqlite3_int64 length = disk->size - sector->number * SECTOR;
        if (length > SECTOR) length = SECTOR;
        if (fseek(stream, (long)(sector->number * SECTOR), SEEK_SET) != 0) continue;
        fwrite(sector->bytes, 1, (size_t)length, stream);
        taken++;
    }
    fseek(stream, 0, SEEK_END);
    sqlite3_int64 size = ftell(stream);
    if (size > disk->size) {
        // The file grew: it keeps some of the growth, parts of that empty.
        sqlite3_int64 sectors = (size - disk->size + SECTOR - 1) / SECTOR;
        sqlite3_int64 kept =
            luck == 0 ? 0 : (sqlite3_int64)(next_random(random) % (uint64_t)(sectors + 1));
        sqlite3_int64 end = disk->size + kept * SECTOR;
        if (end > size) end = size;
        static const unsigned char nothing[SECTOR];
        for (sqlite3_int64 at = disk->size; at < end; at += SECTOR) {
            if (next_random(random) % 4 < luck) continue;
            sqlite3_int64 length = end - at < SECTOR ? end - at : SECTOR;
            fseek(stream, (long)at, SEEK_SET);
            fwrite(nothing, 1, (size_t)length, stream);
            taken++;
        }
        fflush(stream);
        if (end < size) {
            if (ftruncate(fileno(stream), (off_t)end) != 0) taken = -1;
            taken++;
        }
    }
    fclose(stream);
    return taken;
}

int64_t power_loss_restore(uint64_t seed) {
    pthread_mutex_lock(&lock);
    uint64_t random = seed * 0x9E3779B97F4A7C15u + 1;
    for (int warm = 0; warm < 4; warm++) next_random(&random);
    int64_t taken = 0;
    while (disks) {
        Disk *disk = disks;
        disks = disk->next;
        taken += take_back(disk, &random);
        forget_sectors(disk);
        free(disk->path);
        free(disk);
    }
    off = 0;
    remaining = -1;
    operations = 0;
    pthread_mutex_unlock(&lock);
    return taken;
}
