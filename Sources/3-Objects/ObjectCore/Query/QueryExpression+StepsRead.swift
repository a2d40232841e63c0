package import PredicateCore

extension QueryExpression {
    /// What is read from an object to compute the expression, as steps from the object.
    ///
    ///     try QueryExpression(parsing: "SUBQUERY(items, $i, $i.owner.age > 3).@count").stepsRead
    ///     // items.@count, items, items.owner.age
    ///
    /// The variable of a subquery is where its collection is.
    package var stepsRead: [[QueryKeyPath.Step]] {
        PredicatePart.expression(self).stepsRead([:], room: 100)
    }

    /// The way from the object to what the expression gives; nil where it is none of the object's.
    fileprivate func steps(
        _ variables: [String: [QueryKeyPath.Step]]
    ) -> [QueryKeyPath.Step]? {
        switch self {
        case .this: []
        case .keyPath(let path): path.steps
        case .variable(let name): variables[name]
        case .path(let base, let path): base.steps(variables).map { $0 + path.steps }
        case .index(let base, _), .subquery(let base, _, _): base.steps(variables)
        case .constant, .function, .call, .cast, .aggregate, .conditional, .set, .assignment,
            .anyKey, .fetch, .block:
            nil
        }
    }
}

extension PredicatePart {
    fileprivate func stepsRead(
        _ variables: [String: [QueryKeyPath.Step]], room: Int
    ) -> [[QueryKeyPath.Step]] {
        guard room > 0 else { return [] }
        var all: [[QueryKeyPath.Step]] = []
        if case .expression(let expression) = self {
            if let steps = expression.steps(variables) { all.append(steps) }
            if case .subquery(let collection, let variable, let predicate) = expression {
                var inner = variables
                inner[variable] = collection.steps(variables)
                all += PredicatePart.expression(collection).stepsRead(variables, room: room - 1)
                all += PredicatePart.predicate(predicate).stepsRead(inner, room: room - 1)
                return all
            }
        }
        return all + children.flatMap { $0.stepsRead(variables, room: room - 1) }
    }
}
