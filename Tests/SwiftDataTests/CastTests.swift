#if SwiftData
import Foundation
import SwiftData
import Testing

enum Mood: Codable { case calm, wild }
enum Size: String, Codable { case small, large }

@Model class Animal {
    var name: String
    var legs = 4
    var owner: Keeper?
    init(name: String) { self.name = name }
}

@Model class Dog: Animal {
    var tricks = 0
    var mood: Mood?
    var size = Size.small
    var born: Date?
    override init(name: String) { super.init(name: name) }
}

@Model final class Puppy: Dog {
    var weeks = 3
    override init(name: String) { super.init(name: name) }
}

@Model final class Cat: Animal {
    var lives = 9
    var mood: Mood?
    override init(name: String) { super.init(name: name) }
}

@Model final class Keeper {
    var name: String
    @Relationship(inverse: \Animal.owner) var animals: [Animal] = []
    var favourite: Animal?
    init(name: String) { self.name = name }
}

/// `is` and `as?` with a subclass: of what a context has not saved and of what stores have, beside
/// what Foundation says of the models.
@Suite struct CastTests {
    private func fill(_ context: ModelContext) -> (animals: [Animal], keepers: [Keeper]) {
        let keepers = ["Ann", "Bob", "Cid"].map(Keeper.init)
        var animals: [Animal] = []
        for number in 0..<16 {
            let animal: Animal
            switch number % 4 {
            case 0: animal = Animal(name: "a\(number % 3)")
            case 1: animal = Dog(name: "a\(number % 3)")
            case 2: animal = Puppy(name: "a\(number % 3)")
            default: animal = Cat(name: "a\(number % 3)")
            }
            if let dog = animal as? Dog {
                dog.tricks = number % 5
                dog.mood = number % 3 == 0 ? nil : number % 3 == 1 ? .calm : .wild
                dog.size = number % 2 == 0 ? .small : .large
                dog.born = number % 5 == 0 ? nil : Date(timeIntervalSinceReferenceDate: 5)
            }
            if let cat = animal as? Cat {
                cat.lives = number
                cat.mood = number > 8 ? .calm : nil
            }
            if number % 5 != 0 { animal.owner = keepers[number % 3] }
            context.insert(animal)
            animals.append(animal)
        }
        keepers[0].favourite = animals[2]
        keepers[1].favourite = animals[3]
        return (animals, keepers)
    }

    private func check<T: PersistentModel>(
        _ name: String, _ predicate: Predicate<T>, _ models: [T], in context: ModelContext
    ) throws {
        let expected = Set(
            try models.filter { try predicate.evaluate($0) }.map(\.persistentModelID))
        let found = try context.fetch(FetchDescriptor(predicate: predicate))
        #expect(Set(found.map(\.persistentModelID)) == expected, "\(name)")
        #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == expected.count)
        // A question that all or none answer would show nothing.
        #expect(!expected.isEmpty && expected.count < models.count, "\(name)")
    }

    private func ask(_ context: ModelContext, _ animals: [Animal], _ keepers: [Keeper]) throws {
        func animal(_ name: String, _ predicate: Predicate<Animal>) throws {
            try check(name, predicate, animals, in: context)
        }
        func keeper(_ name: String, _ predicate: Predicate<Keeper>) throws {
            try check(name, predicate, keepers, in: context)
        }
        let (calm, large, name): (Mood?, Size, String) = (.calm, .large, "a1")
        let date = Date(timeIntervalSinceReferenceDate: 5)
        try animal("is", #Predicate { $0 is Dog })
        try animal("is not", #Predicate { !($0 is Dog) })
        try animal("is a or b", #Predicate { $0 is Puppy || $0 is Cat })
        try animal("is and", #Predicate { $0 is Dog && $0.name == name })
        try animal("== ", #Predicate { ($0 as? Dog)?.tricks == 2 })
        try animal("!=", #Predicate { ($0 as? Dog)?.tricks != 2 })
        try animal("??", #Predicate { (($0 as? Dog)?.tricks ?? -1) > 1 })
        try animal("inherited", #Predicate { ($0 as? Dog)?.name == name })
        try animal("not nil", #Predicate { ($0 as? Dog) != nil })
        try animal("nil", #Predicate { ($0 as? Dog) == nil })
        try animal("case", #Predicate { ($0 as? Dog)?.mood == calm })
        try animal("case of a sibling", #Predicate { ($0 as? Cat)?.mood == calm })
        try animal("raw", #Predicate { ($0 as? Dog)?.size == large })
        try animal("raw value", #Predicate { ($0 as? Dog)?.size.rawValue == "large" })
        try animal("date", #Predicate { ($0 as? Dog)?.born == date })
        try animal("property is nil", #Predicate { ($0 as? Dog)?.born == nil })
        try animal("second step", #Predicate { ($0 as? Cat)?.owner?.name == "Cid" })
        try animal(
            "if let",
            #Predicate {
                if let dog = $0 as? Dog { return dog.tricks > 1 } else { return false }
            })
        // swift-format-ignore: NeverForceUnwrap
        try animal("as!", #Predicate { $0 is Dog && ($0 as! Dog).tricks > 1 })
        try animal("of a relationship", #Predicate { $0.owner?.favourite is Cat })
        try keeper(
            "of members",
            #Predicate { $0.animals.contains { $0 is Puppy } && $0.name != "Cid" })
        try keeper(
            "count of members",
            #Predicate { $0.animals.filter { (($0 as? Cat)?.lives ?? 0) > 6 }.count == 1 })
        try keeper("to one", #Predicate { $0.favourite is Dog })
        try keeper("to one as", #Predicate { ($0.favourite as? Cat)?.lives == 3 })
    }

    @Test func `casts to subclasses are asked as Foundation has them`() throws {
        let container = try ModelContainer(
            for: Puppy.self, Cat.self, configurations: ModelConfiguration.fresh())
        let context = ModelContext(container)
        let (animals, keepers) = fill(context)
        try ask(context, animals, keepers)
        try context.save()
        try ask(context, animals, keepers)
        let other = ModelContext(container)
        try ask(
            other, try other.fetch(FetchDescriptor<Animal>()),
            try other.fetch(FetchDescriptor<Keeper>()))
        let dogs = try other.fetch(
            FetchDescriptor<Dog>(predicate: #Predicate { $0 is Puppy }))
        #expect(dogs.count == 4 && dogs.allSatisfy { $0 is Puppy })
    }

    @Test func `a forced cast of another class is nil in a store, and the fetch goes on`() throws {
        let context = ModelContext(
            try ModelContainer(
                for: Puppy.self, Cat.self, configurations: ModelConfiguration.fresh()))
        let animals = fill(context).animals
        // swift-format-ignore: NeverForceUnwrap
        let forced = #Predicate<Animal> { ($0 as! Dog).tricks > 1 }
        // swift-format-ignore: NeverForceUnwrap
        let unlike = #Predicate<Animal> { ($0 as! Dog).tricks != 2 }
        let error = #expect(throws: PredicateError.self) {
            try animals.filter { try forced.evaluate($0) }
        }
        #expect(error == .forceCastFailure)
        func ids(_ predicate: Predicate<Animal>) throws -> Set<PersistentIdentifier> {
            Set(try context.fetchIdentifiers(FetchDescriptor(predicate: predicate)))
        }
        for isSaved in [false, true] {
            if isSaved { try context.save() }
            let dogs = animals.compactMap { $0 as? Dog }
            #expect(
                try ids(forced) == Set(dogs.filter { $0.tricks > 1 }.map(\.persistentModelID)))
            #expect(
                try ids(unlike)
                    == Set(
                        animals.filter { ($0 as? Dog)?.tricks != 2 }.map(\.persistentModelID)))
        }
    }

    @Test func `a cast to a model that the schema lacks is refused`() throws {
        let context = ModelContext(
            try ModelContainer(for: Cat.self, configurations: ModelConfiguration.fresh()))
        let error = #expect(throws: SwiftDataError.self) {
            try context.fetch(FetchDescriptor<Animal>(predicate: #Predicate { $0 is Puppy }))
        }
        #expect(error == .unsupportedPredicate)
        #expect(error?.description.contains("Puppy") == true)
    }

    @Test func `models are deleted by a cast`() throws {
        let context = ModelContext(
            try ModelContainer(
                for: Puppy.self, Cat.self, configurations: ModelConfiguration.fresh()))
        _ = fill(context)
        try context.save()
        try context.delete(model: Animal.self, where: #Predicate { $0 is Dog })
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Animal>()) == 8)
    }
}
#endif
