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
        let value: Value
        do {
            value = try mirror.predicateValue(forKey: key)
        } catch {
            // What every object answers on Apple's systems, unless it has a property of the name.
            if key == "description" { return .text(String(describing: base)) }
            if unsetKeys.contains(key) { return .null }
            throw error
        }
        // Objects found by reflection become what Foundation knows them as.
        if case .object(let object) = value, let inner = object.base as? MirrorObject {
            return Value(bridging: inner.base)
        }
        return value
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
