import Foundation
import Testing

// `quarry coredata inspect`, as a terminal and as programs read it.
extension `stores of Core Data at the terminal` {
    @Test func `inspect shows entities, attributes and relationships`() throws {
        try withStore {
            let run = try tool.run("coredata", "inspect", "staff.sqlite")
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.hasPrefix("staff.sqlite\n  store      SQLite, "))
            #expect(run.output.contains("\n  model      kept in the store\n"))
            #expect(
                run.output.contains(
                    """
                    entity      objects  is a      class         attributes  relationships
                    ──────────  ───────  ────────  ────────────  ──────────  ─────────────
                    Department        2                                   3              1
                    Employee          2            Staff.Person           4              1
                    Manager           1  Employee                         1              0

                    Department  2 objects
                    attribute  type    optional  default  more
                    ─────────  ──────  ────────  ───────  ───────
                    founded    Date    yes                indexed
                    logo       Binary  yes
                    name       String                     unique

                    relationship  to        count  inverse     on delete
                    ────────────  ────────  ─────  ──────────  ─────────
                    employees     Employee  0…∗    department  Cascade

                    """), "\(run.output)")
            #expect(run.output.contains("isActive   Boolean            YES"))
            #expect(run.output.contains("Manager  inherits from Employee · 1 object\n"))
        }
    }

    @Test func `inspect says the same to programs`() throws {
        try withStore {
            let run = try tool.run("coredata", "inspect", "staff.sqlite", "--format", "json")
            let json = try #require(
                try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
            #expect(json["modelFrom"] as? String == "store")
            let entities = try #require(json["entities"] as? [[String: Any]])
            #expect(
                entities.map { $0["name"] as? String } == ["Department", "Employee", "Manager"])
            #expect(entities.map { $0["objects"] as? Int } == [2, 2, 1])
            #expect(entities[2]["superentity"] as? String == "Employee")
            let links = entities[0]["relationships"] as? [[String: Any]]
            #expect(links?.first?["deleteRule"] as? String == "Cascade")
            #expect(links?.first?["toMany"] as? Bool == true)
        }
    }

    @Test func `inspect measures the file to which a symbolic link leads`() throws {
        try withStore {
            try FileManager.default.createSymbolicLink(
                atPath: tool.directory.appendingPathComponent("link.sqlite").path,
                withDestinationPath: "staff.sqlite")
            func lines(_ file: String) throws -> [Substring] {
                try tool.run("coredata", "inspect", file).output.split(separator: "\n")
            }
            #expect(try lines("link.sqlite").dropFirst() == lines("staff.sqlite").dropFirst())
        }
    }
}
