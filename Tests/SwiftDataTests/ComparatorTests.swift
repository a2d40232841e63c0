#if SwiftData
import Foundation
import SwiftData
import TestKit
import Testing

/// Orders and comparisons of text that Foundation on Linux lacks, in memory and in every database.
@Suite struct ComparatorTests {
    private static let titles = [
        "n10", "n9", "N1", "n2", "Éclair", "eclair", "école", "Zoo", "zoo", "", "a b", "ab",
    ]

    /// A context for each kind of store, with a note for each title.
    private func withContexts(_ body: (ModelContext, [Note]) throws -> Void) throws {
        try withFolder { folder in
            let urls = ObjectDatabase.available.map { folder.store("notes", in: $0) }
            for url in [URL(fileURLWithPath: "/dev/null")] + urls {
                let container = try ModelContainer(
                    for: Note.self, configurations: ModelConfiguration(url: url))
                let context = ModelContext(container)
                let notes = Self.titles.enumerated().map { number, title in
                    let note = Note(title: title, number: number)
                    note.tag = number % 3 == 0 ? nil : title
                    context.insert(note)
                    return note
                }
                try body(context, notes)
            }
        }
    }

    /// Asks of what is not saved and of what is.
    private func check(_ predicates: [(String, Predicate<Note>)]) throws {
        try withContexts { context, notes in
            for isSaved in [false, true] {
                if isSaved { try context.save() }
                for (name, predicate) in predicates {
                    let expected = Set(
                        try notes.filter { try predicate.evaluate($0) }.map(\.title))
                    let found = try context.fetch(FetchDescriptor(predicate: predicate))
                    #expect(Set(found.map(\.title)) == expected, "\(name), saved: \(isSaved)")
                    #expect(
                        try context.fetchCount(FetchDescriptor(predicate: predicate))
                            == expected.count, "\(name)")
                    // A question that all or none answer would show nothing.
                    #expect(!expected.isEmpty && expected.count < notes.count, "\(name)")
                }
            }
        }
    }

    @Test func `text is compared without case`() throws {
        let (same, first) = (ComparisonResult.orderedSame, ComparisonResult.orderedAscending)
        let (zoo, n9) = ("ZOO", "N9")
        try check([
            ("same", #Predicate { $0.title.caseInsensitiveCompare(zoo) == same }),
            ("not the same", #Predicate { $0.title.caseInsensitiveCompare(zoo) != same }),
            ("first", #Predicate { $0.title.caseInsensitiveCompare(n9) == first }),
            ("not first", #Predicate { $0.title.caseInsensitiveCompare(n9) != first }),
            ("optional", #Predicate { $0.tag?.caseInsensitiveCompare(n9) == same }),
            ("optional, not", #Predicate { $0.tag?.caseInsensitiveCompare(zoo) != same }),
            (
                "beside another",
                #Predicate { $0.title.caseInsensitiveCompare(zoo) == same && $0.number > 7 }
            ),
            ("of a captured text", #Predicate { n9.caseInsensitiveCompare($0.title) == same }),
        ])
    }

    @Test func `text is compared by the language`() throws {
        let (same, last) = (ComparisonResult.orderedSame, ComparisonResult.orderedDescending)
        let (zoo, n2) = ("zoo", "n2")
        try check([
            ("same", #Predicate { $0.title.localizedCompare(zoo) == same }),
            ("not the same", #Predicate { $0.title.localizedCompare(zoo) != same }),
            ("last", #Predicate { $0.title.localizedCompare(n2) == last }),
            ("optional", #Predicate { $0.tag?.localizedCompare(n2) == last }),
            ("or", #Predicate { $0.title.localizedCompare(n2) == same || $0.title == zoo }),
        ])
    }

    @Test func `text is sorted by a comparator`() throws {
        let orders: [(String, [SortDescriptor<Note>])] = [
            ("standard", [SortDescriptor(\.title, comparator: .localizedStandard)]),
            (
                "standard, reversed",
                [SortDescriptor(\.title, comparator: .localizedStandard, order: .reverse)]
            ),
            ("localized", [SortDescriptor(\.title, comparator: .localized)]),
            ("lexical", [SortDescriptor(\.title, comparator: .lexical)]),
            (
                "lexical, reversed",
                [SortDescriptor(\.title, comparator: .lexical, order: .reverse)]
            ),
            (
                "optional",
                [SortDescriptor(\.tag, comparator: .localizedStandard), SortDescriptor(\.number)]
            ),
            (
                "optional, reversed",
                [
                    SortDescriptor(\.tag, comparator: .localized, order: .reverse),
                    SortDescriptor(\.number),
                ]
            ),
        ]
        try withContexts { context, notes in
            for isSaved in [false, true] {
                if isSaved { try context.save() }
                for (name, sort) in orders {
                    let found = try context.fetch(FetchDescriptor<Note>(sortBy: sort))
                    #expect(
                        found.map(\.title) == notes.sorted(using: sort).map(\.title),
                        "\(name), saved: \(isSaved)")
                }
            }
            let standard = try context.fetch(
                FetchDescriptor<Note>(
                    predicate: #Predicate { $0.title.starts(with: "n") },
                    sortBy: [SortDescriptor(\.title, comparator: .localizedStandard)]))
            #expect(standard.map(\.title) == ["n2", "n9", "n10"])
        }
    }

    @Test func `a path of several steps is sorted by a comparator`() throws {
        try withContexts { context, notes in
            let folders = ["b10", "b9", "A1"].map { Folder(name: $0) }
            for (number, note) in notes.enumerated() { note.folder = folders[number % 3] }
            try context.save()
            let sort = [
                SortDescriptor(\Note.folder?.name, comparator: .localizedStandard),
                SortDescriptor(\.number),
            ]
            let found = try context.fetch(FetchDescriptor<Note>(sortBy: sort))
            #expect(found.map(\.number) == notes.sorted(using: sort).map(\.number))
            #expect(found.first?.folder?.name == "A1" && found.last?.folder?.name == "b10")
        }
    }

    @Test func `a custom store's text is sorted as the default one's`() throws {
        try withFolder { folder in
            let container = try ModelContainer(
                for: Note.self,
                configurations: JSONConfiguration(
                    name: "json", schema: nil, url: folder.appendingPathComponent("a.json")))
            let context = ModelContext(container)
            for title in ["n10", "n9", "N1", "n2"] { context.insert(Note(title: title)) }
            try context.save()
            func titles(_ sort: SortDescriptor<Note>) throws -> [String] {
                try ModelContext(container).fetch(FetchDescriptor<Note>(sortBy: [sort]))
                    .map(\.title)
            }
            #expect(try titles(SortDescriptor(\.title)) == ["N1", "n2", "n9", "n10"])
            #expect(
                try titles(SortDescriptor(\.title, order: .reverse)) == ["n10", "n9", "n2", "N1"])
            #expect(
                try titles(SortDescriptor(\.title, comparator: .lexical))
                    == ["N1", "n10", "n2", "n9"])
        }
    }

    @Test func `descriptors are equal by what they ask`() {
        func descriptor(
            _ predicate: Predicate<Note>?, _ sort: SortDescriptor<Note>
        ) -> FetchDescriptor<Note> { FetchDescriptor(predicate: predicate, sortBy: [sort]) }
        func contains(_ text: String) -> Predicate<Note> {
            #Predicate { $0.title.localizedStandardContains(text) }
        }
        let sort = SortDescriptor(\Note.title, comparator: .localizedStandard)
        let one = descriptor(contains("a"), sort)
        #expect(one == descriptor(contains("a"), sort))
        #expect(one != descriptor(contains("b"), sort) && one != descriptor(nil, sort))
        #expect(
            one != descriptor(contains("a"), SortDescriptor(\Note.title, comparator: .localized)))
        #expect(one != descriptor(contains("a"), SortDescriptor(\Note.title)))
        // What no store can be asked is compared by its nodes.
        func characters(_ text: String) -> Predicate<Note> {
            #Predicate { $0.title.contains { text.contains($0) } && $0.number > 1 }
        }
        #expect(descriptor(characters("a"), sort) == descriptor(characters("a"), sort))
        #expect(descriptor(characters("a"), sort) != descriptor(characters("b"), sort))
        var bounded = one
        bounded.fetchLimit = 3
        #expect(bounded != one)
    }
}
#endif
