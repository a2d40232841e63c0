//
//  Item+CoreDataClass.swift
//  ToDo
//

import Foundation
import CoreData

public class Item: NSManagedObject {

    public override func awakeFromInsert() {
        super.awakeFromInsert()
        created = Date()
    }

}
