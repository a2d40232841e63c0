#ifndef CSWIFTRUNTIME_H
#define CSWIFTRUNTIME_H

#include <stdbool.h>
#include <stdint.h>

/// Retains a Swift object unless it is being deallocated: NULL then, else the object.
///
/// The runtime's own way from a weak to a strong reference, part of its stable interface.
/// The memory must still be an object's.
static inline const void *_Nullable retainUnlessGoing(const void *_Nonnull object) {
    extern void *_Nullable swift_tryRetain(void *_Nonnull);
    return swift_tryRetain((void *)object);
}

/// Whether the seeds of hashes have been drawn: what is hashed before is not found again.
///
/// In a program with the runtime linked in, entries of `.init_array` may run before. Two seeds are 0 then,
/// and not because an environment variable says so.
static inline bool hashesAreSeeded(void) {
    extern struct { uint64_t seeds[2]; bool fixed; } _swift_stdlib_Hashing_parameters;
    return _swift_stdlib_Hashing_parameters.fixed || _swift_stdlib_Hashing_parameters.seeds[0]
        || _swift_stdlib_Hashing_parameters.seeds[1];
}

#endif
