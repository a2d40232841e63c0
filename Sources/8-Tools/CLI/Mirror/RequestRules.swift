import CoreDataModel
import ObjectCore
import PredicateCore

/// What the fetch requests of a model cannot ask: those kept under a name, and those of fetched
/// properties.
///
///     The predicate of 'Author.drafts' cannot be asked: keypath tilte not found in entity Note
enum RequestRules {
    /// Predicates that cannot be read, and key paths in them that lead to nothing.
    static func problems(of model: ObjectModel) -> [MirrorProblem] {
        // What keeps a model from being resolved is a problem of its own.
        let checker = (try? ResolvedModel(model)).map { ObjectQueryChecker($0) }
        let properties = model.entities.flatMap { entity in
            entity.fetchedProperties.compactMap { property in
                problem(of: property.request, "'\(entity.name).\(property.name)'", checker).map {
                    MirrorProblem(
                        .invalidModel, entity: entity.name, property: property.name, message: $0)
                }
            }
        }
        let templates = model.fetchTemplates.compactMap { template in
            problem(of: template, "the fetch request '\(template.name)'", checker).map {
                MirrorProblem(.invalidModel, property: template.name, message: $0)
            }
        }
        return properties + templates
    }

    private static func problem(
        of request: FetchTemplate, _ name: String, _ checker: ObjectQueryChecker?
    ) -> String? {
        guard let format = request.predicate else { return nil }
        do {
            let predicate = try QueryPredicate(parsing: format)
            guard let checker, let entity = checker.model.entity(named: request.entity) else {
                return nil
            }
            // Variables may be anything.
            let names = predicate.freeVariables
            let asked = try predicate.substituting(
                Dictionary(uniqueKeysWithValues: names.map { ($0, .null) }))
            try checker.check(ObjectQuery(entity: entity.number, where: asked))
        } catch let error as ParseError {
            return "The predicate of \(name) cannot be read: \(error.message)"
        } catch let error as ObjectProblem where error.code == .keyPathNotFound {
            let words = [error.message, error.advice].compactMap { $0 }.joined(separator: ". ")
            return "The predicate of \(name) cannot be asked: \(words)"
        } catch {
            // What else a store refuses may come from a variable's value.
        }
        return nil
    }
}
