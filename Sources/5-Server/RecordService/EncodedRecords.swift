import RecordCore
import Synchronization

/// Records as replies have them, so that a record that is asked for again is neither read nor
/// encoded again.
///
/// Valid as long as nothing is committed to the store, by whatever process: each access says how
/// many commits there were, and what was encoded before another commit is removed. Only records of
/// the public and of private databases are here, each private one for its owner alone. Whether a
/// caller may read a record is decided at each request.
final class EncodedRecords: Sendable {
    /// Which record, in which database.
    struct Key: Hashable {
        let id: RecordID
        /// The owner of a private database; nil for the public one.
        let user: ExactText?
    }

    /// A record as a reply has it, with what the rights to read it depend on.
    final class Entry: Sendable {
        let key: Key
        let bytes: [UInt8]
        /// The type, as it stood when the record was read.
        let type: RecordType
        let createdBy: String?

        init(key: Key, bytes: [UInt8], type: RecordType, createdBy: String?) {
            self.key = key
            self.bytes = bytes
            self.type = type
            self.createdBy = createdBy
        }

        /// The bytes and names, and about as much as two tables take for the entry.
        var size: Int { bytes.count + key.id.name.utf8.count + 300 }
    }

    /// Entries by the hashes of their keys; of two keys of one hash one is here.
    ///
    /// A table of the keys compares several of them at each miss, which costs more than the rest.
    private struct State {
        /// How many commits there were when the entries were read.
        var commits: UInt64 = 0
        /// Entries that were added or used since ``older`` was filled.
        var recent: [Int: Entry] = [:]
        /// Entries that are removed next, unless they are used before.
        var older: [Int: Entry] = [:]
        var recentBytes = 0
        var olderBytes = 0
    }

    /// Bytes of all entries together, at most.
    let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) { self.capacity = capacity }

    /// Bytes of the entries, with what keeping them takes.
    var bytes: Int { state.withLock { $0.recentBytes + $0.olderBytes } }

    /// An entry that is valid after a number of commits.
    func entry(_ key: Key, after commits: UInt64) -> Entry? {
        let place = key.hashValue
        // Entries are released after the lock.
        var removed: State?
        let entry = state.withLock { state -> Entry? in
            guard state.commits == commits else {
                // A thread that counted earlier than another removes nothing.
                if state.commits < commits {
                    removed = state
                    state = State(commits: commits)
                }
                return nil
            }
            if let entry = state.recent[place] { return entry }
            guard let entry = state.older.removeValue(forKey: place) else { return nil }
            state.olderBytes -= entry.size
            removed = add(entry, place, to: &state)
            return entry
        }
        _ = removed
        return entry?.key == key ? entry : nil
    }

    /// Adds what was read and encoded after a number of commits was counted.
    func add(_ entry: Entry, after commits: UInt64) {
        let place = entry.key.hashValue
        var removed: State?
        state.withLock { state in
            guard state.commits == commits, state.recent[place] == nil else { return }
            if let older = state.older.removeValue(forKey: place) {
                state.olderBytes -= older.size
            }
            removed = add(entry, place, to: &state)
        }
        _ = removed
    }

    /// Removes every entry.
    func removeAll() {
        let removed = state.withLock { state in
            let removed = state
            state = State(commits: state.commits)
            return removed
        }
        _ = removed
    }

    /// Adds an entry; gives what had to go for it.
    private func add(_ entry: Entry, _ place: Int, to state: inout State) -> State? {
        let size = entry.size
        let half = capacity / 2
        guard size <= half else { return nil }
        var removed: State?
        if state.recentBytes + size > half {
            removed = State(older: state.older)
            state.older = state.recent
            state.olderBytes = state.recentBytes
            state.recent = [:]
            state.recentBytes = 0
        }
        state.recent[place] = entry
        state.recentBytes += size
        return removed
    }
}

extension ServiceSession {
    /// How many commits the store has seen, for ``encodedRecord(_:in:after:)``; nil where records are
    /// not cached.
    ///
    /// Of the databases of others nothing is cached: what a user sees there depends on shares.
    package func commitCount(in database: Database) -> UInt64? {
        guard database != .shared, isForOneRequest else { return nil }
        // What is wrong with the store is said by the read that follows.
        return try? options.commitCount?()
    }

    /// A record as ``cache(_:of:_:as:in:after:)`` was given it, where it is still what the store has
    /// and the user may read it; nil where it must be read.
    ///
    /// A record that the user may not read is read too, so that one place says why.
    package func encodedRecord(
        _ id: RecordID, in database: Database, after commits: UInt64
    ) async throws(ServiceError) -> [UInt8]? {
        guard let bytes = cachedRecord(id, in: database, after: commits) else { return nil }
        return try await request(isWrite: false, in: database) { bytes }
    }

    /// As ``encodedRecord(_:in:after:)``, without the faults that requests are to have.
    func cachedRecord(_ id: RecordID, in database: Database, after commits: UInt64) -> [UInt8]? {
        guard let key = encodingKey(id, in: database),
            let entry = service.encoded.entry(key, after: commits),
            database != .public || mayRead(entry.type, createdBy: entry.createdBy)
        else { return nil }
        return entry.bytes
    }

    /// Whether grants let the user read a record of the public database.
    private func mayRead(_ type: RecordType, createdBy creator: String?) -> Bool {
        do {
            switch try publicView(of: type) {
            case nil: return true
            case .createdBy(let user): return creator?.hasSameBytes(as: user) == true
            case .shared: return false
            }
        } catch {
            return false
        }
    }

    /// A record with every field as a reply has it, from the cache or read and encoded now, without
    /// waiting: the most frequent request.
    ///
    /// Nil for what only ``record(named:in:desiredKeys:)`` can answer: a record that is not there or
    /// that the user may not read, a share, whose participants have names, a database of others, and
    /// a service with faults or with files for assets.
    ///
    /// - Parameters:
    ///   - id: The record's name and zone.
    ///   - database: The database that is asked.
    ///   - encode: Writes a record as the reply has it.
    package func encodedAtOnce(
        _ id: RecordID, in database: Database, _ encode: (Record, RecordSchema) -> [UInt8]
    ) -> [UInt8]? {
        guard service.faults.isEmpty, !options.givesAssetFiles, let read = options.readRecord
        else { return nil }
        let scope: DatabaseScope
        switch database {
        case .public: scope = .public
        case .private:
            guard let user else { return nil }
            scope = .private(user: user)
        case .shared: return nil
        }
        // Before the record is read: at worst the cache has what is read again.
        let commits = commitCount(in: database)
        if let commits, let bytes = cachedRecord(id, in: database, after: commits) { return bytes }
        // What is wrong is said by the read that follows.
        guard let (found, schema) = try? read(id, scope), let record = found,
            record.type != Share.recordType
        else { return nil }
        if database == .public, let type = schema[record.type],
            !mayRead(type, createdBy: record.system?.createdBy)
        {
            return nil
        }
        let bytes = encode(record, schema)
        if let commits { cache(bytes, of: record, schema, as: id, in: database, after: commits) }
        return bytes
    }

    /// Keeps a record of which every field was read and encoded, for others who may read it.
    ///
    /// Assets have addresses that end and differ from caller to caller, and shares say more to some
    /// than to others: neither is kept.
    ///
    /// - Parameters:
    ///   - bytes: The record as a reply has it, in an array without room to grow, which would not
    ///     be counted.
    ///   - record: The record that was encoded.
    ///   - schema: The record types, as they stood when the record was read.
    ///   - id: The name by which the record was asked for.
    ///   - database: The database that it was read from.
    ///   - commits: How many commits there were before the record was read.
    package func cache(
        _ bytes: [UInt8], of record: Record, _ schema: RecordSchema, as id: RecordID,
        in database: Database, after commits: UInt64
    ) {
        guard record.type != Share.recordType, !record.fields.haveAssets,
            let key = encodingKey(id, in: database), let type = schema[record.type]
        else { return }
        service.encoded.add(
            .init(key: key, bytes: bytes, type: type, createdBy: record.system?.createdBy),
            after: commits)
    }

    private func encodingKey(_ id: RecordID, in database: Database) -> EncodedRecords.Key? {
        switch database {
        case .public: EncodedRecords.Key(id: id, user: nil)
        case .private: user.map { EncodedRecords.Key(id: id, user: ExactText($0)) }
        case .shared: nil
        }
    }
}
