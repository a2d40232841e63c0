import Accounts
import Foundation
import RecordCore
import RecordService
import Stores

/// Periodic work of a server: counts what it stores, and removes what has expired.
struct Sweeper: Sendable {
    let assets: AssetStorage
    let accounts: AccountRepository
    let courier: NotificationPoll
    let containers: ContainerRegistry
    let storage: StorageMeter
    let usage: Usage
    let containerUsage: ContainerUsage
    let limiter: RateLimiter?
    let clock: @Sendable () -> Date

    /// Works until it is cancelled.
    func run() async {
        var rounds = 0
        var awake = 0
        while !Task.isCancelled {
            let start = ContinuousClock.now
            await Sweeper.aside {
                storage.measure()
                if storage.isKnown {
                    usage.record(storage: storage.total)
                    containerUsage.record(storage: storage.bytes)
                }
                assets.sweep(at: clock())
            }
            courier.tidy(at: clock())
            // What ended is refused already; next time is soon enough.
            try? await accounts.removeExpired()
            try? await containers.refresh()
            await limiter?.removeOld()
            // Work that no request waits for runs every 60 rounds.
            if rounds.isMultiple(of: 60) {
                await courier.removeOld(at: clock())
                for service in containers.open.values {
                    let isSuspended = service.store.isSuspended
                    // The next round removes what stays.
                    try? await service.forgetOld(at: clock())
                    // Once a day, as when a store is opened.
                    if rounds > 0, rounds.isMultiple(of: 1_440) {
                        service.store.forgetOldDeletions()
                    }
                    if isSuspended { service.store.suspend() }
                }
            }
            rounds += 1
            // What closed databases leave lies in the heaps of threads that have ended.
            let now = containers.awake
            if now < awake { await Sweeper.aside { HeapMemory.giveBack() } }
            awake = now
            // Records of a container that is not used are not kept ready for replies.
            for service in containers.open.values where service.store.isSuspended {
                service.forgetEncoded()
            }
            // However much there is to count, most of the time it is not being counted.
            let pause = max(.seconds(60), (ContinuousClock.now - start) * 50)
            try? await Task.sleep(for: pause)
        }
    }

    /// Does what waits for the disk on a thread of its own.
    private static func aside(_ work: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .background).async {
                work()
                continuation.resume()
            }
        }
    }
}

/// Memory of the C library that nothing uses.
private enum HeapMemory {
    /// Gives it back to the system, where the library would keep it.
    static func giveBack() {
        #if canImport(Glibc)
        // Swift's module of the C library lacks its header.
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
        #endif
    }
}
