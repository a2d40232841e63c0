import Foundation
import RecordCore
import SQLStorage

/// Goes through both databases of a move once, side by side, and makes the target what the source
/// is.
final class MovePass {
    private let name: String
    private let mover: String
    private let progress: @Sendable (StoreMove.Progress) -> Void
    /// About how many things there are.
    var total = 1
    /// Content that was read at both ends: it never changes under its name.
    private var whole: Set<String> = []
    private var known: (schema: RecordSchema, types: Set<String>)?
    private var limit = 50
    /// Bytes that a page should have at most.
    private static let pageBytes = 8 << 20

    init(
        _ name: String, mover: String,
        _ progress: @escaping @Sendable (StoreMove.Progress) -> Void
    ) {
        self.name = name
        self.mover = mover
        self.progress = progress
    }

    /// What a pass found.
    struct Outcome {
        /// Things that were not the same.
        var changed = 0
        /// What the source holds.
        var source = MoveSum()
        /// What the target holds, as it was read.
        var target = MoveSum()
    }

    /// Goes through everything behind a key.
    ///
    /// - Parameter isLast: Whether the source stands still, so that what differs is an error
    ///   once it was written.
    func run(
        _ pass: Int, _ from: any MoveEnd, _ to: any MoveEnd, after start: MoveKey? = nil,
        isLast: Bool = false
    ) async throws -> Outcome {
        var found = Outcome()
        var position = start
        var done = 0
        var isOver = false
        try await copySchema(from, to)
        while !isOver {
            let page = try await from.movePage(
                after: position, through: nil, limit: limit, portion: limit)
            isOver = page.isLast
            let end = isOver ? nil : page.items.last?.key
            let source = try await checked(page.items, of: from, isLast: isLast)
            var target = try await items(of: to, after: position, through: end, page.items.count)
            var changes = MovePass.changes(from: target, to: source)
            if !changes.isEmpty {
                try await copySchema(from, to)
                for place in changes.indices {
                    guard let new = changes[place].new, case .asset = new.content else { continue }
                    changes[place].file = try await MovePass.file(new, of: from)
                }
                try await to.move(changes, by: mover, after: pass == 1 ? end : nil)
                if isLast {
                    target = try await items(
                        of: to, after: position, through: end, page.items.count)
                    if let wrong = MovePass.changes(from: target, to: source).first {
                        throw MoveProblem.notWritten(
                            (wrong.new ?? wrong.old)?.key.description ?? "")
                    }
                }
            }
            found.changed += changes.count
            if changes.isEmpty { note(target) }
            if isLast {
                found.source.add(source)
                found.target.add(target)
            }
            done += page.items.count
            progress(
                StoreMove.Progress(
                    part: name, pass: pass, isLast: isLast, done: done, total: max(total, done)))
            try Task.checkCancellation()
            position = end
            let bytes = page.items.reduce(1) { $0 + $1.size }
            limit = max(
                1,
                min(500, 2 * limit, MovePass.pageBytes / max(1, bytes / max(1, page.items.count))))
        }
        return found
    }

    /// Gives the target the schema of the source, where it has another.
    private func copySchema(_ from: any MoveEnd, _ to: any MoveEnd) async throws {
        let now = try await from.moveSchema()
        if let known, known.schema == now.schema, known.types == now.types { return }
        try await to.moveSchema(now.schema, types: now.types, by: mover)
        known = now
    }

    /// What the target has behind a key.
    private func items(
        of to: any MoveEnd, after start: MoveKey?, through end: MoveKey?, _ count: Int
    ) async throws -> [MoveItem] {
        let items = try await to.movePage(
            after: start, through: end, limit: .max, portion: min(500, count + 1)
        ).items
        var checked = items
        for (place, item) in items.enumerated() {
            guard case .asset = item.content else { continue }
            let isWhole = await MovePass.isWhole(item, in: to, whole)
            checked[place] = MoveItem(item.key, .asset(isWhole: isWhole))
        }
        return checked
    }

    // MARK: Comparing

    /// What must be done for the one to become the other; both are in order.
    static func changes(from old: [MoveItem], to new: [MoveItem]) -> [MoveChange] {
        var changes: [MoveChange] = []
        var (i, j) = (0, 0)
        while i < old.count || j < new.count {
            if j == new.count || (i < old.count && old[i].key < new[j].key) {
                changes.append(MoveChange(from: old[i], to: nil))
                i += 1
            } else if i == old.count || new[j].key < old[i].key {
                changes.append(MoveChange(from: nil, to: new[j]))
                j += 1
            } else {
                if old[i].digest != new[j].digest {
                    changes.append(MoveChange(from: old[i], to: new[j]))
                }
                i += 1
                j += 1
            }
        }
        return changes
    }

    // MARK: Damage

    /// The source's things, without content that went since its record was read.
    ///
    /// - Throws: `corrupt`, `assetNotAvailable` where the source itself is not whole.
    private func checked(
        _ items: [MoveItem], of from: any MoveEnd, isLast: Bool
    ) async throws -> [MoveItem] {
        var checked: [MoveItem] = []
        for item in items {
            switch item.content {
            case .record(let type, _, nil, nil):
                throw StoreError(
                    .corrupt, ["recordType": type, "recordName": item.key.parts.last ?? ""])
            case .asset:
                guard await MovePass.isWhole(item, in: from, whole) else {
                    guard !isLast else {
                        throw StoreError(
                            .assetNotAvailable, ["checksum": item.key.parts.last ?? ""])
                    }
                    continue
                }
            case .database, .zone, .participant, .record, .share, .service: break
            }
            checked.append(item)
        }
        return checked
    }

    /// Remembers what content was read at both ends and is the same.
    private func note(_ items: [MoveItem]) {
        for item in items {
            if case .asset = item.content { whole.insert(item.key.description) }
        }
    }

    private static func file(_ item: MoveItem, of end: any MoveEnd) async throws -> URL {
        let parts = item.key.parts
        return try await end.assetFile(
            Asset(checksum: parts[4], size: 0),
            in: parts[1] == "public" ? .public : .private(user: parts[2]))
    }

    /// Whether the content of an asset is what its name says; it is read for that.
    private static func isWhole(
        _ item: MoveItem, in end: any MoveEnd, _ known: Set<String>
    ) async -> Bool {
        let checksum = item.key.parts[4]
        if known.contains(item.key.description) { return true }
        // Content that cannot be read is not whole, and is moved again.
        guard let file = try? await file(item, of: end),
            let reader = try? FileHandle(forReadingFrom: file)
        else { return false }
        // It was only read.
        defer { try? reader.close() }
        var hash = ContentHash()
        // A file that is read in part has another hash.
        while let bytes = try? reader.read(upToCount: 1 << 20), !bytes.isEmpty { hash.add(bytes) }
        return hash.finish() == checksum
    }
}

/// A digest over many things in their order, and how many of each kind there are.
struct MoveSum {
    private var hash = ContentHash()
    private(set) var counts: [MoveItem.Kind: Int] = [:]

    mutating func add(_ items: [MoveItem]) {
        for item in items {
            hash.add(item.digest)
            counts[item.kind, default: 0] += 1
        }
    }

    /// The digest, with the schema and the identity.
    func finish(_ identity: String, _ schema: RecordSchema) -> String {
        var hash = hash
        var schema = schema
        // In which order fields came is not the same where one went and came again.
        for name in schema.types.keys { schema[name]?.fields.sort { $0.name < $1.name } }
        hash.add(Data(identity.utf8))
        hash.add(Data(schema.text.utf8))
        return hash.finish()
    }
}
