import CBefore
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
        print("Key paths were named before main, and predicates work.")
    }
}
