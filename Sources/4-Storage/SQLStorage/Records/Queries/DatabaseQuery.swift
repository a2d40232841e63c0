import RecordCore
import SQLLowering

/// A query in one database, or in all parts of the public one, with the zones that it looks into: all on which its statement
/// depends, beside the schema.
struct DatabaseQuery: Hashable, Sendable {
    /// The query; a limit of nil is none.
    var query: RecordQuery
    /// The numbers of the database; 0 where there is none to look into.
    let databases: DatabaseNumbers
    /// The zones, with the numbers that they have in the database.
    var zones: [StoredZone]
    /// How the user names zones and users.
    let names: OwnerNames
    /// Whether the records are counted rather than read.
    var isCount = false

    /// Whether both have one statement: users are compared byte by byte, as the database does.
    static func == (a: DatabaseQuery, b: DatabaseQuery) -> Bool {
        a.query == b.query && a.databases == b.databases && a.zones == b.zones
            && a.names == b.names && a.isCount == b.isCount
            && (a.query.user ?? "").hasSameBytes(as: b.query.user ?? "")
    }

    /// Hashes what queries of a program and of a server's users differ in; where two differ in the rest,
    /// `==` tells.
    func hash(into hasher: inout Hasher) {
        hasher.combine(databases.first)
        hasher.combine(zones.first?.number)
        hasher.combine(query.type)
        hasher.combine(query.predicate)
        hasher.combine(query.limit)
        hasher.combine(query.offset)
        hasher.combine(query.after)
        hasher.combine(query.user)
    }

    /// How many matching rows fill the page; nil for all.
    var rowTarget: Int? {
        query.limit?.rows(after: query.offset)
    }
}

extension Int {
    /// A limit with one record more, which tells whether there is another page.
    var withOneMore: Int { self < 0 || self == Int.max ? self : self + 1 }
}
