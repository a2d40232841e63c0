public import Foundation
import ObjectCore

/// An object that others saved after it was read.
///
///     } catch let error as CocoaError where error.code == .managedObjectMerge {
///         for conflict in error.persistentStoreSaveConflicts ?? [] {
///             conflict.sourceObject        // with the values that were to be saved
///             conflict.persistedSnapshot ?? conflict.cachedSnapshot  // the values that the store has
///         }
///     }
open class NSMergeConflict: NSObject {
    /// The object that is to be saved.
    public let sourceObject: NSManagedObject
    /// The values of the object that is to be saved.
    public let objectSnapshot: [String: Any]?
    /// What the coordinator last knew; nil where another of its contexts deleted the object.
    ///
    /// The values that another of its contexts saved since, or else what the object was when it was read.
    public let cachedSnapshot: [String: Any]?
    /// What the store has now where that is from elsewhere, such as another process or a batch request.
    ///
    /// Nil where it is from a context of the coordinator, or the row is gone.
    public let persistedSnapshot: [String: Any]?
    /// The version that the store has; 0 where the row is gone.
    public let newVersionNumber: Int
    /// The version that was read.
    public let oldVersionNumber: Int
    let stored: ObjectRow?

    /// A conflict of a program's own, for a policy to resolve.
    ///
    ///     let conflict = NSMergeConflict(
    ///         source: item, newVersion: 2, oldVersion: 1, cachedSnapshot: cached,
    ///         persistedSnapshot: nil)
    ///     try NSMergePolicy.mergeByPropertyObjectTrump.resolve(optimisticLockingConflicts: [conflict])
    ///
    /// - Parameters:
    ///   - srcObject: The object that is to be saved.
    ///   - newvers: The version that the store has; 0 where the row is gone.
    ///   - oldvers: The version that was read.
    ///   - cachesnap: What the context or the coordinator last knew.
    ///   - persnap: What the store has; nil where the conflict is with `cachesnap` alone.
    public init(
        source srcObject: NSManagedObject, newVersion newvers: Int, oldVersion oldvers: Int,
        cachedSnapshot cachesnap: [String: Any]?, persistedSnapshot persnap: [String: Any]?
    ) {
        sourceObject = srcObject
        objectSnapshot = srcObject.dictionaryWithValues(
            forKeys: srcObject.runtime.entity.attributes.map(\.name))
        cachedSnapshot = cachesnap
        persistedSnapshot = persnap
        newVersionNumber = newvers
        oldVersionNumber = oldvers
        // The row that the store's snapshot speaks of, so that a policy resolves it as any other.
        stored =
            newvers == 0
            ? nil
            : srcObject.row.map { row in
                var made = row
                made.version = Int64(newvers)
                for (place, attribute) in srcObject.runtime.entity.attributes.enumerated() {
                    guard let value = (persnap ?? cachesnap)?[attribute.name],
                        let taken = AttributeValue.coerced(
                            value, attribute.type, srcObject.runtime.attributeDescriptions[place])
                    else { continue }
                    made.attributes[place] = taken
                }
                return made
            }
    }

    init(_ object: NSManagedObject, stored: ObjectRow?) {
        sourceObject = object
        self.stored = stored
        let runtime = object.runtime
        func snapshot(_ values: [Value]) -> [String: Any] {
            var made: [String: Any] = [:]
            for (place, attribute) in runtime.entity.attributes.enumerated()
            where values.indices.contains(place) {
                made[attribute.name] = runtime.bridged(values[place], at: place) ?? NSNull()
            }
            return made
        }
        objectSnapshot = snapshot(object.values)
        let now = stored.map { snapshot($0.attributes) }
        let isCached = object.storeLink?.hasSaved(object.key, stored?.version ?? 0) == true
        cachedSnapshot = isCached ? now : object.row.map { snapshot($0.attributes) }
        persistedSnapshot = isCached ? nil : now
        newVersionNumber = Int(stored?.version ?? 0)
        oldVersionNumber = Int(object.row?.version ?? 0)
    }

    /// Makes the object what it is to be saved as.
    func resolve(_ type: NSMergePolicyType) {
        guard let context = sourceObject.link.context else { return }
        context.event.refreshed[ObjectIdentifier(sourceObject)] = sourceObject
        guard let stored else { return resolveDeleted(type, context) }
        if sourceObject.state.contains(.deleted) {
            // A deletion wins, except where the store wins as a whole.
            sourceObject.row = stored
            if type == .rollbackMergePolicyType { restore(stored, context) }
            return
        }
        guard let old = sourceObject.row else { return }
        switch type {
        case .errorMergePolicyType: break
        case .rollbackMergePolicyType: restore(stored, context)
        case .overwriteMergePolicyType:
            // What it points at is of the object too, also where that was not read.
            for slot in 0..<sourceObject.runtime.toOneCount
            where old.toOnes[slot] != stored.toOnes[slot] { readTarget(slot, context) }
            for (slot, known) in sourceObject.related.enumerated() {
                guard case .many(let members) = known else { continue }
                sourceObject.mergeMembers(slot, members, storeWins: false)
            }
            sourceObject.row = stored
        case .mergeByPropertyObjectTrumpMergePolicyType:
            sourceObject.mergeRow(stored)
        case .mergeByPropertyStoreTrumpMergePolicyType:
            // What the store changed wins; what only the object changed stays.
            for place in sourceObject.values.indices
            where old.attributes[place] != stored.attributes[place] {
                sourceObject.values[place] = stored.attributes[place]
            }
            for slot in sourceObject.related.indices.prefix(sourceObject.runtime.toOneCount)
            where old.toOnes[slot] != stored.toOnes[slot] {
                sourceObject.related[slot] = .unloaded
            }
            sourceObject.mergeRow(stored, storeWins: true)
        }
    }

    private func restore(_ stored: ObjectRow, _ context: NSManagedObjectContext) {
        if sourceObject.state.contains(.deleted) { context.undelete(sourceObject) }
        context.updated[ObjectIdentifier(sourceObject)] = nil
        sourceObject.state.remove([.updated, .inEvent])
        sourceObject.related = []
        sourceObject.row = stored
        if !sourceObject.state.contains(.fault) { sourceObject.values = stored.attributes }
        sourceObject.dropDecoded()
    }

    /// Others deleted the row.
    private func resolveDeleted(_ type: NSMergePolicyType, _ context: NSManagedObjectContext) {
        let object = sourceObject
        context.updated[ObjectIdentifier(object)] = nil
        context.deleted[ObjectIdentifier(object)] = nil
        switch type {
        case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType:
            if object.state.contains(.deleted) { return drop(object, context) }
            // The object wins: it is saved again, under its own key, with what it pointed at.
            for slot in 0..<object.runtime.toOneCount { readTarget(slot, context) }
            for case .many(let members) in object.related { members.stored = nil }
            object.state.insert(.inserted)
            object.state.remove(.updated)
            object.row = nil
            context.inserted[ObjectIdentifier(object)] = object
        case .errorMergePolicyType, .rollbackMergePolicyType,
            .mergeByPropertyStoreTrumpMergePolicyType:
            drop(object, context)
        }
    }

    /// Reads what the row points at, which is saved with the object.
    ///
    /// What others deleted is not pointed at, unless it is saved again too.
    private func readTarget(_ slot: Int, _ context: NSManagedObjectContext) {
        guard let target = sourceObject.relatedOne(slot),
            target.key == sourceObject.row?.toOnes[slot],
            target.state.isDisjoint(with: [.inserted, .updated])
        else { return }
        do {
            let row = try context.sourceRows([(target.key, target.storeLink)]).first ?? nil
            if row == nil { sourceObject.related[slot] = .one(nil) }
        } catch {
            context.couldNotRead(sourceObject, error)
        }
    }

    private func drop(_ object: NSManagedObject, _ context: NSManagedObjectContext) {
        // What was about to point at it points at nothing.
        for slot in object.related.indices {
            guard let inverse = object.runtime.relationship(slot).inverse else { continue }
            for target in object.knownTargets(slot) { target.dropInverse(inverse.name, object) }
        }
        context.forget(object)
        object.state.insert(.gone)
        object.related = []
        context.event.deleted[ObjectIdentifier(object)] = object
    }
}
