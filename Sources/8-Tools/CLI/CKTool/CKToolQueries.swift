#if Server
import RecordJSON
import ArgumentParser
import Foundation
import PredicateCore
import WebServices

/// Which records.
struct CKFilterOptions: ParsableArguments {
    @Option(help: "Record type for query.")
    var recordType: String

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "One or more filters: \"FIELD OPERATOR VALUE\".", valueName: "filters"))
    var filters: [String] = []

    /// The query, as it goes over the wire.
    func query(sortBy: [String] = []) throws -> OrderedJSON {
        [
            "recordType": .text(recordType),
            "filterBy": .list(try filters.map { try CKToolFilter($0).json }),
            "sortBy": .list(CKToolFilter.sorts(sortBy)),
        ]
    }
}

/// `quarry cktool query-records`: records that match filters, as JSON.
struct CKQueryRecords: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query-records",
        abstract: "Queries the database for records with an optional set of filters.",
        discussion: """
            A filter's value is a whole number, a number, an instant, a point
            (latitude,longitude) or else text; TYPE:VALUE says which:
            stringType:2021-01-01.

            EXAMPLES
              quarry cktool query-records --container-id iCloud.org.example.notes \\
                --environment development --database-type public --record-type CoffeeShop \\
                --filters "latteCost > 4.60" "employeeCount > 10" \\
                --sort-by employeeCount DESC
            """)

    @OptionGroup var options: CKToolOptions
    @OptionGroup var database: CKToolDatabase
    @OptionGroup var selection: CKFilterOptions

    @Option(
        name: [.customLong("sort-by"), .customLong("sort")], parsing: .upToNextOption,
        help: "One or more sort descriptors: a field, and ASC or DESC.")
    var sortBy: [String] = []

    @Option(parsing: .upToNextOption, help: "One or more fields to request.")
    var requestedFields: [String] = []

    @Option(help: "Maximum number of records returned in a single query.")
    var limit = 200

    @Option(help: "Continuation token used when receiving limited result sets.")
    var continuationToken: String?

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit is at least 1.") }
    }

    func run() async throws {
        let client = try options.client(database)
        let reply = try await client.post(
            .recordsQuery,
            [
                "zoneID": database.zone, "query": try selection.query(sortBy: sortBy),
                "resultsLimit": .number(limit), "continuationMarker": .text(continuationToken),
                "desiredKeys": requestedFields.isEmpty ? .text(nil) : .texts(requestedFields),
            ])
        let records = try CKToolClient.records(reply).map(CKToolValues.tool)
        let json: OrderedJSON = [
            "records": .list(records),
            "continuationToken": .value(reply["continuationMarker"] ?? .null),
        ]
        try Output.print(json.lines)
    }
}

/// `quarry cktool delete-records`: deletes every record that matches filters.
struct CKDeleteRecords: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete-records", abstract: "Deletes every record that matches filters.")

    @OptionGroup var options: CKToolOptions
    @OptionGroup var database: CKToolDatabase
    @OptionGroup var selection: CKFilterOptions

    @Option(help: "Only say how many there are: true, unless false is said.")
    var dryRun: CKTruth = .true

    @Flag(name: [.short, .long], help: "Not to ask at the terminal.")
    var yes = false

    func run() async throws {
        let client = try options.client(database)
        let query = try selection.query()
        if dryRun == .true {
            let count = try await count(query, client)
            return try Output.print(
                "Dry run. Found \(count) matching records to delete.\n".utf8)
        }
        guard
            try yes || CKRecordRequest.confirm("Delete the matching \(selection.recordType)s?")
        else { throw Failure(.nothing) }
        var deleted = 0
        // What was deleted matches no longer: the first page is always the next.
        while true {
            let reply = try await page(query, nil, client)
            let names = try CKToolClient.records(reply).compactMap { $0["recordName"] }
            if names.isEmpty { break }
            let operations = names.map { name -> OrderedJSON in
                ["operationType": "forceDelete", "record": ["recordName": .value(name)]]
            }
            let done = try await client.post(
                .recordsModify,
                ["zoneID": database.zone, "operations": .list(operations)])
            deleted += try CKToolClient.records(done).count
        }
        try Output.print("Deleted \(deleted) records.\n".utf8)
    }

    private func count(_ query: OrderedJSON, _ client: CKToolClient) async throws -> Int {
        var count = 0
        var marker: Value?
        repeat {
            let reply = try await page(query, marker, client)
            count += try CKToolClient.records(reply).count
            marker = reply["continuationMarker"]
            if marker == .null { marker = nil }
        } while marker != nil
        return count
    }

    private func page(
        _ query: OrderedJSON, _ marker: Value?, _ client: CKToolClient
    ) async throws -> [String: Value] {
        try await client.post(
            .recordsQuery,
            [
                "zoneID": database.zone, "query": query, "resultsLimit": .number(200),
                "continuationMarker": .value(marker ?? .null), "desiredKeys": .list([]),
            ])
    }
}

/// `true` or `false`, said.
enum CKTruth: String, CaseIterable, ExpressibleByArgument {
    case `true`, `false`
}
#endif
