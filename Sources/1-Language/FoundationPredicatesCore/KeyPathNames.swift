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
        /// What was registered and not looked for since.
        ///
        /// Names are registered before `main`. Where Swift's runtime is linked into the program, the
        /// seeds of hashes are drawn after that, and what was hashed before is not found again.
        var new: [(key: Key, name: String)] = []
        var paths: [Key: String] = [:]
        /// Names of computed steps by what identifies them in every key path.
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
        let new = names.map { (key: Key(path: $0.key), name: $0.value) }
        registered.withLock { $0.new += new }
    }

    private static func withNames<T>(_ body: (Names) -> T) -> T {
        registered.withLock { names in
            for (key, name) in names.new {
                names.paths[key] = name
                let steps = KeyPathText(key.path).steps
                if steps.count == 1, case .computed(let identity) = steps[0] {
                    names.steps[identity] = name
                }
            }
            if !names.new.isEmpty { names.new = [] }
            return body(names)
        }
    }

    /// Makes known which cases an enumeration without payloads has that is not `CaseIterable`.
    package static func register<E: RawRepresentable>(cases: [E]) {
        let cases = Cases(all: cases)
        registered.withLock { $0.cases[ObjectIdentifier(E.self)] = cases }
    }

    /// The registered key path of a type that has a name; nil where none is.
    static func keyPath(_ name: String, of root: Any.Type) -> AnyKeyPath? {
        withNames { table in
            table.paths.first { $0.value == name && type(of: $0.key.path).rootType == root }?.key
        }?.path
    }

    /// The name of a key path; nil where it is neither registered nor kept.
    public static func name(of keyPath: AnyKeyPath) -> String? {
        let key = Key(path: keyPath)
        if let name = withNames({ $0.paths[key] }) { return name }
        let text = KeyPathText(keyPath)
        if text.isSelf || isRawValue(keyPath) { return "SELF" }
        guard !text.steps.isEmpty else { return nil }
        var names: [String] = []
        for step in text.steps {
            switch step {
            case .name(let name): names.append(name)
            case .computed(let identity):
                guard let name = withNames({ $0.steps[identity] }) else { return nil }
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
        func all<E: RawRepresentable & CaseIterable>(_: E.Type) -> [any RawRepresentable] {
            Array(E.allCases)
        }
        let type = type(of: keyPath).rootType
        let cases =
            if let root = type as? any (RawRepresentable & CaseIterable).Type {
                all(root)
            } else {
                withNames { $0.cases[ObjectIdentifier(type)] }?.all ?? []
            }
        return !cases.isEmpty && cases.allSatisfy { gives(keyPath, of: $0) }
    }

    private static func gives<E: RawRepresentable>(_ keyPath: AnyKeyPath, of value: E) -> Bool {
        guard let path = keyPath as? KeyPath<E, E.RawValue>,
            let given = value[keyPath: path] as? AnyHashable
        else { return false }
        return given == value.rawValue as? AnyHashable
    }
}

extension AnyKeyPath {
    /// The name of ``KeyPathNames``, for libraries that write predicates from key paths.
    ///
    ///     (\Person.name)._kvcKeyPathString  // "name"
    ///
    /// The property of the standard library, which this one hides, is nil for every key path on Linux.
    public var _kvcKeyPathString: String? { KeyPathNames.name(of: self) }
}

/// What a key path prints: `\Person.address.city`, `\Person.nick?.count` or, where the name of a
/// step is not kept, `\Person.<computed 0x55d0 (String)>`.
private struct KeyPathText {
    enum Step {
        case name(String)
        /// A property by what identifies it in every key path, or by the address of its getter.
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
        steps = KeyPathText.split(rest).map { part in
            let step = KeyPathText.step(part)
            guard case .computed(let getter) = step,
                let identity = KeyPathMemory.identity(ofStepWithGetter: getter, in: path)
            else { return step }
            return .computed(identity)
        }
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

/// Finds what the runtime compares when it compares computed steps of two key paths.
///
/// A key path prints the address of a step's getter. Where a module is compiled as a whole, as in
/// release builds, each key path has a getter of its own for one property: two files that write
/// `\Dog.owner?.name` print two addresses. The step's identifier stands before the getter in the
/// memory of the key path and is the same everywhere. That layout is no interface, so that it is
/// tried out first with a key path whose content is known; where it is another one, steps go by
/// their getters.
private enum KeyPathMemory {
    // Words of a key path: type, count of references, storage offset, the size of the components in
    // bytes, then the components. A computed one is a word that begins with its kind, the
    // identifier and the getter.
    private static let sizePlace = 3
    private static let computedKind: UInt = 2
    private static let largestSize: UInt = 1 << 16

    private struct Known {
        var value: Int { 0 }
    }

    private static let isUnderstood: Bool = {
        guard MemoryLayout<UInt>.size == 8 else { return false }
        let path: AnyKeyPath = \Known.value
        let words = Words(path)
        let identifierWords: UInt = 3
        guard words.size == identifierWords * 8, words.kind(at: sizePlace + 1) == computedKind
        else {
            return false
        }
        // No search by Foundation: names are registered before `main`, and where Swift's runtime is
        // linked into the program Core Foundation may not have begun then.
        return "\(path)".hasSuffix(String(words[sizePlace + 3], radix: 16) + " (Int)>")
    }()

    /// The identifier of a computed step; nil where it cannot be found, and for subscripts.
    static func identity(ofStepWithGetter getter: String, in path: AnyKeyPath) -> String? {
        guard isUnderstood, getter.hasPrefix("0x"),
            let address = UInt(getter.dropFirst(2), radix: 16)
        else { return nil }
        return withExtendedLifetime(path) {
            let words = Words(path)
            guard words.size <= largestSize else { return nil }
            var place = sizePlace + 1
            let end = place + Int(words.size / 8)
            while place + 2 < end {
                if words[place + 2] == address, words.kind(at: place) == computedKind {
                    return words.identity(at: place)
                }
                place += 1
            }
            return nil
        }
    }

    private struct Words {
        let start: UnsafeRawPointer

        init(_ path: AnyKeyPath) {
            start = UnsafeRawPointer(Unmanaged.passUnretained(path).toOpaque())
        }

        subscript(place: Int) -> UInt { start.load(fromByteOffset: place * 8, as: UInt.self) }

        /// The bytes of all components.
        var size: UInt { self[sizePlace] & 0xFF_FFFF }

        func kind(at place: Int) -> UInt { self[place] >> 24 & 0x7F }

        /// Nil for subscripts, and for what the runtime numbers within a type.
        func identity(at place: Int) -> String? {
            let hasArguments: UInt = 0x8_0000
            let isNumber: UInt = 0x30_0000
            guard self[place] & (hasArguments | isNumber) == 0 else { return nil }
            return String(self[place + 1], radix: 16)
        }
    }
}
