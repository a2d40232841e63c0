//
//  Item+CoreDataProperties.swift
//  ToDo
//

import Foundation
import CoreData


extension Item {

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Item> {
        return NSFetchRequest<Item>(entityName: "Item")
    }

    @NSManaged public var created: Date?
    @NSManaged public var due: Date?
    @NSManaged public var isDone: Bool
    @NSManaged public var number: Int64
    @NSManaged public var priority: Int16
    @NSManaged public var title: String?
    @NSManaged public var list: TaskList?
    @NSManaged public var tags: NSSet?

}

// MARK: Generated accessors for tags
extension Item {

    @NSManaged public func addToTags(_ value: Tag)

    @NSManaged public func removeFromTags(_ value: Tag)

    @NSManaged public func addToTags(_ values: NSSet)

    @NSManaged public func removeFromTags(_ values: NSSet)

}

extension Item : Identifiable {

}
