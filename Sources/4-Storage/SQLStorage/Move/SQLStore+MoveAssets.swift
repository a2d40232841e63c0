import Foundation
import RecordCore
import SQLLowering

extension SQLStore {
    /// Seconds for which content waits for the record that needs it.
    private static var movingTime: TimeInterval { 24 * 3600 }

    /// Takes the content of an asset in for a database that is being filled.
    func ingest(_ file: URL, for change: MoveChange, by mover: String) async throws {
        guard let parts = change.new?.key.parts, let checksum = parts.last else { return }
        let key = DatabaseKey(scope: parts[1], owner: parts[2])
        let isDamaged = change.old != nil
        switch assets {
        case .nowhere:
            throw StoreError(
                .assetNotAvailable,
                engineMessage: "The place that is moved to has no place for assets.")
        case .files(let files):
            let incoming = try files.ingest(.file(file), limit: .max)
            defer { files.discard(incoming.temporary) }
            try await moveWrite(by: mover) { _ in
                if isDamaged { try files.remove(checksum) }
                try files.sync(Set(try files.place(incoming.checksum, from: incoming)))
            }
        case .tables(let tables):
            if isDamaged {
                try await moveWrite(by: mover) { session in
                    try SQLStore.forget(checksum, key, tables, session)
                }
            }
            _ = try await ingest(
                .file(file), for: Self.movingTime, key, isOwner: true, tables,
                move: (mover, checksum))
        }
    }

    /// Removes content that is not what its name says.
    private static func forget(
        _ checksum: String, _ key: DatabaseKey, _ tables: AssetTables, _ session: Session
    ) throws {
        guard let number = try session.database(key) else { return }
        let database = session.home(ofContent: checksum, in: number)
        guard let found = try tables.find(checksum, in: database, session.connection) else {
            return
        }
        try session.connection.run(
            "DELETE FROM _asset_chunks WHERE \(of: database) AND content = \(found.content)")
        try session.connection.run(
            "DELETE FROM _assets WHERE \(of: database) AND checksum = \(checksum)")
    }
}
