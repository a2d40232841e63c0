import CoreDataModel

/// Writes what the program does when it is loaded: it makes classes, models and the names of key
/// paths known.
///
/// The entry stands in `.init_array`, which the loader of Linux walks before `main`. It names a
/// function instead of holding a closure, so that it means the same where a target makes
/// everything an actor's. All is deprecated, since it uses what may be deprecated; only the loader
/// uses the entry, so that there is no warning.
struct RegistrationWriter {
    /// A class with the condition under which it is compiled.
    struct Class: Hashable {
        /// The names that lead to it.
        var path: [String]
        /// The condition.
        var condition: String?
    }

    /// A property that key paths may lead to.
    struct Property {
        /// The names that lead to its class.
        var context: [String]
        /// Its name.
        var name: String
        /// The condition.
        var condition: String?
        /// The names that lead to the class of the object that it points at.
        var destination: [String]?
        /// Whether it may point at none.
        var isOptional = true
    }

    /// The module that is compiled.
    var module: String
    /// The classes of objects.
    var classes: [Class] = []
    /// Their properties.
    var properties: [Property] = []
    /// The models.
    var models: [ModelBundle] = []

    /// Adds the entry and the functions that it calls.
    func write(to writer: inout SourceWriter) {
        guard !classes.isEmpty || !properties.isEmpty || !models.isEmpty else { return }
        var steps: [String] = []
        if !classes.isEmpty {
            writeClasses(to: &writer)
            steps.append("__registerManagedClasses()")
        }
        for (number, model) in models.enumerated() {
            model.writeRegistration(to: &writer, number: number, module: module)
            steps.append("__registerManagedModel\(number)()")
        }
        if !properties.isEmpty {
            writeKeyPaths(to: &writer)
            steps.append("__registerManagedKeyPaths()")
        }
        writer.line(deprecation)
        writer.line("private nonisolated func __registerManaged() {")
        for step in steps { writer.line(step, indent: 1) }
        writer.line("}")
        writer.line()
        writer.line("@used")
        writer.line("@section(\".init_array\")")
        writer.line(deprecation)
        writer.line(
            "private nonisolated let __managedAtLoad: @convention(c) () -> Void = "
                + "__registerManaged")
    }

    private func writeClasses(to writer: inout SourceWriter) {
        writer.line(deprecation)
        writer.line("private nonisolated func __registerManagedClasses() {")
        writer.line("var classes: [(name: String, type: NSManagedObject.Type)] = []", indent: 1)
        for one in classes {
            let name = one.path.map(quotedIfNeeded).joined(separator: ".")
            writer.under(one.condition) { writer in
                writer.line(
                    "classes.append((\(literal(one.path.joined(separator: "."))), \(name).self))",
                    indent: 1)
            }
        }
        writer.line(
            "ManagedRegistry.register(classes: classes, module: \(literal(module)))", indent: 1)
        writer.line("}")
        writer.line()
    }

    private func keyPath(_ property: Property) -> String {
        let root = property.context.map(quotedIfNeeded).joined(separator: ".")
        return "\\\(root).\(quotedIfNeeded(property.name))"
    }

    /// More than this would keep the compiler busy.
    private static let mostSteps = 2000

    /// Paths across one relationship, such as `\Note.folder?.name`.
    ///
    /// What a path consists of cannot be
    /// seen later, so each has its own name.
    private var steps: [(Property, Property)] {
        let byClass = Dictionary(grouping: properties, by: \.context)
        return properties.filter { $0.condition == nil }.flatMap { one in
            (one.destination.flatMap { byClass[$0] } ?? [])
                .filter { $0.condition == nil }.map { (one, $0) }
        }
    }

    /// One statement for each key path: as one expression they would take the compiler long.
    private func writeKeyPaths(to writer: inout SourceWriter) {
        writer.line(deprecation)
        writer.line("private nonisolated func __registerManagedKeyPaths() {")
        writer.line("var names: [AnyKeyPath: String] = [:]", indent: 1)
        for one in properties {
            writer.under(one.condition) { writer in
                writer.line("names[\(keyPath(one))] = \(literal(one.name))", indent: 1)
            }
        }
        for (one, next) in steps.prefix(Self.mostSteps) {
            let link = one.isOptional ? "?." : "."
            writer.line(
                "names[\(keyPath(one))\(link)\(quotedIfNeeded(next.name))] = "
                    + literal(one.name + "." + next.name), indent: 1)
        }
        writer.line("KeyPathNames.register(names)", indent: 1)
        writer.line("}")
        writer.line()
    }
}
