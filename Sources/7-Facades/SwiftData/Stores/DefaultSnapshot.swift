#if SwiftData
import CoreData
import Foundation
import PredicateCore

/// The values of a model, each encoded as JSON by its own `Codable`; relationships as identifiers.
///
///     let data = try JSONEncoder().encode(snapshots)
public struct DefaultSnapshot: DataStoreSnapshot {
    /// Which model it is.
    public let persistentIdentifier: PersistentIdentifier
    /// What each property is, as JSON.
    var values: [String: JSONFragment]
    /// The models that each relationship refers to.
    var related: [String: [PersistentIdentifier]]
}

extension DefaultSnapshot {
    /// The values of a model of a context.
    public init(
        from backingData: any BackingData,
        relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
    ) {
        guard let storage = (backingData as? any StorageOwner)?.storage else {
            self.init(
                persistentIdentifier: PersistentIdentifier(
                    temporary: "t" + UUID().uuidString, entityName: ""),
                values: [:], related: [:])
            return
        }
        self.init(storage)
    }

    /// The same values under another identifier, with others for the models that it refers to.
    public func copy(
        persistentIdentifier: PersistentIdentifier,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
    ) -> DefaultSnapshot {
        DefaultSnapshot(
            persistentIdentifier: persistentIdentifier, values: values,
            related: related.mapValues { $0.map { remappedIdentifiers?[$0] ?? $0 } })
    }

    /// Reads a snapshot: a key that holds identifiers is a relationship.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        persistentIdentifier = try container.decode(
            PersistentIdentifier.self, forKey: .persistentIdentifier)
        values = [:]
        related = [:]
        for key in container.allKeys {
            guard case .modeledProperty(let name) = key else { continue }
            // What is no identifier is tried as the next form; the last one throws.
            if let one = try? container.decode(PersistentIdentifier.self, forKey: key) {
                related[name] = [one]
            } else if let many = try? container.decode([PersistentIdentifier].self, forKey: key),
                !many.isEmpty
            {
                related[name] = many
            } else {
                values[name] = try container.decode(JSONFragment.self, forKey: key)
            }
        }
    }

    /// Writes the identifier and each property under its name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
        for (name, value) in values { try container.encode(value, forKey: .modeledProperty(name)) }
        for (name, ids) in related { try container.encode(ids, forKey: .modeledProperty(name)) }
    }
}

/// A value as JSON: what an encoder of any format can write and read again.
enum JSONFragment: Codable, Sendable, Equatable {
    case null
    case truth(Bool)
    case integer(Int64)
    /// A whole number above those of `Int64`.
    case unsigned(UInt64)
    case number(Double)
    /// A number of more digits than a `Double` has.
    case decimal(Decimal)
    case text(String)
    case list([JSONFragment])
    case members([String: JSONFragment])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // What has another form is tried as the next one; the last one throws.
        if container.decodeNil() {
            self = .null
        } else if let truth = try? container.decode(Bool.self) {
            self = .truth(truth)
        } else if let number = try? container.decode(Int64.self) {
            self = .integer(number)
        } else if let number = try? container.decode(UInt64.self) {
            self = .unsigned(number)
        } else if let number = try? container.decode(Double.self),
            // A decoder may take the text "nan" for a number; a property may have it as text.
            number.isFinite || (try? container.decode(String.self)) == nil
        {
            // Encoders write a `Double` with as few digits as tell it from others.
            if abs(number) > 1e-100, abs(number) < 1e100,
                let exact = try? container.decode(Decimal.self),
                let shortest = Decimal(string: "\(number)"), exact != shortest
            {
                self = .decimal(exact)
            } else {
                self = .number(number)
            }
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([JSONFragment].self) {
            self = .list(list)
        } else if let number = try? container.decode(Decimal.self) {
            // Other formats than JSON have it as several members.
            self = .decimal(number)
        } else {
            self = .members(try container.decode([String: JSONFragment].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .truth(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .number(let value) where !value.isFinite:
            // JSON has no such numbers, and the encoder may refuse them: as text, which is read as
            // the number where the property is one.
            try container.encode(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
        case .number(let value): try container.encode(value)
        case .decimal(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let values): try container.encode(values)
        case .members(let values): try container.encode(values)
        }
    }

    /// A value of a property; null where it cannot be encoded.
    init(value: Any) {
        guard let plain = unwrapped(value), let encodable = plain as? any Encodable,
            let data = try? JSONEncoder.ofModels.encode(encodable),
            let made = try? JSONDecoder.ofModels.decode(JSONFragment.self, from: data)
        else {
            self = .null
            return
        }
        self = made
    }

    /// The value of a type; nil where it is none.
    func value(of type: any Any.Type) -> Any? {
        let plain = (type as? any OptionalValue.Type)?.wrappedType ?? type
        guard self != .null, let decodable = plain as? any Decodable.Type,
            let data = try? JSONEncoder.ofModels.encode(self)
        else { return nil }
        if let value = try? JSONDecoder.ofModels.decode(decodable, from: data) { return value }
        // An encoder of the program's may have written a number that is not finite in other words.
        guard case .text(let text) = self, let number = Double(text), !number.isFinite else {
            return nil
        }
        return JSONFragment.number(number).value(of: type)
    }
}

extension DefaultSnapshot {
    /// Reads the values of a model.
    init(_ storage: _ModelStorage) {
        guard let object = storage.object, let plan = storage.plan, let registry = storage.registry
        else {
            self.init(
                persistentIdentifier: PersistentIdentifier(
                    temporary: storage.temporaryName, entityName: storage.plan?.name ?? ""),
                values: [:], related: [:])
            return
        }
        self.init(
            persistentIdentifier: registry.identifier(of: object), values: [:], related: [:])
        for (name, property) in plan.properties {
            switch property.form {
            case .value(let coder):
                let stored = object.storedValue(of: name)
                let value = coder.decode(stored, else: property.defaultValue)
                values[name] = stored.isNull ? .null : JSONFragment(value: value as Any)
            case .array(let coder):
                values[name] = JSONFragment(value: coder.list(object.value(forKey: name)) as Any)
            case .toOne:
                related[name] = object.target(of: name).map { [registry.identifier(of: $0)] } ?? []
            case .toMany: related[name] = object.targets(of: name).map(registry.identifier)
            case .transformable, .ephemeral: break
            }
        }
    }

    /// The models that each relationship of an entity refers to, as far as the snapshot says so.
    ///
    /// None at all are read as any other empty list is, or as null: only the entity tells which
    /// properties are relationships.
    func relationships(of plan: EntityPlan) -> [String: [PersistentIdentifier]] {
        // An attribute may hold identifiers as well.
        var all = related.filter { plan.properties[$0.key]?.form.coder == nil }
        for (name, value) in values where value == .null || value == .list([]) {
            switch plan.properties[name]?.form {
            case .toOne, .toMany: all[name] = []
            case .value, .array, .transformable, .ephemeral, nil: continue
            }
        }
        return all
    }

    /// Sets the attributes of an object; those that have their values stay untouched.
    func setAttributes(of object: NSManagedObject, _ plan: EntityPlan) throws {
        var values = values
        for (name, ids) in related {
            guard let property = plan.properties[name], property.form.coder != nil,
                let first = ids.first
            else { continue }
            let type = property.valueType
            let isOne = type == PersistentIdentifier.self || type == PersistentIdentifier?.self
            values[name] = JSONFragment(value: isOne ? first as Any : ids)
        }
        for (name, value) in values {
            guard let property = plan.properties[name] else { continue }
            let made = value.value(of: property.valueType)
            switch property.form {
            case .value(let coder):
                let stored = try made.map { try coder.encode($0) } ?? .null
                if object.storedValue(of: name) != stored {
                    object.setStoredValue(stored, of: name)
                }
            case .array(let coder): object.setValue(made.map(coder.objects), forKey: name)
            case .transformable, .ephemeral, .toOne, .toMany: break
            }
        }
    }
}
#endif
