import Foundation
import CoreDataModel
import ModelDiagrams
import ObjectCore
import RecordCore
import PredicateCore
import RecordJSON
import Stores

/// What is known of a store or a model, as text, as JSON and as a drawing.
struct InspectionReport {
    let file: String
    let model: ResolvedModel
    let choice: ModelChoice
    /// Nil for a model alone.
    let store: ObjectStoreFacts?
    /// How many objects each entity has, those that inherit not counted; nil for a model alone.
    let counts: [Int]?
    private var chosen: [ModelEntity]

    init(
        file: String, model: ResolvedModel, choice: ModelChoice, store: ObjectStoreFacts?,
        counts: [Int]?
    ) {
        self.file = file
        self.model = model
        self.choice = choice
        self.store = store
        self.counts = counts
        chosen = model.entities
    }

    /// What is known of a store, with the objects of each entity counted.
    init(_ opened: OpenedObjects, file: String) throws {
        self.init(
            file: file, model: opened.model, choice: opened.choice, store: opened.facts,
            counts: try opened.model.entities.map {
                try opened.store.count(ObjectQuery(entity: $0.number, includesSubentities: false))
            })
    }

    /// Shows only some entities.
    mutating func choose(_ names: [String]) throws {
        chosen = try names.map { try model.entity(asked: $0) }
    }

    private var name: String { InspectionReport.name(of: file) }
    private var isAtServer: Bool { InspectionReport.isAtServer(file) }

    /// What a store is called on a page: the name of its file, or its URL without the password.
    static func name(of file: String) -> String {
        isAtServer(file)
            ? ObjectStoreLocation(file).description : URL(fileURLWithPath: file).lastPathComponent
    }

    private static func isAtServer(_ file: String) -> Bool {
        if case .server = ObjectStoreLocation(file).medium { true } else { false }
    }

    private var size: Int? { AssetIntake.size(of: URL(fileURLWithPath: file)).map(Int.init) }

    private var framework: Int64? {
        guard case .int(let number)? = store?.metadata["NSPersistenceFrameworkVersion"] else {
            return nil
        }
        return number
    }

    private var versions: [String] {
        var found = model.model.versionIdentifiers
        if case .list(let members)? = store?.metadata["NSStoreModelVersionIdentifiers"] {
            found = members.compactMap {
                if case .text(let text) = $0, !text.isEmpty { text } else { nil }
            }
        }
        return found
    }

    /// The drawing of the whole model.
    var drawing: String {
        var note = "\(model.entities.count) \(model.entities.count == 1 ? "entity" : "entities")"
        if let counts { note += ", \(Figures.count(counts.reduce(0, +), "object"))" }
        if case .recovered = choice.origin { note += ", model recovered from the tables" }
        return DiagramSVG(model, title: name, note: note).text
    }

    // MARK: Text

    /// What people read.
    var text: String {
        var text = Style.bold(DisplayWidth.printable(name)) + "\n"
        func fact(_ title: String, _ words: String?) {
            guard let words, !words.isEmpty else { return }
            text += "  " + title + String(repeating: " ", count: max(1, 11 - title.count))
            text += DisplayWidth.printable(words) + "\n"
        }
        if let store {
            let kind = isAtServer ? "PostgreSQL" : "SQLite"
            fact("store", kind + (size.map { ", \(Figures.count($0, "byte"))" } ?? ""))
            fact("identifier", store.identifier)
            fact("written by", framework.map { "Core Data \($0)" })
        }
        fact("model", choice.words)
        fact("versions", versions.joined(separator: ", "))
        if store?.keepsHistory == true { fact("history", "kept") }
        if chosen.count > 1 || entitiesHaveNothing { text += "\n" + overview }
        for entity in chosen { text += "\n" + section(entity) }
        return text
    }

    private var entitiesHaveNothing: Bool { chosen.allSatisfy { $0.properties.isEmpty } }

    private var overview: String {
        var header = ["entity"]
        if counts != nil { header.append("objects") }
        let hasParents = chosen.contains { $0.superentity != nil }
        let hasClasses = chosen.contains { PropertyText.className($0.source) != $0.name }
        if hasParents { header.append("is a") }
        if hasClasses { header.append("class") }
        header += ["attributes", "relationships"]
        var table = Table(header: header)
        for entity in chosen {
            var row = [Table.Cell(text: entity.name + (entity.isAbstract ? " (abstract)" : ""))]
            if let counts { row.append(.number(counts[entity.number])) }
            if hasParents {
                row.append(
                    Table.Cell(text: entity.superentity.map { model.entities[$0].name } ?? ""))
            }
            if hasClasses { row.append(Table.Cell(text: entity.source.className ?? "")) }
            row.append(.number(entity.source.attributes.count))
            row.append(.number(entity.source.relationships.count))
            table.append(row)
        }
        return table.flush()
    }

    private func section(_ entity: ModelEntity) -> String {
        var title = Style.boldCyan(entity.name)
        var notes: [String] = []
        if let parent = entity.superentity {
            notes.append("inherits from \(model.entities[parent].name)")
        }
        if entity.isAbstract { notes.append("abstract") }
        if let counts { notes.append(Figures.count(counts[entity.number], "object")) }
        if !notes.isEmpty { title += Style.dim("  " + notes.joined(separator: " · ")) }
        var text = title + "\n"
        if !entity.source.attributes.isEmpty {
            var table = Table(header: ["attribute", "type", "optional", "default", "more"])
            for attribute in entity.source.attributes {
                append(attribute, named: attribute.name, entity.source, to: &table)
            }
            text += table.flush()
        }
        if !entity.source.relationships.isEmpty {
            if !entity.source.attributes.isEmpty { text += "\n" }
            var table = Table(header: ["relationship", "to", "count", "inverse", "on delete"])
            for relationship in entity.source.relationships {
                var count = PropertyText.cardinality(relationship)
                if relationship.isOrdered { count += " ordered" }
                if relationship.isTransient { count += " transient" }
                table.append(
                    [
                        relationship.name, relationship.destination ?? "", count,
                        relationship.inverse ?? "", relationship.deleteRule.rawValue,
                    ].map { Table.Cell(text: DisplayWidth.printable($0)) })
            }
            text += table.flush()
        }
        return text
    }

    /// An attribute, and each part of a composite under its path.
    private func append(
        _ attribute: ObjectAttribute, named name: String, _ entity: ObjectEntity,
        to table: inout Table
    ) {
        table.append(
            [
                name, PropertyText.type(attribute), attribute.isOptional ? "yes" : "",
                attribute.defaultValue.map {
                    PropertyText.constant($0, type: attribute.type)
                } ?? "",
                remarks(attribute, entity).joined(separator: ", "),
            ].map { Table.Cell(text: DisplayWidth.printable($0)) })
        for part in attribute.elements {
            append(
                part, named: "\(name).\(part.name)", ObjectEntity(entity.name), to: &table)
        }
    }

    private func remarks(_ attribute: ObjectAttribute, _ entity: ObjectEntity) -> [String] {
        var notes: [String] = []
        if entity.uniquenessConstraints.contains([attribute.name]) {
            notes.append("unique")
        } else if let others = entity.uniquenessConstraints.first(where: {
            $0.contains(attribute.name)
        }) {
            notes.append(
                "unique with " + others.filter { $0 != attribute.name }.joined(separator: ", "))
        }
        if InspectionReport.isIndexed(attribute, entity) { notes.append("indexed") }
        if attribute.isTransient { notes.append("transient") }
        if let derivation = attribute.derivation { notes.append("= \(derivation)") }
        if attribute.allowsExternalStorage { notes.append("external storage") }
        // As SwiftData marks the enums of Swift.
        if attribute.userInfo["EnumType"] == "1" { notes.append("enum") }
        if attribute.type == .transformable, let name = attribute.valueTransformerName,
            !name.isEmpty
        {
            notes.append("by \(name)")
        }
        let bounds = [attribute.minimum.map { ("≥", $0) }, attribute.maximum.map { ("≤", $0) }]
        for case let (sign, bound)? in bounds {
            notes.append("\(sign) \(PropertyText.constant(bound, type: attribute.type))")
        }
        if let pattern = attribute.pattern { notes.append("matches \(pattern)") }
        return notes
    }

    private static func isIndexed(_ attribute: ObjectAttribute, _ entity: ObjectEntity) -> Bool {
        attribute.isIndexed
            || entity.indexes.contains { index in
                index.elements.contains { $0.property == attribute.name }
            }
    }

    // MARK: JSON

    /// What programs read.
    var json: OrderedJSON {
        [
            "file": .text(name), "identifier": .text(store?.identifier),
            "size": store == nil ? .text(nil) : size.map(OrderedJSON.number) ?? .text(nil),
            "frameworkVersion": .value(framework.map(Value.int) ?? .null),
            "modelFrom": .text(choice.word),
            "modelVersions": .texts(versions),
            "keepsHistory": store.map { .bool($0.keepsHistory) } ?? .text(nil),
            "entities": .list(chosen.map(entityJSON)),
        ]
    }

    private func entityJSON(_ entity: ModelEntity) -> OrderedJSON {
        [
            "name": .text(entity.name), "class": .text(entity.source.className),
            "superentity": .text(entity.superentity.map { model.entities[$0].name }),
            "abstract": .bool(entity.isAbstract),
            "objects": counts.map { .number($0[entity.number]) } ?? .text(nil),
            "attributes": .list(entity.source.attributes.map { attributeJSON($0, entity.source) }),
            "relationships": .list(entity.source.relationships.map(relationshipJSON)),
            "uniquenessConstraints": .list(
                entity.source.uniquenessConstraints.map(OrderedJSON.texts)),
        ]
    }

    private func attributeJSON(
        _ attribute: ObjectAttribute, _ entity: ObjectEntity
    ) -> OrderedJSON {
        [
            "name": .text(attribute.name), "type": .text(attribute.type.rawValue),
            "optional": .bool(attribute.isOptional),
            "default": .text(
                attribute.defaultValue.map { PropertyText.constant($0, type: attribute.type) }),
            "indexed": .bool(InspectionReport.isIndexed(attribute, entity)),
            "transient": .bool(attribute.isTransient), "derivation": .text(attribute.derivation),
            "class": .text(attribute.customClassName),
            "parts": attribute.elements.isEmpty
                ? .text(nil)
                : .list(attribute.elements.map { attributeJSON($0, ObjectEntity(entity.name)) }),
        ]
    }

    private func relationshipJSON(_ relationship: ObjectRelationship) -> OrderedJSON {
        [
            "name": .text(relationship.name), "destination": .text(relationship.destination),
            "inverse": .text(relationship.inverse), "toMany": .bool(relationship.isToMany),
            "ordered": .bool(relationship.isOrdered), "optional": .bool(relationship.isOptional),
            "minCount": .number(relationship.minimumCount),
            "maxCount": .number(relationship.maximumCount),
            "deleteRule": .text(relationship.deleteRule.rawValue),
        ]
    }
}
