#if Postgres
import CPostgres
import RecordCore

/// The types of PostgreSQL that values travel in, by their numbers in its catalogue.
enum PostgresType {
    /// Left to PostgreSQL to infer.
    static let inferred: Oid = 0
    static let bool: Oid = 16
    static let bytes: Oid = 17
    static let int8: Oid = 20
    static let int2: Oid = 21
    static let int4: Oid = 23
    static let text: Oid = 25
    static let float4: Oid = 700
    static let float8: Oid = 701
    static let varchar: Oid = 1043
    static let numeric: Oid = 1700

    /// The type that a value is bound as.
    static func of(_ value: Value) -> Oid {
        switch value.kind {
        case .number(.int): int8
        case .number(.double): float8
        case .text: text
        case .bytes: bytes
        case .null, .number(.decimal), .date, .scalar, .reference, .location, .asset, .list,
            .dictionary, .object:
            inferred
        }
    }
}
#endif
