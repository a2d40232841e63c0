/// Which entities of a model inherit from which, and which of them have a property of a name.
///
/// Entities have numbers, in which those that inherit from one follow it at once, so that no long
/// chain of entities is walked for each of its members.
struct EntityTree {
    /// The names, by number; of several entities of one name the first counts.
    private(set) var names: [String] = []
    /// The number of the entity that each inherits from; nil where there is none, and once in a
    /// circle.
    private(set) var parents: [Int?] = []
    /// The number of the entity from which all of a family inherit, by number.
    private var roots: [Int] = []
    /// The number behind those of an entity and of all that inherit from it, by number.
    private var ends: [Int] = []
    private var numbers: [String: Int] = [:]
    /// The numbers of the entities that have a property of a name of their own, ascending.
    private var owners: [String: [Int]] = [:]
    /// The first number of an entity that inherits in a circle, or from one that does.
    private var endless = 0

    init(_ entities: [(name: String, parent: String?, properties: [String])]) {
        let known = Dictionary(
            entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var children: [String: [String]] = [:]
        var first: [String] = []
        var seen: Set<String> = []
        for entity in entities where seen.insert(entity.name).inserted {
            if let parent = entity.parent, known[parent] != nil {
                children[parent, default: []].append(entity.name)
            } else {
                first.append(entity.name)
            }
        }
        for name in first { add(name, children) }
        endless = names.count
        for entity in entities where numbers[entity.name] == nil { add(entity.name, children) }
        for (number, name) in names.enumerated() {
            for property in Set(known[name]?.properties ?? []) {
                owners[property, default: []].append(number)
            }
        }
    }

    /// Numbers an entity and all that inherit from it.
    private mutating func add(_ root: String, _ children: [String: [String]]) {
        let first = names.count
        var open: [(name: String, parent: Int?)] = [(root, nil)]
        while let (name, parent) = open.popLast() {
            guard numbers[name] == nil else { continue }
            let number = names.count
            numbers[name] = number
            names.append(name)
            parents.append(parent)
            roots.append(first)
            ends.append(number + 1)
            open += (children[name] ?? []).map { ($0, number) }
        }
        for number in (first..<names.count).reversed() {
            if let parent = parents[number] { ends[parent] = max(ends[parent], ends[number]) }
        }
    }

    /// The number of an entity.
    subscript(name: String) -> Int? { numbers[name] }

    /// Whether an entity inherits in a circle, or from one that does.
    func isEndless(_ name: String) -> Bool { numbers[name].map { $0 >= endless } ?? false }

    /// The name of the entity from which all of a family inherit.
    func root(of name: String) -> String? { numbers[name].map { names[roots[$0]] } }

    /// Whether an entity is another one or inherits from it.
    func inherits(_ name: String, from other: String) -> Bool {
        guard let number = numbers[name], let above = numbers[other] else { return false }
        return above <= number && number < ends[above]
    }

    /// The nearest entity with a property of a name of its own: an entity, or one that it inherits
    /// from.
    func owner(of property: String, in name: String) -> String? {
        guard let number = numbers[name], let owners = owners[property] else { return nil }
        var (low, high) = (0, owners.count)
        while low < high {
            let middle = (low + high) / 2
            if owners[middle] <= number { low = middle + 1 } else { high = middle }
        }
        return owners[..<low].last { ends[$0] > number }.map { names[$0] }
    }

    /// By number, the nearest entity that is marked: itself, or one that it inherits from.
    func nearest(marked: [Bool]) -> [Int?] {
        var nearest: [Int?] = []
        for number in names.indices {
            nearest.append(marked[number] ? number : parents[number].flatMap { nearest[$0] })
        }
        return nearest
    }

    /// By number, the lowest rank of an entity and of those that inherit from it.
    func lowest(_ ranks: [String: Int]) -> [Int?] {
        var lowest = names.map { ranks[$0] }
        for number in names.indices.reversed() {
            guard let rank = lowest[number], let parent = parents[number] else { continue }
            lowest[parent] = min(lowest[parent] ?? rank, rank)
        }
        return lowest
    }
}
