import Foundation
import Synchronization

/// The names of key paths as predicates write them.
///
///     KeyPathNames.name(of: \Person.address.city)  // "address.city"
///
/// Swift on Linux keeps the names of stored properties of structs and final classes. The names of
/// computed properties and of other classes' properties are not kept; code that generates or
/// declares such a class registers them. A longer key path has a name when each of its steps has
/// one: `\Dog.owner?.name` is `owner.name` once `\Dog.owner` and `\Owner.name` are registered.
public enum KeyPathNames {
    private struct Key: Hashable, @unchecked Sendable {
        // Unchecked: a key path does not change.
        let path: AnyKeyPath
    }

    private struct Names: Sendable {
        var paths: [Key: String] = [:]
        /// Names of computed steps by what a key path prints for them.
        var steps: [String: String] = [:]
        /// Every case of enumerations that do not list their cases themselves.
        var cases: [ObjectIdentifier: Cases] = [:]
    }

    private struct Cases: @unchecked Sendable {
        // Unchecked: cases without payloads are constants.
        let all: [any RawRepresentable]
    }

    private static let registered = Mutex(Names())

    /// Gives names to key paths.
    ///
    ///     KeyPathNames.register([\Note.title: "title"])
    public static func register(_ names: sending [AnyKeyPath: String]) {
        for (path, name) in names {
            let key = Key(path: path)
            let steps = KeyPathText(path).steps
            registered.withLock { names in
                names.paths[key] = name
                if steps.count == 1, case .computed(let address) = steps[0] {
                    names.steps[address] = name
                }
            }
        }
    }

    /// Makes known which cases an enumeration without payloads has that is not `CaseIterable`.
    package static func register<E: RawRepresentable>(cases: [E]) {
        let cases = Cases(all: cases)
        registered.withLock { $0.cases[ObjectIdentifier(E.self)] = cases }
    }

    /// The registered key path of a type that has a name; nil where none is.
    static func keyPath(_ name: String, of root: Any.Type) -> AnyKeyPath? {
        registered.withLock { table in
            table.paths.first { $0.value == name && type(of: $0.key.path).rootType == root }?.key
        }?.path
    }

    /// The name of a key path; nil where it is neither registered nor kept.
    public static func name(of keyPath: AnyKeyPath) -> String? {
        let key = Key(path: keyPath)
        if let name = registered.withLock({ $0.paths[key] }) { return name }
        let text = KeyPathText(keyPath)
        if text.isSelf || isRawValue(keyPath) { return "SELF" }
        guard !text.steps.isEmpty else { return nil }
        var names: [String] = []
        for step in text.steps {
            switch step {
            case .name("count"): names.append("@count")
            case .name(let name): names.append(name)
            case .computed(let address):
                guard let name = registered.withLock({ $0.steps[address] }) else { return nil }
                if name != "SELF" { names.append(name) }
            case .other: return nil
            }
        }
        return names.isEmpty ? "SELF" : names.joined(separator: ".")
    }

    /// Whether a key path gives the raw value of every case of an enumeration.
    ///
    /// An enumeration stands for its raw value in predicates. Its `rawValue` is computed and keeps no
    /// name; what gives the same for all cases may be taken for it.
    private static func isRawValue(_ keyPath: AnyKeyPath) -> Bool {
        func givesRawValues<E: RawRepresentable & CaseIterable>(_: E.Type) -> Bool {
            guard let path = keyPath as? KeyPath<E, E.RawValue> else { return false }
            return E.allCases.allSatisfy {
                guard let value = $0[keyPath: path] as? AnyHashable else { return false }
                return value == $0.rawValue as? AnyHashable
            }
        }
        let type = type(of: keyPath).rootType
        if let root = type as? any (RawRepresentable & CaseIterable).Type {
            return givesRawValues(root)
        }
        guard let cases = registered.withLock({ $0.cases[ObjectIdentifier(type)] }) else {
            return false
        }
        return !cases.all.isEmpty && cases.all.allSatisfy { gives(keyPath, of: $0) }
    }

    private static func gives<E: RawRepresentable>(_ keyPath: AnyKeyPath, of value: E) -> Bool {
        guard let path = keyPath as? KeyPath<E, E.RawValue>,
            let given = value[keyPath: path] as? AnyHashable
        else { return false }
        return given == value.rawValue as? AnyHashable
    }
}

/// What a key path prints: `\Person.address.city`, `\Person.nick?.count` or, where the name of a
/// step is not kept, `\Person.<computed 0x55d0 (String)>`.
private struct KeyPathText {
    enum Step {
        case name(String)
        /// A property by the address of its getter.
        case computed(String)
        case other
    }

    /// Empty for what is no list of steps.
    private(set) var steps: [Step] = []
    private(set) var isSelf = false

    init(_ path: AnyKeyPath) {
        let text = String(describing: path)
        let root = "\\" + String(describing: type(of: path).rootType)
        guard text.hasPrefix(root) else { return }
        let rest = text.dropFirst(root.count)
        isSelf = rest == ".self"
        guard !isSelf else { return }
        steps = KeyPathText.split(rest).map(KeyPathText.step)
    }

    /// The parts between dots; types in brackets have dots of their own.
    private static func split(_ text: Substring) -> [Substring] {
        var parts: [Substring] = []
        var depth = 0
        var start = text.startIndex
        for place in text.indices {
            switch text[place] {
            case "<", "(", "[": depth += 1
            case ">", ")", "]": depth -= 1
            case "." where depth == 0:
                if start < place { parts.append(text[start..<place]) }
                start = text.index(after: place)
            default: break  // Part of a name.
            }
        }
        if start < text.endIndex { parts.append(text[start...]) }
        return parts
    }

    private static func step(_ text: Substring) -> Step {
        let plain = text.filter { $0 != "?" && $0 != "!" }
        let computed = "<computed "
        if plain.hasPrefix(computed) {
            return .computed(String(plain.dropFirst(computed.count).prefix { $0 != " " }))
        }
        let isName = !plain.isEmpty && plain.allSatisfy(isPartOfName)
        return isName ? .name(String(plain)) : .other
    }

    private static func isPartOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}
