import Foundation
import FoundationPredicates
import PredicateCore
import Testing

private struct Person: Sendable {
    var name: String
    var age: Int?
}

/// A class whose key path has a registered name, as the accessors that a plugin writes have one.
private final class Note {
    var title: String
    init(_ title: String) { self.title = title }
}

@Suite struct `Swift's own sort descriptors` {
    private let people = [
        Person(name: "Bob", age: 30), Person(name: "Ann", age: nil), Person(name: "Cy", age: 7),
    ]

    private func names(_ sort: NSSortDescriptor) -> [String] {
        (people as NSArray).sortedArray(using: [sort]).compactMap { ($0 as? Person)?.name }
    }

    @Test func `become sort descriptors with a key and a direction`() {
        let name = NSSortDescriptor(SortDescriptor(\Person.name))
        #expect(name.key == "name")
        #expect(name.ascending)
        #expect(name.selector == Selector("compare:"))
        #expect(name.ordering == Ordering("name", ascending: true))
        #expect(names(name) == ["Ann", "Bob", "Cy"])
        let age = NSSortDescriptor(SortDescriptor(\Person.age, order: .reverse))
        #expect(age.key == "age")
        #expect(!age.ascending)
        #expect(names(age) == ["Bob", "Cy", "Ann"])
        let lexical = SortDescriptor(\Person.name, comparator: .lexical, order: .reverse)
        #expect(NSSortDescriptor(lexical).ordering == Ordering("name", ascending: false))
        #expect(names(NSSortDescriptor(lexical)) == ["Cy", "Bob", "Ann"])
        // As programs have it: a list at once.
        let sorts = [SortDescriptor(\Person.age), SortDescriptor(\Person.name)]
        #expect(sorts.map { NSSortDescriptor($0) }.map(\.key) == ["age", "name"])
    }

    @Test func `come back from sort descriptors`() throws {
        let name = try #require(
            SortDescriptor(
                NSSortDescriptor(keyPath: \Person.name, ascending: false), comparing: Person.self))
        #expect(name.order == .reverse)
        #expect(name.keyPath == \Person.name)
        #expect(people.sorted(using: name).map(\.name) == ["Cy", "Bob", "Ann"])
        let age = try #require(
            SortDescriptor(NSSortDescriptor(SortDescriptor(\Person.age)), comparing: Person.self))
        #expect(people.sorted(using: age).map(\.name) == ["Ann", "Cy", "Bob"])
    }

    @Test func `come back from a name that a key path is registered for`() throws {
        KeyPathNames.register([\Note.title: "title"])
        let sort = try #require(
            SortDescriptor(NSSortDescriptor(key: "title", ascending: true), comparing: Note.self))
        #expect([Note("b"), Note("a")].sorted(using: sort).map(\.title) == ["a", "b"])
    }

    @Test func `there is none for what Swift cannot say`() {
        func none(_ sort: NSSortDescriptor) -> Bool {
            SortDescriptor(sort, comparing: Person.self) == nil
        }
        #expect(none(NSSortDescriptor(key: "name", ascending: true)))
        #expect(none(NSSortDescriptor(keyPath: \Note.title, ascending: true)))
        #expect(
            none(
                NSSortDescriptor(
                    key: "name", ascending: true, selector: Selector("localizedCompare:"))))
        #expect(
            none(NSSortDescriptor(keyPath: \Person.name, ascending: true) { _, _ in .orderedSame }))
    }
}
