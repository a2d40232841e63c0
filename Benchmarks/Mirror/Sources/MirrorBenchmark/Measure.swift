import Foundation
import SQLiteTrace
import Synchronization

/// What something took: time on the clock, time of the processor, statements of SQLite.
struct Cost {
    var seconds = 0.0
    var processor = 0.0
    var statements = 0

    static func of(_ body: () async throws -> Void) async throws -> Cost {
        let (start, used) = (DispatchTime.now().uptimeNanoseconds, processorSeconds())
        let before = Statements.count.load(ordering: .relaxed)
        try await body()
        return Cost(
            seconds: Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9,
            processor: processorSeconds() - used,
            statements: Statements.count.load(ordering: .relaxed) - before)
    }

    static func processorSeconds() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
}

/// The statements that SQLite begins, on every connection of the process.
enum Statements {
    static let count = Atomic<Int>(0)
    static let isListed = Atomic<Bool>(false)

    /// Has every connection that is opened from now on counted.
    static func trace() {
        let entry:
            @convention(c) (
                OpaquePointer?, UnsafePointer<UnsafeMutablePointer<CChar>?>?,
                OpaquePointer?
            ) -> CInt = { database, _, _ in
                PageCaches.add(database)
                return sqlite3_trace_v2(
                    database, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_CLOSE),
                    { event, _, statement, _ in
                        guard event == UInt32(SQLITE_TRACE_STMT) else {
                            PageCaches.remove(statement)
                            return 0
                        }
                        Statements.count.add(1, ordering: .relaxed)
                        if Statements.isListed.load(ordering: .relaxed),
                            let text = sqlite3_sql(OpaquePointer(statement))
                        {
                            print("    ", String(cString: text).prefix(150))
                        }
                        return 0
                    }, nil)
            }
        _ = sqlite3_auto_extension(unsafeBitCast(entry, to: (@convention(c) () -> Void).self))
    }
}

/// The pages that SQLite's connections keep in memory.
enum PageCaches {
    // Addresses, which are only used while their connection is open.
    private static let connections = Mutex<Set<UInt>>([])

    static func add(_ database: OpaquePointer?) {
        connections.withLock { _ = $0.insert(UInt(bitPattern: database)) }
    }

    static func remove(_ database: UnsafeMutableRawPointer?) {
        connections.withLock { _ = $0.remove(UInt(bitPattern: database)) }
    }

    /// Megabytes by file, as `cloud.db 31 MB, phone 8 MB`; while nothing reads or writes.
    static var description: String {
        let sizes = connections.withLock { all in
            all.reduce(into: [String: Int]()) { sizes, address in
                guard let database = OpaquePointer(bitPattern: address),
                    let path = sqlite3_db_filename(database, "main")
                else { return }
                var (size, most): (CInt, CInt) = (0, 0)
                sqlite3_db_status(database, SQLITE_DBSTATUS_CACHE_USED, &size, &most, 0)
                let name = URL(fileURLWithPath: String(cString: path)).lastPathComponent
                sizes[name, default: 0] += Int(size)
            }
        }
        return sizes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value >> 20) MB" }
            .joined(separator: ", ")
    }
}

/// The memory of the process.
enum Memory {
    /// Gives back what the allocator has free, and counts the peak from here.
    static func reset() -> Int {
        malloc_trim(0)
        try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        return read("VmRSS:")
    }

    /// The most that was resident since, in kilobytes.
    static var peak: Int { read("VmHWM:") }

    private static func read(_ name: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }
}

extension Double {
    func places(_ count: Int) -> String { String(format: "%.\(count)f", self) }
}

func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
}

/// A folder for one measurement, removed afterwards.
func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("mirror-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
}
