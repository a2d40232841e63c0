import CBefore
import CoreLocation
import Foundation
import FoundationPredicates

/// A class whose properties keep no names.
final class Note {
    var title: String { "Stones" }
}

@_cdecl("register_names")
func registerNames() {
    KeyPathNames.register([\Note.title: "title"])
}

@main
struct Main {
    static func main() {
        precondition(KeyPathNames.name(of: \Note.title) == "title")
        let predicate = NSPredicate(format: "SELF BEGINSWITH[c] %@", "st")
        precondition(predicate.evaluate(with: Note().title))
        // An archive of another system names the class of a location.
        _ = CLLocation(latitude: 48.86, longitude: 2.35)
        precondition(NSKeyedUnarchiver.class(forClassName: "CLLocation") == CLLocation.self)
        print("Key paths and classes were named before main, and predicates work.")
    }
}
