import CoreData
import Foundation

final class Painting: NSManagedObject {
    enum Style: Int16 { case realist, cubist }
    enum Mood: String { case calm, wild }

    @NSManaged var title: String
    @NSManaged var style: Style
    @NSManaged var mood: Mood?
    @NSManaged var width: Double, height: Float
    @NSManaged var views: Int64
    @NSManaged var isSold: Bool
    @NSManaged var price: NSDecimalNumber?
    @NSManaged var painted: Date?
    @NSManaged var key: UUID?
    @NSManaged var link: URL!
    @NSManaged var scan: Data?
    @NSManaged var keywords: [String]?
    @NSManaged var painter: Painter?
    @NSManaged var studies: Set<Painting>
    @NSManaged var studyFor: NSSet?
    @NSManaged private var secret: String?
    @NSManaged private(set) var touches: Int32
    @NSManaged private var primitiveTitle: String

    func touch(_ word: String) -> String? {
        touches += 1
        secret = (secret ?? "") + word
        return secret
    }

    func rename(quietly title: String) { primitiveTitle = title }
    var quietTitle: String { primitiveTitle }
}

extension Painting {
    @NSManaged func addToStudies(_ value: Painting)
    @NSManaged func removeFromStudies(_ values: NSSet)
}
