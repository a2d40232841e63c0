#if SwiftData
import CoreData
import Foundation
import FoundationPredicates

/// Fetches of models as fetches of managed objects.
struct FetchTranslation {
    private let context: ModelContext

    init(_ context: ModelContext) { self.context = context }

    /// The plan of a model.
    ///
    /// - Throws: `loadIssueModelContainer` for a model that the container does not have.
    func plan(_ type: any PersistentModel.Type) throws -> EntityPlan {
        if let plan = context.stores.plan.entity(type) { return plan }
        throw SwiftDataError.loadIssueModelContainer.because(
            "'\(type)' is not in the schema of the container: "
                + "\(context.stores.plan.schema.entities.map(\.name)).")
    }

    /// The request that asks what a descriptor asks.
    func request<T: PersistentModel, R: NSFetchRequestResult>(
        _ descriptor: FetchDescriptor<T>, as result: R.Type
    ) throws -> NSFetchRequest<R> {
        let plan = try plan(T.self)
        let request = NSFetchRequest<R>(entityName: plan.name)
        if let predicate = descriptor.predicate {
            request.predicate = try PredicateTranslator(context: context, plan: plan)
                .translate(predicate)
        }
        if !descriptor.sortBy.isEmpty {
            request.sortDescriptors = try descriptor.sortBy.map {
                try SortTranslator(plan: plan, schema: context.stores.plan).translate($0)
            }
        }
        if let limit = descriptor.fetchLimit { request.fetchLimit = max(0, limit) }
        request.fetchOffset = max(0, descriptor.fetchOffset ?? 0)
        request.includesPendingChanges = descriptor.includePendingChanges
        // Where other contexts' saves do not arrive by themselves.
        request.shouldRefreshRefetchedObjects = !context.core.automaticallyMergesChangesFromParent
        if !descriptor.relationshipKeyPathsForPrefetching.isEmpty {
            request.relationshipKeyPathsForPrefetching =
                try descriptor.relationshipKeyPathsForPrefetching.map(relationship)
        }
        return request
    }

    private func relationship(_ path: AnyKeyPath) throws -> String {
        if let name = KeyPathNames.name(of: path) { return name }
        throw SwiftDataError.unsupportedKeyPath.because(
            "\(path) leads to no relationship that is stored.")
    }

    /// Runs a fetch; what Core Data cannot ask is an unsupported predicate.
    ///
    /// - Throws: What stores throw, as it is.
    static func run<R>(_ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch let error as NSError
            where error.domain == "NSCocoaErrorDomain" && error.code == NSCoreDataError
        {
            var sentence = error.localizedDescription
            if let advice = error.localizedRecoverySuggestion { sentence += " " + advice }
            throw SwiftDataError.unsupportedPredicate.because(sentence)
        }
    }
}
#endif
