import Foundation

/// The objects of a keyed archive, found by their numbers.
struct KeyedGraph {
    let objects: [PropertyTree]
    private let top: [String: PropertyTree]
    /// Members that are still handed out; an entry counts as four.
    private let handedOut = PartCount(500_000)

    init(_ data: Data) throws(ModelArchiveError) {
        guard let entries = try PropertyTree(data).dictionary,
            let objects = entries["$objects"]?.list, let top = entries["$top"]?.dictionary
        else { throw ModelArchiveError("The file is no keyed archive.") }
        self.objects = objects
        self.top = top
    }

    /// An object with the number that tells it from others.
    struct Object: Hashable {
        let number: Int
        let className: String
        let entries: [String: PropertyTree]

        static func == (a: Object, b: Object) -> Bool { a.number == b.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    /// What a reference stands for; `$null` is null.
    func resolved(_ value: PropertyTree?) -> PropertyTree {
        guard let value else { return .null }
        guard case .reference(let number) = value else { return value }
        guard objects.indices.contains(number) else { return .null }
        return objects[number] == .text("$null") ? .null : objects[number]
    }

    /// The object that a reference stands for.
    func object(_ value: PropertyTree?) -> Object? {
        guard case .reference(let number)? = value, objects.indices.contains(number),
            case .dictionary(let entries) = objects[number]
        else { return nil }
        let named = resolved(entries["$class"]).dictionary
        guard let name = named?["$classname"]?.text else { return nil }
        return Object(number: number, className: name, entries: entries)
    }

    /// The object that the archive is of.
    var rootObject: Object? { object(root) }

    /// The reference to the object that the archive is of.
    var root: PropertyTree? { top["root"] ?? top.values.first }

    /// Whether more members and entries were asked for than are handed out.
    var isExhausted: Bool { !handedOut.take(0) }

    /// The members of an array or a set, unresolved.
    func members(_ value: PropertyTree?) -> [PropertyTree] {
        let members = allMembers(value)
        return handedOut.take(members.count) ? members : []
    }

    private func allMembers(_ value: PropertyTree?) -> [PropertyTree] {
        let resolved = resolved(value)
        if let list = resolved.list { return list }
        guard let entries = resolved.dictionary else { return [] }
        if let list = entries["NS.objects"]?.list { return list }
        // Old archives number the members.
        return (0..<entries.count).lazy.map { entries["NS.object.\($0)"] }.prefix { $0 != nil }
            .compactMap { $0 }
    }

    /// The entries of a dictionary, unresolved, in the order of the archive.
    func entries(_ value: PropertyTree?) -> [(key: String, value: PropertyTree)] {
        guard let dictionary = resolved(value).dictionary else { return [] }
        var keys: [PropertyTree]
        var values: [PropertyTree]
        if let mapping = dictionary["searchMapping"] {
            keys = members(resolved(mapping).dictionary?["keys"])
            values = members(dictionary["values"])
        } else {
            keys = dictionary["NS.keys"]?.list ?? []
            values = dictionary["NS.objects"]?.list ?? []
        }
        guard handedOut.take(4 * min(keys.count, values.count)) else { return [] }
        return zip(keys, values).compactMap { key, value in
            resolved(key).text.map { ($0, value) }
        }
    }

    // MARK: Checking

    /// Whether every object names a class: Foundation on Linux stops the program where the class of
    /// an object is no dictionary.
    var hasClasses: Bool {
        objects.allSatisfy { object in
            guard let named = object.dictionary?["$class"] else { return true }
            guard case .reference(let number) = named, objects.indices.contains(number) else {
                return false
            }
            return objects[number].dictionary?["$classname"]?.text != nil
        }
    }

    /// Whether every object is of one of some classes, and what the archive is of has some levels
    /// and parts at most, each part counted as often as it is referred to.
    func isPlain(of classes: Set<String>, levels: Int, parts: Int) -> Bool {
        for case .dictionary(let entries) in objects {
            if let name = entries["$classname"] {
                guard let text = name.text, classes.contains(text) else { return false }
            } else if entries["$classhints"] != nil {
                return false
            }
            // Values are read by the number of the keys.
            if entries["NS.keys"] != nil,
                entries["NS.keys"]?.list?.count != entries["NS.objects"]?.list?.count
            {
                return false
            }
        }
        var left = parts
        return top.values.allSatisfy { isWithin(levels, $0, &left) }
    }

    private func isWithin(_ levels: Int, _ value: PropertyTree, _ left: inout Int) -> Bool {
        left -= 1
        guard levels > 0, left >= 0 else { return false }
        switch value {
        case .reference(let number):
            guard objects.indices.contains(number) else { return false }
            return isWithin(levels - 1, objects[number], &left)
        case .list(let members): return members.allSatisfy { isWithin(levels, $0, &left) }
        case .dictionary(let entries):
            return entries.values.allSatisfy { isWithin(levels, $0, &left) }
        case .null, .bool, .int, .double, .date, .data, .text: return true
        }
    }

    /// Whether no object holds itself, nor others more than some levels deep.
    func isWithin(levels: Int) -> Bool {
        var heights: [Int: Int] = [:]
        return top.values.allSatisfy { height(of: $0, atMost: levels, &heights) != nil }
    }

    /// The levels of objects in a value; nil for more than a limit.
    private func height(
        of value: PropertyTree, atMost limit: Int, _ heights: inout [Int: Int]
    ) -> Int? {
        let members: [PropertyTree]
        switch value {
        case .reference(let number):
            guard objects.indices.contains(number) else { return 0 }
            if let known = heights[number] { return known <= limit ? known : nil }
            guard limit > 0,
                let inner = height(of: objects[number], atMost: limit - 1, &heights)
            else { return nil }
            heights[number] = inner + 1
            return inner + 1
        case .list(let list): members = list
        case .dictionary(let entries): members = Array(entries.values)
        case .null, .bool, .int, .double, .date, .data, .text: return 0
        }
        var most = 0
        for member in members {
            guard let inner = height(of: member, atMost: limit, &heights) else { return nil }
            most = max(most, inner)
        }
        return most
    }

    /// A text.
    func text(_ value: PropertyTree?) -> String? {
        let resolved = resolved(value)
        if let text = resolved.text { return text }
        return resolved.dictionary?["NS.string"]?.text
    }

    /// A truth value; false where there is none.
    func bool(_ value: PropertyTree?) -> Bool { resolved(value).int.map { $0 != 0 } ?? false }

    /// A whole number.
    func int(_ value: PropertyTree?) -> Int? { resolved(value).int.flatMap { Int(exactly: $0) } }

    /// A decimal number; nil for not-a-number, and for what is none.
    func decimal(_ entries: [String: PropertyTree]) -> Decimal? {
        guard case .data(let mantissa)? = entries["NS.mantissa"],
            let number = Decimal(
                mantissa: mantissa, length: int(entries["NS.length"]) ?? 0,
                isBig: int(entries["NS.mantissa.bo"]) == 2,
                isNegative: bool(entries["NS.negative"]),
                exponent: int(entries["NS.exponent"]) ?? 0)
        else { return nil }
        return number.isNaN ? nil : number
    }

    /// Texts by key.
    func texts(_ value: PropertyTree?) -> [String: String] {
        var all: [String: String] = [:]
        for (key, value) in entries(value) {
            all[key] = text(value) ?? resolved(value).int.map(String.init)
        }
        return all
    }
}

/// How many parts of an archive may still be read.
///
/// A part counts as often as it is referred to: a few objects that share parts, which share others,
/// can stand for more than there is time and memory for.
final class PartCount {
    private var left: Int

    init(_ left: Int) { self.left = left }

    /// Counts some parts; false where there are none left.
    func take(_ count: Int = 1) -> Bool {
        left = max(-1, left - count)
        return left >= 0
    }
}
