import Foundation
import CoreDataModel
import Synchronization

/// What generated code tells Core Data when a program starts: its classes and its models.
///
///     // What the plugin ManagedAccessors generates for a module App with a class Note:
///     ManagedRegistry.register(classes: [("Note", Note.self)], module: "App")
///
/// Calls only write a name down; a model is read when it is asked for.
public enum ManagedRegistry {
    struct Model {
        var versions: [(name: String, xml: String)]
        var current: String
        var module: String
    }

    private struct Content {
        /// What was registered and not looked for since: before `main` nothing may be hashed, where
        /// Swift's runtime is linked into the program.
        var new: [@Sendable (inout Content) -> Void] = []
        var classes: [String: NSManagedObject.Type] = [:]
        var plain: [String: NSManagedObject.Type] = [:]
        var models: [String: Model] = [:]
        var order: [String] = []
        var read: [String: NSManagedObjectModel] = [:]
    }

    private static let registered = Mutex(Content())

    private static func withContent<T>(_ body: (inout Content) -> T) -> T {
        registered.withLock { content in
            let new = content.new
            if !new.isEmpty { content.new = [] }
            for add in new { add(&content) }
            return body(&content)
        }
    }

    private static func add(_ new: @escaping @Sendable (inout Content) -> Void) {
        registered.withLock { $0.new.append(new) }
    }

    /// Makes classes of a module known by their names.
    public static func register(
        classes: [(name: String, type: NSManagedObject.Type)], module: String
    ) {
        add { content in
            for (name, type) in classes {
                content.classes["\(module).\(name)"] = type
                // The first module wins for a plain name; the full name is always exact.
                if content.plain[name] == nil { content.plain[name] = type }
            }
        }
    }

    /// Makes a model known by its name.
    public static func register(
        model name: String, versions: [(name: String, xml: String)], current: String,
        module: String
    ) {
        add { content in
            if content.models[name] == nil { content.order.append(name) }
            content.models[name] = Model(versions: versions, current: current, module: module)
        }
    }

    /// The registered model of a name, in its current or a given version; nil where it is none or
    /// cannot be read, which a line on standard error says.
    static func knownModel(named name: String, version: String? = nil) -> NSManagedObjectModel? {
        ModelLookup.said(name) { try model(named: name, version: version) }
    }

    /// The registered model of a name, in its current or a given version.
    ///
    /// - Throws: Why it cannot be read.
    static func model(
        named name: String, version: String? = nil
    ) throws -> NSManagedObjectModel? {
        guard let entry = withContent({ $0.models[name] }) else { return nil }
        let wanted = version ?? entry.current
        let key = "\(name)/\(wanted)"
        if let model = withContent({ $0.read[key] }) { return model }
        guard let xml = (entry.versions.first { $0.name == wanted } ?? entry.versions.last)?.xml,
            // The plugin has read the model when the program was built.
            let read = try? ObjectModel(xml: Data(xml.utf8)), !read.inheritsInCircle
        else { return nil }
        let model = try NSManagedObjectModel(read)
        return withContent { content in
            // Another thread may have been first; all get the same one.
            if let first = content.read[key] { return first }
            content.read[key] = model
            return model
        }
    }

    /// The current versions of all registered models.
    static func models() -> [NSManagedObjectModel] {
        withContent { $0.order }.compactMap { knownModel(named: $0) }
    }

    /// The versions of that name of all registered models.
    static func versions(named version: String) -> [NSManagedObjectModel] {
        let names = withContent { content in
            content.order.filter { name in
                content.models[name]?.versions.contains { $0.name == version } == true
            }
        }
        return names.compactMap { knownModel(named: $0, version: version) }
    }

    /// All versions of all registered models.
    static func allVersions() -> [NSManagedObjectModel] {
        let names = withContent { content in
            content.order.flatMap { name in
                (content.models[name]?.versions ?? []).map { (name, $0.name) }
            }
        }
        return names.compactMap { knownModel(named: $0.0, version: $0.1) }
    }

    /// The modules that registered a model or a class.
    static var modules: Set<String> {
        withContent { content in
            let classes = content.classes.keys.compactMap { $0.split(separator: ".").first }
            return Set(content.models.values.map(\.module)).union(classes.map(String.init))
        }
    }

    /// The class of an entity's objects; `NSManagedObject` itself where none is known.
    static func objectClass(for entity: NSEntityDescription) -> NSManagedObject.Type {
        entity.className.flatMap(objectClass(named:)) ?? NSManagedObject.self
    }

    /// The class of managed objects that a model means by a name; nil where none is known.
    static func objectClass(named written: String) -> NSManagedObject.Type? {
        if written == "NSManagedObject" { return NSManagedObject.self }
        if written.isEmpty { return nil }
        let name = written.hasPrefix(".") ? String(written.dropFirst()) : written
        let last = name.split(separator: ".").last.map(String.init) ?? name
        let known = withContent { $0.classes[name] ?? $0.plain[name] ?? $0.plain[last] }
        if let known { return known }
        if let seen = SeenClasses.find(name) { return seen }
        // A name of more parts than module and class is one that Foundation cannot look up.
        if name.split(separator: ".").count == 2,
            let found = NSClassFromString(name) as? NSManagedObject.Type
        {
            return found
        }
        return nil
    }
}

/// Classes that were used in the program and carry an entity's class name.
///
/// A class that is not registered (a test's own class, say) becomes known when it is first
/// named: `Item(context:)`, `Item.entity()`, `Item.fetchRequest()`.
enum SeenClasses {
    private static let seen = Mutex<[String: NSManagedObject.Type]>([:])

    /// How many names are known: while it is the same, what was not found is still unknown.
    static var count: Int { seen.withLock { $0.count } }

    static func note(_ type: NSManagedObject.Type) {
        let name = String(reflecting: type)
        let last = name.split(separator: ".").last.map(String.init) ?? name
        seen.withLock { seen in
            seen[name] = type
            seen[last] = type
        }
    }

    static func find(_ name: String) -> NSManagedObject.Type? { seen.withLock { $0[name] } }
}
