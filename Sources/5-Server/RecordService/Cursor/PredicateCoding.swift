// The form of stored predicates, which cursors and subscriptions share.
//
// A predicate of version 1 begins with the number of its kind, from 0 to 4. A later version begins
// with 0x80 and its number, so that a predicate itself says how it is read, wherever it is stored:
// what holds it need not change with it, and bytes without a version are version 1 for good.

extension ByteWriter {
    mutating func write(_ predicate: QueryPredicate, depth: Int = 0) throws {
        guard depth < ByteReader.deepest else { throw Unwritable() }
        let next = depth + 1
        switch predicate {
        case .constant(let truth):
            write(byte: 0)
            write(truth)
        case .comparison(let comparison):
            write(byte: 1)
            try write(comparison.left, depth: next)
            write(comparison.op)
            try write(comparison.right, depth: next)
            switch comparison.quantifier {
            case .direct: write(byte: 0)
            case .any: write(byte: 1)
            case .all: write(byte: 2)
            }
            write(UInt64(comparison.options.rawValue))
        case .and(let parts):
            write(byte: 2)
            try write(parts) { try $0.write($1, depth: next) }
        case .or(let parts):
            write(byte: 3)
            try write(parts) { try $0.write($1, depth: next) }
        case .not(let part):
            write(byte: 4)
            try write(part, depth: next)
        case .block: throw Unwritable()
        }
    }

    private mutating func write(_ op: Operator) {
        write(byte: op.storedNumber)
        if case .selector(let name) = op { write(name) }
    }

    mutating func write(_ expression: QueryExpression, depth: Int) throws {
        guard depth < ByteReader.deepest else { throw Unwritable() }
        let next = depth + 1
        switch expression {
        case .constant(let value):
            write(byte: 0)
            try write(value, depth: next)
        case .this: write(byte: 1)
        case .keyPath(let path):
            write(byte: 2)
            write(path)
        case .variable(let name):
            write(byte: 3)
            write(name)
        case .path(let base, let path):
            write(byte: 4)
            try write(base, depth: next)
            write(path)
        case .index(let base, let index):
            write(byte: 5)
            try write(base, depth: next)
            switch index {
            case .first: write(byte: 0)
            case .last: write(byte: 1)
            case .size: write(byte: 2)
            case .value(let value):
                write(byte: 3)
                try write(value, depth: next)
            }
        case .function(let function, let arguments):
            write(byte: 6)
            write(function.rawValue)
            try write(arguments) { try $0.write($1, depth: next) }
        case .call(let receiver, let selector, let arguments):
            write(byte: 7)
            try write(receiver, depth: next)
            write(selector)
            try write(arguments) { try $0.write($1, depth: next) }
        case .cast(let inner, let type):
            write(byte: 8)
            try write(inner, depth: next)
            write(type)
        case .aggregate(let members):
            write(byte: 9)
            try write(members) { try $0.write($1, depth: next) }
        case .subquery(let collection, let variable, let predicate):
            write(byte: 10)
            try write(collection, depth: next)
            write(variable)
            try write(predicate, depth: next)
        case .conditional(let test, let yes, let no):
            write(byte: 11)
            try write(test, depth: next)
            try write(yes, depth: next)
            try write(no, depth: next)
        case .set(let op, let left, let right):
            write(byte: 12)
            write(op.rawValue)
            try write(left, depth: next)
            try write(right, depth: next)
        case .assignment(let variable, let value):
            write(byte: 13)
            write(variable)
            try write(value, depth: next)
        case .anyKey: write(byte: 14)
        case .fetch(let request, let context, let countOnly):
            write(byte: 15)
            try write(request, depth: next)
            try write(context, depth: next)
            write(countOnly)
        case .block: throw Unwritable()
        }
    }

    mutating func write(_ path: QueryKeyPath) {
        write(path.steps) { writer, step in
            switch step {
            case .key(let name):
                writer.write(byte: 0)
                writer.write(name)
            case .collection(let op):
                writer.write(byte: 1)
                writer.write(op.rawValue)
            }
        }
    }

    mutating func write(_ ordering: Ordering) {
        switch ordering.key {
        case .keyPath(let path):
            write(byte: 0)
            write(path)
        case .distance(let path, let origin):
            write(byte: 1)
            write(path)
            write(origin)
        }
        write(ordering.ascending)
        write(ordering.textOrder.rawValue)
    }
}

extension ByteReader {
    /// Levels of predicates and expressions that are written and read.
    static let deepest = 200

    mutating func predicate(depth: Int = 0) throws -> QueryPredicate {
        guard depth < ByteReader.deepest else { throw CorruptionError() }
        let next = depth + 1
        switch try byte() {
        case 0: return .constant(try flag())
        case 1:
            let left = try expression(depth: next)
            let op = try self.op()
            let right = try expression(depth: next)
            let quantifier: Quantifier
            switch try byte() {
            case 0: quantifier = .direct
            case 1: quantifier = .any
            case 2: quantifier = .all
            default: throw CorruptionError()
            }
            let options = ComparisonOptions(rawValue: UInt(try count()))
            return .comparison(
                Comparison(left, op, right, quantifier: quantifier, options: options))
        case 2: return .and(try list { try $0.predicate(depth: next) })
        case 3: return .or(try list { try $0.predicate(depth: next) })
        case 4: return .not(try predicate(depth: next))
        // Also the bytes of a later version.
        default: throw CorruptionError()
        }
    }

    private mutating func op() throws -> Operator {
        let number = try byte()
        if number == Operator.selector("").storedNumber { return .selector(try text()) }
        guard let op = Operator.all.first(where: { $0.storedNumber == number }) else {
            throw CorruptionError()
        }
        return op
    }

    mutating func expression(depth: Int) throws -> QueryExpression {
        guard depth < ByteReader.deepest else { throw CorruptionError() }
        let next = depth + 1
        let kind = try byte()
        switch kind {
        case 0: return .constant(try value(depth: next))
        case 1: return .this
        case 2: return .keyPath(try keyPath())
        case 3: return .variable(try text())
        case 4:
            let base = try expression(depth: next)
            return .path(base, try keyPath())
        case 5:
            let base = try expression(depth: next)
            switch try byte() {
            case 0: return .index(base, .first)
            case 1: return .index(base, .last)
            case 2: return .index(base, .size)
            case 3: return .index(base, .value(try expression(depth: next)))
            default: throw CorruptionError()
            }
        case 6:
            guard let function = Function(rawValue: try text()) else { throw CorruptionError() }
            return .function(function, try list { try $0.expression(depth: next) })
        case 7:
            let receiver = try expression(depth: next)
            let selector = try text()
            return .call(
                receiver, selector: selector, try list { try $0.expression(depth: next) })
        case 8:
            let inner = try expression(depth: next)
            return .cast(inner, type: try text())
        case 9: return .aggregate(try list { try $0.expression(depth: next) })
        default: return try rareExpression(kind, depth: next)
        }
    }

    /// What stands behind the kinds that queries of CloudKit have.
    private mutating func rareExpression(
        _ kind: UInt8, depth next: Int
    ) throws -> QueryExpression {
        switch kind {
        case 10:
            let collection = try expression(depth: next)
            let variable = try text()
            return .subquery(collection, variable: variable, try predicate(depth: next))
        case 11:
            let test = try predicate(depth: next)
            let yes = try expression(depth: next)
            return .conditional(test, yes, try expression(depth: next))
        case 12:
            guard let op = SetOperator(rawValue: try text()) else { throw CorruptionError() }
            let left = try expression(depth: next)
            return .set(op, left, try expression(depth: next))
        case 13:
            let variable = try text()
            return .assignment(variable: variable, try expression(depth: next))
        case 14: return .anyKey
        case 15:
            let request = try expression(depth: next)
            let context = try expression(depth: next)
            return .fetch(request, context, countOnly: try flag())
        default: throw CorruptionError()
        }
    }

    mutating func keyPath() throws -> QueryKeyPath {
        let steps = try list { reader -> QueryKeyPath.Step in
            switch try reader.byte() {
            case 0: return .key(try reader.text())
            case 1:
                guard let op = CollectionOperator(rawValue: try reader.text()) else {
                    throw CorruptionError()
                }
                return .collection(op)
            default: throw CorruptionError()
            }
        }
        guard !steps.isEmpty else { throw CorruptionError() }
        return QueryKeyPath(steps: steps)
    }

    mutating func ordering() throws -> Ordering {
        let key: Ordering.Key
        switch try byte() {
        case 0: key = .keyPath(try keyPath())
        case 1:
            let path = try keyPath()
            key = .distance(path, from: try location())
        default: throw CorruptionError()
        }
        let ascending = try flag()
        guard let textOrder = Ordering.TextOrder(rawValue: try text()) else {
            throw CorruptionError()
        }
        return Ordering(key: key, ascending: ascending, textOrder: textOrder)
    }
}

extension Operator {
    /// The operator's number in cursors and in stored subscriptions.
    ///
    /// Files hold these numbers: a new operator gets a new one, and none is given twice.
    fileprivate var storedNumber: UInt8 {
        switch self {
        case .equal: 0
        case .notEqual: 1
        case .less: 2
        case .lessOrEqual: 3
        case .greater: 4
        case .greaterOrEqual: 5
        case .between: 6
        case .in: 7
        case .contains: 8
        case .beginsWith: 9
        case .endsWith: 10
        case .like: 11
        case .matches: 12
        case .tokenMatches: 13
        case .utiConformsTo: 14
        case .utiEquals: 15
        case .selector: 255
        }
    }
}
