//
//  Tag+CoreDataClass.swift
//  ToDo
//

import Foundation
import CoreData

public class Tag: NSManagedObject {

}
