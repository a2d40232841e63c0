import Foundation
import RecordCore
import RecordService
import Stores
import Synchronization

#if Server
import CloudKitClient
#endif

/// A container that opens when it is first used, once for all who use it.
final class OpenContainer: Sendable {
    let identifier: String
    /// Kept by each handle, so that containers and files are closed with the last of them.
    private unowned let cloud: LocalCloud

    private enum State {
        case closed
        case opening(Task<any CloudService, any Error>)
        case open(any CloudService, sessions: [SessionKey: any CloudSession])
    }
    /// The key of a session: a user on a device.
    private struct SessionKey: Hashable {
        var user: String?
        var device: String
    }
    private let state = Mutex(State.closed)
    private let closes = Atomic(0)
    /// The devices that know who is signed in.
    private let adopted = Mutex<Set<String>>([])

    init(identifier: String, cloud: LocalCloud) {
        self.identifier = identifier
        self.cloud = cloud
    }

    /// How often the container was closed.
    ///
    /// A task that is to listen may begin long after it was made, where the cores are busy: it opens no
    /// container that was closed meanwhile.
    var closings: Int { closes.load(ordering: .acquiring) }

    /// Whether the container's service is open.
    var isOpen: Bool {
        state.withLock { state in
            if case .open = state { true } else { false }
        }
    }

    /// What a user sees and does from a device, if the container is open.
    func openSession(user: String?, device: String) -> (any CloudSession)? {
        let key = SessionKey(user: user, device: device)
        return state.withLock { state in
            guard case .open(let service, var sessions) = state else { return nil }
            if let found = sessions[key] { return found }
            let made = service.cloudSession(user: user, device: device)
            sessions[key] = made
            state = .open(service, sessions: sessions)
            return made
        }
    }

    /// What a user sees and does from a device.
    func session(user: String?, device: String) async throws -> any CloudSession {
        if let session = openSession(user: user, device: device) { return session }
        let service = try await service()
        // `close()` may run between the two; the session then throws when it is used.
        return openSession(user: user, device: device)
            ?? service.cloudSession(user: user, device: device)
    }

    /// Has a device know who is signed in, where tokens say that: asked once.
    func adoptUser(of device: LocalDevice) async throws {
        #if Server
        // A program that signs a user in or out knows better than its token.
        guard !knowsUser(of: device),
            let remote = try await service() as? RemoteService
        else { return }
        let user = try await remote.signedInUser(device: device.name)
        device.adopt(user)
        adopted.withLock { _ = $0.insert(device.name) }
        #endif
    }

    /// Whether a device has nothing to learn from tokens of who is signed in, or knows it.
    func knowsUser(of device: LocalDevice) -> Bool {
        !cloud.speaksForOneUser || device.accountChanges > 0
            || adopted.withLock { $0.contains(device.name) }
    }

    func introduce(_ identity: UserIdentity) async throws {
        switch state.withLock({ $0 }) {
        case .closed: return  // It learns it when it opens.
        case .opening(let task):
            // It may have read just before who is known. Where it fails, the next one reads it.
            guard let service = try? await task.value else { return }
            try await service.setIdentity(identity)
        case .open(let service, _): try await service.setIdentity(identity)
        }
    }

    func close() async throws {
        closes.wrappingAdd(1, ordering: .acquiringAndReleasing)
        let last = state.withLock { state in
            defer { state = .closed }
            return state
        }
        switch last {
        case .closed: return
        // What failed to open needs no closing.
        case .opening(let task): try? await task.value.close()
        case .open(let service, _): try await service.close()
        }
    }

    private func service() async throws -> any CloudService {
        let task = state.withLock { state -> Task<any CloudService, any Error> in
            switch state {
            case .open(let service, _): return Task { service }
            case .opening(let task): return task
            case .closed:
                let task = Task { [identifier, cloud] in
                    try await OpenContainer.open(identifier, in: cloud)
                }
                state = .opening(task)
                return task
            }
        }
        do {
            let service = try await task.value
            state.withLock { state in
                if case .opening(let current) = state, current == task {
                    state = .open(service, sessions: [:])
                }
            }
            return service
        } catch {
            // The next request tries again.
            state.withLock { state in
                if case .opening(let current) = state, current == task { state = .closed }
            }
            throw error
        }
    }

    private static let nameKey = "container"

    private static func open(_ identifier: String, in cloud: LocalCloud) async throws
        -> any CloudService
    {
        if let problem = cloud.problem { throw problem }
        if case .server(let url) = cloud.location {
            #if Server
            let remote = RemoteContainer(identifier: identifier, url: url, cloud: cloud)
            return try await remote.open()
            #else
            throw CKError(
                .badContainer,
                "\(url) is a server; build Quarry with its trait Server, which is on by default")
            #endif
        }
        let settings = cloud.settings
        let schema = try settings.readSchema()
        let store = try await cloud.location.openStore(of: identifier, settings)
        do {
            try await claim(store, for: identifier)
            if let schema {
                let current = try await store.schema()
                if !current.changes(to: settings.merged(schema, into: current)).isEmpty {
                    try await store.updateSchema { [settings.merged(schema, into: $0)] }
                }
            }
            var options = settings.options
            if case .database = cloud.location { options.hasOthers = true }
            let service = RecordService(
                store: store, container: identifier, options: options,
                faults: cloud.faults.service)
            for identity in cloud.known { try await service.setIdentity(identity) }
            return service
        } catch {
            // The error before it is the one to report.
            try? await store.close()
            throw error
        }
    }

    /// Refuses a file that belongs to another container.
    private static func claim(_ store: any RecordStore, for identifier: String) async throws {
        guard let known = try await store.serviceData(for: nameKey) else {
            try await store.setServiceData([nameKey: Data(identifier.utf8)])
            return
        }
        let owner = String(decoding: known, as: UTF8.self)
        guard owner == identifier else {
            throw CKError(
                .badContainer, "The file holds the container \(owner), not \(identifier)")
        }
    }
}

/// A container from a device: what containers, their databases and operations share.
final class ContainerHandle: Sendable {
    let container: OpenContainer
    let cloud: LocalCloud
    let device: LocalDevice
    /// Whose requests go through; nil are everybody's.
    private let only: Signed?
    /// Seconds that a request may take; nil where there is no limit.
    private let deadline: TimeInterval?

    /// The user whose requests are sent; a nil `user` stands for a device without an account.
    private struct Signed: Equatable {
        var user: String?
    }

    convenience init(_ identifier: String, in cloud: LocalCloud, device: LocalDevice) {
        self.init(
            container: cloud.open(identifier), cloud: cloud, device: device, only: nil,
            deadline: nil)
    }

    private init(
        container: OpenContainer, cloud: LocalCloud, device: LocalDevice, only: Signed?,
        deadline: TimeInterval?
    ) {
        self.container = container
        self.cloud = cloud
        self.device = device
        self.only = only
        self.deadline = deadline
    }

    /// The same whose requests fail after some seconds; nil changes nothing.
    func limited(to seconds: TimeInterval?) -> ContainerHandle {
        guard let seconds else { return self }
        return ContainerHandle(
            container: container, cloud: cloud, device: device, only: only, deadline: seconds)
    }

    /// The same for one user; requests fail while another user is signed in.
    func bound(to user: String?) -> ContainerHandle {
        ContainerHandle(
            container: container, cloud: cloud, device: device, only: Signed(user: user),
            deadline: deadline)
    }

    /// Learns who is signed in, where tokens say that.
    func adoptUser() async throws {
        if cloud.speaksForOneUser { try await container.adoptUser(of: device) }
    }

    /// The session of the user that is signed in now.
    ///
    /// - Throws: `notAuthenticated` when the handle is bound to another user.
    func session() async throws -> any CloudSession {
        try await adoptUser()
        // Read once: the user compared must be the user of the session.
        let user = device.user
        if let only, only != Signed(user: user) {
            throw CKError(
                .notAuthenticated,
                "Another user has signed in since the operation began: start it again")
        }
        return try await container.session(user: user, device: device.name)
    }

    /// Asks the service, every error as CloudKit has it, within the time that a request may take.
    func ask<T: Sendable>(
        _ body: @escaping @Sendable (any CloudSession) async throws -> T
    ) async throws -> T {
        guard let deadline else { return try await answer(of: body) }
        return try await withThrowingTaskGroup(of: T?.self) { group in
            group.addTask { try await self.answer(of: body) }
            group.addTask {
                // Cancelled, it ends early.
                _ = try? await Task.sleep(for: .seconds(deadline))
                return nil
            }
            defer { group.cancelAll() }
            if let first = try await group.next() ?? nil { return first }
            group.cancelAll()
            // A save that cannot be cancelled any more is done, if late.
            if let late = try? await group.next() ?? nil { return late }
            throw Task.isCancelled ? CKError.cancelled : CKError.timedOut
        }
    }

    private func answer<T: Sendable>(
        of body: (any CloudSession) async throws -> T
    ) async throws -> T {
        do {
            return try await body(try await session())
        } catch {
            throw CKError(any: error)
        }
    }
}

/// Runs a request and hands its result to a handler: later, and not on a thread of Swift's tasks,
/// as a handler may wait for another.
func answer<T: Sendable>(
    _ handler: @escaping @Sendable (Result<T, any Error>) -> Void,
    with body: @escaping @Sendable () async throws -> T
) {
    Task.detached {
        let result: Result<T, any Error>
        do {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        // A queue of its own has a thread of its own as soon as it needs one.
        DispatchQueue(label: "CloudKit handler").async { handler(result) }
    }
}

/// As ``answer(_:with:)``, for handlers that take either a result or an error.
func answer<T: Sendable>(
    _ handler: @escaping @Sendable (T?, (any Error)?) -> Void,
    with body: @escaping @Sendable () async throws -> T
) {
    answer(
        { (result: Result<T, any Error>) in
            switch result {
            case .success(let value): handler(value, nil)
            case .failure(let error): handler(nil, error)
            }
        }, with: body)
}
