import Foundation
import FoundationPredicates
import PredicateCore
import Testing

/// `LocalizedStringComparator`, and comparisons of text in Swift predicates.
@Suite struct LocalizedComparatorTests {
    final class Dog {
        var name: String
        var nick: String?
        init(_ name: String, _ nick: String? = nil) {
            self.name = name
            self.nick = nick
        }
    }

    private func format(_ predicate: Predicate<Dog>) throws -> String {
        try QueryPredicate(predicate).format
    }

    @Test func `nodes over two texts are coded as lists and print their names`() throws {
        func check<Node: Codable>(_ node: Node, _ name: String) throws {
            #expect("\(node)".hasPrefix(name + "("))
            let data = try JSONEncoder().encode(node)
            #expect(try JSONSerialization.jsonObject(with: data) is [Any])
            #expect("\(try JSONDecoder().decode(Node.self, from: data))" == "\(node)")
        }
        let (a, b) = (PredicateExpressions.Value("Rex"), PredicateExpressions.Value("re"))
        typealias Nodes = PredicateExpressions
        try check(
            Nodes.StringLocalizedStandardContains(root: a, other: b),
            "StringLocalizedStandardContains")
        try check(Nodes.StringLocalizedCompare(root: a, other: b), "StringLocalizedCompare")
        try check(
            Nodes.StringCaseInsensitiveCompare(root: a, other: b), "StringCaseInsensitiveCompare")
    }

    @Test func `comparisons with a result are comparisons of the texts`() throws {
        let (same, first, last) = (
            ComparisonResult.orderedSame, ComparisonResult.orderedAscending,
            ComparisonResult.orderedDescending
        )
        let text = "Rex"
        #expect(
            try format(#Predicate { $0.name.caseInsensitiveCompare(text) == same })
                == "name ==[c] \"Rex\"")
        #expect(
            try format(#Predicate { $0.name.caseInsensitiveCompare(text) != same })
                == "NOT name ==[c] \"Rex\"")
        #expect(
            try format(#Predicate { $0.name.localizedCompare(text) == same })
                == "name ==[l] \"Rex\"")
        #expect(
            try format(#Predicate { $0.name.localizedCompare(text) == first })
                == "(NOT name ==[l] \"Rex\") AND name <[l] \"Rex\"")
        let dogs = ["rex", "REX", "Asta", "Zora", ""].map { Dog($0) }
        for result in [same, first, last] {
            for predicate in [
                #Predicate<Dog> { $0.name.caseInsensitiveCompare(text) == result },
                #Predicate<Dog> { $0.name.localizedCompare(text) == result },
                #Predicate<Dog> { $0.name.localizedCompare(text) != result },
            ] {
                let asked = try NSPredicate(translating: predicate)
                for dog in dogs {
                    #expect(try predicate.evaluate(dog) == asked.evaluate(with: dog), "\(dog.name)")
                }
            }
        }
    }

    @Test func `a choice between numbers is compared with a number`() throws {
        let text = "Rex"
        #expect(try format(#Predicate { ($0.name == text ? 1 : 2) == 2 }) == "NOT name == \"Rex\"")
        #expect(try format(#Predicate { ($0.name == text ? 1 : 2) < 2 }) == "name == \"Rex\"")
        let dogs = [Dog("a"), Dog("b", ""), Dog("c", "x")]
        for predicate in [
            #Predicate<Dog> { $0.nick?.isEmpty == false },
            #Predicate<Dog> { $0.nick?.isEmpty != false },
            #Predicate<Dog> { ($0.nick?.isEmpty ?? true) == false },
        ] {
            let asked = try NSPredicate(translating: predicate)
            for dog in dogs {
                #expect(try predicate.evaluate(dog) == asked.evaluate(with: dog), "\(dog.name)")
            }
        }
    }

    @Test func `text is sorted by the comparators`() {
        let words = ["n10", "N1", "n9", "n2"]
        #expect(words.sorted(using: .localizedStandard) == ["N1", "n2", "n9", "n10"])
        let dogs = words.map { Dog($0, $0 == "n9" ? nil : $0) }
        func names(_ sort: SortDescriptor<Dog>) -> [String] {
            dogs.sorted(using: sort).map(\.name)
        }
        #expect(
            names(SortDescriptor(\.name, comparator: .localizedStandard))
                == ["N1", "n2", "n9", "n10"])
        #expect(
            names(SortDescriptor(\.name, comparator: .localizedStandard, order: .reverse))
                == ["n10", "n9", "n2", "N1"])
        #expect(
            names(SortDescriptor(\.nick, comparator: .localizedStandard))
                == ["n9", "N1", "n2", "n10"])
        #expect(
            dogs.sorted(using: KeyPathComparator(\.name, comparator: .localizedStandard))
                .map(\.name) == ["N1", "n2", "n9", "n10"])
        var reversed = LocalizedStringComparator.localizedStandard
        reversed.order = .reverse
        #expect(names(SortDescriptor(\.name, comparator: reversed)) == ["n10", "n9", "n2", "N1"])
    }

    @Test func `a sort by a comparator is one by a selector, and back`() throws {
        for (comparator, name) in [
            (LocalizedStringComparator.localizedStandard, "localizedStandardCompare:"),
            (.localized, "localizedCompare:"),
        ] {
            let sort = SortDescriptor(\Dog.name, comparator: comparator, order: .reverse)
            let made = NSSortDescriptor(sort)
            #expect(made.selector == Selector(name) && !made.ascending && made.key == "name")
            #expect(SortDescriptor(made, comparing: Dog.self) == sort)
            let optional = SortDescriptor(\Dog.nick, comparator: comparator)
            #expect(SortDescriptor(NSSortDescriptor(optional), comparing: Dog.self) == optional)
        }
        let standard = SortDescriptor(\Dog.name, comparator: .localizedStandard)
        #expect(standard != SortDescriptor(\Dog.name, comparator: .localized))
        #expect(standard != SortDescriptor(\Dog.name))
    }
}
