import Foundation
import RecordCore
import SQLLowering

/// The content of assets in tables of the database, in pieces, so that neither a statement nor
/// memory ever holds all of it.
///
/// Content belongs to one database and has a number of its own, under which its pieces are
/// written before their checksum is known. `_asset_uses` lists what needs the content: a record
/// for as long as it exists, an upload until a moment. A transaction removes content that has no
/// use left. Every transaction that gives content up leaves a use that has ended, so that content
/// left over by a crash is found without a scan of the rest.
struct AssetTables: Sendable {
    /// Bytes of a piece.
    static let pieceBytes = 256 << 10
    /// Pieces that are written in one transaction.
    static let piecesAtOnce = 8
    /// What stands for the checksum of content that is not complete.
    static let unfinished = "incoming"

    let statements: StoreStatements
    let cache = AssetCache()

    // MARK: Taking in

    /// Adds pieces to content.
    func add(
        _ pieces: [Data], from number: Int, to content: Int64, of database: Int64,
        _ connection: some SQLConnection
    ) throws {
        for (place, piece) in pieces.enumerated() {
            try connection.perform(
                statements.addChunk,
                [.int(database), .int(content), .int(Int64(number + place)), .bytes(piece)])
        }
    }

    /// Gives content that is complete its name; of two alike the one that was there stays.
    func finish(
        _ content: Int64, as asset: Asset, of database: Int64, _ connection: some SQLConnection
    ) throws {
        let checksum = asset.checksum ?? ""
        guard try find(checksum, in: database, connection) == nil else {
            return try remove(content, of: database, connection)
        }
        try connection.perform(
            statements.addContent,
            [.int(database), .text(checksum), .int(asset.size ?? 0), .int(content)])
    }

    /// Notes that content is needed until a moment.
    func hold(
        _ checksum: String, by holder: Int64, until: Int64, in database: Int64,
        _ connection: some SQLConnection
    ) throws {
        try connection.perform(
            statements.holdAsset, [.int(database), .text(checksum), .int(holder), .int(until)])
    }

    /// Moves the moment forward until which content is needed.
    ///
    /// - Throws: `busy` where the use has ended, and what it kept may be gone.
    func extendHold(
        _ checksum: String, by holder: Int64, until: Int64, in database: Int64,
        _ connection: some SQLConnection
    ) throws {
        let count = try connection.change(statements.changeAssetHold) { binder in
            binder.bind(int: until, at: 0)
            binder.bind(int: database, at: 1)
            binder.bind(text: checksum, at: 2)
            binder.bind(int: holder, at: 3)
        }
        guard count > 0 else { throw StoreError(.busy) }
    }

    /// Removes a use of content.
    func release(
        _ checksum: String, by holder: Int64, in database: Int64,
        _ connection: some SQLConnection
    ) throws {
        try connection.perform(
            statements.removeAsset, [.int(database), .text(checksum), .int(holder)])
    }

    /// Ends a use of content at the present moment.
    func end(
        _ checksum: String, by holder: Int64, in database: Int64, _ connection: some SQLConnection
    ) throws {
        try connection.perform(
            statements.changeAssetHold,
            [.int(Date().microseconds), .int(database), .text(checksum), .int(holder)])
    }

    // MARK: Handing out

    /// Content as it is found by its checksum.
    struct StoredContentRow: Hashable {
        let content: Int64
        let size: Int64
    }

    /// The content of a checksum, or nil.
    func find(
        _ checksum: String, in database: Int64, _ connection: some SQLConnection
    ) throws -> StoredContentRow? {
        try connection.first(statements.content, [.int(database), .text(checksum)]) {
            StoredContentRow(content: $0.int(0), size: $0.int(1))
        }
    }

    /// A file with content.
    func file(
        _ found: StoredContentRow, _ checksum: String, of database: Int64,
        _ connection: some SQLConnection
    ) throws -> URL {
        try cache.file(checksum, size: found.size) { write in
            var size: Int64 = 0
            var number: Int64 = 0
            while size < found.size {
                let piece = try connection.first(
                    statements.chunk, [.int(database), .int(found.content), .int(number)]
                ) { $0.bytes(0) }
                guard let piece, !piece.isEmpty else { throw StoreError(.corrupt) }
                try write(piece)
                size += Int64(piece.count)
                number += 1
            }
        }
    }

    // MARK: Letting go

    /// Removes content that has no use left.
    func collect(_ checksum: String, in database: Int64, _ connection: some SQLConnection) throws {
        let now = Date().microseconds
        if checksum == AssetTables.unfinished {
            let referrers = try connection.all(
                """
                SELECT holder FROM _asset_uses \
                WHERE \(of: database) AND checksum = \(checksum) AND until <= \(now)
                """
            ) { $0.int(0) }
            for holder in referrers { try remove(-holder, of: database, connection) }
        }
        let named: [Value] = [.int(database), .text(checksum)]
        try connection.perform(statements.endAssetHolds, named + [.int(now)])
        let isHeld = try connection.first(statements.assetIsHeld, named) { _ in true } ?? false
        guard !isHeld, let found = try find(checksum, in: database, connection) else { return }
        try remove(found.content, of: database, connection)
        try connection.perform(statements.removeContent, named)
    }

    private func remove(
        _ content: Int64, of database: Int64, _ connection: some SQLConnection
    ) throws {
        try connection.perform(statements.removeChunks, [.int(database), .int(content)])
    }
}
