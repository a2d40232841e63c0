import Foundation

/// The files of a directory that records in memory may have, and those that may go when all exceed a size.
///
/// A file stays while there is a hold of it, and for some minutes after it was last used; the oldest others
/// are removed.
///
///     var files = HeldFiles(capacity: 1 << 30, patience: 600)
///     let hold = files.hold("e3b0…")
///     _ = files.note("/copies/e3b0…", bytes: 9_000_000, as: "e3b0…")
///     files.release("e3b0…", hold)   // it may go ten minutes later
package struct HeldFiles: Sendable {
    private struct Entry {
        /// Tells the entry from a later one of its key.
        let number: Int
        /// The path of the file and its bytes; nil until it is there.
        var file: (path: String, bytes: Int64)?
        var holds = 0
        /// When the file was last handed out or let go.
        var used = Date()
    }
    private let capacity: Int64
    private let patience: Double
    private var entries: [String: Entry] = [:]
    private var lastNumber = 0
    /// Bytes of all files.
    private var bytes: Int64 = 0
    /// Before it, files are not looked through again: all may be in use.
    private var nextTrim = Date.distantPast

    /// No files yet.
    ///
    /// - Parameters:
    ///   - capacity: Bytes beyond which files that are not in use are removed.
    ///   - patience: Seconds for which a file stays that was handed out: time enough to open it.
    package init(capacity: Int64, patience: Double) {
        self.capacity = capacity
        self.patience = patience
    }

    /// Whether the file of a key is there.
    package func has(_ key: String) -> Bool { entries[key]?.file != nil }

    /// Notes that a file is handed out.
    package mutating func use(_ key: String) { entries[key]?.used = Date() }

    /// Keeps the file of a key, which may come later; gives what ends the hold.
    package mutating func hold(_ key: String) -> Int {
        enter(key) { $0.holds += 1 }
    }

    /// Ends a hold.
    package mutating func release(_ key: String, _ number: Int) {
        // Another file may have taken the place of one that was moved away.
        guard entries[key]?.number == number else { return }
        entries[key]?.holds -= 1
        entries[key]?.used = Date()
        if entries[key]?.file == nil, entries[key]?.holds == 0 { entries[key] = nil }
    }

    /// Counts a file, and removes others that are not in use until all fit.
    ///
    /// - Returns: The keys of those that were removed.
    package mutating func note(_ path: String, bytes size: Int64, as key: String) -> [String] {
        bytes += size - (entries[key]?.file?.bytes ?? 0)
        _ = enter(key) {
            $0.file = (path, size)
            $0.used = Date()
        }
        let now = Date()
        guard bytes > capacity, now >= nextTrim else { return [] }
        nextTrim = now + patience / 60
        let end = now - patience
        let unused = entries.filter { $0.key != key && $0.value.holds == 0 && $0.value.used <= end }
        var removed: [String] = []
        for (key, entry) in unused.sorted(by: { $0.value.used < $1.value.used })
        where bytes > capacity {
            remove(key)
            removed.append(key)
            // Before the caller makes it again.
            if let path = entry.file?.path { unlink(path) }
        }
        return removed
    }

    /// Forgets a file, which may be there still.
    package mutating func remove(_ key: String) {
        bytes -= entries.removeValue(forKey: key)?.file?.bytes ?? 0
    }

    /// Forgets all files.
    package mutating func removeAll() {
        entries = [:]
        bytes = 0
    }

    private mutating func enter(_ key: String, _ change: (inout Entry) -> Void) -> Int {
        if entries[key] == nil {
            lastNumber += 1
            entries[key] = Entry(number: lastNumber)
        }
        guard var entry = entries[key] else { return 0 }
        change(&entry)
        entries[key] = entry
        return entry.number
    }
}
