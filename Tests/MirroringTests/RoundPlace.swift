import CloudKit
import Foundation
import LocalServer
import Stores
import TestKit
import Testing

/// Where a random round has its stores and its cloud.
struct RoundPlace {
    private enum Cloud: String, CaseIterable {
        case memory, sqlite, server
    }

    private let folder: URL
    private let database: ObjectDatabase
    private let kind: Cloud

    /// The places that a seed stands for, or that variables of the environment name.
    init(seed: UInt64, folder: URL) {
        self.folder = folder
        let databases: [ObjectDatabase] =
            switch TestStores.current {
            case nil, .memory: ObjectDatabase.available
            case .sqlite: [.sqlite]
            case .postgres: ObjectDatabase.available.filter { $0.rawValue == "postgres" }
            }
        let clouds =
            ProcessInfo.processInfo.environment["QUARRY_TEST_CLOUD"]
            .flatMap(Cloud.init(rawValue:)).map { [$0] } ?? Cloud.allCases
        precondition(!databases.isEmpty, "QUARRY_TEST_OBJECTS=postgres needs PostgreSQL.")
        kind = clouds[Int(seed) % clouds.count]
        database = databases[Int(seed) / clouds.count % databases.count]
    }

    /// A store's place.
    func url(_ name: String) throws -> URL {
        let place = try #require(database.location(name, in: folder.path).place)
        let url = place.hasPrefix("postgres") ? URL(string: place) : URL(fileURLWithPath: place)
        return try #require(url)
    }

    /// The cloud, with nothing in it.
    func cloud() async throws -> LocalCloud {
        switch kind {
        case .memory: return Notebook.cloud()
        case .sqlite:
            return Notebook.cloud(.file(folder.appendingPathComponent("cloud.db").path))
        case .server:
            let server = try await RoundPlace.server.value
            return Notebook.cloud(.server(server.url)) { settings in
                settings.server.namespace = UUID().uuidString
                settings.server.managementToken = server.managementToken
                // Machines of tests are busy.
                settings.server.requestSeconds = 300
            }
        }
    }

    /// The server of all rounds, which ends with the process.
    private static let server = Task {
        try await LocalServer.start(timeout: .seconds(120))
    }

    /// The files in a folder that this process has open.
    static func openFiles(in folder: String) -> [String] {
        let descriptors =
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return descriptors.compactMap { number in
            let path = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/fd/\(number)")
            return path.flatMap { $0.hasPrefix(folder) ? $0 : nil }
        }
    }
}

/// Lets some rounds run at the same time, and the others wait.
actor RoundLimit {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    func enter() async {
        if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
    }

    func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
