#if SwiftData
package import Foundation
package import SwiftData

/// Accounts that a program saves, round by round, until it is killed.
///
/// What the store holds follows from the number of rounds alone: a save of which a part is missing
/// is like no number.
package enum Ledger {
    @Model package final class Account {
        @Attribute(.unique) package var number: Int
        package var name: String
        @Attribute(.externalStorage) package var photo: Data?
        @Relationship(deleteRule: .cascade, inverse: \Entry.account) package var entries: [Entry]
        package init(number: Int) {
            self.number = number
            name = "account \(number)"
            photo = Ledger.photo(number)
            entries = []
        }
    }

    @Model package final class Entry {
        package var amount: Int
        package var account: Account?
        package init(amount: Int) { self.amount = amount }
    }

    @Model package final class Counter {
        package var rounds: Int
        package init(rounds: Int) { self.rounds = rounds }
    }

    /// Bytes that are kept in a file beside the store, of every second account.
    private static func photo(_ number: Int) -> Data? {
        number % 2 == 0 ? Data(repeating: UInt8(number % 256), count: 110_000 + number) : nil
    }

    /// The store at a path.
    package static func container(_ path: String) throws -> ModelContainer {
        try ModelContainer(
            for: Account.self, Counter.self,
            configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
    }

    /// How many rounds a store has.
    package static func rounds(in context: ModelContext) throws -> Int {
        try context.fetch(FetchDescriptor<Counter>()).first?.rounds ?? 0
    }

    /// Saves a round: a new account, the one before it changed, the third last deleted.
    package static func save(_ context: ModelContext) throws {
        let round = try rounds(in: context)
        if let counter = try context.fetch(FetchDescriptor<Counter>()).first {
            counter.rounds = round + 1
        } else {
            context.insert(Counter(rounds: 1))
        }
        let account = Account(number: round)
        account.entries = (0..<4).map { Entry(amount: round * 10 + $0) }
        context.insert(account)
        for account in try context.fetch(FetchDescriptor<Account>()) {
            if account.number == round - 1 {
                account.name += " changed"
                for entry in account.entries { entry.amount += 1_000 }
            }
            if account.number == round - 3 { context.delete(account) }
        }
        context.author = "\(round)"
        try context.save()
    }

    /// What a store holds, a line each.
    package static func lines(in context: ModelContext) throws -> [String] {
        let accounts = try context.fetch(
            FetchDescriptor<Account>(sortBy: [SortDescriptor(\.number)]))
        let entries = try context.fetch(FetchDescriptor<Entry>())
        let history = try context.fetchHistory(
            HistoryDescriptor<DefaultHistoryTransaction>())
        return ["rounds \(try rounds(in: context))"]
            + accounts.map { account in
                let photo = account.photo == photo(account.number) ? "" : " without its photo"
                let amounts = account.entries.map(\.amount).sorted()
                return "\(account.name)\(photo): \(amounts)"
            } + ["\(entries.count) entries", "history \(history.compactMap(\.author))"]
    }

    /// What a store holds after so many rounds.
    package static func lines(after rounds: Int) -> [String] {
        let kept = max(0, rounds - 3)..<rounds
        return ["rounds \(rounds)"]
            + kept.map { number in
                let isLast = number == rounds - 1
                let amounts = (0..<4).map { number * 10 + $0 + (isLast ? 0 : 1_000) }
                return "account \(number)\(isLast ? "" : " changed"): \(amounts)"
            } + ["\(kept.count * 4) entries", "history \((0..<rounds).map(String.init))"]
    }
}
#endif
