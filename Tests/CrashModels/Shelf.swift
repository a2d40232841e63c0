#if SwiftData
package import Foundation
package import SwiftData
import CoreData

/// Books that a program brings to the newest version of their models, with work of its own before
/// and after.
package enum Shelf: SchemaMigrationPlan {
    package enum V1: VersionedSchema {
        package static let versionIdentifier = Schema.Version(1, 0, 0)
        package static var models: [any PersistentModel.Type] { [Book.self] }

        @Model package final class Book {
            package var title: String
            package var pages: Int
            @Attribute(.externalStorage) package var cover: Data?
            package init(title: String, pages: Int) {
                self.title = title
                self.pages = pages
            }
        }
    }

    package enum V2: VersionedSchema {
        package static let versionIdentifier = Schema.Version(2, 0, 0)
        package static var models: [any PersistentModel.Type] { [Book.self] }

        @Model package final class Book {
            @Attribute(originalName: "title") package var name: String
            package var pages: Int
            package var sheets: Int?
            @Attribute(.externalStorage) package var cover: Data?
            package init(name: String, pages: Int) {
                self.name = name
                self.pages = pages
            }
        }
    }

    package enum V3: VersionedSchema {
        package static let versionIdentifier = Schema.Version(3, 0, 0)
        package static var models: [any PersistentModel.Type] { [Book.self] }

        @Model package final class Book {
            @Attribute(.unique) package var name: String
            package var sheets: Int?
            package var isRead = false
            @Attribute(.externalStorage) package var cover: Data?
            package init(name: String) { self.name = name }
        }
    }

    package static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
    package static var stages: [MigrationStage] {
        [
            .lightweight(fromVersion: V1.self, toVersion: V2.self),
            .custom(
                fromVersion: V2.self, toVersion: V3.self,
                willMigrate: { context in
                    var names: Set<String> = []
                    let books = try context.fetch(
                        FetchDescriptor<V2.Book>(sortBy: [SortDescriptor(\.pages)]))
                    for book in books {
                        book.sheets = book.pages / 2
                        if !names.insert(book.name).inserted { context.delete(book) }
                    }
                    try context.save()
                },
                didMigrate: { context in
                    // In two saves, so that one of them alone is seen.
                    for isOdd in [false, true] {
                        for book in try context.fetch(FetchDescriptor<V3.Book>())
                        where ((book.sheets ?? 0) % 2 == 1) == isOdd {
                            book.isRead = true
                            if book.sheets == 7 { book.cover = cover(77) }
                        }
                        try context.save()
                    }
                }),
        ]
    }

    private static let count = 40

    private static func cover(_ number: Int) -> Data? {
        number % 7 == 0 ? Data(repeating: UInt8(number), count: 110_000 + number) : nil
    }

    private static func configuration(_ path: String) -> ModelConfiguration {
        ModelConfiguration(url: URL(fileURLWithPath: path))
    }

    /// Makes a store of the first version in which some names occur twice.
    ///
    /// - Returns: The context, which has the store open.
    package static func make(_ path: String) throws -> ModelContext {
        let context = ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: V1.self), configurations: configuration(path)))
        for number in 0..<count {
            let book = V1.Book(title: "book \(number % 30)", pages: number * 2)
            book.cover = cover(number)
            context.insert(book)
        }
        try context.save()
        return context
    }

    /// Opens a store, bringing it to the newest version.
    package static func migrate(_ path: String) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(versionedSchema: V3.self), migrationPlan: Shelf.self,
            configurations: configuration(path))
    }

    /// The version of a store, and what it holds, a line each.
    package static func state(of path: String) throws -> (version: Int, lines: [String]) {
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            type: .sqlite, at: URL(fileURLWithPath: path))
        let identifiers = metadata[NSStoreModelVersionIdentifiersKey] as? [String] ?? []
        func context(_ version: any VersionedSchema.Type) throws -> ModelContext {
            ModelContext(
                try ModelContainer(
                    for: Schema(versionedSchema: version), configurations: configuration(path)))
        }
        switch identifiers {
        case ["1.0.0"]:
            let books = try context(V1.self).fetch(FetchDescriptor<V1.Book>())
            return (1, books.map { line($0.title, $0.pages, nil, $0.cover, $0.pages / 2) }.sorted())
        case ["2.0.0"]:
            let books = try context(V2.self).fetch(FetchDescriptor<V2.Book>())
            return (
                2, books.map { line($0.name, $0.pages, $0.sheets, $0.cover, $0.pages / 2) }.sorted()
            )
        case ["3.0.0"]:
            let books = try context(V3.self).fetch(FetchDescriptor<V3.Book>())
            return (
                3,
                books.map {
                    // The cover of one book is the migration's.
                    let number = $0.sheets == 7 ? 77 : $0.sheets ?? -1
                    return line($0.name, nil, $0.sheets, $0.cover, number)
                        + ($0.isRead ? " read" : "")
                }.sorted()
            )
        default: return (0, identifiers)
        }
    }

    /// What a store of a version holds.
    package static func lines(of version: Int) -> [String] {
        (0..<count).filter { version < 3 || $0 < 30 }.map { number in
            let name = "book \(number % 30)"
            switch version {
            case 3: return line(name, nil, number, cover(number), number) + " read"
            default: return line(name, number * 2, nil, cover(number), number)
            }
        }.sorted()
    }

    private static func line(
        _ name: String, _ pages: Int?, _ sheets: Int?, _ cover: Data?, _ number: Int
    ) -> String {
        "\(name) pages \(pages ?? -1) sheets \(sheets ?? -1)"
            + (cover == Shelf.cover(number) ? "" : " without its cover")
    }
}
#endif
