import ObjectCore
import SQLLowering

/// The statement of a question, for complaints.
enum ObjectLoweringPrinter {
    static func text(_ model: ResolvedModel, _ query: ObjectQuery) throws -> String {
        let lowered = try ObjectLowering(AppleLayout(model), for: SQLiteDialect()).keys(query)
        let (text, parameters) = lowered.sql.rendered(for: SQLiteDialect())
        return "\(text) \(parameters)" + (lowered.recheck.map { " ? \($0.format)" } ?? "")
    }
}
