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

    func hash(into hasher: inout Hasher, _ room: Int) {
        if room == 0 { return DeepStack.run { hash(into: &hasher, DeepStack.largeRoom) } }
        let room = room - 1
        switch self {
        case .constant(.list(let values)):
            hasher.combine(9)
            for value in values { QueryExpression.constant(value).hash(into: &hasher, room) }
        case .constant(let value): hasher.combine(value)
        case .this: hasher.combine(1)
        case .anyKey: hasher.combine(2)
        case .keyPath(let path): hasher.combine(path)
        case .variable(let name): hasher.combine(name)
        case .path(let base, let path):
            base.hash(into: &hasher, room)
            hasher.combine(path)
        case .index(let base, let index):
            base.hash(into: &hasher, room)
            index.hash(into: &hasher, room)
        case .function(let function, let arguments):
            hasher.combine(function)
            for argument in arguments { argument.hash(into: &hasher, room) }
        case .call(let receiver, let selector, let arguments):
            receiver.hash(into: &hasher, room)
            hasher.combine(selector)
            for argument in arguments { argument.hash(into: &hasher, room) }
        case .cast(let operand, let type):
            operand.hash(into: &hasher, room)
            hasher.combine(type)
        case .aggregate(let members):
            hasher.combine(9)
            for member in members { member.hash(into: &hasher, room) }
        case .subquery(let collection, let variable, let predicate):
            collection.hash(into: &hasher, room)
            hasher.combine(variable)
            predicate.hash(into: &hasher, room)
        case .conditional(let predicate, let a, let b):
            predicate.hash(into: &hasher, room)
            a.hash(into: &hasher, room)
            b.hash(into: &hasher, room)
        case .set(let op, let a, let b):
            hasher.combine(op)
            a.hash(into: &hasher, room)
            b.hash(into: &hasher, room)
        case .assignment(let variable, let operand):
            hasher.combine(variable)
            operand.hash(into: &hasher, room)
        case .fetch(let request, let context, let countOnly):
            request.hash(into: &hasher, room)
            context.hash(into: &hasher, room)
            hasher.combine(countOnly)
        case .block(let block, let arguments):
            hasher.combine(block)
            for argument in arguments { argument.hash(into: &hasher, room) }
        }
    }
}

extension ExpressionIndex: Hashable {
    /// Whether both stand for the same place.
    public static func == (a: ExpressionIndex, b: ExpressionIndex) -> Bool {
        a.isSame(b, DeepStack.room)
    }

    /// Hashes the index; equal indexes have equal hashes.
    public func hash(into hasher: inout Hasher) { hash(into: &hasher, DeepStack.room) }

    fileprivate func isSame(_ other: ExpressionIndex, _ room: Int) -> Bool {
        switch (self, other) {
        case (.first, .first), (.last, .last), (.size, .size): true
        case (.value(let x), .value(let y)): x.isSame(y, room)
        default: false  // Pairs of different cases; a new case needs its own line above.
        }
    }

    fileprivate func hash(into hasher: inout Hasher, _ room: Int) {
        switch self {
        case .first: hasher.combine(0)
        case .last: hasher.combine(1)
        case .size: hasher.combine(2)
        case .value(let expression): expression.hash(into: &hasher, room)
        }
    }
}
