#if SwiftData
import Foundation
import SwiftData
import TestKit
import TestRandom
import Testing

/// Random models and predicates, asked by SwiftData in memory, in every database, and by a plain
/// filter.
///
/// `QUARRY_ROUNDS` says how many graphs; each is asked forty questions.
@Suite struct DifferentialTests {
    private static let rounds =
        ProcessInfo.processInfo.environment["QUARRY_ROUNDS"].flatMap { Int($0) } ?? 3

    @Test(arguments: 0..<rounds) func `stores and a plain filter agree`(round: Int) throws {
        try withFolder { folder in
            let urls = ObjectDatabase.available.map { folder.store("trips", in: $0) }
            for url in [URL(fileURLWithPath: "/dev/null")] + urls {
                let container = try ModelContainer(
                    for: Trip.self, configurations: ModelConfiguration(url: url))
                var random = RandomNumbers(seed: UInt64(round) &* 7919 &+ 13)
                let context = ModelContext(container)
                let trips = Graph.make(&random, in: context)
                if round % 2 == 0 { try context.save() }
                for number in 0..<40 {
                    let (name, predicate) = Questions.any(&random)
                    let expected = Set(
                        try trips.filter { try predicate.evaluate($0) }.map(\.code))
                    let found = Set(
                        try context.fetch(FetchDescriptor(predicate: predicate)).map(\.code))
                    #expect(found == expected, "question \(number) of round \(round): \(name)")
                    let count = try context.fetchCount(FetchDescriptor(predicate: predicate))
                    #expect(count == expected.count, "count of \(name) in round \(round)")
                }
                try context.save()
            }
        }
    }
}

private enum Graph {
    static func make(_ random: inout RandomNumbers, in context: ModelContext) -> [Trip] {
        let words = ["Lisbon", "lisbon", "Århus", "arhus", "", "Porto 2", "Porto 10", "ß"]
        let people = (0..<3).map { Person(name: words[$0 * 2] + "\($0)") }
        return (0..<Int.random(in: 5...25, using: &random)).map { number in
            let trip = Trip(
                code: "c\(number)", name: words.randomElement(using: &random) ?? "",
                season: Season.allCases.randomElement(using: &random) ?? .spring)
            trip.distance = Int.random(in: -3...6, using: &random)
            trip.price =
                Bool.random(using: &random)
                ? Double(Int.random(in: 0...8, using: &random)) / 2 : nil
            trip.start =
                Bool.random(using: &random)
                ? Date(
                    timeIntervalSinceReferenceDate: Double(Int.random(in: 0...5, using: &random)))
                : nil
            trip.transport =
                [Transport.foot, .train, .ship, nil].randomElement(using: &random) ?? nil
            trip.address =
                Bool.random(using: &random)
                ? Address(
                    street: words.randomElement(using: &random) ?? "",
                    zip: Bool.random(using: &random) ? Int.random(in: 0...3, using: &random) : nil)
                : nil
            trip.stops = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                Stop(
                    place: words.randomElement(using: &random) ?? "",
                    nights: Int.random(in: 0...4, using: &random))
            }
            trip.owner = Bool.random(using: &random) ? people.randomElement(using: &random) : nil
            context.insert(trip)
            return trip
        }
    }
}

private enum Questions {
    static func any(_ random: inout RandomNumbers) -> (String, Predicate<Trip>) {
        let low = Int.random(in: -3...6, using: &random)
        let high = low + Int.random(in: 0...4, using: &random)
        let text = ["Lisbon", "o", "", "Porto 2", "År", "x"].randomElement(using: &random) ?? ""
        let season = Season.allCases.randomElement(using: &random) ?? .spring
        let transport: Transport? =
            [Transport.foot, .train, .ship, nil].randomElement(using: &random) ?? nil
        let half = Double(Int.random(in: 0...8, using: &random)) / 2
        let date = Date(
            timeIntervalSinceReferenceDate: Double(Int.random(in: 0...5, using: &random)))
        let names = ["Lisbon", text]
        switch Int.random(in: 0..<26, using: &random) {
        case 0: return ("distance >", #Predicate { $0.distance > low })
        case 1: return ("range", #Predicate { (low...high).contains($0.distance) })
        case 2: return ("name ==", #Predicate { $0.name == text })
        case 3: return ("name !=", #Predicate { $0.name != text })
        case 4: return ("contains", #Predicate { $0.name.contains(text) })
        case 5: return ("starts", #Predicate { $0.name.starts(with: text) })
        case 6: return ("season", #Predicate { $0.season == season })
        case 7: return ("season !=", #Predicate { $0.season != season })
        case 8: return ("transport", #Predicate { $0.transport == transport })
        case 9: return ("transport !=", #Predicate { $0.transport != transport })
        case 10: return ("price nil", #Predicate { $0.price == nil })
        case 11: return ("price ?? ", #Predicate { ($0.price ?? 1) > half })
        case 12: return ("date", #Predicate { ($0.start ?? date) < date })
        case 13: return ("street", #Predicate { $0.address?.street == text })
        case 14: return ("zip", #Predicate { ($0.address?.zip ?? low) > 1 })
        case 15: return ("address nil", #Predicate { $0.address == nil })
        case 16: return ("any stop", #Predicate { $0.stops.contains { $0.nights > low } })
        case 17: return ("all stops", #Predicate { $0.stops.allSatisfy { $0.nights >= low } })
        case 18: return ("count", #Predicate { $0.stops.filter { $0.nights > 1 }.count > 1 })
        case 19: return ("empty", #Predicate { !$0.stops.isEmpty })
        case 20: return ("owner", #Predicate { $0.owner?.name.contains(text) == true })
        case 21: return ("owner nil", #Predicate { $0.owner == nil && $0.distance < high })
        case 22: return ("in", #Predicate { names.contains($0.name) })
        case 23: return ("or", #Predicate { $0.distance < low || $0.season == season })
        case 24: return ("not", #Predicate { !($0.distance < low && $0.name == text) })
        default:
            return ("arithmetic", #Predicate { $0.distance * 2 + 1 > high - $0.distance })
        }
    }
}
#endif
