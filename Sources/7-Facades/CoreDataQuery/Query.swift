public import CoreData
import Foundation
import PredicateCore
public import QueryBuilderCore

/// A query over the objects of a context.
///
///     try Entity.query(in: context)
///         .where("quantity == 1")
///         .order(by: "date")
///         .all()
///
/// Unsaved changes of the context are seen, as fetch requests see them. Terminal calls do their
/// work on the calling thread, which must be the context's; ``async`` has their twins for any
/// other place.
public struct Query<Element: NSManagedObject>: ImmediateQuery, Sendable {
    /// What the query has been told.
    public var terms = QueryTerms()
    /// The context that is asked.
    public let context: NSManagedObjectContext

    /// A query for every object of an entity.
    public init(_ type: Element.Type = Element.self, in context: NSManagedObjectContext) {
        self.context = context
    }

    // MARK: Querying

    /// The fetch request that the query is, for whatever the words do not say.
    ///
    ///     let request = Entity.query(in: context).where([.quantity: 1]).fetchRequest
    ///     request.fetchBatchSize = 20
    ///
    /// Where a word made no sense, the request finds nothing and its execution throws.
    public var fetchRequest: NSFetchRequest<Element> { request() }

    /// Every object that matches, in order.
    ///
    /// - Throws: The first mistake among the words, or what fetching throws.
    public func all() throws -> [Element] {
        let condition = try terms.condition()
        if terms.limit == 0 || condition == .constant(false) { return [] }
        return try context.fetch(fetchRequest)
    }

    /// How many objects match, limit and offset considered.
    public func count() throws -> Int {
        let condition = try terms.condition()
        if terms.limit == 0 || condition == .constant(false) { return 0 }
        return try context.count(for: fetchRequest)
    }

    /// A fetch request of any result type with the query's conditions, order and window.
    func request<Result>() -> NSFetchRequest<Result> {
        let request = NSFetchRequest<Result>(entityName: entityName)
        do {
            let condition = try terms.condition()
            if terms.limit == 0 {
                request.predicate = NSPredicate(value: false)
            } else if terms.predicate != nil {
                request.predicate = NSPredicate.from(condition)
            }
        } catch {
            // A property cannot throw; running the request throws the error.
            request.predicate = NSPredicate.from(.block(PredicateBlock { _, _ in throw error }))
        }
        if !terms.ordering.isEmpty {
            request.sortDescriptors = terms.ordering.compactMap { NSSortDescriptor($0) }
        }
        request.fetchLimit = terms.limit ?? 0
        request.fetchOffset = terms.offset
        return request
    }

    /// The entity in the model of the context whose objects are of the class.
    var entityName: String {
        var top = context
        while let parent = top.parent { top = parent }
        let entities = top.persistentStoreCoordinator?.managedObjectModel.entities ?? []
        let name = String(describing: Element.self)
        let found = entities.first { entity in
            let spelled = entity.managedObjectClassName ?? ""
            return spelled == name || spelled.hasSuffix("." + name)
        }
        return found?.name ?? Element.entity().name ?? name
    }
}

/// Classes of objects that can be asked for: `NSManagedObject` and whatever inherits from it.
///
///     try await context.perform { try Note.query(in: context).count() }  // 1
public protocol QueriedObject {}

extension NSManagedObject: QueriedObject {}

extension QueriedObject where Self: NSManagedObject {
    /// A query for the objects of the class.
    ///
    ///     try Entity.query(in: context).where("quantity == %d", 1).all()
    public static func query(in context: NSManagedObjectContext) -> Query<Self> {
        Query(Self.self, in: context)
    }
}
