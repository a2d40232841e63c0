import Foundation
import ObjectCore
import SQLLowering
import Testing

/// The model that the tests ask, and short ways to ask it.
enum ObjectCompany {
    static func model() throws -> ResolvedModel {
        var photo = ObjectAttribute("photo", .binary)
        photo.allowsExternalStorage = true
        var address = ObjectAttribute("address", .composite)
        address.elements = [ObjectAttribute("city", .string), ObjectAttribute("zip", .integer32)]
        return try ResolvedModel(
            ObjectModel(entities: [
                ObjectEntity(
                    "Person",
                    attributes: [
                        ObjectAttribute("name", .string), ObjectAttribute("age", .integer32),
                        ObjectAttribute("born", .date), ObjectAttribute("uid", .uuid),
                        ObjectAttribute("site", .uri), ObjectAttribute("price", .decimal),
                        ObjectAttribute("score", .double), ObjectAttribute("seal", .binary),
                        photo, address,
                    ]),
                ObjectEntity(
                    "Employee", superentity: "Person",
                    attributes: [
                        ObjectAttribute("salary", .integer64), ObjectAttribute("badge", .string),
                    ],
                    relationships: [
                        ObjectRelationship(
                            "department", to: "Department", inverse: "employees"),
                        ObjectRelationship("boss", to: "Employee", inverse: "reports"),
                        ObjectRelationship(
                            "reports", to: "Employee", inverse: "boss", isToMany: true),
                        ObjectRelationship(
                            "projects", to: "Project", inverse: "members", isToMany: true),
                    ]),
                ObjectEntity(
                    "Guest", superentity: "Person",
                    attributes: [ObjectAttribute("badge", .string)]),
                ObjectEntity(
                    "Department", attributes: [ObjectAttribute("code", .string)],
                    relationships: [
                        ObjectRelationship(
                            "employees", to: "Employee", inverse: "department", isToMany: true,
                            isOrdered: true)
                    ]),
                ObjectEntity(
                    "Project", attributes: [ObjectAttribute("title", .string)],
                    relationships: [
                        ObjectRelationship(
                            "members", to: "Employee", inverse: "projects", isToMany: true)
                    ]),
            ]))
    }

    static func number(_ name: String) throws -> Int {
        try #require(model().entity(named: name)).number
    }

    /// `%@` are objects of the entity of which objects are asked, by their rows.
    static func query(
        _ entity: String, _ format: String, _ arguments: [Value] = [],
        sort: [Ordering] = [], limit: Int? = nil, offset: Int = 0, subentities: Bool = true
    ) throws -> ObjectQuery {
        ObjectQuery(
            entity: try number(entity), includesSubentities: subentities,
            where: try QueryPredicate(
                parsing: format, arguments: arguments.map { .value($0) }),
            ordering: sort, limit: limit, offset: offset)
    }

    static func object(_ entity: String, _ row: Int64) throws -> Value {
        .object(ObjectValue(StoredObject(ObjectKey(entity: try number(entity), row: row))))
    }

    static func lowering(_ dialect: any Dialect = SQLiteDialect()) throws -> ObjectLowering {
        ObjectLowering(AppleLayout(try model()), for: dialect)
    }

    static func shown(_ sql: SQLText, _ dialect: any Dialect = SQLiteDialect()) -> String {
        let (text, parameters) = sql.rendered(for: dialect)
        return Cities.filled(text, parameters)
    }

    /// What stands behind FROM, without the order by row; behind ` ? ` what is left to the
    /// evaluator.
    static func source(
        _ query: ObjectQuery, dialect: any Dialect = SQLiteDialect()
    ) throws -> String {
        let lowered = try lowering(dialect).keys(query)
        var text = shown(lowered.sql, dialect)
        if let from = text.range(of: " FROM ") { text = String(text[from.upperBound...]) }
        let order = " ORDER BY t0.\"Z_PK\""
        if text.hasSuffix(order) { text.removeLast(order.count) }
        if let recheck = lowered.recheck { text += " ? \(recheck.format)" }
        return text
    }
}
