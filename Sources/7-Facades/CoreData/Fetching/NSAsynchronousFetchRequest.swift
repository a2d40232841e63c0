import Foundation

/// A block that receives the result of an asynchronous fetch.
public typealias NSPersistentStoreAsynchronousFetchResultCompletionBlock =
    @Sendable (NSPersistentStoreAsynchronousResult) -> Void

/// A fetch request that runs on the context's queue and tells a block what it found.
///
///     let request = NSAsynchronousFetchRequest(fetchRequest: Plant.fetchRequest()) { result in
///         show(result.finalResult ?? [], result.operationError)
///     }
///     try context.execute(request)  // returns at once
open class NSAsynchronousFetchRequest<ResultType>: NSPersistentStoreRequest
where ResultType: NSFetchRequestResult {
    /// The fetch that runs on the context's queue.
    public let fetchRequest: NSFetchRequest<ResultType>
    /// The block that runs on the context's queue with the result; nil for none.
    public let completionBlock: ((NSAsynchronousFetchResult<ResultType>) -> Void)?
    /// How many results are expected; kept, and without effect.
    open var estimatedResultCount = 0

    /// A request that runs a fetch, and then a block with its result.
    public init(
        fetchRequest request: NSFetchRequest<ResultType>,
        completionBlock blk: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
    ) {
        fetchRequest = request
        completionBlock = blk
        super.init()
    }

    override func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let result = NSAsynchronousFetchResult(context, fetchRequest)
        // What the caller sets on the request from now on is for its next use.
        let copy: NSFetchRequest<ResultType> = fetchRequest.copied()
        let (request, block) = (Transfer(copy), Transfer(completionBlock))
        let told = Transfer(result)
        context.perform {
            do {
                told.value.finalResult = try context.fetch(request.value)
            } catch {
                told.value.operationError = error
            }
            told.value.finish(told.value.finalResult?.count ?? 0)
            block.value?(told.value)
        }
        return result
    }
}

/// What an asynchronous fetch found.
///
///     let request = NSAsynchronousFetchRequest(fetchRequest: Note.fetchRequest()) { result in
///         show(result.finalResult ?? [])
///     }
///     try context.execute(request)
open class NSAsynchronousFetchResult<ResultType>: NSPersistentStoreAsynchronousResult
where ResultType: NSFetchRequestResult {
    let request: NSFetchRequest<ResultType>
    /// The objects; nil until they were fetched.
    open internal(set) var finalResult: [ResultType]?

    init(_ context: NSManagedObjectContext, _ request: NSFetchRequest<ResultType>) {
        self.request = request
        super.init(context)
    }

    /// A new asynchronous request for the same fetch, without a completion block.
    open var fetchRequest: NSAsynchronousFetchRequest<ResultType> {
        NSAsynchronousFetchRequest(fetchRequest: request)
    }
}

/// Carries a value into a block that runs on a context's queue and nowhere else.
struct Transfer<Value>: @unchecked Sendable {
    // Unchecked: the giver does not touch the value again until the block has run.
    let value: Value
    init(_ value: Value) { self.value = value }
}
