import ObjectCore

/// What a child saves, on its way to the parent: called on the parent's queue.
struct ParentPush {
    let saved: SavedObjects
    let parent: NSManagedObjectContext
    var theirs: [ObjectIdentifier: NSManagedObject] = [:]

    /// The parent's object of one of the child's.
    private func other(_ object: NSManagedObject) -> NSManagedObject? {
        if let known = theirs[ObjectIdentifier(object)] { return known }
        return parent.object(at: object.key, object.storeLink)
    }

    /// Reads whatever will be changed, so that nothing is half done when it cannot be read.
    ///
    /// - Throws: `NSManagedObjectReferentialIntegrityError` for what the parent had, never saved, and lost.
    func prepare() throws {
        for object in saved.inserted + saved.updated { try refuseLost(among: object) }
        for object in saved.updated {
            guard let target = other(object) else { continue }
            target.fire()
            for slot in object.related.indices {
                switch object.related[slot] {
                case .unloaded: continue
                case .one: _ = target.relatedOne(slot)
                case .many(let members): if members.isLoaded { _ = target.members(slot) }
                }
            }
        }
        for object in saved.deleted { other(object)?.fire() }
    }

    /// Refuses changes that would have no place: of an object, or of a relationship to one, that is nowhere
    /// since the parent was reset or rolled back.
    private func refuseLost(among object: NSManagedObject) throws {
        if isLost(object) { throw NSManagedObjectContext.missing(object) }
        for slot in object.related.indices {
            switch object.related[slot] {
            case .unloaded: continue
            case .one(let destination):
                guard let destination, object.row?.toOnes[slot] != destination.key,
                    isLost(destination)
                else { continue }
                throw NSManagedObjectContext.missing(destination)
            case .many(let members):
                let joined = members.isLoaded ? members.list : members.added
                let lost = joined.first {
                    isLost($0) && members.stored?.contains($0.key) != true
                }
                if let lost { throw NSManagedObjectContext.missing(lost) }
            }
        }
    }

    /// Whether the parent gave an object, or took it over, and does not have it any more.
    private func isLost(_ object: NSManagedObject) -> Bool {
        guard object.key.isTemporary, !object.state.contains(.inserted),
            let target = other(object)
        else { return false }
        target.fire()
        return target.state.contains(.gone)
    }

    /// Makes the parent's objects what the child's are.
    mutating func run() {
        for object in saved.inserted {
            let made = object.runtime.objectClass.init(
                __entity: object.runtime.description, context: nil)
            made.key = object.key
            made.storeLink = object.storeLink
            made.cachedID = nil
            made.related = []
            parent.adoptInserted(made)
            theirs[ObjectIdentifier(object)] = made
            made.values = object.values
            made.extras = object.extras?.mapValues(pushed)
        }
        for object in saved.updated {
            if let target = other(object) { pushValues(of: object, to: target) }
        }
        for object in saved.inserted + saved.updated {
            guard let target = other(object) else { continue }
            target.willModify()
            for slot in object.related.indices {
                switch object.related[slot] {
                case .unloaded: continue
                case .one(let destination):
                    // What the child did not change may be newer in the parent.
                    if let row = object.row, row.toOnes[slot] == destination?.key { continue }
                    let now = destination.flatMap(other)
                    if target.relatedOne(slot) !== now {
                        target.willModify(relationship: slot)
                        target.related[slot] = .one(now)
                    }
                case .many(let members): push(members, of: object, slot, to: target)
                }
            }
        }
        for object in saved.deleted {
            guard let target = other(object), !target.state.contains(.deleted) else { continue }
            parent.delete(target)
        }
    }

    /// A value in memory without what the program may change while the parent is saved: the child has made
    /// its bytes.
    private func pushed(_ value: Any) -> Any { (value as? AssignedTransformable)?.value ?? value }

    /// Only what the child changed: the parent may have changes of its own.
    private func pushValues(of object: NSManagedObject, to target: NSManagedObject) {
        guard !object.state.contains(.fault) else { return }
        target.willModify()
        let old = object.row?.attributes
        for place in object.values.indices
        where old?[place].isKept(as: object.values[place]) != true {
            target.values[place] = object.values[place]
            let attribute = object.runtime.entity.attributes[place]
            guard attribute.type == .transformable else { continue }
            if target.extras == nil { target.extras = [:] }
            target.extras?[attribute.name] = object.extras?[attribute.name].map(pushed)
        }
        for (name, value) in object.extras ?? [:] {
            guard case .transient = object.runtime.slots[name] else { continue }
            if target.extras == nil { target.extras = [:] }
            target.extras?[name] = value
        }
    }

    private func push(
        _ members: Members, of object: NSManagedObject, _ slot: Int, to target: NSManagedObject
    ) {
        if members.isLoaded {
            let now = members.list.compactMap(other)
            let theirs = target.members(slot)
            guard theirs.list.map(ObjectIdentifier.init) != now.map(ObjectIdentifier.init) else {
                return
            }
            // Others may have added to the parent meanwhile.
            let stored = members.stored ?? []
            // The parent may have given permanent identifiers to what the child knows by others.
            let was = Set(stored.map { parent.aliases[$0.row]?.key.row ?? $0.row })
            guard object.row == nil || stored != members.list.map(\.key) else { return }
            target.willModify(relationship: slot)
            for member in now where !theirs.contains(member) { theirs.add(member) }
            let kept = Set(now.map(ObjectIdentifier.init))
            for member in theirs.list
            where !kept.contains(ObjectIdentifier(member)) && was.contains(member.key.row) {
                theirs.remove(member)
            }
            if object.runtime.relationship(slot).isOrdered {
                // What is left of the parent's was added there.
                theirs.replace(
                    now + theirs.list.filter { !kept.contains(ObjectIdentifier($0)) })
            }
        } else if !members.added.isEmpty || !members.removed.isEmpty {
            let theirs = target.partialMembers(slot)
            target.willModify(relationship: slot)
            for member in members.added.compactMap(other) { theirs.add(member) }
            for member in members.removed.compactMap(other) { theirs.remove(member) }
        }
    }
}
