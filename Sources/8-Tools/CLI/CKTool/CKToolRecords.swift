#if Server
import ArgumentParser
import Foundation
import PredicateCore
import RecordJSON
import WebServices

/// The fields of a record, from wherever they are given.
struct CKFieldOptions: ParsableArguments {
    @Option(
        help:
            "File containing JSON-formatted fields: {\"KEY\": {\"type\": TYPE, \"value\": VALUE}}.",
        completion: .file(extensions: ["json"]))
    var fieldsFile: String?

    @Option(help: "Inline JSON description of fields as an alternative to using a file.")
    var fieldsJson: String?

    @Flag(help: "Reads the JSON description of fields from standard input.")
    var fieldsStdin = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Files for assets, by the names that the fields give them.",
            valueName: "asset-key=file-path"))
    var assetFiles: [String] = []

    /// The fields; none where nothing is given.
    func read() throws -> [String: Value] {
        let given = [fieldsFile, fieldsJson, fieldsStdin ? "-" : nil].compactMap { $0 }
        guard given.count <= 1 else {
            throw Failure(.usage, "Give one of --fields-file, --fields-json and --fields-stdin")
        }
        guard let first = given.first else { return [:] }
        let text = fieldsJson == nil ? try SchemaFile.text(first) : first
        let value: Value
        do { value = try JSONReader.value(of: text) } catch {
            throw Failure(.usage, "The fields are no JSON: \(error)")
        }
        guard case .dictionary(let fields) = value else {
            throw Failure(.usage, "The fields are not an object of JSON")
        }
        return fields
    }

    /// The paths of files by the names of assets.
    func paths() throws -> [String: String] {
        var paths: [String: String] = [:]
        for word in assetFiles {
            guard let sign = word.firstIndex(of: "=") else {
                throw Failure(.usage, "\(word): a file is given as NAME=PATH")
            }
            let path = String(word[word.index(after: sign)...])
            // The shell leaves the tilde alone in the middle of a word.
            paths[String(word[..<sign])] = NSString(string: path).expandingTildeInPath
        }
        return paths
    }

    /// Uploads the files that the fields name; gives the fields as they go over the wire.
    func wire(
        _ client: CKToolClient, recordType: String, recordName: String
    ) async throws -> OrderedJSON {
        let fields = try read()
        let paths = try paths()
        let wanted = CKToolValues.assetNames(fields)
        var receipts: [String: Value] = [:]
        for (field, name) in wanted where receipts[name] == nil {
            guard let path = paths[name] else { continue }
            let reply = try await client.post(
                .assetsUpload,
                [
                    "zoneID": client.database.zone,
                    "tokens": .list([
                        [
                            "recordType": .text(recordType), "fieldName": .text(field),
                            "recordName": .text(recordName),
                        ]
                    ]),
                ])
            guard let url = reply.list("tokens").first?.members.text("url") else {
                throw Failure(.failed, "The server gave no place for \(path)")
            }
            receipts[name] = try await client.upload(path, to: url)
        }
        return try CKToolValues.wire(fields, receipts: receipts)
    }
}

/// `quarry cktool create-record`: creates a new record in a given database.
struct CKCreateRecord: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create-record",
        abstract: "Creates a new record in a given database, returning the new record.")

    @OptionGroup var options: CKToolOptions
    @OptionGroup var database: CKToolDatabase

    @Option(help: "Record type being created. Must be defined in schema.")
    var recordType: String

    @Option(help: "The record's name; without it one is made. Not a flag of Apple's.")
    var recordName: String?

    @OptionGroup var fields: CKFieldOptions

    func run() async throws {
        let client = try options.client(database)
        // Files are sent for a record that has a name already.
        let name = recordName ?? UUID().uuidString
        let values = try await fields.wire(client, recordType: recordType, recordName: name)
        let reply = try await client.post(
            .recordsModify,
            CKRecordRequest.modify(
                "create",
                [
                    ("recordName", .text(name)), ("recordType", .text(recordType)),
                    ("fields", values),
                ], in: database))
        try CKRecordRequest.printRecord(reply)
    }
}

/// `quarry cktool update-record`: changes the given fields of a record.
struct CKUpdateRecord: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update-record",
        abstract: "Changes the given fields of a record, returning the record.")

    @OptionGroup var options: CKToolOptions
    @OptionGroup var database: CKToolDatabase

    @Option(help: "The record.")
    var recordName: String

    @Option(help: "The record's type; only needed where the record is new.")
    var recordType: String?

    @Option(help: "Only when this is still the record's change tag.")
    var recordChangeTag: String?

    @OptionGroup var fields: CKFieldOptions

    func run() async throws {
        let client = try options.client(database)
        var type = recordType
        if type == nil {
            let found = try await client.post(
                .recordsLookup,
                [
                    "zoneID": database.zone, "records": .list([["recordName": .text(recordName)]]),
                    "desiredKeys": .list([]),
                ])
            type = try CKToolClient.records(found).first?.text("recordType")
        }
        let values = try await fields.wire(
            client, recordType: type ?? "", recordName: recordName)
        let reply = try await client.post(
            .recordsModify,
            CKRecordRequest.modify(
                recordChangeTag == nil ? "forceUpdate" : "update",
                [
                    ("recordName", .text(recordName)), ("recordType", .text(type)),
                    ("recordChangeTag", .text(recordChangeTag)), ("fields", values),
                ], in: database))
        try CKRecordRequest.printRecord(reply)
    }
}

/// `quarry cktool delete-record`: deletes a record.
struct CKDeleteRecord: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete-record", abstract: "Deletes a record.")

    @OptionGroup var options: CKToolOptions
    @OptionGroup var database: CKToolDatabase

    @Option(help: "The record.")
    var recordName: String

    @Flag(name: [.short, .long], help: "Not to ask at the terminal.")
    var yes = false

    func run() async throws {
        guard try yes || CKRecordRequest.confirm("Delete the record \(recordName)?") else {
            throw Failure(.nothing)
        }
        let client = try options.client(database)
        let reply = try await client.post(
            .recordsModify,
            CKRecordRequest.modify(
                "forceDelete", [("recordName", .text(recordName))], in: database))
        _ = try CKToolClient.records(reply)
    }
}

/// Requests about records, and what is printed of their replies.
enum CKRecordRequest {
    /// The body of a request for one operation.
    static func modify(
        _ kind: String, _ record: [(String, OrderedJSON)], in database: CKToolDatabase
    ) -> OrderedJSON {
        [
            "zoneID": database.zone,
            "operations": .list([["operationType": .text(kind), "record": .object(record)]]),
        ]
    }

    /// Prints the one record of a reply.
    static func printRecord(_ reply: [String: Value]) throws {
        guard let record = try CKToolClient.records(reply).first else {
            throw Failure(.failed, "The server's reply has no record")
        }
        try Output.print(CKToolValues.tool(record).lines)
    }

    /// Asks at the terminal; without a terminal the answer is yes.
    static func confirm(_ question: String) throws -> Bool {
        guard isatty(STDIN_FILENO) == 1, Terminal.isError else { return true }
        Terminal.write(Array("\(question) [y/N] ".utf8), to: STDERR_FILENO)
        return ["y", "yes"].contains((readLine() ?? "").lowercased())
    }
}
#endif
