import Foundation
import FoundationPredicates
import PredicateCore
import Testing

private final class Owner {
    var first = "Änn"
    var name: String { first }
}

private class Dog {
    var given = "Rex"
    var name: String {
        get { given }
        set { given = newValue }
    }
    var boss: Owner? { nil }
    var size: Size { .small }
}

private enum Size: String, CaseIterable {
    case small, large
    var shout: String { rawValue.uppercased() }
}

@Suite struct `Names of computed key paths` {
    private func register() {
        KeyPathNames.register([\Dog.name: "name", \Dog.boss: "boss", \Dog.size: "size"])
        KeyPathNames.register([\Owner.name: "name"])
    }

    @Test func `a longer key path has a name when its steps have one`() {
        register()
        #expect(KeyPathNames.name(of: \Dog.name) == "name")
        #expect(KeyPathNames.name(of: \Dog.boss?.name) == "boss.name")
        #expect(KeyPathNames.name(of: \Dog.boss?.first) == "boss.first")
        #expect(KeyPathNames.name(of: \Dog.self) == "SELF")
    }

    @Test func `libraries read names from the key paths themselves`() {
        register()
        let path: AnyKeyPath = \Dog.boss?.name
        #expect(path._kvcKeyPathString == "boss.name")
        #expect((\Size.shout)._kvcKeyPathString == nil)
    }

    @Test func `names are known in another file of the module`() {
        KeyPathNames.register([
            \Kennel.keeper: "keeper", \Kennel.owner: "owner", \Kennel.town: "town",
            \Kennel.beds: "beds", \Kennel.shed: "shed",
        ])
        KeyPathNames.register([\Keeper.name: "name", \Keeper.nick: "nick"])
        KeyPathNames.register([\Shed.tool: "tool", \Shed.lender: "lender"])
        let names = keyPathsWrittenElsewhere.map(KeyPathNames.name(of:))
        #expect(
            names == [
                "keeper.name", "owner.name", "owner.nick", "owner.age",
                "town.street", "beds", nil, "shed.tool.name", "shed.lender.name",
            ])
    }

    @Test func `an enumeration stands for its raw value, and for nothing else`() throws {
        register()
        let predicate = try QueryPredicate(#Predicate<Dog> { $0.size.rawValue == "small" })
        #expect(predicate.format == "size == \"small\"")
        #expect(KeyPathNames.name(of: \Size.shout) == nil)
    }

    @Test func `localizedStandardContains ignores case and accents`() throws {
        register()
        let text = "RE"
        let predicate = #Predicate<Dog> { $0.name.localizedStandardContains(text) }
        #expect(try predicate.evaluate(Dog()))
        #expect(try QueryPredicate(predicate).format == "name CONTAINS[cd] \"RE\"")
    }

    @Test func `every text contains the empty one`() throws {
        register()
        let text = ""
        let predicate = #Predicate<Dog> { $0.name.contains(text) }
        #expect(try predicate.evaluate(Dog()))
        #expect(try QueryPredicate(predicate).format == "name != nil")
        let start = #Predicate<Dog> { $0.name.starts(with: text) }
        #expect(try QueryPredicate(start).format == "name != nil")
    }
}
