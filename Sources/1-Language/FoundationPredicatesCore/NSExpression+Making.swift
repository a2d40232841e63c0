public import Foundation
public import PredicateCore

extension NSExpression {
    /// The expression that a format string says.
    ///
    ///     NSExpression(format: "%K + 1", "age")
    ///
    /// A format that is not an expression stops the program with a text that says why and where;
    /// ``init(parsing:_:)`` throws instead.
    public convenience init(
        format expressionFormat: String, _ args: Any?..., file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(orStop(file, line) { try NSExpression.parsed(expressionFormat, args) })
    }

    /// The expression that a format string says, with its arguments in an array.
    public convenience init(
        format expressionFormat: String, argumentArray arguments: [Any],
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(orStop(file, line) { try NSExpression.parsed(expressionFormat, arguments) })
    }

    /// The expression that a format string says, with its arguments in a list of C's kind.
    public convenience init(
        format expressionFormat: String, arguments argList: CVaListPointer,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(
            orStop(file, line) {
                try NSExpression.parsed(
                    expressionFormat, VariableArguments.read(expressionFormat, argList))
            })
    }

    /// The expression that a format string says, or the reason why it says none.
    public convenience init(parsing format: String, _ args: Any?...) throws(ParseError) {
        self.init(try NSExpression.parsed(format, args))
    }

    private static func parsed(
        _ format: String, _ arguments: [Any?]
    ) throws(ParseError) -> QueryExpression {
        try QueryExpression(parsing: format, arguments: arguments.map(FormatArgument.init))
    }

    /// `SELF`: the object that the predicate evaluates.
    public class func expressionForEvaluatedObject() -> NSExpression { NSExpression(.this) }

    /// `ANYKEY`: any key, which Apple documents for Spotlight queries.
    public class func expressionForAnyKey() -> NSExpression { NSExpression(.anyKey) }

    /// `$name`: the value that the evaluation gives the variable.
    public convenience init(forVariable string: String) { self.init(.variable(string)) }

    /// `a.b.@count`; a first key with `$` before it is a variable.
    ///
    ///     NSExpression(forKeyPath: "$x.name")  // the name of what `$x` stands for
    public convenience init(forKeyPath keyPath: String) {
        guard keyPath.first == "$", keyPath.count > 1 else {
            self.init(.keyPath(QueryKeyPath(keyPath)))
            return
        }
        let parts = keyPath.dropFirst().split(
            separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let variable = QueryExpression.variable(String(parts[0]))
        self.init(
            parts.count == 1 ? variable : variable.following(QueryKeyPath(String(parts[1]))))
    }

    /// The key path of a property.
    ///
    ///     NSExpression(forKeyPath: \Person.name)  // name
    ///
    /// Stops the program for a property that keeps no name: see ``KeyPathNames``.
    public convenience init<Root, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
        guard let name = KeyPathNames.name(of: keyPath) else {
            fatalError("\(keyPath) has no name on this system; register it with KeyPathNames.")
        }
        self.init(forKeyPath: name)
    }

    /// A function of the language, by its selector.
    ///
    ///     NSExpression(forFunction: "sum:", arguments: [NSExpression(forKeyPath: "prices")])
    ///
    /// An unknown name stops the program. Arguments that are not expressions are constants.
    public convenience init(forFunction name: String, arguments parameters: [Any]) {
        let arguments = parameters.map(NSExpression.part)
        if name == "castObject:toType:", arguments.count == 2,
            case .constant(.text(let type)) = arguments[1]
        {
            self.init(.cast(arguments[0], type: type), over: NSExpression.levels(parameters))
            return
        }
        let known = Function.allCases.first { $0.rawValue == name || $0.aliases.contains(name) }
        guard let known else {
            fatalError("NSExpression has no function \"\(name)\".")
        }
        guard known.arity.contains(arguments.count) else {
            fatalError("The function \"\(name)\" does not take \(arguments.count) arguments.")
        }
        self.init(.function(known, arguments), over: NSExpression.levels(parameters))
    }

    /// A method of an object: `FUNCTION(target, "name:", …)`; with the ``operand`` of a function
    /// of the language such a function.
    public convenience init(
        forFunction target: NSExpression, selectorName name: String, arguments parameters: [Any]?
    ) {
        if target.isLanguage {
            let parts = parameters ?? []
            if let call = LanguageFunctions.call(name, parts.map(NSExpression.part)) {
                self.init(call, over: NSExpression.levels(parts))
            } else {
                self.init(forFunction: name, arguments: parts)
            }
            return
        }
        self.init(
            .call(
                target.queryExpression, selector: name,
                (parameters ?? []).map(NSExpression.part)),
            over: NSExpression.levels([target] + (parameters ?? [])))
    }

    /// `{a, b}`; members that are not expressions are constants.
    public convenience init(forAggregate subexpressions: [Any]) {
        self.init(
            .aggregate(subexpressions.map(NSExpression.part)),
            over: NSExpression.levels(subexpressions))
    }

    /// `left UNION right`: the members that either side has.
    public convenience init(forUnionSet left: NSExpression, with right: NSExpression) {
        self.init(.union, left, right)
    }

    /// `left INTERSECT right`: the members that both sides have.
    public convenience init(forIntersectSet left: NSExpression, with right: NSExpression) {
        self.init(.intersect, left, right)
    }

    /// `left MINUS right`: the members of the left that the right does not have.
    public convenience init(forMinusSet left: NSExpression, with right: NSExpression) {
        self.init(.minus, left, right)
    }

    private convenience init(_ op: SetOperator, _ left: NSExpression, _ right: NSExpression) {
        self.init(
            .set(op, left.queryExpression, right.queryExpression),
            over: max(left.levels, right.levels))
    }

    /// `SUBQUERY(expression, $variable, predicate)`; the predicate is an `NSPredicate`.
    public convenience init(
        forSubquery expression: NSExpression, usingIteratorVariable variable: String,
        predicate: Any
    ) {
        self.init(
            .subquery(
                expression.queryExpression, variable: variable, NSExpression.condition(predicate)),
            over: NSExpression.levels([expression, predicate]))
    }

    /// `TERNARY(predicate, a, b)`; the predicate is an `NSPredicate`.
    public convenience init(
        forConditional predicate: Any, trueExpression: NSExpression, falseExpression: NSExpression
    ) {
        self.init(
            .conditional(
                NSExpression.condition(predicate), trueExpression.queryExpression,
                falseExpression.queryExpression),
            over: NSExpression.levels([predicate, trueExpression, falseExpression]))
    }

    /// A value that a function of the program computes from the object asked, the values of the
    /// arguments and the context.
    public convenience init(
        block: @escaping (Any?, [Any], NSMutableDictionary?) -> Any, arguments: [NSExpression]?
    ) {
        let body = ExpressionBlock { object, values, variables in
            let context = variables.map { NSMutableDictionary(dictionary: $0) }
            let arguments = values.map { $0.bridged ?? NSNull() }
            return Value(bridging: block(AskedObject.shown(object), arguments, context))
        }
        self.init(
            .block(body, (arguments ?? []).map(\.queryExpression)),
            over: NSExpression.levels(arguments ?? []))
    }

    private static func part(_ any: Any) -> QueryExpression { QueryExpression(substituting: any) }

    /// How deep the deepest of some parts is; what is neither expression nor predicate is a
    /// constant.
    private static func levels(_ parts: [Any]) -> Int {
        var most = 0
        for part in parts {
            let levels =
                if let expression = cast(part) {
                    expression.levels
                } else if let predicate = part as? NSPredicate {
                    predicate.levels
                } else { 1 }
            most = max(most, levels)
        }
        return most
    }

    /// An argument as an expression; nil for everything else.
    static func cast(_ any: Any?) -> NSExpression? {
        // Without the first question a collection would be copied into an object to be cast.
        guard let any, type(of: any) is AnyClass else { return nil }
        return any as? NSExpression
    }

    private static func condition(_ any: Any) -> QueryPredicate {
        guard let predicate = any as? NSPredicate else {
            fatalError("\(type(of: any)) is not an NSPredicate.")  // Apple's raises here too.
        }
        return predicate.queryPredicate
    }
}
