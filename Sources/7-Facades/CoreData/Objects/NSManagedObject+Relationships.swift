import Foundation
import ObjectCore

extension NSManagedObject {
    final func prepareRelated() {
        if related.isEmpty {
            related = [Related](repeating: .unloaded, count: runtime.relationshipCount)
        }
    }

    /// The object of a relationship to one.
    final func relatedOne(_ slot: Int) -> NSManagedObject? {
        if state.contains(.fault) { fire() }
        prepareRelated()
        if case .one(let object) = related[slot] { return object }
        // What cannot be read is not taken for empty; the enclosing `reading(_:)` throws the error.
        guard !state.contains(.fault) else { return nil }
        var object: NSManagedObject?
        if let key = row?.toOnes[slot], let context = link.context {
            object = context.object(at: key, storeLink)
        }
        related[slot] = .one(object)
        return object
    }

    /// Where a relationship to one points, without the object.
    final func relatedKey(_ slot: Int) -> ObjectKey? {
        if state.contains(.fault) { fire() }
        if !related.isEmpty, case .one(let object) = related[slot] { return object?.key }
        return row?.toOnes[slot]
    }

    /// The objects of a relationship to many, complete.
    final func members(_ slot: Int) -> Members {
        if state.contains(.fault) { fire() }
        let members = partialMembers(slot)
        guard !members.isLoaded else { return members }
        guard let context = link.context, !key.isTemporary || row != nil else {
            members.load([], stored: nil)
            return members
        }
        let keys: [ObjectKey]
        do {
            let stored = try context.sourceMembers(slot - runtime.toOneCount, [key], storeLink)
            keys = stored.first ?? []
        } catch {
            context.couldNotRead(self, error)
            return members
        }
        members.load(keys.compactMap { context.object(at: $0, storeLink) }, stored: keys)
        return members
    }

    /// The objects that a relationship of either kind points at.
    final func targets(_ slot: Int) -> [NSManagedObject] {
        slot < runtime.toOneCount ? relatedOne(slot).map { [$0] } ?? [] : members(slot).list
    }

    /// The same, as far as they are known: nothing is read.
    final func knownTargets(_ slot: Int) -> [NSManagedObject] {
        guard related.indices.contains(slot) else { return [] }
        return switch related[slot] {
        case .unloaded: []
        case .one(let target): target.map { [$0] } ?? []
        case .many(let members): members.isLoaded ? members.list : members.added
        }
    }

    /// The objects of a relationship to many as far as they are known.
    final func partialMembers(_ slot: Int) -> Members {
        prepareRelated()
        if case .many(let members) = related[slot] { return members }
        // A new object has what it was given, and nothing else.
        let made = Members(isLoaded: row == nil && !state.contains(.fault))
        related[slot] = .many(made)
        return made
    }

    // MARK: Changing, with the other side

    /// Points a relationship to one elsewhere.
    final func setOne(_ slot: Int, _ object: NSManagedObject?) {
        if state.contains(.fault) { fire() }
        checkContext(object, slot)
        let old = relatedOne(slot)
        willModify(relationship: slot)
        guard old !== object else { return }
        related[slot] = .one(object)
        guard let inverse = runtime.entity.toOnes[slot].inverse else { return }
        old?.dropInverse(inverse.name, self)
        object?.takeInverse(inverse.name, self, forward: runtime.entity.toOnes[slot].name)
    }

    /// Adds an object to a relationship to many.
    final func addMember(_ slot: Int, _ object: NSManagedObject, at place: Int? = nil) {
        checkContext(object, slot)
        let relationship = runtime.relationship(slot)
        if state.contains(.fault) { fire() }
        let known = place == nil && !relationship.isOrdered ? partialMembers(slot) : members(slot)
        if known.isLoaded, known.contains(object) { return }
        willModify(relationship: slot)
        known.add(object, at: place)
        if let inverse = relationship.inverse {
            object.takeInverse(inverse.name, self, forward: relationship.name)
        }
    }

    /// Removes an object from a relationship to many.
    final func removeMember(_ slot: Int, _ object: NSManagedObject) {
        let relationship = runtime.relationship(slot)
        if state.contains(.fault) { fire() }
        let known = partialMembers(slot)
        if known.isLoaded, !known.contains(object) { return }
        willModify(relationship: slot)
        known.remove(object)
        if let inverse = relationship.inverse { object.dropInverse(inverse.name, self) }
    }

    /// Replaces the members of a relationship to many.
    final func setMembers(_ slot: Int, _ objects: [NSManagedObject]) {
        let known = members(slot)
        willModify(relationship: slot)
        // A program that adds one object sets all of those before it again.
        if known.isStart(of: objects) {
            for object in objects.dropFirst(known.count) { addMember(slot, object) }
            return
        }
        let wanted = Set(objects.map(ObjectIdentifier.init))
        for object in known.list where !wanted.contains(ObjectIdentifier(object)) {
            removeMember(slot, object)
        }
        for object in objects where !known.contains(object) { addMember(slot, object) }
        if runtime.relationship(slot).isOrdered { known.replace(objects) }
    }

    /// The other side now points here too.
    final func takeInverse(_ name: String, _ object: NSManagedObject, forward: String) {
        guard let slot = runtime.relationshipSlot(name) else { return }
        if slot < runtime.toOneCount {
            let old = relatedOne(slot)
            guard old !== object else { return }
            willModify(relationship: slot)
            related[slot] = .one(object)
            old?.dropInverse(forward, self)
        } else {
            if state.contains(.fault) { fire() }
            let known = partialMembers(slot)
            if known.isLoaded, known.contains(object) { return }
            willModify(relationship: slot)
            known.add(object)
        }
        tellIndirectChange([name])
    }

    /// The other side no longer points here.
    final func dropInverse(_ name: String, _ object: NSManagedObject) {
        guard let slot = runtime.relationshipSlot(name) else { return }
        if slot < runtime.toOneCount {
            guard relatedKey(slot) == object.key, relatedOne(slot) === object else { return }
            willModify(relationship: slot)
            related[slot] = .one(nil)
        } else {
            if state.contains(.fault) { fire() }
            // What cannot be read is not changed; the enclosing `reading(_:)` throws the error.
            guard !state.contains(.fault) else { return }
            let known = partialMembers(slot)
            if known.isLoaded, !known.contains(object) { return }
            willModify(relationship: slot)
            known.remove(object)
        }
        tellIndirectChange([name])
    }

    /// Says that properties have other values without having been set.
    final func tellIndirectChange(_ names: @autoclosure () -> [String]) {
        guard let tell = link.context?.onIndirectChange else { return }
        let names = names()
        if !names.isEmpty { tell(self, names) }
    }

    private func checkContext(_ object: NSManagedObject?, _ slot: Int) {
        guard let object else { return }
        if let mine = link.context, let other = object.link.context, mine !== other {
            raise(
                "Illegal attempt to establish a relationship "
                    + "'\(runtime.relationship(slot).name)' between objects in different contexts "
                    + "(source = \(self) , destination = \(object))")
        }
        if !runtime.takes(object, slot) {
            let desired = runtime.relationship(slot).source.destination ?? ""
            raise(
                "Unacceptable type of value for to-one relationship: property = "
                    + "\"\(runtime.relationship(slot).name)\"; desired type = \(desired); "
                    + "given type = \(type(of: object)); value = \(object).")
        }
    }
}

extension EntityRuntime {
    /// Whether a relationship may point at an object by its entity; of another model, all may be.
    func takes(_ object: NSManagedObject, _ slot: Int) -> Bool {
        let destination = relationship(slot).destination
        guard object.runtime.description.managedObjectModel === description.managedObjectModel
        else { return true }
        var entity: NSEntityDescription? = object.runtime.description
        while let current = entity, current.runtime?.number != destination {
            entity = current.parent
        }
        return entity != nil
    }
}
