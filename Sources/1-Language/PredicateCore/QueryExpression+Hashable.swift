extension QueryExpression: Hashable {
    /// Whether both are the same expression; an aggregate of constants is the same as the list
    /// of them, because both print alike.
    public static func == (a: QueryExpression, b: QueryExpression) -> Bool {
        a.isSame(b, DeepStack.room)
    }

    /// Hashes so that an aggregate of constants agrees with the list of them.
    public func hash(into hasher: inout Hasher) { hash(into: &hasher, DeepStack.room) }

    func isSame(_ other: QueryExpression, _ room: Int) -> Bool {
        if room == 0 { return DeepStack.run { isSame(other, DeepStack.largeRoom) } }
        let room = room - 1
        return switch (self, other) {
        case (.constant(let x), .constant(let y)): x == y
        case (.this, .this), (.anyKey, .anyKey): true
        case (.keyPath(let x), .keyPath(let y)): x == y
        case (.variable(let x), .variable(let y)): x == y
        case (.path(let x, let p), .path(let y, let q)): p == q && x.isSame(y, room)
        case (.index(let x, let i), .index(let y, let j)):
            i.isSame(j, room) && x.isSame(y, room)
        case (.function(let f, let x), .function(let g, let y)):
            f == g && Self.areSame(x, y, room)
        case (.call(let x, let s, let p), .call(let y, let t, let q)):
            s == t && x.isSame(y, room) && Self.areSame(p, q, room)
        case (.cast(let x, let s), .cast(let y, let t)): s == t && x.isSame(y, room)
        case (.aggregate(let x), .aggregate(let y)): Self.areSame(x, y, room)
        case (.aggregate(let x), .constant(.list(let y))),
            (.constant(.list(let y)), .aggregate(let x)):
            x.count == y.count && zip(x, y).allSatisfy { $0.isSame(.constant($1), room) }
        case (.subquery(let x, let v, let p), .subquery(let y, let w, let q)):
            v == w && x.isSame(y, room) && p.isSame(q, room)
        case (.conditional(let p, let x, let s), .conditional(let q, let y, let t)):
            p.isSame(q, room) && x.isSame(y, room) && s.isSame(t, room)
        case (.set(let o, let x, let s), .set(let p, let y, let t)):
            o == p && x.isSame(y, room) && s.isSame(t, room)
        case (.assignment(let v, let x), .assignment(let w, let y)):
            v == w && x.isSame(y, room)
        case (.fetch(let x, let s, let c), .fetch(let y, let t, let d)):
            c == d && x.isSame(y, room) && s.isSame(t, room)
        case (.block(let x, let s), .block(let y, let t)): x == y && Self.areSame(s, t, room)
        default: false  // Pairs of different cases; a new case needs its own line above.
        }
    }

    private static func areSame(
        _ a: [QueryExpression], _ b: [QueryExpression], _ room: Int
    ) -> Bool {
        guard a.count == b.count else { return false }
        for (one, other) in zip(a, b) where !one.isSame(other, room) { return false }
        return true
    }

    /// Hashes what the expression itself says, then its parts; where two differ in the rest, `==` tells.
    func hash(into hasher: inout Hasher, _ room: Int) {
        if room == 0 { return DeepStack.run { hash(into: &hasher, DeepStack.largeRoom) } }
        switch self {
        case .constant(.list(let values)):
            hasher.combine(9)
            for value in values { QueryExpression.constant(value).hash(into: &hasher, room - 1) }
        case .aggregate: hasher.combine(9)
        case .constant(let value): hasher.combine(value)
        case .this: hasher.combine(1)
        case .anyKey: hasher.combine(2)
        case .keyPath(let path), .path(_, let path): hasher.combine(path)
        case .variable(let name), .call(_, let name, _), .cast(_, let name),
            .subquery(_, let name, _), .assignment(let name, _):
            hasher.combine(name)
        case .function(let function, _): hasher.combine(function)
        case .set(let op, _, _): hasher.combine(op)
        case .block(let block, _): hasher.combine(block)
        case .index, .conditional, .fetch: break
        }
        for part in children {
            switch part {
            case .predicate(let predicate): predicate.hash(into: &hasher, room - 1)
            case .expression(let expression): expression.hash(into: &hasher, room - 1)
            }
        }
    }
}

extension ExpressionIndex: Hashable {
    /// Whether both stand for the same place.
    public static func == (a: ExpressionIndex, b: ExpressionIndex) -> Bool {
        a.isSame(b, DeepStack.room)
    }

    /// Hashes the expression in the brackets; those without one are few.
    public func hash(into hasher: inout Hasher) {
        if case .value(let expression) = self { hasher.combine(expression) }
    }

    fileprivate func isSame(_ other: ExpressionIndex, _ room: Int) -> Bool {
        switch (self, other) {
        case (.first, .first), (.last, .last), (.size, .size): true
        case (.value(let x), .value(let y)): x.isSame(y, room)
        default: false  // Pairs of different cases; a new case needs its own line above.
        }
    }
}
