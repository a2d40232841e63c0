import Foundation
package import RecordCore
import Synchronization

/// Stores that hold the records of a case file: one of each kind for each file, shared by all
/// its cases.
package actor CaseStores {
    /// A store and what it is called.
    package struct Opened: Sendable {
        /// What the kind of store is called.
        package var name: String
        /// The store.
        package var store: any RecordStore
    }

    /// The stores of this run.
    package static let shared = CaseStores()

    private var opening: [String: Task<[Opened], any Error>] = [:]
    private static let folder = Mutex<URL?>(nil)

    /// The stores with a file's records in them; empty for files that no store is asked about.
    package func stores(for context: CaseContext) async throws -> [Opened] {
        guard context.asksStores else { return [] }
        if let task = opening[context.file] { return try await task.value }
        let task = Task { try await CaseStores.open(context) }
        opening[context.file] = task
        return try await task.value
    }

    /// The files whose questions are about words, lists and places.
    private static let searches: Set<String> = [
        "tokens", "tokens-everything", "lists", "lists-bare", "locations", "cloudkit",
        "cloudkit-original",
    ]

    private static func open(_ context: CaseContext) async throws -> [Opened] {
        let root = CaseStores.root()
        var opened: [Opened] = []
        let kinds =
            searches.contains(context.file) ? StoreUnderTest.searching : StoreUnderTest.inParts
        for kind in kinds {
            let directory = root.appending(path: "\(context.file)-\(kind)")
            let store = try await kind.open(in: directory)
            try await store.setSchema(context.schema)
            let result = try await store.save(
                SaveRequest(saving: context.records), in: .public)
            if let error = result.firstError { throw error }
            opened.append(Opened(name: "\(kind)", store: store))
        }
        return opened
    }

    /// A folder that goes when the program ends.
    private static func root() -> URL {
        folder.withLock { folder in
            if let folder { return folder }
            let fresh = FileManager.default.temporaryDirectory
                .appending(path: "quarry-cases-\(UUID().uuidString.lowercased())")
            folder = fresh
            atexit {
                CaseStores.folder.withLock { $0 }.map {
                    try? FileManager.default.removeItem(at: $0)
                }
            }
            return fresh
        }
    }
}
