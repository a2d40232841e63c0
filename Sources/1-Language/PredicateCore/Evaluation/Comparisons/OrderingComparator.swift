import Foundation

/// A sort compiled for one kind of element.
///
///     let byAge = try OrderingComparator<Value>([Ordering("age", ascending: false)])
///     try byAge.sorted(people)  // the oldest first
///
/// Nil comes first when ascending. Elements that no ordering tells apart are `equal`;
/// ``sorted(_:)`` leaves them as they were.
public struct OrderingComparator<Element>: Sendable {
    private struct Key: Sendable {
        let compute: CompiledValue<Element>
        let ascending: Bool
        let textOrder: Ordering.TextOrder
        // Set when the whole key is one typed field: compared without a value in between.
        let quick: QuickOrder?
    }

    // In a box: a bare closure inside an optional is wrapped once more at each call.
    private struct QuickOrder: Sendable {
        let run: @Sendable (Element, Element) -> Order

        init(_ run: @escaping @Sendable (Element, Element) -> Order) { self.run = run }
    }

    private let keys: [Key]
    private let locale: Locale?
    private let profile: TextProfile

    /// Compiles orderings, the first decides first.
    ///
    /// - Throws: `undefinedKey` for a field that there is not.
    public init(
        _ orderings: [Ordering], context: EvaluationContext = EvaluationContext(),
        self this: FieldAccessor<Element>,
        field: @escaping (String) throws -> FieldAccessor<Element>?
    ) throws(EvaluationError) {
        var compiler = PredicateCompiler(context, this: this, field: field)
        var keys: [Key] = []
        for ordering in orderings {
            let operand: Operand<Element> =
                switch ordering.key {
                case .keyPath(let path): try compiler.operand(.keyPath(path))
                case .distance(let path, let point):
                    try compiler.operand(
                        .function(.distance, [.keyPath(path), .constant(.location(point))]))
                }
            keys.append(
                Key(
                    compute: CompiledValue(operand.compute), ascending: ordering.ascending,
                    textOrder: ordering.textOrder,
                    quick: Self.quick(operand, ordering.textOrder, context.textProfile)))
        }
        self.keys = keys
        locale = context.locale
        profile = context.textProfile
    }

    /// Which of two elements comes first.
    ///
    /// - Throws: What reading a key throws.
    public func order(_ a: Element, _ b: Element) throws(EvaluationError) -> Order {
        for key in keys {
            let order: Order
            if let quick = key.quick {
                order = quick.run(a, b)
            } else {
                order = ValueComparison.sortOrder(
                    try key.compute.run(a, .empty), try key.compute.run(b, .empty), key.textOrder,
                    locale: locale, profile: profile)
            }
            if order != .equal { return key.ascending ? order : order.reversed }
        }
        return .equal
    }

    /// The elements in order; equal ones stay as they were.
    ///
    /// Each key is read once.
    public func sorted(_ elements: [Element]) throws(EvaluationError) -> [Element] {
        guard let first = keys.first else { return elements }
        if keys.count == 1, let quick = first.quick {
            return first.ascending
                ? elements.sorted { quick.run($0, $1) == .less }
                : elements.sorted { quick.run($0, $1) == .greater }
        }
        var rows: [(values: [Value], element: Element)] = []
        rows.reserveCapacity(elements.count)
        for element in elements {
            var values: [Value] = []
            for key in keys { values.append(try key.compute.run(element, .empty)) }
            rows.append((values, element))
        }
        rows.sort { a, b in
            for (place, key) in keys.enumerated() {
                let order = ValueComparison.sortOrder(
                    a.values[place], b.values[place], key.textOrder, locale: locale,
                    profile: profile)
                if order != .equal { return order == (key.ascending ? .less : .greater) }
            }
            return false
        }
        return rows.map(\.element)
    }

    private static func quick(
        _ operand: Operand<Element>, _ textOrder: Ordering.TextOrder, _ profile: TextProfile
    ) -> QuickOrder? {
        guard case .field(let field) = operand else { return nil }
        switch field {
        case .int(let read):
            return QuickOrder { a, b in
                switch (read(a), read(b)) {
                case (let x?, let y?): x < y ? .less : x > y ? .greater : .equal
                case (nil, nil): .equal
                case (nil, _): .less
                case (_, nil): .greater
                }
            }
        case .text(let read):
            guard textOrder == .literal || textOrder == .caseInsensitive else { return nil }
            return QuickOrder { a, b in
                switch (read(a), read(b)) {
                case (let x?, let y?): TextMatching.order(x, y, textOrder, profile: profile)
                case (nil, nil): .equal
                case (nil, _): .less
                case (_, nil): .greater
                }
            }
        case .double, .date, .uuid, .list, .value: return nil
        }
    }
}

extension OrderingComparator where Element == Value {
    /// Compiles orderings of values.
    public init(
        _ orderings: [Ordering], context: EvaluationContext = EvaluationContext()
    ) throws(EvaluationError) {
        try self.init(
            orderings, context: context, self: .value { $0 }, field: { .key($0, context) })
    }
}

extension OrderingComparator where Element: PredicateQueryable {
    /// Compiles orderings of a Swift type that says its fields.
    public init(
        _ orderings: [Ordering], context: EvaluationContext = EvaluationContext()
    ) throws(EvaluationError) {
        try self.init(
            orderings, context: context, self: .reflected, field: Element.predicateField)
    }
}
