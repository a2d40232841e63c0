import CoreData
import Observation
import SwiftData

/// The person of the Core Data benchmark, as a model.
@Model final class Person {
    var name: String
    var email: String?
    var age: Int
    var score: Double
    var born: Date?
    var isActive: Bool

    init(_ number: Int) {
        name = "Person number \(number)"
        email = "person\(number)@example.org"
        age = number % 90
        score = Double(number) / 7
        born = Date(timeIntervalSinceReferenceDate: Double(number) * 1000.5)
        isActive = number % 3 == 0
    }
}

/// The same as a managed object.
final class Employee: NSManagedObject {
    @NSManaged var name: String
    @NSManaged var email: String?
    @NSManaged var age: Int64
    @NSManaged var score: Double
    @NSManaged var born: Date?
    @NSManaged var isActive: Bool
}

extension Employee {
    /// A model with this entity alone.
    static func model() -> NSManagedObjectModel {
        func attribute(
            _ name: String, _ type: NSAttributeType, isOptional: Bool = false
        ) -> NSAttributeDescription {
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            attribute.isOptional = isOptional
            return attribute
        }
        let entity = NSEntityDescription()
        entity.name = "Employee"
        entity.managedObjectClassName = NSStringFromClass(Employee.self)
        entity.properties = [
            attribute("name", .stringAttributeType),
            attribute("email", .stringAttributeType, isOptional: true),
            attribute("age", .integer64AttributeType), attribute("score", .doubleAttributeType),
            attribute("born", .dateAttributeType, isOptional: true),
            attribute("isActive", .booleanAttributeType),
        ]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }

    /// Fills in the values of the person of a number.
    func fill(_ number: Int) {
        name = "Person number \(number)"
        email = "person\(number)@example.org"
        age = Int64(number % 90)
        score = Double(number) / 7
        born = Date(timeIntervalSinceReferenceDate: Double(number) * 1000.5)
        isActive = number % 3 == 0
    }
}

/// What Observation alone costs.
@Observable final class Observed {
    var age = 0
    var name = ""
}
