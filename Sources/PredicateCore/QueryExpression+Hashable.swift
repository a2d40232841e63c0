extension QueryExpression: Hashable {
    /// Whether both are the same expression; an aggregate of constants is the same as the list
    /// of them, because both print alike.
    public static func == (a: QueryExpression, b: QueryExpression) -> Bool {
        switch (a, b) {
        case (.constant(let x), .constant(let y)): x == y
        case (.this, .this), (.anyKey, .anyKey): true
        case (.keyPath(let x), .keyPath(let y)): x == y
        case (.variable(let x), .variable(let y)): x == y
        case (.path(let x, let p), .path(let y, let q)): p == q && x == y
        case (.index(let x, let i), .index(let y, let j)): i == j && x == y
        case (.function(let f, let x), .function(let g, let y)): f == g && x == y
        case (.call(let x, let s, let p), .call(let y, let t, let q)): s == t && x == y && p == q
        case (.cast(let x, let s), .cast(let y, let t)): s == t && x == y
        case (.aggregate(let x), .aggregate(let y)): x == y
        case (.aggregate(let x), .constant(.list(let y))),
            (.constant(.list(let y)), .aggregate(let x)):
            x.count == y.count && zip(x, y).allSatisfy { $0 == .constant($1) }
        case (.subquery(let x, let v, let p), .subquery(let y, let w, let q)):
            v == w && x == y && p == q
        case (.conditional(let p, let x, let s), .conditional(let q, let y, let t)):
            p == q && x == y && s == t
        case (.set(let o, let x, let s), .set(let p, let y, let t)): o == p && x == y && s == t
        case (.assignment(let v, let x), .assignment(let w, let y)): v == w && x == y
        case (.fetch(let x, let s, let c), .fetch(let y, let t, let d)): c == d && x == y && s == t
        case (.block(let x, let s), .block(let y, let t)): x == y && s == t
        default: false  // Pairs of different cases; a new case needs its own line above.
        }
    }

    /// Hashes so that an aggregate of constants agrees with the list of them.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .constant(.list(let values)):
            hasher.combine(9)
            for value in values { QueryExpression.constant(value).hash(into: &hasher) }
        case .constant(let value): hasher.combine(value)
        case .this: hasher.combine(1)
        case .anyKey: hasher.combine(2)
        case .keyPath(let path): hasher.combine(path)
        case .variable(let name): hasher.combine(name)
        case .path(let base, let path):
            hasher.combine(base)
            hasher.combine(path)
        case .index(let base, let index):
            hasher.combine(base)
            hasher.combine(index)
        case .function(let function, let arguments):
            hasher.combine(function)
            hasher.combine(arguments)
        case .call(let receiver, let selector, let arguments):
            hasher.combine(receiver)
            hasher.combine(selector)
            hasher.combine(arguments)
        case .cast(let operand, let type):
            hasher.combine(operand)
            hasher.combine(type)
        case .aggregate(let members):
            hasher.combine(9)
            for member in members { member.hash(into: &hasher) }
        case .subquery(let collection, let variable, let predicate):
            hasher.combine(collection)
            hasher.combine(variable)
            hasher.combine(predicate)
        case .conditional(let predicate, let a, let b):
            hasher.combine(predicate)
            hasher.combine(a)
            hasher.combine(b)
        case .set(let op, let a, let b):
            hasher.combine(op)
            hasher.combine(a)
            hasher.combine(b)
        case .assignment(let variable, let operand):
            hasher.combine(variable)
            hasher.combine(operand)
        case .fetch(let request, let context, let countOnly):
            hasher.combine(request)
            hasher.combine(context)
            hasher.combine(countOnly)
        case .block(let block, let arguments):
            hasher.combine(block)
            hasher.combine(arguments)
        }
    }
}
