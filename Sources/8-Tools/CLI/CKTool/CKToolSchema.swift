#if Server
import ArgumentParser
import CloudKitClient
import Foundation
import PredicateCore
import RecordJSON

/// `quarry cktool export-schema`: the schema of a container.
struct CKExportSchema: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export-schema",
        abstract: "Returns the current schema for a given container and environment.")

    @OptionGroup var options: CKToolOptions

    @Option(help: "The container environment.")
    var environment: AccountEnvironment

    @Option(help: "Writes returned schema to file on disk.", completion: .file())
    var outputFile: String?

    func run() async throws {
        let text = try await options.administration().text(
            "GET", ["containers", options.containerId, environment.rawValue, "schema"])
        if let outputFile {
            try Output.save(text, to: outputFile)
        } else {
            try Output.print((text.hasSuffix("\n") ? text : text + "\n").utf8)
        }
    }
}

/// `quarry cktool import-schema`: a schema file into a container.
struct CKImportSchema: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-schema",
        abstract: "Import a local schema file into the given CloudKit container and environment.")

    @OptionGroup var options: CKToolOptions

    @Option(help: "The container environment.")
    var environment: AccountEnvironment

    @Flag(help: "Accepted for compatibility: the schema is always checked before anything changes.")
    var validate = false

    @Option(help: "Path to the schema file to import.", completion: .file(extensions: ["ckdb"]))
    var file: String

    func run() async throws {
        try await CKSchemaCheck.send(file, to: options, environment, onlyChecks: false)
    }
}

/// `quarry cktool validate-schema`: whether a container would take a schema file.
struct CKValidateSchema: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate-schema",
        abstract: "Validates a schema file against the given container and environment.")

    @OptionGroup var options: CKToolOptions

    @Option(help: "The container environment.")
    var environment: AccountEnvironment

    @Option(help: "Path to the schema file to validate.", completion: .file(extensions: ["ckdb"]))
    var file: String

    func run() async throws {
        try await CKSchemaCheck.send(file, to: options, environment, onlyChecks: true)
        try Output.print("✅ Schema is valid.\n".utf8)
    }
}

/// Sends a schema, to be looked at or to be taken.
enum CKSchemaCheck {
    /// Throws ``Failure`` where something is wrong with the schema, and prints what.
    static func send(
        _ file: String, to options: CKToolOptions, _ environment: AccountEnvironment,
        onlyChecks: Bool
    ) async throws {
        let text = try SchemaFile.text(file)
        let reply = try await options.administration().text(
            "PUT", ["containers", options.containerId, environment.rawValue, "schema"], text,
            query: onlyChecks ? "validate=true" : "")
        guard let problems = try problems(reply) else { return }
        Terminal.note("❌ Schema \(onlyChecks ? "validation" : "import") failed: \(problems)")
        throw Failure(.usage)
    }

    /// What a reply says is wrong with a schema; nil when nothing is.
    static func problems(_ reply: String) throws -> String? {
        let problems = try JSONReader.value(of: reply).members.list("problems")
        return problems.isEmpty ? nil : problems.map(words).joined(separator: "\n")
    }

    private static func words(_ problem: Value) -> String {
        guard let message = problem.members.text("message") else { return "\(problem)" }
        guard case .int(let line)? = problem.members["line"] else { return message }
        guard case .int(let column)? = problem.members["column"] else {
            return "\(message) at line \(line)"
        }
        return "\(message) at line \(line), column \(column)"
    }
}

/// `quarry cktool reset-schema`: resets the development schema to match production.
struct CKResetSchema: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-schema",
        abstract: "Resets the development schema to match production, and deletes all data there.")

    @OptionGroup var options: CKToolOptions

    func run() async throws {
        _ = try await options.administration().text(
            "DELETE", ["containers", options.containerId, "development", "schema"])
    }
}
#endif
