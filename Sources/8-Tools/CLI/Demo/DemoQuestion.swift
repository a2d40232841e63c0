import PredicateCore
import RecordCore

/// One question of the demonstration: what a person asks, and how it is written.
struct DemoQuestion {
    /// The question in words.
    let title: String
    /// The record type asked for.
    var type = "City"
    /// The predicate.
    let format: String
    /// What stands in for `%@`, as on a command line.
    var arguments: [String] = []
    /// The order, as on a command line.
    var sort: String?
    var limit = 5
    /// The fields shown.
    let fields: [String]
    /// Whether only the number is asked for.
    var countsOnly = false

    /// The questions, each of a kind of its own.
    static let all: [DemoQuestion] = [
        DemoQuestion(
            title: "Search without accents: where is sao paulo?",
            format: #"allTokens TOKENMATCHES[cdl] "sao paulo""#,
            sort: "-population", limit: 3, fields: ["name", "population", "timeZone"]),
        DemoQuestion(
            title: "Members of a list: which cities are Londres, Nueva York and Pechino?",
            format: #"ANY alternateNames IN {"Londres", "Nueva York", "Pechino"}"#,
            sort: "name", fields: ["name", "alternateNames"]),
        DemoQuestion(
            title: "Around a point: within 30 km of Essen, nearest first",
            format: "distanceToLocation:fromLocation:(location, %@) < 30000",
            arguments: ["location:51.4566,7.0123"], sort: "location@51.4566;7.0123",
            fields: ["name", "population", "location"]),
        DemoQuestion(
            title: "A range, sorted: cities of half a million, largest first",
            format: "population BETWEEN {500000, 510000}", sort: "-population",
            fields: ["name", "population", "country"]),
        DemoQuestion(
            title: "Two fields at once: large cities on Berlin time",
            format: #"timeZone == "Europe/Berlin" AND population > 700000"#,
            sort: "-population", fields: ["name", "population", "timeZone"]),
        DemoQuestion(
            title: "Through a reference: the cities of Brazil, largest first",
            format: "country == %@", arguments: ["ref:country-BR"], sort: "-population",
            fields: ["name", "population", "country"]),
        DemoQuestion(
            title: "The beginning of a name, whatever its case and accents",
            format: #"name BEGINSWITH[cd] "ZU""#, sort: "name",
            fields: ["name", "population", "timeZone"]),
        DemoQuestion(
            title: "Dates: where the sun rose first on 21 December 2026",
            format: "solsticeSunrise < %@", arguments: ["date:2026-12-20T17:00:00Z"],
            sort: "solsticeSunrise", limit: 3, fields: ["name", "solsticeSunrise", "timeZone"]),
        DemoQuestion(
            title: "Just the number: how many cities above a million?",
            format: "population > 1000000", fields: [], countsOnly: true),
    ]

    /// The query that the question is.
    func query(in zone: ZoneID) throws -> RecordQuery {
        let values = try arguments.map {
            FormatArgument.value(try ArgumentText.value($0).placed(in: zone))
        }
        return RecordQuery(
            type, where: try QueryPredicate(parsing: format, arguments: values),
            orderedBy: SelectionOptions.ordering(sort), in: .zone(zone),
            limit: countsOnly ? Int.max : limit,
            desiredKeys: countsOnly ? nil : fields)
    }

    /// The command that asks the same.
    func command(_ store: String) -> String {
        var words = ["quarry query \(type) \(Shell.quoted(format))"]
        for argument in arguments { words.append("--arg \(Shell.quoted(argument))") }
        if countsOnly {
            words.append("--count")
        } else {
            if let sort { words.append("--sort \(Shell.quoted(sort))") }
            words.append("--limit \(limit)")
        }
        return words.joined(separator: " ") + store
    }
}
