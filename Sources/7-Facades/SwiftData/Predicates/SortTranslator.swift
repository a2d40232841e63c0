#if SwiftData
import Foundation

/// Sort descriptors over models as those over managed objects.
struct SortTranslator {
    let plan: EntityPlan
    let schema: SchemaPlan

    /// Text without a comparator is sorted as lists show it, which is what Apple's systems do.
    ///
    /// - Throws: `unsupportedSortDescriptor` for descriptors without a key path, and for values
    ///   that have no order in a store; `unsupportedKeyPath` for what is not stored.
    func translate<T: PersistentModel>(
        _ descriptor: SortDescriptor<T>
    ) throws -> FoundationPredicates.NSSortDescriptor {
        let localized = descriptor.localizedSort
        guard let path = localized?.keyPath ?? descriptor.keyPath else {
            throw SwiftDataError.unsupportedSortDescriptor.because(
                "The sort descriptor has no key path.")
        }
        guard let name = KeyPathNames.name(of: path) else {
            throw SwiftDataError.unsupportedKeyPath.because(
                "\(path) leads to no property that is stored: sort by a property of the model. To sort "
                    + "by the rawValue of an enumeration, make the enumeration Comparable and sort by "
                    + "it, or keep the value in a property of its own.")
        }
        if name == "SELF" {
            return FoundationPredicates.NSSortDescriptor(
                key: "self", ascending: descriptor.order == .forward)
        }
        let isText = [String.self, String?.self].contains { $0 == type(of: path).valueType }
        let isLexical = [SortOrder.forward, .reverse].contains {
            descriptor.stringComparator == String.StandardComparator(.lexical, order: $0)
        }
        let selector: Selector? =
            if let localized { localized.comparator.selector } else if isText, !isLexical {
                LocalizedStringComparator.localizedStandard.selector
            } else { nil }
        return FoundationPredicates.NSSortDescriptor(
            key: try stored(name), ascending: descriptor.order == .forward, selector: selector)
    }

    /// The key path as it is stored.
    private func stored(_ name: String) throws -> String {
        let steps = name.split(separator: ".").map(String.init)
        var current = plan
        for (place, step) in steps.enumerated() {
            guard let property = current.properties[step] else {
                throw SwiftDataError.unsupportedKeyPath.because(
                    "'\(current.name)' has no stored property '\(step)'.")
            }
            // In Core Data it stands for the object itself.
            if step == "objectID" { throw noOrder(name) }
            let isLast = place == steps.count - 1
            switch property.form {
            case .toOne(let destination):
                guard !isLast, let next = schema.entities[destination] else { throw noOrder(name) }
                current = next
            case .value(let coder):
                if coder is RawCoder { return isLast ? name + "." + step : name }
                if coder is PrimitiveCoder, isLast { return name }
                if coder is CompositeCoder, !isLast { return name }
                throw noOrder(name)
            case .array, .transformable, .ephemeral, .toMany: throw noOrder(name)
            }
        }
        throw noOrder(name)
    }

    private func noOrder(_ name: String) -> SwiftDataError {
        .unsupportedSortDescriptor.because(
            "A store cannot sort by '\(name)': sort the models that were fetched, or keep what orders "
                + "them in a property of its own.")
    }
}
#endif
