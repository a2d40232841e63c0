import PredicateCore

/// Looks up every key path of a question, and says in Apple's words what cannot be asked.
///
///     try ObjectQueryChecker(model).check(query)
///     // keypath depratment.name not found in entity Employee
///
/// Every store checks before it asks, so that their answers agree.
public struct ObjectQueryChecker: Sendable {
    /// The model whose entities and properties queries may name.
    public let model: ResolvedModel

    /// A checker for questions about the objects of a model.
    public init(_ model: ResolvedModel) { self.model = model }

    /// Checks the predicate and the order of a question.
    public func check(_ query: ObjectQuery) throws(ObjectProblem) {
        try check(query.predicate, Scope(entity: query.entity))
        for term in query.ordering { try check(term, entity: query.entity, names: []) }
    }

    /// Checks a question for calculated results.
    public func check(_ query: SummaryQuery) throws(ObjectProblem) {
        let scope = Scope(entity: query.objects.entity)
        try check(query.objects.predicate, scope)
        let names = Set(query.columns.map(\.name))
        for column in query.columns { try check(column.expression, scope) }
        let groups = query.groupedBy(model)
        for expression in groups {
            if expression.hasAggregate {
                throw ObjectProblem(
                    .unsupported, "Objects are not grouped by what is calculated of a group.",
                    advice: "Group by values of each object.")
            }
            if case .keyPath(let path) = expression,
                case .collection = try shape(of: path, in: scope)
            {
                throw notOneValue(path.text)
            }
        }
        if !groups.isEmpty,
            let column = query.columns.first(where: { !$0.expression.isAlike(in: groups) })
        {
            throw ObjectProblem(
                .unsupported,
                "SELECT clauses in queries with GROUP BY components can only contain properties "
                    + "named in the GROUP BY or aggregate functions (\(column.name) is not in the "
                    + "GROUP BY).",
                part: column.name,
                advice: "Group by \(column.name) too, or take the max: of it.")
        }
        if let having = query.having {
            var inner = scope
            for name in names { inner.variables[name] = .value(nil) }
            inner.names = names
            try check(having, inner)
        }
        for term in query.objects.ordering {
            try check(term, entity: query.objects.entity, names: names)
        }
    }

    // MARK: What a path leads to

    /// What an expression gives, as far as the model says it.
    indirect enum Shape {
        /// A value; a composite has parts.
        case value(ObjectAttribute?)
        /// An object of an entity.
        case object(Int)
        /// Several; nil for what the model does not say.
        case collection(Shape)
        /// Anything.
        case unknown
    }

    struct Scope {
        var entity: Int
        var variables: [String: Shape] = [:]
        /// Names of columns, where those may be asked.
        var names: Set<String> = []
        var depth = 0
    }

    private func check(
        _ term: Ordering, entity: Int, names: Set<String>
    ) throws(ObjectProblem) {
        let path: QueryKeyPath
        switch term.key {
        case .keyPath(let key): path = key
        case .distance(let key, _):
            throw ObjectProblem(
                .cannotSort, "Objects are not sorted by distance.", part: key.text)
        }
        if let name = path.singleKey, names.contains(name) { return }
        if case .collection = try shape(of: path, in: Scope(entity: entity)) {
            throw notOneValue(path.text)
        }
    }

    /// What a key path leads to from the object asked.
    private func shape(of path: QueryKeyPath, in scope: Scope) throws(ObjectProblem) -> Shape {
        try follow(path.steps[...], from: .object(scope.entity), path, scope.entity)
    }

    private func follow(
        _ steps: ArraySlice<QueryKeyPath.Step>, from start: Shape, _ path: QueryKeyPath,
        _ entity: Int
    ) throws(ObjectProblem) -> Shape {
        var shape = start
        var place = steps.startIndex
        while place < steps.endIndex {
            switch steps[place] {
            case .key(let name): shape = try key(name, of: shape, path, entity)
            case .collection(let operation):
                let rest = steps[(place + 1)...]
                guard case .collection(let member) = shape else {
                    if shape.mayBeAnything { return .unknown }
                    throw ObjectProblem(
                        .notACollection,
                        "@\(operation.rawValue) needs a relationship to many.", part: path.text)
                }
                switch operation {
                case .count: shape = .value(nil)
                case .sum, .avg, .min, .max:
                    _ = try follow(rest, from: member, path, entity)
                    return .value(nil)
                case .unionOfObjects, .distinctUnionOfObjects, .unionOfArrays,
                    .distinctUnionOfArrays, .distinctUnionOfSets:
                    return .collection(try follow(rest, from: member, path, entity))
                case .allKeys, .allValues: return .unknown
                }
            }
            place += 1
        }
        return shape
    }

    private func key(
        _ name: String, of shape: Shape, _ path: QueryKeyPath, _ entity: Int
    ) throws(ObjectProblem) -> Shape {
        switch shape {
        case .unknown: return .unknown
        case .collection(let member):
            let inner = try key(name, of: member, path, entity)
            if case .collection = inner { return inner }
            return .collection(inner)
        case .value(let attribute):
            if name == "self" { return shape }
            guard let attribute, attribute.type != .transformable else { return .unknown }
            guard let part = attribute.elements.first(where: { $0.name == name }) else {
                // The one key of a text that stores of Core Data know.
                if name == "length", attribute.type == .string {
                    return .value(ObjectAttribute(name, .integer64))
                }
                throw notFound(path, entity, name, among: attribute.elements.map(\.name))
            }
            return .value(part)
        case .object(let number):
            if name == "self" || name == "objectID" { return shape }
            let (property, owner) = property(name, of: number)
            guard let property, let owner else {
                // It has no parts: the name of an entity is not in the store.
                if name == "entity" { return .value(ObjectAttribute(name, .undefined)) }
                throw notFound(
                    path, entity, name,
                    among: Array(model.entities[number].properties.keys) + [
                        "self", "objectID", "entity",
                    ])
            }
            switch property {
            case .attribute(let place): return .value(owner.attributes[place].source)
            case .toOne(let place): return .object(owner.toOnes[place].destination)
            case .toMany(let place):
                return .collection(.object(owner.toManys[place].destination))
            case .transient, .fetched:
                throw ObjectProblem(
                    .keyPathNotFound,
                    "keypath \(path.text) not found in entity \(model.entities[entity].name)",
                    part: path.text,
                    advice: "'\(name)' is not in the store; filter the objects after the fetch.")
            }
        }
    }

    /// A property of an entity, or of one that inherits from it.
    private func property(_ name: String, of entity: Int) -> (ModelProperty?, ModelEntity?) {
        for number in model.entities[entity].family {
            if let property = model.entities[number].properties[name] {
                return (property, model.entities[number])
            }
        }
        return (nil, nil)
    }

    private func notFound(
        _ path: QueryKeyPath, _ entity: Int, _ name: String, among names: [String]
    ) -> ObjectProblem {
        let near = Suggestions.nearest(to: name, among: names)
        return ObjectProblem(
            .keyPathNotFound,
            "keypath \(path.text) not found in entity \(model.entities[entity].name)",
            part: path.text, advice: near.map { "Did you mean '\($0)'?" })
    }

    private func toMany(_ path: String) -> ObjectProblem {
        ObjectProblem(
            .toManyNotAllowed, "to-many key not allowed here", part: path,
            advice: "Write ANY \(path), ALL \(path) or \(path).@count.")
    }

    /// The problem of an order or a group by several values, of which a quantifier makes none.
    private func notOneValue(_ path: String) -> ObjectProblem {
        ObjectProblem(
            .toManyNotAllowed, "to-many key not allowed here", part: path,
            advice: "Write \(path).@count, or a path through relationships to one object.")
    }

    // MARK: Predicates and expressions

    private func check(_ predicate: QueryPredicate, _ scope: Scope) throws(ObjectProblem) {
        let scope = try deeper(scope)
        switch predicate {
        case .constant: break
        case .and(let parts), .or(let parts):
            for part in parts { try check(part, scope) }
        case .not(let part): try check(part, scope)
        case .comparison(let comparison): try check(comparison, scope)
        case .block:
            throw ObjectProblem(
                .unsupported, "Problem with subpredicate BLOCKPREDICATE",
                advice: "Fetch with another predicate and filter the objects.")
        }
    }

    private func deeper(_ scope: Scope) throws(ObjectProblem) -> Scope {
        var scope = scope
        scope.depth += 1
        guard scope.depth <= Limits.objectDepth else {
            throw ObjectProblem(
                .unsupported,
                "The predicate is nested deeper than \(Limits.objectDepth) levels.",
                advice: "Chains of AND and OR are one level when they are one compound.")
        }
        return scope
    }

    private func check(_ comparison: Comparison, _ scope: Scope) throws(ObjectProblem) {
        let left = try check(comparison.left, scope)
        let right = try check(comparison.right, scope)
        guard comparison.quantifier == .direct else {
            if comparison.op == .in || left.mayBeCollection || right.mayBeCollection
                || comparison.left.isPathOfVariable
            {
                return
            }
            throw ObjectProblem(
                .notACollection,
                "The left hand side for an ALL or ANY operator must be either an NSArray or an NSSet.",
                part: comparison.left.pathText ?? comparison.right.pathText)
        }
        if case .collection = left, let path = comparison.left.pathText,
            comparison.op != .contains
        {
            throw toMany(path)
        }
        if case .collection = right, let path = comparison.right.pathText, comparison.op != .in {
            throw toMany(path)
        }
    }

    @discardableResult
    private func check(
        _ expression: QueryExpression, _ scope: Scope
    ) throws(ObjectProblem) -> Shape {
        let scope = try deeper(scope)
        switch expression {
        case .constant(.list): return .collection(.unknown)
        case .constant: return .unknown
        case .this: return .object(scope.entity)
        case .keyPath(let path):
            if let name = path.singleKey, scope.names.contains(name) { return .value(nil) }
            return try shape(of: path, in: scope)
        case .variable(let name):
            guard let shape = scope.variables[name] else {
                throw ObjectProblem(
                    .unsupported, "The variable $\(name) has no value.", part: "$" + name)
            }
            return shape
        case .path(let base, let path):
            return try follow(path.steps[...], from: try check(base, scope), path, scope.entity)
        case .index(let base, let index):
            if case .value(let inner) = index { try check(inner, scope) }
            return if case .collection(let member) = try check(base, scope) {
                member
            } else { .unknown }
        case .function, .call, .cast, .conditional:
            try checkChildren(of: expression, scope)
            return .unknown
        case .aggregate, .set:
            try checkChildren(of: expression, scope)
            return .collection(.unknown)
        case .assignment(_, let base): return try check(base, scope)
        case .subquery(let collection, let variable, let predicate):
            let shape = try check(collection, scope)
            guard shape.mayBeCollection else {
                throw ObjectProblem(
                    .notACollection, "SUBQUERY needs a relationship to many.",
                    part: collection.pathText)
            }
            var inner = scope
            inner.variables[variable] =
                if case .collection(let member) = shape { member } else { .unknown }
            try check(predicate, inner)
            return shape
        case .anyKey:
            throw ObjectProblem(
                .unsupported, "A store cannot ask for ANYKEY.", advice: "Name the properties.")
        case .fetch:
            throw ObjectProblem(
                .unsupported, "A store cannot run FETCH inside a predicate.",
                advice: "Ask two questions.")
        case .block:
            throw ObjectProblem(
                .unsupported, "A store cannot ask a block.",
                advice: "Fetch with another predicate and filter the objects.")
        }
    }

    private func checkChildren(
        of expression: QueryExpression, _ scope: Scope
    ) throws(ObjectProblem) {
        for child in expression.children {
            switch child {
            case .expression(let part): try check(part, scope)
            case .predicate(let part): try check(part, scope)
            }
        }
    }
}

extension ObjectQueryChecker.Shape {
    /// Whether the model does not say what it is: a transformable value may have any keys.
    var mayBeAnything: Bool {
        switch self {
        case .unknown: true
        case .value(let attribute): attribute?.type == .transformable
        case .object, .collection: false
        }
    }
    /// Whether it is a collection, or may turn out to be one.
    var mayBeCollection: Bool {
        switch self {
        case .collection: true
        case .value(let attribute): attribute?.type == .transformable
        case .object, .unknown: false
        }
    }
}

extension QueryExpression {
    /// The key path as it was written; nil for other expressions.
    fileprivate var pathText: String? {
        switch self {
        case .keyPath(let path): path.text
        case .path(.variable(let name), let path): "$\(name).\(path.text)"
        case .path(.this, let path): path.text
        case .constant, .this, .variable, .path, .index, .function, .call, .cast, .aggregate,
            .subquery, .conditional, .set, .assignment, .anyKey, .fetch, .block:
            nil
        }
    }
}
