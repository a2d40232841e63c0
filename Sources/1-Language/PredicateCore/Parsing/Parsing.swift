extension QueryPredicate {
    /// The predicate that a format says.
    ///
    ///     try QueryPredicate(parsing: "age >= %d AND name BEGINSWITH[cd] %@",
    ///                        arguments: [.value(18), .value("a")])
    ///
    /// The format is Apple's predicate language. Arguments beyond the last specifier are ignored.
    /// Throws ``ParseError``, whose description shows the place.
    public init(parsing format: String, arguments: [FormatArgument] = []) throws(ParseError) {
        self = try FormatParser.predicate(format, arguments)
    }

    /// The predicate that a format says, with constants for its specifiers.
    ///
    ///     try QueryPredicate(parsing: "name == %@ OR age > %d", "Ann", 18)
    ///
    /// Throws ``ParseError``.
    @_disfavoredOverload
    public init(parsing format: String, _ arguments: Value...) throws(ParseError) {
        self = try FormatParser.predicate(format, arguments.map { .value($0) })
    }
}

extension QueryExpression {
    /// The expression that a format says.
    ///
    ///     try QueryExpression(parsing: "price * quantity")
    ///
    /// Throws ``ParseError``; a condition is not a value.
    public init(parsing format: String, arguments: [FormatArgument] = []) throws(ParseError) {
        self = try FormatParser.expression(format, arguments)
    }
}
