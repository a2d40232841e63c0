#if SwiftData
import Foundation
import SwiftData
import TestKit
import TestTime
import Testing

@Model class Paper {
    @Attribute(.unique) var key: String
    var pages = 1
    @Relationship(inverse: \Clip.paper) var clips: [Clip] = []
    init(key: String) { self.key = key }
}

@Model final class Memo: Paper {
    var text = "memo"
    @Relationship(inverse: \Flag.memo) var flags: [Flag] = []
    override init(key: String) { super.init(key: key) }
}

@Model final class Mail: Paper {
    var recipient = "bob"
    override init(key: String) { super.init(key: key) }
}

/// Must have a paper.
@Model final class Clip {
    var paper: Paper
    init(paper: Paper) { self.paper = paper }
}

/// Must have a memo.
@Model final class Flag {
    var memo: Memo
    init(memo: Memo) { self.memo = memo }
}

/// Points at papers, which know nothing of it.
@Model final class Desk {
    var top: Paper?
    var memo: Memo?
    init() {}
}

/// Unique values that classes have from one above them.
@Suite struct UpsertClassTests {
    /// Runs a check over a store in memory, and one in each database.
    private func inEachStore(_ check: (ModelContainer) throws -> Void) throws {
        func run(_ url: URL) throws {
            try check(
                try ModelContainer(
                    for: Memo.self, Mail.self, Clip.self, Flag.self, Desk.self,
                    configurations: ModelConfiguration(url: url)))
        }
        try withFolder { folder in
            try run(URL(fileURLWithPath: "/dev/null"))
            for database in ObjectDatabase.available {
                try run(folder.store("papers", in: database))
            }
        }
    }

    private func papers(_ container: ModelContainer) throws -> [String] {
        try ModelContext(container).fetch(FetchDescriptor<Paper>(sortBy: [SortDescriptor(\.key)]))
            .map { "\(type(of: $0)) \($0.key) \($0.pages)" }
    }

    @Test func `a stored model becomes one of the class of the newer model`() throws {
        try inEachStore { container in
            let context = ModelContext(container)
            let memo = Memo(key: "k")
            context.insert(memo)
            try context.save()
            let mail = Mail(key: "k")
            (mail.recipient, mail.pages) = ("eve", 2)
            context.insert(mail)
            try context.save()
            #expect(mail.recipient == "eve" && mail.modelContext === context)
            #expect(memo.text == "memo" && memo.modelContext == nil)
            #expect(try papers(container) == ["Mail k 2"])
            mail.pages = 3
            try context.save()
            #expect(try papers(container) == ["Mail k 3"])
            // The class above, and one below it again.
            let paper = Paper(key: "k")
            context.insert(paper)
            try context.save()
            #expect(paper.key == "k" && paper.modelContext === context)
            #expect(try papers(container) == ["Paper k 1"])
            context.insert(Memo(key: "k"))
            try context.save()
            #expect(try papers(container) == ["Memo k 1"])
        }
    }

    @Test func `the last of new models of several classes is saved`() throws {
        try inEachStore { container in
            let context = ModelContext(container)
            let (memo, mail) = (Memo(key: "k"), Mail(key: "k"))
            context.insert(memo)
            context.insert(mail)
            try context.save()
            #expect(mail.recipient == "bob" && memo.text == "memo")
            #expect(try papers(container) == ["Mail k 1"])
        }
    }

    @Test func `a model that gets the unique value of one of another class replaces it`() throws {
        try inEachStore { container in
            let context = ModelContext(container)
            let (memo, mail) = (Memo(key: "a"), Mail(key: "b"))
            context.insert(memo)
            context.insert(mail)
            try context.save()
            mail.key = "a"
            try context.save()
            #expect(mail.recipient == "bob" && mail.modelContext === context)
            #expect(memo.modelContext == nil)
            #expect(try papers(container) == ["Mail a 1"])
        }
    }

    @Test func `what refers to the replaced model refers to the newer one`() throws {
        try inEachStore { container in
            let context = ModelContext(container)
            let (memo, desk) = (Memo(key: "k"), Desk())
            let clip = Clip(paper: memo)
            context.insert(clip)
            (desk.top, desk.memo) = (memo, memo)
            context.insert(desk)
            try context.save()
            let other = ModelContext(container)
            let mail = Mail(key: "k")
            other.insert(mail)
            try other.save()
            #expect(mail.clips.count == 1)
            let last = ModelContext(container)
            let (clips, desks) = (
                try last.fetch(FetchDescriptor<Clip>()), try last.fetch(FetchDescriptor<Desk>())
            )
            #expect(clips.map { ($0.paper as? Mail)?.recipient } == ["bob"])
            #expect(desks.map { ($0.top as? Mail)?.recipient } == ["bob"])
            // A mail is no memo.
            #expect(desks.map { $0.memo?.text } == [nil])
        }
    }

    @Test func `a model that others must have stays, and the save throws`() throws {
        try inEachStore { container in
            let context = ModelContext(container)
            let memo = Memo(key: "k")
            context.insert(Flag(memo: memo))
            try context.save()
            let mail = Mail(key: "k")
            context.insert(mail)
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == 133021)
            #expect(mail.recipient == "bob" && memo.flags.count == 1 && !memo.isDeleted)
            #expect(try papers(container) == ["Memo k 1"])
            mail.key = "other"
            try context.save()
            #expect(try papers(container) == ["Memo k 1", "Mail other 1"])
        }
    }
}
#endif
