public import Foundation
package import MirrorCore
import ObjectCore

/// The values of an object that is mirrored in CloudKit, where there is no store.
///
///     note["title"] as? String      // "Milk"
///     note["folder"] as? String     // the name of the folder's record
///     note["tags"] as? Set<String>  // the names of the records of tags
///
/// ``MirroredModel`` makes one of a record, and a record of one.
public struct MirroredObject: Sendable {
    package var row: MirroredRow
    /// The record names of what relationships to many point at, as far as they are known.
    var members: [String: Set<String>] = [:]
    private let model: MirroredModel

    init(_ row: MirroredRow, _ model: MirroredModel) {
        self.row = row
        self.model = model
    }

    /// The entity of the object, which may inherit from the one that the record type is named by.
    public var entityName: String { row.entity }
    /// The name of the object's record.
    public var recordName: String { row.name }
    /// A sentence for each field that holds no value that its attribute can have, such as one that
    /// another program wrote.
    ///
    /// The attribute is nil here, and its field stays as it is when the object is written.
    public var problems: [String] { row.notes }

    /// The value of a property: what `value(forKey:)` of the object gives on a device, with the names of
    /// records for relationships.
    ///
    /// Sets of relationships to many are empty unless `objects(from:)` made the object. Nil for
    /// a property that the entity does not have, or that is not mirrored.
    public subscript(property: String) -> Any? {
        if let one = model.attribute(property, of: row.entity) {
            return row.attributes[property].flatMap { model.bridged($0, one, of: row.entity) }
        }
        if let target = row.targets[property] { return target }
        guard model.isToMany(property, of: row.entity) else { return nil }
        return members[property] ?? []
    }

    /// All values that are not nil, by property.
    public var values: [String: Any] {
        var values: [String: Any] = row.targets
        for name in row.attributes.keys { values[name] = self[name] }
        for (name, names) in members { values[name] = names }
        return values
    }

    /// Sets an attribute, or points a relationship at one object by the name of its record.
    ///
    /// Of a relationship from one to one the other object is to be set as well, as Core Data does on
    /// a device: both records have a field. Relationships to many are the other side's, or pairs of
    /// ``MirroredModel/link(_:_:to:recordName:)``.
    ///
    /// - Throws: ``MirroredModelError`` with the code `unknownProperty` or `wrongValue`; the object is
    ///   as it was then.
    public mutating func setValue(_ value: Any?, forKey key: String) throws {
        if let one = model.attribute(key, of: row.entity) {
            guard let stored = model.stored(value, one, of: row.entity) else {
                throw MirroredModelError(.wrongValue, entity: row.entity, property: key)
            }
            row.attributes[key] = stored
            return
        }
        guard model.isToOne(key, of: row.entity) else {
            throw MirroredModelError(.unknownProperty, entity: row.entity, property: key)
        }
        guard let value = NSManagedObject.unwrap(value) else {
            row.targets[key] = nil
            return
        }
        guard let target = value as? String, !target.isEmpty else {
            throw MirroredModelError(.wrongValue, entity: row.entity, property: key)
        }
        row.targets[key] = target
    }
}

/// A pair of objects of a relationship from many to many, which has a record of its own.
///
///     link.first.entityName         // "Note"
///     link.first.relationshipName   // "tags"
///     link.second.entityName        // "Tag"
public struct MirroredLink: Hashable, Sendable {
    /// One of the two objects.
    ///
    ///     let link = try model.link(note, "tags", to: red)
    ///     link.first.recordName == note.recordName  // true
    ///     link.second.relationshipName              // "tagged"
    ///     link.second.recordName == red.recordName  // true
    public struct End: Hashable, Sendable {
        /// The entity that declares the relationship.
        public let entityName: String
        /// The relationship from this object to the other.
        public let relationshipName: String
        /// The name of the object's record.
        public let recordName: String

        init(_ entityName: String, _ relationshipName: String, _ recordName: String) {
            self.entityName = entityName
            self.relationshipName = relationshipName
            self.recordName = recordName
        }
    }

    /// The name of the pair's record.
    public let recordName: String
    /// The end that comes first in the record, by the alphabet.
    public let first: End
    /// The end that comes second in the record.
    public let second: End
}

/// Why a record is no object of a model, or an object no record.
///
///     catch let error as MirroredModelError where error.code == .noEntity { … }
///
/// Thrown by ``MirroredModel`` and by ``MirroredObject/setValue(_:forKey:)``.
public struct MirroredModelError: Error, Hashable, Sendable, CustomStringConvertible,
    LocalizedError
{
    /// The mistakes that a program may want to tell apart.
    ///
    ///     var note = try model.newObject("Note")
    ///     do { try note.setValue("x", forKey: "count") } catch let error as MirroredModelError {
    ///         error.code          // .wrongValue: count is a whole number
    ///         error.propertyName  // "count"
    ///     }
    public enum Code: Hashable, Sendable {
        /// The record, or the name, is of no entity that is mirrored.
        case noEntity
        /// The record joins no pair of the model.
        case noPair
        /// The entity has no such property, or one that is not set like this.
        case unknownProperty
        /// The value is not of the property's type.
        case wrongValue
        /// An asset of the record is not at hand: the record was fetched without its content.
        case missingContent
        /// The record to be updated is that of another object.
        case otherRecord
    }

    /// The code by which a program catches the error.
    public let code: Code
    /// The type of the record, where there is one.
    public let recordType: String?
    /// The entity, where it is known.
    public let entityName: String?
    /// The property, or the field of a record.
    public let propertyName: String?

    init(_ code: Code, type: String? = nil, entity: String? = nil, property: String? = nil) {
        self.code = code
        recordType = type
        entityName = entity
        propertyName = property
    }

    init(_ problem: MirrorRecordProblem, _ type: String) {
        switch problem {
        case .noEntity: self.init(.noEntity, type: type)
        case .noPair: self.init(.noPair, type: type)
        case .unknownRelationships(let name, _): self.init(.noPair, type: type, property: name)
        }
    }

    /// A sentence, and the particulars.
    public var description: String {
        let sentence =
            switch code {
            case .noEntity: "No entity of the model that is mirrored has such records."
            case .noPair: "The record joins no pair of a relationship of the model."
            case .unknownProperty: "The entity has no mirrored property that is set like this."
            case .wrongValue: "The value is not of the property's type."
            case .missingContent:
                "An asset has no file: fetch the record with all of its fields."
            case .otherRecord: "The record is not the object's: another name or another type."
            }
        let parts = [
            ("recordType", recordType), ("entity", entityName), ("property", propertyName),
        ].compactMap { name, value in value.map { "\(name): \($0)" } }
        return parts.isEmpty ? sentence : "\(sentence) (\(parts.joined(separator: ", ")))"
    }

    /// The same for people.
    public var errorDescription: String? { description }
}

extension MirroredModel {
    func isToOne(_ name: String, of entity: String) -> Bool {
        codec.shape(named: entity)?.toOnes.contains { $0.relationship.name == name } ?? false
    }

    func isToMany(_ name: String, of entity: String) -> Bool {
        codec.shape(named: entity)?.entity.toManys.contains { $0.name == name } ?? false
    }
}
