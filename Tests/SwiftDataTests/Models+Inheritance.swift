#if SwiftData
import Foundation
import SwiftData

@Model class Vehicle {
    var name: String
    var wheels = 4
    init(name: String) { self.name = name }
}

@Model final class Truck: Vehicle {
    var load: Double = 1.5
    var note: String?
    init(name: String, load: Double) {
        self.load = load
        super.init(name: name)
        wheels = 6
    }
}

@Model final class Folder {
    var name: String
    var parent: Folder?
    @Relationship(deleteRule: .cascade) var children: [Folder] = []
    @Relationship(deleteRule: .deny, inverse: \Note.folder) var notes: [Note] = []
    init(name: String, parent: Folder? = nil) {
        self.name = name
        self.parent = parent
    }
}

@Model final class Note {
    #Unique<Note>([\.title, \.number])
    var title: String
    var number: Int
    var text = ""
    @Attribute(.preserveValueOnDeletion) var tag: String?
    @Attribute(.ephemeral) var selected = false
    var folder: Folder?
    var tags: [Tag] = []
    init(title: String, number: Int = 0) {
        self.title = title
        self.number = number
    }
}

@Model final class Tag {
    var name: String
    @Relationship(inverse: \Note.tags) var notes: [Note] = []
    init(name: String) { self.name = name }
}
#endif
