package import RecordCore

/// A piece of SQL with its bound values: the only way to write SQL.
///
///     let sql: SQLText = "SELECT \(ident: "name") FROM \(ident: "City") WHERE _zone = \(zone)"
///     sql.rendered(for: SQLiteDialect()).text  // SELECT "name" FROM "City" WHERE _zone = ?
///
/// A value inside `\(…)` becomes a bound parameter, `\(ident: …)` is quoted by the dialect,
/// another piece is spliced in.
package struct SQLText: Hashable, Sendable {
    /// A part of the text.
    package enum Segment: Hashable, Sendable {
        /// SQL as it stands.
        case literal(String)
        /// A bound value: null, int, double, text or bytes.
        case value(Value)
        /// A name that the dialect quotes.
        case identifier(String)
        /// A parameter whose value is bound later, by position.
        case placeholder
    }

    /// The parts in order.
    package private(set) var segments: [Segment]

    /// Creates an empty text, to which parts are appended.
    package init() { segments = [] }

    /// A text of given parts.
    package init(segments: [Segment]) { self.segments = segments }

    /// A name, quoted when the text is rendered.
    package static func identifier(_ name: String) -> SQLText {
        SQLText(segments: [.identifier(name)])
    }

    /// A value, bound as a parameter.
    package static func value(_ value: Value) -> SQLText { SQLText(segments: [.value(value)]) }

    /// SQL as it stands; for text that a dialect supplies, never for what a user supplies.
    package static func literal(_ text: String) -> SQLText { SQLText(segments: [.literal(text)]) }

    /// A parameter whose value is bound later.
    package static let placeholder = SQLText(segments: [.placeholder])

    /// Whether there is no text at all.
    package var isEmpty: Bool { segments.isEmpty }

    /// Whether a value is bound.
    var hasValues: Bool {
        segments.contains { if case .value = $0 { true } else { false } }
    }

    /// Whether it is one value, or NULL.
    var isConstant: Bool {
        guard segments.count == 1 else { return false }
        return hasValues || segments[0] == .literal("NULL")
    }

    /// Appends another text with its parameters.
    package static func += (a: inout SQLText, b: SQLText) {
        a.segments.append(contentsOf: b.segments)
    }

    /// The text for an engine, and the values of its parameters in order.
    ///
    /// A ``Segment/placeholder`` counts as a parameter and stands among the values as null.
    package func rendered(for dialect: some Dialect) -> (text: String, parameters: [Value]) {
        var text = ""
        var parameters: [Value] = []
        text.reserveCapacity(segments.count * 12)
        for segment in segments {
            switch segment {
            case .literal(let sql): text += sql
            case .identifier(let name): text += dialect.quoted(name)
            case .value(let value):
                parameters.append(value)
                text += dialect.parameter(parameters.count)
            case .placeholder:
                parameters.append(.null)
                text += dialect.parameter(parameters.count)
            }
        }
        return (text, parameters)
    }
}

extension SQLText: ExpressibleByStringInterpolation {
    /// SQL as it stands.
    package init(stringLiteral value: String) {
        segments = value.isEmpty ? [] : [.literal(value)]
    }

    /// SQL with bound values, names and pieces.
    package init(stringInterpolation: Interpolation) { segments = stringInterpolation.segments }

    /// What may stand in `\(…)`.
    package struct Interpolation: StringInterpolationProtocol {
        var segments: [Segment] = []

        /// An interpolation about to be filled.
        package init(literalCapacity: Int, interpolationCount: Int) {
            segments.reserveCapacity(interpolationCount * 2 + 1)
        }
        /// SQL as it stands.
        package mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { segments.append(.literal(literal)) }
        }
        /// Binds a value as a parameter.
        package mutating func appendInterpolation(_ value: Value) { segments.append(.value(value)) }
        /// Binds a text as a parameter.
        package mutating func appendInterpolation(_ text: String) {
            segments.append(.value(.text(text)))
        }
        /// Binds an integer as a parameter.
        package mutating func appendInterpolation(_ number: Int64) {
            segments.append(.value(.int(number)))
        }
        /// Binds an integer as a parameter.
        package mutating func appendInterpolation(_ number: Int) {
            segments.append(.value(.int(Int64(number))))
        }
        /// Binds a floating-point number as a parameter.
        package mutating func appendInterpolation(_ number: Double) {
            segments.append(.value(.double(number)))
        }
        /// A name, quoted when the text is rendered.
        package mutating func appendInterpolation(ident name: String) {
            segments.append(.identifier(name))
        }
        /// SQL as it stands, from a dialect.
        package mutating func appendInterpolation(raw text: String) {
            segments.append(.literal(text))
        }
        /// Another piece of SQL.
        package mutating func appendInterpolation(_ sql: SQLText) {
            segments.append(contentsOf: sql.segments)
        }
    }
}

extension Sequence<SQLText> {
    /// The texts with a separator between them.
    ///
    ///     ["a = 1", "b = 2"].joined(" AND ")
    package func joined(_ separator: String) -> SQLText {
        var segments: [SQLText.Segment] = []
        for (index, text) in enumerated() {
            if index > 0 { segments.append(.literal(separator)) }
            segments.append(contentsOf: text.segments)
        }
        return SQLText(segments: segments)
    }
}
