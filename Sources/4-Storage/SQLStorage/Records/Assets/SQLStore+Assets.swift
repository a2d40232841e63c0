package import Foundation
package import RecordCore
import SQLLowering

/// Where the content of assets is.
enum AssetPlace: Sendable {
    /// Files beside the database.
    case files(AssetDirectory)
    /// Tables of the database.
    case tables(AssetTables)
    /// Records cannot have assets.
    case nowhere
}

/// Content by the number of the database that it belongs to.
struct StoredContent: Hashable, Sendable {
    let database: Int64
    let checksum: String
}

/// Content that was taken in for a save and waits for its record to be committed.
struct IncomingAsset: Sendable {
    /// What it is found by among those of a save.
    struct Key: Hashable, Sendable {
        let database: DatabaseKey
        let checksum: String
    }

    /// Where it waits.
    enum Location: Sendable {
        case file(AssetDirectory.Incoming)
        case table(holder: Int64)
    }

    let asset: Asset
    let place: Location

    var isFile: Bool { if case .file = place { true } else { false } }
}

extension SQLStore {
    // MARK: Taking in

    /// Seconds for which content waits for the record that it was sent with.
    private static var savingTime: TimeInterval { 3600 }

    /// Takes the content of a request's new assets in; `incoming` is what has to be let go of.
    func ingest(
        _ request: SaveRequest, in scope: DatabaseScope,
        _ incoming: inout [IncomingAsset.Key: IncomingAsset]
    ) async throws -> AssetIntake {
        // Of an `inout` no closure that waits may write.
        var taken: [IncomingAsset.Key: IncomingAsset] = [:]
        defer { incoming = taken }
        return try await AssetIntake.run(request, limits: limits) { source, record in
            let home = DatabaseKey(home: scope.home(of: record.zone))
            let new: IncomingAsset
            switch assets {
            case .nowhere: throw StoreError(.assetNotAvailable)
            case .files(let files):
                let content = try files.ingest(source, limit: limits.assetBytes)
                new = IncomingAsset(
                    asset: Asset(checksum: content.checksum, size: content.size),
                    place: .file(content))
            case .tables(let tables):
                new = try await ingest(
                    source, for: Self.savingTime, home, isOwner: !scope.isOthers(record.zone),
                    tables)
            }
            let key = IncomingAsset.Key(database: home, checksum: new.asset.checksum ?? "")
            if let known = taken.updateValue(new, forKey: key) { discard(known, key) }
            return new.asset
        }
    }

    /// Takes content in ahead of the record that is to hold it; nil where content is in files.
    package func ingest(
        _ source: AssetIntake.Source, for seconds: TimeInterval, in scope: DatabaseScope
    ) async throws -> Asset? {
        guard case .tables(let tables) = assets else { return nil }
        sweepNowAndThen()
        return try await ingest(
            source, for: seconds, DatabaseKey(home: scope), isOwner: true, tables
        ).asset
    }

    /// Takes content in, some pieces at a time, in transactions of their own.
    ///
    /// - Parameter move: The process that moves the content here, and the checksum that it has.
    func ingest(
        _ source: AssetIntake.Source, for seconds: TimeInterval, _ key: DatabaseKey,
        isOwner: Bool, _ tables: AssetTables, move: (mover: String, checksum: String)? = nil
    ) async throws -> IncomingAsset {
        func write(_ body: @escaping @Sendable (Session) throws -> Void) async throws {
            guard let move else { return try await self.write(body) }
            try await moveWrite(by: move.mover, body)
        }
        // Content of a public database in parts is in the one that its checksum says.
        var known = move?.checksum
        if known == nil, buckets != nil, key.isPublic { known = try checksum(of: source) }
        var reader = try AssetReader(source, limit: move == nil ? limits.assetBytes : .max)
        defer { reader.close() }
        let content = Int64.random(in: 1...Int64.max)
        var count = 0
        do {
            while true {
                var pieces: [Data] = []
                while pieces.count < AssetTables.piecesAtOnce,
                    let piece = try reader.next(AssetTables.pieceBytes)
                {
                    pieces.append(piece)
                }
                let isLast = pieces.count < AssetTables.piecesAtOnce
                let asset =
                    isLast
                    ? Asset(checksum: reader.checksum(), size: Int64(reader.size)) : nil
                let until = Date(timeIntervalSinceNow: seconds).microseconds
                try await write { [known, pieces, count] session in
                    // A database of another owner that does not exist yet has no record to hold
                    // this.
                    guard
                        let number = try isOwner
                            ? session.makeDatabase(key) : session.database(key)
                    else { return }
                    let database = known.map { session.home(ofContent: $0, in: number) } ?? number
                    let connection = session.connection
                    if count == 0, !isLast {
                        try tables.hold(
                            AssetTables.unfinished, by: -content, until: until, in: database,
                            connection)
                    } else if count > 0 {
                        // The source may have stalled for longer than the pieces before are kept.
                        try tables.extendHold(
                            AssetTables.unfinished, by: -content, until: until, in: database,
                            connection)
                    }
                    try tables.add(pieces, from: count, to: content, of: database, connection)
                    guard let asset, let checksum = asset.checksum else { return }
                    try tables.finish(content, as: asset, of: database, connection)
                    try tables.hold(
                        checksum, by: -content, until: until, in: database, connection)
                    if count > 0 {
                        try tables.release(
                            AssetTables.unfinished, by: -content, in: database, connection)
                    }
                }
                count += pieces.count
                if let asset {
                    return IncomingAsset(asset: asset, place: .table(holder: -content))
                }
            }
        } catch {
            // What is left of a move ends by itself.
            if count > 0, move == nil {
                end(AssetTables.unfinished, by: -content, key, at: known)
            }
            throw error
        }
    }

    private func checksum(of source: AssetIntake.Source) throws -> String {
        var reader = try AssetReader(source, limit: limits.assetBytes)
        defer { reader.close() }
        while try reader.next(AssetTables.pieceBytes) != nil {}
        return reader.checksum()
    }

    /// Lets go of content that was taken in and is not needed.
    func discard(_ incoming: IncomingAsset, _ key: IncomingAsset.Key) {
        switch (assets, incoming.place) {
        case (.files(let files), .file(let content)): files.discard(content.temporary)
        case (_, .table(let holder)): end(key.checksum, by: holder, key.database)
        case (.tables, .file), (.nowhere, .file): return
        }
    }

    /// Ends a use of content now, and removes the content when it was the last.
    ///
    /// - Parameter place: The checksum that says where the content is; nil for its own.
    private func end(
        _ checksum: String, by holder: Int64, _ key: DatabaseKey, at place: String? = nil
    ) {
        guard case .tables(let tables) = assets else { return }
        // It may fail, and is tried again when the use ends by itself.
        enqueue { session in
            guard let number = try session.database(key) else { return }
            let database = session.home(ofContent: place ?? checksum, in: number)
            try tables.end(checksum, by: holder, in: database, session.connection)
            try tables.collect(checksum, in: database, session.connection)
        }
    }

    // MARK: In the transaction of the records

    /// Whether the store has content for the records of a database.
    ///
    /// Called within the transaction: no other writer removes content meanwhile.
    func has(
        _ checksum: String, in database: Int64, _ order: SaveOrder, _ session: Session
    ) throws -> Bool {
        let key = IncomingAsset.Key(database: order.key, checksum: checksum)
        switch assets {
        case .nowhere: return false
        case .files(let files): return order.incoming[key] != nil || files.has(checksum)
        case .tables(let tables):
            return try AssetDirectory.isChecksum(checksum)
                && tables.find(
                    checksum, in: session.home(ofContent: checksum, in: database),
                    session.connection) != nil
        }
    }

    /// Makes content stay that records took up, and notes what they gave up.
    func keepContent(
        of transaction: SQLTransaction<Connection>, _ order: SaveOrder, _ session: Session
    ) throws {
        try session.letGo(transaction.released, in: transaction.database)
        switch assets {
        case .nowhere: return
        case .files(let files):
            guard !transaction.acquired.isEmpty else { return }
            var directories: Set<String> = []
            for checksum in transaction.acquired {
                let key = IncomingAsset.Key(database: order.key, checksum: checksum)
                var content: AssetDirectory.Incoming?
                if case .file(let found) = order.incoming[key]?.place { content = found }
                directories.formUnion(try files.place(checksum, from: content))
            }
            // Before the commit, or a power failure could leave a record without its content.
            session.connection.beforeCommit { [directories] in try files.sync(directories) }
        case .tables(let tables):
            for checksum in transaction.acquired {
                let key = IncomingAsset.Key(database: order.key, checksum: checksum)
                guard case .table(let holder) = order.incoming[key]?.place else { continue }
                try tables.release(
                    checksum, by: holder,
                    in: session.home(ofContent: checksum, in: transaction.database),
                    session.connection)
            }
        }
    }

    // MARK: Handing out

    /// A file with the content of an asset that a record of a database holds.
    package func assetFile(_ asset: Asset, in scope: DatabaseScope) async throws -> URL {
        guard let checksum = asset.checksum, AssetDirectory.isChecksum(checksum) else {
            throw StoreError(.assetNotAvailable)
        }
        switch assets {
        case .nowhere: throw StoreError(.assetNotAvailable)
        case .files(let files):
            guard files.has(checksum) else { throw StoreError(.assetNotAvailable) }
            return URL(fileURLWithPath: files.file(checksum))
        case .tables(let tables):
            return try read { session in
                for number in try SQLStore.homes(scope, session) {
                    let database = session.home(ofContent: checksum, in: number)
                    guard
                        let found = try tables.find(checksum, in: database, session.connection)
                    else { continue }
                    return try tables.file(found, checksum, of: database, session.connection)
                }
                throw StoreError(.assetNotAvailable)
            }
        }
    }

    /// The databases whose records a scope shows.
    private static func homes(_ scope: DatabaseScope, _ session: Session) throws -> [Int64] {
        switch scope {
        case .public, .private:
            return try session.database(DatabaseKey(home: scope)).map { [$0] } ?? []
        case .shared(let user):
            var found: [Int64] = []
            for zone in try session.sharedZones(with: user) where found.last != zone.database {
                found.append(zone.database)
            }
            return found
        }
    }

    // MARK: Letting go

    /// Removes the content of assets that no record needs any more.
    func collect(_ contents: Set<StoredContent>) {
        guard !contents.isEmpty else { return }
        // First in its transaction: what a save that is not yet committed has given up may
        // still be needed.
        switch assets {
        case .nowhere: return
        case .files(let files):
            engine.enqueue(first: true) { [statements] connection in
                let unused = try Set(contents.map(\.checksum)).filter {
                    try !SQLStore.isUsed($0, statements, connection)
                }
                guard !unused.isEmpty else { return }
                // Or a power failure could bring records back without their content.
                try connection.syncCommits(ofOthers: false)
                for checksum in unused { try files.remove(checksum) }
            }
        case .tables(let tables):
            // One at a time, so that a conflict on one of them does not delay the rest.
            for content in contents {
                engine.enqueue(first: true) { connection in
                    try tables.collect(content.checksum, in: content.database, connection)
                }
            }
        }
    }

    private static func isUsed(
        _ checksum: String, _ statements: StoreStatements, _ connection: Connection
    ) throws -> Bool {
        try connection.first(statements.assetIsUsed, [.text(checksum)]) { _ in true } ?? false
    }

    /// Removes what crashes left of content.
    func sweepContent() {
        switch assets {
        case .nowhere: return
        case .files(let files):
            engine.enqueue(first: true) { [statements] connection in
                try files.sweep { checksum in
                    if try SQLStore.isUsed(checksum, statements, connection) { return true }
                    // As above, of what a process before this one committed.
                    try connection.syncCommits(ofOthers: true)
                    return false
                }
            }
        case .tables: sweepNowAndThen()
        }
    }

    /// Removes content that was uploaded and that no record used in time, every ten minutes.
    private func sweepNowAndThen() {
        guard memory.isTimeToSweep(every: .seconds(600)) else { return }
        let now = Date().microseconds
        @Sendable func ended(_ database: Int64) -> SQLText {
            "FROM _asset_uses WHERE \(of: database) AND until <= \(now) LIMIT"
        }
        forSomeDatabases { database, connection in
            try connection.hasRow("SELECT 1 \(ended(database)) 1")
        } do: { [weak self] database, connection in
            let contents = try connection.all(
                "SELECT DISTINCT checksum \(ended(database)) 10000"
            ) { StoredContent(database: database, checksum: $0.text(0)) }
            connection.afterCommit { [weak self] in self?.collect(Set(contents)) }
        }
    }
}

extension StoreSession {
    /// The database that has content for records of one: its own, or the part of the public database
    /// that the checksum says.
    func home(ofContent checksum: String, in database: Int64) -> Int64 {
        buckets?.bucket(of: checksum, in: database)?.database ?? database
    }

    /// Notes, where content is in tables, that records gave content up: a use that has ended.
    func letGo(_ checksums: Set<String>, in database: Int64) throws {
        guard dialect.keepsContent else { return }
        for checksum in checksums {
            let home = home(ofContent: checksum, in: database)
            let holder = -Int64.random(in: 1...Int64.max)
            try connection.perform(
                statements.holdAsset,
                [.int(home), .text(checksum), .int(holder), .int(Date().microseconds)])
        }
    }

    /// Forgets the uses of content by some rows; gives the content.
    func releaseContent(
        of rows: SQLText, in database: Int64
    ) throws -> Set<StoredContent> {
        var uses: [SQLText] = ["\(of: database) AND holder IN (\(rows))"]
        if let buckets, buckets.contain(database) {
            // Of a part's records the content is in any of the parts, whose servers have not these rows.
            let place = buckets.databases.contain(SQLText.identifier("database"))
            var numbers = try connection.all(rows) { $0.int(0) }[...]
            uses = []
            while !numbers.isEmpty {
                let portion = numbers.prefix(10_000).map(String.init).joined(separator: ", ")
                uses.append("\(place) AND holder IN (\(raw: portion))")
                numbers = numbers.dropFirst(10_000)
            }
        }
        var contents: Set<StoredContent> = []
        for uses in uses {
            let checksums = Set(
                try connection.all("SELECT DISTINCT checksum FROM _asset_uses WHERE \(uses)") {
                    $0.text(0)
                })
            try connection.run("DELETE FROM _asset_uses WHERE \(uses)")
            try letGo(checksums, in: database)
            contents.formUnion(checksums.map { stored($0, for: database) })
        }
        return contents
    }

    /// Content where it is for the records of a database.
    func stored(_ checksum: String, for database: Int64) -> StoredContent {
        StoredContent(database: home(ofContent: checksum, in: database), checksum: checksum)
    }
}

extension DatabaseKey {
    /// The key of the database of a scope's own user.
    init(home: DatabaseScope) {
        switch home {
        case .public: self = .public
        case .private(let user), .shared(let user): self = .private(user)
        }
    }
}

extension DatabaseScope {
    /// Whether a zone is in another owner's database.
    fileprivate func isOthers(_ zone: ZoneID) -> Bool {
        if case .shared(let user) = self { home(of: zone) != .private(user: user) } else { false }
    }
}
