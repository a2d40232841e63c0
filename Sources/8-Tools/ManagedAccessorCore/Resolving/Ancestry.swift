/// Follows superclasses.
struct Ancestry {
    /// The module that is compiled.
    let index: ModuleIndex
    /// The modules that it imports.
    let modules: [ModuleIndex]

    private static let deepest = 64

    /// Whether a class inherits from NSManagedObject.
    func isManaged(_ type: TypeDeclaration) -> Bool { isManaged(type, in: index, depth: 0) }

    private func isManaged(_ type: TypeDeclaration, in module: ModuleIndex, depth: Int) -> Bool {
        // The superclass stands first, whatever protocols follow.
        guard depth < Self.deepest, let name = type.inherited.first else { return false }
        if name == "NSManagedObject" || name == "CoreData.NSManagedObject" { return true }
        let names = name.split(separator: ".").map(String.init)
        for count in stride(from: type.path.count - 1, through: 0, by: -1) {
            if let above = module.type(type.path.prefix(count) + names) {
                return isManaged(above, in: module, depth: depth + 1)
            }
        }
        for other in modules {
            let path = names.count > 1 && names[0] == other.module ? Array(names[1...]) : names
            if let above = other.type(path) {
                return isManaged(above, in: other, depth: depth + 1)
            }
        }
        return false
    }
}
