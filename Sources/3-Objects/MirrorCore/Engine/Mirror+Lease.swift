package import Foundation
import ObjectCore
import RecordCore

/// Which of the mirrors of a store runs, until when: an entry of the store, the same for every process
/// that has it open.
package struct MirrorLease: Hashable, Sendable {
    package static let key = "lease"

    /// The mirror that runs: a name of its own for each that was created.
    package var holder: String
    /// When another mirror may run, unless the holder says otherwise before.
    package var end: Date
    /// The process that it is of; nil where an earlier version took the lease.
    package var process: MirrorProcess?

    package init(holder: String, end: Date, process: MirrorProcess? = nil) {
        self.holder = holder
        self.end = end
        self.process = process
    }

    package init(data: Data) throws {
        var reader = ByteReader(data)
        holder = try reader.text()
        end = try reader.date()
        guard !reader.isAtEnd else { return }
        process = MirrorProcess(
            program: try reader.text(), number: Int32(clamping: try reader.integer()),
            host: try reader.text())
    }

    package var data: Data {
        var writer = ByteWriter()
        writer.write(holder)
        writer.write(end)
        if let process {
            writer.write(process.program)
            writer.write(Int64(process.number))
            writer.write(process.host)
        }
        return writer.data
    }

    /// Seconds for which another mirror has the lease; 0 where it can be taken.
    ///
    /// One that ends later than two whole durations from now was taken before the clock was set
    /// back. Two, since a clock that is corrected by a little must not end the lease of a mirror
    /// that runs.
    package func wait(for other: String, at now: Date, duration: Double) -> Double {
        let left = end.timeIntervalSince(now)
        return holder == other || left > 2 * duration ? 0 : max(0, left)
    }
}

/// Another mirror took the lease, as this one did not renew it in time: the process was suspended.
package struct MirrorLeaseLost: LocalizedError {
    package var errorDescription: String? {
        "Another process sends what the store has to send; this one did not answer for a while."
    }
}

extension Mirror {
    /// Waits until no other process mirrors the store; false where this mirror is closed by then.
    ///
    /// The lease is renewed by each transaction, and three times as often as it would end while the
    /// mirror waits for the server. Where a process is killed, others wait until it ends.
    func takeLease() async throws -> Bool {
        guard let duration = settings.leaseDuration else { return !isClosed }
        while !isClosed {
            let wait = try claimLease(duration)
            if wait <= 0 {
                isLeased = true
                leaseRenewal = Task { [weak self] in
                    while true {
                        // Cancelled when the run is over.
                        guard (try? await Task.sleep(for: .seconds(duration / 3))) != nil else {
                            return
                        }
                        await self?.renewLease()
                    }
                }
                return true
            }
            try await Task.sleep(for: .seconds(min(wait, duration / 10, 0.5)))
        }
        return false
    }

    /// Waits as ``takeLease()`` does, for a caller that has to know whether it was done.
    ///
    /// - Throws: ``MirrorFailure/closed``.
    func requireLease() async throws {
        guard try await takeLease() else { throw MirrorFailure.closed }
    }

    private func claimLease(_ duration: Double) throws -> Double {
        try store.exclusively {
            let state = MirrorState(store)
            let now = settings.clock()
            let wait = try state.bytes(MirrorLease.key).map(MirrorLease.init(data:))?
                .wait(for: leaseHolder, at: now, duration: duration)
            if let wait, wait > 0 { return wait }
            state.set(
                MirrorLease.key,
                MirrorLease(
                    holder: leaseHolder, end: now.addingTimeInterval(duration), process: .current
                ).data)
            try state.flush()
            return 0
        }
    }

    /// Lets another mirror run.
    func releaseLease() {
        guard isLeased else { return }
        isLeased = false
        leaseRenewal?.cancel()
        leaseRenewal = nil
        // Of a store that cannot be written now the lease ends by time.
        try? store.exclusively {
            let state = MirrorState(store)
            guard
                try state.bytes(MirrorLease.key).map(MirrorLease.init(data:))?.holder == leaseHolder
            else { return }
            state.set(MirrorLease.key, nil)
            try state.flush()
        }
    }

    /// Refuses what a mirror does that another one has followed.
    func checkLease(_ state: MirrorState) throws {
        guard isLeased else { return }
        let lease = try state.bytes(MirrorLease.key).map(MirrorLease.init(data:))
        guard lease?.holder == leaseHolder else { throw MirrorLeaseLost() }
    }

    private func renewLease() {
        // A store that is busy now is asked again; a lost lease ends the run.
        try? transaction { _ in }
    }

    func renewLease(_ state: MirrorState) {
        guard isLeased, let duration = settings.leaseDuration else { return }
        let end = settings.clock().addingTimeInterval(duration)
        state.set(
            MirrorLease.key, MirrorLease(holder: leaseHolder, end: end, process: .current).data)
    }
}
