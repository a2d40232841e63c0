import Foundation
import LocalServer
import Testing

/// `quarry accounts` on the directory of a server.
@Suite struct AccountsCommandTests {
    private let tool = Tool()
    private let place = ["QUARRY_DIRECTORY": "server"]

    init() throws {
        try FileManager.default.createDirectory(
            at: tool.directory.appendingPathComponent("server"),
            withIntermediateDirectories: true)
    }

    @Test func `makes, lists, changes and removes users`() throws {
        let made = try tool.run(
            "accounts", "users", "add", "ann", "--password-file", "-", "--admin", "--email",
            "ann@example.org", "--format", "plain", input: "correct horse battery\n",
            environment: place)
        #expect(made.status == 0, "\(made.errors)")
        let name = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(name.hasPrefix("_") && name.count == 33)
        let list = try tool.run("accounts", "users", environment: place)
        #expect(list.output.contains(name) && list.output.contains("ann@example.org"))
        let changed = try tool.run(
            "accounts", "users", "change", "ANN", "--no-admin", "--disable", "--format",
            "json", environment: place)
        #expect(changed.output.contains(#""isAdministrator":false,"isDisabled":true"#))
        #expect(try tool.run("accounts", "users", "remove", name, environment: place).status == 0)
        let left = try tool.run("accounts", "users", "--format", "json", environment: place)
        #expect(left.output == "[]\n")
    }

    /// A terminal of script(1); what is typed comes from a pipe.
    @Test func `a password is not shown, and Ctrl-C leaves a terminal that shows what is typed`()
        throws
    {
        func type(_ first: String, again: String) throws -> String {
            // What is typed before a prompt is there would be shown.
            try tool.shell(
                """
                rm -f typed; mkfifo typed; : > seen
                timeout 600 script -qec '"\(Tool.path)" accounts users add ann; echo "ends with $?"; stty -a' \
                    /dev/null < typed > seen &
                exec 3> typed
                until_seen() { for i in $(seq 3000); do grep -q "$1" seen && break; sleep 0.1; done; }
                until_seen 'Password for ann'
                printf '\(first)' >&3
                until_seen 'Again\\|ends with'
                printf '\(again)' >&3
                wait $!; exec 3>&-; cat seen
                """, environment: place
            ).output
        }
        let stopped = try type(#"correct\003"#, again: "")
        #expect(stopped.contains("ends with 130"), "\(stopped)")
        #expect(stopped.contains(" echo ") && !stopped.contains("correct"))
        let made = try type(#"correct horsé\177e battery\r"#, again: #"correct horse battery\r"#)
        #expect(made.contains("ends with 0") && made.contains(" echo "), "\(made)")
        #expect(!made.contains("battery"))
    }

    @Test func `refuses a short password, a second user of a name and an unknown one`() throws {
        let short = try tool.run(
            "accounts", "users", "add", "ann", "--password-file", "-", input: "short\n",
            environment: place)
        #expect(short.status == 2)
        // The first line is the password, also of a file with the line ends of Windows.
        let line = try tool.run(
            "accounts", "users", "add", "ann", "--password-file", "-",
            input: "short\r\nnot the password\r\n", environment: place)
        #expect(line.status == 2, "\(line.errors)")
        for status: Int32 in [0, 2] {
            let again = try tool.run(
                "accounts", "users", "add", "ben", "--without-password", environment: place)
            #expect(again.status == status)
        }
        let unknown = try tool.run(
            "accounts", "users", "change", "zoe", "--disable", environment: place)
        #expect(unknown.status == 2 && unknown.errors.contains("There is no user zoe"))
    }

    @Test func `of a key that cannot be written no file is left`() throws {
        // No file may have a byte, as on a full disk.
        let run = try tool.shell(
            "(trap '' XFSZ; ulimit -f 0; quarry accounts keys create --out key.pem) 2>&1 | cat",
            environment: place)
        #expect(run.output.contains("key.pem: cannot be written"), "\(run.output)")
        #expect(
            !FileManager.default.fileExists(
                atPath: tool.directory.appendingPathComponent("key.pem").path))
    }

    #if os(Linux)
    @Test func `a token or a key that cannot be printed is ended`() throws {
        for line in ["tokens create --kind management", "keys create"] {
            let run = try tool.shell("quarry accounts \(line) > /dev/full", environment: place)
            #expect(run.status == 3, "\(run.errors)")
        }
        let tokens = try tool.run("accounts", "tokens", "--format", "json", environment: place)
        #expect(tokens.output == "[]\n")
        let keys = try tool.run("accounts", "keys", "--format", "json", environment: place)
        #expect(keys.output.contains("revokedAt"), "\(keys.output)")
    }
    #endif

    @Test func `shows a token once, plain as the last word, and ends it by name`() throws {
        let made = try tool.run(
            "accounts", "tokens", "create", "--kind", "management", "--name", "load",
            "--format", "plain", environment: place)
        #expect(made.status == 0, "\(made.errors)")
        let token = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(token.count >= 32 && !token.contains(" "))
        let list = try tool.run("accounts", "tokens", "--format", "json", environment: place)
        #expect(list.output.contains(#""name":"load""#) && !list.output.contains(token))
        #expect(
            try tool.run("accounts", "tokens", "revoke", "load", environment: place).status
                == 0)
        let left = try tool.run("accounts", "tokens", "--format", "json", environment: place)
        #expect(left.output == "[]\n")
    }

    @Test func `a web-auth token belongs to a user`() throws {
        let anonymous = try tool.run(
            "accounts", "tokens", "create", "--kind", "web-auth", environment: place)
        #expect(anonymous.status == 2 && anonymous.errors.contains("give --user"))
        _ = try tool.run(
            "accounts", "users", "add", "ann", "--without-password", environment: place)
        let made = try tool.run(
            "accounts", "tokens", "create", "--kind", "webAuth", "--user", "ann",
            "--expires-in", "30d", "--container", "iCloud.a", environment: place)
        #expect(made.status == 0 && made.output.contains("expiresAt"), "\(made.errors)")
    }

    @Test func `makes a key whose private half only its owner reads`() throws {
        let made = try tool.run(
            "accounts", "keys", "create", "--out", "key.pem", "--format", "plain",
            environment: place)
        #expect(made.status == 0, "\(made.errors)")
        let id = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(id.count == 64)
        let path = tool.directory.appendingPathComponent("key.pem").path
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? NSNumber == 0o600)
        #expect(try tool.read("key.pem").hasPrefix("-----BEGIN PRIVATE KEY-----"))
        // Neither the file nor the server changes where the file exists.
        let again = try tool.run(
            "accounts", "keys", "create", "--out", "key.pem", environment: place)
        #expect(again.status == 2 && again.errors.contains("exists already"))
        #expect(try tool.run("accounts", "keys", "revoke", id, environment: place).status == 0)
        let list = try tool.run("accounts", "keys", "--format", "json", environment: place)
        #expect(list.output.contains("revokedAt"))
        #expect(list.output.components(separatedBy: #""id""#).count == 2)
        // Printed, the key comes first and the id last.
        let printed = try tool.run(
            "accounts", "keys", "create", "--format", "plain", environment: place)
        #expect(printed.output.hasPrefix("-----BEGIN PRIVATE KEY-----"), "\(printed.errors)")
    }

    @Test func `takes in a public key that another program made`() throws {
        let pem = """
            -----BEGIN PUBLIC KEY-----
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEaxfR8uEsQkf4vOblY6RA8ncDfYEt
            6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q==
            -----END PUBLIC KEY-----

            """
        let made = try tool.run(
            "accounts", "keys", "create", "-", "--name", "ci", input: pem,
            environment: place)
        #expect(made.status == 0 && made.output.contains("ci"), "\(made.errors)")
        let wrong = try tool.run(
            "accounts", "keys", "create", "-", input: "no key", environment: place)
        #expect(wrong.status == 2)
    }

    @Test func `gives roles and takes them`() throws {
        for name in ["ann", "ben"] {
            _ = try tool.run(
                "accounts", "users", "add", name, "--without-password", environment: place)
        }
        let container = ["--container", "iCloud.a"]
        for words in [
            ["grant", "editors", "ann", "ben"], ["grant", "editors", "ann"],
            ["revoke", "editors", "ben"],
        ] {
            let line = (["accounts", "roles"] + words + container).joined(separator: " ")
            #expect(try tool.shell("quarry \(line)", environment: place).status == 0)
        }
        let list = try tool.run(
            "accounts", "roles", "list", "--container", "iCloud.a", "--format", "plain",
            environment: place)
        #expect(list.output.split(separator: "\n").count == 1)
        #expect(list.output.hasPrefix("editors\t_"))
    }

    @Test func `says where a schema has no such role`() async throws {
        try tool.write("DEFINE SCHEMA CREATE ROLE editors;", to: "roles.ckdb")
        try await Tool.withServer { server in
            let store = "\(server.url.absoluteString)/iCloud.org.example.roles"
            let token = ["QUARRY_MANAGEMENT_TOKEN": server.managementToken]
            let schema = try tool.run(
                "schema", "import", "roles.ckdb", "--store", store, environment: token)
            #expect(schema.status == 0, "\(schema.errors)")
            for role in ["editors", "authors"] {
                let given = try tool.run(
                    "accounts", "roles", "grant", role, server.user, "--container",
                    "iCloud.org.example.roles", "--server", server.url.absoluteString,
                    environment: token)
                #expect(given.status == 0, "\(given.errors)")
                let isSaid = given.errors.contains("has no role authors yet")
                #expect(isSaid == (role == "authors"), "\(given.errors)")
            }
        }
    }

    @Test func `asks which server when nothing says it`() throws {
        let lost = try tool.run("accounts", "users")
        #expect(lost.status == 2 && lost.errors.contains("--directory"))
        let nowhere = try tool.run("accounts", "users", "--directory", "nowhere")
        #expect(nowhere.status == 3 && nowhere.errors.contains("no directory nowhere"))
        let both = try tool.run(
            "accounts", "users", "--directory", ".", "--server", "http://127.0.0.1:1")
        #expect(both.status == 2)
        let plain = try tool.run(
            "accounts", "users", "--server", "http://192.0.2.1", "--token", "x")
        #expect(plain.status == 2 && plain.errors.contains("over the network unencrypted"))
        let unreachable = try tool.run(
            "accounts", "users", "--server", "http://127.0.0.1:1", "--token", "x")
        #expect(unreachable.status == 3 && unreachable.errors.contains("cannot be reached"))
        #expect(unreachable.errors.contains("http://127.0.0.1:1: "), "\(unreachable.errors)")
    }

    @Test func `makes no server of a directory that is only read`() throws {
        for words in ["users list", "tokens list", "keys list", "users change ann --disable"] {
            let run = try tool.shell("quarry accounts \(words)", environment: place)
            #expect(run.status == 3)
            #expect(run.errors.contains("There is nothing of a server in server"), "\(run.errors)")
        }
        let path = tool.directory.appendingPathComponent("server").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a directory away"))
    func `are refused to root where a link leads to the directory of another user`() throws {
        let server = tool.directory.appendingPathComponent("server").path
        // A container may know no other user.
        guard chown(server, 65534, 65534) == 0 else { return }
        let link = tool.directory.appendingPathComponent("link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "server")
        let run = try tool.run(
            "accounts", "users", "add", "ann", "--without-password", "--directory", "link")
        #expect(run.status != 0 && run.errors.contains("and you are root"), "\(run.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: server).isEmpty)
    }
}
