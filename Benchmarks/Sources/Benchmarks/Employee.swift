import CoreData

/// The object of the Core Data benchmark, as an app writes it.
final class Employee: NSManagedObject {
    @NSManaged var name: String
    @NSManaged var email: String?
    @NSManaged var age: Int32
    @NSManaged var score: Double
    @NSManaged var born: Date?
    @NSManaged var isActive: Bool
}

extension Employee {
    /// A model with this entity alone.
    static func model() -> NSManagedObjectModel {
        func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            attribute.isOptional = true
            return attribute
        }
        let entity = NSEntityDescription()
        entity.name = "Employee"
        entity.managedObjectClassName = NSStringFromClass(Employee.self)
        entity.properties = [
            attribute("name", .stringAttributeType), attribute("email", .stringAttributeType),
            attribute("age", .integer32AttributeType), attribute("score", .doubleAttributeType),
            attribute("born", .dateAttributeType), attribute("isActive", .booleanAttributeType),
        ]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }

    /// Fills in the values of the person of a number.
    func fill(_ number: Int) {
        name = "Person number \(number)"
        email = "person\(number)@example.org"
        age = Int32(number % 90)
        score = Double(number) / 7
        born = Date(timeIntervalSinceReferenceDate: Double(number) * 1000.5)
        isActive = number % 3 == 0
    }
}
