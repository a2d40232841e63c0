import Foundation
package import PredicateCore
import RecordCore
package import TestRandom

/// Makes questions about given rows: formats with arguments, orders and limits.
///
///     var random = RandomNumbers(seed: 1)
///     let rows = RandomRows(count: 40, using: &random)
///     var questions = RandomPredicates(rows, numbers: random)
///     questions.next().format  // "(size >= 3 OR \"red\" IN tags) AND NOT text LIKE[c] 'a*'"
///
/// The formats are built as text, so that they go through the parser as users' formats do, and
/// so that nothing but the language itself is shared with what is tested.
package struct RandomPredicates {
    /// A question.
    package struct Question: Sendable, CustomStringConvertible {
        /// The format.
        package var format: String
        /// What stands for its specifiers.
        package var arguments: [Value]
        /// In which order the records come.
        package var ordering: [Ordering]
        /// How many records at most.
        package var limit: Int?
        /// How many records to pass over.
        package var offset: Int

        /// The format with everything else behind it.
        package var description: String {
            var text = format
            if !arguments.isEmpty {
                text += "  ← " + arguments.map(RandomPredicates.short).joined(separator: ", ")
            }
            if !ordering.isEmpty {
                let keys = ordering.map { one in
                    let direction = one.ascending ? "" : " desc"
                    return switch one.key {
                    case .keyPath(let path): path.text + direction
                    case .distance(let path, from: _): "distance of \(path.text)" + direction
                    }
                }
                text += "  order " + keys.joined(separator: ", ")
            }
            if limit != nil || offset > 0 { text += "  limit \(limit ?? -1) offset \(offset)" }
            return text
        }
    }

    /// What the questions may say.
    package enum Vocabulary: Sendable {
        /// The whole language.
        case everything
        /// Mostly what CloudKit accepts.
        case cloudKit
        /// Plain comparisons, without arguments.
        case plain
    }

    let rows: RandomRows
    let vocabulary: Vocabulary
    var plain: Bool { vocabulary == .plain }
    var random: RandomNumbers
    var arguments: [Value] = []

    /// Questions about rows.
    package init(
        _ rows: RandomRows, vocabulary: Vocabulary = .everything, numbers: RandomNumbers
    ) {
        self.rows = rows
        self.vocabulary = vocabulary
        random = numbers
    }

    /// The next question.
    package mutating func next() -> Question {
        arguments = []
        let format = predicate(depth: random.pick([0, 0, 1, 1, 2, 3]))
        var ordering: [Ordering] = []
        let sortable = rows.fields.filter { $0.indexes.contains(.sortable) }
        for _ in 0..<random.pick([0, 0, 1, 1, 2, 3]) where !plain {
            let field = random.pick(sortable)
            let ascending = random.chance(50)
            if field.type == .single(.location) {
                ordering.append(
                    Ordering(
                        key: .distance(
                            QueryKeyPath(steps: [.key(field.name)]),
                            from: random.pick(RandomRows.places)), ascending: ascending))
            } else {
                ordering.append(
                    Ordering(
                        key: .keyPath(QueryKeyPath(steps: [.key(field.name)])),
                        ascending: ascending))
            }
        }
        let isCut = !plain && random.chance(30)
        return Question(
            format: format, arguments: arguments, ordering: ordering,
            limit: isCut ? random.number(1...12) : nil, offset: isCut ? random.number(0...6) : 0)
    }

    /// A value as a complaint shows it.
    private static func short(_ value: Value) -> String {
        switch value {
        case .text(let text): "'\(text)'"
        case .int(let number): "\(number)"
        case .double(let number): "\(number)"
        case .date(let date): "\(date.microseconds) µs"
        case .reference(let reference): "→\(reference.recordID.name)"
        case .location(let place): "(\(place.latitude), \(place.longitude))"
        case .list(let members): "{" + members.map(short).joined(separator: ", ") + "}"
        case .null: "nil"
        case .bytes(let data): "<" + data.map { String($0) }.joined(separator: " ") + ">"
        case .decimal(let number): "\(number)"
        case .uuid, .url, .asset, .dictionary, .object: "\(value)"
        }
    }

    // MARK: Compounds

    mutating func predicate(depth: Int) -> String {
        guard depth > 0 else { return leaf() }
        if vocabulary == .cloudKit {
            return random.chance(85)
                ? several(depth, joined: "AND") : "NOT (" + predicate(depth: 0) + ")"
        }
        switch random.number(0...9) {
        case 0...3: return "(" + several(depth, joined: random.pick(["AND", "&&", "and"])) + ")"
        case 4...7: return "(" + several(depth, joined: random.pick(["OR", "||", "or"])) + ")"
        default: return "NOT (" + predicate(depth: depth - 1) + ")"
        }
    }

    private mutating func several(_ depth: Int, joined word: String) -> String {
        let count = random.pick([2, 2, 2, 3])
        var parts: [String] = []
        for _ in 0..<count { parts.append(predicate(depth: depth - 1)) }
        return parts.joined(separator: " \(word) ")
    }

    /// One comparison.
    mutating func leaf() -> String {
        switch vocabulary {
        case .plain: return plainLeaf()
        case .cloudKit where !random.chance(3): return simpleLeaf()
        case .cloudKit, .everything: break
        }
        switch random.number(0...99) {
        case 0..<12: return numbers()
        case 12..<30: return texts()
        case 30..<35: return dates()
        case 35..<39: return references()
        case 39..<41: return bytes()
        case 41..<44: return distances()
        case 44..<51: return members()
        case 51..<61: return quantified()
        case 61..<65: return counted()
        case 65..<68: return subquery()
        case 68..<71: return indexed()
        case 71..<74: return nils()
        case 74..<77: return twoFields()
        case 77..<80: return tokens()
        case 80..<97: return random.chance(70) ? showcase() : computed()
        default: return oddities()
        }
    }

    // MARK: Words

    /// A key as a format says it: reserved words after `#`.
    func key(_ name: String) -> String {
        RandomPredicates.reserved.contains(name) ? "#" + name : name
    }

    static let reserved: Set<String> = [
        "in", "like", "first", "last", "all", "null", "between", "self",
    ]

    mutating func field(_ scalar: ScalarType, list: Bool = false, dense: Bool = false) -> String {
        let names = rows.names(scalar, list: list, dense: dense)
        return key(random.pick(names.isEmpty ? rows.names(scalar, list: list) : names))
    }

    mutating func comparison() -> String {
        random.pick(["==", "=", "!=", "<>", "<", "<=", "=<", ">", ">=", "=>"])
    }

    mutating func options() -> String {
        if vocabulary == .cloudKit { return "" }
        return random.pick([
            "", "", "", "[c]", "[d]", "[cd]", "[cd]", "[n]", "[dc]", "[l]", "[cdl]",
        ])
    }

    /// A literal, or a specifier with the value among the arguments.
    mutating func constant(_ value: Value) -> String {
        switch value {
        case .null: return random.pick(["nil", "NULL"])
        case .int(let number) where plain || random.chance(70): return "\(number)"
        case .double(let number) where plain || random.chance(70): return "\(number)"
        case .text(let text) where plain || random.chance(70): return quoted(text)
        case .list(let values) where plain || random.chance(60):
            var parts: [String] = []
            for value in values { parts.append(constant(value)) }
            return "{" + parts.joined(separator: ", ") + "}"
        case .date(let date) where random.chance(30):
            return "CAST(\(date.timeIntervalSinceReferenceDate), 'NSDate')"
        case .int, .double, .decimal, .text, .date, .bytes, .uuid, .url, .reference, .location,
            .asset, .list, .dictionary, .object:
            arguments.append(value)
            return "%@"
        }
    }

    private func quoted(_ text: String) -> String {
        var result = "'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'", "\\": result += "\\" + String(scalar)
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "'"
    }

    mutating func value(_ scalar: ScalarType) -> Value {
        if scalar == .double, random.chance(40) {
            return .int(RandomRows.integer(plain: plain, using: &random))
        }
        if scalar == .int64, random.chance(12) {
            return .double(RandomRows.double(plain: plain, using: &random))
        }
        if !plain, scalar == .double || scalar == .int64, random.chance(3) {
            return .decimal(Decimal(random.number(-20...60)) / 4)
        }
        return RandomRows.value(scalar, plain: plain, using: &random)
    }

    mutating func values(_ scalar: ScalarType, _ count: ClosedRange<Int> = 0...5) -> Value {
        var values: [Value] = []
        for _ in 0..<random.number(count) { values.append(value(scalar)) }
        if !plain, random.chance(8) { values.append(.null) }
        return .list(values)
    }

    /// Two bounds, the smaller mostly first.
    mutating func bounds(_ scalar: ScalarType) -> Value {
        let low = value(scalar)
        let high = value(scalar)
        let isReversed = ValueComparison.sortOrder(low, high) == .greater
        return .list(isReversed && !random.chance(10) ? [high, low] : [low, high])
    }
}
