#if SwiftData
import CoreData
import Foundation
public import Observation
import Synchronization

/// Counts the saves of a container's stores that matter to a program: those of other contexts,
/// containers and processes, and of the mirror of a cloud.
///
///     let observer = try HistoryObserver(
///         observedModels: [Trip.self], authors: ["sync"], modelContainer: container)
///     withObservationTracking { _ = observer.eventCounter } onChange: { Task { try await importNew() } }
///
/// The counter says that there is something new; ``ModelContext/fetchHistory(_:)`` says what. Saves of
/// the program itself count too: give its contexts an author, and observe the other ones. Saves of
/// other processes are found within a second. Saves that follow each other may be counted as one.
///
/// Source: [HistoryObserver](https://developer.apple.com/documentation/swiftdata/historyobserver).
public final class HistoryObserver: Observable, Sendable {
    private struct State {
        /// The last saves that were looked at, by the identifiers of their stores.
        var places: [String: Int64]
        var count = 0
    }

    /// The container whose stores are observed.
    public let modelContainer: ModelContainer
    /// The models of which one must have changed; empty for any, inherited ones included.
    public let observedModels: [any PersistentModel.Type]
    /// The authors of whom one must have saved; empty for any, also for none.
    public let authors: Set<String>
    private let entities: Set<String>
    private let state: Mutex<State>
    private let registrar = ObservationRegistrar()
    private let stores: AsyncStream<String>.Continuation
    private nonisolated(unsafe) let notifications: any NSObjectProtocol  // Only to be removed.
    private let onEvent: (@Sendable () -> Void)?

    /// Observes the saves that come from now on, or after tokens.
    ///
    /// - Parameters:
    ///   - historyTokens: The last saves that the program knows, by the identifiers of their stores;
    ///     the latest ones of stores that are left out.
    ///   - observedModels: The models of which one must have changed; empty for any.
    ///   - authors: The authors of whom one must have saved; empty for any.
    ///   - modelContainer: The container whose stores are observed.
    ///   - isolation: The actor on which the counter grows.
    /// - Throws: `loadIssueModelContainer` for a model that the container does not have;
    ///   `invalidTransactionFetchRequest` for a token of another store, and for a container with a store
    ///   of the program's own, whose saves are not known.
    public convenience init(
        historyTokens: [String: any HistoryToken]? = nil,
        observedModels: [any PersistentModel.Type] = [], authors: Set<String> = [],
        modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(historyTokens ?? [:], observedModels, authors, modelContainer, isolation)
    }

    init(
        _ tokens: [String: any HistoryToken], _ models: [any PersistentModel.Type],
        _ authors: Set<String>, _ container: ModelContainer, _ isolation: (any Actor)?,
        onEvent: (@Sendable () -> Void)? = nil
    ) throws {
        guard container.custom == nil else {
            throw SwiftDataError.invalidTransactionFetchRequest.because(
                "The saves of a store of the program's own are not known: observe ModelContext.didSave "
                    + "instead.")
        }
        let translation = FetchTranslation(ModelContext(container))
        entities = try Set(
            models.flatMap { try translation.plan($0).entity.family.compactMap(\.name) })
        let coordinator = container.coordinator
        let (stream, stores) = AsyncStream<String>.makeStream()
        coordinator.postRemoteChanges()
        notifications = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
        ) { if let store = $0.userInfo?[NSStoreUUIDKey] as? String { stores.yield(store) } }
        // Read once saves are heard of, so that none is missed.
        var places = coordinator.currentPersistentHistoryToken(fromStores: nil)?.places ?? [:]
        self.stores = stores
        modelContainer = container
        observedModels = models
        self.authors = authors
        self.onEvent = onEvent
        var stranger: String?
        for (store, token) in tokens {
            if let place = (token as? DefaultHistoryToken)?.tokenValue?[store] {
                places[store] = place
            } else {
                stranger = store
            }
        }
        state = Mutex(State(places: places))
        if let stranger {
            throw SwiftDataError.invalidTransactionFetchRequest.because(
                "The token under '\(stranger)' is none of that store: give tokens of "
                    + "DefaultHistoryTransaction by their storeIdentifier.")
        }
        Task { [weak self, weak actor = isolation] in
            for await store in stream {
                guard let self else { return }
                guard hasNews(of: store) else { continue }
                if let actor { await count(actor) } else { count(nil) }
            }
        }
    }

    deinit {
        NotificationCenter.default.removeObserver(notifications)
        stores.finish()
    }

    /// How often there was something new.
    ///
    ///     try other.save()
    ///     observer.eventCounter  // 1, soon after
    public var eventCounter: Int {
        registrar.access(self, keyPath: \.eventCounter)
        return state.withLock { $0.count }
    }

    private func count(_ isolation: isolated (any Actor)?) {
        // Before observers are notified: what they read at once on another thread is the new count.
        state.withLock { $0.count += 1 }
        registrar.withMutation(of: self, keyPath: \.eventCounter) {}
        onEvent?()
    }

    /// Whether one of the saves since the last look is of the models and authors.
    private func hasNews(of store: String) -> Bool {
        let coordinator = modelContainer.coordinator
        let request = NSPersistentHistoryChangeRequest.fetchHistory(
            after: nil as NSPersistentHistoryToken?)
        request.floor = state.withLock { $0.places }
        request.affectedStores = coordinator.persistentStores.filter { $0.identifier == store }
        if entities.isEmpty { request.resultType = .transactionsOnly }
        let core = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        core.persistentStoreCoordinator = coordinator
        // A history that cannot be read now is read at the next save.
        let result = try? core.performAndWait { try core.execute(request) }
        let saves =
            (result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction]
            ?? []
        guard let last = saves.last else { return false }
        state.withLock { $0.places[store] = last.transactionNumber }
        return saves.contains { save in
            guard authors.isEmpty || save.author.map(authors.contains) == true else { return false }
            return entities.isEmpty
                || save.changes?.contains {
                    entities.contains($0.changedObjectID.entity.name ?? "")
                } == true
        }
    }
}
#endif
