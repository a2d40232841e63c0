import Foundation
import PredicateCore
import RecordJSON

/// Sorts rows by keys.
///
/// Rows beyond a bound of memory wait in a temporary file, in sorted runs that are merged at the
/// end.
final class RowSort {
    private struct Entry {
        let keys: [Value]
        let start: Int
        let count: Int
        let place: Int
    }

    private let row: FilterRow
    private let ordering: [Ordering]
    private let paths: [RowPath]
    private let memory: Int
    private let keep: Int?
    private var arena: [UInt8] = []
    private var entries: [Entry] = []
    private var used = 0
    private var place = 0
    private var runs: [Range<Int>] = []
    private var spill: TemporaryFile?

    /// Sorts by an order; `keep` is how many rows will be wanted in the end, nil for all.
    init(_ ordering: [Ordering], row: FilterRow, memory: Int, keep: Int?) throws {
        self.row = row
        self.ordering = ordering
        self.memory = memory
        self.keep = keep
        // Room that is not used costs nothing, while growing would copy everything each time.
        if keep == nil { arena.reserveCapacity(memory + (1 << 16)) }
        paths = try ordering.map { part in
            let path: QueryKeyPath =
                switch part.key {
                case .keyPath(let path), .distance(let path, _): path
                }
            guard let found = try RowPath(path, in: row) else {
                throw Failure(.usage, "--sort \(path.text): a path begins with a key")
            }
            return found
        }
    }

    /// Takes in the row as it is loaded now.
    func add() throws {
        let keys = try sortKeys()
        entries.append(
            Entry(keys: keys, start: arena.count, count: row.bytes.count, place: place))
        place += 1
        arena.append(contentsOf: row.bytes)
        used += row.bytes.count + RowSort.size(keys)
        if let keep, entries.count / 2 - 512 >= keep { prune(to: keep) }
        if used > memory { try writeRun() }
    }

    private func sortKeys() throws -> [Value] {
        var keys: [Value] = []
        keys.reserveCapacity(paths.count)
        for (part, path) in zip(ordering, paths) {
            let value = try path.value(row)
            switch part.key {
            case .keyPath: keys.append(value)
            case .distance(_, let center):
                if case .location(let location) = value {
                    keys.append(.double(location.distance(to: center)))
                } else {
                    keys.append(.null)
                }
            }
        }
        return keys
    }

    /// What an entry costs beside its bytes; texts count for what they hold.
    private static func size(_ keys: [Value]) -> Int {
        keys.reduce(96) { size, key in
            if case .text(let text) = key, text.utf8.count > 15 {
                return size + 64 + text.utf8.count
            }
            return size + 32
        }
    }

    private func isBefore(_ a: [Value], _ b: [Value]) -> Bool? {
        for (index, part) in ordering.enumerated() {
            switch ValueComparison.sortOrder(a[index], b[index], part.textOrder) {
            case .equal: continue
            case .less: return part.ascending
            case .greater: return !part.ascending
            }
        }
        return nil
    }

    private func sortEntries() {
        entries.sort { isBefore($0.keys, $1.keys) ?? ($0.place < $1.place) }
    }

    private func prune(to count: Int) {
        sortEntries()
        entries.removeLast(max(0, entries.count - count))
        var kept: [UInt8] = []
        used = 0
        entries = entries.map { entry in
            let start = kept.count
            kept.append(contentsOf: arena[entry.start..<entry.start + entry.count])
            used += entry.count + RowSort.size(entry.keys)
            return Entry(keys: entry.keys, start: start, count: entry.count, place: entry.place)
        }
        arena = kept
    }

    private func writeRun() throws {
        if spill == nil {
            spill = try TemporaryFile()
            Terminal.note(
                "sorting: more than \(memory >> 20) MB match, the rest waits in a temporary file "
                    + "under \(TemporaryFile.directory)")
        }
        guard let spill else { return }
        sortEntries()
        let start = spill.size
        var block: [UInt8] = []
        for entry in entries {
            withUnsafeBytes(of: UInt32(entry.count).littleEndian) { block.append(contentsOf: $0) }
            block += arena[entry.start..<entry.start + entry.count]
            if block.count > 1 << 20 {
                try spill.append(block)
                block.removeAll(keepingCapacity: true)
            }
        }
        try spill.append(block)
        runs.append(start..<spill.size)
        entries.removeAll(keepingCapacity: true)
        arena.removeAll(keepingCapacity: true)
        used = 0
    }

    /// Loads the row with one element after the other, in order, until `body` returns false.
    func forEach(_ body: () throws -> Bool) throws {
        if runs.isEmpty {
            sortEntries()
            return try arena.withUnsafeBufferPointer { bytes in
                for entry in entries {
                    try row.reload(
                        UnsafeBufferPointer(
                            rebasing: bytes[entry.start..<entry.start + entry.count]))
                    if try !body() { return }
                }
            }
        }
        try writeRun()
        try merge(body)
    }

    private func merge(_ body: () throws -> Bool) throws {
        guard let spill else { return }
        var heads: [(run: SpillRun, keys: [Value])] = []
        for range in runs {
            let run = SpillRun(spill, range)
            if let bytes = try run.next() {
                try row.reload(bytes)
                heads.append((run, try sortKeys()))
            }
        }
        while !heads.isEmpty {
            // Earlier runs hold earlier rows: of equals the first is taken.
            var least = 0
            for index in heads.indices.dropFirst()
            where isBefore(heads[index].keys, heads[least].keys) == true {
                least = index
            }
            try row.reload(heads[least].run.current)
            if try !body() { return }
            if let bytes = try heads[least].run.next() {
                try row.reload(bytes)
                heads[least].keys = try sortKeys()
            } else {
                heads.remove(at: least)
            }
        }
    }
}
