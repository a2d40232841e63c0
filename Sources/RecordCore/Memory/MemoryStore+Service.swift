public import Foundation

extension MemoryStore {
    /// What a service above keeps here, by keys that begin alike.
    public func serviceData(prefix: String) async throws -> [String: Data] {
        try locked { $0.serviceData.filter { $0.key.hasPrefix(prefix) } }
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
}
