package import Foundation
import RecordCore
import SQLLowering

extension SQLStore {
    /// What a service above keeps here, by keys that begin alike and come after one.
    package func serviceData(
        prefix: String, after: String?, limit: Int?
    ) async throws -> [String: Data] {
        if let limit, limit <= 0 { return [:] }
        return try read { session in
            var found: [String: Data] = [:]
            // Few enough to look at each that does not come before the first of them.
            let first = after.map { prefix.utf8.lexicographicallyPrecedes($0.utf8) ? $0 : prefix }
            let sql = RenderedSQL(
                "SELECT key, value FROM _service WHERE key >= \(first ?? prefix) ORDER BY key",
                for: dialect, isUnbounded: true)
            try session.connection.query(sql) { row in
                let key = row.text(0)
                guard key.hasPrefix(prefix) else { return false }
                if key == after { return true }
                found[key] = row.bytes(1)
                return found.count != limit
            }
            return found
        }
    }

    /// What a service above keeps under a key, or nil.
    package func serviceData(for key: String) async throws -> Data? {
        try read { session in
            try session.connection.first(session.statements.service) {
                $0.bind(text: key, at: 0)
            } _: {
                $0.bytes(0)
            }
        }
    }

    /// Keeps what a service above gives; a nil removes what there was.
    package func setServiceData(_ entries: [String: Data?]) async throws {
        try await write { try $0.keepService(entries) }
    }

    /// Keeps what a service above gives, where what it says it knows still stands.
    package func setServiceData(
        _ entries: [String: Data?], where known: [String: Data?]
    ) async throws -> Bool {
        try await write { session in
            var found: [String: Data] = [:]
            try session.connection.queryEach(session.statements.service, known.keys.sorted()) {
                $1.bind(text: $0, at: 0)
            } _: {
                found[$0] = $1.bytes(0)
            }
            guard known.allSatisfy({ found[$0.key] == $0.value }) else { return false }
            try session.keepService(entries)
            return true
        }
    }
}

extension StoreSession {
    /// Keeps what a service above gives; a nil removes what there was.
    ///
    /// In statements of many rows, whose answers are read with the commit's: the notices of a change with
    /// many subscribers cost a remote database a round trip or two.
    func keepService(_ entries: [String: Data?]) throws {
        // In order, so that two writers of the same keys do not deadlock.
        var (kept, removed): ([(key: String, data: Data)], [String]) = ([], [])
        for (key, data) in entries.sorted(by: { $0.key < $1.key }) {
            if let data { kept.append((key, data)) } else { removed.append(key) }
        }
        try each(kept, by: statements.keepService) { entry, place, binder in
            binder.bind(text: entry.key, at: place)
            binder.bind(bytes: entry.data, at: place + 1)
        }
        try each(removed, by: statements.removeService) { key, place, binder in
            binder.bind(text: key, at: place)
        }
    }

    /// Runs a statement of several rows as often as it takes.
    private func each<Element>(
        _ elements: [Element], by statement: RowInsertion,
        _ bind: (Element, _ place: Int, inout Connection.Binder) -> Void
    ) throws {
        var rest = elements[...]
        while !rest.isEmpty {
            let size = statement.size(of: rest.count)
            try connection.perform(statement.template(rows: size)) { binder in
                for (place, element) in rest.prefix(size).enumerated() {
                    bind(element, place * statement.columnCount, &binder)
                }
            }
            rest = rest.dropFirst(size)
        }
    }
}
