package import Accounts
package import Foundation
package import RecordCore
import RecordService
import Stores
import Synchronization
package import WebServices

/// What one server hosts, without HTTP: containers, accounts, administration.
///
///     let host = try await Host(HostOptions(directory: "/var/lib/quarry"))
///     let reply = await host.answer(WireRequest("GET", "/health"))
///     try await host.close()
///
/// `answer` may be called from many tasks at once. Every failure is a reply.
package final class Host: Sendable {
    /// What is hosted, and how it behaves.
    package let options: HostOptions
    /// The containers of the host, opened on first use.
    package let containers: ContainerRegistry
    /// Where accounts, tokens and keys are kept.
    package let store: any RecordStore
    /// Users, tokens, keys and roles.
    package let accounts: AccountRepository
    /// The last requests and replies.
    package let log: RequestLog
    /// How much was asked, over time.
    package let usage: Usage
    let containerUsage: ContainerUsage
    /// The counters and histograms that Prometheus scrapes.
    package let metrics = Metrics()
    let assets: AssetStorage
    let courier: NotificationPoll
    let limiter: RateLimiter?
    let paths = PathCache()
    /// The other servers of the database; nil where there cannot be any.
    let peers: PeerServers?
    /// The servers over which the database is spread that do not answer; nil where there cannot be
    /// any.
    let lost: LostServers?
    /// Whether the server's URLs are `https`, whatever the last proxy speaks.
    let isSecureOutside: Bool
    let storage: StorageMeter
    private let lock: DirectoryLock?
    private let closing = Atomic<Bool>(false)
    private let sweeper = Mutex<Task<Void, Never>?>(nil)
    /// Where a move had taken the accounts when the server began; nil where it had not.
    private let movedTo: String?

    /// What the operator should know of how the server is set up: sentences with what to do.
    package var warnings: [String] {
        var warnings: [String] = []
        if case .directory(let path) = options.location,
            let warning = PrivateFiles.warning(of: path)
        {
            warnings.append(warning)
        }
        if let movedTo {
            warnings.append(
                "The accounts of this server were moved to \(movedTo), or a move is not finished: every "
                    + "change is refused. Serve what is there, run the same `quarry move` again, or give "
                    + "this one an identity of its own with `quarry restore --renew`.")
        }
        return warnings
    }

    /// Opens the server's own store; containers are opened when they are first asked for.
    ///
    /// - Throws: What opening a store throws; ``HostError`` where another server uses the
    ///   directory.
    package init(_ options: HostOptions) async throws {
        self.options = options
        isSecureOutside = options.baseURL?.lowercased().hasPrefix("https://") == true
        switch options.location {
        case .memory:
            lock = nil
            peers = nil
            lost = nil
            store = try await StoreLocation.memory.open()
        case .directory(let path):
            lock = try DirectoryLock(path)
            peers = nil
            lost = nil
            Administration.removePartialBackups(in: path)
            PrivateFiles.tighten(path)
            store = try await StoreLocation.sqlite(path: path + "/server.db").open(
                durability: options.durability, isPrivate: true)
        case .database(let database):
            lock = nil
            store = try await database.open(.service)
            let peers = PeerServers(
                database, listens: options.hearsOthers, threads: options.databaseThreads)
            self.peers = peers
            lost = LostServers(database, store, on: peers.reportThreads.lane())
        }
        movedTo = try await store.movedTo()
        var accountOptions = options.accounts
        accountOptions.clock = options.clock
        accountOptions.allowsSignUp = options.allowsSignUp
        accountOptions.trustsAddressesOfSignUp = options.location == .memory
        if let peers {
            accountOptions.countsTogether = true
            accountOptions.noteInterval = 1
            accountOptions.changed = { peers.notify(.accounts) }
            accountOptions.executor = peers.threads.lane()
        }
        let accounts = try await AccountRepository(store: store, options: accountOptions)
        self.accounts = accounts
        var containerOptions = options
        containerOptions.service.accounts = AccountIdentities(accounts)
        containers = try await ContainerRegistry(
            containerOptions, list: store, peers
        ) { user, key in
            accounts.roles(
                of: user, container: key.container, environment: key.environment.rawValue)
        }
        let seal = Seal(secret: try await Host.secret("seal", in: store))
        assets = try AssetStorage(options, seal: seal)
        courier = NotificationPoll(options.limits, seal: seal, store: store, peers)
        log = RequestLog(limit: options.requestLogLength)
        usage = Usage(clock: options.clock)
        containerUsage = ContainerUsage(clock: options.clock)
        limiter = options.rateLimit.map { [store, peers] limit in
            RateLimiter(limit, store: peers.map { _ in store })
        }
        storage =
            if case .database(let database) = options.location {
                StorageMeter(containers, in: (database, store))
            } else {
                StorageMeter(containers)
            }
        let chores = Sweeper(
            assets: assets, accounts: accounts, courier: courier, containers: containers,
            storage: storage, usage: usage, containerUsage: containerUsage, limiter: limiter,
            clock: options.clock)
        sweeper.withLock { [peers] in
            $0 = Task.detached(
                executorPreference: peers?.threads, priority: .background
            ) { await chores.run() }
        }
        peers?.begin(
            PeerServers.Listener { [accounts, containers] hint in
                switch hint {
                case .accounts: accounts.lookAgain()
                // The sweeper refreshes them again soon.
                case .containers: try? await containers.refresh()
                case .subscriptions(let key):
                    await containers.ready(key)?.receive(.subscriptions)
                case .notices(let key, let user):
                    await containers.ready(key)?.receive(.notices(user: user))
                }
            } catchUp: { [accounts, containers] in
                accounts.lookAgain()
                // As above.
                try? await containers.refresh()
                for service in containers.open.values { await service.catchUp() }
            })
    }

    /// A secret of the server's own, made when it is first asked for.
    static func secret(_ name: String, in store: any RecordStore) async throws -> Data {
        let key = "host/secret/\(name)"
        while true {
            let known = try await store.serviceData(for: key)
            if let known, known.count >= 32 { return known }
            let secret = Seal.newSecret()
            // Another server that makes one at the same moment may be first.
            if try await store.setServiceData([key: secret], where: [key: known]) { return secret }
        }
    }

    /// What time it is.
    package var now: Date { options.clock() }

    /// Whether the server goes.
    var isClosing: Bool { closing.load(ordering: .relaxed) }

    // MARK: Answering

    /// Answers one request; every failure is a reply.
    package func answer(_ request: WireRequest) async -> WireReply {
        let start = ContinuousClock.now
        let route = Route(request.path)
        let path = servicePath(request, route)
        // Reports do not wait for the database, and so for none of its threads.
        guard let peers, route.needsDatabase else {
            return await answerHere(request, route, path, since: start)
        }
        // A request that waits for a database blocks a thread: not the one of a connection.
        let container = container(of: request, route, path)
        let threads = peers.threads(for: route, container, where: containers.isKnown)
        var reply = await withTaskExecutorPreference(threads) {
            await answerHere(request, route, path, since: start)
        }
        // So does what a reply still reads while it is sent.
        if case .stream(let body) = reply.body {
            reply.body = .stream { sink in
                try await withTaskExecutorPreference(threads) { try await body(sink) }
            }
        }
        return reply
    }

    private func answerHere(
        _ request: WireRequest, _ route: Route, _ path: EndpointPath?,
        since start: ContinuousClock.Instant
    ) async -> WireReply {
        let request = asAsked(request)
        metrics.inFlight.add(1, ordering: .relaxed)
        defer { metrics.inFlight.subtract(1, ordering: .relaxed) }
        let limit = TimeLimit(seconds: options.limits.requestSeconds, since: start)
        var reply: WireReply
        do {
            // A browser asks this first, and hides every failure of it from the page: the request that
            // follows says what is wrong.
            let isPreflight = request.method == "OPTIONS" && route.isForBrowsers
            let isAway = peers?.isAway == true && route.needsDatabase && !isPreflight
            if let limiter, !isPreflight {
                let asksDatabase = route.needsDatabase && !isAway
                let wait =
                    asksDatabase
                    ? await limiter.wait(for: request.peer) : limiter.wait(request.peer)
                if let wait {
                    // Whole seconds, as Apple's: some clients read nothing else.
                    throw WireError(
                        .throttled, "too many requests", retryAfter: max(1, wait.rounded(.up)))
                }
            }
            // No request waits for a database that is known not to answer.
            if isAway {
                var error = WireError(
                    .tryAgainLater, "the database does not answer", retryAfter: 2)
                error.cause = peers?.awayCause
                throw error
            }
            // Nor is one begun that has waited for a thread all of its time.
            if peers != nil, limit.isOver { throw limit.error }
            reply = try await answer(request, route, path, limit)
        } catch {
            reply = self.reply(to: error, request)
        }
        // A file that the service took was renamed; the rest is removed.
        if case .file(let path, _) = request.body { assets.discard(path) }
        finish(&reply, to: request, route, path, since: start)
        return reply
    }

    /// Adds what every reply has, and counts and logs the request.
    ///
    /// - Parameter isReady: Whether the container of the path is known to be open.
    func finish(
        _ reply: inout WireReply, to request: WireRequest, _ route: Route, _ path: EndpointPath?,
        since start: ContinuousClock.Instant, isReady: Bool = false
    ) {
        reply.headers.append(("x-apple-request-uuid", request.id.text))
        addOrigin(to: &reply, request, route)
        let duration = ContinuousClock.now - start
        // Of HEAD nothing is sent.
        if case .stream(let body) = reply.body, request.method != "HEAD" {
            reply.body = observed(body, of: reply) { reply, sent in
                self.observe(
                    request, reply, route, path, duration, sent: sent, isReady: isReady)
            }
        } else {
            observe(request, reply, route, path, duration, isReady: isReady)
        }
    }

    /// The container of which a request asks something; nil where it is of none, and where this server
    /// did not make what names it.
    func container(
        of request: WireRequest, _ route: Route, _ path: EndpointPath?
    ) -> ContainerRegistry.Key? {
        switch route {
        case .services: path.map { ContainerRegistry.Key($0.container, $0.environment) }
        case .upload: assets.uploadContainer(request.path, at: now)
        case .download: assets.download(request.path, at: now)?.container
        case .courier:
            courier.address(request.path.dropFirst("/courier/".count), at: now)?.container
        case .administration, .signIn, .other: nil
        }
    }

    /// The path of a request of CloudKit Web Services; nil where it is none.
    func servicePath(_ request: WireRequest, _ route: Route) -> EndpointPath? {
        route == .services ? paths[request.path] : nil
    }

    private func answer(
        _ request: WireRequest, _ route: Route, _ path: EndpointPath?, _ limit: TimeLimit
    ) async throws -> WireReply {
        try checkCaller(request)
        if request.method == "OPTIONS", route.isForBrowsers { return WireReply(204) }
        switch route {
        case .services:
            return try await TimeLimit.$current.withValue(limit) { try await serve(request, path) }
        case .upload: return try await receiveAsset(request)
        case .download: return try await sendAsset(request)
        case .courier: return try await deliver(request)
        case .administration:
            return await TimeLimit.$current.withValue(limit) { await administer(request) }
        case .signIn: return await signIn(request)
        case .other:
            if let reply = try await report(request) { return reply }
            throw WireError(.notFound, "could not find handler for endpoint")
        }
    }

    /// Counts and logs a request.
    ///
    /// - Parameters:
    ///   - duration: How long it took until the reply began.
    ///   - streamed: Bytes that were sent of a content that is made while it is sent.
    func observe(
        _ request: WireRequest, _ reply: WireReply, _ route: Route, _ path: EndpointPath?,
        _ duration: Duration, sent streamed: Int64 = 0, isReady: Bool = false
    ) {
        let received: Int64 =
            switch request.body {
            case .bytes(let bytes): Int64(bytes.count)
            case .file(_, let size): size
            }
        let sent: Int64 =
            switch reply.body {
            case .bytes(let bytes): Int64(bytes.count)
            case .file(_, _, let count): count
            case .stream: streamed
            }
        metrics.record(
            route.label(path), status: reply.status,
            seconds: route == .courier ? nil : duration.seconds, received: received, sent: sent,
            itemErrors: reply.itemErrors)
        // A poll that waits for notifications is not slow, and probes and pages are not counted.
        switch route {
        case .services, .upload, .download:
            usage.record(
                status: reply.status, took: duration, received: received, sent: sent)
            log.record(request, reply, took: duration, sent: streamed)
            if let path {
                let key = ContainerRegistry.Key(path.container, path.environment)
                // What does not exist takes no place.
                if isReady || containers.ready(key) != nil {
                    containerUsage.record(
                        key, status: reply.status, took: duration, received: received, sent: sent)
                }
            }
        case .administration, .signIn, .courier, .other: break
        }
    }

    // MARK: Closing

    /// Answers all requests that wait for notifications; others under way are finished.
    ///
    /// Call it when no more connections are accepted, and ``close()`` when none is open.
    package func beginClosing() {
        closing.store(true, ordering: .relaxed)
        courier.close()
    }

    /// Finishes what was acknowledged and closes every store.
    ///
    /// Later requests are answered that the server is closing.
    package func close() async throws {
        beginClosing()
        sweeper.withLock { $0?.cancel() }
        assets.close()
        var failure: (any Error)?
        do { try await containers.close() } catch { failure = error }
        await accounts.close()
        await peers?.close()
        do { try await store.close() } catch { failure = failure ?? error }
        lock?.release()
        if let failure { throw failure }
    }
}
