import SQLLowering
import Testing

@testable import SQLStorage

@Suite struct `Index advisor` {
    private let candidate = IndexAdvisor.Candidate(
        type: "City", index: CompositeIndex("country", "score"))

    /// How many questions are asked until one is looked at closer, and for how many it stands.
    private func next(_ advisor: IndexAdvisor) -> (asked: Int, stands: Int)? {
        for asked in 1...10_000 {
            if let stands = advisor.sample(candidate) { return (asked, stands) }
        }
        return nil
    }

    @Test func `samples of quick questions become rarer, those of slow ones come again`() throws {
        let advisor = IndexAdvisor()
        for gap in [32, 64, 128, 256, 512, 1024, 2048, 4096, 4096] {
            let found = try #require(next(advisor))
            #expect(found == (gap, gap))
            #expect(!advisor.isDue(candidate, looked: 300, gave: 100, queries: gap))
        }
        _ = next(advisor)
        // Slow, and stands for more questions than make a habit.
        #expect(advisor.isDue(candidate, looked: 1000, gave: 100, queries: 4096))
        #expect(try #require(next(advisor)) == (32, 32))
    }

    @Test func `an index is due when the rows looked at in vain outnumber those of the table`() {
        let advisor = IndexAdvisor()
        #expect(!advisor.isDue(candidate, looked: 511, gave: 1, queries: 1000))
        #expect(!advisor.isDue(candidate, looked: 1000, gave: 500, queries: 1000))
        // 600 rows each: 21 questions are too few, and 33 cost 20,000 rows.
        for _ in 0..<33 { #expect(!advisor.isDue(candidate, looked: 601, gave: 1)) }
        #expect(advisor.isDue(candidate, looked: 601, gave: 1))
        #expect(!advisor.isDue(candidate, ofRows: 50_000))
        #expect(!advisor.isDue(candidate, looked: 601, gave: 1))
        #expect(advisor.isDue(candidate, looked: 601, gave: 1, queries: 50))
        #expect(advisor.isDue(candidate, ofRows: 50_000))
        // The count starts again.
        #expect(!advisor.isDue(candidate, looked: 601, gave: 1))
    }

    @Test func `what cannot be made is neither looked at closer nor due for a while`() {
        let advisor = IndexAdvisor()
        advisor.refuse(candidate, for: .seconds(3600))
        #expect(next(advisor) == nil)
        #expect(!advisor.isDue(candidate, looked: 100_000, gave: 1, queries: 4096))
        advisor.refuse(candidate, for: .zero)
        #expect(next(advisor) != nil)
        #expect(advisor.isDue(candidate, looked: 100_000, gave: 1, queries: 4096))
    }
}
