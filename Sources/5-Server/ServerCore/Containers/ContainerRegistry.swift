import Foundation
import RecordCore
package import RecordService
import Stores
import Synchronization
package import WebServices

/// The containers of a server: a store and a service for each in each environment, opened when
/// they are first asked for.
///
/// A database that is not used is closed after ``HostOptions/containerIdleTimeout`` and opened by the
/// next read or write; the service above it stays, with what it has to tell.
///
///     let notes = try await registry.service("iCloud.org.example.notes", .development)
///
/// In a directory, `containers/<name>/development.db` and `production.db` hold them. In a database
/// each has a schema, and which there are is kept beside the accounts: what one server makes, the
/// others see.
package final class ContainerRegistry: Sendable {
    /// A container in an environment.
    package struct Key: Hashable, Sendable {
        /// The name of the container, such as `iCloud.org.example.notes`.
        package var container: String
        /// Development or production: each has a database of its own.
        package var environment: EndpointPath.Environment

        /// A container in an environment.
        package init(_ container: String, _ environment: EndpointPath.Environment) {
            self.container = container
            self.environment = environment
        }

        /// The name alone: each request hashes its key three times.
        package func hash(into hasher: inout Hasher) { hasher.combine(container) }
    }

    /// Why there is no service.
    package enum Refusal: Error, Hashable, Sendable {
        /// No container has the name.
        case unknownContainer(String)
        /// No container may have the name.
        case invalidName
        /// A container of the name exists already.
        case exists(String)
        /// The environment is not served here.
        case environmentNotServed
        /// No more containers are made by asking for them.
        case tooMany
        /// The host is closing.
        case closed
        /// A container that is kept has no settings of its own.
        case settingsNotKept
    }

    private struct State: Sendable {
        var names: Set<String> = []
        var settings: [String: ContainerSettings] = [:]
        var open: [Key: RecordService] = [:]
        var opening: [Key: Task<RecordService, any Error>] = [:]
        var isClosed = false

        /// A name as the container's folder has it.
        ///
        /// Names whose characters are composed otherwise (é as one scalar or two) are equal, and
        /// would be two folders.
        func spelling(of name: String) -> String {
            names.firstIndex(of: name).map { names[$0] } ?? name
        }
    }

    private let options: HostOptions
    private let acceptsAnyContainer: Bool
    /// The custom roles of a user in a container.
    private let roles: @Sendable (String, Key) async -> Set<String>
    /// The directory of the containers; nil where there is none.
    private let directory: String?
    /// The containers of a database; nil where there is none.
    private let list: ContainerList?
    /// Where containers are entered, those of a directory too.
    private let entries: ContainerList
    /// The other servers of the database.
    private let peers: PeerServers?
    private let state = Mutex(State())

    init(
        _ options: HostOptions, list store: any RecordStore, _ peers: PeerServers? = nil,
        roles: @escaping @Sendable (String, Key) async -> Set<String> = { _, _ in [] }
    ) async throws {
        self.options = options
        acceptsAnyContainer =
            options.acceptsAnyContainer
            && (options.location == .memory || !options.requiresAuthentication)
        self.roles = roles
        self.peers = peers
        entries = ContainerList(store: store)
        var state = State()
        switch options.location {
        case .memory:
            directory = nil
            list = nil
        case .database:
            let list = ContainerList(store: store)
            self.list = list
            directory = nil
            state.names = try await list.names()
        case .directory(let path):
            let directory = path + "/containers"
            self.directory = directory
            list = nil
            try PrivateFiles.makeDirectory(directory, syncing: StoreFile.sync)
            let found = try FileManager.default.contentsOfDirectory(atPath: directory)
            state.names = Set(found.compactMap(ContainerName.unescaped))
        }
        for name in options.containers {
            guard ContainerName.isAllowed(name) else { throw Refusal.invalidName }
            let (isNew, spelling) = state.names.insert(name)
            // Refused where the server was moved: its accounts take no writes.
            if isNew, options.location != .memory { _ = try await entries.add(name) }
            try makeDirectory(spelling)
        }
        self.state.withLock { [state] in $0 = state }
    }

    /// Finds the containers that other servers have made.
    package func refresh() async throws {
        guard let list else { return }
        let names = try await list.names()
        state.withLock { $0.names.formUnion(names) }
    }

    /// The names of all containers that this server knows, in order.
    package var names: [String] { state.withLock { $0.names }.sorted() }

    /// Whether this server knows a container of a name.
    func isKnown(_ name: String) -> Bool { state.withLock { $0.names.contains(name) } }

    /// The environments that are served, development first.
    package var environments: [EndpointPath.Environment] {
        EndpointPath.Environment.allCases.filter(options.environments.contains)
    }

    /// Makes a container.
    ///
    /// - Parameter settings: What it does otherwise than others; only in memory.
    /// - Throws: ``Refusal``.
    package func create(
        _ name: String, _ settings: ContainerSettings = ContainerSettings()
    ) async throws {
        guard ContainerName.isAllowed(name) else { throw Refusal.invalidName }
        guard options.location == .memory || settings == ContainerSettings() else {
            throw Refusal.settingsNotKept
        }
        if list == nil, state.withLock({ !$0.isClosed && $0.names.contains(name) }) {
            throw Refusal.exists(name)
        }
        try makeDirectory(name)
        do {
            // Refused where the server was moved: its accounts take no writes.
            if directory != nil { try await entries.enter(name) }
        } catch {
            if !state.withLock({ $0.names.contains(name) }) { removeDirectory(name) }
            throw error
        }
        if let list, try await !list.add(name) {
            state.withLock { _ = $0.names.insert(name) }
            throw Refusal.exists(name)
        }
        let isNew = try state.withLock { state in
            guard !state.isClosed else { throw Refusal.closed }
            let isNew = state.names.insert(name).inserted
            if isNew, settings != ContainerSettings() { state.settings[name] = settings }
            return isNew
        }
        if list != nil { peers?.notify(.containers) }
        guard isNew || list != nil else { throw Refusal.exists(name) }
    }

    /// The service of a container, when it is open already.
    @inline(__always)
    func ready(_ key: Key) -> RecordService? { state.withLock { $0.open[key] } }

    /// Every service that is open now.
    ///
    /// The database of some may be closed for idleness; ``awake`` counts the others.
    package var open: [Key: RecordService] { state.withLock { $0.open } }

    /// How many databases of containers are open.
    package var awake: Int { open.values.count { !$0.store.isSuspended } }

    /// The service of a container in an environment, opened when it is not yet.
    ///
    /// - Throws: ``Refusal``, and what opening a store throws.
    package func service(
        _ container: String, _ environment: EndpointPath.Environment
    ) async throws -> RecordService {
        if let service = ready(Key(container, environment)) { return service }
        let key = Key(state.withLock { $0.spelling(of: container) }, environment)
        guard options.environments.contains(environment) else {
            throw Refusal.environmentNotServed
        }
        guard ContainerName.isAllowed(container) else { throw Refusal.invalidName }
        if list != nil, !state.withLock({ $0.names.contains(container) }) {
            // Another server may have made it.
            try await refresh()
        }
        let task = try state.withLock { state in
            guard !state.isClosed else { throw Refusal.closed }
            if let task = state.opening[key] { return task }
            // It may have opened since we looked; a second store would hide the first one's writes.
            if let service = state.open[key] { return Task { service } }
            let isNew = !state.names.contains(container)
            if isNew {
                guard acceptsAnyContainer else {
                    throw Refusal.unknownContainer(container)
                }
                guard state.names.count < options.limits.containersOnDemand else {
                    throw Refusal.tooMany
                }
                state.names.insert(container)
            }
            // The first request opens it for all: the limit of that request does not apply.
            let task = Task.detached(executorPreference: peers?.threads) {
                try await self.openService(key, isNew: isNew)
            }
            state.opening[key] = task
            return task
        }
        return try await task.value
    }

    private func openService(_ key: Key, isNew: Bool) async throws -> RecordService {
        do {
            let service = try await makeService(key)
            let isClosed = state.withLock { state in
                state.opening[key] = nil
                if !state.isClosed { state.open[key] = service }
                return state.isClosed
            }
            if isClosed {
                try await service.close()
                throw Refusal.closed
            }
            return service
        } catch {
            // The next request tries again, and what could not be created does not exist.
            state.withLock { state in
                state.opening[key] = nil
                let others = Array(state.open.keys) + Array(state.opening.keys)
                if isNew, !others.contains(where: { $0.container == key.container }) {
                    state.names.remove(key.container)
                    removeDirectory(key.container)
                }
            }
            throw error
        }
    }

    private func makeService(_ key: Key) async throws -> RecordService {
        let settings = state.withLock { $0.settings[key.container] } ?? ContainerSettings()
        let environment: StoreEnvironment =
            switch key.environment {
            case .development: .development(strict: settings.isStrict ?? false)
            case .production: .production
            }
        let limits = settings.changed(options.storeLimits)
        let store: any RecordStore
        switch options.location {
        case .directory, .memory:
            if directory != nil { try makeDirectory(key.container) }
            let isMade = path(key).map { !FileManager.default.fileExists(atPath: $0) } ?? false
            store = try await (path(key).map(StoreLocation.sqlite) ?? .sqliteMemory).open(
                environment: environment, limits: limits, durability: options.durability,
                idleTimeout: options.containerIdleTimeout, isPrivate: true)
            if isMade { try await enter(key, store) }
        case .database(let database):
            if try await list?.add(key.container) == true { peers?.notify(.containers) }
            store = try await database.open(
                key.part, environment: environment, limits: limits)
        }
        var service = options.service
        service.clock = options.clock
        service.quotaBytes = settings.quotaBytes ?? service.quotaBytes
        service.requestBytes = settings.requestBytes ?? service.requestBytes
        // What the web services can say, and content by URL.
        service.profile = .webServices
        service.commitCount = store.commitCounter
        service.readRecord = store.recordReader
        service.givesAssetFiles = false
        let roles = roles
        service.roles = { user in await roles(user, key) }
        if let peers {
            service.hasOthers = true
            service.notifyPeers = { hint in
                switch hint {
                case .subscriptions: peers.notify(.subscriptions(key))
                case .notices(let user): peers.notify(.notices(key, user: user))
                }
            }
        }
        return RecordService(store: store, container: key.container, options: service)
    }

    /// Writes down that there is a new database, before it is used.
    ///
    /// A server that is moved refuses that from the moment when its containers are known.
    private func enter(_ key: Key, _ store: any RecordStore) async throws {
        do {
            try await entries.enter(key.container)
        } catch {
            // The error before it is the one to report.
            try? await store.close()
            if let path = path(key) {
                unlink(path)
                StoreFile.removeCompanions(of: path)
            }
            throw error
        }
    }

    /// The database file of a container; nil where it has none.
    package func path(_ key: Key) -> String? {
        directory.map {
            "\($0)/\(ContainerName.escaped(key.container))/\(key.environment.rawValue).db"
        }
    }

    /// Bytes that a container takes on the disk in an environment, with its assets; 0 where it has
    /// no file.
    ///
    /// Goes through all of its assets.
    package func bytes(_ key: Key) -> Int64 {
        guard let path = path(key).map(StoreFile.target) else { return 0 }
        return ["", "-wal"].reduce(0) { $0 + FileSize.of(path + $1) }
            + FileSize.of(directory: path + ".assets")
    }

    private func makeDirectory(_ name: String) throws {
        guard let directory else { return }
        // A container stays that was made, and what is written there.
        try PrivateFiles.makeDirectory(
            "\(directory)/\(ContainerName.escaped(name))", syncing: StoreFile.sync)
    }

    /// Removes the directory of a container that was not made, unless something stands in it.
    private func removeDirectory(_ name: String) {
        guard let directory else { return }
        _ = rmdir("\(directory)/\(ContainerName.escaped(name))")
    }

    /// Finishes what was acknowledged and closes every store.
    func close() async throws {
        let (open, opening) = state.withLock { state in
            state.isClosed = true
            defer {
                state.open = [:]
                state.opening = [:]
            }
            return (Array(state.open.values), Array(state.opening.values))
        }
        // What failed to open needs no closing; its requests have the error.
        for task in opening { _ = try? await task.value }
        var failure: (any Error)?
        for service in open {
            do { try await service.close() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}

/// Sizes of files.
enum FileSize {
    /// Bytes of a file; 0 when there is none.
    static func of(_ path: String) -> Int64 {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
    }

    /// Bytes of all files below a directory.
    static func of(directory: String) -> Int64 {
        guard let walk = FileManager.default.enumerator(atPath: directory) else { return 0 }
        var sum: Int64 = 0
        while let part = walk.nextObject() as? String { sum += of("\(directory)/\(part)") }
        return sum
    }
}
