/// Spells symbols as the Swift compiler does, for the two shapes that `@NSManaged` leaves open.
///
///     <class> <name> [<discriminator> LL] <type> v(g|s)
///     <class> <name> [<discriminator> LL] [<labels>] <result> <parameters> F
///
/// The rules are those of `docs/ABI/Mangling.rst` in the compiler's sources.
struct Mangler {
    private var names = IdentifierMangler()
    private var substitutions: [String: Int] = [:]
    private var substitutionCount = 0
    private var run = SubstitutionRun()

    /// The symbol of a property's getter or setter.
    static func accessor(
        of name: String, in type: NominalType, discriminator: String?, type value: MangledType,
        isSetter: Bool
    ) -> String {
        var mangler = Mangler()
        mangler.append("$s")
        mangler.nominal(type)
        mangler.declared(name, discriminator)
        mangler.type(value)
        mangler.append(isSetter ? "vs" : "vg")
        return mangler.text
    }

    /// The symbol of a method.
    static func method(
        _ name: String, in type: NominalType, discriminator: String?, labels: [String?],
        parameters: [MangledType], result: MangledType
    ) -> String {
        var mangler = Mangler()
        mangler.append("$s")
        mangler.nominal(type)
        mangler.declared(name, discriminator)
        if !parameters.isEmpty {
            if labels.allSatisfy({ $0 == nil }) {
                mangler.append("y")
            } else {
                for label in labels {
                    if let label { mangler.identifier(label) } else { mangler.append("_") }
                }
            }
        }
        if result.isVoid { mangler.append("y") } else { mangler.type(result) }
        if parameters.isEmpty {
            mangler.append("y")
        } else if parameters.count == 1, labels[0] == nil, !parameters[0].isTuple {
            mangler.type(parameters[0])
        } else {
            for (index, parameter) in parameters.enumerated() {
                mangler.type(parameter)
                if index == 0 { mangler.append("_") }
            }
            mangler.append("t")
        }
        mangler.append("F")
        return mangler.text
    }

    private var text: String { String(decoding: names.bytes, as: UTF8.self) }

    private mutating func append(_ text: String) { names.bytes.append(contentsOf: text.utf8) }

    // MARK: Substitutions

    private mutating func remember(_ key: String) {
        if substitutions[key] == nil { substitutions[key] = substitutionCount }
        substitutionCount += 1
    }

    /// Writes a reference to what was spelled before; false where it was not.
    private mutating func substitute(_ key: String) -> Bool {
        guard let index = substitutions[key] else { return false }
        if index >= 26 {
            append("A" + (index == 26 ? "_" : "\(index - 27)_"))
            return true
        }
        let letter = UInt8(ascii: "A") + UInt8(index)
        if !run.extend(with: letter, isStandard: false, in: &names.bytes) {
            append("A")
            names.bytes.append(letter)
        }
        return true
    }

    // MARK: Names

    private mutating func declared(_ name: String, _ discriminator: String?) {
        identifier(name)
        if let discriminator {
            identifier(discriminator)
            append("LL")
        }
    }

    private mutating func identifier(_ name: String) {
        if substitute("id:" + name) { return }
        remember("id:" + name)
        names.append(name)
    }

    /// What a type is declared in: its outer type, or the module.
    private mutating func context(of type: NominalType) {
        if let parent = type.parent {
            nominal(parent)
        } else if type.module == "Swift" {
            append("s")
        } else {
            // A module and a name of the same spelling share one substitution.
            identifier(type.module)
        }
    }

    private mutating func nominal(_ type: NominalType) {
        guard let last = type.path.last else { return }
        let key = "nom:" + type.key
        if substitute(key) { return }
        context(of: type)
        declared(last.name, last.discriminator)
        append(String(last.kind))
        remember(key)
    }

    // MARK: Types

    private mutating func type(_ type: MangledType) {
        switch type {
        case .shorthand(let code, _):
            // `Si` and its like: two letters, the second of which tells them apart.
            guard let letter = code.utf8.last else { return }
            if !run.extend(with: letter, isStandard: true, in: &names.bytes) { append(code) }
        case .any:
            append("yp")
        case .anyObject:
            append("yXl")
        case .nominal(let nominal):
            self.nominal(nominal)
        case .existential(let nominal):
            context(of: nominal)
            if let name = nominal.path.last?.name { identifier(name) }
            append("_p")
        case .optional(let wrapped):
            if substitute(type.key) { return }
            self.type(wrapped)
            append("Sg")
            remember(type.key)
        case .generic(let base, let arguments):
            if substitute(type.key) { return }
            self.type(base)
            append("y")
            for argument in arguments { self.type(argument) }
            append("G")
            remember(type.key)
        case .tuple(let elements):
            guard !elements.isEmpty else {
                append("yt")
                return
            }
            for (index, element) in elements.enumerated() {
                self.type(element.type)
                if let label = element.label { identifier(label) }
                if index == 0 { append("_") }
            }
            append("t")
        }
    }
}

/// Neighbouring substitutions, which symbols write as one: `AA` `AB` becomes `AaB`, and `Si` `Si`
/// becomes `S2i`.
private struct SubstitutionRun {
    private var position = 0
    private var size = 0
    private var count = 0
    private var isStandard = false

    /// Joins a substitution to the one that ends the text; false where there is none to join.
    mutating func extend(with letter: UInt8, isStandard standard: Bool, in bytes: inout [UInt8])
        -> Bool
    {
        if count > 0, count < 2048, bytes.count == position + size, isStandard == standard,
            let last = bytes.last
        {
            if last != letter, !standard {
                position = bytes.count
                count = 1
                size = 1
                bytes[bytes.count - 1] = last - UInt8(ascii: "A") + UInt8(ascii: "a")
                bytes.append(letter)
                return true
            }
            if last == letter {
                count += 1
                bytes.removeLast(bytes.count - position)
                bytes.append(contentsOf: String(count).utf8)
                bytes.append(letter)
                size = bytes.count - position
                return true
            }
        }
        position = bytes.count + 1
        size = 1
        count = 1
        isStandard = standard
        return false
    }
}
