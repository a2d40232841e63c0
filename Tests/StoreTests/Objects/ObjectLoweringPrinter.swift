import ObjectCore
import SQLLowering

/// The statement of a question, for complaints.
enum ObjectLoweringPrinter {
    static func text(_ model: ResolvedModel, _ query: ObjectQuery) throws -> String {
        let lowered = try ObjectLowering(AppleLayout(model), for: SQLiteDialect()).keys(query)
        let (text, parameters) = lowered.sql.rendered(for: SQLiteDialect())
        return "\(text) \(parameters)" + (lowered.recheck.map { " ? \($0.format)" } ?? "")
    }

    /// Whether SQL decides a question alone, the page included.
    static func decides(_ model: ResolvedModel, _ query: ObjectQuery) throws -> Bool {
        try !ObjectLowering(AppleLayout(model), for: SQLiteDialect()).keys(query).leavesPage
    }
}
