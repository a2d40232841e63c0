import Foundation
import QueryBuilderCore
import Testing

private enum Level: Int {
    case low = 1
    case high = 8
}

private struct Track {
    var name: String
    var level: Level?
    var plays: Int?
    var rating: Double?
    var gain: Float?
    var price: Decimal?
    var cost: Decimal
}

/// Sums and the like of optional properties and of decimal numbers.
struct OptionalSummaryTests {
    private let tracks = [
        Track(
            name: "Air", level: .high, plays: 3, rating: 0.1, gain: 0.25,
            price: Decimal(string: "0.99"), cost: 1),
        Track(
            name: "Birdland", level: nil, plays: nil, rating: nil, gain: nil, price: nil, cost: 2),
        Track(
            name: "Cantaloupe", level: .low, plays: 4, rating: 0.7, gain: 0.1,
            price: Decimal(string: "1.10"), cost: Decimal(string: "0.05") ?? 0),
    ].query()

    @Test func `optional properties have a smallest and a largest value`() throws {
        #expect(try tracks.minimum(\.level) == .low)
        #expect(try tracks.maximum(\.level) == .high)
        #expect(try tracks.distinctValues(of: \.level) == [.low, .high])
        #expect(try tracks.maximum(\.rating) == 0.7)
        #expect(try tracks.minimum(\.gain) == 0.1)
        #expect(try tracks.distinctValues(of: \.gain) == [0.1, 0.25])
        #expect(try tracks.maximum(\.price) == Decimal(string: "1.1"))
        #expect(try tracks.where("name == 'Birdland'").maximum(\.level) == nil)
        let error = try #require(throws: QueryError.self) {
            try tracks.maximum("name", as: Level?.self)
        }
        #expect(error.description.contains("not Level"))
    }

    @Test func `optional and decimal properties have a sum and a mean`() throws {
        #expect(try tracks.sum(\.plays) == 7)
        #expect(try tracks.sum(\.rating) == 0.1 + 0.7)
        #expect(try tracks.sum(\.cost) == Decimal(string: "3.05"))
        #expect(try tracks.sum(\.price) == Decimal(string: "2.09"))
        #expect(try tracks.average(\.plays) == 3.5)
        #expect(try tracks.average(\.price) == 1.045)
        #expect(try tracks.average(\.cost).map { ($0 * 1000).rounded() } == 1017)
        let none = tracks.where("name == 'Birdland'")
        #expect(try none.sum(\.price) == 0)
        #expect(try none.sum(\.plays) == 0)
        #expect(try none.average(\.rating) == nil)
    }

    @Test func `optional properties lie in ranges`() throws {
        #expect(try tracks.where(0.5...1 ~= \.rating).all().map(\.name) == ["Cantaloupe"])
        #expect(try tracks.where(3..<4 ~= \.plays).all().map(\.name) == ["Air"])
        #expect(try tracks.where(!(0...9 ~= \.plays)).all().map(\.name) == ["Birdland"])
    }
}
