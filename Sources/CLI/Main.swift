import ArgumentParser
import Foundation

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

            Shell completion: quarry --generate-completion-script bash (zsh, fish)

            \(Status.help)
            """,
        version: "0.1.0",
        subcommands: [
            DemoCommand.self, FilterCommand.self, QueryCommand.self, ExplainCommand.self,
            ImportCommand.self, ExportCommand.self, DeleteCommand.self, SchemaCommand.self,
            CheckCommand.self, CoreDataCommand.self, ServeCommand.self, BackupCommand.self,
            RestoreCommand.self, MoveCommand.self, AccountsCommand.self, CKToolCommand.self,
            PullCommand.self, PushCommand.self,
        ])

    static func main() async {
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            leave(error)
        }
    }

    /// Ends the process as ``Status`` says.
    private static func leave(_ error: any Error) -> Never {
        let code = exitCode(for: error)
        if error is CleanExit || code == .success {
            // Help and completion scripts are output, not errors.
            print(fullMessage(for: error))
            Foundation.exit(Status.ok.rawValue)
        }
        if isOfParser(error) {
            Terminal.note(fullMessage(for: error))
            Foundation.exit(Status.usage.rawValue)
        }
        if let code = error as? ExitCode { Foundation.exit(code.rawValue) }
        let failure = Failure(error)
        failure.report()
        Foundation.exit(failure.status.rawValue)
    }

    /// Whether the argument parser made the error; its own types are not public.
    private static func isOfParser(_ error: any Error) -> Bool {
        error is ValidationError || exitCode(for: error) == .validationFailure
    }
}
