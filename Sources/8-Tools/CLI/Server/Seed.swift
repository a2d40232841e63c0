#if Server
import Foundation
import RecordCore
import RecordJSON

/// Records and a schema that a server begins with.
///
/// Files are read as `quarry import` reads them; `_user` in a record names the user into whose
/// private database it goes.
struct Seed {
    let store: any RecordStore
    /// The user that an empty `_user` stands for, and that owns zone records without one.
    let user: String

    /// Takes in a file, or all files of a directory: schemas first, then records by name.
    func seed(_ path: String) async throws {
        guard FileManager.default.fileExists(atPath: path) else {
            throw Failure(.failed, "There is no seed at \(path)")
        }
        var files = [path]
        if FileManager.default.isDirectory(path) {
            files = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
                .filter { !$0.hasPrefix(".") && Seed.isSeed($0) }.map { path + "/" + $0 }
            guard !files.isEmpty else {
                throw Failure(
                    .failed, "\(path) has nothing to begin with",
                    advice: "A seed has .ckdb, .jsonl, .json, .csv or .tsv files.")
            }
        }
        for file in files where file.hasSuffix(".ckdb") {
            let given = try SchemaFile.read(file)
            try await store.extendSchema { $0.merge(given) }
        }
        for file in files where !file.hasSuffix(".ckdb") { try await seed(records: file) }
    }

    private static func isSeed(_ name: String) -> Bool {
        ["ckdb", "jsonl", "ndjson", "json", "csv", "tsv"].contains(
            (name as NSString).pathExtension.lowercased())
    }

    /// Where a record goes.
    private struct Destination: Hashable {
        var user: String?
        var zone: ZoneID

        var scope: DatabaseScope { user.map { .private(user: $0) } ?? .public }
    }

    private func seed(records file: String) async throws {
        let type = ((file as NSString).lastPathComponent as NSString).deletingPathExtension
        let schema = try await store.schema()
        let fields = schema[type]?.fields.map(\.name) ?? []
        let source = try RecordSource(
            path: file, format: nil, quotedNumbers: false, keeping: Set(["_user"] + fields))
        var items: [RecordSource.Item] = []
        while let item = try source.next() { items.append(item) }
        var json = RecordJSON()
        json.assetDirectory = URL(fileURLWithPath: file).deletingLastPathComponent()
        var builder = RecordBuilder(
            schema: schema,
            defaults: RecordDefaults(
                type: NameRule.type.allows(type) ? type : nil, idField: nil),
            json: json)
        try await builder.learn(
            items, in: file, indexes: [.queryable, .sortable, .searchable], store)
        var places: [Destination] = []
        var records: [Destination: [(record: Record, item: RecordSource.Item)]] = [:]
        for item in items {
            let record = try builder.record(item, in: file)
            let place = try place(of: record, item, in: file)
            if records[place] == nil { places.append(place) }
            records[place, default: []].append((record, item))
        }
        for place in places {
            let lines = records[place] ?? []
            if place.zone != .default {
                do { try await store.createZones([place.zone], in: place.scope) } catch {
                    throw Failure(error).at("\(file), line \(lines.first?.item.line ?? 1)")
                }
            }
            let saver = BatchSaver(store, in: place.scope, user: place.user ?? user)
            do {
                for (record, item) in lines {
                    try await saver.add(record, line: item.line, bytes: item.bytes)
                }
                try await saver.finish()
            } catch {
                await saver.stop()
                throw saver.failure(error, in: file)
            }
        }
    }

    private func place(
        of record: Record, _ item: RecordSource.Item, in file: String
    ) throws -> Destination {
        var place = Destination(user: nil, zone: record.id.zone)
        // A row of CSV has the digits of a name as a number, and as a text beside it.
        if case .dictionary(let members) = item.value, let said = members["_user"], !said.isNull {
            guard case .text(let name) = item.texts["_user"].map(Value.text) ?? said else {
                // Not for the public database, for which no record with it is meant.
                throw Failure(
                    .failed,
                    "\(file), line \(item.line): _user is a text: the record name of a user")
            }
            place.user = name.isEmpty ? user : name
        } else if place.zone != .default {
            place.user = user
        }
        return place
    }
}
#endif
