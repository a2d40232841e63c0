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
/// other place, ``updates`` follows the results from any place.
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
    public var fetchRequest: NSFetchRequest<Element> {
        do {
            return request(try entityName(), try predicate())
        } catch {
            // A property cannot throw; running the request throws the error.
            let block = QueryPredicate.block(PredicateBlock { _, _ in throw error })
            return request(candidates.first?.name ?? "\(Element.self)", NSPredicate.from(block))
        }
    }

    /// Every object that matches, in order.
    ///
    /// - Throws: The first mistake among the words, or what fetching throws.
    public func all() throws -> [Element] {
        let matchesNothing = try matchesNothing()
        let name = try entityName()
        return matchesNothing ? [] : try context.fetch(request(name, predicate()))
    }

    /// How many objects match, limit and offset considered.
    public func count() throws -> Int {
        let matchesNothing = try matchesNothing()
        let name = try entityName()
        return matchesNothing ? 0 : try context.count(for: request(name, predicate()))
    }

    private func matchesNothing() throws -> Bool {
        let condition = try terms.condition()
        return terms.limit == 0 || condition == .constant(false)
    }

    private func predicate() throws -> NSPredicate? {
        let condition = try terms.condition()
        if terms.limit == 0 { return NSPredicate(value: false) }
        return terms.predicate == nil ? nil : NSPredicate.from(condition)
    }

    /// A fetch request with the query's order and window.
    private func request(
        _ entityName: String, _ predicate: NSPredicate?
    ) -> NSFetchRequest<Element> {
        let request = NSFetchRequest<Element>(entityName: entityName)
        request.predicate = predicate
        if !terms.ordering.isEmpty {
            request.sortDescriptors = terms.ordering.compactMap { NSSortDescriptor($0) }
        }
        request.fetchLimit = terms.limit ?? 0
        request.fetchOffset = terms.offset
        return request
    }

    // MARK: The entity

    /// The entity whose objects are of the class: of several, the one that the others inherit from.
    ///
    /// - Throws: ``QueryError/severalEntities(_:ofClass:)`` where none of them is.
    func entityName() throws -> String {
        let candidates = candidates
        let common = candidates.first { entity in
            candidates.allSatisfy { $0.isKindOf(entity: entity) }
        }
        guard common != nil || candidates.isEmpty else {
            throw QueryError.severalEntities(
                candidates.compactMap(\.name).sorted(), ofClass: "\(Element.self)")
        }
        return common?.name ?? Element.entity().name ?? "\(Element.self)"
    }

    /// The entities in the model of the context whose objects are of the class.
    private var candidates: [NSEntityDescription] {
        let name = "\(Element.self)"
        let found = (model?.entities ?? []).filter { entity in
            let spelled = entity.managedObjectClassName ?? ""
            return spelled == name || spelled.hasSuffix("." + name)
        }
        // Modules may have classes of one name.
        let full = String(reflecting: Element.self)
        let exact = found.filter { $0.managedObjectClassName == full }
        return exact.isEmpty ? found : exact
    }

    /// The model of the context.
    var model: NSManagedObjectModel? {
        var top = context
        while let parent = top.parent { top = parent }
        return top.persistentStoreCoordinator?.managedObjectModel
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
