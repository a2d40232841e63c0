#if SwiftData
import CoreData
public import Foundation
public import Observation
import Synchronization

/// The models that a fetch gives, now and after each change, without a view.
///
///     let upcoming = try ResultsObserver<Trip, Never>(
///         filterBy: #Predicate { $0.start > today }, sortBy: [SortDescriptor(\.start)],
///         modelContext: container.mainContext)
///     withObservationTracking { show(upcoming.results) } onChange: { Task { await showAgain() } }
///
///     let byCity = try ResultsObserver<Trip, String>(sectionBy: \.city, modelContext: context)
///     byCity.sections?.sectionTitles  // ["Lisbon", "Porto"]
///
/// Observers are notified when the context has processed a change: of the main context at the end of the
/// main queue's turn, of a model actor's after its job, of another one when it saves or processes
/// pending changes. They are notified as well of saves of other contexts, containers and processes, on
/// whatever thread these arrive. The models are fetched when they are read next, so that an observer
/// belongs to the actor of its context; only being notified does not. A save of others that changes only
/// models to which the fetched ones refer notifies of nothing; a save of the context may notify twice.
///
/// In a container with a store of the program's own, the changes of the context alone are observed.
///
/// Source: [ResultsObserver](https://developer.apple.com/documentation/swiftdata/resultsobserver).
public final class ResultsObserver<Element: PersistentModel, SectionTitle: Hashable>: Observable,
    CustomDebugStringConvertible
{
    /// How models are put in sections.
    struct Sections {
        let path: PartialKeyPath<Element>
        let order: SortDescriptor<Element>
        let title: (Element) -> SectionTitle
    }

    /// The context that fetches.
    public let modelContext: ModelContext
    private let sectioning: Sections?
    private let entities: Set<String>
    private let registrar = ObservationRegistrar()
    /// Whether something changed since the models were fetched.
    private let isStale = Atomic(false)
    /// Whether others have saved since then, whose values the context may not have.
    private let hasForeignSaves = Atomic(false)
    private var isFetching = false
    private var descriptor: FetchDescriptor<Element>
    private var fetched = FetchResultsCollection<Element>([])
    private var sectioned: SectionedResults<Element, SectionTitle>?
    private var failure: (any Error)?
    private var notifications: (any NSObjectProtocol)?
    private var history: HistoryObserver?

    private init(
        _ descriptor: FetchDescriptor<Element>, _ sections: Sections?, _ context: ModelContext,
        _ isolation: (any Actor)?
    ) throws {
        self.descriptor = descriptor
        sectioning = sections
        modelContext = context
        entities = try Set(
            FetchTranslation(context).plan(Element.self).entity.family.compactMap(\.name))
        arrange(descriptor.sortBy)
        // Before the first fetch, so that no save between the two is missed.
        let target = ChangeTarget(follower: self)
        notifications = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context.core, queue: nil
        ) { target.follower?.follow($0.userInfo ?? [:]) }
        if context.stores.custom == nil {
            history = try HistoryObserver([:], [Element.self], [], context.container, isolation) {
                target.follower?.invalidate(isForeign: true)
            }
        }
        try fetch()
    }

    deinit {
        if let notifications { NotificationCenter.default.removeObserver(notifications) }
    }

    // MARK: Results

    /// The models, as of the last change that the context has processed.
    ///
    /// Those of a fetch that fails stay as they were, and ``fetchError`` says why.
    public var results: FetchResultsCollection<Element> {
        get {
            current()
            return fetched
        }
        set {
            registrar.withMutation(of: self, keyPath: \.results) { take(newValue) }
        }
    }

    /// The models in sections, in the order in which their first models come; nil without ``sectionBy``.
    public var sections: SectionedResults<Element, SectionTitle>? {
        get {
            current()
            return sectioned
        }
        set {
            registrar.withMutation(of: self, keyPath: \.results) { sectioned = newValue }
        }
    }

    /// Why the last fetch failed; nil where it did not.
    ///
    ///     observer.filterBy = #Predicate { $0.hasChanges }
    ///     observer.fetchError as? SwiftDataError  // unsupportedPredicate
    public var fetchError: (any Error)? {
        current()
        return failure
    }

    /// The model at a section and a position in it; nil where there is none.
    ///
    ///     observer.element(at: IndexPath(indexes: [0, 1]))  // the second model of the first section
    public func element(at indexPath: IndexPath) -> Element? {
        guard let sections, indexPath.count == 2, sections.indices.contains(indexPath[0]),
            sections[indexPath[0]].indices.contains(indexPath[1])
        else { return nil }
        return sections[indexPath[0]][indexPath[1]]
    }

    /// The section of a model and the position in it; nil without sections, and where it is in none.
    public func indexPath(for element: Element) -> IndexPath? {
        guard let sections, let sectioning,
            let section = sections.index(ofSectionTitled: sectioning.title(element)),
            let item = sections[section].firstIndex(of: element)
        else { return nil }
        return IndexPath(indexes: [section, item])
    }

    // MARK: What is fetched

    /// What is fetched, in the order that is used: by section, then as ``sortBy`` says, then by identifier.
    public var fetchDescriptor: FetchDescriptor<Element> {
        registrar.access(self, keyPath: \.fetchDescriptor)
        return descriptor
    }

    /// What holds of the models; nil for all.
    ///
    /// Setting it fetches at once.
    public var filterBy: Predicate<Element>? {
        get { fetchDescriptor.predicate }
        set { change { descriptor.predicate = newValue } }
    }

    /// The order, between that of the sections and that of identifiers.
    ///
    /// Setting it puts these two where they are missing, and fetches at once.
    public var sortBy: [SortDescriptor<Element>] {
        get { fetchDescriptor.sortBy }
        set { change { arrange(newValue) } }
    }

    /// The property whose values are the titles of sections; nil without sections.
    public var sectionBy: PartialKeyPath<Element>? { sectioning?.path }

    /// The model, and how many there are.
    public var debugDescription: String {
        "ResultsObserver(\(Element.self), results: \(fetched.count), sections: "
            + "\(sectioned.map { "\($0.count)" } ?? "none"))"
    }

    // MARK: Fetching

    private func arrange(_ order: [SortDescriptor<Element>]) {
        descriptor.sortBy = order
        if let sectioning, order.first?.keyPath != sectioning.path {
            descriptor.sortBy.insert(sectioning.order, at: 0)
        }
        // Models that are equal in the order do not change places.
        if !order.contains(where: { $0.keyPath == \Element.persistentModelID }) {
            descriptor.sortBy.append(SortDescriptor(\.persistentModelID))
        }
    }

    private func change(_ body: () -> Void) {
        registrar.withMutation(of: self, keyPath: \.fetchDescriptor) {
            registrar.withMutation(of: self, keyPath: \.results) {
                body()
                isStale.store(true, ordering: .releasing)
                refetch()
            }
        }
    }

    private func fetch() throws {
        // Observers are notified of the program's own changes, not of what the fetch refreshes.
        modelContext.processPendingChanges()
        isFetching = true
        defer { isFetching = false }
        let isRefreshing = hasForeignSaves.exchange(false, ordering: .acquiringAndReleasing)
        take(
            FetchResultsCollection(
                try modelContext.fetch(descriptor, isRefreshing: isRefreshing)))
    }

    private func take(_ models: FetchResultsCollection<Element>) {
        fetched = models
        sectioned = sectioning.map { SectionedResults(models, by: $0.title) }
    }

    private func refetch() {
        guard !isFetching, isStale.exchange(false, ordering: .acquiringAndReleasing) else { return }
        do {
            try fetch()
            failure = nil
        } catch {
            failure = error
        }
    }

    /// Has what is read observed, and as it is now.
    private func current() {
        registrar.access(self, keyPath: \.results)
        refetch()
    }

    // MARK: Changes

    /// Takes note of a change of the context.
    fileprivate func follow(_ changes: [AnyHashable: Any]) {
        // What the fetch itself refreshed is in its results.
        if isFetching { return }
        let keys = [
            NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey, NSRefreshedObjectsKey,
        ]
        let isRelevant = keys.contains { key in
            (changes[key] as? Set<NSManagedObject>)?.contains {
                entities.contains($0.entity.name ?? "")
            } == true
        }
        if isRelevant || changes[NSInvalidatedAllObjectsKey] != nil { return invalidate() }
        // A predicate may ask for models that these refer to.
        isStale.store(true, ordering: .releasing)
    }

    /// Has the models fetched when they are read next, and notifies observers; on any thread.
    fileprivate func invalidate(isForeign: Bool = false) {
        if isForeign { hasForeignSaves.store(true, ordering: .releasing) }
        // Before observers are notified: what they read at once on another thread is fetched.
        isStale.store(true, ordering: .releasing)
        registrar.withMutation(of: self, keyPath: \.results) {}
    }
}

/// An observer of results, whatever the types of its models and sections.
private protocol ChangeFollower: AnyObject {
    func follow(_ changes: [AnyHashable: Any])
    func invalidate(isForeign: Bool)
}

extension ResultsObserver: ChangeFollower {}

/// An observer, as what happens on other threads reaches it.
private struct ChangeTarget: @unchecked Sendable {
    // Unchecked: `invalidate(isForeign:)` may be called anywhere, `follow(_:)` where the context is used.
    weak var follower: (any ChangeFollower)?
}

extension ResultsObserver.Sections where SectionTitle == String {
    fileprivate init(_ path: KeyPath<Element, String>) {
        // `Sendable` of a key path leaves no trace at run time, and a property captures nothing.
        let sendable = unsafeBitCast(path, to: (any KeyPath<Element, String> & Sendable).self)
        self.init(path: path, order: SortDescriptor(sendable), title: { $0[keyPath: path] })
    }

    fileprivate init(_ path: KeyPath<Element, String?>) {
        let sendable = unsafeBitCast(path, to: (any KeyPath<Element, String?> & Sendable).self)
        self.init(path: path, order: SortDescriptor(sendable), title: { $0[keyPath: path] ?? "" })
    }
}

extension ResultsObserver where SectionTitle == Never {
    /// The models of a context that a descriptor asks for.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, nil, modelContext, isolation)
    }

    /// The models of a new context of a container that a descriptor asks for.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, nil, ModelContext(modelContainer), isolation)
    }

    /// The models of a context for which a predicate holds, in an order.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
        modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), nil, modelContext, isolation
        )
    }

    /// The models of a new context of a container for which a predicate holds, in an order.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
        modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), nil,
            ModelContext(modelContainer), isolation)
    }
}

extension ResultsObserver where SectionTitle == String {
    /// The models of a context that a descriptor asks for, in sections.
    ///
    /// The sections have the values of a property as titles.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        sectionBy: KeyPath<Element, String>, modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, Sections(sectionBy), modelContext, isolation)
    }

    /// The models of a new context of a container that a descriptor asks for, in sections.
    ///
    /// The sections have the values of a property as titles.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        sectionBy: KeyPath<Element, String>, modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, Sections(sectionBy), ModelContext(modelContainer), isolation)
    }

    /// The models of a context that a descriptor asks for, in sections.
    ///
    /// The sections have the values of a property as titles, "" for nil.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        sectionBy: KeyPath<Element, String?>, modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, Sections(sectionBy), modelContext, isolation)
    }

    /// The models of a new context of a container that a descriptor asks for, in sections.
    ///
    /// The sections have the values of a property as titles, "" for nil.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        sectionBy: KeyPath<Element, String?>, modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, Sections(sectionBy), ModelContext(modelContainer), isolation)
    }

    /// The models of a context for which a predicate holds, in an order, in sections.
    ///
    /// The sections have the values of a property as titles.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: KeyPath<Element, String>, modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Sections(sectionBy),
            modelContext, isolation)
    }

    /// The models of a new context of a container for which a predicate holds, in an order, in sections.
    ///
    /// The sections have the values of a property as titles.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: KeyPath<Element, String>, modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Sections(sectionBy),
            ModelContext(modelContainer), isolation)
    }

    /// The models of a context for which a predicate holds, in an order, in sections.
    ///
    /// The sections have the values of a property as titles, "" for nil.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: KeyPath<Element, String?>, modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Sections(sectionBy),
            modelContext, isolation)
    }

    /// The models of a new context of a container for which a predicate holds, in an order, in sections.
    ///
    /// The sections have the values of a property as titles, "" for nil.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: KeyPath<Element, String?>, modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Sections(sectionBy),
            ModelContext(modelContainer), isolation)
    }
}
#endif
