import Foundation
import PredicateCore
import RecordCore
import Stores
import Synchronization

/// The record store on PostgreSQL against `pgbench` with the same statements, in one run.
///
///     cd Benchmarks/Postgres && swift run -c release PostgresBenchmark [seconds] [clients …]
///
/// The statements are those that the server logged. `pgbench` sends those of a read together, as Quarry
/// does; those of a batch one after the other, where Quarry has several under way. Reads that come at
/// the same time share a transaction in Quarry, each has its own in `pgbench`.
@main
struct Main {
    /// How many clients ask at the same time, one after the other.
    static let clients: [Int] = {
        let asked = CommandLine.arguments.dropFirst(2).compactMap(Int.init).filter { $0 > 0 }
        return asked.isEmpty ? [1, 16] : asked
    }()
    static let rounds = 9
    /// How often something was asked, for the places that are asked next; random ones would cost a
    /// system call each.
    static let count = Atomic<Int>(0)

    /// A place among the records of the sample.
    static func place() -> Int { count.add(1, ordering: .relaxed).oldValue &* 37 & (sample - 1) }
    /// Records that are asked for, each by a script of its own.
    static let sample = 64
    static let records = 20_000

    let cluster: Cluster
    let store: any RecordStore
    let seconds: Double

    static func main() async throws {
        let asked = CommandLine.arguments.dropFirst().first.flatMap(Int.init)
        // What `pgbench` takes.
        let seconds = Double(max(1, asked ?? 5))
        let cluster = try Cluster()
        defer { cluster.stop() }
        let store = try await StoreLocation(cluster.url).open()
        let main = Main(cluster: cluster, store: store, seconds: seconds)
        try await main.fill()
        print(
            "| | clients | pgbench, a second | Quarry, a second | times as fast "
                + "| processor, pgbench µs | Quarry µs |")
        print("|---|---|---|---|---|---|---|")
        try await main.point()
        try await main.query()
        try await main.batch()
        try await store.close()
    }

    // MARK: Records

    static func name(_ number: Int) -> RecordID { RecordID(String(1_000_000 + number)) }

    static func record(_ number: Int, _ id: RecordID) -> Record {
        Record(
            "City", id,
            [
                "name": .text("City number \(number)"), "population": .int(Int64(number) * 7),
                "area": .double(Double(number) / 3),
                "note": .text(String(repeating: "A few words about it. ", count: 5)),
            ])
    }

    static func user(_ client: Int) -> DatabaseScope { .private(user: "_u\(client)") }

    func fill() async throws {
        let fields = [
            Field("name", .single(.string), []),
            Field("population", .single(.int64), [.queryable, .sortable]),
            Field("area", .single(.double), []), Field("note", .single(.string), []),
        ]
        try await store.setSchema(RecordSchema(types: [RecordType("City", fields: fields)]))
        for start in stride(from: 0, to: Self.records, by: 200) {
            try await save(
                (start..<start + 200).map { Self.record($0, Self.name($0)) }, in: .public)
        }
        for client in 0..<(Self.clients.max() ?? 1) {
            try await save([Self.record(0, Self.name(0))], in: Self.user(client))
        }
        _ = try cluster.run("psql -qc 'VACUUM ANALYZE' -c CHECKPOINT")
    }

    func save(_ records: [Record], in scope: DatabaseScope) async throws {
        var request = SaveRequest(saving: records)
        request.user = "_u"
        request.isAdministrator = true
        let result = try await store.save(request, in: scope)
        if let error = result.firstError { throw error }
    }

    // MARK: Questions

    func point() async throws {
        let numbers = (0..<Self.sample).map { $0 * (Self.records / Self.sample) }
        let ask: @Sendable (any RecordStore, Int) async throws -> Void = { store, number in
            let found = try await store.records(
                [Self.name(number)], in: .public, desiredKeys: nil)
            guard found.count == 1 else { throw CocoaError(.coderValueNotFound) }
        }
        let script = try await self.script { try await ask($0, numbers[1]) }
        let text = Self.read(
            script, [String(1_000_000 + numbers[1]): "n"],
            "\\set n 1000000 + random(0, \(Self.sample - 1)) * \(numbers[1])")
        try await compare("a record by its name", [text]) { store, _ in
            try await ask(store, numbers[Self.place()])
        }
    }

    func query() async throws {
        let starts = (0..<Self.sample).map { 7 * $0 * (Self.records / Self.sample / 2) }
        let queries = try starts.map { start in
            RecordQuery(
                "City",
                where: try QueryPredicate(parsing: "population >= \(start)"),
                orderedBy: [Ordering("population")], limit: 100)
        }
        let ask: @Sendable (any RecordStore, RecordQuery) async throws -> Void = { store, query in
            guard try await store.fetch(query, in: .public).records.count == 100 else {
                throw CocoaError(.coderValueNotFound)
            }
        }
        let script = try await self.script { try await ask($0, queries[1]) }
        let text = Self.read(
            script, [String(starts[1]): "x"], "\\set x random(0, \(Self.sample - 1)) * \(starts[1])"
        )
        try await compare("100 records in order by an index", [text]) { store, _ in
            try await ask(store, queries[Self.place()])
        }
    }

    func batch() async throws {
        let create: @Sendable (any RecordStore, Int) async throws -> Void = { store, client in
            let start = Int.random(in: 1_000_000_000...1_000_000_000_000_000)
            let records = (0..<200).map { Self.record($0, RecordID(String(start + $0))) }
            let result = try await store.save(
                SaveRequest(saving: records), in: Self.user(client))
            if let error = result.firstError { throw error }
        }
        let scripts = try await self.scripts(
            (0..<(Self.clients.max() ?? 1)).map { client in { try await create($0, client) } })
        let texts = scripts.map { script -> String in
            let rows = script.values(of: "row", into: "_records")
            let names = script.values(of: "name", into: "_records")
            var variables: [String: String] = [:]
            var text = "\\set base random(1, 1000000000000) * 1000\n"
            for (place, (row, name)) in zip(rows, names).enumerated() {
                variables[row] = ":k\(place)"
                variables[name] = ":k\(place)"
                text += "\\set k\(place) :base + \(place)\n"
            }
            return text + script.text(variables)
        }
        try await compare("200 new records", texts) { store, client in
            try await create(store, client)
        }
    }

    /// A read, in one round trip, of one of the places that Quarry reads.
    ///
    /// One script: each would be planned by each client as often as PostgreSQL tries plans of its own.
    static func read(_ script: Script, _ variables: [String: String], _ choice: String) -> String {
        choice + "\n\\startpipeline\n" + script.text(variables.mapValues { ":" + $0 })
            + "\\endpipeline\n"
    }

    // MARK: Measuring

    /// What the server is sent for a request, once its statements are prepared.
    func script(_ request: @escaping (any RecordStore) async throws -> Void) async throws -> Script
    {
        try await scripts([request])[0]
    }

    /// What the server is sent for each request, once its statements are prepared.
    func scripts(
        _ requests: [(any RecordStore) async throws -> Void]
    ) async throws -> [Script] {
        let store = try await StoreLocation(
            cluster.url + "&options=-clog_statement%3Dall"
        ).open()
        // Every connection that there may be prepares its statements first.
        for request in requests { for _ in 0..<8 { try await request(store) } }
        var scripts: [Script] = []
        for request in requests {
            try await Task.sleep(for: .milliseconds(50))
            let before = cluster.log.count
            try await request(store)
            try await Task.sleep(for: .milliseconds(50))
            let log = String(decoding: cluster.log.dropFirst(before), as: UTF8.self)
            scripts.append(Script(log: log))
        }
        try await store.close()
        return scripts
    }

    /// Runs both in turn; each client has the scripts of its place, or all have the first ones.
    func compare(
        _ what: String, _ scripts: [String],
        _ body: @escaping @Sendable (any RecordStore, Int) async throws -> Void
    ) async throws {
        for clients in Self.clients {
            var rivals: [Measure] = []
            var owns: [Measure] = []
            for _ in 0..<Self.rounds {
                rivals.append(
                    try await Measure(cluster, seconds) { try pgbench(scripts, clients: clients) })
                owns.append(
                    try await Measure(cluster, seconds) {
                        try await rate(clients: clients, seconds: seconds) { [store] client in
                            try await body(store, client)
                        }
                    })
            }
            func middle(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }
            let numbers = [
                middle(rivals.map(\.rate)), middle(owns.map(\.rate)),
                middle(zip(rivals, owns).map { $1.rate / $0.rate }),
            ]
            // Other work only adds to it.
            let least = [rivals, owns].map { $0.map(\.processor).min() ?? 0 }
            let texts = zip(numbers + least, [0, 0, 2, 0, 0]).map {
                String(format: "%.\($1)f", $0)
            }
            print("| \(what) | \(clients) | \(texts.joined(separator: " | ")) |")
        }
    }

    func pgbench(_ scripts: [String], clients: Int) throws -> Double {
        let scripts = scripts.prefix(clients)
        let each = clients / scripts.count
        let commands = try scripts.enumerated().map { number, text -> String in
            let file = cluster.folder.appendingPathComponent("s\(number).sql")
            try Data(text.utf8).write(to: file)
            return """
                PGOPTIONS='-csearch_path=quarry -cjit=off' pgbench -n -M prepared -c \(each) \
                -j \(min(2, each)) -T \(Int(seconds)) --max-tries=100 -f \(file.path) &
                """
        }
        let output = try cluster.run(commands.joined(separator: "\n") + "\nwait")
        let rates = output.matches(of: #/(?m)^tps = ([\d.]+)/#).compactMap { Double($0.1) }
        guard rates.count == scripts.count, !output.contains("aborted") else {
            print(output)
            throw CocoaError(.fileReadCorruptFile)
        }
        return rates.reduce(0, +)
    }
}
