import Foundation

/// The entities under which a history is asked for.
enum HistoryEntity {
    /// Saves.
    static let transaction = "TRANSACTION"
    /// What saves did to objects.
    static let change = "CHANGE"
}

extension NSEntityDescription {
    /// The form of something in the history.
    convenience init(history name: String, _ attributes: [(String, NSAttributeType)]) {
        self.init()
        self.name = name
        properties = attributes.map { name, type in
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            return attribute
        }
    }
}

extension NSFetchRequest {
    /// A request for something in the history.
    convenience init(history entity: NSEntityDescription?) {
        self.init()
        self.entity = entity
    }
}
