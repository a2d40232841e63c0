public import Foundation
public import FoundationPredicates
import PredicateCore

/// An expression whose value is what a fetch request gives.
///
///     let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
///     let count = NSFetchRequestExpression.expression(
///         forFetch: NSExpression(forConstantValue: request),
///         context: NSExpression(forConstantValue: context), countOnly: true)
///     count.expressionValue(with: nil, context: nil)  // an NSNumber
///
/// Inside the predicate of another request it is answered before the store is asked.
open class NSFetchRequestExpression: NSExpression {
    /// An expression of a request, in a context.
    ///
    /// - Parameters:
    ///   - fetch: Gives the request.
    ///   - context: Gives the context.
    ///   - countFlag: Whether the number of results is wanted rather than they.
    open class func expression(
        forFetch fetch: NSExpression, context: NSExpression, countOnly countFlag: Bool
    ) -> NSExpression {
        NSFetchRequestExpression(
            request: fetch, context: context, countOnly: countFlag)
    }

    /// The expression whose value is the fetch request.
    public let requestExpression: NSExpression
    /// The expression whose value is the context that fetches.
    public let contextExpression: NSExpression
    /// Whether the number of results is wanted rather than they.
    public let isCountOnlyRequest: Bool

    private init(request: NSExpression, context: NSExpression, countOnly: Bool) {
        requestExpression = request
        contextExpression = context
        isCountOnlyRequest = countOnly
        super.init(
            .fetch(request.queryExpression, context.queryExpression, countOnly: countOnly))
    }

    /// Archives have no requests and contexts.
    public required init?(coder: NSCoder) { nil }

    /// Runs the request.
    ///
    /// Stops the program where it cannot be run, as `expressionValue` does for any expression.
    open override func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
        let request = requestExpression.expressionValue(with: object, context: context)
        guard let asked = request as? any AnyFetchRequest,
            let place = contextExpression.expressionValue(with: object, context: context)
                as? NSManagedObjectContext
        else {
            raise("NSFetchRequestExpression needs a fetch request and a context.")
        }
        do {
            if isCountOnlyRequest { return NSNumber(value: try place.ownCount(asked)) }
            switch try place.results(asked) {
            case .objects(let objects): return objects
            case .others(let others): return others
            }
        } catch {
            raise(error.localizedDescription)
        }
    }
}
