import CoreDataModel
package import Foundation
import ObjectCore
package import PredicateCore
package import RecordCore

/// An object as its record has it, where there is no store: values by property.
package struct MirroredRow: Hashable, Sendable {
    /// The object's entity.
    package var entity: String
    /// The name of its record.
    package var name: String
    /// The values of attributes; one that could not be read is not among them.
    package var attributes: [String: Value] = [:]
    /// The record names of what relationships to one object point at.
    package var targets: [String: String] = [:]
    /// Sentences about fields that could not be read.
    package var notes: [String] = []

    package init(entity: String, name: String) {
        self.entity = entity
        self.name = name
    }
}

/// Why a record is none of a model's.
package enum MirrorRecordProblem: Error, Hashable, Sendable {
    /// It is of no entity.
    case noEntity(type: String)
    /// It joins no pair.
    case noPair
    /// It joins objects by relationships that the model does not have.
    case unknownRelationships(String, String)

    /// What an event says of a record that an import leaves alone.
    var sentence: String {
        switch self {
        case .noEntity(let type):
            "A record of the type \(type) is of no entity of the model and was left as it is."
        case .noPair: "A record of the type CDMR joins no pair and was left as it is."
        case .unknownRelationships(let first, let second):
            "A record of the type CDMR joins objects by \(first) and \(second), which the model "
                + "does not have, and was left as it is."
        }
    }
}

extension MirrorCodec {
    // MARK: Record to values

    /// The values of a record's object.
    ///
    /// - Parameter content: The content of an asset, in which large values are; the name of its
    ///   field is given.
    /// - Throws: ``MirrorRecordProblem`` for a record that is of no entity, and what `content` throws.
    package func values(
        of record: Record, content: (Asset, _ field: String) throws -> Data
    ) throws -> MirroredRow {
        guard let entity = record[MirrorPlan.entityName.name].mirrorText,
            let shape = shape(named: entity), shape.type == record.type
        else { throw MirrorRecordProblem.noEntity(type: record.type) }
        var row = MirroredRow(entity: entity, name: record.id.name)
        for one in shape.attributes {
            let found = MirrorCodec.content(one.field, of: record)
            var value: Value?
            switch found {
            case .null: value = one.defaultValue
            case .asset(let asset):
                value = MirrorCodec.decode(
                    try content(asset, one.field.twinName ?? one.field.name),
                    as: one.attribute.type, elements: one.elements)
            // In the field itself.
            default:
                value = MirrorCodec.decode(
                    found, as: one.attribute.type, elements: one.elements)
            }
            if value == nil {
                row.notes.append(
                    "The field \(one.field.name) of a record of the type \(shape.type) holds no "
                        + "value that '\(entity).\(one.attribute.name)' can have.")
            }
            row.attributes[one.attribute.name] = value
        }
        for one in shape.toOnes {
            guard let target = record[one.name].mirrorText, !target.isEmpty else { continue }
            row.targets[one.relationship.name] = target
        }
        return row
    }

    /// The pair that a record of the type `CDMR` joins.
    package func link(of record: Record, epoch: Int64 = 0) throws(MirrorRecordProblem) -> MirrorLink
    {
        func parts(_ field: String) -> [String] {
            // A colon in records; Apple's table says semicolon.
            record[field].mirrorText?.split(whereSeparator: { $0 == ":" || $0 == ";" })
                .map(String.init) ?? []
        }
        let entities = parts("CD_entityNames")
        let names = parts("CD_recordNames")
        let relationships = parts("CD_relationships")
        guard entities.count == 2, names.count == 2, relationships.count == 2 else {
            throw .noPair
        }
        for (place, other) in [(0, 1), (1, 0)] {
            // The entities that declare the relationships, which may be abstract.
            let declared = plan.links.first {
                $0.first.entity == entities[place] && $0.first.relationship == relationships[place]
                    && $0.second.entity == entities[other]
                    && $0.second.relationship == relationships[other]
            }
            if let end = declared?.first {
                return MirrorLink(
                    entity: end.entity, relationship: end.relationship, first: names[place],
                    second: names[other], isUploaded: true, isApplied: false, epoch: epoch)
            }
            let sides = shape(named: entities[place])?.links ?? []
            guard
                let side = sides.first(where: {
                    $0.relationship.name == relationships[place] && $0.isFirst
                        && $0.link.second.relationship == relationships[other]
                })
            else { continue }
            return MirrorLink(
                entity: side.link.first.entity, relationship: side.link.first.relationship,
                first: names[place], second: names[other], isUploaded: true, isApplied: false,
                epoch: epoch)
        }
        throw .unknownRelationships(relationships[0], relationships[1])
    }

    // MARK: Values to record

    /// The fields in which the record of an object differs from the one that is there, `.null` for
    /// those that are to go; all that have a value where there is none.
    ///
    /// Fields of attributes that could not be read are none of them, nor those that the model does
    /// not have. Assets have their content, and no checksum.
    package func changes(from row: MirroredRow, to base: Record?) -> [String: Value] {
        guard let shape = shape(named: row.entity) else { return [:] }
        var toOnes: [ObjectKey?] = shape.entity.toOnes.map { _ in nil }
        var names: [ObjectKey: String] = [:]
        for one in shape.toOnes {
            guard let target = row.targets[one.relationship.name] else { continue }
            let place = one.relationship.place
            let key = ObjectKey(entity: one.relationship.destination, row: Int64(place))
            names[key] = target
            toOnes[place] = key
        }
        let fields = fields(
            of: ObjectRow(
                key: ObjectKey(entity: shape.entity.number, row: 0), version: 0,
                attributes: shape.entity.attributes.map { row.attributes[$0.name] ?? .null },
                toOnes: toOnes)
        ) { names[$0] }
        var changes: [String: Value] = [:]
        func set(_ name: String) {
            let value = fields[name] ?? .null
            if value.isNull, base?[name].isNull ?? true { return }
            if case .asset(let asset) = value, let content = asset.content {
                changes[name] = .asset(Asset(content: content))
            } else {
                changes[name] = value
            }
        }
        for one in shape.attributes {
            guard let value = row.attributes[one.attribute.name] else { continue }
            let content = base.map { MirrorCodec.content(one.field, of: $0) } ?? .null
            let isSame = MirrorCodec.matches(value, content, as: one.attribute.type)
            let isAsset = if case .asset = content { true } else { false }
            let becomesAsset = one.field.twinName.map { fields[$0]?.isNull == false } ?? false
            guard !isSame || isAsset != becomesAsset else { continue }
            set(one.field.name)
            if let twin = one.field.twinName { set(twin) }
        }
        for one in shape.toOnes where fields[one.name] ?? .null != base?[one.name] ?? .null {
            set(one.name)
        }
        let entityName = MirrorPlan.entityName.name
        if base?[entityName] != fields[entityName] { set(entityName) }
        return changes
    }

    /// The fields of a record that joins a pair; nil for a relationship that the model does not have.
    package func fields(of link: MirrorLink) -> [String: Value]? {
        guard
            let ends = plan.links.first(where: {
                $0.first.entity == link.entity && $0.first.relationship == link.relationship
            })
        else { return nil }
        return [
            "CD_entityNames": .text("\(ends.first.entity):\(ends.second.entity)"),
            "CD_recordNames": .text("\(link.first):\(link.second)"),
            "CD_relationships": .text("\(ends.first.relationship):\(ends.second.relationship)"),
        ]
    }
}

extension MirrorCodec.AttributeField {
    /// What an attribute has whose field is not there: nil, unless nil is no value of it.
    package var defaultValue: Value {
        attribute.source.isOptional ? .null : attribute.source.storedDefault
    }
}
