/// The types of one module, by their names.
struct ModuleIndex {
    /// The module.
    let module: String
    /// Its types, by the path of names.
    private(set) var types: [String: TypeDeclaration]
    /// Its other names for types, by the path of names.
    private let aliases: [String: [AliasDeclaration]]
    /// The names, without a path, that stand for a type in one file alone.
    let privateAliases: Set<String>

    /// An index over what was scanned; of two declarations of a name the first counts.
    init(module: String, sources: ScannedSources, generatedClasses: [GeneratedClass] = []) {
        self.module = module
        types = Dictionary(
            sources.types.map { ($0.path.joined(separator: "."), $0) },
            uniquingKeysWith: { first, _ in first })
        aliases = Dictionary(grouping: sources.aliases) { $0.path.joined(separator: ".") }
        privateAliases = Set(sources.aliases.filter(\.isPrivate).compactMap(\.path.last))
        for one in generatedClasses where types[one.name] == nil {
            types[one.name] = TypeDeclaration(
                path: [one.name], kind: "C", file: "", line: 0, access: "public", isGeneric: false,
                inherited: [one.superclass], attributes: [], condition: nil)
        }
    }

    /// The type at a path of names.
    func type(_ path: some Sequence<String>) -> TypeDeclaration? {
        types[path.joined(separator: ".")]
    }

    /// What stands for a type at a path of names, as far as a file may use it.
    func alias(_ path: some Sequence<String>, in file: String) -> AliasDeclaration? {
        aliases[path.joined(separator: ".")]?.first { !$0.isPrivate || $0.file == file }
    }

    /// The type at a path of names, as symbols spell it.
    func nominal(_ path: [String]) -> NominalType? {
        var steps: [NominalType.Step] = []
        for count in 1...max(path.count, 1) {
            guard let type = type(path.prefix(count)), let name = type.path.last else {
                return nil
            }
            steps.append(
                NominalType.Step(
                    name: name, kind: type.kind,
                    discriminator: type.isPrivate ? discriminator(of: type.file) : nil))
        }
        return NominalType(module: module, path: steps)
    }

    /// What tells the private names of one file from those of another.
    func discriminator(of file: String) -> String {
        let name = file.split(separator: "/").last ?? ""
        return "_" + MD5.hexadecimal(Array((module + name).utf8))
    }
}
