#if SwiftData
import CoreData
import Foundation

/// What runs the code of an actor that has a model context.
///
///     @ModelActor actor Importer {}
///     let importer = Importer(modelContainer: container)
///     importer.modelExecutor is DefaultSerialModelExecutor         // true
///     importer.modelExecutor.modelContext.container === container  // true
///
/// The actor's own code takes ``ModelActor/modelContext``: a context belongs to one queue.
///
/// Source: [ModelExecutor](https://developer.apple.com/documentation/swiftdata/modelexecutor).
public protocol ModelExecutor: Executor {
    /// The context, which belongs to the executor.
    var modelContext: ModelContext { get }
}

/// A model executor that runs one job after the other.
///
///     let context = ModelContext(container)
///     let executor: any SerialModelExecutor = DefaultSerialModelExecutor(modelContext: context)
///     executor.modelContext === context  // true
///     // An actor with this `modelExecutor` runs on the queue of the context.
///
/// A ``ModelActor`` with another executor stops the program when its code is to run.
///
/// Source: [SerialModelExecutor](https://developer.apple.com/documentation/swiftdata/serialmodelexecutor).
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}

/// Runs the jobs of an actor on the queue of its context.
///
///     // What `@ModelActor` writes, by hand:
///     actor Importer: ModelActor {
///         nonisolated let modelContainer: ModelContainer
///         nonisolated let modelExecutor: any ModelExecutor
///         init(_ container: ModelContainer) {
///             modelContainer = container
///             modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(container))
///         }
///         func add(_ name: String) throws {
///             modelContext.insert(Trip(name: name))
///             try modelContext.save()
///         }
///     }
public class DefaultSerialModelExecutor: SerialModelExecutor, @unchecked Sendable {
    // Unchecked: the context is used on its queue alone.
    /// The context, which belongs to the executor.
    public let modelContext: ModelContext

    /// An executor of a context.
    ///
    /// Other contexts' saves arrive in it from now on, between jobs.
    public init(modelContext: ModelContext) {
        self.modelContext = modelContext
        modelContext.core.automaticallyMergesChangesFromParent = true
    }

    /// Runs a job on the context's queue.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        modelContext.core.perform {
            job.runSynchronously(on: self.asUnownedSerialExecutor())
        }
    }

    /// The executor as actors keep it.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }
}

/// An actor that has a model context of its own; ``ModelActor()`` makes one.
///
/// Source: [ModelActor](https://developer.apple.com/documentation/swiftdata/modelactor).
///
///     @ModelActor actor Importer {
///         func add(_ names: [String]) throws {
///             for name in names { modelContext.insert(Trip(name: name)) }
///             try modelContext.save()
///         }
///     }
///     try await Importer(modelContainer: container).add(["Lisbon", "Porto"])
public protocol ModelActor: Actor {
    /// The container of the context.
    nonisolated var modelContainer: ModelContainer { get }
    /// What runs the actor's code.
    nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
    /// The executor as actors keep it.
    nonisolated public var unownedExecutor: UnownedSerialExecutor {
        guard let executor = modelExecutor as? any SerialModelExecutor else {
            fatalError("The executor of a model actor must be a SerialModelExecutor.")
        }
        return executor.asUnownedSerialExecutor()
    }

    /// The context, which belongs to the actor.
    public var modelContext: ModelContext { modelExecutor.modelContext }

    /// The model of an identifier; nil where it is another model, or in no store.
    public subscript<T: PersistentModel>(id: PersistentIdentifier, as as: T.Type) -> T? {
        let context = modelContext
        return context.object(for: id, onlyRegistered: false)
            .flatMap { context.registry.model(of: $0) as? T }
    }
}
#endif
