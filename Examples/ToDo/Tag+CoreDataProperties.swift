//
//  Tag+CoreDataProperties.swift
//  ToDo
//

import Foundation
import CoreData


extension Tag {

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Tag> {
        return NSFetchRequest<Tag>(entityName: "Tag")
    }

    @NSManaged public var name: String?
    @NSManaged public var items: NSSet?

}

// MARK: Generated accessors for items
extension Tag {

    @NSManaged public func addToItems(_ value: Item)

    @NSManaged public func removeFromItems(_ value: Item)

    @NSManaged public func addToItems(_ values: NSSet)

    @NSManaged public func removeFromItems(_ values: NSSet)

}

extension Tag : Identifiable {

}
