// NSPredicate as one writes it on a Mac: dictionaries, objects, templates, sorting.
import Foundation
import FoundationPredicates

struct Person: CustomStringConvertible {
    var name: String
    var age: Int
    var tags: [String]
    var description: String { "\(name) (\(age))" }
}

let people = [
    Person(name: "Élan", age: 31, tags: ["swift", "tea"]),
    Person(name: "Ann", age: 17, tags: []),
    Person(name: "Zoë", age: 44, tags: ["coffee"]),
]

let adults = NSPredicate(format: "age >= %d", 18)
print("Adults:", people.filter { adults.evaluate(with: $0) })

let prefixed = NSPredicate(format: "name BEGINSWITH[cd] %@", "e")
print("Begins with e:", people.filter { prefixed.evaluate(with: $0) })

let template = NSPredicate(format: "ANY tags == $tag")
for tag in ["tea", "coffee"] {
    let predicate = template.withSubstitutionVariables(["tag": tag])
    print("Likes \(tag):", people.filter { predicate.evaluate(with: $0) })
}

let email = NSPredicate(format: "SELF MATCHES %@", #"[^@\s]+@[^@\s]+\.[a-z]{2,}"#)
for address in ["ann@example.org", "not an address"] {
    print(address, "is an address:", email.evaluate(with: address))
}

let rows: NSArray = [
    ["name": "b", "rank": 2], ["name": "a", "rank": 2], ["name": "c", "rank": 1],
]
let sorted = rows.sortedArray(using: [
    NSSortDescriptor(key: "rank", ascending: false), NSSortDescriptor(key: "name", ascending: true),
])
print("Sorted:", sorted.compactMap { ($0 as? [String: Any])?["name"] as? String })

do {
    _ = try NSPredicate(parsing: "age BETWEEN AND 4")
} catch {
    print(error)
}
