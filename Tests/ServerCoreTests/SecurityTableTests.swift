import Foundation
import ServerCore
import TestFiles
import Testing

/// Documentation/Security.md, cell by cell.
@Suite struct `The table of permissions` {
    /// The tables of the page whose first column is `Who`.
    static func tables() throws -> [(columns: [String], rows: [(who: String, cells: [String])])] {
        var tables: [(columns: [String], rows: [(who: String, cells: [String])])] = []
        var isInside = false
        for line in try PackageFolder.text("Documentation/Security.md").split(
            separator: "\n", omittingEmptySubsequences: false)
        {
            guard line.hasPrefix("|") else {
                isInside = false
                continue
            }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .dropFirst().dropLast()
                .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
            if cells.first == "Who" {
                tables.append((Array(cells.dropFirst()), []))
                isInside = true
            } else if isInside, cells.first?.hasPrefix("---") == false {
                tables[tables.count - 1].rows.append((cells[0], Array(cells.dropFirst())))
            }
        }
        return tables
    }

    @Test func `the page has every kind of caller and every operation`() throws {
        let tables = try Self.tables()
        #expect(tables.flatMap(\.columns) == SecurityWorld.Deed.allCases.map(\.rawValue))
        for table in tables {
            #expect(table.rows.map(\.who) == SecurityWorld.Actor.allCases.map(\.rawValue))
            for row in table.rows { #expect(row.cells.count == table.columns.count) }
        }
    }

    @Test func `every cell of the page is so`() async throws {
        let world = try await SecurityWorld()
        var number = 0
        for table in try Self.tables() {
            for row in table.rows {
                let actor = try #require(SecurityWorld.Actor(rawValue: row.who))
                for (column, cell) in zip(table.columns, row.cells) {
                    let deed = try #require(SecurityWorld.Deed(rawValue: column))
                    number += 1
                    let found = try await world.outcome(of: deed, as: actor, number: number)
                    #expect(found == cell, "\(row.who): \(column)")
                }
            }
        }
        #expect(number == SecurityWorld.Actor.allCases.count * SecurityWorld.Deed.allCases.count)
        try await world.host.close()
    }
}
