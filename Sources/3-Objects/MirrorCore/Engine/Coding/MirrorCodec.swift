package import CoreDataModel
package import Foundation
package import ObjectCore
package import PredicateCore
package import RecordCore

/// Objects as records, and back: which field holds which property of an entity.
///
///     let codec = MirrorCodec(model, plan: MirrorPlan(model.model))
///     codec.shape(of: note.number)?.type               // "CD_Note"
///     codec.fields(of: row) { names[$0] }["CD_title"]  // "Milk"
package struct MirrorCodec: Sendable {
    /// An attribute, and its field.
    package struct AttributeField: Sendable {
        /// The attribute, with its place in a row.
        package let attribute: ModelAttribute
        /// The field.
        package let field: MirrorPlan.Field
        /// The elements of a composite.
        var elements: [ObjectAttribute] { attribute.source.elements }
        /// Whether it is a composite, and none that holds an enumeration.
        var isStruct: Bool {
            attribute.type == .composite && attribute.source.enumerationCases == nil
        }
        /// Whether it is such a composite, not optional, whose members may all be nil.
        var mayBeEmpty: Bool {
            isStruct && !attribute.source.isOptional
                && attribute.source.elements.allSatisfy(\.isOptional)
        }
    }

    /// A relationship to one object, and its field.
    package struct ToOneField: Sendable {
        /// The relationship, with its place in a row.
        package let relationship: ModelRelationship
        /// The name of the field.
        package let name: String
        /// Whether the other side points at one object as well.
        package var isOneToOne: Bool { relationship.inverse?.isToMany == false }
    }

    /// A relationship from many to many, and where it stands in the records that join pairs.
    package struct LinkSide: Sendable {
        /// The relationship, with its place among the entity's.
        package let relationship: ModelRelationship
        /// The pair of relationships.
        package let link: MirrorPlan.Link
        /// Whether the object's name is the first of the two.
        package let isFirst: Bool
        /// Whether both ends are the same relationship.
        package var isSymmetric: Bool { link.first == link.second }
    }

    /// What records of an entity hold.
    package struct Shape: Sendable {
        /// The entity.
        package let entity: ModelEntity
        /// The record type.
        package let type: String
        /// The attributes that have a field.
        package let attributes: [AttributeField]
        /// The relationships to one object.
        package let toOnes: [ToOneField]
        /// The relationships from many to many.
        package let links: [LinkSide]
        /// The names of all fields by the property that they hold.
        let fieldNames: [String: String]
        /// The names of fields that are encrypted.
        let encrypted: Set<String>
    }

    /// Bytes that all fields of a record may have before the largest go into assets.
    package static let inlineLimit = 750_000

    package let model: ResolvedModel
    package let plan: MirrorPlan
    private let shapes: [Shape?]

    /// A codec for the entities of a plan.
    ///
    /// - Parameter inlineLimit: Bytes of a record's fields before the largest go into assets.
    package init(_ model: ResolvedModel, plan: MirrorPlan) {
        self.model = model
        self.plan = plan
        shapes = model.entities.map { entity in
            guard
                let type = plan.types.first(where: { $0.entities.contains(entity.name) })
            else { return nil }
            // The mirror's own fields, of no property, hold nothing of an object's.
            let fields = Dictionary(
                first: type.fields.filter { $0.property != nil }.map { ($0.name, $0) })
            let attributes = entity.attributes.compactMap { attribute -> AttributeField? in
                guard attribute.source.derivation == nil,
                    let field = fields[MirrorPlan.prefix + attribute.name],
                    MirrorPlan.kind(of: attribute.type) == field.kind
                else { return nil }
                return AttributeField(attribute: attribute, field: field)
            }
            let toOnes = entity.toOnes.compactMap { relationship -> ToOneField? in
                let name = MirrorPlan.prefix + relationship.name
                guard fields[name] != nil else { return nil }
                return ToOneField(relationship: relationship, name: name)
            }
            let links = entity.toManys.compactMap { relationship -> LinkSide? in
                guard relationship.inverse?.isToMany == true else { return nil }
                let owner = model.entities[relationship.declaredBy].name
                func isOwn(_ end: MirrorPlan.Link.End) -> Bool {
                    end.entity == owner && end.relationship == relationship.name
                }
                guard let link = plan.links.first(where: { isOwn($0.first) || isOwn($0.second) })
                else { return nil }
                return LinkSide(
                    relationship: relationship, link: link, isFirst: isOwn(link.first))
            }
            var names: [String: String] = [:]
            for one in attributes { names[one.attribute.name] = one.field.name }
            for one in toOnes { names[one.relationship.name] = one.name }
            return Shape(
                entity: entity, type: type.name, attributes: attributes, toOnes: toOnes,
                links: links, fieldNames: names,
                encrypted: Set(attributes.filter(\.field.isEncrypted).map(\.field.name)))
        }
    }

    /// What records of an entity hold; nil for an entity that is not mirrored.
    package func shape(of entity: Int) -> Shape? {
        shapes.indices.contains(entity) ? shapes[entity] : nil
    }

    /// What records of an entity hold; nil for an entity that is not mirrored.
    package func shape(named name: String) -> Shape? {
        model.entity(named: name).flatMap { shape(of: $0.number) }
    }

    /// Every shape.
    package var allShapes: [Shape] { shapes.compactMap { $0 } }

    /// The name of an entity's root, by which objects of its table are known.
    package func rootName(of entity: Int) -> String {
        model.entities[model.entities[entity].root].name
    }

    // MARK: Object to record

    /// Every field of an object's record, `.null` where it has no value; large values are in the
    /// asset fields, the largest first, until the others are within ``inlineLimit``.
    ///
    /// - Parameter name: The record name of an object.
    package func fields(
        of row: ObjectRow, name: (ObjectKey) throws -> String?
    ) rethrows -> [String: Value] {
        guard let shape = shape(of: row.key.entity) else { return [:] }
        var fields: [String: Value] = [:]
        var sizes: [(field: MirrorPlan.Field, size: Int)] = []
        var total = 0
        for one in shape.attributes {
            var stored = row.attributes[one.attribute.place]
            // Rows have nothing for a struct whose members are all nil; no field would leave others as they are.
            if stored.isNull, one.isStruct, !one.attribute.source.isOptional {
                stored = .dictionary([:])
            }
            let value = MirrorCodec.encode(stored, as: one.attribute.type)
            fields[one.field.name] = value
            let size = value.mirrorSize
            total += size
            guard let twin = one.field.twinName else { continue }
            fields[twin] = .null
            if size > 0 { sizes.append((one.field, size)) }
        }
        for one in shape.toOnes {
            let target = try row.toOnes[one.relationship.place].flatMap(name)
            fields[one.name] = target.map(Value.text) ?? .null
            total += target?.utf8.count ?? 0
        }
        fields[MirrorPlan.entityName.name] = .text(shape.entity.name)
        guard total > MirrorCodec.inlineLimit else { return fields }
        for (field, size) in sizes.sorted(by: {
            ($0.size, $1.field.name) > ($1.size, $0.field.name)
        }) {
            guard total > MirrorCodec.inlineLimit, let twin = field.twinName,
                let content = fields[field.name]?.mirrorContent
            else { break }
            var asset = Asset(content: content)
            asset.checksum = ContentHash.hex(of: content)
            asset.size = Int64(content.count)
            fields[twin] = .asset(asset)
            // Empty, not nil: readers look at the twin where the length is 0.
            fields[field.name] = field.kind == .string ? .text("") : .bytes(Data())
            total -= size
        }
        return fields
    }

    /// A value of an attribute as a field has it: numbers and dates in the field's precision.
    package static func encode(_ value: Value, as type: AttributeType) -> Value {
        switch (type, value) {
        case (_, .null): .null
        case (.date, .date(let date)): .date(date.wholeMilliseconds)
        case (.decimal, .decimal(let number)): .double(number.nearestDouble)
        case (.decimal, .int(let number)): .double(Double(number))
        case (.uuid, .uuid(let uuid)): .text(uuid.uuidString)
        case (.uri, .url(let url)): .text(url.absoluteString)
        case (.composite, .dictionary(let members)):
            CompositeCoding.data(members).map(Value.bytes) ?? .null
        default: value  // The others have the same form in both.
        }
    }

    // MARK: Record to object

    /// What a field holds: its value, or the asset that stands for it.
    package static func content(_ field: MirrorPlan.Field, of record: Record) -> Value {
        let value = record[field.name]
        guard let twin = field.twinName, case .asset = record[twin] else { return value }
        let isEmpty =
            switch value {
            case .text(let text): text.isEmpty
            case .bytes(let bytes): bytes.isEmpty
            default: value.isNull  // Other values have no twin.
            }
        return isEmpty ? record[twin] : value
    }

    /// Whether a field of a record holds what an encoded value of an object is.
    package static func isSame(_ encoded: Value, _ content: Value) -> Bool {
        if case .asset(let asset) = content {
            if case .asset(let other) = encoded { return asset.checksum == other.checksum }
            guard let bytes = encoded.mirrorContent else { return false }
            return asset.checksum == ContentHash.hex(of: bytes)
        }
        if case .asset = encoded { return isSame(content, encoded) }
        if case .date(let a) = encoded, case .date(let b) = content {
            return a.wholeMilliseconds == b.wholeMilliseconds
        }
        return encoded == content
    }

    /// Whether a field of a record holds an attribute's value, in the field's precision.
    package static func matches(_ value: Value, _ content: Value, as type: AttributeType) -> Bool {
        if type == .composite, case .bytes = content {
            // Archives of one dictionary differ by the order of its keys.
            let known = decode(content, as: type)
            return known == value || value.isNull && known == .dictionary([:])
        }
        if isSame(encode(value, as: type), content) { return true }
        // Other programs write a number of more digits than a float has, or a UUID in small letters.
        return !value.isNull && decode(content, as: type) == value
    }

    /// The value of an attribute for what a field holds; nil where that is of another type.
    ///
    /// - Parameter elements: The elements of a composite, whose numbers are then of their types.
    package static func decode(
        _ content: Value, as type: AttributeType, elements: [ObjectAttribute] = []
    ) -> Value? {
        switch (type, content) {
        case (_, .null): return .null
        case (.integer16, .int(let number)): return Int16(exactly: number).map { .int(Int64($0)) }
        case (.integer32, .int(let number)): return Int32(exactly: number).map { .int(Int64($0)) }
        case (.integer64, .int), (.boolean, .int), (.double, .double), (.string, .text),
            (.date, .date), (.binary, .bytes), (.transformable, .bytes):
            return content
        case (.float, .double(let number)): return .double(Double(Float(number)))
        case (.double, .int(let number)), (.float, .int(let number)):
            return .double(Double(number))
        case (.decimal, .double(let number)): return Decimal(shortest: number).map(Value.decimal)
        case (.decimal, .int(let number)): return .decimal(Decimal(number))
        case (.uuid, .text(let text)): return UUID(uuidString: text).map(Value.uuid)
        case (.uri, .text(let text)): return URL(string: text).map(Value.url)
        case (.composite, .bytes(let data)):
            return CompositeCoding.members(data).flatMap { fitted($0, to: elements) }
        default: return nil  // A value that the attribute cannot have.
        }
    }

    /// A composite of what an archive has; nil where a member is no value of its element.
    ///
    /// Of numbers that are equal, 1 and 1.0, an archive of Foundation on Linux has the first alone.
    private static func fitted(
        _ members: [String: Value], to elements: [ObjectAttribute]
    ) -> Value? {
        var members = members
        for element in elements {
            guard let member = members[element.name] else { continue }
            let value: Value?
            switch (element.type, member) {
            case (_, .null), (.decimal, .decimal): value = member
            case (.composite, .dictionary(let inner)):
                value = fitted(inner, to: element.elements)
            case (.integer16, .double(let number)), (.integer32, .double(let number)),
                (.integer64, .double(let number)), (.boolean, .double(let number)):
                value = Int64(exactly: number).flatMap { decode(.int($0), as: element.type) }
            case (.integer16, .decimal(let number)), (.integer32, .decimal(let number)),
                (.integer64, .decimal(let number)), (.boolean, .decimal(let number)):
                value = Int64(number.description).flatMap { decode(.int($0), as: element.type) }
            case (.double, .decimal(let number)), (.float, .decimal(let number)):
                value = decode(.double(number.nearestDouble), as: element.type)
            case (.integer16, _), (.integer32, _), (.integer64, _), (.boolean, _), (.double, _),
                (.float, _), (.decimal, _), (.date, _):
                value = decode(member, as: element.type)
            default: value = member  // A store takes it as it is.
            }
            guard let value else { return nil }
            members[element.name] = value
        }
        return .dictionary(members)
    }

    /// Whether a field of a record, which another program wrote, holds what an attribute cannot have.
    ///
    /// The content of assets is not looked at.
    package static func isUnreadable(
        _ content: Value, as type: AttributeType, elements: [ObjectAttribute] = []
    ) -> Bool {
        if content.isNull { return false }
        if case .asset = content { return false }
        return decode(content, as: type, elements: elements) == nil
    }

    /// The value of an attribute whose field is in an asset.
    package static func decode(
        _ content: Data, as type: AttributeType, elements: [ObjectAttribute] = []
    ) -> Value? {
        if type == .string {
            return String(data: content, encoding: .utf8).map(Value.text)
        }
        return decode(.bytes(content), as: type, elements: elements)
    }
}

extension Value {
    /// Bytes in a record.
    var mirrorSize: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        case .null: 0
        default: 8  // Numbers and dates.
        }
    }

    /// Bytes of the file of an asset; 0 for other values.
    ///
    /// A size that no file has counts as a terabyte.
    var mirrorFileSize: Int {
        guard case .asset(let asset) = self else { return 0 }
        let size = asset.size.map { Int(clamping: $0) } ?? asset.content?.count ?? 0
        return min(max(0, size), 1 << 40)
    }

    /// Whether it is a file.
    var isMirrorAsset: Bool { if case .asset = self { true } else { false } }

    /// Text or bytes as the content of a file.
    var mirrorContent: Data? {
        switch self {
        case .text(let text): Data(text.utf8)
        case .bytes(let bytes): bytes
        case .asset(let asset): asset.content
        default: nil  // The others are never in files.
        }
    }

    /// The text, where it is one.
    var mirrorText: String? { if case .text(let text) = self { text } else { nil } }
}

extension Date {
    /// The nearest whole millisecond, as records have dates.
    var wholeMilliseconds: Date {
        Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded() / 1000)
    }
}
