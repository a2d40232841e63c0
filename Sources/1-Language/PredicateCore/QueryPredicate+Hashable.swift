extension QueryPredicate: Hashable {
    /// Whether both are the same predicate in the same form.
    public static func == (a: QueryPredicate, b: QueryPredicate) -> Bool {
        a.isSame(b, DeepStack.room)
    }

    /// Hashes the whole tree; deep trees continue on a larger stack.
    public func hash(into hasher: inout Hasher) { hash(into: &hasher, DeepStack.room) }

    func isSame(_ other: QueryPredicate, _ room: Int) -> Bool {
        if room == 0 { return DeepStack.run { isSame(other, DeepStack.largeRoom) } }
        switch (self, other) {
        case (.constant(let x), .constant(let y)): return x == y
        case (.comparison(let x), .comparison(let y)): return x.isSame(y, room - 1)
        case (.and(let x), .and(let y)), (.or(let x), .or(let y)):
            guard x.count == y.count else { return false }
            for (one, other) in zip(x, y) where !one.isSame(other, room - 1) { return false }
            return true
        case (.not(let x), .not(let y)): return x.isSame(y, room - 1)
        case (.block(let x), .block(let y)): return x == y
        default: return false  // Pairs of different cases; a new case needs its own line above.
        }
    }

    func hash(into hasher: inout Hasher, _ room: Int) {
        if room == 0 { return DeepStack.run { hash(into: &hasher, DeepStack.largeRoom) } }
        switch self {
        case .constant(let truth): hasher.combine(truth)
        case .comparison(let comparison): comparison.hash(into: &hasher, room - 1)
        case .and(let parts), .or(let parts):
            hasher.combine(parts.count)
            for part in parts { part.hash(into: &hasher, room - 1) }
        case .not(let part):
            hasher.combine(4)
            part.hash(into: &hasher, room - 1)
        case .block(let block): hasher.combine(block)
        }
    }
}

extension Comparison: Hashable {
    /// Whether both compare the same in the same way.
    public static func == (a: Comparison, b: Comparison) -> Bool { a.isSame(b, DeepStack.room) }

    /// Hashes both sides and how they are compared.
    public func hash(into hasher: inout Hasher) { hash(into: &hasher, DeepStack.room) }

    fileprivate func isSame(_ other: Comparison, _ room: Int) -> Bool {
        op == other.op && quantifier == other.quantifier && options == other.options
            && left.isSame(other.left, room) && right.isSame(other.right, room)
    }

    fileprivate func hash(into hasher: inout Hasher, _ room: Int) {
        hasher.combine(op)
        hasher.combine(quantifier)
        hasher.combine(options)
        left.hash(into: &hasher, room)
        right.hash(into: &hasher, room)
    }
}
