import Foundation

/// The objects of a keyed archive, found by their numbers.
struct KeyedGraph {
    private let objects: [PropertyTree]
    private let top: [String: PropertyTree]

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

    /// What the archive is of.
    var root: PropertyTree { resolved(top["root"] ?? top.values.first ?? .null) }

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
    var rootObject: Object? { object(top["root"] ?? top.values.first) }

    /// The members of an array or a set, unresolved.
    func members(_ value: PropertyTree?) -> [PropertyTree] {
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
        return zip(keys, values).compactMap { key, value in
            resolved(key).text.map { ($0, value) }
        }
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

    /// Texts by key.
    func texts(_ value: PropertyTree?) -> [String: String] {
        var all: [String: String] = [:]
        for (key, value) in entries(value) {
            all[key] = text(value) ?? resolved(value).int.map(String.init)
        }
        return all
    }
}
