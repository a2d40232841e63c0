import PredicateCore
import RecordCore

extension Record {
    /// What becomes of the fields that hold assets, of one or of a list, where each asset is replaced.
    func replacingAssets(
        by replacement: (_ asset: Asset, _ field: String) async throws -> Value
    ) async throws -> [String: Value] {
        var values: [String: Value] = [:]
        for (field, value) in fields {
            switch value.kind {
            case .asset(let asset): values[field] = try await replacement(asset, field)
            case .list(let members):
                guard case .asset? = members.first else { continue }
                var list: [Value] = []
                for member in members {
                    guard case .asset(let asset) = member else { continue }
                    list.append(try await replacement(asset, field))
                }
                values[field] = .list(list)
            case .null, .number, .text, .date, .bytes, .scalar, .reference, .location, .dictionary,
                .object:
                continue
            }
        }
        return values
    }
}
