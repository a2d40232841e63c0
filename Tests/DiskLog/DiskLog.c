#define _GNU_SOURCE
#include "DiskLog.h"

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// The functions below take the place of libc's: the executable's symbols come first. Each makes the
// system call itself. Linux only.

#define DESCRIPTORS 4096

// What an open descriptor of a file under the directory is.
typedef struct {
    int is_tracked;
    int is_directory;
    uint64_t inode;
    char *path;
} Descriptor;

static Descriptor descriptors[DESCRIPTORS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *root;
static size_t root_length;
static int log_file = -1;
static int64_t kill_number = -1;
static int64_t operations;

// The head of a record; `length` bytes follow.
typedef struct __attribute__((packed)) {
    uint8_t kind;
    uint64_t inode;
    uint64_t offset;
    uint32_t length;
} Head;

static void record(uint8_t kind, uint64_t inode, uint64_t offset, const void *bytes, size_t length) {
    if (log_file < 0) return;
    Head head = {kind, inode, offset, (uint32_t)length};
    struct iovec parts[2] = {{&head, sizeof head}, {(void *)bytes, length}};
    if (syscall(SYS_writev, log_file, parts, 2) != (long)(sizeof head + length)) abort();
}

// Two paths, with a zero between them.
static void record_paths(uint8_t kind, const char *first, const char *second) {
    char bytes[2 * PATH_MAX];
    size_t length = strlen(first) + 1 + strlen(second);
    if (length >= sizeof bytes) abort();
    memcpy(bytes, first, strlen(first) + 1);
    memcpy(bytes + strlen(first) + 1, second, strlen(second));
    record(kind, 0, 0, bytes, length);
}

// Counts an operation, and ends the program where it is the one to end at. The lock is held.
static void count(void) {
    if (operations == kill_number) {
        kill(getpid(), SIGKILL);
        for (;;) pause();
    }
    operations++;
}

static int is_tracked(const char *path) {
    return root && path && strncmp(path, root, root_length) == 0;
}

static Descriptor *descriptor(int file) {
    if (!root || file < 0 || file >= DESCRIPTORS || !descriptors[file].is_tracked) return NULL;
    return &descriptors[file];
}

int disk_log_start(const char *directory, const char *log, int64_t kill_before) {
    kill_number = kill_before;
    if (log) {
        log_file = (int)syscall(
            SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
        if (log_file < 0) return -1;
    }
    root_length = strlen(directory);
    root = strdup(directory);
    return 0;
}

void disk_log_note(const char *text) {
    pthread_mutex_lock(&lock);
    record('N', 0, 0, text, strlen(text));
    pthread_mutex_unlock(&lock);
}

int64_t disk_log_operations(void) {
    pthread_mutex_lock(&lock);
    int64_t result = operations;
    pthread_mutex_unlock(&lock);
    return result;
}

// MARK: Opening

static int open_file(int directory, const char *path, int flags, mode_t mode) {
    if (!is_tracked(path)) return (int)syscall(SYS_openat, directory, path, flags, mode);
    pthread_mutex_lock(&lock);
    struct stat before;
    int existed = stat(path, &before) == 0;
    int changes = (flags & O_CREAT && !existed) || (flags & O_TRUNC && existed && before.st_size);
    if (changes) count();
    int file = (int)syscall(SYS_openat, directory, path, flags, mode);
    if (file >= DESCRIPTORS) abort();
    struct stat status;
    if (file >= 0 && fstat(file, &status) == 0) {
        Descriptor *made = &descriptors[file];
        free(made->path);
        made->path = strdup(path);
        made->inode = status.st_ino;
        made->is_directory = S_ISDIR(status.st_mode);
        made->is_tracked = 1;
        if (changes && !existed) record('C', made->inode, 0, path, strlen(path));
        if (existed && !made->is_directory) record('O', made->inode, 0, path, strlen(path));
        if (changes && existed) record('T', made->inode, 0, NULL, 0);
    }
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return file;
}

static mode_t mode_of(int flags, va_list arguments) {
    return flags & (O_CREAT | __O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
}

int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_file(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_file(AT_FDCWD, path, flags, mode);
}

int openat(int directory, const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_file(directory, path, flags, mode);
}

int close(int file) {
    pthread_mutex_lock(&lock);
    Descriptor *closed = descriptor(file);
    if (closed) closed->is_tracked = 0;
    int result = (int)syscall(SYS_close, file);
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

// MARK: Writing

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
    if (!descriptor(file)) return syscall(SYS_pwrite64, file, bytes, length, offset);
    pthread_mutex_lock(&lock);
    count();
    ssize_t written = syscall(SYS_pwrite64, file, bytes, length, offset);
    int error = errno;
    if (written > 0)
        record('W', descriptors[file].inode, (uint64_t)offset, bytes, (size_t)written);
    pthread_mutex_unlock(&lock);
    errno = error;
    return written;
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
    return pwrite64(file, bytes, length, offset);
}

ssize_t write(int file, const void *bytes, size_t length) {
    if (!descriptor(file)) return syscall(SYS_write, file, bytes, length);
    pthread_mutex_lock(&lock);
    count();
    off_t offset = lseek(file, 0, SEEK_CUR);
    ssize_t written = syscall(SYS_write, file, bytes, length);
    int error = errno;
    if (written > 0)
        record('W', descriptors[file].inode, (uint64_t)offset, bytes, (size_t)written);
    pthread_mutex_unlock(&lock);
    errno = error;
    return written;
}

ssize_t sendfile64(int file, int source, off64_t *from, size_t length) {
    if (!descriptor(file)) return syscall(SYS_sendfile, file, source, from, length);
    // As a read and a write, whose bytes are known.
    if (length > 1 << 20) length = 1 << 20;
    char *bytes = malloc(length);
    if (!bytes) abort();
    ssize_t read = from ? syscall(SYS_pread64, source, bytes, length, *from)
                        : syscall(SYS_read, source, bytes, length);
    ssize_t written = read > 0 ? write(file, bytes, (size_t)read) : read;
    if (written > 0 && from) *from += written;
    free(bytes);
    return written;
}

ssize_t sendfile(int file, int source, off_t *from, size_t length) {
    return sendfile64(file, source, from, length);
}

int ftruncate64(int file, off64_t size) {
    if (!descriptor(file)) return (int)syscall(SYS_ftruncate, file, size);
    pthread_mutex_lock(&lock);
    count();
    int result = (int)syscall(SYS_ftruncate, file, size);
    int error = errno;
    if (result == 0) record('T', descriptors[file].inode, (uint64_t)size, NULL, 0);
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

static int synchronize(int file, long call) {
    if (!descriptor(file)) return (int)syscall(call, file);
    pthread_mutex_lock(&lock);
    count();
    // The real disk keeps its power: it need not wait.
    Descriptor *synced = &descriptors[file];
    if (synced->is_directory) record('D', 0, 0, synced->path, strlen(synced->path));
    else record('S', synced->inode, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return 0;
}

int fsync(int file) { return synchronize(file, SYS_fsync); }

int fdatasync(int file) { return synchronize(file, SYS_fdatasync); }

// MARK: Names

int rename(const char *old, const char *new) {
    if (!is_tracked(old) && !is_tracked(new))
        return (int)syscall(SYS_renameat, AT_FDCWD, old, AT_FDCWD, new);
    pthread_mutex_lock(&lock);
    count();
    int result = (int)syscall(SYS_renameat, AT_FDCWD, old, AT_FDCWD, new);
    int error = errno;
    if (result == 0) record_paths('R', old, new);
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

int link(const char *old, const char *new) {
    if (!is_tracked(new)) return (int)syscall(SYS_linkat, AT_FDCWD, old, AT_FDCWD, new, 0);
    pthread_mutex_lock(&lock);
    count();
    int result = (int)syscall(SYS_linkat, AT_FDCWD, old, AT_FDCWD, new, 0);
    int error = errno;
    if (result == 0) record_paths('L', old, new);
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

static int change_name(uint8_t kind, const char *path, int (*change)(const char *, mode_t), mode_t mode) {
    if (!is_tracked(path)) return change(path, mode);
    pthread_mutex_lock(&lock);
    count();
    int result = change(path, mode);
    int error = errno;
    if (result == 0) record(kind, 0, 0, path, strlen(path));
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

static int remove_file(const char *path, mode_t mode) {
    (void)mode;
    return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

static int remove_directory(const char *path, mode_t mode) {
    (void)mode;
    return (int)syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
}

static int make_directory(const char *path, mode_t mode) {
    return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

int unlink(const char *path) { return change_name('U', path, remove_file, 0); }

int rmdir(const char *path) { return change_name('X', path, remove_directory, 0); }

int mkdir(const char *path, mode_t mode) { return change_name('M', path, make_directory, mode); }

#else

// Elsewhere nothing is seen.

int disk_log_start(const char *directory, const char *log, int64_t kill_before) {
    (void)directory, (void)log, (void)kill_before;
    return -1;
}

void disk_log_note(const char *text) { (void)text; }

int64_t disk_log_operations(void) { return 0; }

#endif
