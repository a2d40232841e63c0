public import Foundation

extension MemoryStore {
    /// What a service above keeps here, by keys that begin alike and come after one.
    public func serviceData(
        prefix: String, after key: String?, limit: Int?
    ) async throws -> [String: Data] {
        try locked { state in
            let found = state.serviceData.filter { entry in
                entry.key.hasPrefix(prefix)
                    && key.map { $0.utf8.lexicographicallyPrecedes(entry.key.utf8) } ?? true
            }
            guard let limit, found.count > limit else { return found }
            let keys = found.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            let first = Set(keys.prefix(max(0, limit)))
            return found.filter { first.contains($0.key) }
        }
    }

    /// What a service above keeps under a key, or nil.
    public func serviceData(for key: String) async throws -> Data? {
        try locked { $0.serviceData[key] }
    }

    /// Keeps what a service above gives; a nil removes what there was.
    public func setServiceData(_ entries: [String: Data?]) async throws {
        try locked { state in
            for (key, data) in entries { state.serviceData[key] = data }
        }
    }

    /// Keeps what a service above gives, where what it says it knows still stands.
    public func setServiceData(
        _ entries: [String: Data?], where known: [String: Data?]
    ) async throws -> Bool {
        try locked { state in
            guard known.allSatisfy({ state.serviceData[$0.key] == $0.value }) else { return false }
            for (key, data) in entries { state.serviceData[key] = data }
            return true
        }
    }
}
