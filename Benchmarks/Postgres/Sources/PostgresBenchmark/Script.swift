import Foundation

/// The statements of a request as the server saw them, for `pgbench` to send again.
struct Script {
    private var statements: [(text: String, values: [String?])] = []

    /// Reads a server's log (`log_statement = all`) with the statements of one request.
    init(log: String) {
        for line in log.split(separator: "\n") {
            // [7] LOG:  execute q1: SELECT …
            if let match = line.firstMatch(of: #/LOG:  execute [^:]+: (.*)/#) {
                statements.append((String(match.1), []))
            } else if let match = line.firstMatch(of: #/DETAIL:  parameters: (.*)/#),
                !statements.isEmpty
            {
                statements[statements.count - 1].values = match.1
                    .matches(of: #/\$\d+ = (?:'((?:[^']|'')*)'|NULL)/#)
                    .map { $0.1.map(String.init) }
            }
        }
    }

    /// How many statements there are.
    var count: Int { statements.count }

    /// The values that stand in a column of the inserted rows.
    func values(of column: String, into table: String) -> [String] {
        statements.flatMap { statement -> [String] in
            guard
                let match = statement.text.firstMatch(
                    of: #/^INSERT INTO "?([^" ]+)"? \((.*?)\) VALUES (.*)/#), match.1 == table
            else { return [] }
            let columns = match.2.replacing("\"", with: "").split(separator: ", ")
            guard let place = columns.firstIndex(where: { $0 == column }) else { return [] }
            return match.3.matches(of: #/\((.*?)\)/#).compactMap { row in
                let values = row.1.split(separator: ", ")
                guard place < values.count, let number = Int(values[place].dropFirst()) else {
                    return nil
                }
                return statement.values[number - 1]
            }
        }
    }

    /// The script; values that have a variable are sent as that.
    func text(_ variables: [String: String]) -> String {
        statements.map { statement in
            statement.text.replacing(#/\$(\d+)/#) { match -> String in
                guard let number = Int(match.1), number <= statement.values.count,
                    let value = statement.values[number - 1]
                else { return "NULL" }
                return variables[value] ?? "'\(value)'"
            } + ";\n"
        }.joined()
    }
}
