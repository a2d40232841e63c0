#ifndef CSWIFTRUNTIME_H
#define CSWIFTRUNTIME_H

/// Retains a Swift object unless it is being deallocated: NULL then, else the object.
///
/// The runtime's own way from a weak to a strong reference, part of its stable interface.
/// The memory must still be an object's.
static inline const void *_Nullable retainUnlessGoing(const void *_Nonnull object) {
    extern void *_Nullable swift_tryRetain(void *_Nonnull);
    return swift_tryRetain((void *)object);
}

#endif
