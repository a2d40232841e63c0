import Foundation
public import PredicateCore

/// What is made from a format string.
///
///     NSPredicate(format: "age > %d", 18) is NSComparisonPredicate              // true
///     NSPredicate(format: "age > 18 AND on == YES") is NSCompoundPredicate      // true
///     try NSCompoundPredicate(parsing: "a == 1 OR b == 2").subpredicates.count  // 2
///
/// Where a text is not a predicate, `init(parsing:_:)` throws a `ParseError`, and `init(format:_:)`
/// stops the program.
///
/// An initialiser of a class always makes that class; one that comes from a protocol may choose.
/// So `NSPredicate(format: "a == 1")` is an `NSComparisonPredicate`, as on Apple's systems, and
/// `NSCompoundPredicate(format: "a == 1")` a compound that asks the same.
public protocol FormattedPredicate {}

extension FormattedPredicate {
    /// The predicate that a format string says.
    ///
    ///     NSPredicate(format: "name == %@ AND age > %d", "Ann", 30).predicateFormat
    ///     // name == "Ann" AND age > 30
    ///     NSPredicate(format: "%K IN %@", "colour", ["red", "green"]).predicateFormat
    ///     // colour IN {"red", "green"}
    ///     NSPredicate(format: "name == '%@'", "Ann").predicateFormat
    ///     // name == "%@": between quotes it is text
    ///
    /// `%@` takes an object, a collection or nil, `%K` a key path, `%d`, `%f` and their like numbers.
    /// Values never become a part of the text, so that none can change the question; nor does a text
    /// need quotes or escapes.
    ///
    /// A format that is not a predicate stops the program with a text that says why and where;
    /// formats that come from outside belong to ``init(parsing:_:)``, which throws. Parsed formats
    /// are not kept: a predicate that is asked often is made once, with `$variables` in it
    /// (``NSPredicate/withSubstitutionVariables(_:)``).
    ///
    /// Source: [Predicate Format String Syntax](https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/Predicates/Articles/pSyntax.html).
    public init(
        format predicateFormat: String, _ args: Any?..., file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self = orStop(file, line) { try parsed(predicateFormat, args) }
    }

    /// The predicate that a format string says, with its arguments in an array.
    ///
    ///     NSPredicate(format: "age BETWEEN {%@, %@}", argumentArray: [18, 65])
    public init(
        format predicateFormat: String, argumentArray arguments: [Any]?,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self = orStop(file, line) {
            try parsed(predicateFormat, (arguments ?? []).map(Optional.some))
        }
    }

    /// The predicate that a format string says, with its arguments in a list of C's kind.
    ///
    ///     withVaList([18, "Ann"]) { NSPredicate(format: "age > %d AND name == %@", arguments: $0) }
    public init(
        format predicateFormat: String, arguments argList: CVaListPointer,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self = orStop(file, line) {
            try parsed(predicateFormat, VariableArguments.read(predicateFormat, argList))
        }
    }

    /// The predicate that a format string says, or the reason why it says none.
    ///
    ///     do { try NSPredicate(parsing: "age BETWEEN AND 4") } catch { print(error) }
    ///     // Unable to parse the format string "age BETWEEN AND 4"
    ///     // Expected a value after BETWEEN, found AND.
    ///     //   age BETWEEN AND 4
    ///     //               ^
    ///
    /// - Throws: A `ParseError` with the offset of the place in UTF-8 bytes.
    public init(parsing format: String, _ args: Any?...) throws(ParseError) {
        self = try parsed(format, args)
    }

    /// The predicate that a format string says, with its arguments in an array, or the reason why
    /// it says none.
    public init(parsing format: String, argumentArray arguments: [Any]?) throws(ParseError) {
        // A conversion of the array would take an empty optional for nil.
        self = try parsed(format, (arguments ?? []).map(Optional.some))
    }

    /// The predicate that asks a question of the language.
    ///
    /// Stops the program where the class has no such object: an `NSComparisonPredicate` of a constant.
    public init(_ query: QueryPredicate) {
        guard let made = NSPredicate.from(query, as: Self.self) else {
            fatalError(refusal(of: query, as: Self.self))
        }
        self = made
    }
}

extension FormatArgument {
    /// What an argument of a format string stands for: an expression, or else a value.
    init(_ argument: Any?) {
        if let expression = QueryExpression(argument: argument) {
            self = .expression(expression)
        } else {
            let expression = QueryExpression(constant: argument)
            if case .constant(let value) = expression {
                self = .value(value)
            } else {
                self = .expression(expression)
            }
        }
    }
}

extension QueryExpression {
    /// The expression that an argument, or the value of a variable, is itself; nil for a constant.
    ///
    /// `NSNull` is the one constant that prints otherwise than the value it stands for.
    init?(argument: Any?) {
        // Without the first question a collection would be copied into an object to be cast.
        guard let argument, type(of: argument) is AnyClass else { return nil }
        if let expression = argument as? NSExpression {
            self = expression.queryExpression
        } else if argument is NSNull {
            self = .nullObject
        } else {
            return nil
        }
    }

    /// A constant; where a nil is inside `Any`, Swift on Apple's systems makes an `NSNull` of it.
    init(constant value: Any?) {
        let constant = Value(bridging: value)
        self = constant == .null && value != nil ? .nullObject : .constant(constant)
    }

    /// What stands for a variable of a template.
    init(substituting value: Any) {
        self = QueryExpression(argument: value) ?? QueryExpression(constant: value)
    }
}

private func parsed<Made>(_ format: String, _ arguments: [Any?]) throws(ParseError) -> Made {
    let query = try QueryPredicate(parsing: format, arguments: arguments.map(FormatArgument.init))
    guard let made = NSPredicate.from(query, as: Made.self) else {
        throw ParseError(.unexpected, refusal(of: query, as: Made.self), offset: 0, format: format)
    }
    return made
}

/// Why a class has no object for a predicate, and what to write.
///
/// Apple's systems hand out the object under a false type here and stop later.
private func refusal<Made>(of query: QueryPredicate, as made: Made.Type) -> String {
    if made == NSComparisonPredicate.self {
        return
            "Expected a comparison, found a constant: make an NSPredicate of it, or write 1 == 1."
    }
    return
        "The format makes an object of \(type(of: NSPredicate.from(query))), not of \(made): make "
        + "an NSPredicate of it, or a \(made) with init(queryPredicate:)."
}

/// The result, or the end of the program with the text of the error.
func orStop<Made>(
    _ file: StaticString, _ line: UInt, _ make: () throws -> Made
) -> Made {
    do {
        return try make()
    } catch {
        // Apple's initialisers raise an Objective-C exception here, which ends the program.
        fatalError(String(describing: error), file: file, line: line)
    }
}
