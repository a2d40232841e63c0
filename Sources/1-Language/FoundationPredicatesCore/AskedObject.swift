import Foundation
import PredicateCore

/// The object that a predicate evaluates, in the form in which its keys are read fastest.
///
/// Of a dictionary only the keys that the predicate names become values.
struct AskedObject {
    private enum Form {
        case dictionary([String: Any])
        case mixed([AnyHashable: Any])
        case objects(NSDictionary)
        case value(Value)
    }

    /// The object itself, for blocks.
    let object: Any?
    private let form: Form

    init(_ object: Any?) {
        self.object = object
        guard let object else {
            form = .value(.null)
            return
        }
        if type(of: object) == [String: Any].self, let entries = object as? [String: Any] {
            form = .dictionary(entries)
        } else if type(of: object) == [AnyHashable: Any].self,
            let entries = object as? [AnyHashable: Any]
        {
            // What Foundation hands out for a dictionary inside an array.
            form = .mixed(entries)
        } else if type(of: object) is AnyClass, let entries = object as? NSDictionary {
            form = .objects(entries)
        } else if ValueKind.of(object) == .convertible, let keyed = object as? any KeyedObject {
            // As an argument it is a constant; asked, it answers for its keys.
            form = .value(.object(ObjectValue(keyed)))
        } else {
            form = .value(Value(bridging: object))
        }
    }

    /// How `SELF` is read.
    static var this: FieldAccessor<AskedObject> {
        .value { asked in
            if case .value(let value) = asked.form {
                value
            } else {
                Value(bridging: asked.object)
            }
        }
    }

    /// How a key is read.
    static func field(
        _ key: String, _ context: EvaluationContext
    ) throws -> FieldAccessor<AskedObject>? {
        let general = try ExpressionEvaluator<Value>(
            .keyPath(QueryKeyPath(steps: [.key(key)])), context: context)
        return .value { asked throws(EvaluationError) in
            switch asked.form {
            case .dictionary(let entries): Value(bridging: entries[key])
            case .mixed(let entries):
                Value(
                    bridging: entries[key]
                        ?? entries.first { Value.isNamed($0.key.base, key) }?.value)
            case .objects(let entries):
                Value(
                    bridging: entries.object(forKey: key)
                        ?? entries.first { Value.isNamed($0.key, key) }?.value)
            case .value(let value): try general.value(for: value)
            }
        }
    }

    /// The object that a block is shown: what the program gave, not our form of it.
    static func shown(_ object: Any?) -> Any? {
        (object as? AskedObject).map(\.object) ?? object
    }
}
