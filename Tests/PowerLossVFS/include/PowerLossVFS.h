#ifndef POWER_LOSS_VFS_H
#define POWER_LOSS_VFS_H

#include <stdint.h>

// A file system for SQLite whose power can be cut.
//
// Files are on the real disk, but what a file held before each unsynced write is remembered.
// When the power is cut every call fails; `power_loss_restore` then takes a random part of the
// unsynced sectors back, as a disk that had not come round to them would, and the power is on
// again.

// Registers the file system under the name "powerloss"; once. Returns 0 when it went well.
int power_loss_register(void);

// Cuts the power after a number of further writes and syncs; a negative number never does.
void power_loss_cut_after(int64_t operations);

// Cuts the power now.
void power_loss_cut_now(void);

// Whether the power is off.
int power_loss_is_off(void);

// Writes and syncs since the last restore.
int64_t power_loss_operations(void);

// Counts one write or sync of another file on the same disk, such as an asset's; returns
// nonzero when the power is off, before or because of it.
int power_loss_step(void);

// Forgets a random part of what was not synced and turns the power on. Every connection must
// have been closed. Returns how many sectors and files were taken back.
int64_t power_loss_restore(uint64_t seed);

// Has every write fail as on a full disk (nonzero), or not (0).
void power_loss_set_full(int full);

#endif
