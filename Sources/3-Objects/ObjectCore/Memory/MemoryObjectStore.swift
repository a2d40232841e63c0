public import Foundation
public import PredicateCore

/// A store that lives as long as the program.
///
///     let store = MemoryObjectStore(model: try ResolvedModel(model))
///     let keys = try store.reserveKeys(entity: person.number, count: 1)
///
/// Questions are answered from a state that later saves do not touch.
public final class MemoryObjectStore: ObjectStore, @unchecked Sendable {
    // Unchecked: everything that changes is read and written under `lock`.
    /// The model that the store is opened with.
    public let model: ResolvedModel
    /// The identifier that stands in the URIs of its objects.
    public let identifier: String
    /// Whether it may only be read.
    public let isReadOnly: Bool
    /// How text is ordered: as Foundation orders arrays, unless the store stands for another one.
    public let textProfile: TextProfile
    /// Whether saves are kept as a history.
    public let keepsHistory: Bool
    let derivations: DerivedAttributes
    // Recursive: the body of `exclusively` reads and writes the store.
    private let lock = NSRecursiveLock()
    private var contents: Contents

    /// What changes.
    struct Contents: Sendable {
        var objects: MemoryObjects
        var constraints: MemoryConstraints
        var metadata: [String: MetadataValue] = [:]
        var transactions: [ObjectTransaction] = []
        var token: Int64 = 0
        var changeCount: Int64 = 0
        /// What a mirror keeps, and its keys in order.
        var mirror: [String: Data] = [:]
        var mirrorKeys: [String] = []
        var isClosed = false
    }

    /// Creates an empty store; history is kept only with `keepsHistory`.
    public init(
        model: ResolvedModel, identifier: String = UUID().uuidString, isReadOnly: Bool = false,
        keepsHistory: Bool = false, textProfile: TextProfile = .foundation
    ) {
        self.model = model
        self.identifier = identifier
        self.isReadOnly = isReadOnly
        self.keepsHistory = keepsHistory
        self.textProfile = textProfile
        derivations = DerivedAttributes(model)
        contents = Contents(
            objects: MemoryObjects(model), constraints: MemoryConstraints(model))
        contents.metadata = [
            "NSStoreType": .text("InMemory"), "NSStoreUUID": .text(identifier),
        ]
    }

    /// What the store holds now, for a question.
    func snapshot() throws -> MemoryObjects {
        try reading { $0.objects }
    }

    func reading<R>(_ body: (Contents) throws -> R) throws -> R {
        lock.lock()
        defer { lock.unlock() }
        guard !contents.isClosed else { throw ObjectStoreClosed() }
        return try body(contents)
    }

    func changing<R>(_ body: (inout Contents) throws -> R) throws -> R {
        lock.lock()
        defer { lock.unlock() }
        guard !contents.isClosed else { throw ObjectStoreClosed() }
        return try body(&contents)
    }

    /// Runs `body` under the store's lock: no other thread reads or writes meanwhile.
    ///
    /// Where `body` throws, what it changed is undone. Keys that it reserved are not given out again.
    public func exclusively<T>(_ body: () throws -> T) throws -> T {
        lock.lock()
        defer { lock.unlock() }
        let before = contents
        do {
            return try body()
        } catch {
            if !contents.isClosed {
                let lastRows = contents.objects.lastRows
                contents = before
                contents.objects.lastRows = lastRows
            }
            throw error
        }
    }

    // MARK: Keys, metadata, history

    /// Numbers for new objects, never given out before.
    public func reserveKeys(entity: Int, count: Int) throws -> [ObjectKey] {
        try changing { contents in
            let root = model.entities[entity].root
            let last = contents.objects.lastRows[root] ?? 0
            contents.objects.lastRows[root] = last + Int64(max(0, count))
            return (0..<max(0, count)).map {
                ObjectKey(entity: entity, row: last + 1 + Int64($0))
            }
        }
    }

    /// What is kept beside the objects.
    public func metadata() throws -> [String: MetadataValue] { try reading { $0.metadata } }

    /// Replaces all metadata with the given dictionary.
    public func setMetadata(_ metadata: [String: MetadataValue]) throws {
        try changing { $0.metadata = metadata }
    }

    /// The token after the last transaction; 0 where no history is kept.
    public func historyToken() throws -> Int64 { try reading { $0.token } }
    /// The token up to which no transaction is later than `date`; the last one where none is.
    public func historyToken(through date: Date) throws -> Int64 {
        try reading { contents in
            contents.transactions.first { $0.date > date }.map { $0.token - 1 } ?? contents.token
        }
    }

    /// Transactions after a token.
    public func history(after token: Int64, limit: Int?) throws -> [ObjectTransaction] {
        try reading { contents in
            contents.transactions.filter { $0.token > token }.page(limit: limit, offset: 0)
        }
    }

    /// Forgets transactions up to a token.
    public func forgetHistory(upTo token: Int64) throws {
        try changing { $0.transactions.removeAll { $0.token <= token } }
    }

    // MARK: Mirroring

    /// What a mirror keeps under keys.
    public func mirrorEntries(_ keys: [String]) throws -> [String: Data] {
        try reading { contents in
            var found: [String: Data] = [:]
            for key in keys { found[key] = contents.mirror[key] }
            return found
        }
    }

    /// The entries of a mirror whose keys begin with `prefix`, in order.
    public func mirrorEntries(prefix: String, after key: String?, limit: Int?) throws
        -> [(key: String, value: Data)]
    {
        try reading { contents in
            // Texts of Swift are ordered as UTF-8 only where they are ASCII, which keys are.
            let start = max(prefix, key ?? prefix)
            var place = contents.mirrorKeys.partitioningIndex { $0 >= start }
            var found: [(key: String, value: Data)] = []
            while place < contents.mirrorKeys.count, found.count < limit ?? Int.max {
                let next = contents.mirrorKeys[place]
                guard next.hasPrefix(prefix) else { break }
                if next != key, let value = contents.mirror[next] { found.append((next, value)) }
                place += 1
            }
            return found
        }
    }

    /// Sets or removes entries of a mirror.
    public func setMirrorEntries(_ entries: [String: Data?]) throws {
        guard !isReadOnly else {
            throw ObjectStoreError(.readOnly, "The store may only be read.")
        }
        try changing { contents in
            var areKeysNew = false
            for (key, value) in entries {
                if (contents.mirror[key] == nil) != (value == nil) { areKeysNew = true }
                contents.mirror[key] = value
            }
            if areKeysNew { contents.mirrorKeys = contents.mirror.keys.sorted() }
        }
    }

    /// Lets go of everything; later calls throw.
    public func close() throws {
        try changing { contents in
            contents.objects = MemoryObjects(model)
            contents.transactions = []
            contents.isClosed = true
        }
    }
}

/// A store was asked after it was closed.
///
///     try store.close()
///     do { _ = try store.count(ObjectQuery(entity: note.number)) } catch {
///         print(error)  // The store is closed.
///     }
public struct ObjectStoreClosed: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError
{
    /// Creates the error of a store after ``MemoryObjectStore/close()``.
    public init() {}
    /// A sentence for people.
    public var description: String { "The store is closed." }

    /// The same, for `localizedDescription`.
    public var errorDescription: String? { description }
}
