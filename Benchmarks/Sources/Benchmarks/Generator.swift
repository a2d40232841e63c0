import PredicateCore

/// The generator that Benchmarks/GNUstep/README.md describes, step for step.
struct Generator {
    private var x: UInt64 = 42
    mutating func next() -> Int {
        x = x &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(x >> 33)
    }

    static let names = [
        "Alice", "Bob", "Anna", "Carlos", "Diana", "andrew", "Ethan", "Fatima", "Ágnes", "Hannah",
        "Ivan", "Julia", "Kenji", "Liam", "Maria", "Zoë",
    ]
    static let cities = [
        "Paris", "Lima", "Berlin", "Tokyo", "Nairobi", "Oslo", "Toronto", "Mumbai",
    ]

    mutating func person() -> Person {
        let name = Generator.names[next() % 16]
        let age = Int64(next() % 100)
        let score = Double(next() % 10_000) / 100
        return Person(name: name, age: age, score: score, city: Generator.cities[next() % 8])
    }

    static func people(_ count: Int) -> [Person] {
        var generator = Generator()
        return (0..<count).map { _ in generator.person() }
    }
}

struct Person: Sendable {
    var name: String
    var age: Int64
    var score: Double
    var city: String

    var dictionary: Value {
        .dictionary([
            "name": .text(name), "age": .int(age), "score": .double(score), "city": .text(city),
        ])
    }
}

extension Person: PredicateQueryable {
    static func predicateField(_ key: String) -> FieldAccessor<Person>? {
        switch key {
        case "name": .text { $0.name }
        case "age": .int { $0.age }
        case "score": .double { $0.score }
        case "city": .text { $0.city }
        default: nil
        }
    }
}
