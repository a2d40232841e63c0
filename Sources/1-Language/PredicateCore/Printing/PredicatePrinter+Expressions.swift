import Foundation

extension PredicatePrinter {
    /// Prints an expression, in parentheses when it binds less tightly than its place asks.
    mutating func print(_ expression: QueryExpression, _ least: Level) {
        let isBare = level(expression) >= least
        if !isBare { write("(") }
        deeper { $0.bare(expression) }
        if !isBare { write(")") }
    }

    private func level(_ expression: QueryExpression) -> Level {
        switch expression {
        case .constant(.int(let number)): number < 0 ? .unary : .number
        case .constant(.double(let number)):
            !number.isFinite ? .term : number.sign == .minus ? .unary : .number
        case .constant(.decimal(let number)):
            ConstantForm.literal(number, exact: isExact) == nil
                ? .term : number < 0 ? .unary : .number
        case .function(let function, let arguments): level(function, arguments.count)
        case .set: .set
        case .assignment: .assignment
        case .constant, .this, .keyPath, .variable, .path, .index, .call, .cast, .aggregate,
            .subquery, .conditional, .anyKey, .fetch, .block:
            .term
        }
    }

    private func level(_ function: Function, _ count: Int) -> Level {
        if let (_, level) = infix(function), count == 2 { return level }
        guard count == 1 else { return .term }
        return function == .negate ? .unary : function == .onesComplement ? .bitwise : .term
    }

    /// The sign between the two arguments of a function, and how tightly it binds.
    private func infix(_ function: Function) -> (sign: String, level: Level)? {
        switch function {
        case .add: (" + ", .additive)
        case .subtract: (" - ", .additive)
        case .multiply: (" * ", .multiplicative)
        case .divide: (" / ", .multiplicative)
        case .raise: (" ** ", .power)
        case .bitwiseAnd: (" & ", .bitwise)
        case .bitwiseOr: (" | ", .bitwise)
        case .bitwiseXor: (" ^ ", .bitwise)
        case .leftShift: (" << ", .bitwise)
        case .rightShift: (" >> ", .bitwise)
        case .sum, .count, .min, .max, .average, .median, .mode, .stddev, .modulus, .sqrt, .log,
            .ln, .exp, .ceiling, .abs, .trunc, .floor, .negate, .now, .uppercase, .lowercase,
            .canonical, .length, .onesComplement, .noIndex, .distance, .objectFrom,
            .valueForKeyPath, .tokenize:
            nil
        }
    }

    private mutating func bare(_ expression: QueryExpression) {
        switch expression {
        case .constant(let value): print(value)
        case .this: write("SELF")
        case .keyPath(let path): print(path, isFirst: true)
        case .variable(let name): variable(name)
        case .path(let base, let path):
            print(base, .term)
            print(path, isFirst: false)
        case .index(let base, let index):
            print(base, .term)
            self.index(index)
        case .function(let function, let arguments): self.function(function, arguments)
        case .call(let receiver, let selector, let arguments):
            call(receiver, selector, arguments)
        case .cast where expression.isNullObject: write("<null>")
        case .cast(let operand, let type): cast(operand, type)
        case .aggregate(let members):
            write("{")
            list(members)
            write("}")
        case .set(let op, let a, let b):
            print(a, .set)
            write(" \(op.rawValue) ")
            print(b, .bitwise)
        case .assignment(let name, let operand):
            variable(name)
            write(" := ")
            bound(operand)
        case .anyKey: write("ANYKEY")
        case .block(_, let arguments):
            write("BLOCK(…")
            for argument in arguments {
                write(", ")
                print(argument, .assignment)
            }
            write(")")
        case .subquery, .conditional, .fetch: keyword(expression)
        }
    }

    private mutating func keyword(_ expression: QueryExpression) {
        switch expression {
        case .subquery(let collection, let name, let predicate):
            write("SUBQUERY(")
            bound(collection)
            write(", ")
            variable(name)
            write(", ")
            print(predicate)
        case .conditional(let predicate, let a, let b):
            write("TERNARY(")
            print(predicate)
            write(", ")
            list([a, b])
        case .fetch(let request, let context, let countOnly):
            write("FETCH(")
            list([request, context])
            write(countOnly ? ", YES" : ", NO")
        default: return  // `bare` sends only the three above.
        }
        write(")")
    }

    // MARK: - Parts

    /// Prints what a variable gets its value from: something may be calculated with that.
    private mutating func bound(_ expression: QueryExpression) {
        let saved = isExact
        isExact = true
        print(expression, .assignment)
        isExact = saved
    }

    private mutating func list(_ members: [QueryExpression]) {
        for (place, member) in members.enumerated() {
            if place > 0 { write(", ") }
            print(member, .assignment)
        }
    }

    private mutating func function(_ function: Function, _ arguments: [QueryExpression]) {
        let saved = isExact
        isExact = true
        if let (sign, level) = infix(function), arguments.count == 2 {
            print(arguments[0], level)
            write(sign)
            print(arguments[1], level.next)
        } else if arguments.count == 1, function == .negate || function == .onesComplement {
            write(function == .negate ? "-" : "~")
            if case .function(function, let inner) = arguments[0], inner.count == 1 {
                deeper { $0.bare(arguments[0]) }  // `--x`: the signs stand side by side.
            } else {
                print(arguments[0], .term)
            }
        } else {
            write(function.rawValue)
            write("(")
            list(arguments)
            write(")")
        }
        isExact = saved
    }

    private mutating func call(
        _ receiver: QueryExpression, _ selector: String, _ arguments: [QueryExpression]
    ) {
        write("FUNCTION(")
        print(receiver, .assignment)
        write(", ")
        quoted(selector)
        // The space before the second comma is Apple's.
        if !arguments.isEmpty { write(" , ") }
        list(arguments)
        write(")")
    }

    private mutating func cast(_ operand: QueryExpression, _ type: String) {
        // Parentheses keep a conversion apart from the printed form of a constant.
        var plain = operand
        if case .constant(.list(let members)) = operand {
            plain = .aggregate(members.map { .constant($0) })
        }
        let isConstant = ConstantForm.value(of: plain, type: type) != nil
        write(isConstant ? "CAST((" : "CAST(")
        print(operand, .assignment)
        write(isConstant ? "), " : ", ")
        quoted(type)
        write(")")
    }

    private mutating func index(_ index: ExpressionIndex) {
        write("[")
        switch index {
        case .first: write("FIRST")
        case .last: write("LAST")
        case .size: write("SIZE")
        case .value(.keyPath(let path)):
            // Between brackets these words stand for places; the key needs its sign.
            if let key = path.singleKey, ["first", "last", "size"].contains(key.lowercased()) {
                write("#")
            }
            print(path, isFirst: true)
        case .value(let expression): print(expression, .assignment)
        }
        write("]")
    }

    private mutating func variable(_ name: String) {
        write("$")
        if FormatLexer.isWord(name, mayStartWithDigit: true) { write(name) } else { quoted(name) }
    }

    // MARK: - Keys

    private mutating func print(_ path: QueryKeyPath, isFirst: Bool) {
        var isFirst = isFirst
        for step in path.steps {
            if !isFirst { write(".") }
            switch step {
            case .key(let name): key(name, isFirst: isFirst)
            case .collection(let op):
                write("@")
                write(op.rawValue)
            }
            isFirst = false
        }
    }

    /// Prints a key: `name`, `#between`, `#"two words"`.
    private mutating func key(_ name: String, isFirst: Bool) {
        if FormatLexer.isWord(name) {
            if isReserved(name, isFirst: isFirst) { write("#") }
            write(name)
        } else if name.first == "@", FormatLexer.isWord(String(name.dropFirst())),
            CollectionOperator(rawValue: String(name.dropFirst())) == nil
        {
            write(name)
        } else {
            write("#")
            quoted(name)
        }
    }

    private func isReserved(_ name: String, isFirst: Bool) -> Bool {
        let bytes = Array(name.utf8)
        switch Keywords.table.kind(bytes, 0, bytes.count) {
        case nil, .first, .last, .size: return false
        case .this: return isFirst || name != "self"
        default: return true  // Every other reserved word.
        }
    }
}
