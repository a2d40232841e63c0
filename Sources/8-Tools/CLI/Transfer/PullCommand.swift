#if Server
import ArgumentParser
import CloudKitClient
import Foundation
import RecordCore
import RecordTransfer
import Stores

/// `quarry pull`: a container's records into a store.
struct PullCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pull",
        abstract: "Copy schema and records of a CloudKit container into a store.",
        discussion: """
            The container is one of Apple's, or one of any server that speaks the same
            protocol; the store is a file or a container of a Quarry server. What was
            interrupted goes on when the same command is run again; after it was complete,
            zones of private databases bring what changed since then.

            Apple's web services do not tell a schema: give the file that cktool
            export-schema wrote. Without one the types are named by --type, and their
            fields are made as records come. A type needs a QUERYABLE index on recordName,
            and a server-to-server key reaches the public database alone. Users, shares,
            and who saved a record when, are not copied.

            EXAMPLES
              quarry pull --container iCloud.org.example.notes --schema schema.ckdb \\
                --key-id 1f2e… --key-file key.pem --store notes.db
              quarry pull --container iCloud.org.example.notes --database private \\
                --api-token … --web-auth-token … --schema schema.ckdb --store notes.db
              quarry pull --cloud https://quarry.example.org \\
                --container iCloud.org.example.notes

            \(Status.help)
            """)

    @OptionGroup var cloud: CloudOptions
    @OptionGroup var place: StoreOptions

    @Option(
        help: ArgumentHelp("The container's schema.", valueName: "file.ckdb"),
        completion: .file(extensions: ["ckdb"]))
    var schema: String?

    @Option(
        name: .customLong("type"),
        help: ArgumentHelp(
            "Only this record type; may be given again.", valueName: "name"))
    var types: [String] = []

    @Flag var policy: ConflictPolicy = .replace

    @OptionGroup var resume: ResumeOptions

    func validate() throws {
        if place.database == .shared {
            throw ValidationError("Shared databases belong to others: pull as the owner.")
        }
        try place.validateWriting()
    }

    func run() async throws {
        Interrupt.listen()
        let isPublic = place.scope == .public
        let transfer = try Transfer("pull", cloud, place, resume) { cloud, store in
            // A feed that passed over the other types would never come back to them.
            let only = isPublic || types.isEmpty ? "" : ", " + types.sorted().joined(separator: " ")
            return "pull from \(cloud) into \(store)\(only)"
        }
        // Before a store is made: none is left of what does not exist or is refused.
        let known = try await transfer.run {
            let known = try await knownSchema()
            try await transfer.cloud.checkReading(chosen(of: known), zone: place.zone)
            return known
        }
        try await place.withStore(creating: true) { store in
            try await transfer.run {
                let bar = ProgressBar("pull")
                defer { bar.finish() }
                let puller = try Puller(
                    from: transfer.cloud, into: store, scope: place.scope, policy: policy,
                    only: types, file: transfer.file, pageSize: resume.page,
                    observer: .terminal(bar))
                if let known {
                    try await store.updateSchema { [types] in
                        [$0.adding(known, types: types)]
                    }
                }
                try await puller.run(types: chosen(of: known), zone: place.zone)
                try await StoreLocation.finishLoad(of: store)
                if puller.shares > 0 {
                    Terminal.note("\(Figures.count(puller.shares, "share")) left out")
                }
                try await report(transfer.file, store)
            }
        }
        try transfer.file.finish()
        // After the end: the next run goes on from here.
        try checkLeft(transfer.file.progress.left ?? [:])
    }

    /// Fails where records may have been deleted at the source without a word of the feed.
    private func checkLeft(_ left: [String: Int]) throws {
        guard !left.isEmpty else { return }
        let zones = left.sorted { $0.key < $1.key }.map { zone, count in
            "\(zone): \(Figures.count(count, "record")) of the store \(count == 1 ? "is" : "are") "
                + "not at the source"
        }
        throw Failure(
            .failed, zones.joined(separator: "\n"),
            advice: "Deleted there while the change token had expired or while others pointed at "
                + "them, or only ever here: all are kept, and quarry delete removes them.")
    }

    /// The container's schema, where it can be known.
    private func knownSchema() async throws -> RecordSchema? {
        if let schema { return try SchemaFile.read(schema) }
        if let token = cloud.managementToken {
            return try await cloud.schema(
                ServerAdministration(try cloud.transport(), token: token))
        }
        guard types.isEmpty else { return nil }
        if place.scope == .public || place.zone == ZoneID.defaultName {
            throw Failure(
                .usage, "Which record types?",
                advice: "Web services do not list them: give --schema FILE or --type NAME.")
        }
        if place.zone == nil {
            Terminal.note(
                "The default zone is left out, as web services do not list its record types: "
                    + "--schema FILE or --type NAME brings its records.")
        }
        return nil
    }

    /// The types whose records are asked for.
    private func chosen(of known: RecordSchema?) -> [String] {
        if !types.isEmpty { return types }
        return (known?.types.keys.sorted() ?? []).filter {
            $0 != "Users" && $0 != Share.recordType
        }
    }

    private func report(_ file: ProgressFile, _ store: any RecordStore) async throws {
        var report = TransferReport()
        for part in file.progress.parts {
            report.add(part)
            guard !resume.noVerify, let type = part.type else { continue }
            let key = TransferCount.key(part.zone, type)
            guard let expected = file.progress.expected[key] else { continue }
            let count = try await TransferCount.count(type, ZoneID(part.zone), store, place.scope)
            if count < expected {
                report.add(problem: "\(key): \(expected) should be there, and \(count) are")
            }
        }
        try report.finish()
    }
}
#endif
