import RecordJSON
import Foundation
import WebServices

/// Copies of a server's directory, which the server makes itself: in `backups` within it.
extension Administration {
    /// `GET backups`: the copies, newest first, or why there can be none.
    func listBackups() async throws -> OrderedJSON {
        guard let directory else {
            return [
                "isPossible": .bool(false), "reason": .text(Administration.noBackups),
                "backups": .list([]),
            ]
        }
        let place = directory + "/backups"
        return try await Administration.onOwnThread {
            // Before the first backup there is no directory.
            let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
            return [
                "isPossible": .bool(true), "directory": .text(place),
                "backups": .list(
                    names.sorted(by: >).compactMap { Administration.backup($0, in: place) }),
            ]
        }
    }

    /// `POST backups`: makes a copy; its name is the time.
    func makeBackup(at now: Date) async throws -> OrderedJSON {
        guard let directory else {
            throw AdministrationError(.badRequest, Administration.noBackups)
        }
        let place = directory + "/backups"
        let name = now.formatted(.iso8601.timeSeparator(.omitted))
        return try await Administration.onOwnThread {
            do {
                try PrivateFiles.makeDirectory(place)
                _ = try ServerBackup.write(directory, to: "\(place)/\(name)", at: now)
            } catch let failure as ServerBackup.Failure {
                throw AdministrationError(.exists, failure.description)
            }
            guard let made = Administration.backup(name, in: place) else {
                throw AdministrationError(.internalError, "The copy cannot be read")
            }
            return made
        }
    }

    /// Removes what is left of copies during which a server was killed: each may be as large as the
    /// server.
    ///
    /// The caller has the directory to itself. Other names than the server gives may be those of a
    /// `quarry backup` that is under way.
    static func removePartialBackups(in directory: String) {
        let place = directory + "/backups"
        // Before the first backup there is no directory.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        for name in names {
            guard let end = name.range(of: PartialDirectory.mark)?.lowerBound,
                (try? Date(String(name[..<end]), strategy: .iso8601.timeSeparator(.omitted))) != nil
            else { continue }
            // What cannot be removed now is tried again at the next start.
            try? FileManager.default.removeItem(atPath: "\(place)/\(name)")
        }
    }

    /// `DELETE backups/{name}`.
    func deleteBackup(_ call: AdministrationCall) async throws -> OrderedJSON {
        let path = try await backupPath(call)
        try await Administration.onOwnThread { try FileManager.default.removeItem(atPath: path) }
        return [:]
    }

    /// Does what waits for the disk on a thread that is no connection's.
    private static func onOwnThread<T: Sendable>(
        _ work: @escaping @Sendable () throws -> T
    ) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(with: Result { try work() })
            }
        }
    }

    /// `GET backups/{name}`: the copy as a tar archive, which `quarry restore` takes unpacked.
    func downloadBackup(_ call: AdministrationCall) async throws -> WireReply {
        let path = try await backupPath(call)
        let name = call.path[1]
        return WireReply(
            200,
            headers: [
                ("content-type", "application/x-tar"), ("cache-control", "no-store"),
                ("content-disposition", "attachment; filename=\"quarry-\(name).tar\""),
            ],
            body: .stream { sink in
                // Its files are read from the disk: not on the thread of a connection.
                try await withTaskExecutorPreference(globalConcurrentExecutor) {
                    try await TarArchive.write(path, as: "quarry-\(name)", to: sink)
                }
            })
    }

    private static let noBackups =
        "Only a server with a directory of its own makes copies; PostgreSQL has its own backups"

    /// Where the copy is that a path names.
    private func backupPath(_ call: AdministrationCall) async throws -> String {
        let name = call.path[1]
        guard let directory, !name.contains("/"),
            try await Administration.onOwnThread({
                Administration.backup(name, in: directory + "/backups") != nil
            })
        else { throw AdministrationError(.notFound, "There is no backup \(name)") }
        return "\(directory)/backups/\(name)"
    }

    /// What is known of a copy; nil where there is none of that name.
    private static func backup(_ name: String, in place: String) -> OrderedJSON? {
        guard !name.hasPrefix("."), !name.contains(PartialDirectory.mark),
            let summary = try? ServerBackup.summary(of: "\(place)/\(name)")
        else { return nil }
        return [
            "name": .text(name), "madeAt": .milliseconds(summary.madeAt),
            "databases": .int(Int64(summary.copied.databases)),
            "assets": .int(Int64(summary.copied.assets)), "bytes": .int(summary.copied.bytes),
            "missing": .int(Int64(summary.copied.missing)),
        ]
    }
}
