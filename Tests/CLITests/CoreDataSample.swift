import Foundation
import CoreDataModel
import ObjectCore
import PredicateCore
import Stores

/// A small store of departments, employees and managers.
enum CoreDataSample {
    static var model: ObjectModel {
        var founded = ObjectAttribute("founded", .date)
        founded.isIndexed = true
        var isActive = ObjectAttribute("isActive", .boolean, isOptional: false)
        isActive.defaultValue = .int(1)
        let department = ObjectEntity(
            "Department",
            attributes: [
                ObjectAttribute("name", .string, isOptional: false), founded,
                ObjectAttribute("logo", .binary),
            ],
            relationships: [
                ObjectRelationship(
                    "employees", to: "Employee", inverse: "department", isToMany: true,
                    deleteRule: .cascade)
            ],
            uniquenessConstraints: [["name"]])
        let employee = ObjectEntity(
            "Employee", className: "Staff.Person",
            attributes: [
                ObjectAttribute("name", .string, isOptional: false),
                ObjectAttribute("salary", .decimal), isActive, ObjectAttribute("badge", .uuid),
            ],
            relationships: [
                ObjectRelationship("department", to: "Department", inverse: "employees")
            ])
        let manager = ObjectEntity(
            "Manager", superentity: "Employee", attributes: [ObjectAttribute("level", .integer16)])
        return ObjectModel(entities: [department, employee, manager])
    }

    /// An instant finer than a microsecond.
    static let fine = Date(timeIntervalSinceReferenceDate: 12345.123456789)

    /// Makes the store at a place; the model is kept in it unless told otherwise.
    static func make(at location: ObjectStoreLocation, keepsModel: Bool = true) throws {
        let resolved = try ResolvedModel(model)
        var options = ObjectStoreOptions()
        if keepsModel { options.modelCache = MomWriter.cache(model) }
        let store = try ObjectStoreOpener.open(location, model: resolved, options: options)
        var changes = ObjectChanges()
        func insert(
            _ entity: String, _ values: [String: Value], in department: ObjectKey? = nil
        ) throws -> ObjectKey? {
            guard let shape = resolved.entity(named: entity),
                let key = try store.reserveKeys(entity: shape.number, count: 1).first
            else { return nil }
            changes.inserted.append(
                ObjectRow(
                    key: key, version: 1,
                    attributes: shape.attributes.map { values[$0.name] ?? .null },
                    toOnes: shape.toOnes.map { _ in department }))
            return key
        }
        let sales = try insert(
            "Department",
            ["name": "Sales", "founded": .date(fine), "logo": .bytes(Data([0, 255]))])
        let research = try insert(
            "Department", ["name": "Research", "founded": .date(Date(microseconds: 500_000))])
        _ = try insert(
            "Employee",
            [
                "name": "Ann \"A\" <Ann>", "salary": .decimal(Decimal(5000)), "isActive": 1,
                "badge": .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
            ], in: sales)
        _ = try insert(
            "Employee", ["name": "Bea", "salary": .decimal(Decimal(4000)), "isActive": 0],
            in: research)
        _ = try insert(
            "Manager",
            ["name": "Cyd", "salary": .decimal(Decimal(9000)), "level": 3, "isActive": 1],
            in: sales)
        _ = try store.save(changes)
        try store.close()
    }
}
