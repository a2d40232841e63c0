/// The types of one module, by their names.
struct ModuleIndex {
    /// The module.
    let module: String
    /// Its types, by the path of names.
    private(set) var types: [String: [TypeDeclaration]]
    /// Its other names for types, by the path of names.
    let aliases: [String: [AliasDeclaration]]
    /// The names, without a path, that stand for a type in one file alone.
    let privateAliases: Set<String>

    /// The conditions that only a module which is not known makes true.
    private let unlikely: Set<String>
    /// The condition of the code that asks.
    private var condition: String?

    /// An index over what was scanned; of two declarations of a name the first counts, unless it
    /// is for a module that is not known.
    init(
        module: String, sources: ScannedSources, generatedClasses: [GeneratedClass] = [],
        conditions: ConditionEvaluator = ConditionEvaluator()
    ) {
        self.module = module
        var conditions = conditions
        conditions.isStrict = true
        let all = sources.types.compactMap(\.condition) + sources.aliases.compactMap(\.condition)
        unlikely = Set(all).filter { conditions.evaluate($0) == .fails }
        types = Dictionary(grouping: sources.types) { $0.path.joined(separator: ".") }
        aliases = Dictionary(grouping: sources.aliases) { $0.path.joined(separator: ".") }
        privateAliases = Set(sources.aliases.filter(\.isPrivate).compactMap(\.path.last))
        for one in generatedClasses where types[one.name] == nil {
            types[one.name] = [
                TypeDeclaration(
                    path: [one.name], kind: "C", file: "", line: 0, access: "public",
                    isGeneric: false, inherited: [one.superclass], attributes: [], condition: nil)
            ]
        }
    }

    /// The index for code under a condition: declarations under the same one come first.
    func under(_ condition: String?) -> ModuleIndex {
        var index = self
        index.condition = condition
        return index
    }

    /// The type at a path of names.
    func type(_ path: some Sequence<String>) -> TypeDeclaration? {
        types[path.joined(separator: ".")]?.min { rank($0.condition) < rank($1.condition) }
    }

    /// How far a declaration is from the code that asks.
    private func rank(_ declared: String?) -> Int {
        // An outer condition stands in front of those inside.
        if let condition, let declared, (condition + " &&").hasPrefix(declared + " &&") { return 0 }
        return declared.map(unlikely.contains) == true ? 2 : 1
    }

    /// What stands for a type at a path of names, as far as a file may use it.
    func alias(_ path: some Sequence<String>, in file: String) -> AliasDeclaration? {
        let alias = aliases[path.joined(separator: ".")]?
            .filter { !$0.isPrivate || $0.file == file }
            .min { rank($0.condition) < rank($1.condition) }
        guard let alias, let type = type(path) else { return alias }
        return rank(type.condition) < rank(alias.condition) ? nil : alias
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
