import RecordCore
import Synchronization

/// Plans of record types, remembered from reply to reply: most replies have one record.
enum RecordPlans {
    private struct CachedPlan {
        var type: RecordType?
        var plan: RecordPlan
    }

    /// Past this number the memory starts again.
    private static let capacity = 512
    private static let cache = Mutex<[String: CachedPlan]>([:])

    /// The plan of a type; it is computed again where the type differs from the cached one.
    static func plan(for name: String, in schema: RecordSchema) -> RecordPlan {
        let type = schema[name]
        let found = cache.withLock { $0[name] }
        // As long as the schema is not read again both are one in memory, which costs nothing
        // to see.
        if let found, found.type == type { return found.plan }
        let plan = RecordPlan(name, in: schema)
        cache.withLock { cache in
            if cache.count >= capacity { cache = [:] }
            cache[name] = CachedPlan(type: type, plan: plan)
        }
        return plan
    }
}
