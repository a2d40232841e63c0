#if SwiftData
import Foundation
import SwiftData
import TestFiles
import Testing

enum ChainV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self] }

    /// Its label was the name of version 2, and the title of version 1.
    @Model final class Book {
        @Attribute(originalName: "name") var label: String
        var pages: Int
        var sheets: Int?
        init(label: String, pages: Int) {
            self.label = label
            self.pages = pages
        }
    }
}

enum ChainPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, ChainV3.self] }
    // A constant: its type must be Sendable in Swift 6.
    static let stages: [MigrationStage] = [
        .lightweight(fromVersion: V1.self, toVersion: V2.self),
        .lightweight(fromVersion: V2.self, toVersion: ChainV3.self),
    ]
}

struct StageChainTests {
    private let folder = TemporaryFolder()

    private func store(_ name: String, _ version: any VersionedSchema.Type) throws
        -> ModelContainer
    {
        try ModelContainer(
            for: Schema(versionedSchema: version), migrationPlan: ChainPlan.self,
            configurations: ModelConfiguration(url: folder.file(name)))
    }

    @Test func `what each of two stages renames keeps its values`() throws {
        do {
            let context = ModelContext(try store("first", V1.self))
            context.insert(V1.Book(title: "Atlas", pages: 9))
            try context.save()
            let later = ModelContext(try store("second", V2.self))
            later.insert(V2.Book(name: "Flora", pages: 7))
            try later.save()
        }
        for (name, label, pages) in [("first", "Atlas", 9), ("second", "Flora", 7)] {
            let context = ModelContext(try store(name, ChainV3.self))
            let books = try context.fetch(FetchDescriptor<ChainV3.Book>())
            #expect(books.map(\.label) == [label] && books.map(\.pages) == [pages])
        }
        let error = try #require(throws: SwiftDataError.self) { try store("first", V1.self) }
        #expect(error == .backwardMigration)
    }
}
#endif
