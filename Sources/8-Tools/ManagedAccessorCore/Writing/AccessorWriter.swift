/// Writes the functions that stand behind `@NSManaged` properties and methods.
///
///     extension Note {
///         @_silgen_name("$s3App4NoteC5titleSSSgvg")
///         internal dynamic func __get_Note_title() -> String? { __managedValue("title") }
///         @_silgen_name("$s3App4NoteC5titleSSSgvs")
///         internal dynamic func __set_Note_title(_ value: __owned String?) {
///             __setManagedValue(value, "title")
///         }
///     }
///
/// The compiler leaves the symbols of the accessors to the linker, and these functions have just
/// those symbols. Three things were found by failures: a setter takes its value `__owned`; a
/// function is as visible as its property; and it is `dynamic`, or an optimized build of another
/// module fails.
struct AccessorWriter {
    /// The types that members may have.
    let index: ModuleIndex
    /// The modules that the target may import.
    let dependencies: DependencyModules
    /// The imports of the files with members.
    let imports: [String]
    /// The names of properties in the target's models.
    let modelNames: Set<String>

    /// What was written for one member.
    struct Accessors {
        /// The names that lead to the class.
        var context: [String]
        /// The functions.
        var lines: [String]
        /// Their symbols.
        var symbols: [String]
        /// The type of a property.
        var type: MangledType?
    }

    /// The accessors of one member.
    func accessors(of member: ManagedMember) throws(UnresolvedType) -> Accessors {
        if let problem = member.problem {
            throw UnresolvedType(reason: "cannot be made: " + problem)
        }
        guard member.name.utf8.allSatisfy({ $0.continuesName && $0 != UInt8(ascii: "$") }) else {
            throw UnresolvedType(
                reason: "has a name with characters that Core Data does not allow; "
                    + "use letters, digits and _")
        }
        guard var context = member.context else {
            throw UnresolvedType(
                reason: "is in a class inside a function; move the class out of the function")
        }
        // `extension App.Note` in the module App.
        if context.count > 1, context[0] == index.module, index.nominal(context) == nil {
            context.removeFirst()
        }
        guard let type = index.nominal(context), !context.isEmpty else {
            throw UnresolvedType(
                reason: "is in an extension of a type of another module; "
                    + "declare it where the class is declared")
        }
        try checkClass(context)
        let resolver = TypeResolver(
            index: index.under(member.condition),
            dependencies: dependencies.reachable(from: imports).map { $0.under(member.condition) },
            file: member.file)
        return member.isMethod
            ? try method(member, in: type, context: context, resolver: resolver)
            : try property(member, in: type, context: context, resolver: resolver)
    }

    private func checkClass(_ context: [String]) throws(UnresolvedType) {
        for count in 1...context.count {
            guard let type = index.type(context.prefix(count)), let name = type.path.last else {
                continue
            }
            if type.isGeneric {
                throw UnresolvedType(
                    reason: "is in '\(name)', which has type parameters; Core Data makes objects "
                        + "of plain classes: declare it in a subclass without any")
            }
            if type.isPrivate {
                throw UnresolvedType(
                    reason: "is in '\(name)', which is \(type.access ?? "private"); "
                        + "its accessors stand in another file: make the class internal")
            }
        }
    }

    private func property(
        _ member: ManagedMember, in type: NominalType, context: [String], resolver: TypeResolver
    ) throws(UnresolvedType) -> Accessors {
        let value = try resolved(member.type, resolver, context)
        let discriminator = member.isPrivate ? index.discriminator(of: member.file) : nil
        let symbols = [false, true].map { isSetter in
            Mangler.accessor(
                of: member.name, in: type, discriminator: discriminator, type: value,
                isSetter: isSetter)
        }
        let function = functionName(context, member)
        let spelled = spelling(member.type, as: value, context)
        let (get, set) = bodies(of: member.name)
        let attribute = isDeprecated(member.attributes) ? deprecation + " " : ""
        return Accessors(
            context: context,
            lines: [
                "\(attribute)@_silgen_name(\"\(symbols[0])\")",
                "\(member.getterAccess) dynamic func __get_\(function)() -> \(spelled) { \(get) }",
                "\(attribute)@_silgen_name(\"\(symbols[1])\")",
                "\(member.setterAccess) dynamic func __set_\(function)(_ value: __owned "
                    + "\(spelled)) { \(set) }",
            ],
            symbols: symbols, type: value)
    }

    /// What getter and setter do; `primitiveTitle` reaches `title` past its observers.
    private func bodies(of name: String) -> (get: String, set: String) {
        let rest = name.dropFirst("primitive".count)
        guard name.hasPrefix("primitive"), let first = rest.first, first.isUppercase,
            !modelNames.contains(name)
        else {
            let key = literal(name)
            return ("__managedValue(\(key))", "__setManagedValue(value, \(key))")
        }
        let key = first.lowercased() + rest.dropFirst()
        return (
            "__managedCall(\(literal(name + "()")), [])",
            "setPrimitiveValue(value, forKey: \(literal(key)))"
        )
    }

    private func method(
        _ member: ManagedMember, in type: NominalType, context: [String], resolver: TypeResolver
    ) throws(UnresolvedType) -> Accessors {
        let parameters = try member.parameters.map { parameter throws(UnresolvedType) in
            try resolved(parameter.type, resolver, context)
        }
        let result = member.type.isEmpty ? .void : try resolved(member.type, resolver, context)
        let symbol = Mangler.method(
            member.name, in: type,
            discriminator: member.isPrivate ? index.discriminator(of: member.file) : nil,
            labels: member.parameters.map(\.label), parameters: parameters, result: result)
        let taken = zip(member.parameters, parameters).enumerated().map { number, pair in
            "_ value\(number): \(spelling(pair.0.type, as: pair.1, context))"
        }
        let labels = member.parameters.map { ($0.label ?? "_") + ":" }.joined()
        let values = member.parameters.indices.map { "value\($0)" }.joined(separator: ", ")
        let returned = result.isVoid ? "" : " -> " + spelling(member.type, as: result, context)
        let attribute = isDeprecated(member.attributes) ? deprecation + " " : ""
        var lines = [
            "\(attribute)@_silgen_name(\"\(symbol)\")",
            "\(member.getterAccess) dynamic func __call_\(functionName(context, member))_"
                + "\(hexadecimal(symbol))(\(taken.joined(separator: ", ")))\(returned) "
                + "{ __managedCall(\(literal("\(member.name)(\(labels))")), [\(values)]) }",
        ]
        if taken.count == 1, taken[0].hasSuffix(": NSSet"), labels == "_:", result.isVoid,
            !member.isPrivate
        {
            // For array literals, which NSSet on Linux does not take.
            let name = quotedIfNeeded(member.name)
            lines.append(
                "\(attribute)\(member.getterAccess) func \(name)(_ values: [NSManagedObject]) "
                    + "{ \(name)(NSSet(array: values)) }")
        }
        return Accessors(context: context, lines: lines, symbols: [symbol])
    }

    // MARK: Spelling

    private func resolved(
        _ tokens: [SourceToken], _ resolver: TypeResolver, _ context: [String]
    ) throws(UnresolvedType) -> MangledType {
        let type = try resolver.resolve(tokens, in: context)
        for nominal in type.nominals where nominal.module == index.module {
            guard let step = nominal.path.first(where: { $0.discriminator != nil }) else {
                continue
            }
            throw UnresolvedType(
                reason: "has the type '\(step.name)', which only its file may use; its accessors "
                    + "stand in another file: make the type internal")
        }
        return type
    }

    /// A type as it can be written in an extension; what the author wrote means the same there
    /// unless the class is declared inside another type, or a name is that of one file.
    private func spelling(_ tokens: [SourceToken], as type: MangledType, _ context: [String])
        -> String
    {
        guard context.count == 1, tokens.last?.isMark("!") != true,
            !tokens.contains(where: { $0.isName && index.privateAliases.contains($0.text) })
        else { return type.text }
        return sourceText(tokens)
    }

    /// Names of functions differ between a class and its subclass, since these override nothing.
    private func functionName(_ context: [String], _ member: ManagedMember) -> String {
        let name = (context + [member.name]).joined(separator: "_")
        return String(
            name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
            + (member.isPrivate ? "_private" : "")
    }

    /// Tells methods of one name apart.
    private func hexadecimal(_ symbol: String) -> String {
        String(MD5.hexadecimal(Array(symbol.utf8)).prefix(8))
    }
}

/// A text as Swift spells it.
func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\": result += "\\\(scalar)"
        case "\n": result += "\\n"
        case _ where scalar.value < 32 || scalar.value == 127:
            result += "\\u{\(String(scalar.value, radix: 16))}"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}
