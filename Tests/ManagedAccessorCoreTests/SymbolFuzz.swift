import TestRandom

/// Random sources with objects in them, to compare symbols with the compiler's.
struct SymbolFuzz {
    private var random: RandomNumbers
    private var types: [String] = []
    private var hashable: [String] = []

    private static let words = [
        "Item", "item", "Order", "URL", "ID", "id", "MyApp", "Note", "note", "Book", "books", "x",
        "_y", "a1", "V2", "HTTPServer", "iPhone", "Core", "Data", "Foundation", "Date", "String",
        "NSSet", "é", "Größe", "人", "_", "Managed", "Object", "user", "User", "DTO", "to", "To",
        "Int", "Int32", "aB", "AB", "ABc", "B", "b", "is", "has", "z9z", "Swift", "Essentials",
        "UUID", "count", "A", "AA", "C",
    ]

    private static let known = [
        "Int", "Int16", "Int32", "Int64", "Double", "Float", "Bool", "String", "Date", "UUID",
        "Data", "URL", "Decimal", "NSNumber", "NSSet", "NSOrderedSet", "NSDecimalNumber", "NSDate",
        "NSData", "NSString", "NSURL", "NSObject", "NSDictionary", "NSArray", "NSManagedObject",
        "Any", "AnyObject", "IndexSet", "NSIndexSet", "Range<Int>", "Character",
    ]

    /// Names of modules that look like what is in them.
    static let modules = [
        "m", "MyApp", "DemoLib", "Core_Item", "OrderData", "Foundation2", "Note", "ItemDate",
        "AppFoundationEssentials",
    ]

    init(seed: UInt64) { random = RandomNumbers(seed: seed) }

    mutating func number(_ range: ClosedRange<Int>) -> Int { random.number(range) }

    mutating func pick(_ list: [String]) -> String { random.pick(list) }

    private mutating func chance(_ percent: Int) -> Bool { random.chance(percent) }

    private mutating func name(isType: Bool) -> String {
        var name = ""
        for _ in 0..<number(1...4) { name += pick(Self.words) }
        if isType {
            let first = name.prefix(1)
            name = first == "_" || first == "人" ? "T" + name : first.uppercased() + name.dropFirst()
        }
        // Names that mean something already get one more letter.
        let isPlain = Self.words.contains(name) || name.allSatisfy { $0 == "_" }
        return isPlain ? name + "q" : name
    }

    private mutating func type(_ depth: Int = 0) -> String {
        var type: String
        switch number(1...100) {
        case ...12 where depth < 3: type = "[\(self.type(depth + 1))]"
        case ...20 where depth < 3: type = "Set<\(pick(hashable))>"
        case ...30 where depth < 3: type = "[\(pick(hashable)): \(self.type(depth + 1))]"
        case ...34 where depth < 2: type = "(\(self.type(depth + 1)), \(self.type(depth + 1)))"
        default: type = pick(types)
        }
        if chance(40) { type += "?" }
        return type
    }

    /// The text of one source.
    mutating func source(module: String) -> String {
        var used: Set<String> = [module, "NSManagedObject"]
        func fresh(_ fuzz: inout SymbolFuzz) -> String {
            while true {
                let name = fuzz.name(isType: true)
                if used.insert(name).inserted { return name }
            }
        }
        let classes = (0..<number(1...4)).map { _ in fresh(&self) }
        let structures = [fresh(&self), fresh(&self)]
        let enumerations = [fresh(&self), fresh(&self)]
        let protocolName = fresh(&self)
        let aliases = [fresh(&self), fresh(&self)]
        var text = "import Foundation\nopen class NSManagedObject: NSObject {}\n"
        types =
            Self.known + classes + classes + structures + enumerations + [protocolName] + aliases
        hashable = ["Int", "String", "Date", "UUID", "URL", "Int64"] + classes + enumerations
        for structure in structures {
            let inner = name(isType: true) + "N"
            types.append("\(structure).\(inner)")
            text += "public struct \(structure) { public enum \(inner) { case a } }\n"
        }
        for one in enumerations { text += "public enum \(one): Int16 { case a, b }\n" }
        text += "public protocol \(protocolName): AnyObject {}\n"
        let first = pick(["String", "Date", classes[0], "[String: Int]", "Set<\(classes[0])>"])
        text += "public typealias \(aliases[0]) = \(first)\n"
        text += "public typealias \(aliases[1]) = \(pick(["Data?", structures[0], "NSDate"]))\n"
        for one in classes { text += self.class(one) }
        return text
    }

    private mutating func `class`(_ className: String) -> String {
        var seen: Set<String> = ["description", "hash", "_q"]
        var body = ""
        var more = ""
        var uses = ""
        for _ in 0..<number(4...14) {
            let name = name(isType: false)
            guard seen.insert(name).inserted else { continue }
            let line = "    " + member(name) + "\n"
            if chance(70) { body += line } else { more += line }
            // The compiler leaves out what is private and not used.
            uses += "        _ = self.`\(name)`\n"
        }
        body += "    func useAllOfThem() {\n\(uses)    }\n"
        return "public class \(className): NSManagedObject {\n\(body)}\n"
            + "extension \(className) {\n\(more)}\n"
    }

    private mutating func member(_ name: String) -> String {
        let access = pick(["", "public ", "", "private ", "fileprivate "])
        guard chance(20) else { return "@NSManaged \(access)var `\(name)`: \(type())" }
        let parameters = (0..<number(0...3)).map { index in
            let label = pick(["_", "at", "item", self.name(isType: false) + "q"])
            return "\(label) v\(index): \(type(1))"
        }
        let result = chance(50) ? " -> " + type(1) : ""
        return "@NSManaged \(access)func `\(name)`(\(parameters.joined(separator: ", ")))\(result)"
    }
}
