/// Which members belong to an actor: key paths to them cannot be made outside of it.
///
/// A member that takes its isolation from the requirement of a protocol that it meets is not found.
struct Isolation {
    private let ancestry: Ancestry
    /// The names of types that are attributes for isolation.
    private let globalActors: Set<String>

    /// What follows from the sources of a module and of those that it imports.
    init(ancestry: Ancestry) {
        self.ancestry = ancestry
        let modules = [ancestry.index] + ancestry.modules
        let types = modules.flatMap { $0.types.values.joined() }
        let actors = Set(
            types.filter { $0.attributes.contains("globalActor") }.compactMap(\.path.last))
        let aliases = modules.flatMap { $0.aliases.values.joined() }.filter { alias in
            guard let name = alias.tokens.last(where: \.isName)?.text else { return false }
            return name.hasSuffix("Actor") || actors.contains(name)
        }
        globalActors = actors.union(aliases.compactMap(\.path.last))
    }

    /// Whether a member of a class belongs to an actor.
    func isIsolated(_ member: ManagedMember, in context: [String]) -> Bool {
        isolation(in: member.attributes) ?? isIsolated(context)
    }

    /// Whether the members of a class belong to an actor, unless they say otherwise.
    ///
    /// A class takes the isolation of its superclass and of its protocols.
    func isIsolated(_ path: [String]) -> Bool {
        guard let type = ancestry.index.type(path) else { return false }
        var waiting: [Ancestry.Declared] = [(type, ancestry.index)]
        var seen: Set<String> = []
        while let next = waiting.popLast() {
            let (type, module) = next
            guard seen.insert(([module.module] + type.path).joined(separator: ".")).inserted else {
                continue
            }
            switch isolation(in: type.attributes) {
            case true?: return true
            case false?: continue
            case nil:
                waiting += type.inherited.compactMap {
                    ancestry.declaration(named: $0, inheritedBy: next)
                }
            }
        }
        return false
    }

    /// What the first attribute for isolation says; nil where there is none.
    private func isolation(in attributes: [String]) -> Bool? {
        for attribute in attributes {
            let path = attribute.prefix { $0 != "(" }
            let name = String(path.split(separator: ".").last ?? "")
            if name == "nonisolated" { return false }
            // The sources of an imported actor may not be known.
            if name.hasSuffix("Actor") || globalActors.contains(name) { return true }
        }
        return nil
    }
}
