import Foundation

/// A PostgreSQL cluster of its own, durable as PostgreSQL is by default, that ends with the
/// program.
struct Cluster {
    let folder: URL
    let url: String
    private let leash = Pipe()

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("quarry-bench-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = "postgres:///postgres?host=\(folder.path)&user=postgres"
        let script = """
            set -e
            cd "$1"
            \(Cluster.path)
            initdb -D data -U postgres -A trust -E UTF8 --locale=C.UTF-8 >/dev/null
            postgres -D data -k "$1" -c listen_addresses= -c log_line_prefix='[%p] ' 2>log &
            server=$!
            until pg_isready -q -h "$1"; do kill -0 $server; sleep 0.1; done
            echo ready
            read -r _ || true
            kill -QUIT $server
            wait $server || true
            rm -rf "$1"
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["/bin/sh", "-c", script, "sh", folder.path]
        if getuid() == 0 {
            // PostgreSQL refuses to run as root.
            process.arguments =
                ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]
                + (process.arguments ?? [])
            try Process.run(
                URL(fileURLWithPath: "/bin/chown"), arguments: ["postgres", folder.path]
            ).waitUntilExit()
        }
        let output = Pipe()
        process.standardInput = leash
        process.standardOutput = output
        try process.run()
        guard !output.fileHandleForReading.availableData.isEmpty else {
            throw CocoaError(.fileNoSuchFile)
        }
    }

    /// Finds PostgreSQL's programs.
    private static let path = "export PATH=\"$PATH:$(ls -d /usr/lib/postgresql/*/bin | tail -1)\""

    /// The file that begins with the number of the server's process.
    var process: URL { folder.appendingPathComponent("data/postmaster.pid") }

    /// What the server has logged.
    var log: Data { (try? Data(contentsOf: folder.appendingPathComponent("log"))) ?? Data() }

    /// Runs a command of PostgreSQL's against the cluster; gives its output.
    func run(_ command: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "\(Cluster.path); \(command) 2>&1"]
        process.environment = ProcessInfo.processInfo.environment.merging([
            "PGHOST": folder.path, "PGUSER": "postgres", "PGDATABASE": "postgres",
        ]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        // `pgbench -T` ends by a signal, and children inherit what a thread of the library blocks.
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }

    func stop() { try? leash.fileHandleForWriting.close() }
}
