// Tells the thread sanitizer of the locks of Swift's Mutex.
//
// Where a Mutex is free, code that the compiler put into the program takes it, which the sanitizer
// sees. Where it is taken, two functions of libswiftSynchronization wait for it and pass it on, which
// the sanitizer does not see: it reports what the lock guards as a race. These stand in their place
// when the library is preloaded, and say so. Scripts/sanitize-actors builds and loads it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#define swiftcall __attribute__((swiftcall))
#define context __attribute__((swift_context))

void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

static void *next(const char *symbol) {
    void *function = dlsym(RTLD_NEXT, symbol);
    if (!function) abort();
    return function;
}

// _MutexHandle._lockSlow(_: UInt32)
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
swiftcall void lock_slow(uint32_t thread, context void *handle) __asm__(LOCK);
swiftcall void lock_slow(uint32_t thread, context void *handle) {
    static swiftcall void (*original)(uint32_t, context void *);
    if (!original) original = (swiftcall void (*)(uint32_t, context void *))next(LOCK);
    original(thread, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

// _MutexHandle._unlockSlow()
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
swiftcall void unlock_slow(context void *handle) __asm__(UNLOCK);
swiftcall void unlock_slow(context void *handle) {
    static swiftcall void (*original)(context void *);
    if (!original) original = (swiftcall void (*)(context void *))next(UNLOCK);
    if (__tsan_release) __tsan_release(handle);
    original(handle);
}
