/// A compiled predicate.
typealias Test<Element> = @Sendable (Element, Frame) throws(EvaluationError) -> Bool

/// A compiled expression.
typealias Compute<Element> = @Sendable (Element, Frame) throws(EvaluationError) -> Value

/// Compiled code in a box of its own: a bare closure inside an array or an optional is wrapped
/// once more at each call.
struct CompiledTest<Element>: Sendable {
    let run: Test<Element>

    init(_ run: @escaping Test<Element>) { self.run = run }
}

/// As ``CompiledTest``, for expressions.
struct CompiledValue<Element>: Sendable {
    let run: Compute<Element>

    init(_ run: @escaping Compute<Element>) { self.run = run }
}

/// A compiled side of a comparison, with what is known of it.
enum Operand<Element>: Sendable {
    /// Always the same value.
    case constant(Value)
    /// A field of the element, typed where the source is.
    case field(FieldAccessor<Element>)
    /// Anything else.
    case computed(Compute<Element>)

    /// The value, whatever is known of it.
    var compute: Compute<Element> {
        switch self {
        case .constant(let value): { _, _ in value }
        case .computed(let compute): compute
        case .field(.value(let read)):
            { element, _ throws(EvaluationError) in try read(element) }
        case .field(.int(let read)): { element, _ in read(element).map { .int($0) } ?? .null }
        case .field(.double(let read)): { element, _ in read(element).map { .double($0) } ?? .null }
        case .field(.text(let read)): { element, _ in read(element).map { .text($0) } ?? .null }
        case .field(.date(let read)): { element, _ in read(element).map { .date($0) } ?? .null }
        case .field(.uuid(let read)): { element, _ in read(element).map { .uuid($0) } ?? .null }
        case .field(.list(let read)): { element, _ in read(element).map { .list($0) } ?? .null }
        }
    }
}
