#if Server
import RecordJSON
import ArgumentParser
import Foundation
import CoreDataModel
import ModelDiagrams
import ObjectCore
import PredicateCore

/// Objects of a store as the page shows them.
struct ObjectView {
    /// Objects of a relationship that come at once.
    static let memberLimit = 100

    private let opened: OpenedObjects
    private let pages: ObjectPages
    private var model: ResolvedModel { opened.model }

    init(_ opened: OpenedObjects) {
        self.opened = opened
        pages = ObjectPages(opened.store)
    }

    // MARK: Objects of an entity

    /// A page of the objects for which a predicate holds, those of subentities among them.
    func objects(
        of entity: ModelEntity, where predicate: String?, sort: String?, offset: Int, limit: Int
    ) throws -> OrderedJSON {
        let started = ContinuousClock.now
        let text = predicate.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        var query = ObjectQuery(
            entity: entity.number, where: try opened.predicate(text, PredicateOptions.parse([])),
            ordering: SelectionOptions.ordering(sort))
        try ObjectQueryChecker(model).check(query)
        let total = try opened.store.count(query)
        query.limit = limit
        query.offset = offset
        let keys = try opened.store.fetchKeys(query)
        var objects: [OrderedJSON] = []
        try pages.forEach(keys) { rows in
            try pages.prepare(rows.flatMap { $0.toOnes[..<entity.toOnes.count] }.compactMap { $0 })
            for row in rows {
                let attributes = zip(entity.attributes, row.attributes).map {
                    ObjectCell.json($1, $0, limit: ObjectCell.listLimit)
                }
                let toOnes = try entity.toOnes.map {
                    try row.toOnes[$0.place].map(link) ?? .text(nil)
                }
                objects.append(
                    ["id": .text(opened.name(row.key)), "cells": .list(attributes + toOnes)])
            }
        }
        return [
            "entity": .text(entity.name), "total": .number(total),
            "columns": .list(
                entity.attributes.map { column($0.name, PropertyText.type($0.source), $0) }
                    + entity.toOnes.map {
                        column($0.name, model.entities[$0.destination].name, nil)
                    }),
            "objects": .list(objects),
            "milliseconds": .value(.double(((ContinuousClock.now - started).seconds * 1000))),
        ]
    }

    private func column(
        _ name: String, _ type: String, _ attribute: ModelAttribute?
    ) -> OrderedJSON {
        [
            "name": .text(name), "type": .text(type),
            "sortable": .bool(attribute.map(ObjectView.isSortable) ?? false),
            "number": .bool(attribute.map(ObjectView.isNumber) ?? false),
        ]
    }

    private static func isSortable(_ attribute: ModelAttribute) -> Bool {
        switch attribute.type {
        case .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean,
            .date, .uuid, .uri:
            true
        case .binary, .transformable, .composite, .objectID, .undefined: false
        }
    }

    private static func isNumber(_ attribute: ModelAttribute) -> Bool {
        switch attribute.type {
        case .integer16, .integer32, .integer64, .decimal, .double, .float: true
        case .string, .boolean, .date, .uuid, .uri, .binary, .transformable, .composite, .objectID,
            .undefined:
            false
        }
    }

    // MARK: One object

    /// An object with its attributes and what it is related to.
    func object(_ key: ObjectKey) throws -> OrderedJSON {
        let row = try row(key)
        let entity = model.entities[row.key.entity]
        let relationships =
            try entity.toOnes.map { relationship in
                try self.relationship(
                    relationship, [row.toOnes[relationship.place]].compactMap { $0 }, offset: 0)
            }
            + entity.toManys.map {
                try self.relationship(
                    $0, try pages.members($0.place, of: row.key), offset: 0)
            }
        return [
            "id": .text(opened.name(row.key)), "entity": .text(entity.name),
            "label": .text(label(row)),
            "uri": .text("x-coredata://\(opened.store.identifier)/\(opened.name(row.key))"),
            "attributes": .list(
                zip(entity.attributes, row.attributes).map { attribute, value in
                    [
                        "name": .text(attribute.name),
                        "type": .text(PropertyText.type(attribute.source)),
                        "value": ObjectCell.json(value, attribute, limit: ObjectCell.pageLimit),
                    ]
                }),
            "relationships": .list(relationships),
        ]
    }

    /// More objects of a relationship to many.
    func members(of key: ObjectKey, _ name: String, offset: Int) throws -> OrderedJSON {
        let row = try row(key)
        let entity = model.entities[row.key.entity]
        guard case .toMany(let place)? = entity.properties[name] else {
            throw ObjectSiteError(404, "\(entity.name) has no relationship to many '\(name)'")
        }
        return try relationship(
            entity.toManys[place], try pages.members(place, of: row.key), offset: offset)
    }

    private func relationship(
        _ relationship: ModelRelationship, _ keys: [ObjectKey], offset: Int
    ) throws -> OrderedJSON {
        let shown = Array(keys.dropFirst(offset).prefix(ObjectView.memberLimit))
        try pages.prepare(shown)
        return [
            "name": .text(relationship.name),
            "destination": .text(model.entities[relationship.destination].name),
            "cardinality": .text(PropertyText.cardinality(relationship.source)),
            "toMany": .bool(relationship.isToMany), "ordered": .bool(relationship.isOrdered),
            "count": .number(keys.count), "objects": .list(try shown.map(link)),
        ]
    }

    private func row(_ key: ObjectKey) throws -> ObjectRow {
        guard let row = try pages.row(key) else {
            throw ObjectSiteError(
                404, "There is no object \(opened.name(key))",
                advice: "It may have been deleted, or belong to another store.")
        }
        return row
    }

    // MARK: Links

    private func link(_ key: ObjectKey) throws -> OrderedJSON {
        let row = try pages.row(key)
        return [
            "kind": .text("object"), "id": .text(opened.name(row?.key ?? key)),
            "label": .text(row.flatMap(label)), "missing": .bool(row == nil),
        ]
    }

    private func label(_ row: ObjectRow) -> String? { ObjectLabel.text(row, model) }
}
#endif
