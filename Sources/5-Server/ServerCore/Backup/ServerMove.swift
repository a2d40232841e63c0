import Foundation
import RecordCore
package import Stores

/// Moves everything of a server from a directory to a PostgreSQL database, and back.
///
///     let move = try ServerMove(from: "/var/lib/quarry", to: "postgres://db1,db2/quarry")
///     try await move.stores().run()
///
/// Every container in both environments is moved, then the accounts. What there is in the accounts'
/// database says where the server's databases are, so nothing of the target can be used before it is
/// there.
package struct ServerMove: Sendable {
    /// Where everything of a server is.
    package enum Location: Hashable, Sendable {
        /// In a directory.
        case directory(String)
        /// In a PostgreSQL database.
        case database(ServerDatabase)

        /// Reads a directory's path, or `postgres://…` as a server takes it.
        package init(_ text: String) throws {
            self =
                StoreMedium.isServer(text) ? .database(try ServerDatabase(text)) : .directory(text)
        }

        /// The location of a part.
        func location(of part: ServerDatabase.Part) -> StoreLocation {
            switch (self, part) {
            case (.database(let database), _): database.location(of: part)
            case (.directory(let path), .service): .sqlite(path: path + "/server.db")
            case (.directory(let path), .container(let name, let environment)):
                .sqlite(
                    path: "\(path)/containers/\(ContainerName.escaped(name))/\(environment).db")
            }
        }
    }

    private let source: Location
    private let target: Location

    /// A move of what one server has to where another one will find it.
    package init(from source: String, to target: String) throws {
        self.source = try Location(source)
        self.target = try Location(target)
    }

    /// The databases, the accounts last.
    ///
    /// - Parameter makesTarget: Whether directories are made for them; a target that is lost is left
    ///   alone.
    package func stores(makesTarget: Bool = true) -> StoreMove {
        StoreMove { [self] in
            let (parts, names) = try await ServerMove.parts(of: source)
            if makesTarget { try makeDirectories(for: parts, names) }
            return parts.map { part in
                StoreMove.Part(
                    ServerMove.name(of: part), from: source.location(of: part),
                    to: target.location(of: part))
            }
        }
    }

    /// Gives every database of a server a new identity; see ``StoreLocation/renew()``.
    ///
    /// - Returns: What the databases are called.
    package static func renew(_ location: Location) async throws -> [String] {
        let (parts, _) = try await parts(of: location)
        for part in parts { try await location.location(of: part).renew() }
        return parts.map(name)
    }

    /// Whether a store is the accounts' database of a server, which is a part of it.
    package static func isAccounts(_ location: StoreLocation) async throws -> Bool {
        guard try location.isThere() else { return false }
        let store = try await location.open()
        return try await store.closing { try await !store.serviceData(prefix: "host/").isEmpty }
    }

    private static func name(of part: ServerDatabase.Part) -> String {
        switch part {
        case .service: "accounts"
        case .container(let name, let environment): "\(name) \(environment)"
        }
    }

    // MARK: What there is

    /// The databases that a server has made, the accounts last, and the names of its containers.
    ///
    /// - Throws: `cannotOpen` where there is no server.
    private static func parts(
        of location: Location
    ) async throws -> ([ServerDatabase.Part], names: Set<String>) {
        let service = location.location(of: .service)
        guard try service.isThere() else {
            throw StoreError(
                .cannotOpen, engineMessage: "There is nothing of a server at \(service).")
        }
        let names = try await containers(of: location, service)
        var parts: [ServerDatabase.Part] = []
        for name in names.sorted() {
            for environment in ["development", "production"] {
                let part = ServerDatabase.Part.container(name, environment: environment)
                // A container that was never used has no database.
                if try location.location(of: part).isThere() { parts.append(part) }
            }
        }
        return (parts + [.service], names)
    }

    /// The names of a server's containers; those of a directory are entered in the accounts'
    /// database, where servers that share one look for them.
    private static func containers(
        of location: Location, _ service: StoreLocation
    ) async throws -> Set<String> {
        let store = try await service.open()
        return try await store.closing {
            let list = ContainerList(store: store)
            var names = try await list.names()
            if case .directory(let path) = location {
                let folder = path + "/containers"
                // Thrown where it cannot be read: its containers would be left behind.
                let files =
                    FileManager.default.fileExists(atPath: folder)
                    ? try FileManager.default.contentsOfDirectory(atPath: folder) : []
                let found = Set(files.compactMap(ContainerName.unescaped))
                for name in found.subtracting(names) { _ = try await list.add(name) }
                names = found
            }
            return names
        }
    }

    private func makeDirectories(
        for parts: [ServerDatabase.Part], _ names: Set<String>
    ) throws {
        guard case .directory(let directory) = target else { return }
        // In a directory, a container that was never used is an empty folder.
        for name in names {
            try PrivateFiles.makeDirectory(
                "\(directory)/containers/\(ContainerName.escaped(name))")
        }
        for part in parts {
            guard case .file(let path) = target.location(of: part).medium else { continue }
            try PrivateFiles.makeDirectory(
                URL(fileURLWithPath: path).deletingLastPathComponent().path)
            // SQLite gives its log the rights of the database, and the store its assets.
            let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            if file >= 0 { close(file) }
        }
    }
}
