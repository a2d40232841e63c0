public import PredicateCore

/// Gives what a store has of single objects, of one moment.
///
///     struct Rows: ObjectSource {
///         let store: any ObjectStore
///         func row(_ key: ObjectKey) throws -> ObjectRow? { try store.rows([key])[0] }
///         func members(_ relationship: Int, of key: ObjectKey) throws -> [ObjectKey] {
///             try store.members(relationship, of: [key])[0]
///         }
///     }
public protocol ObjectSource: Sendable {
    /// What is stored of an object; nil where it is not there.
    func row(_ key: ObjectKey) throws -> ObjectRow?
    /// What a relationship to many points at, in its order or by row.
    ///
    /// - Parameter relationship: Its place among the entity's relationships to many.
    func members(_ relationship: Int, of key: ObjectKey) throws -> [ObjectKey]
}

/// Reads objects out of a source while predicates are asked.
///
///     let reader = SourceReader(Rows(store: store), model: model)
///     try reader.value(of: key, "title")  // .text("Milk")
public final class SourceReader: StoredObjectReader {
    /// The model that gives each property its place.
    public let model: ResolvedModel
    /// Where the objects are.
    public let source: any ObjectSource

    /// A reader of a source.
    public init(_ source: any ObjectSource, model: ResolvedModel) {
        self.source = source
        self.model = model
    }

    /// The value of a property; nil where the object is gone or its entity has no such property.
    public func value(of key: ObjectKey, _ name: String) throws(EvaluationError) -> Value {
        guard let property = model.entities[key.entity].properties[name] else {
            return name == "entity" ? .object(ObjectValue(StoredEntity(key.entity))) : .null
        }
        do {
            switch property {
            case .attribute(let place):
                return model.asked(
                    try source.row(key)?.attributes[place] ?? .null,
                    of: model.entities[key.entity].attributes[place])
            case .toOne(let place):
                return object(try source.row(key)?.toOnes[place])
            case .toMany(let place):
                guard try source.row(key) != nil else { return .null }
                return .list(try source.members(place, of: key).map(object))
            case .transient, .fetched: return .null
            }
        } catch {
            throw SourceReader.unreadable(error)
        }
    }

    private static func unreadable(_ error: any Error) -> EvaluationError {
        error as? EvaluationError
            ?? EvaluationError(.unsupported, "The store cannot be read: \(error)")
    }

    /// The value of a property of a row that is at hand.
    public func value(
        in row: ObjectRow, _ property: ModelProperty
    ) throws(EvaluationError) -> Value {
        switch property {
        case .attribute(let place):
            return model.asked(
                row.attributes[place], of: model.entities[row.key.entity].attributes[place])
        case .toOne(let place): return object(row.toOnes[place])
        case .toMany(let place):
            do {
                return .list(try source.members(place, of: row.key).map(object))
            } catch {
                throw SourceReader.unreadable(error)
            }
        case .transient, .fetched: return .null
        }
    }

    /// An object that can be asked for its values; nil for none.
    public func object(_ key: ObjectKey?) -> Value {
        key.map { .object(ObjectValue(StoredObject($0, reader: self))) } ?? .null
    }
}
