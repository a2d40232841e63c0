#ifndef DISK_LOG_H
#define DISK_LOG_H

#include <stdint.h>

// What a program does to the files under a directory, in order.
//
// A program that links this has its calls of open, write, fsync, rename and their kin pass through
// here on their way to the system: SQLite's, Foundation's and its own. They can be recorded, so that
// a test can make the disk that a power cut would have left behind after any of them, and the
// program can be killed before any of them.

// Starts counting what is done under a directory, an absolute path without symbolic links.
//
// The operations are recorded in a file where its path is not NULL. The program is killed with
// SIGKILL before the operation of a number, counted from 0; a negative number never does. Call it
// once, before other threads open files there. Returns 0 when the file could be made.
int disk_log_start(const char *directory, const char *log, int64_t kill_before);

// Records a line of text between the operations, such as what the program has acknowledged.
void disk_log_note(const char *text);

// How many operations were counted.
int64_t disk_log_operations(void);

#endif
