/// Why the type of a member cannot be spelled.
struct UnresolvedType: Error {
    /// A sentence that goes on after the name of the member.
    var reason: String
}

/// Finds out which type some tokens mean.
struct TypeResolver {
    /// The module that is compiled.
    let index: ModuleIndex
    /// The modules that it may import.
    let dependencies: [ModuleIndex]
    /// The file in which the types stand.
    let file: String

    /// Names that lead to a declaration, and its module.
    private typealias Place = (path: [String], module: ModuleIndex)

    private static let deepest = 32

    /// The type that tokens mean inside a type.
    ///
    ///     try resolver.resolve(tokens, in: ["Note"])  // [String: Date]?
    func resolve(_ tokens: [SourceToken], in context: [String], depth: Int = 0)
        throws(UnresolvedType) -> MangledType
    {
        var parser = Parser(resolver: self, tokens: tokens, context: context, depth: depth)
        let type = try parser.type()
        guard parser.position == tokens.count else { throw parser.unreadable }
        return type
    }

    /// The type that a name means.
    fileprivate func resolve(
        names: [String], arguments: [MangledType], context: [String], depth: Int
    ) throws(UnresolvedType) -> MangledType {
        guard depth < Self.deepest else {
            throw UnresolvedType(reason: "has a type that leads back to itself")
        }
        if names == ["Optional"], arguments.count == 1 { return .optional(arguments[0]) }
        for count in stride(from: context.count, through: 0, by: -1) {
            if let type = try member(
                names, of: (Array(context.prefix(count)), index), arguments, depth: depth)
            {
                return type
            }
        }
        if names.count > 1, names[0] == index.module {
            return try resolve(
                names: Array(names.dropFirst()), arguments: arguments, context: [],
                depth: depth + 1)
        }
        for module in dependencies {
            let path = names.count > 1 && names[0] == module.module ? Array(names[1...]) : names
            if let type = try member(path, of: ([], module), arguments, depth: depth) {
                return type
            }
        }
        return try known(names, arguments)
    }

    /// The type that names mean inside another type, which has those of its superclasses too.
    private func member(
        _ names: [String], of owner: Place, _ arguments: [MangledType], depth: Int
    ) throws(UnresolvedType) -> MangledType? {
        var place = owner
        for name in names {
            let own: Place = (place.path + [name], place.module)
            let inherited: [Place] = superclasses(of: place).map { ($0.path + [name], $0.module) }
            place = ([own] + inherited.filter(isVisible)).first(where: isDeclared) ?? own
        }
        guard let alias = place.module.alias(place.path, in: file) else {
            guard let type = place.module.nominal(place.path) else { return nil }
            for count in 1..<place.path.count {
                guard let outer = place.module.type(place.path.prefix(count)), outer.isGeneric
                else {
                    continue
                }
                throw UnresolvedType(
                    reason: "has the type '\(place.path.joined(separator: "."))', and "
                        + "'\(outer.path.joined(separator: "."))' has type parameters; declare the "
                        + "type outside of it")
            }
            return made(type, arguments)
        }
        let inner = TypeResolver(
            index: place.module, dependencies: dependencies, file: alias.file)
        return try inner.resolve(alias.tokens, in: alias.path.dropLast(), depth: depth + 1)
    }

    private func superclasses(of place: Place) -> [Place] {
        guard let type = place.module.type(place.path) else { return [] }
        return Ancestry(index: index, modules: dependencies).chain(from: (type, place.module))
            .dropFirst().map { ($0.type.path, $0.module) }
    }

    private func isDeclared(_ place: Place) -> Bool {
        place.module.type(place.path) != nil || place.module.alias(place.path, in: file) != nil
    }

    /// Whether other files, and other modules if it is in one, may use what is declared at a place.
    private func isVisible(_ place: Place) -> Bool {
        let type = place.module.type(place.path)
        if place.module.module == index.module { return type?.isPrivate != true }
        let access = type?.access ?? place.module.alias(place.path, in: file)?.access
        return access.map(["public", "open", "package"].contains) ?? false
    }

    private func made(_ type: NominalType, _ arguments: [MangledType]) -> MangledType {
        if type.path.last?.kind == "P" { return .existential(type) }
        return arguments.isEmpty ? .nominal(type) : .generic(.nominal(type), arguments)
    }

    private func known(_ names: [String], _ arguments: [MangledType]) throws(UnresolvedType)
        -> MangledType
    {
        let modules = ["Foundation", "Swift", "CoreData", "FoundationEssentials"]
        let isQualified = names.count == 2 && modules.contains(names[0])
        let name = isQualified ? names[1] : names[0]
        if isQualified || names.count == 1 {
            if !arguments.isEmpty, let generic = KnownTypes.generic(named: name) {
                return .generic(generic, arguments)
            }
            if arguments.isEmpty, let type = KnownTypes.type(named: name) { return type }
        }
        throw UnresolvedType(
            reason: "has the type '\(names.joined(separator: "."))', which is neither in the "
                + "sources of this target, nor in those of a package module that the file "
                + "imports, nor a common type of Foundation; write a type that is")
    }
}

/// Reads the tokens of one type.
private struct Parser {
    let resolver: TypeResolver
    let tokens: [SourceToken]
    let context: [String]
    let depth: Int
    var position = 0
    var nesting = 0

    var unreadable: UnresolvedType {
        UnresolvedType(
            reason: tokens.isEmpty
                ? "needs a type"
                : "has the type '\(sourceText(tokens))', which Core Data cannot keep")
    }

    private var closure: UnresolvedType {
        UnresolvedType(
            reason: "is a closure, which Core Data cannot keep; "
                + "write a method, or a property without @NSManaged")
    }

    private func isMark(_ mark: String) -> Bool {
        position < tokens.count && tokens[position].isMark(mark)
    }

    private mutating func take(_ mark: String) -> Bool {
        guard isMark(mark) else { return false }
        position += 1
        return true
    }

    mutating func type() throws(UnresolvedType) -> MangledType {
        guard nesting < 64 else { throw unreadable }
        nesting += 1
        defer { nesting -= 1 }
        if isMark("@") { throw closure }
        while position < tokens.count, tokens[position].isWord("any") { position += 1 }
        var result: MangledType
        if take("[") {
            result = try bracketed()
        } else if take("(") {
            result = try parenthesized()
        } else {
            result = try named()
        }
        while isMark("?") || isMark("!") {
            position += 1
            result = .optional(result)
        }
        if isMark("->") { throw closure }
        if isMark("&") {
            throw UnresolvedType(
                reason: "has a type made of several protocols, which Core Data cannot keep; "
                    + "write the class, or one protocol")
        }
        return result
    }

    private mutating func bracketed() throws(UnresolvedType) -> MangledType {
        let first = try type()
        var result = MangledType.generic(.shorthand("Sa", name: "Array"), [first])
        if take(":") {
            result = .generic(.shorthand("SD", name: "Dictionary"), [first, try type()])
        }
        guard take("]") else { throw unreadable }
        return result
    }

    private mutating func parenthesized() throws(UnresolvedType) -> MangledType {
        var elements: [(label: String?, type: MangledType)] = []
        while !take(")") {
            guard position < tokens.count else { throw unreadable }
            var label: String?
            if position + 1 < tokens.count, tokens[position].isName,
                tokens[position + 1].isMark(":")
            {
                label = tokens[position].text
                position += 2
            }
            elements.append((label, try type()))
            _ = take(",")
        }
        if isMark("->") || (position < tokens.count && tokens[position].isWord("throws")) {
            throw closure
        }
        return elements.count == 1 ? elements[0].type : .tuple(elements)
    }

    private mutating func named() throws(UnresolvedType) -> MangledType {
        guard position < tokens.count, tokens[position].isName else { throw unreadable }
        var names = [tokens[position].text]
        position += 1
        var arguments: [MangledType] = []
        while true {
            if isMark("."), position + 1 < tokens.count {
                names.append(tokens[position + 1].text)
                position += 2
            } else if take("<") {
                while !take(">") {
                    guard position < tokens.count else { throw unreadable }
                    arguments.append(try type())
                    _ = take(",")
                }
            } else {
                return try resolver.resolve(
                    names: names, arguments: arguments, context: context, depth: depth)
            }
        }
    }
}
