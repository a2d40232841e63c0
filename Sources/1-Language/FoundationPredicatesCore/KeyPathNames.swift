import Foundation
import Synchronization

/// The names of key paths as predicates write them.
///
///     KeyPathNames.name(of: \Person.address.city)  // "address.city"
///
/// Swift on Linux keeps the names of stored properties of structs and final classes. The names of
/// computed properties and of other classes' properties are not kept; code that generates or
/// declares such a class registers them.
public enum KeyPathNames {
    private struct Key: Hashable, @unchecked Sendable {
        // Unchecked: a key path does not change.
        let path: AnyKeyPath
    }

    private static let registered = Mutex<[Key: String]>([:])

    /// Gives names to key paths.
    ///
    ///     KeyPathNames.register([\Note.title: "title"])
    public static func register(_ names: sending [AnyKeyPath: String]) {
        for (path, name) in names {
            let key = Key(path: path)
            registered.withLock { $0[key] = name }
        }
    }

    /// The registered key path of a type that has a name; nil where none is.
    static func keyPath(_ name: String, of root: Any.Type) -> AnyKeyPath? {
        registered.withLock { table in
            table.first { $0.value == name && type(of: $0.key.path).rootType == root }?.key
        }?.path
    }

    /// The name of a key path; nil where it is neither registered nor kept.
    public static func name(of keyPath: AnyKeyPath) -> String? {
        let key = Key(path: keyPath)
        if let name = registered.withLock({ $0[key] }) { return name }
        // Prints as `\Person.address.city`, `\Person.nick?.count` or, where the name is not kept,
        // `\Person.<computed 0x55d0 (String)>`.
        let text = String(describing: keyPath)
        let root = "\\" + String(describing: type(of: keyPath).rootType)
        guard text.hasPrefix(root) else { return nil }
        let rest = text.dropFirst(root.count)
        if rest == ".self" { return "SELF" }
        let steps = rest.split(separator: ".").map { step in
            String(step.filter { $0 != "?" && $0 != "!" })
        }
        guard !steps.isEmpty, steps.allSatisfy({ $0.allSatisfy(isPartOfName) }) else { return nil }
        return steps.map { $0 == "count" ? "@count" : $0 }.joined(separator: ".")
    }

    private static func isPartOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}
