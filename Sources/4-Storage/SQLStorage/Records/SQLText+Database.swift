import SQLLowering

extension SQLText.Interpolation {
    /// The condition that a row is of a database.
    ///
    ///     try connection.run("DELETE FROM _shares WHERE \(of: database) AND present = 0")
    ///     // DELETE FROM _shares WHERE "database" = ? AND present = 0
    mutating func appendInterpolation(of database: Int64) {
        appendInterpolation(ident: "database")
        appendLiteral(" = ")
        appendInterpolation(database)
    }
}
