#if SwiftData
import Foundation
import SwiftData
import TestRandom

struct Rack: Codable, Equatable {
    var level: Int?
    var room: String
}

struct Place: Codable, Equatable {
    var room: String
    var shelf: Rack
    var spare: Rack?
}

@Model class Work {
    var number: Int
    var title: String
    var pages = 0
    var place: Place?
    var topics: [Topic] = []
    var author: Author?
    init(number: Int, title: String) {
        self.number = number
        self.title = title
    }
}

@Model final class Novel: Work {
    var chapters = 0
    var subtitle: String?
    override init(number: Int, title: String) { super.init(number: number, title: title) }
}

@Model final class Topic {
    var name: String
    @Relationship(inverse: \Work.topics) var works: [Work]?
    init(name: String) { self.name = name }
}

@Model final class Author {
    var name: String
    @Relationship(inverse: \Work.author) var works: [Work]?
    init(name: String) { self.name = name }
}

/// Works of a library, and random questions about them: subclasses, structs within structs,
/// relationships to many on both sides, and optional ones.
enum RandomWorks {
    private typealias P = PredicateExpressions

    static func make(_ random: inout RandomNumbers, in context: ModelContext) -> [Work] {
        let words = RandomTrips.words
        let topics = (0..<4).map { Topic(name: words[$0]) }
        let authors = (0..<3).map { Author(name: words[$0 * 2]) }
        for topic in topics { context.insert(topic) }
        func shelf() -> Rack {
            Rack(
                level: Bool.random(using: &random) ? Int.random(in: 0...3, using: &random) : nil,
                room: words.randomElement(using: &random) ?? "")
        }
        return (0..<Int.random(in: 5...25, using: &random)).map { number in
            let title = words.randomElement(using: &random) ?? ""
            let work: Work
            if Bool.random(using: &random) {
                let novel = Novel(number: number, title: title)
                novel.chapters = Int.random(in: 0...4, using: &random)
                novel.subtitle =
                    Bool.random(using: &random) ? words.randomElement(using: &random) : nil
                work = novel
            } else {
                work = Work(number: number, title: title)
            }
            work.pages = Int.random(in: -2...5, using: &random)
            if Bool.random(using: &random) {
                work.place = Place(
                    room: words.randomElement(using: &random) ?? "", shelf: shelf(),
                    spare: Bool.random(using: &random) ? shelf() : nil)
            }
            work.topics = topics.filter { _ in Bool.random(using: &random) }
            work.author = Bool.random(using: &random) ? authors.randomElement(using: &random) : nil
            context.insert(work)
            return work
        }
    }

    static let last: SortDescriptor<Work> = SortDescriptor(\Work.number)
    static let sorts: [SortDescriptor<Work>] = [
        SortDescriptor(\.pages), SortDescriptor(\.pages, order: .reverse),
        SortDescriptor(\.title, comparator: .localizedStandard),
        SortDescriptor(\.title, comparator: .localized, order: .reverse),
        SortDescriptor(\.author?.name, comparator: .localizedStandard),
        SortDescriptor(\.place?.room, comparator: .localizedStandard, order: .reverse),
        SortDescriptor(\.place?.shelf.level), SortDescriptor(\.place?.spare?.level),
    ]

    static let conditions: RandomConditions<Work> = RandomConditions(
        numbers: [
            { P.build_KeyPath(root: $0, keyPath: \.pages) },
            {
                P.build_KeyPath(
                    root: P.build_KeyPath(root: $0, keyPath: \.topics), keyPath: \.count)
            },
            { work in
                P.build_NilCoalesce(
                    lhs: P.build_flatMap(P.ConditionalCast<_, Novel>(work)) {
                        P.build_KeyPath(root: $0, keyPath: \.chapters)
                    }, rhs: P.build_Arg(-1))
            },
            { work in
                P.build_NilCoalesce(
                    lhs: P.build_flatMap(P.build_KeyPath(root: work, keyPath: \.place)) {
                        P.build_KeyPath(
                            root: P.build_KeyPath(root: $0, keyPath: \.shelf), keyPath: \.level)
                    }, rhs: P.build_Arg(2))
            },
            { work in
                P.build_NilCoalesce(
                    lhs: P.build_flatMap(P.build_KeyPath(root: work, keyPath: \.author)) {
                        P.build_flatMap(P.build_KeyPath(root: $0, keyPath: \.works)) {
                            P.build_KeyPath(root: $0, keyPath: \.count)
                        }
                    }, rhs: P.build_Arg(0))
            },
        ],
        texts: [
            { P.build_KeyPath(root: $0, keyPath: \.title) },
            { work in
                P.build_NilCoalesce(
                    lhs: P.build_flatMap(P.build_KeyPath(root: work, keyPath: \.place)) {
                        P.build_flatMap(P.build_KeyPath(root: $0, keyPath: \.spare)) {
                            P.build_KeyPath(root: $0, keyPath: \.room)
                        }
                    }, rhs: P.build_Arg("none"))
            },
            { work in
                P.build_NilCoalesce(
                    lhs: P.build_flatMap(P.build_KeyPath(root: work, keyPath: \.place)) {
                        P.build_KeyPath(
                            root: P.build_KeyPath(root: $0, keyPath: \.shelf), keyPath: \.room)
                    }, rhs: P.build_Arg(""))
            },
            { work in
                P.build_NilCoalesce(
                    lhs: P.build_flatMap(P.ConditionalCast<_, Novel>(work)) {
                        P.build_KeyPath(root: $0, keyPath: \.subtitle)
                    }, rhs: P.build_Arg("x"))
            },
        ],
        others: [
            { work, _ in P.TypeCheck<_, Novel>(work) },
            { work, random in
                let word = RandomTrips.words.randomElement(using: &random) ?? ""
                return P.build_Equal(
                    lhs: P.build_flatMap(P.ConditionalCast<_, Novel>(work)) {
                        P.build_KeyPath(root: $0, keyPath: \.subtitle)
                    }, rhs: P.build_Arg(Bool.random(using: &random) ? word : nil as String?))
            },
            { work, random in
                let word = RandomTrips.words.randomElement(using: &random) ?? ""
                return P.build_contains(P.build_KeyPath(root: work, keyPath: \.topics)) {
                    P.build_Equal(
                        lhs: P.build_KeyPath(root: $0, keyPath: \.name), rhs: P.build_Arg(word))
                }
            },
            { work, random in
                let count = Int.random(in: 0...8, using: &random)
                // Works that share a topic with more works than so many.
                return P.build_contains(P.build_KeyPath(root: work, keyPath: \.topics)) {
                    P.build_Comparison(
                        lhs: P.build_NilCoalesce(
                            lhs: P.build_flatMap(P.build_KeyPath(root: $0, keyPath: \.works)) {
                                P.build_KeyPath(root: $0, keyPath: \.count)
                            }, rhs: P.build_Arg(0)), rhs: P.build_Arg(count), op: .greaterThan)
                }
            },
            { work, random in
                let pages = Int.random(in: -2...5, using: &random)
                return P.build_Equal(
                    lhs: P.build_flatMap(P.build_KeyPath(root: work, keyPath: \.author)) {
                        P.build_flatMap(P.build_KeyPath(root: $0, keyPath: \.works)) {
                            P.build_contains($0) {
                                P.build_Comparison(
                                    lhs: P.build_KeyPath(root: $0, keyPath: \.pages),
                                    rhs: P.build_Arg(pages), op: .greaterThan)
                            }
                        }
                    }, rhs: P.build_Arg(Bool.random(using: &random) as Bool?))
            },
            { work, random in
                P.build_Equal(
                    lhs: P.build_flatMap(P.build_KeyPath(root: work, keyPath: \.author)) {
                        P.build_flatMap(P.build_KeyPath(root: $0, keyPath: \.works)) {
                            P.build_allSatisfy($0) { P.TypeCheck<_, Novel>($0) }
                        }
                    }, rhs: P.build_Arg(Bool.random(using: &random) as Bool?))
            },
            { work, random in
                P.build_Equal(
                    lhs: P.build_KeyPath(
                        root: P.build_KeyPath(root: work, keyPath: \.topics), keyPath: \.isEmpty),
                    rhs: P.build_Arg(Bool.random(using: &random)))
            },
            { work, random in
                let level: Int? =
                    Bool.random(using: &random) ? Int.random(in: 0...3, using: &random) : nil
                return P.build_Equal(
                    lhs: P.build_flatMap(P.build_KeyPath(root: work, keyPath: \.place)) {
                        P.build_flatMap(P.build_KeyPath(root: $0, keyPath: \.spare)) {
                            P.build_KeyPath(root: $0, keyPath: \.level)
                        }
                    }, rhs: P.build_Arg(level))
            },
        ], words: ["Lisbon", "o", "", "Porto 2", "År", "x"])
}
#endif
