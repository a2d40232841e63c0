import ArgumentParser
import Foundation
import PredicateCore
import RecordCore

/// What begins with a point: a command to the shell and not a statement for the store.
enum ShellDirective: String, CaseIterable {
    case help = ".help"
    case types = ".types"
    case fields = ".fields"
    case schema = ".schema"
    case format = ".format"
    case set = ".set"
    case quit = ".quit"

    /// What `.help` prints.
    static let text = """
        TYPE [where PREDICATE] [order by KEY [desc], …] [limit N] [offset N]
             [fields KEYS [distinct]] [group by KEYS] [select count(), sum(KEY), …]
        explain STATEMENT      how a statement is answered
        .types                 the types, with the number of their records
        .fields [TYPE]         the fields of a type, or of all
        .schema                the schema in the schema language
        .format [NAME]         table, jsonl, json, csv or markdown
        .set [NAME VALUE]      the value of $NAME in predicates, written as for --arg;
                               without a value, $NAME is forgotten
        .quit                  leave; so does Ctrl-D
        Tab completes types, clauses, fields and operators. A line that begins with a
        space is not kept in the history.
        """
}

/// A shell over one store: what a line means, and what is remembered between lines.
final class ShellSession {
    private let store: any RecordStore
    /// The options of the shell that each statement takes over.
    private let options: [String]
    private let scope: DatabaseScope
    private let zones: ZoneScope
    private(set) var format: OutputFormat
    private(set) var variables: [String: String] = [:]
    private(set) var catalogue = ShellCatalogue()

    init(_ store: any RecordStore, place: StoreOptions, format: OutputFormat) {
        self.store = store
        self.format = format
        scope = place.scope
        zones = place.zones
        var options = ["--database=\(place.database.rawValue)", "--user=\(place.user)"]
        if let zone = place.zone { options.append("--zone=\(zone)") }
        self.options = options
    }

    /// The completer of the present schema.
    var completer: ShellCompleter {
        ShellCompleter(catalogue, variables: variables.keys.sorted())
    }

    /// Reads the schema again, so that types of other processes are completed as well.
    func refresh() async throws {
        let schema = try await store.schema()
        catalogue.types = schema.types.mapValues { type in
            type.fields.map { .init(name: $0.name, isText: $0.type.scalar == .string) }
                + SystemField.allCases.compactMap { field in
                    field.queryNames.first.map {
                        .init(name: $0, isText: field.type == .string)
                    }
                }
        }
    }

    /// Runs a line; false where it ends the shell.
    ///
    /// - Throws: What is wrong with the statement, as the commands of the tool throw it.
    func run(_ line: String) async throws -> Bool {
        let text = line.trimmed
        if text.isEmpty || text.hasPrefix("--") { return true }
        if text.hasPrefix(".") {
            let words = text.split(separator: " ", maxSplits: 2).map(String.init)
            guard let directive = ShellDirective(rawValue: words[0].lowercased()) else {
                let names = ShellDirective.allCases.map(\.rawValue)
                let near = Suggestions.nearest(to: words[0], among: names)
                throw Failure(
                    .usage, "There is no \(words[0])",
                    advice: near.map { "Did you mean \($0)?" } ?? ".help lists what there is.")
            }
            return try await run(directive, Array(words.dropFirst()))
        }
        // A semicolon at the end is taken as SQL's shells take it.
        let statement = text.hasSuffix(";") ? String(text.dropLast()) : text
        if statement.lowercased().hasPrefix("explain ") {
            try await explain(try ShellStatement(String(statement.dropFirst(8))))
        } else {
            try await ask(try ShellStatement(statement))
        }
        return true
    }

    private func arguments(_ statement: ShellStatement) throws -> [String] {
        // Values that the predicate has no place for are errors, so only its own are given.
        let names = Set(
            ShellWord.words(statement.arguments.last ?? "")
                .filter { !$0.isQuoted && $0.text.hasPrefix("$") }.map { $0.text.dropFirst() })
        let given = variables.sorted { $0.key < $1.key }
            .filter { names.contains(Substring($0.key)) }.map { "--var=\($0.key)=\($0.value)" }
        return options + given + (try statement.words()) + ["--"] + statement.arguments
    }

    private func ask(_ statement: ShellStatement) async throws {
        _ = try SchemaShowCommand.type(statement.type, of: try await store.schema())
        let command: QueryCommand
        let words = ["--format=\(format.rawValue)"] + (try arguments(statement))
        do { command = try QueryCommand.parse(words) } catch {
            throw ShellSession.failure(error, of: QueryCommand.self)
        }
        let count = try await command.run(on: store)
        if count == 0, Terminal.isError {
            Terminal.note(Style.dim("nothing matches", Terminal.errorHasColour))
        }
    }

    /// The argument parser's words for what it cannot read.
    private static func failure(
        _ error: any Error, of command: (some ParsableCommand).Type
    ) -> Failure {
        error is Failure ? Failure(error) : Failure(.usage, command.message(for: error))
    }

    private func explain(_ statement: ShellStatement) async throws {
        let command: ExplainCommand
        let isJSON = format == .jsonl || format == .json
        let words = (isJSON ? ["--format=jsonl"] : []) + (try arguments(statement))
        do { command = try ExplainCommand.parse(words) } catch {
            throw ShellSession.failure(error, of: ExplainCommand.self)
        }
        try await command.run(on: store)
    }

    /// Writes past the buffer of `print`, so that lines keep their order among those of `Output`.
    private func say(_ text: String) throws {
        try Output.print((text.hasSuffix("\n") ? text : text + "\n").utf8)
    }

    // MARK: Directives

    private func run(_ directive: ShellDirective, _ words: [String]) async throws -> Bool {
        switch directive {
        case .quit: return false
        case .help: try say(ShellDirective.text)
        case .types: try await showTypes()
        case .fields: try await showFields(words)
        case .schema: try say(try await store.schema().text)
        case .format: try setFormat(words.first)
        case .set: try set(words)
        }
        return true
    }

    private func showTypes() async throws {
        try await refresh()
        var rows: [[Value]] = []
        for name in catalogue.types.keys.sorted() {
            let count = try await store.count(RecordQuery(name, in: zones), in: scope)
            rows.append([.text(name), .int(Int64(count))])
        }
        let output = Output(format)
        try SummaryPrinter(output, format, names: ["type", "records"]).print(rows[...])
        try output.end()
    }

    private func showFields(_ names: [String]) async throws {
        try await refresh()
        let output = Output(format)
        try SchemaShowCommand.print(
            try await store.schema(),
            types: names.flatMap { $0.split(separator: " ").map(String.init) }, output, format)
    }

    private func setFormat(_ name: String?) throws {
        guard let name else { return try say(format.rawValue) }
        guard let format = OutputFormat(rawValue: name.lowercased()) else {
            throw Failure(
                .usage, "There is no format '\(name)'",
                advice: "Write one of "
                    + OutputFormat.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        }
        self.format = format
    }

    private func set(_ words: [String]) throws {
        guard let first = words.first else {
            for (name, value) in variables.sorted(by: { $0.key < $1.key }) {
                try say("$\(name) = \(DisplayWidth.printable(value))")
            }
            return
        }
        let name = String(first.drop { $0 == "$" })
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
            throw Failure(
                .usage, "'\(first)' cannot be the name of a value",
                advice: "Write .set since date:-7d, and $since in a predicate.")
        }
        guard words.count > 1 else {
            variables[name] = nil
            return
        }
        _ = try ArgumentText.value(words[1])
        variables[name] = words[1]
    }
}
