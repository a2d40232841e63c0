import Foundation
import RecordCore
import SQLLowering
import SQLStorage
import SQLiteEngine
import Stores
import TestFiles
import Testing

@Suite struct `SQLite faults` {
    private let folder = TemporaryFolder()

    /// The code with which opening a path fails; nil when it opens.
    private func failure(
        opening url: URL, options: SQLiteOptions = SQLiteOptions()
    ) async -> StoreError.Code? {
        do {
            let store = try await StoreLocation.sqlite(path: url.path).open(options: options)
            try await store.close()
            return nil
        } catch { return (error as? StoreError)?.code }
    }

    private func note(_ text: String) -> SaveRequest {
        SaveRequest(
            saving: [Record("Note", RecordID("note"), ["text": .text(text)])],
            policy: .changedKeys)
    }

    /// A store with one record, closed.
    private func makeStore(at url: URL) async throws {
        let store = try await StoreLocation.sqlite(path: url.path).open()
        #expect(try await store.save(note("one"), in: .public).firstError == nil)
        try await store.close()
    }

    @Test func `assets have the rights of their database`() async throws {
        let file = folder.file("a.db")
        for rights in [0o600, 0o640] as [mode_t] {
            var options = SQLiteOptions()
            options.isPrivate = true
            let store = try await StoreLocation.sqlite(path: file.path).open(options: options)
            chmod(file.path, rights)
            try await store.close()
            // As they are when the store is opened; the umask of tests takes nothing of them.
            let again = try await StoreLocation.sqlite(path: file.path).open()
            let photo = Record(
                "Photo", RecordID("p"),
                ["image": .asset(Asset(content: Data("\(rights)".utf8)))])
            let request = SaveRequest(saving: [photo], policy: .changedKeys)
            #expect(try await again.save(request, in: .public).firstError == nil)
            try await again.close()
        }
        var modes: Set<mode_t> = []
        let walk = try #require(
            FileManager.default.enumerator(atPath: file.path + ".assets"))
        while let part = walk.nextObject() as? String {
            var status = stat()
            guard stat("\(file.path).assets/\(part)", &status) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { continue }
            modes.insert(status.st_mode & 0o777)
        }
        #expect(modes.isSuperset(of: [0o640]))
        #expect(modes.isSubset(of: [0o600, 0o640]))
    }

    @Test(arguments: [0, 1, 99, 100, 5_000])
    func `a file that is no database is refused and left as it was`(length: Int) async throws {
        let text = String(repeating: "letter ", count: length / 7 + 1).prefix(length)
        let file = folder.file("letter.txt")
        try Data(text.utf8).write(to: file)
        let code = await failure(opening: file)
        if text.isEmpty {
            // An empty file is as good as none.
            #expect(code == nil)
        } else {
            #expect(code == .notADatabase)
            #expect(try Data(contentsOf: file) == Data(text.utf8))
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names == ["letter.txt"])
        }
    }

    @Test func `another program's SQLite file is refused and left as it was`() async throws {
        let file = folder.file("theirs.db")
        try await makeStore(at: file)
        var bytes = try Data(contentsOf: file)
        // Without the identifier in its header a file is any program's.
        bytes.replaceSubrange(68..<72, with: [0, 0, 0, 0])
        try bytes.write(to: file)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(await failure(opening: file) == .notADatabase)
        #expect(try Data(contentsOf: file) == bytes)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
                == names.sorted())
    }

    @Test func `a database of an older layout is brought to the present one`() async throws {
        let file = folder.file("old.db")
        let tags = RecordType(
            "Note", fields: [Field("tags", .list(.string), [.queryable])])
        let store = try await StoreLocation.sqlite(path: file.path).open()
        try await store.setSchema(RecordSchema(types: [tags]))
        let saved = try await store.save(
            SaveRequest(saving: [
                Record("Note", RecordID("b"), ["tags": .list(["x", "y"])]),
                Record("Note", RecordID("a"), ["tags": .list(["X"])]),
            ]), in: .public)
        #expect(saved.firstError == nil)
        try await store.close()
        // As the layout before had it: members by row, without names.
        let database = try SQLiteDatabase(path: file.path)
        _ = try await database.write(first: false) { connection in
            let steps: [SQLText] = [
                "DROP INDEX \(ident: "Note.tags folded")",
                "ALTER TABLE \(ident: "Note.tags") RENAME TO now",
                """
                CREATE TABLE \(ident: "Note.tags") (_database INTEGER NOT NULL, \
                _zone INTEGER NOT NULL, value TEXT NOT NULL, \
                \(ident: "value.folded") TEXT NOT NULL, _row INTEGER NOT NULL, \
                PRIMARY KEY (_database, _zone, value, _row)) WITHOUT ROWID
                """,
                """
                INSERT INTO \(ident: "Note.tags") SELECT _database, _zone, value, \
                \(ident: "value.folded"), _row FROM now
                """,
                "DROP TABLE now",
                """
                CREATE INDEX \(ident: "Note.tags folded") ON \(ident: "Note.tags") \
                (_database, _zone, \(ident: "value.folded"), value, _row)
                """,
                "UPDATE _meta SET value = '2' WHERE key = 'layout'",
            ]
            for sql in OlderLayout.third + steps { _ = try connection.run(sql) }
        }
        try await database.close()

        let again = try await StoreLocation.sqlite(path: file.path).open()
        let both = RecordQuery(
            "Note", where: try QueryPredicate(parsing: "tags CONTAINS[c] 'x'"), limit: 10)
        let names = try await again.fetch(both, in: .public).records.map(\.id.name)
        #expect(names == ["a", "b"])
        _ = try await again.save(
            SaveRequest(
                saving: [Record("Note", RecordID("b"), ["tags": .list(["z"])])],
                policy: .allKeys),
            in: .public)
        let left = try await again.fetch(both, in: .public).records.map(\.id.name)
        #expect(left == ["a"])
        try await again.close()
    }

    @Test func `a database of a newer version is refused and left as it was`() async throws {
        let file = folder.file("new.db")
        try await makeStore(at: file)
        let database = try SQLiteDatabase(path: file.path)
        _ = try await database.write(first: false) {
            try $0.run("UPDATE _meta SET value = '999' WHERE key = 'layout'")
        }
        try await database.close()
        let bytes = try Data(contentsOf: file)
        #expect(await failure(opening: file) == .newerVersion)
        #expect(try Data(contentsOf: file) == bytes)
    }

    @Test func `a damaged database says that it is damaged`() async throws {
        let file = folder.file("torn.db")
        try await makeStore(at: file)
        var bytes = try Data(contentsOf: file)
        for place in 4096..<bytes.count { bytes[place] = 0xA5 }
        try bytes.write(to: file)
        let code = await failure(opening: file)
        #expect(code == .corrupt || code == .notADatabase)
    }

    @Test func `a directory and a missing directory cannot be opened`() async throws {
        #expect(await failure(opening: folder.url) == .cannotOpen)
        let missing = folder.file("none/a.db")
        #expect(await failure(opening: missing) == .cannotOpen)
    }

    @Test func `a file or a directory without rights says so`() async throws {
        let file = folder.file("closed/a.db")
        let directory = file.deletingLastPathComponent().path
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        try await makeStore(at: file)
        chmod(file.path, 0)
        chmod(directory, 0o500)
        defer { chmod(directory, 0o700) }
        // The superuser may do everything, whatever the mode says, but in the kernel's own folders.
        let paths =
            getuid() == 0
            ? ["/proc/sys/vm/drop_caches", "/proc/sys/kernel/new.db"]
            : [file.path, directory + "/new.db"]
        for path in paths {
            await #expect {
                _ = try await StoreLocation.sqlite(path: path).open()
            } throws: {
                let error = $0 as? StoreError
                return error?.code == .cannotOpen
                    && error?.engineMessage?.contains("Permission denied") == true
            }
        }
    }

    @Test func `a store that may only be read reads and refuses to write`() async throws {
        let file = folder.file("read.db")
        try await makeStore(at: file)
        // The superuser may write everything, whatever the file's mode says.
        chmod(file.path, 0o444)
        var options = SQLiteOptions()
        options.isReadOnly = getuid() == 0
        let bytes = try Data(contentsOf: file)
        let store = try await StoreLocation.sqlite(path: file.path).open(options: options)
        let page = try await store.fetch(RecordQuery("Note"), in: .public)
        #expect(page.records.map { $0["text"] } == ["one"])
        await #expect {
            try await store.save(note("two"), in: .public)
        } throws: { ($0 as? StoreError)?.code == .readOnly }
        try await store.close()
        #expect(try Data(contentsOf: file) == bytes)
    }

    @Test func `a writer waits for another one, and gives up when its time is over`() async throws {
        let path = folder.file("shared.db").path
        let store = try await StoreLocation.sqlite(path: path).open()
        #expect(try await store.save(note("one"), in: .public).firstError == nil)
        var hasty = SQLiteOptions()
        hasty.busyTimeout = 0.1
        let other = try SQLiteDatabase(path: path, options: hasty)
        let patient = try SQLiteDatabase(path: path)

        let holder = try SQLiteDatabase(path: path)
        let began = DispatchSemaphore(value: 0)
        let release = DispatchSemaphore(value: 0)
        async let held: Void = holder.write(first: false) { connection in
            try connection.run("CREATE TABLE scratch (a INTEGER)")
            began.signal()
            release.wait()
        }
        await Self.wait(for: began)
        await #expect {
            try await other.write(first: false) { try $0.run("DROP TABLE scratch") }
        } throws: { ($0 as? StoreError)?.code == .busy }

        async let waited: Void = patient.write(first: false) {
            try $0.run("INSERT INTO scratch (a) VALUES (1)")
        }
        // Readers do not wait.
        let page = try await store.fetch(RecordQuery("Note"), in: .public)
        #expect(page.records.count == 1)
        release.signal()
        try await held
        try await waited
        let count = try patient.read {
            try $0.first("SELECT count(*) FROM scratch") { $0.int(0) }
        }
        #expect(count == 1)
        for database in [other, patient, holder] { try await database.close() }
        try await store.close()
    }

    /// Waits without holding a thread of the cooperative pool for long.
    private static func wait(for semaphore: DispatchSemaphore) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                semaphore.wait()
                continuation.resume()
            }
        }
    }

    @Test func `a question is told from an earlier one that only looks equal`() async throws {
        let path = folder.file("asked.db").path
        let store = try await StoreLocation.sqlite(path: path).open()
        let half = Record("Note", RecordID("half"), ["size": .int(41)])
        #expect(try await store.save(SaveRequest(saving: [half]), in: .public).firstError == nil)
        // 2 and 2.0 are equal numbers, and divide differently.
        for (format, count) in [("size / 2.0 == 20.5", 1), ("size / 2 == 20.5", 0)] {
            let query = RecordQuery("Note", where: try QueryPredicate(parsing: format))
            #expect(try await store.fetch(query, in: .public).records.count == count)
        }
        // The same question sees what changed meanwhile.
        let query = RecordQuery("Note", where: try QueryPredicate(parsing: "size > 0"))
        #expect(try await store.fetch(query, in: .public).records.count == 1)
        let more = Record("Note", RecordID("more"), ["size": .int(1), "new": "field"])
        #expect(try await store.save(SaveRequest(saving: [more]), in: .public).firstError == nil)
        let records = try await store.fetch(query, in: .public).records
        #expect(records.map { $0["new"] } == [.null, "field"])
        try await store.close()
    }

    @Test func `two stores on one file agree on schema, zones and records`() async throws {
        let path = folder.file("two.db").path
        let a = try await StoreLocation.sqlite(path: path).open()
        let b = try await StoreLocation.sqlite(path: path).open()
        let mine = DatabaseScope.private(user: "_me")
        #expect(try await a.save(note("one"), in: mine).firstError == nil)
        #expect(try await b.fetch(RecordQuery("Note"), in: mine).records.count == 1)
        // The schema grows in one and is known in the other.
        let more = Record("Note", RecordID("other"), ["size": .int(3)])
        #expect(try await b.save(SaveRequest(saving: [more]), in: mine).firstError == nil)
        let query = RecordQuery("Note", where: try QueryPredicate(parsing: "size == 3"))
        #expect(try await a.fetch(query, in: mine).records.map(\.id.name) == ["other"])
        // A zone goes in one and is gone in the other.
        let zone = ZoneID("Shelf")
        try await a.createZones([zone], in: mine)
        #expect(try await b.zones(in: mine).map(\.id.name).contains("Shelf"))
        let book = Record("Note", RecordID("book", zone: zone), ["text": "page"])
        #expect(try await b.save(SaveRequest(saving: [book]), in: mine).firstError == nil)
        try await a.deleteZones([zone], in: mine)
        await #expect {
            try await b.fetch(RecordQuery("Note", in: .zone(zone)), in: mine)
        } throws: { ($0 as? StoreError)?.code == .zoneNotFound }
        // A dropped type is unknown at once.
        try await a.setSchema(RecordSchema.initial)
        await #expect(throws: QueryProblem.self) {
            try await b.fetch(RecordQuery("Note"), in: mine)
        }
        try await a.close()
        try await b.close()
    }
}
