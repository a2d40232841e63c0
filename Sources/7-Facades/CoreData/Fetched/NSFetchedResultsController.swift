public import Foundation

/// Results of a fetch request for a list: in sections, and told of as they change.
///
///     let controller = NSFetchedResultsController(
///         fetchRequest: request, managedObjectContext: context,
///         sectionNameKeyPath: "department.name", cacheName: nil)
///     controller.delegate = self
///     try controller.performFetch()
///
/// While there is a delegate, the controller follows the context's changes, those that it merges
/// from saves of others among them. As on Apple's systems, a change of an object that the results
/// only lead to is noticed when one of the results changes with it.
///
/// Source: [NSFetchedResultsController](https://developer.apple.com/documentation/coredata/nsfetchedresultscontroller).
open class NSFetchedResultsController<ResultType>: NSObject
where ResultType: NSFetchRequestResult {
    private let core: FetchedResultsCore

    /// A controller; it has no results before ``performFetch()``.
    ///
    /// - Parameters:
    ///   - fetchRequest: What is fetched; it needs a sort descriptor, and its first one keeps the
    ///     objects of a section together.
    ///   - context: Where it is fetched, and whose changes are followed.
    ///   - sectionNameKeyPath: What names an object's section; nil for a single one.
    ///   - name: The name of a cache; without effect, as the controller computes sections itself.
    public init(
        fetchRequest: NSFetchRequest<ResultType>,
        managedObjectContext context: NSManagedObjectContext, sectionNameKeyPath: String?,
        cacheName name: String?
    ) {
        core = FetchedResultsCore(
            fetchRequest, context, sectionNameKeyPath: sectionNameKeyPath, cacheName: name,
            fetch: { try context.fetch(fetchRequest) })
        self.fetchRequest = fetchRequest
        super.init()
        // Results are references whatever their class, and nothing in a controller depends on it:
        // a controller of any results is the same object under another type, as on Apple's
        // systems, where the type of the results is not known at run time.
        core.controller = Unmanaged<FetchedResultsCore.Controller>
            .fromOpaque(Unmanaged.passUnretained(self).toOpaque()).takeUnretainedValue()
    }

    // MARK: What it was made of

    /// The request that selects and sorts the objects.
    public let fetchRequest: NSFetchRequest<ResultType>
    /// The context asked and followed.
    open var managedObjectContext: NSManagedObjectContext { core.context }
    /// What names an object's section.
    open var sectionNameKeyPath: String? { core.sectionNameKeyPath }
    /// The name of the cache.
    open var cacheName: String? { core.cacheName }
    /// Receives the changes of the results; held weakly.
    open weak var delegate: (any NSFetchedResultsControllerDelegate)? {
        get { core.delegate }
        set { core.delegate = newValue }
    }

    /// Forgets a cache, or all of them for nil; there is none to forget.
    open class func deleteCache(withName name: String?) {}

    /// Fetches, in place of the results so far; the delegate is not told.
    ///
    /// - Throws: What fetching throws; `NSCoreDataError` (134060) where the request has no sort
    ///   descriptor, or does not keep the objects of a section together.
    open func performFetch() throws { try core.performFetch() }

    // MARK: Results

    /// All results in order; nil before the first fetch.
    open var fetchedObjects: [ResultType]? { core.results?.objects(as: ResultType.self) }

    /// The result at a place; stops the program where there is none.
    open func object(at indexPath: IndexPath) -> ResultType {
        guard let found = core.results?.object(at: indexPath) as? ResultType else {
            // As Apple's raises.
            fatalError("no object at index \(indexPath) in fetched results")
        }
        return found
    }

    /// The place of a result; nil where it is none.
    open func indexPath(forObject object: ResultType) -> IndexPath? {
        core.results?.path(of: object as AnyObject)
    }

    // MARK: Sections

    /// The sections in order; nil before the first fetch.
    open var sections: [any NSFetchedResultsSectionInfo]? { core.results?.sectionInfos }

    /// The title of a section in an index: the delegate's, or the first letter as a capital.
    open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
        core.indexTitle(sectionName)
    }

    /// The titles of the sections, neighbours with the same title once.
    open var sectionIndexTitles: [String] { core.results?.indexTitles.map { $0.title } ?? [] }

    /// The first section of the title at a place of ``sectionIndexTitles``; that of the title where
    /// another one stands there.
    open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
        let titles = core.results?.indexTitles ?? []
        if titles.indices.contains(sectionIndex), titles[sectionIndex].title == title {
            return titles[sectionIndex].section
        }
        return titles.first { $0.title == title }?.section ?? NSNotFound
    }
}
