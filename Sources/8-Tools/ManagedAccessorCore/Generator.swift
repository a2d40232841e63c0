import Foundation
import CoreDataModel

/// From the sources and models of a target to the source that is compiled with them.
struct Generator {
    /// A source with its name.
    struct Source {
        /// The file.
        var file: String
        /// What is in it.
        var text: String
    }

    /// What came of it.
    struct Output {
        /// The source; to be used only where there are no errors.
        var text = ""
        /// The symbols that the source defines.
        var symbols: Set<String> = []
        /// What is to be said.
        var diagnostics: [Diagnostic] = []
    }

    /// The module that is compiled.
    var module: String
    /// Its sources.
    var sources: [Source]
    /// Its models.
    var models: [ModelBundle] = []
    /// The conditions that it defines.
    var conditions: Set<String> = []
    /// The modules that it may import.
    var dependencies: [String: [String]] = [:]
    /// The folder of the target's resources beside the program.
    var resources = ""

    /// Writes accessors, classes and what is registered.
    func run() -> Output {
        let evaluator = ConditionEvaluator(
            defined: conditions, modules: Set(dependencies.keys))
        let modules = DependencyModules(files: dependencies, conditions: evaluator)
        var scanned = ScannedSources()
        for source in sources {
            SourceScanner.scan(
                source.text, file: source.file, conditions: evaluator, into: &scanned)
        }
        var output = Output()
        var writer = SourceWriter()
        let generatedClasses = models.flatMap { $0.current?.model.generatedClasses ?? [] }
        let index = ModuleIndex(
            module: module, sources: scanned, generatedClasses: generatedClasses,
            conditions: evaluator)
        let ancestry = Ancestry(
            index: index, modules: modules.reachable(from: scanned.allImports.map(\.module)))
        let isolation = Isolation(ancestry: ancestry)
        var registration = RegistrationWriter(module: module)
        registration.models = models

        writeAccessors(
            of: scanned, index: index, modules: modules, isolation, to: &writer, &registration,
            &output)
        let isPublic = writeClasses(of: scanned, isolation, to: &writer, &registration, &output)
        registration.classes = classes(of: scanned, ancestry) + registration.classes
        ModelBundle.writeBundleLookup(for: models, resources: resources, to: &writer)
        registration.write(to: &writer)
        output.text =
            head(scanned.imports, isPublic: isPublic) + writer.text
            + "#endif\n"
        return output
    }

    // MARK: Parts

    private func writeAccessors(
        of scanned: ScannedSources, index: ModuleIndex, modules: DependencyModules,
        _ isolation: Isolation, to writer: inout SourceWriter,
        _ registration: inout RegistrationWriter, _ output: inout Output
    ) {
        var modelNames: Set<String> = []
        for entity in models.flatMap({ $0.current?.model.entities ?? [] }) {
            modelNames.formUnion(entity.attributes.map(\.name))
            modelNames.formUnion(entity.relationships.map(\.name))
        }
        let accessors = AccessorWriter(
            index: index, dependencies: modules, imports: scanned.imports.map(\.module),
            modelNames: modelNames)
        var order: [RegistrationWriter.Class] = []
        var lines: [RegistrationWriter.Class: [String]] = [:]
        var seen: Set<String> = []
        for member in scanned.members {
            do throws(UnresolvedType) {
                let made = try accessors.accessors(of: member)
                guard let symbol = made.symbols.first,
                    seen.insert(symbol + (member.condition ?? "")).inserted
                else { continue }
                output.symbols.formUnion(made.symbols)
                let place = RegistrationWriter.Class(
                    path: made.context, condition: member.condition)
                if lines[place] == nil { order.append(place) }
                lines[place, default: []] += made.lines
                if !member.isMethod, !member.isPrivate,
                    !isolation.isIsolated(member, in: made.context)
                {
                    registration.properties.append(
                        RegistrationWriter.Property(
                            context: made.context, name: member.name,
                            condition: member.condition,
                            destination: made.type?.classPath(in: module),
                            isOptional: made.type?.isOptional ?? false))
                }
            } catch {
                let diagnostic = Diagnostic(
                    file: member.file, line: member.line,
                    message: "'\(member.title)' \(error.reason)")
                guard let condition = member.condition, condition.contains("canImport") else {
                    output.diagnostics.append(diagnostic)
                    continue
                }
                // Where the module is missing, so are its types; the compiler knows.
                writer.under(condition) { $0.line("#error(\(literal(diagnostic.text)))") }
            }
        }
        for place in order {
            let outer = (1...place.path.count).compactMap { index.type(place.path.prefix($0)) }
            writer.extend(
                place.path, condition: place.condition,
                isDeprecated: outer.contains { isDeprecated($0.attributes) },
                lines: lines[place] ?? [])
            writer.line()
        }
    }

    /// Adds classes of entities; returns whether any of them is public.
    private func writeClasses(
        of scanned: ScannedSources, _ isolation: Isolation, to writer: inout SourceWriter,
        _ registration: inout RegistrationWriter, _ output: inout Output
    ) -> Bool {
        var isPublic = false
        var written: Set<String> = []
        for bundle in models {
            guard let version = bundle.current else { continue }
            let internalTypes = scanned.types.filter {
                $0.access != "public" && $0.access != "open"
            }
            let classes = ClassWriter(
                model: version.model,
                internalTypes: Set(
                    internalTypes.compactMap { $0.path.count == 1 ? $0.path[0] : nil }))
            for entity in version.model.entities where entity.codeGeneration != .manual {
                guard let name = entity.classBaseName, written.insert(name).inserted else {
                    continue
                }
                let declared = scanned.types.first { $0.path == [name] }
                if let problem = problem(entity, name, declared) {
                    output.diagnostics.append(
                        Diagnostic(
                            file: version.file.path,
                            line: ModelChecker.line(of: entity.name, in: version.contents),
                            message: problem))
                    continue
                }
                let access =
                    declared.map { $0.access == "public" || $0.access == "open" }
                    ?? classes.mayBePublic(entity)
                isPublic = isPublic || access
                let made = classes.write(
                    entity, access: access ? "public " : "",
                    isDeprecated: isDeprecated(declared?.attributes ?? []), to: &writer)
                guard let made else { continue }
                if entity.codeGeneration == .class {
                    registration.classes.append(RegistrationWriter.Class(path: [name]))
                }
                if isolation.isIsolated([name]) { continue }
                registration.properties += made.map {
                    RegistrationWriter.Property(
                        context: [name], name: $0.name, destination: $0.destination.map { [$0] })
                }
            }
        }
        return isPublic
    }

    private func problem(_ entity: ObjectEntity, _ name: String, _ declared: TypeDeclaration?)
        -> String?
    {
        switch (entity.codeGeneration, declared) {
        case (.class, let declared?):
            "the class '\(name)' of the entity '\(entity.name)' is generated, and it is also "
                + "written in \(declared.file):\(declared.line); choose Manual/None or "
                + "Category/Extension for its code generation"
        case (.category, nil):
            "the properties of the entity '\(entity.name)' are generated, but no class '\(name)' "
                + "is written in the sources; write it, or choose Class Definition"
        default: nil
        }
    }

    /// The classes of the sources that objects can be made of.
    private func classes(of scanned: ScannedSources, _ ancestry: Ancestry)
        -> [RegistrationWriter.Class]
    {
        let withMembers = Set(scanned.members.compactMap(\.context))
        var seen: Set<RegistrationWriter.Class> = []
        return scanned.types.filter { type in
            let outer = (1...type.path.count).compactMap {
                ancestry.index.type(type.path.prefix($0))
            }
            guard type.kind == "C", !outer.contains(where: { $0.isPrivate || $0.isGeneric }) else {
                return false
            }
            return withMembers.contains(type.path) || ancestry.isManaged(type)
        }
        .map { RegistrationWriter.Class(path: $0.path, condition: $0.condition) }
        .filter { seen.insert($0).inserted }
    }

    private func head(_ imports: [ImportDeclaration], isPublic: Bool) -> String {
        var lines: [String: ImportDeclaration] = [:]
        func add(_ one: ImportDeclaration) {
            // The widest of several imports of a module is enough, and two would not agree.
            let key =
                one.module + "|" + (one.condition ?? "")
                + (one.text.hasSuffix("import \(one.module)") ? "" : one.text)
            if let known = lines[key], known.access == "public" || one.access == nil { return }
            lines[key] = one
        }
        for one in imports where one.module != module && !one.isExported { add(one) }
        // CoreData hands Foundation on; naming it too would be one import more than is used.
        if isPublic || lines["CoreData|"] == nil {
            let access = isPublic ? "public" : nil
            add(
                ImportDeclaration(
                    module: "CoreData", text: (access.map { $0 + " " } ?? "") + "import CoreData",
                    access: access, isExported: false))
        }
        var writer = SourceWriter()
        writer.line("// Made by the plugin ManagedAccessors; changes are lost.")
        writer.line("#if !canImport(ObjectiveC)")
        for one in lines.values.sorted(by: { ($0.module, $0.text) < ($1.module, $1.text) }) {
            writer.under(one.condition) { $0.line(one.text) }
        }
        writer.line()
        return writer.text
    }
}
