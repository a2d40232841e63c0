import RecordCore

/// One side of a comparison, as far as lowering understands it.
enum Operand {
    /// A constant.
    case constant(Value)
    /// Constants: a list in braces.
    case constants([Value])
    /// A single value of the row.
    case scalar(ScalarOperand)
    /// A field that holds a list.
    case list(FieldStorage)
    /// The number of members of a list for which a predicate holds.
    case subqueryCount(FieldStorage, variable: String, QueryPredicate)
    /// Metres from a location field to a point.
    case distance(FieldStorage, Location)
    /// The words of the record.
    case tokens
    /// Objects at the other end of relationships to many, or values of them.
    case members(ObjectMembers)
    /// How many members there are; as a value, where SQL can count them.
    case memberCount(ObjectMembers, ScalarOperand?)
}

/// A single value of the row: a column, or what a function makes of columns.
struct ScalarOperand {
    /// What kind of value it is.
    enum Kind: Hashable {
        case int, double, text, date, bytes, location, asset
        /// A pointer; the zone is NULL for the record's own.
        case reference(zone: SQLText)
        /// A member of a list that is a pointer; the zone is empty for the record's own.
        case memberReference(zone: SQLText)
        /// A number of either kind, calculated.
        case number
        /// An instant as seconds since 2001.
        case seconds
        /// The sixteen bytes of a UUID.
        case uuid
        /// The text of a resource locator.
        case url
        /// A decimal number, as near to it as floating point comes.
        case decimal
        /// A floating-point number that the evaluator may have added in another order, and how far
        /// off it may be.
        case near(slack: SQLText)
        /// The row of an object in a tree of entities, by the number of its root.
        case object(Int)
        /// The number that the entity of an object has in the file.
        case entity
    }

    /// The value in SQL; of a location, the degrees north.
    var sql: SQLText
    /// Its kind.
    var kind: Kind
    /// The same text without case and accents, where it is stored.
    var folded: SQLText?
    /// The beginning of the text or of the bytes, where that is what an index has.
    var beginning: SQLText?
    /// The beginning of the folded text, where that is what an index has.
    var foldedBeginning: SQLText?
    /// Whether it may be NULL.
    var isNullable = true
    /// The column, where an index begins with it.
    var driver: String?
    /// The column of the folded text, where an index begins with it.
    var foldedDriver: String?
    /// Whether NULL may also mean that the evaluator has an error to report.
    var hidesErrors = false
    /// Where the field lives.
    var storage: FieldStorage?

    /// Whether it is a number.
    var isNumber: Bool {
        switch kind {
        case .int, .double, .number: true
        case .text, .date, .bytes, .location, .asset, .reference, .memberReference, .seconds,
            .uuid, .url, .decimal, .near, .object, .entity:
            false
        }
    }

    /// A condition on the value, with what it needs to know of it.
    ///
    /// - Parameter equality: Whether an index on the column finds one value, or a range; nil
    ///   where an index does not help.
    func condition(
        _ sql: SQLText, nullable: Bool? = nil, equality: Bool? = nil, folded: Bool = false
    ) -> Condition {
        var drivers: [Condition.Driver] = []
        if let equality, let column = folded ? foldedDriver : driver {
            drivers = [Condition.Driver(column: column, isEquality: equality)]
        }
        // The row is kept for the evaluator, which finds the error or an answer.
        if hidesErrors { return Condition(sql: "(\(sql)) IS NOT FALSE", isExact: false) }
        return Condition(sql: sql, isNullable: nullable ?? isNullable, drivers: drivers)
    }

    /// The value is nil.
    var isNull: Condition {
        if hidesErrors { return .unknown }
        return isNullable ? condition("\(sql) IS NULL", nullable: false, equality: true) : .fails
    }

    /// The value is not nil.
    var isPresent: Condition {
        if hidesErrors { return .unknown }
        return isNullable ? condition("\(sql) IS NOT NULL", nullable: false) : .holds
    }
}
