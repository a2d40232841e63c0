import RawSQLite
import Foundation
import PredicateCore
import RecordCore
import Stores

/// A folder for one benchmark, removed afterwards.
func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("quarry-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
}

/// Deterministic places of 8 fields: what the measurements of the layout were made on.
struct Places {
    private var generator = Generator()
    private var index = 0

    /// A type with the indexes that queries below use, or with all that the types allow.
    static func type(allIndexes: Bool = false) -> RecordType {
        func field(_ name: String, _ type: FieldType, _ indexes: FieldIndexes) -> Field {
            Field(name, type, allIndexes ? FieldIndexes.allowed(for: type) : indexes)
        }
        return RecordType(
            "Place",
            fields: [
                field("name", .single(.string), [.queryable, .sortable]),
                field("city", .single(.string), [.queryable]),
                field("population", .single(.int64), [.queryable, .sortable]),
                field("score", .single(.double), [.queryable]),
                field("founded", .single(.timestamp), [.sortable]),
                field("position", .single(.location), [.queryable]),
                field("note", .single(.string), []),
                field("tags", .list(.string), []),
            ])
    }

    mutating func next() -> Record {
        let person = generator.person()
        index += 1
        var record = Record("Place", RecordID("place-\(index)"))
        record["name"] = .text("\(person.name) \(generator.next() % 100_000)")
        record["city"] = .text(person.city)
        record["population"] = .int(Int64(generator.next() % 1_000_000))
        record["score"] = .double(person.score)
        record["founded"] = .date(Date(timeIntervalSinceReferenceDate: Double(generator.next() % 700_000_000)))
        record["position"] = .location(
            Location(
                latitude: Double(generator.next() % 180_000) / 1000 - 90,
                longitude: Double(generator.next() % 360_000) / 1000 - 180))
        record["note"] = .text("A place where \(person.name) of \(person.city) once was.")
        record["tags"] = .list([.text("t\(generator.next() % 50)"), .text("u\(generator.next() % 500)")])
        return record
    }

    mutating func next(_ count: Int) -> [Record] { (0..<count).map { _ in next() } }
}

func openStore(_ file: URL, type: RecordType) async throws -> any RecordStore {
    let store = try await StoreLocation("sqlite:\(file.path)").open(
        environment: .development(strict: true))
    try await store.setSchema(RecordSchema(types: [type]))
    return store
}

func fill(_ store: any RecordStore, count: Int, batch: Int = 400) async throws {
    var places = Places()
    var done = 0
    while done < count {
        let size = min(batch, count - done)
        let result = try await store.save(
            SaveRequest(saving: places.next(size), isAtomic: false), in: .public)
        if let error = result.firstError { throw error }
        done += size
    }
}

/// The raw C API, as a program without a library would use it.
final class RawDatabase {
    let handle: OpaquePointer

    init(_ path: String, flags: Int32 = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) throws {
        var handle: OpaquePointer?
        guard sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK,
            let handle
        else { throw RawError(message: "cannot open \(path)") }
        self.handle = handle
    }

    deinit { sqlite3_close_v2(handle) }

    func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
            throw RawError(message: String(cString: sqlite3_errmsg(handle)) + ": " + sql)
        }
    }

    func prepare(_ sql: String) throws -> OpaquePointer {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement
        else { throw RawError(message: String(cString: sqlite3_errmsg(handle)) + ": " + sql) }
        return statement
    }
}

struct RawError: Error { let message: String }

let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

func bind(_ value: Value, to statement: OpaquePointer, at index: Int32) {
    switch value {
    case .int(let x): sqlite3_bind_int64(statement, index, x)
    case .double(let x): sqlite3_bind_double(statement, index, x)
    case .text(let x): sqlite3_bind_text(statement, index, x, -1, transient)
    case .bytes(let x):
        x.withUnsafeBytes { _ = sqlite3_bind_blob(statement, index, $0.baseAddress, Int32($0.count), transient) }
    default: sqlite3_bind_null(statement, index)
    }
}
