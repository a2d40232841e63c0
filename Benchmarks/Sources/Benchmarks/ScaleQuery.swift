import PredicateCore
import RecordCore

/// A question of the scale benchmark and how its answers compare between the two sizes.
struct ScaleQuery {
    /// Of what size the answer is in a hundred times as many records.
    enum Answer: String {
        /// As many records match: fields grow with the number of records.
        case same = "same matches"
        /// A hundred times as many match; the page is the same.
        case page = "same page"
    }

    let title: String
    let answer: Answer
    let query: RecordQuery

    /// The demo's kinds of question, and a few more.
    static func all(count: Int) throws -> [ScaleQuery] {
        let large = count > 100_000
        func question(
            _ title: String, _ answer: Answer, _ format: String, _ ordering: [Ordering] = [],
            limit: Int = 20, _ arguments: Value...
        ) throws -> ScaleQuery {
            ScaleQuery(
                title: title, answer: answer,
                query: RecordQuery(
                    "Place", where: try QueryPredicate(parsing: format, arguments: arguments.map { .value($0) }),
                    orderedBy: ordering, limit: limit))
        }
        let paris = Value.location(Location(latitude: 48.85, longitude: 2.35))
        var places = Places()
        let name = places.next(78)[77]["name"]
        let down = Ordering("population", ascending: false)
        return [
            try question("one record by name", .same, "recordName == 'place-77'"),
            try question("list membership", .same, "serials CONTAINS 's77'"),
            try question("token search with accents", .same, "allTokens TOKENMATCHES[cdl] 'élan77'"),
            try question(
                "radius", .same, "distanceToLocation:fromLocation:(position, %@) < %f", [],
                paris, .double(large ? 120_000 : 1_200_000)),
            try question("range with sort", .same, "serial BETWEEN {500, 519}", [Ordering("serial")]),
            try question(
                "two-field AND, sorted", .same, "batch == 7 AND population > 900000", [down]),
            try question("two-field AND", .same, "batch == 7 AND population > 900000"),
            try question("reference", .same, "owner == %@", [],
                .reference(Reference(RecordID("owner-7")))),
            try question("equality on text", .same, "name == %@", [], limit: 1, name),
            try question("the 20 largest", .page, "TRUEPREDICATE", [down]),
            try question("range, sorted", .page, "population > 500000", [Ordering("population")]),
            try question(
                "prefix, all sorted", .page, "name BEGINSWITH[cd] 'agnes 1'", [Ordering("name")]),
            try question(
                "two-field AND, sorted", .page, "city == 'Oslo' AND population > 900000",
                [Ordering("population")]),
            try question("two-field AND", .page, "city == 'Oslo' AND population > 500000"),
            try question("list membership", .page, "tags CONTAINS 'u77'"),
        ]
    }
}
