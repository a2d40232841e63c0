import CoreDataModel
import ModelDiagrams
import ObjectCore
import PredicateCore

/// What attributes cannot have, although a model file may say it.
///
///     'Note.rank' has the default value 70000, which is no Integer 16
enum AttributeRules {
    /// Derivations that are no expressions, and default values that the type of the attribute does
    /// not hold, or its bounds refuse.
    static func problems(of model: ObjectModel) -> [MirrorProblem] {
        model.entities.flatMap { entity in
            entity.attributes.flatMap { problems(of: $0, in: entity.name, at: [$0.name]) }
        }
    }

    /// - Parameter path: The attribute's name; of a part of a composite, behind the composite's.
    private static func problems(
        of attribute: ObjectAttribute, in entity: String, at path: [String]
    ) -> [MirrorProblem] {
        var found = attribute.elements.flatMap {
            problems(of: $0, in: entity, at: path + [$0.name])
        }
        func add(_ message: String, _ severity: MirrorProblem.Severity = .error) {
            found.append(
                MirrorProblem(
                    .invalidModel, severity: severity, entity: entity, property: path.first,
                    message: "'\(entity).\(path.joined(separator: "."))' \(message)"))
        }
        if let derivation = attribute.derivation {
            do throws(ParseError) {
                _ = try QueryExpression(parsing: derivation)
            } catch {
                add("has a derivation that cannot be read: \(error.message)")
            }
        }
        guard let value = attribute.defaultValue else { return found }
        let words = "has the default value \(PropertyText.constant(value, type: attribute.type))"
        guard attribute.type.holds(value) else {
            add("\(words), which is no \(attribute.type.rawValue)")
            return found
        }
        var measured = Value(modelValue: value)
        var (less, more) = ("less", "greater")
        if case .text(let text) = value {
            // Its bounds are lengths.
            measured = .int(Int64(text.utf16.count))
            (less, more) = ("shorter", "longer")
        }
        func order(_ bound: ModelValue?) -> Order? {
            // Values that have no order are refused elsewhere.
            bound.flatMap { try? ValueComparison.order(measured, Value(modelValue: $0)) }
        }
        let advice = ": a new object cannot be saved before it has another"
        if let least = attribute.minimum, order(least) == .less {
            let bound = PropertyText.constant(least, type: attribute.type)
            add("\(words), \(less) than its minimum \(bound)\(advice)", .warning)
        }
        if let most = attribute.maximum, order(most) == .greater {
            let bound = PropertyText.constant(most, type: attribute.type)
            add("\(words), \(more) than its maximum \(bound)\(advice)", .warning)
        }
        return found
    }
}

extension AttributeType {
    /// Whether a number fits in the bits of the type.
    fileprivate func holds(_ value: ModelValue) -> Bool {
        guard case .int(let number) = value else { return true }
        return switch self {
        case .integer16: Int16(exactly: number) != nil
        case .integer32: Int32(exactly: number) != nil
        case .undefined, .integer64, .decimal, .double, .float, .string, .boolean, .date, .binary,
            .uuid, .uri, .transformable, .objectID, .composite:
            true
        }
    }
}
