import Foundation
import CoreDataModel

/// What becomes of the other side when an object is deleted.
///
///     shelf.deleteRule = .cascadeDeleteRule     // from a shop to its items
///     favouriteOf.deleteRule = .denyDeleteRule  // from an item to the shop whose favourite it is
///     context.delete(shop)  // an item on its shelf is the favourite of another shop
///     try context.save()    // throws NSValidationRelationshipDeniedDeleteError
public enum NSDeleteRule: UInt, Sendable {
    /// Nothing.
    case noActionDeleteRule = 0
    /// It stays and no longer points back.
    case nullifyDeleteRule = 1
    /// It is deleted too.
    case cascadeDeleteRule = 2
    /// While it is there, the object cannot be deleted.
    case denyDeleteRule = 3
}

/// Objects that an entity's objects point at.
///
///     let bed = NSRelationshipDescription()
///     bed.name = "bed"
///     bed.destinationEntity = bedEntity
///     bed.maxCount = 1                             // to one
///     let plants = NSRelationshipDescription()
///     plants.name = "plants"
///     plants.destinationEntity = plantEntity
///     plants.maxCount = 0                          // to many
///     plants.deleteRule = .cascadeDeleteRule       // the plants go with their bed
///     (bed.inverseRelationship, plants.inverseRelationship) = (plants, bed)
open class NSRelationshipDescription: NSPropertyDescription, @unchecked Sendable {
    weak var destination: NSEntityDescription?
    weak var inverse: NSRelationshipDescription?
    var least = 0 { willSet { willChange() } }
    var most = 0 { willSet { willChange() } }
    /// Names to be looked up where the descriptions themselves are not set (copies).
    var destinationName: String?
    var inverseName: String?

    /// The entity of its objects.
    open var destinationEntity: NSEntityDescription? {
        get { destination }
        set {
            willChange()
            destination = newValue
            destinationName = newValue?.name
        }
    }
    /// The relationship that points back.
    open var inverseRelationship: NSRelationshipDescription? {
        get { inverse }
        set {
            willChange()
            inverse = newValue
            inverseName = newValue?.name
        }
    }
    /// The most objects; 0 for no bound, 1 for a relationship to one.
    open var maxCount: Int {
        get { most }
        set { most = max(0, newValue) }
    }
    /// The fewest objects that validation accepts; 0 for no bound.
    open var minCount: Int {
        get { least }
        set { least = max(0, newValue) }
    }
    /// What becomes of the destination when an object is deleted.
    open var deleteRule = NSDeleteRule.nullifyDeleteRule { willSet { willChange() } }
    /// Whether it points at several objects.
    open var isToMany: Bool { most != 1 }
    /// Whether the several have an order.
    open var isOrdered = false { willSet { willChange() } }

    override class func blank() -> NSPropertyDescription { NSRelationshipDescription() }

    override func copyValues(to copy: NSPropertyDescription) {
        super.copyValues(to: copy)
        guard let copy = copy as? NSRelationshipDescription else { return }
        copy.deleteRule = deleteRule
        copy.least = least
        copy.most = most
        copy.isOrdered = isOrdered
        copy.destinationName = destination?.name ?? destinationName
        copy.inverseName = inverse?.name ?? inverseName
    }

    override var versionText: String {
        super.versionText
            + "|\(destination?.name ?? destinationName ?? "")|\(inverse?.name ?? inverseName ?? "")"
            + "|\(least)|\(most)|\(isOrdered)|\(deleteRule.rawValue)"
    }
}

extension NSDeleteRule {
    /// The rule in the words of the model.
    var rule: DeleteRule { DeleteRule(archived: Int(rawValue)) }

    /// A rule of the model under Apple's name.
    init(_ rule: DeleteRule) {
        self = NSDeleteRule(rawValue: UInt(rule.archived)) ?? .nullifyDeleteRule
    }
}
