import ArgumentParser
import Foundation
import PredicateCore

/// The terminal tool.
@main
struct Quarry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quarry",
        abstract: "Ask real records with Apple's predicate language.",
        discussion: """
            Begin with:
              quarry demo
              quarry filter 'age >= 18 AND name BEGINSWITH[cd] "a"' people.jsonl

            COMPLETION IN A SHELL
              bash   mkdir -p ~/.local/share/bash-completion/completions
                     quarry --generate-completion-script bash > \\
                       ~/.local/share/bash-completion/completions/quarry
              zsh    quarry --generate-completion-script zsh > DIR/_quarry
                       with DIR in $fpath before compinit
              fish   mkdir -p ~/.config/fish/completions
                     quarry --generate-completion-script fish > \\
                       ~/.config/fish/completions/quarry.fish

            \(Status.help)
            """,
        version: "0.2.0",
        subcommands: [
            DemoCommand.self, FilterCommand.self, QueryCommand.self, ExplainCommand.self,
            ShellCommand.self, GetCommand.self, UpdateCommand.self, DeleteCommand.self,
            ImportCommand.self, ExportCommand.self, WatchCommand.self, SchemaCommand.self,
            CheckCommand.self, CoreDataCommand.self, ModelCommand.self, MirrorCommand.self,
            MoveCommand.self, StoresTopic.self,
        ] + serverCommands)

    #if Server
    private static let serverCommands: [any ParsableCommand.Type] = [
        ServeCommand.self, BackupCommand.self, RestoreCommand.self, AccountsCommand.self,
        CKToolCommand.self, PullCommand.self, PushCommand.self,
    ]
    #else
    private static let serverCommands: [any ParsableCommand.Type] = []
    #endif

    static func main() async {
        takeClosedDescriptors()
        do {
            var command = try parseAsRoot(words(CommandLine.arguments.dropFirst()))
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            leave(error)
        }
    }

    /// The words of a command line with a space before a predicate such as `-age < -18`, which
    /// would be taken for options.
    ///
    /// What stands behind an option may be its value, and stays as it is; so do the words of
    /// `cktool`, which has options such as `-t=…` and no predicates.
    static func words(_ arguments: ArraySlice<String>) -> [String] {
        if arguments.first == "cktool" { return Array(arguments) }
        var words: [String] = []
        for word in arguments {
            let isPredicate =
                word.hasPrefix("-") && !word.hasPrefix("--")
                && word.contains { $0.isWhitespace || "=<>".contains($0) }
            let isBehindOption = words.last?.hasPrefix("--") == true
            words.append(isPredicate && !isBehindOption ? " " + word : word)
        }
        return words
    }

    /// Keeps files and sockets from becoming a standard descriptor that is closed: what is printed
    /// would be written into them.
    private static func takeClosedDescriptors() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest that is free. To read or to print fails as before.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Ends the process as ``Status`` says.
    private static func leave(_ error: any Error) -> Never {
        #if !Server
        // The parser answers with the help of what there is.
        let words = CommandLine.arguments.dropFirst().drop { $0 == "help" }.prefix(2)
        if let name = [words.prefix(1), words].map({ $0.joined(separator: " ") })
            .first(where: BuiltWithoutServer.commands.contains)
        {
            let failure = BuiltWithoutServer.failure("quarry \(name)")
            failure.report()
            Foundation.exit(failure.status.rawValue)
        }
        #endif
        let code = exitCode(for: error)
        if error is CleanExit || code == .success {
            // Help and completion scripts are output, not errors.
            do { try Output.print((fullMessage(for: error) + "\n").utf8) } catch {
                let failure = Failure(error)
                failure.report()
                Foundation.exit(failure.status.rawValue)
            }
            Foundation.exit(Status.ok.rawValue)
        }
        if isOfParser(error) {
            Terminal.note(fullMessage(for: error))
            if let near = nearestCommand() { Terminal.note("Did you mean quarry \(near)?") }
            Foundation.exit(Status.usage.rawValue)
        }
        if let code = error as? ExitCode { Foundation.exit(code.rawValue) }
        let failure = Failure(error)
        failure.report()
        Foundation.exit(failure.status.rawValue)
    }

    /// The command that was perhaps meant, where the words begin with none.
    private static func nearestCommand() -> String? {
        var path: [String] = []
        var commands = configuration.subcommands
        for word in CommandLine.arguments.dropFirst() {
            guard !word.hasPrefix("-"), !commands.isEmpty else { return nil }
            if let next = commands.first(where: { $0.configuration.commandName == word }) {
                path.append(word)
                commands = next.configuration.subcommands
                continue
            }
            let names = commands.compactMap { $0.configuration.commandName }
            return Suggestions.nearest(to: word, among: names).map {
                (path + [$0]).joined(separator: " ")
            }
        }
        return nil
    }

    /// Whether the argument parser made the error; its own types are not public.
    private static func isOfParser(_ error: any Error) -> Bool {
        error is ValidationError || exitCode(for: error) == .validationFailure
    }
}

#if !Server
/// What a tool that was built without the trait `Server` says of what it lacks.
enum BuiltWithoutServer {
    /// The commands that need the server's part.
    static let commands: Set<String> = [
        "serve", "backup", "restore", "accounts", "cktool", "pull", "push", "coredata serve",
    ]

    /// - Parameter what: What was asked for, as the subject of a sentence.
    static func failure(_ what: String) -> Failure {
        Failure(
            .usage, "\(what) needs the server's part, and this quarry was built without it",
            advice: "make build makes the whole tool, as does swift build without "
                + "--disable-default-traits.")
    }
}
#endif
