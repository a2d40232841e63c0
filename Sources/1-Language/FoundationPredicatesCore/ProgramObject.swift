import Foundation
import PredicateCore

/// Any object of the program inside a value: its stored properties are its keys.
///
/// A class that conforms to `KeyedObject` answers for itself and is never wrapped.
final class ProgramObject: KeyedObject, @unchecked Sendable {
    // Unchecked: as sendable as the object inside, which is only read.
    let base: Any
    private let mirror: MirrorObject

    init(_ base: Any) {
        self.base = base
        mirror = MirrorObject(base)
    }

    func predicateValue(forKey key: String) throws(EvaluationError) -> Value {
        switch key {
        case "self": return .object(ObjectValue(self))
        default: break  // A property.
        }
        do {
            let property = try mirror.property(key)
            // What reflection knows: other collections, cases of enumerations, the language's own types.
            if case .opaque = ValueKind.of(property) {
                let value = Value(reflecting: property)
                guard case .object(let object) = value, object.base is MirrorObject else {
                    return value
                }
            }
            // Everything else means what it means as an argument, and in a dictionary.
            return Value(bridging: property)
        } catch {
            // What every object answers on Apple's systems, unless it has a property of the name.
            if key == "description" { return .text(String(describing: base)) }
            if unsetKeys.contains(key) { return .null }
            throw error
        }
    }

    /// The properties that may be nil, of types whose mirrors name only what is set.
    private var unsetKeys: [String] {
        switch base {
        case is DateComponents:
            [
                "calendar", "timeZone", "era", "year", "month", "day", "dayOfYear", "hour",
                "minute", "second", "nanosecond", "weekday", "weekdayOrdinal", "quarter",
                "weekOfMonth", "weekOfYear", "yearForWeekOfYear", "isLeapMonth",
            ]
        case is PersonNameComponents:
            [
                "namePrefix", "givenName", "middleName", "familyName", "nameSuffix", "nickname",
                "phoneticRepresentation",
            ]
        case is URLComponents:
            ["scheme", "user", "password", "host", "port", "queryItems", "fragment"]
        default: []
        }
    }

    static func == (a: ProgramObject, b: ProgramObject) -> Bool { a === b || a.mirror == b.mirror }

    func hash(into hasher: inout Hasher) { hasher.combine(mirror) }
}
