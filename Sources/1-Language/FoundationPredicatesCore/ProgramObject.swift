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
            // Their mirrors name only what is set.
            if base is DateComponents || base is PersonNameComponents || base is URLComponents {
                return .null
            }
            throw error
        }
        // Objects found by reflection become what Foundation knows them as.
        if case .object(let object) = value, let inner = object.base as? MirrorObject {
            return Value(bridging: inner.base)
        }
        return value
    }

    static func == (a: ProgramObject, b: ProgramObject) -> Bool { a === b || a.mirror == b.mirror }

    func hash(into hasher: inout Hasher) { hasher.combine(mirror) }
}
