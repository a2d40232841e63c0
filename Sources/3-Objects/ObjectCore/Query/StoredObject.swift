/// An object of a store inside a predicate, a constant as well as one that is asked.
///
///     let ann = Value.object(ObjectValue(StoredObject(key)))
///     // a constant of a predicate: `owner == %@`
///
/// Two are equal when they are the same object, whatever can be read of them.
public struct StoredObject: KeyedObject, Sendable {
    /// The entity and the row of the object.
    public let key: ObjectKey
    /// Reads its values; nil for a constant, of which only the identity is asked.
    public let reader: (any StoredObjectReader)?

    /// The number of its store, for those that ask several; 0 where that is not known.
    public let home: Int32

    /// Creates an object; without a reader it is a constant with an identity only.
    public init(_ key: ObjectKey, reader: (any StoredObjectReader)? = nil, home: Int32 = 0) {
        self.key = key
        self.reader = reader
        self.home = home
    }

    /// The value of a property, or the object itself for `self` and `objectID`.
    public func predicateValue(forKey name: String) throws(EvaluationError) -> Value {
        if name == "self" || name == "objectID" { return .object(ObjectValue(self)) }
        guard let reader else {
            throw EvaluationError(
                .undefinedKey, "There is no key \"\(name)\" in the identifier of an object.")
        }
        return try reader.value(of: key, name)
    }

    /// Whether both are the same object.
    public static func == (a: StoredObject, b: StoredObject) -> Bool { a.key == b.key }
    /// Hashes the key, on which alone equality depends.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// An entity inside a predicate: what the key `entity` of an object leads to.
///
///     entity == $Truck    // objects of that very entity, not of those that inherit from it
public struct StoredEntity: Hashable, Sendable {
    /// The number of the entity in the model.
    public let number: Int

    /// Creates the constant for an entity.
    public init(_ number: Int) { self.number = number }
}

/// Reads the values of objects during the evaluation of a predicate.
///
///     let object = StoredObject(key, reader: reader)
///     let evaluator = try Evaluator<Value>(QueryPredicate(parsing: "title BEGINSWITH 'M'"))
///     try evaluator.matches(.object(ObjectValue(object)))  // true: the reader gives the title
public protocol StoredObjectReader: Sendable {
    /// The value of a property of an object; objects as ``StoredObject``, to-many as a list.
    func value(of key: ObjectKey, _ name: String) throws(EvaluationError) -> Value
}
