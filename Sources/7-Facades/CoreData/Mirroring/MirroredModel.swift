import CoreDataModel
import Foundation
package import MirrorCore
import ObjectCore
package import PredicateCore
package import RecordCore

/// Turns records that an app with an `NSPersistentCloudKitContainer` made into values of objects, and
/// back, without a store: for servers.
///
///     import CloudKit
///     import CoreData
///
///     let model = try MirroredModel(NSManagedObjectModel.mergedModel(from: [.module])!)
///     let record = try await database.record(for: id)     // a CD_Note
///     var note = try model.object(from: record)
///     note.entityName                                     // "Note"
///     note["title"] as? String                            // "Milk"
///     try note.setValue("Oat milk", forKey: "title")
///     try await database.save(try model.record(from: note, updating: record))
///     // every device of the user has "Oat milk" after its next import
///
/// Values are what the objects of the app have: text that went into an asset because it is large is
/// text, a transformable attribute is the object that its transformer makes. Relationships are names
/// of records: text for those to one object, sets of text for those to many, which `objects(from:)`
/// knows of the records of a zone. Fields that the model does not have stay as they are.
///
/// The members that have types of CloudKit need `import CloudKit` beside `import CoreData`. Models and
/// objects may be used from any thread.
///
/// Source: [Reading CloudKit Records for Core Data](https://developer.apple.com/documentation/coredata/mirroring_a_core_data_store_with_cloudkit/reading_cloudkit_records_for_core_data).
public struct MirroredModel: Sendable {
    package let codec: MirrorCodec
    private let descriptions: [String: [String: NSAttributeDescription]]

    /// The zone of a user's own objects, in the private database.
    package static var zoneName: String { Mirror.zoneName }

    /// A model whose objects are mirrored.
    ///
    /// - Parameters:
    ///   - model: The app's model.
    ///   - configuration: The configuration whose store is mirrored; nil for all entities.
    /// - Throws: `NSCoreDataError` (134060) with Apple's text for a model that CloudKit refuses, as
    ///   `loadPersistentStores` does.
    public init(_ model: NSManagedObjectModel, configuration: String? = nil) throws {
        let source = model.objectModel
        if let refusal = MirrorErrors.refusal(of: source, configuration: configuration) {
            throw refusal
        }
        codec = MirrorCodec(
            try model.inUse().resolved, plan: MirrorPlan(source, configuration: configuration))
        descriptions = model.entitiesByName.mapValues(\.attributesByName)
    }

    /// A new object with the values that its entity gives to new ones.
    ///
    ///     var note = try model.newObject("Note")
    ///     try note.setValue("Milk", forKey: "title")
    ///     try await database.save(try model.record(from: note))
    ///
    /// - Parameters:
    ///   - entityName: The name of its entity.
    ///   - recordName: The name of its record: a UUID in capitals, as Apple's, unless given.
    /// - Throws: ``MirroredModelError`` with the code `noEntity` for an entity that is not mirrored.
    public func newObject(
        _ entityName: String, recordName: String = UUID().uuidString
    ) throws -> MirroredObject {
        guard let shape = codec.shape(named: entityName), !shape.entity.isAbstract else {
            throw MirroredModelError(.noEntity, entity: entityName)
        }
        var row = MirroredRow(entity: entityName, name: recordName)
        for one in shape.attributes {
            row.attributes[one.attribute.name] = one.attribute.source.storedDefault
        }
        return MirroredObject(row, self)
    }

    // MARK: Records

    /// The object of a record.
    package func object(of record: Record) throws -> MirroredObject {
        do {
            let row = try codec.values(of: record) { asset, field in
                if let content = asset.content { return content }
                guard let url = asset.fileURL else {
                    throw MirroredModelError(.missingContent, type: record.type, property: field)
                }
                return try Data(contentsOf: url)
            }
            return MirroredObject(row, self)
        } catch let problem as MirrorRecordProblem {
            throw MirroredModelError(problem, record.type)
        }
    }

    /// The pair of a record of the type `CDMR`.
    package func link(of record: Record) throws -> MirroredLink {
        guard record.type == MirrorPlan.linkTypeName else {
            throw MirroredModelError(.noPair, type: record.type)
        }
        do {
            let link = try codec.link(of: record)
            guard let ends = codec.plan.links.first(where: link.isOf) else {
                throw MirrorRecordProblem.noPair
            }
            return MirroredLink(
                recordName: record.id.name,
                first: .init(ends.first.entity, ends.first.relationship, link.first),
                second: .init(ends.second.entity, ends.second.relationship, link.second))
        } catch let problem as MirrorRecordProblem {
            throw MirroredModelError(problem, record.type)
        }
    }

    /// The objects of those records that are of the model, with what relationships to many point at.
    package func objects(of records: some Sequence<Record>) throws -> [MirroredObject] {
        var objects: [MirroredObject] = []
        var places: [String: Int] = [:]
        var links: [MirroredLink] = []
        for record in records {
            do {
                if record.type == MirrorPlan.linkTypeName {
                    links.append(try link(of: record))
                } else {
                    let object = try object(of: record)
                    places[object.recordName] = objects.count
                    objects.append(object)
                }
            } catch let error as MirroredModelError
                where error.code == .noEntity || error.code == .noPair
            {
                // A share, or a record of an entity of a later version of the app.
                continue
            }
        }
        for object in objects {
            for one in codec.shape(named: object.entityName)?.toOnes ?? [] {
                guard let inverse = one.relationship.inverse, inverse.isToMany,
                    let target = object.row.targets[one.relationship.name],
                    let place = places[target]
                else { continue }
                objects[place].members[inverse.name, default: []].insert(object.recordName)
            }
        }
        for link in links {
            for (one, other) in [(link.first, link.second), (link.second, link.first)] {
                guard let place = places[one.recordName], places[other.recordName] != nil else {
                    continue
                }
                objects[place].members[one.relationshipName, default: []].insert(other.recordName)
            }
        }
        return objects
    }

    /// The record type of an object, and the fields in which its record differs from the one that is
    /// there; `.null` removes a field.
    package func changes(
        of object: MirroredObject, to base: Record?
    ) throws -> (type: String, fields: [String: Value], encrypted: Set<String>) {
        guard let shape = codec.shape(named: object.entityName) else {
            throw MirroredModelError(.noEntity, entity: object.entityName)
        }
        if let base, base.type != shape.type || base.id.name != object.recordName {
            throw MirroredModelError(.otherRecord, type: base.type, entity: object.entityName)
        }
        return (
            shape.type, codec.changes(from: object.row, to: base),
            Set(shape.attributes.filter(\.field.isEncrypted).map(\.field.name))
        )
    }

    /// The fields of a pair's record.
    package func fields(of link: MirroredLink) throws -> [String: Value] {
        let ends = codec.plan.links.first {
            $0.first.entity == link.first.entityName
                && $0.first.relationship == link.first.relationshipName
                && $0.second.entity == link.second.entityName
                && $0.second.relationship == link.second.relationshipName
        }
        let made = MirrorLink(
            entity: link.first.entityName, relationship: link.first.relationshipName,
            first: link.first.recordName, second: link.second.recordName, isUploaded: false,
            isApplied: false, epoch: 0)
        guard ends != nil, let fields = codec.fields(of: made) else {
            throw MirroredModelError(
                .unknownProperty, entity: link.first.entityName,
                property: link.first.relationshipName)
        }
        return fields
    }

    /// A pair of a relationship from many to many; which end comes first does not matter.
    ///
    ///     let pair = try model.link(note, "tags", to: red)
    ///     try await database.save(try model.record(from: pair))
    ///
    /// - Throws: ``MirroredModelError`` with the code `unknownProperty` for another relationship.
    public func link(
        _ object: MirroredObject, _ relationship: String, to other: MirroredObject,
        recordName: String = UUID().uuidString
    ) throws -> MirroredLink {
        guard
            let side = codec.shape(named: object.entityName)?.links.first(where: {
                $0.relationship.name == relationship
            })
        else {
            throw MirroredModelError(
                .unknownProperty, entity: object.entityName, property: relationship)
        }
        let isFirst = side.isFirst || side.isSymmetric
        let (first, second) = isFirst ? (object, other) : (other, object)
        return MirroredLink(
            recordName: recordName,
            first: .init(
                side.link.first.entity, side.link.first.relationship, first.recordName),
            second: .init(
                side.link.second.entity, side.link.second.relationship, second.recordName))
    }

    // MARK: Values

    func attribute(_ name: String, of entity: String) -> MirrorCodec.AttributeField? {
        codec.shape(named: entity)?.attributes.first { $0.attribute.name == name }
    }

    /// What a program sees of a value.
    func bridged(_ value: Value, _ one: MirrorCodec.AttributeField, of entity: String) -> Any? {
        if one.attribute.type == .transformable, case .bytes(let bytes) = value {
            return ValueTransforming.decode(bytes, descriptions[entity]?[one.attribute.name])
        }
        return AttributeValue.bridged(value, one.attribute.type)
    }

    /// The value of what a program sets; nil where it is not of the attribute's type.
    func stored(_ any: Any?, _ one: MirrorCodec.AttributeField, of entity: String) -> Value? {
        AttributeValue.coerced(
            any, one.attribute.type, descriptions[entity]?[one.attribute.name])
    }
}

extension MirrorLink {
    fileprivate func isOf(_ plan: MirrorPlan.Link) -> Bool {
        plan.first.entity == entity && plan.first.relationship == relationship
    }
}
