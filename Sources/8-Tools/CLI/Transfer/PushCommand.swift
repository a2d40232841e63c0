#if Server
import ArgumentParser
import CloudKitClient
import Foundation
import PredicateCore
import RecordCore
import RecordTransfer
import WebServices

/// `quarry push`: a store's records into a container.
struct PushCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Copy schema and records of a store into a CloudKit container.",
        discussion: """
            The store is a file or a container of a Quarry server; the container is one of
            Apple's, or one of any server that speaks the same protocol. What was
            interrupted goes on when the same command is run again.

            A management token brings the schema along. Apple's web services take none:
            --schema-output writes the file for cktool import-schema; in development,
            records make the schema as they come. Records that exist stay as they are
            unless --replace is given.

            EXAMPLES
              quarry push --store notes.db --container iCloud.org.example.notes \\
                --key-id 1f2e… --key-file key.pem --replace
              quarry push --store notes.db --cloud https://quarry.example.org \\
                --container iCloud.org.example.notes --token …

            \(Status.help)
            """)

    @OptionGroup var place: StoreOptions
    @OptionGroup var cloud: CloudOptions

    @Option(
        name: .customLong("type"),
        help: ArgumentHelp("Only this record type; may be given again.", valueName: "name"))
    var types: [String] = []

    @Option(
        help: ArgumentHelp("Where the store's schema is written.", valueName: "file.ckdb"),
        completion: .file(extensions: ["ckdb"]))
    var schemaOutput: String?

    @Flag var policy: ConflictPolicy = .skip

    @OptionGroup var resume: ResumeOptions

    func validate() throws {
        if place.database == .shared {
            throw ValidationError("Shared databases belong to others: push as the owner.")
        }
        try place.validateWriting()
    }

    func run() async throws {
        Interrupt.listen()
        let transfer = try Transfer("push", cloud, place, resume) { cloud, store in
            "push from \(store) into \(cloud)"
        }
        try await place.withStore { store in
            try await transfer.run {
                let bar = ProgressBar("push")
                defer { bar.finish() }
                let pusher = Pusher(
                    from: store, scope: place.scope, into: transfer.cloud, policy: policy,
                    file: transfer.file, pageSize: resume.page, observer: .terminal(bar))
                // Before the schema is sent.
                try await pusher.check(zone: place.zone)
                try await pusher.run(types: try await prepare(store), zone: place.zone)
                try await report(transfer.file, transfer.cloud)
            }
        }
        try transfer.file.finish()
    }

    /// Brings the schema along; gives the types whose records are sent.
    private func prepare(_ store: any RecordStore) async throws -> [String] {
        let schema = try await store.schema()
        let known = schema.types.keys.filter { $0 != "Users" && $0 != Share.recordType }.sorted()
        for type in types where !known.contains(type) {
            // The same command would never go on.
            let error = StoreError(.typeNotFound, ["recordType": type])
            throw QueryProblem(.unknownType, error.sentence)
        }
        if let schemaOutput {
            try Output.save(schema.text, to: schemaOutput, inputs: place.files)
        }
        if let token = cloud.managementToken { try await sendSchema(schema, token) }
        return types.isEmpty ? known : types
    }

    private func sendSchema(_ schema: RecordSchema, _ token: String) async throws {
        let server = ServerAdministration(try cloud.transport(), token: token)
        let reply = try await server.editText(cloud.schemaPath) { [types] text in
            let there = try CloudOptions.schema(text)
            let wanted = there.adding(schema, types: types)
            return there.changes(to: wanted).isEmpty ? nil : wanted.text
        }
        if let reply, let problems = try CKSchemaCheck.problems(reply) {
            throw Failure(.failed, "The server does not take the schema: \(problems)")
        }
    }

    private func report(_ file: ProgressFile, _ cloud: CloudDatabase) async throws {
        var report = TransferReport()
        for part in file.progress.parts {
            report.add(part)
            guard !resume.noVerify, let type = part.type, part.read > 0 else { continue }
            let moved = part.saved + part.skipped
            if moved < part.read {
                report.add(problem: "\(type): \(part.read) read, and \(moved) are there")
                continue
            }
            do {
                let count = try await self.count(type, part.zone, cloud)
                if count < moved {
                    report.add(problem: "\(type): \(moved) sent, and \(count) are there")
                }
            } catch let error as WireError where error.code == .badRequest {
                Terminal.note("\(type) cannot be counted: \(error.reason)")
            }
        }
        try report.finish()
    }

    /// The records of a type at the other end, asked for without their fields.
    private func count(
        _ type: String, _ zone: String, _ cloud: CloudDatabase
    ) async throws -> Int {
        var count = 0
        var marker: String?
        repeat {
            let reply: RecordsReply = try await cloud.post(
                .recordsQuery,
                WebServices.QueryRequest(
                    WireQuery(type), zone: ZoneID(zone), limit: 200, marker: marker,
                    options: RecordOptions(desiredKeys: [])))
            count += reply.entries.count
            marker = reply.marker
        } while marker != nil
        return count
    }
}
#endif
