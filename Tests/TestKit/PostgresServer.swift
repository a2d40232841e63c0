#if Postgres
package import Foundation

/// A PostgreSQL server for the length of a test run, in a folder of its own.
///
/// It listens on a socket in that folder only, and ends with the program, however that ends. An
/// address in `QUARRY_TEST_POSTGRES` is used instead of a server of its own.
package final class PostgresServer: Sendable {
    /// The server of this run; nil where PostgreSQL is not installed.
    package static let shared: PostgresServer? = {
        let environment = ProcessInfo.processInfo.environment
        if let url = environment["QUARRY_TEST_POSTGRES"] {
            return PostgresServer(url: url + (url.contains("?") ? "" : "?"))
        }
        // A machine that runs many tests at once may fail to start a program, and can a moment later.
        for attempt in 1...3 {
            do {
                return try PostgresServer()
            } catch {
                FileHandle.standardError.write(
                    Data("PostgreSQL did not start (attempt \(attempt)): \(error)\n".utf8))
                if error is MissingProgram { return nil }
                Thread.sleep(forTimeInterval: Double(attempt))
            }
        }
        return nil
    }()

    /// PostgreSQL's programs are not installed.
    private struct MissingProgram: Error {}
    /// What the programs wrote before they ended.
    private struct StartFailure: Error { let log: String }

    /// Where it answers; more settings may be put behind it.
    ///
    /// A new connection may take two minutes: where hundreds of tests connect at once on busy cores, the
    /// limit of the product's own settings passes.
    package let url: String
    /// Its folder; nil where it is not ours.
    package let folder: URL?
    // What keeps it alive: it ends when the other end of its input is closed.
    private let leash: Pipe?

    private init(url: String) {
        self.url = url
        folder = nil
        leash = nil
    }

    /// Makes a cluster and starts it.
    ///
    /// - Parameter port: Where it also answers on 127.0.0.1, by TLS, with a certificate that it
    ///   makes itself: `root.crt` in its folder.
    package init(settings: [String] = [], port: Int? = nil) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "quarry-pg-\(UUID().uuidString.prefix(8).lowercased())", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.folder = folder
        url =
            "postgres:///postgres?host=\(folder.path)&user=postgres&connect_timeout=120"
            + (port.map { "&port=\($0)" } ?? "")
        let leash = Pipe()
        self.leash = leash
        var options = ["fsync=off", "max_connections=2000"] + settings
        if let port {
            options += ["listen_addresses=127.0.0.1", "port=\(port)", "ssl=on"]
        } else {
            options.append("listen_addresses=")
        }
        let script = """
            set -e
            cd "$1"
            export PATH="$PATH:$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -1)"
            command -v initdb >/dev/null || touch missing
            initdb -D data -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >log 2>&1
            \(port == nil ? "" : PostgresServer.certificate)
            postgres -D data -k "$1" \(options.map { "-c \($0)" }.joined(separator: " ")) >>log 2>&1 &
            server=$!
            until pg_isready -q -h "$1"\(port.map { " -p \($0)" } ?? ""); do kill -0 $server; sleep 0.05; done
            echo ready
            read -r _ || true
            kill -QUIT $server
            wait $server || true
            rm -rf "$1"
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script, "sh", folder.path]
        if getuid() == 0 {
            // PostgreSQL refuses to run as root.
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments =
                ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "/bin/sh"]
                + (process.arguments ?? [])
            let chown = try Process.run(
                URL(fileURLWithPath: "/bin/chown"), arguments: ["postgres", folder.path])
            chown.waitUntilExit()
        }
        let output = Pipe()
        process.standardInput = leash
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let answer = output.fileHandleForReading.availableData
        guard !answer.isEmpty else {
            process.waitUntilExit()
            let missing = FileManager.default.fileExists(atPath: folder.path + "/missing")
            let log = (try? String(contentsOfFile: folder.path + "/log", encoding: .utf8)) ?? ""
            try? FileManager.default.removeItem(at: folder)
            if missing { throw MissingProgram() }
            throw StartFailure(log: "ended with \(process.terminationStatus): \(log.suffix(2000))")
        }
    }

    private static let certificate = """
        openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost \\
            -addext "subjectAltName=IP:127.0.0.1" \\
            -keyout data/server.key -out data/server.crt >>log 2>&1
        chmod 600 data/server.key
        cp data/server.crt root.crt
        echo "hostssl all all 127.0.0.1/32 trust" >data/pg_hba.conf
        echo "local all all trust" >>data/pg_hba.conf
        """

    /// Ends it at once, as a power failure would.
    package func stop() { try? leash?.fileHandleForWriting.close() }
}
#endif
