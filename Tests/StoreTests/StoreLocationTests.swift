import Foundation
import RecordCore
import Stores
import TestFiles
import TestKit
import Testing

@Suite struct `Places of stores` {
    private let folder = TemporaryFolder()

    @Test func `remember that they were opened in production`() async throws {
        let place = StoreLocation.sqlite(path: folder.file("notes.db").path)
        let new = try await place.openAsKept()
        #expect(new.environment == StoreEnvironment.development)
        try await new.close()
        try await place.open(environment: .production).close()
        let kept = try await place.openAsKept(defersIndexes: true)
        #expect(kept.environment == StoreEnvironment.production)
        try await kept.close()
        try await place.open().close()
        let again = try await place.openAsKept()
        #expect(again.environment == StoreEnvironment.production)
        try await again.close()
    }

    @Test(arguments: [
        ("postgres://ann:secret@db1,db2/notes?schema=a", "postgres://db1,db2/notes"),
        ("postgresql:///notes?host=/run&password=secret", "postgres:///notes"),
        ("postgres://ann:se?cr@et@db1/notes?schema=a", "postgres://db1/notes"),
        ("postgres://ann:se/cret@db1/notes", "postgres://db1/notes"),
        ("sqlite:notes.db", "sqlite:notes.db"), ("notes.db", "sqlite:notes.db"),
    ])
    func `show no password`(text: String, shown: String) throws {
        #expect(try StoreLocation(text).description == shown)
    }

    @Test(arguments: [
        ("postgres://ann:secret@db1,db2/notes?schema=a", "postgres://ann@db1,db2/notes?schema=a"),
        ("postgres://ann:se?cr@et@db1/notes", "postgres://ann@db1/notes"),
        (
            "postgresql:///notes?password=secret&host=/run&sslpassword=s",
            "postgresql:///notes?host=/run"
        ),
        ("postgres://db1:5432/notes?password=secret", "postgres://db1:5432/notes"),
        ("postgres://db1:5432/notes?user=a@b", "postgres://db1:5432/notes?user=a@b"),
        ("notes.db", "notes.db"),
    ])
    func `lose nothing but the password where they are said again`(text: String, shown: String) {
        #expect(StoreMedium.withoutPasswords(text) == shown)
    }

    @Test func `are where a symbolic link leads, once there is something`() async throws {
        let (link, path) = (folder.file("link.db").path, folder.file("real.db").path)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let place = StoreLocation.sqlite(path: link)
        #expect(try !place.isThere())
        try await place.open().close()
        #expect(try place.isThere())
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test func `leave nothing of a copy that cannot be made`() async throws {
        let (source, target) = (folder.file("source.db").path, folder.file("copy.db").path)
        #expect(throws: StoreError.self) { try StoreFile(source).copy(to: target) }
        #expect(!FileManager.default.fileExists(atPath: target))
        try await StoreLocation.sqlite(path: source).open().close()
        try StoreFile(source).copy(to: target)
        try StoreFile(target).check()
    }

    #if Postgres
    @Test(.enabled(if: PostgresServer.shared != nil))
    func `say the environment of a schema, too`() async throws {
        let server = try #require(PostgresServer.shared)
        let url = server.url + "&schema=place_\(UUID().uuidString.prefix(13).lowercased())"
        for (name, environment) in [
            ("development", StoreEnvironment.development), ("production", .production),
        ] {
            let store = try await StoreLocation("\(url)&environment=\(name)").open()
            #expect(store.environment == environment)
            try await store.close()
        }
    }
    #endif

    #if Postgres
    /// None of them leads to a server.
    @Test(arguments: [
        ("app:S3cr%t@127.0.0.1:1/n", "%25"), ("app:S3cret@[::1/n", "brackets"),
        ("app:S3/cret@127.0.0.1/n", "%2F"), ("app:5/S3cret@127.0.0.1/n", "%2F"),
        ("app:a@S3cret@127.0.0.1:1/n", "%40"), ("app:S3cret/n", "a number"),
        ("app:S3?cret=%%@127.0.0.1:1/n", "%25"),
        ("app:S3cret@127.0.0.1:1/n?sslmod=require", "no setting sslmod"),
        ("app:S3?cret@127.0.0.1:1/n?connect_timeout=2", "port 1"),
    ])
    func `show nothing of a URL that cannot be read`(rest: String, expected: String) async throws {
        let url = "postgres://" + rest
        for work in [
            { _ = try await StoreLocation(url).open() }, { _ = try StoreLocation(url).isThere() },
            { _ = try await ServerDatabase(url).open(.service) },
        ] as [() async throws -> Void] {
            let error = await #expect(throws: StoreError.self) { try await work() }
            #expect(error?.code == .cannotOpen)
            let text = error?.description ?? ""
            #expect(text.contains(expected) && !text.contains("S3") && !text.contains("cret"))
        }
    }
    #endif

    #if Postgres
    @Test(arguments: ["container=iCloud.a&environment=prod", "schema=notes&environment="])
    func `say which environments there are`(settings: String) async throws {
        // No server answers there.
        let url = "postgres://127.0.0.1:1/notes?connect_timeout=2&\(settings)"
        for work in [
            { _ = try await StoreLocation(url).open() }, { try await StoreLocation(url).renew() },
            { _ = try ServerDatabase(url) },
        ] as [() async throws -> Void] {
            let error = await #expect(throws: StoreError.self) { try await work() }
            #expect(error?.code == .unsupportedLocation)
            #expect(error?.context["expected"]?.hasSuffix("environment=production") == true)
        }
    }
    #endif

    #if Postgres
    @Test(.enabled(if: PostgresServer.shared != nil))
    func `have the schema that is written, be it no escape or a long name`() async throws {
        let url = try #require(PostgresServer.shared).url + "&schema="
        let name = String(repeating: "long_name_", count: 7)
        for schema in ["50%_\(UUID().uuidString)", "\(name)\(UUID().uuidString)"] {
            let place = try StoreLocation(url + schema)
            #expect(try !place.isThere())
            try await place.open().close()
            #expect(try place.isThere())
        }
        let refused = await StoreError.Code.thrown {
            _ = try await StoreLocation("postgres:///n?spread=%zz").open()
        }
        #expect(refused == .unsupportedLocation)
    }
    #endif

    #if !Postgres
    @Test func `in PostgreSQL need a build that can`() async throws {
        let error = await #expect(throws: StoreError.self) {
            _ = try await StoreLocation("postgres://localhost/notes").open()
        }
        #expect(error?.code == .unsupportedLocation)
        #expect(error?.context["expected"]?.contains("--traits Server,Postgres") == true)
    }
    #endif
}
