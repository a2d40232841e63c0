import Foundation
import PredicateCore
package import RecordCore
package import TestRandom

/// A record type and records made at random, small enough that questions hit something.
package struct RandomRows: Sendable {
    /// The fields, `name` among them.
    package var fields: [Field]
    /// The fields that every record has a value for.
    package var dense: Set<String>
    /// The records.
    package var rows: [CaseContext.Row]

    /// What texts are made of: case, accents in both forms, wildcards, quotes, the empty text.
    package static let texts = [
        "", "a", "A", "apple", "Apple", "APPLE pie", "pineapple", "app", "\u{e9}clair",
        "e\u{301}clair", "Eclair", "\u{c9}CLAIR", "stra\u{df}e", "STRASSE", "\u{130}zmir",
        "izmir", "a*b", "a?b", "a.b", "a%b", "a_b", "it's", "say \"hi\"", "back\\slash",
        "\u{1f600} ha", "one\ntwo", "red", "Red", "red green", "b", "bob smith", "Bob",
    ]

    static let places = [
        Location(latitude: 48.8566, longitude: 2.3522), Location(latitude: 48.86, longitude: 2.36),
        Location(latitude: 51.5072, longitude: -0.1276), Location(latitude: 0, longitude: 179.95),
        Location(latitude: 0, longitude: -179.95), Location(latitude: 89.9, longitude: 10),
        Location(latitude: 90, longitude: -120), Location(latitude: -90, longitude: 0),
        Location(latitude: 0, longitude: 0), Location(latitude: -33.9, longitude: 151.2),
    ]

    /// Names that a careless statement would trip over.
    private static let names = [
        "size", "Size", "order", "select", "group", "from", "in", "like", "first", "value",
        "a1", "B2", "cell", "zone", "rowid", "text", "folded",
        "all", "table", "index", "key", "null", "between", "self", "last", "count", "now",
    ]

    /// Makes a type of every kind of field and records of it.
    ///
    /// - Parameter plain: Only what plain JSON can say: text, numbers and lists of them, each
    ///   field with a harmless name and a value in every record.
    package init(count: Int, plain: Bool = false, using random: inout RandomNumbers) {
        var names = RandomRows.names.shuffled(using: &random)
        fields = []
        dense = []
        let scalars: [ScalarType] =
            plain
            ? [.string, .string, .int64, .int64, .double]
            : [
                .string, .string, .string, .int64, .int64, .int64, .double, .double, .timestamp,
                .timestamp, .bytes, .reference, .location,
            ]
        for (place, scalar) in scalars.enumerated() {
            let name = plain ? "f\(place)" : names.popLast() ?? "f\(place)"
            let type = FieldType.single(scalar)
            fields.append(Field(name, type, FieldIndexes.allowed(for: type)))
            // The first of each kind has no gaps, so that arithmetic has something to chew on.
            let isFirst = !scalars[..<place].contains(scalar)
            if plain || isFirst || random.chance(30) { dense.insert(name) }
        }
        let lists: [ScalarType] =
            plain
            ? [.string, .int64]
            : [.string, .string, .int64, .int64, .double, .timestamp, .reference, .bytes]
        for (place, scalar) in lists.enumerated() {
            let name = plain ? "g\(place)" : names.popLast() ?? "g\(place)"
            let type = FieldType.list(scalar)
            fields.append(Field(name, type, FieldIndexes.allowed(for: type)))
            if plain || random.chance(60) { dense.insert(name) }
        }
        let kinds = fields
        let full = dense
        rows = (0..<count).map { number in
            let name = "r\(number)"
            var values: [String: Value] = ["name": .text(name)]
            for field in kinds where full.contains(field.name) || !random.chance(20) {
                values[field.name] = RandomRows.value(field.type, plain: plain, using: &random)
            }
            return CaseContext.Row(name: name, value: .dictionary(values))
        }
        fields.append(Field("name", .single(.string), [.queryable, .sortable]))
        dense.insert("name")
    }

    /// The names of the fields of a kind.
    package func names(_ scalar: ScalarType, list: Bool = false, dense onlyDense: Bool = false)
        -> [String]
    {
        fields.filter {
            $0.type.scalar == scalar && $0.type.isList == list && $0.name != "name"
                && (!onlyDense || dense.contains($0.name))
        }.map(\.name)
    }

    static func value(
        _ type: FieldType, plain: Bool = false, using random: inout RandomNumbers
    ) -> Value {
        guard type.isList else { return value(type.scalar, plain: plain, using: &random) }
        let count = random.number(0...4)
        return .list(
            (0..<count).map { _ in value(type.scalar, plain: plain, using: &random) })
    }

    static func value(
        _ scalar: ScalarType, plain: Bool = false, using random: inout RandomNumbers
    ) -> Value {
        switch scalar {
        case .string: .text(random.pick(texts))
        case .int64: .int(integer(plain: plain, using: &random))
        case .double: .double(double(plain: plain, using: &random))
        case .timestamp: .date(Date(microseconds: Int64(random.number(-5...5))))
        case .bytes:
            .bytes(Data((0..<random.number(0...2)).map { _ in UInt8(random.number(0...2)) }))
        case .location: .location(random.pick(places))
        case .reference: .reference(Reference(RecordID("r\(random.number(0...9))")))
        case .asset: .asset(Asset(content: Data()))
        }
    }

    static func integer(plain: Bool = false, using random: inout RandomNumbers) -> Int64 {
        if plain || !random.chance(4) { return Int64(random.number(-4...12)) }
        return random.pick([
            Int64.max, Int64.min, 9_007_199_254_740_993, 9_007_199_254_740_992, 1 << 40,
        ])
    }

    static func double(plain: Bool = false, using random: inout RandomNumbers) -> Double {
        if plain || !random.chance(4) { return Double(random.number(-6...16)) / 2 }
        return random.pick([1e300, -1e300, 0.1, 9_007_199_254_740_992, 1e-300])
    }
}
