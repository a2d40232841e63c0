import ArgumentParser
import Foundation
import PredicateCore
import RecordCore
import RemoteStore

/// `quarry pull`: a container's records into a store.
struct PullCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pull",
        abstract: "Copy schema and records of a CloudKit container into a store.",
        discussion: """
            The container is one of Apple's, or one of any server that speaks the same protocol;
            the store is a file or a container of a Quarry server. What was interrupted goes on
            when the same command is run again; after it was complete, zones of private databases
            bring what changed since then.

            Apple's web services do not tell a schema: give the file that cktool export-schema
            wrote. Without one the types are named by --type, and their fields are made as records
            come. A type needs a QUERYABLE index on recordName, and a server-to-server key reaches
            the public database alone. Users, shares, and who saved a record when, are not copied.

            EXAMPLES
              quarry pull --container iCloud.org.example.notes --schema schema.ckdb \\
                --key-id 1f2e… --key-file key.pem --store notes.db
              quarry pull --container iCloud.org.example.notes --database private \\
                --api-token … --web-auth-token … --schema schema.ckdb --store notes.db
              quarry pull --cloud https://quarry.example.org --container iCloud.org.example.notes

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
            "Only this record type, of the default zone; may be given again.", valueName: "name"))
    var types: [String] = []

    @Flag var policy: ConflictPolicy = .replace

    @OptionGroup var resume: ResumeOptions

    func validate() throws {
        if place.database == .shared {
            throw ValidationError("Shared databases belong to others: pull as the owner.")
        }
    }

    func run() async throws {
        Interrupt.listen()
        let name = place.scope == .public ? "public" : "private"
        let path =
            resume.progress
            ?? "quarry-pull-\(ServerAdministration.escaped(cloud.container))-"
            + "\(cloud.environment.rawValue)-\(name).json"
        let file = try ProgressFile(
            path,
            transfer: "pull from \(cloud.cloud) \(cloud.container) \(cloud.environment.rawValue) "
                + "\(name) into \(PullCommand.plain(place.location))",
            restart: resume.restart)
        if file.isResumed { Terminal.note("going on from \(path)") }
        let newest = NewestToken()
        let database = CloudDatabase(
            transport: try cloud.transport(),
            credentials: try cloud.credentials(
                kept: file.progress.webAuthToken, keep: { newest.value = $0 }),
            container: cloud.container, environment: cloud.environment.rawValue,
            database: name, user: cloud.asUser, isApple: cloud.isApple)
        try await place.withStore(creating: true) { store in
            let puller = try Puller(
                from: database, into: store, scope: place.scope, policy: policy, file: file,
                pageSize: resume.page)
            do {
                let types = try await prepare(store)
                try await puller.run(types: types, zone: place.zone)
            } catch {
                try keep(newest, in: file)
                throw PullCommand.stopped(error, path)
            }
            try keep(newest, in: file)
            if puller.shares > 0 {
                Terminal.note("\(Figures.count(puller.shares, "share")) left out")
            }
            try await report(file, store)
        }
        try file.finish()
    }

    /// Brings the schema into the store; gives the types whose records are asked for.
    private func prepare(_ store: any RecordStore) async throws -> [String] {
        var known: Schema?
        if let schema {
            known = try SchemaFile.read(schema)
        } else if let token = cloud.managementToken {
            let text = try await ServerAdministration(try cloud.transport(), token: token).text(
                "GET", ["containers", cloud.container, cloud.environment.rawValue, "schema"])
            do throws(SchemaParseError) { known = try Schema(parsing: text) } catch {
                throw Failure(.failed, "The schema of the server cannot be read: \(error.message)")
            }
        }
        if let known {
            var wanted = try await store.schema()
            let before = wanted
            for (name, type) in known.types where types.isEmpty || types.contains(name) {
                guard var merged = wanted[name] else {
                    wanted[name] = type
                    continue
                }
                // What the store has of a type stays; what it lacks is added.
                for field in type.fields where merged.field(field.name) == nil {
                    merged.fields.append(field)
                }
                wanted[name] = merged
            }
            for role in known.roles where !wanted.roles.contains(role) {
                wanted.roles.append(role)
            }
            if wanted != before { try await store.setSchema(wanted) }
        }
        if !types.isEmpty { return types }
        let listed = (known?.types.keys.sorted() ?? []).filter {
            $0 != "Users" && $0 != Share.recordType
        }
        if listed.isEmpty, known == nil, place.scope == .public {
            throw Failure(
                .usage, "Which record types?",
                advice: "Web services do not list them: give --schema FILE or --type NAME.")
        }
        return listed
    }

    private func report(_ file: ProgressFile, _ store: any RecordStore) async throws {
        var report = TransferReport()
        for part in file.progress.parts {
            report.add(part)
            guard !resume.noVerify, let type = part.type else { continue }
            let count = try await TransferCount.count(type, ZoneID(part.zone), store, place.scope)
            let before = file.progress.before[TransferCount.key(part.zone, type)] ?? 0
            // What was there before may be among what came.
            if count < part.saved + part.skipped || count > before + part.saved {
                report.add(
                    problem:
                        "\(type): \(part.saved) saved, \(before) before, and \(count) are there")
            }
        }
        try report.finish()
    }

    private func keep(_ newest: NewestToken, in file: ProgressFile) throws {
        guard let token = newest.value else { return }
        file.progress.webAuthToken = token
        try file.save()
    }

    /// The location without a token that stands in it.
    static func plain(_ location: String) -> String {
        guard RemoteLocation.isOne(location), var parts = URLComponents(string: location) else {
            return location
        }
        parts.user = nil
        parts.password = nil
        return parts.string ?? location
    }

    /// What stopped a transfer, and how it goes on.
    static func stopped(_ error: any Error, _ path: String) -> Failure {
        var failure: Failure
        switch error {
        case is CancellationError: failure = Failure(.interrupted, "stopped by Ctrl-C")
        default: failure = Failure(transfer: error)
        }
        if failure.status != .usage {
            failure.advice =
                (failure.advice.map { $0 + "\n" } ?? "") + "The same command goes on from \(path)."
        }
        return failure
    }
}
