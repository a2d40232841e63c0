import Foundation

/// How long the thread computes for something; what others compute meanwhile takes none of it.
///
///     #expect(threadTime { _ = TextMatching.like(text, pattern) } < .seconds(20))
///
/// Of bounds on what must not explode: time on the clock passes on a busy machine too.
package func threadTime(_ body: () throws -> Void) rethrows -> Duration {
    let start = threadTime()
    try body()
    return threadTime() - start
}

/// How long the thread has computed since it began.
package func threadTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
