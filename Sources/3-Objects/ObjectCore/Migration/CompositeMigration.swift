import CoreDataModel
package import PredicateCore

extension ObjectAttribute {
    /// A value of an earlier version of the attribute as one of this version.
    ///
    /// A composite keeps the elements that are still there, by their renaming identifiers or names, and
    /// gets those that its type demands and the earlier one did not have.
    ///
    /// - Returns: Null where nothing is left, for which ``ModelMapping/Entity/fallbacks`` may have
    ///   something.
    package func migrated(_ value: Value, since old: ObjectAttribute) -> Value {
        guard type == .composite else { return value }
        let kept = reduced(value, since: old)
        if !kept.isNull { return filled(kept) }
        if isOptional { return .null }
        if mayBeEmpty, !old.isOptional { return filled(.null) }
        // The case of an enumeration that is no more: what it reads as without a default.
        if !value.isNull, storedDefault.isNull, let first = enumerationCases?.first {
            return .dictionary([first: .text(first)])
        }
        return .null
    }

    /// Whether a mandatory composite may have nothing in any element: a store has only these.
    var mayBeEmpty: Bool {
        type == .composite && enumerationCases == nil && elements.allSatisfy(\.isOptional)
    }

    /// A composite without the elements that it does not have any more; null where none is left.
    private func reduced(_ value: Value, since old: ObjectAttribute) -> Value {
        guard type == .composite else { return value }
        return composite { element in
            guard let was = predecessor(of: element, in: old) else { return .null }
            return element.reduced(value.element(was.name), since: was)
        }
    }

    /// What an element of this composite was in an earlier version of it.
    private func predecessor(
        of element: ObjectAttribute, in old: ObjectAttribute
    ) -> ObjectAttribute? {
        // The one element of an enumeration of SwiftData's has the name of the attribute.
        if elements.map(\.name) == [name], old.elements.map(\.name) == [old.name] {
            return old.elements.first
        }
        return Renaming.find(
            element.name, element.renamingIdentifier, in: old.elements, name: \.name,
            renaming: \.renamingIdentifier)
    }

    /// An element whose values those of the earlier version cannot become, by its path; nil without one.
    func incompatibleElement(
        since old: ObjectAttribute
    ) -> (path: String, was: AttributeType, now: AttributeType)? {
        guard type == .composite, old.type == .composite else { return nil }
        for element in elements {
            guard let was = predecessor(of: element, in: old) else { continue }
            if !was.type.becomes(element.type) {
                return ("\(name).\(element.name)", was.type, element.type)
            }
            if let (path, was, now) = element.incompatibleElement(since: was) {
                return ("\(name).\(path)", was, now)
            }
        }
        return nil
    }

    /// The first element, in composites of composites too, whose values come from one of another name.
    package func renamedElement(since old: ObjectAttribute) -> (old: String, new: String)? {
        guard type == .composite, old.type == .composite else { return nil }
        for element in elements {
            guard let was = predecessor(of: element, in: old) else { continue }
            if was.name != element.name { return (was.name, element.name) }
            if let inner = element.renamedElement(since: was) { return inner }
        }
        return nil
    }

    /// A composite with what stands for the elements that it lacks.
    private func filled(_ value: Value) -> Value {
        guard type == .composite else { return value }
        return composite { element in
            let known = value.element(element.name)
            return switch element.elementFallback {
            case .value(let other): known.isNull ? Value(modelValue: other) : known
            case .elements: element.filled(known)
            case nil: known.isNull ? .null : element.filled(known)
            }
        }
    }

    /// A composite of what each element has; null where all have nothing.
    private func composite(_ value: (ObjectAttribute) -> Value) -> Value {
        var members: [String: Value] = [:]
        for element in elements {
            let member = value(element)
            if !member.isNull { members[element.name] = member }
        }
        return members.isEmpty ? .null : .dictionary(members)
    }
}

extension Value {
    /// The element of a composite; null for every other value.
    fileprivate func element(_ name: String) -> Value {
        if case .dictionary(let members) = self { members[name] ?? .null } else { .null }
    }
}
