#if Server
import AccountsClient
import PredicateCore
import RecordJSON

/// Prints users, tokens and keys.
struct AccountPrinter {
    let format: AccountFormat

    /// Prints a list: of each the columns named, in JSON all that is known.
    func print(_ entries: [AccountEntry], columns: [String]) throws {
        let output = Output()
        switch format {
        case .plain:
            for entry in entries {
                try output.write(columns.map { entry[$0] ?? "-" }.joined(separator: "\t") + "\n")
            }
        case .json:
            try output.write(OrderedJSON.list(entries.map(AccountPrinter.json)).line)
        case .table:
            var table = Table(header: columns)
            for entry in entries {
                table.append(columns.map { Table.Cell(text: entry[$0] ?? "") })
            }
            try output.write(table.flush())
        }
        try output.flush()
    }

    /// Prints one thing; `last` names what `plain` prints alone.
    func print(_ entry: AccountEntry, last: String) throws {
        let output = Output()
        switch format {
        case .plain: try output.write((entry[last] ?? "") + "\n")
        case .json: try output.write(AccountPrinter.json(entry).line)
        case .table:
            let width = entry.members.map(\.key.count).max() ?? 0
            for (key, _) in entry.members {
                let space = String(repeating: " ", count: width - key.count + 2)
                try output.write("\(key)\(space)\(entry[key] ?? "")\n")
            }
        }
        try output.flush()
    }

    private static func json(_ entry: AccountEntry) -> OrderedJSON {
        .object(
            entry.members.map { key, value in
                if key.hasPrefix("is") || key.hasPrefix("has"), case .int(let number) = value {
                    return (key, .bool(number != 0))
                }
                return (key, .value(value))
            })
    }
}
#endif
