/// A type as the symbol of a property spells it.
indirect enum MangledType: Sendable {
    /// A type of the standard library with a spelling of its own: `Si` for Int.
    case shorthand(String, name: String)
    /// A class, structure or enumeration.
    case nominal(NominalType)
    /// A generic type with its arguments: `Set<Note>`.
    case generic(MangledType, [MangledType])
    /// `T?`, and `T!` too.
    case optional(MangledType)
    /// `(a: Int, Int)`; the empty one is `Void`.
    case tuple([(label: String?, type: MangledType)])
    /// `Any`.
    case any
    /// `AnyObject`.
    case anyObject
    /// Anything that conforms to a protocol.
    case existential(NominalType)
}

/// A declared type: the module and the names that lead to it.
struct NominalType: Sendable {
    /// One step on the way to a type.
    struct Step: Sendable {
        /// Its name.
        var name: String
        /// What it is, by the letter that symbols use: C, V, O or P.
        var kind: Character
        /// What tells private types of the same name in several files apart.
        var discriminator: String?
    }

    /// The module that declares it.
    var module: String
    /// The names from the outermost to its own.
    var path: [Step]

    /// Equal for equal types.
    var key: String {
        module + "." + path.map { "\($0.name)\($0.kind)" }.joined(separator: ".")
    }

    /// How Swift spells it.
    var text: String { path.map { quotedIfNeeded($0.name) }.joined(separator: ".") }

    /// The type that it is declared in.
    var parent: NominalType? {
        guard path.count > 1 else { return nil }
        return NominalType(module: module, path: path.dropLast())
    }
}

extension MangledType {
    /// `()`.
    static var void: MangledType { .tuple([]) }

    /// Whether it is `()`.
    var isVoid: Bool {
        if case .tuple(let elements) = self { elements.isEmpty } else { false }
    }

    /// Whether it is a tuple, `()` among them.
    var isTuple: Bool {
        if case .tuple = self { true } else { false }
    }

    /// Whether it is `T?`.
    var isOptional: Bool {
        if case .optional = self { true } else { false }
    }

    /// The names that lead to a class of a module, be it optional or not.
    func classPath(in module: String) -> [String]? {
        switch self {
        case .optional(.nominal(let type)), .nominal(let type):
            type.module == module && type.path.last?.kind == "C" ? type.path.map(\.name) : nil
        case .optional, .shorthand, .generic, .tuple, .any, .anyObject, .existential: nil
        }
    }

    /// Equal for equal types.
    var key: String {
        switch self {
        case .shorthand(let code, _): "std:" + code
        case .nominal(let type): "nom:" + type.key
        case .generic(let base, let arguments):
            "gen:(\(base.key))<\(arguments.map(\.key).joined(separator: ","))>"
        case .optional(let wrapped): "opt:(\(wrapped.key))"
        case .tuple(let elements):
            "tup:(\(elements.map { "\($0.label ?? ""):\($0.type.key)" }.joined(separator: ",")))"
        case .any: "any"
        case .anyObject: "anyobject"
        case .existential(let type): "ex:" + type.key
        }
    }

    /// How Swift spells it.
    var text: String {
        switch self {
        case .shorthand(_, let name): name
        case .nominal(let type): type.text
        case .generic(let base, let arguments):
            "\(base.text)<\(arguments.map(\.text).joined(separator: ", "))>"
        case .optional(let wrapped):
            if case .existential = wrapped { "(\(wrapped.text))?" } else { wrapped.text + "?" }
        case .tuple(let elements):
            "("
                + elements.map { element in
                    (element.label.map { quotedIfNeeded($0) + ": " } ?? "") + element.type.text
                }.joined(separator: ", ") + ")"
        case .any: "Any"
        case .anyObject: "AnyObject"
        case .existential(let type): "any " + type.text
        }
    }

    /// The declared types in it, for a look at who may use them.
    var nominals: [NominalType] {
        switch self {
        case .shorthand, .any, .anyObject: []
        case .nominal(let type), .existential(let type): [type]
        case .generic(let base, let arguments): base.nominals + arguments.flatMap(\.nominals)
        case .optional(let wrapped): wrapped.nominals
        case .tuple(let elements): elements.flatMap(\.type.nominals)
        }
    }
}
