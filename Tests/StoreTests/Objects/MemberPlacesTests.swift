import Testing

@testable import SQLStorage
import TestRandom

@Suite struct `Places of members` {
    /// The members in the order of their places.
    private func order(_ places: [Int64: Int64?]) -> [Int64] {
        places.sorted {
            ($0.value ?? .max, $0.key) < ($1.value ?? .max, $1.key)
        }.map(\.key)
    }

    @Test func `one that moves, comes or goes changes one place`() {
        let members = Array(Int64(1)...1_000)
        var places: [Int64: Int64?] = [:]
        for member in members { places[member] = .some(nil) }
        for (row, place) in MemberPlaces.moved(members, places) { places[row] = place }
        #expect(order(places) == members)
        #expect(MemberPlaces.moved(members, places).isEmpty)
        // The last one to the front, the first one to the end, a new one into the middle.
        for wanted in [
            [1_000] + members.dropLast(), Array(members.dropFirst()) + [1],
        ] as [[Int64]] {
            #expect(MemberPlaces.moved(wanted, places).count == 1)
        }
        places[2_000] = .some(nil)
        let middle = Array(members[..<500]) + [2_000] + Array(members[500...])
        let moved = MemberPlaces.moved(middle, places)
        #expect(moved.map(\.row) == [2_000])
        for (row, place) in moved { places[row] = place }
        #expect(order(places) == middle)
        // Of members that went, nothing is to be written.
        for gone in Int64(3)...7 { places[gone] = nil }
        #expect(MemberPlaces.moved(middle, places).isEmpty)
    }

    @Test func `any order comes about, whatever the places were`() {
        var random = RandomNumbers(seed: 7)
        for round in 0..<2_000 {
            var places: [Int64: Int64?] = [:]
            for member in 1...Int64(random.number(1...12)) {
                let place: Int64? =
                    random.chance(20)
                    ? nil : random.chance(5) ? .max : Int64(random.number(-2...30))
                places[member] = .some(place)
            }
            let wanted = places.keys.sorted().shuffled(using: &random)
            // Names of others, and names said twice, do no harm.
            for (row, place) in MemberPlaces.moved(wanted + [99] + wanted.prefix(2), places) {
                places[row] = place
            }
            #expect(order(places) == wanted, "round \(round)")
        }
    }
}
