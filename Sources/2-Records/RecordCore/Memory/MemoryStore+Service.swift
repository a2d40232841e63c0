public import Foundation

extension MemoryStore {
    /// What a service above keeps in a place, by keys that begin alike and come after one.
    public func serviceData(
        prefix: String, after key: String?, limit: Int?, in place: ServicePlace
    ) async throws -> [String: Data] {
        try locked { state in
            let found = (state.serviceData[place] ?? [:]).filter { entry in
                entry.key.utf8.starts(with: prefix.utf8)
                    && key.map { $0.utf8.lexicographicallyPrecedes(entry.key.utf8) } ?? true
            }
            guard let limit, found.count > limit else { return found }
            let keys = found.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            let first = Set(keys.prefix(max(0, limit)))
            return found.filter { first.contains($0.key) }
        }
    }

    /// What a service above keeps under a key of a place, or nil.
    public func serviceData(for key: String, in place: ServicePlace) async throws -> Data? {
        try locked { $0.serviceData[place]?[key] }
    }

    /// Makes changes to what a service above keeps, where what each says it knows still stands.
    public func changeServiceData(
        _ changes: [ServiceChange]
    ) async throws -> [Result<Bool, any Error>] {
        try locked { state in
            changes.map { change in
                var data = state.serviceData[change.place] ?? [:]
                guard change.known.allSatisfy({ data[$0.key] == $0.value }) else {
                    return .success(false)
                }
                for (key, value) in change.entries { data[key] = value }
                state.serviceData[change.place] = data
                return .success(true)
            }
        }
    }

    /// Removes what a service above keeps under keys that begin alike, where `isOld` says so of it.
    public func removeServiceData(
        prefix: String, where isOld: @escaping @Sendable (Data) -> Bool
    ) async throws {
        try locked { state in
            for (place, data) in state.serviceData {
                state.serviceData[place] = data.filter {
                    !$0.key.utf8.starts(with: prefix.utf8) || !isOld($0.value)
                }
            }
        }
    }
}
