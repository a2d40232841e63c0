/// Follows superclasses.
struct Ancestry {
    /// The module that is compiled.
    let index: ModuleIndex
    /// The modules that it imports.
    let modules: [ModuleIndex]

    /// A type and the module that declares it.
    typealias Declared = (type: TypeDeclaration, module: ModuleIndex)

    private static let deepest = 64

    /// Whether a class inherits from NSManagedObject.
    func isManaged(_ type: TypeDeclaration) -> Bool {
        chain(from: (type, index.under(type.condition))).last?.type.inherited.first.map(Self.isRoot)
            ?? false
    }

    /// A class and its superclasses, from itself upwards, as far as their sources are known.
    func chain(from class: Declared) -> [Declared] {
        var chain = [`class`]
        // The superclass stands first, whatever protocols follow.
        while chain.count <= Self.deepest, let last = chain.last,
            let name = last.type.inherited.first, !Self.isRoot(name),
            let above = declaration(named: name, inheritedBy: last)
        { chain.append(above) }
        return chain
    }

    /// The class or protocol that a type names after its colon; nil where its source is not known.
    func declaration(named name: String, inheritedBy type: Declared) -> Declared? {
        let names = name.split(separator: ".").map(String.init)
        for count in stride(from: type.type.path.count - 1, through: 0, by: -1) {
            if let above = type.module.type(type.type.path.prefix(count) + names) {
                return (above, type.module)
            }
        }
        for other in [type.module] + modules {
            let path = names.count > 1 && names[0] == other.module ? Array(names[1...]) : names
            if let above = other.type(path) { return (above, other) }
        }
        return nil
    }

    private static func isRoot(_ name: String) -> Bool {
        name == "NSManagedObject" || name == "CoreData.NSManagedObject"
    }
}
