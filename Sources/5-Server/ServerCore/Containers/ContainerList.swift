import Foundation
import RecordCore

/// The containers that several servers share, kept in the store of their accounts.
struct ContainerList: Sendable {
    let store: any RecordStore
    private static let prefix = "host/container/"

    /// The names of all.
    func names() async throws -> Set<String> {
        let entries = try await store.serviceData(prefix: ContainerList.prefix)
        return Set(entries.keys.map { String($0.dropFirst(ContainerList.prefix.count)) })
    }

    /// Writes down that there is a container, whether it was there or not.
    func enter(_ name: String) async throws {
        try await store.setServiceData([ContainerList.prefix + name: Data()])
    }

    /// Adds a container; false when it was there.
    func add(_ name: String) async throws -> Bool {
        let key = ContainerList.prefix + name
        guard try await store.serviceData(for: key) == nil else { return false }
        return try await store.setServiceData([key: Data()], where: [key: nil])
    }
}
