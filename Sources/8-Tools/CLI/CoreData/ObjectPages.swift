import ObjectCore
import Synchronization

/// Objects of a store a page at a time, with what their columns lead to.
///
/// Only keys are held of all objects; rows and what they point at are of one page.
final class ObjectPages: ObjectSource {
    private struct Cache {
        var rows: [ObjectKey: ObjectRow?] = [:]
        var members: [ObjectKey: [Int: [ObjectKey]]] = [:]
    }

    static let size = 500
    private let store: any ObjectStore
    private let cache = Mutex(Cache())

    init(_ store: any ObjectStore) { self.store = store }

    /// Calls back with the rows of each page.
    func forEach(_ keys: [ObjectKey], _ body: ([ObjectRow]) throws -> Void) throws {
        var start = 0
        while start < keys.count {
            let page = Array(keys[start..<min(keys.count, start + ObjectPages.size)])
            start += page.count
            let rows = try store.rows(page)
            cache.withLock { cache in
                cache = Cache()
                for (key, row) in zip(page, rows) { cache.rows[key] = row }
            }
            try body(rows.compactMap { $0 })
        }
    }

    /// Reads a relationship to many of several objects at once.
    func prepare(_ relationship: Int, of keys: [ObjectKey]) throws {
        guard !keys.isEmpty else { return }
        let found = try store.members(relationship, of: keys)
        cache.withLock { cache in
            for (key, members) in zip(keys, found) {
                cache.members[key, default: [:]][relationship] = members
            }
        }
    }

    /// Reads several objects at once.
    func prepare(_ keys: [ObjectKey]) throws {
        let missing = cache.withLock { cache in
            Array(Set(keys.filter { cache.rows[$0] == nil }))
        }
        guard !missing.isEmpty else { return }
        let rows = try store.rows(missing)
        cache.withLock { cache in
            for (key, row) in zip(missing, rows) { cache.rows.updateValue(row, forKey: key) }
        }
    }

    func row(_ key: ObjectKey) throws -> ObjectRow? {
        if let known = cache.withLock({ $0.rows[key] }) { return known }
        try prepare([key])
        return cache.withLock { $0.rows[key] } ?? nil
    }

    func members(_ relationship: Int, of key: ObjectKey) throws -> [ObjectKey] {
        if let known = cache.withLock({ $0.members[key]?[relationship] }) { return known }
        try prepare(relationship, of: [key])
        return cache.withLock { $0.members[key]?[relationship] } ?? []
    }
}
