import RecordCore

/// Saves records in batches, a few at a time, in the order in which they were given; those that point at
/// others which are not there yet, after these.
final class BatchSaver {
    /// Records with the lines on which they stood.
    struct Batch: Sendable {
        var records: [Record] = []
        var lines: [Int] = []
        var bytes = 0
        /// The records whose names the file does not say.
        var made: Set<RecordID> = []
    }

    /// A record that the store refused.
    struct Refusal: Error {
        let line: Int
        let error: StoreError
    }

    private enum Phase {
        /// Records that others must exist for begin to wait.
        case reading
        /// Those that wait are tried, and stay where they are refused for that again.
        case retrying
        /// What still waits is refused.
        case refusing
    }

    private let store: any RecordStore
    private let scope: DatabaseScope
    private let user: String
    /// How many batches are under way at once: they share commits, and pages that several of them
    /// touch are written once.
    private let width = 16
    private let policy: SavePolicy
    private let isPartial: Bool
    private var waiting: [(batch: Batch, task: Task<SaveResult, any Error>)] = []
    private var batch = Batch()
    /// The number of the batch, and that of the last one in which a record is that is not stored yet.
    private var number = 0
    private var numbers: [RecordID: Int] = [:]
    private var bytesUnderWay = 0
    private var hasFailed = false
    /// Records that were stored though one before them was not, and that a second import would not find.
    private var strays: [RecordID] = []
    /// Records that wait for others.
    private let deferred = DeferredRecords()
    private var phase = Phase.reading
    /// The line before which everything is stored or waits.
    private var takenBefore = 1
    /// Records that are stored.
    private(set) var saved = 0
    /// The last line of a record that is stored under a name that was made for it.
    private(set) var lastMade = 0
    /// The line before which everything is stored.
    var savedBefore: Int { min(takenBefore, deferred.firstLine ?? takenBefore) }
    /// The first and the last line of a request that failed as a whole, of no record alone.
    private(set) var failedLines: ClosedRange<Int>?
    /// What happens with a record that is refused: throw to stop.
    var onRefusal: (Refusal) throws -> Void = { throw $0 }

    /// Saves in a database of a store.
    ///
    /// Under ``SavePolicy/changedKeys``, and where records are partial, a record that exists keeps
    /// the fields and the parent that are not given.
    init(
        _ store: any RecordStore, in scope: DatabaseScope, user: String,
        policy: SavePolicy = .allKeys, isPartial: Bool = false
    ) {
        self.policy = policy
        self.isPartial = isPartial
        self.store = store
        self.scope = scope
        self.user = user
    }

    /// Takes in a record; saves when a batch is full.
    ///
    /// One that was given before is saved after that: a request may name a record once, and batches
    /// that are under way together have no order. What waits of it stays until it is stored.
    ///
    /// `isNamed` is false where the name was made for it, and another import makes another.
    func add(_ record: Record, line: Int, bytes: Int, isNamed: Bool = true) async throws {
        while numbers[record.id] != nil {
            if numbers[record.id] == number { try await send() }
            try await collect()
        }
        var record = record
        if keepsFields, let earlier = try deferred.record(record.id) {
            record.fields.merge(earlier.fields) { later, _ in later }
            record.encrypted.formUnion(earlier.encrypted)
            record.parent = record.parent ?? earlier.parent
        }
        try await enqueue(record, line: line, bytes: bytes, isNamed: isNamed)
    }

    private func enqueue(
        _ record: Record, line: Int, bytes: Int, isNamed: Bool
    ) async throws {
        numbers[record.id] = number
        batch.records.append(record)
        batch.lines.append(line)
        batch.bytes += bytes
        if !isNamed { batch.made.insert(record.id) }
        if batch.records.count >= itemsPerRequest || batch.bytes > 4_000_000 { try await send() }
    }

    /// Whether a record that exists keeps the fields that are not given.
    private var keepsFields: Bool { isPartial || policy == .changedKeys }

    private var itemsPerRequest: Int { min(400, store.limits.itemsPerRequest) }

    /// Saves what is left and waits for all; then saves what waited for others, these first.
    ///
    /// What cannot be saved is refused at the end.
    func finish() async throws {
        try await flush()
        defer { phase = .reading }
        phase = .retrying
        var isolatesRings = false
        while !deferred.entries.isEmpty {
            let before = saved
            let requests = ReferenceGroups.requests(
                of: deferred.ids, limit: itemsPerRequest, isolatesRings: isolatesRings
            ) { deferred.entries[$0]?.targets ?? [] }
            for ids in requests { try await retry(ids) }
            if saved == before {
                if isolatesRings { break }
                // Many bytes are sent in several requests; a server takes fewer records too.
                isolatesRings = true
            }
        }
        phase = .refusing
        for ids in deferred.ids.batches(of: itemsPerRequest) { try await retry(ids) }
    }

    private func flush() async throws {
        try await send()
        while !waiting.isEmpty { try await collect() }
    }

    /// Saves some of the records that wait, by one request where they are not too large.
    private func retry(_ ids: [RecordID]) async throws {
        for id in ids {
            guard let entry = deferred.entries[id], let record = try deferred.record(id) else {
                continue
            }
            try await enqueue(record, line: entry.line, bytes: entry.bytes, isNamed: entry.isNamed)
        }
        try await flush()
        if Interrupt.isRequested { throw CancellationError() }
    }

    /// Waits for what is under way and drops what is not.
    ///
    /// What was saved behind a record that failed is taken back where its name was made: an import that goes
    /// on from there would save it a second time.
    func stop() async {
        let given = batch.lines.min()
        batch = Batch()
        numbers = [:]
        for (batch, task) in waiting {
            let result = await task.result
            // What was saved after a gap does not move the line to go on from.
            guard case .success(let outcome) = result, outcome.firstError == nil, !hasFailed
            else {
                hasFailed = true
                passOver(batch.lines.min())
                if case .success(let outcome) = result { stray(outcome.saves, of: batch) }
                continue
            }
            for (record, line) in zip(batch.records, batch.lines) {
                note(saved: record, of: batch, line: line)
            }
            take(batch.lines)
        }
        waiting = []
        passOver(given)
        for part in strays.batches(of: itemsPerRequest) {
            // Where the store is away they stay.
            _ = try? await store.save(
                SaveRequest(deleting: part, isAtomic: false, user: user, isAdministrator: true),
                in: scope)
        }
        strays = []
    }

    /// Lines are stored or wait.
    private func take(_ lines: [Int]) {
        takenBefore = max(takenBefore, (lines.max() ?? 0) + 1)
    }

    /// The records of a line are not stored: an import goes on there, also where others of the line are.
    private func passOver(_ line: Int?) {
        if let line { takenBefore = min(takenBefore, line) }
    }

    private func note(saved record: Record, of batch: Batch, line: Int) {
        saved += 1
        deferred.remove(record.id)
        if batch.made.contains(record.id) { lastMade = max(lastMade, line) }
    }

    private func stray(_ saves: some Sequence<Result<Record, StoreError>>, of batch: Batch) {
        for case .success(let record) in saves where batch.made.contains(record.id) {
            strays.append(record.id)
        }
    }

    /// The failure that an error of this saver is, with the lines of the file at fault where they are known.
    func failure(_ error: any Error, in file: String) -> Failure {
        if let refusal = error as? Refusal {
            var failure = Failure(refusal.error).at("\(file), line \(refusal.line)")
            if refusal.error.code == .zoneNotFound {
                let database =
                    scope == .public ? "Zones are of a private database: --database private.\n" : ""
                failure.advice =
                    database
                    + "\"zone\" and \"owner\" say where a record is; they are fields where "
                    + "\"_recordName\" or \"_recordType\" stands beside them."
            }
            if [.unsupportedValue, .mixedList].contains(refusal.error.code) {
                failure.advice =
                    "Values are numbers, texts, dates, bytes, references, locations whose parts are "
                    + "numbers, assets, and lists of one kind: make fields of an object's members, "
                    + "or write it as text. The action of a reference is deleteSelf, validate or none."
            }
            if refusal.error.code == .encryptedNotSupported {
                failure.advice =
                    scope == .public
                    ? "The public database keeps nothing encrypted: import with --database private, "
                        + "or without the field."
                    : "\"_encrypted\" names it: import into a store whose field is ENCRYPTED, or take "
                        + "it from the list to save it as it is."
            }
            if BatchSaver.waits(refusal.error) {
                failure.advice =
                    "It points, with an action or as its parent, at a record that is neither in the "
                    + "file nor in the store: import that one first, or take the reference away. "
                    + "Records that lead to each other are saved by one request, of at most "
                    + "\(itemsPerRequest) records and 4 MB; of 200 and 1.5 MB where the store is a "
                    + "server."
            }
            if refusal.error.code == .assetNotAvailable {
                failure.advice =
                    "A checksum names what the store has already: "
                    + "quarry export --assets DIRECTORY writes the files too."
            }
            return failure
        }
        let failure = Failure(error)
        guard let lines = failedLines else { return failure }
        return failure.at(
            lines.count == 1
                ? "\(file), line \(lines.lowerBound)"
                : "\(file), lines \(lines.lowerBound) to \(lines.upperBound)")
    }

    private func send() async throws {
        guard !batch.records.isEmpty else { return }
        // A record that others must exist for waits until they do.
        let isLinked = batch.records.contains(where: BatchSaver.isLinked)
        while waiting.count >= (isLinked ? 1 : width) || bytesUnderWay > 8_000_000 {
            try await collect()
        }
        let request = SaveRequest(
            saves: batch.records.map { SaveRequest.Item($0, isPartial: isPartial) }, deletions: [],
            policy: policy, isAtomic: false, user: user,
            // A user with the store's file is not bound by the grants of its types.
            isAdministrator: true)
        bytesUnderWay += batch.bytes
        let store = store
        let scope = scope
        waiting.append((batch, Task { try await store.save(request, in: scope) }))
        batch = Batch()
        number += 1
    }

    private static func isLinked(_ record: Record) -> Bool {
        if record.parent != nil { return true }
        return record.fields.values.contains { value in
            switch value {
            case .reference(let reference): reference.action != .none
            case .list(let members):
                members.contains {
                    if case .reference(let reference) = $0 {
                        reference.action != .none
                    } else {
                        false
                    }
                }
            default: false  // Only references tie records together.
            }
        }
    }

    private func collect() async throws {
        let (batch, task) = waiting.removeFirst()
        for record in batch.records { numbers[record.id] = nil }
        bytesUnderWay -= batch.bytes
        hasFailed = true
        let result: SaveResult
        do {
            result = try await task.value
        } catch {
            if let first = batch.lines.min(), let last = batch.lines.max() {
                failedLines = first...last
            }
            passOver(batch.lines.min())
            throw error
        }
        for (index, outcome) in result.saves.enumerated() {
            let (record, line) = (batch.records[index], batch.lines[index])
            switch outcome {
            case .success: note(saved: record, of: batch, line: line)
            case .failure(let error):
                do { try await refuse(record, line: line, error, of: batch) } catch {
                    // The records before it in its request are stored.
                    takenBefore = line
                    stray(result.saves[index...], of: batch)
                    throw error
                }
            }
        }
        hasFailed = false
        take(batch.lines)
    }

    /// Has a record wait that is refused for what is not there yet, or says that it is refused.
    private func refuse(
        _ record: Record, line: Int, _ error: StoreError, of batch: Batch
    ) async throws {
        guard phase != .refusing, BatchSaver.waits(error) else {
            try onRefusal(Refusal(line: line, error: error))
            // Of one that is read a former line may wait.
            if phase != .reading { deferred.remove(record.id) }
            return
        }
        if phase == .retrying { return }
        try await deferred.add(
            record, line: line, bytes: batch.bytes / batch.records.count,
            isNamed: !batch.made.contains(record.id), keepsFields: keepsFields)
    }

    /// Whether a record is refused for what is not there yet.
    private static func waits(_ error: StoreError) -> Bool {
        error.code == .missingReference || error.code == .parentMissing
    }
}
