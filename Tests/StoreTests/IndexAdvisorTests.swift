import SQLLowering
import Testing

@testable import SQLStorage

@Suite struct `Index learning` {
    private let wanted = IndexAdvisor.Wanted(
        type: "City", index: CompositeIndex("country", "score"))

    /// How many questions are asked until one is looked at closer, and for how many it stands.
    private func next(_ learning: IndexAdvisor) -> (asked: Int, stands: Int)? {
        for asked in 1...10_000 {
            if let stands = learning.sample(wanted) { return (asked, stands) }
        }
        return nil
    }

    @Test func `samples of quick questions become rarer, those of slow ones come again`() throws {
        let learning = IndexAdvisor()
        for gap in [32, 64, 128, 256, 512, 1024, 2048, 4096, 4096] {
            let found = try #require(next(learning))
            #expect(found == (gap, gap))
            #expect(!learning.isDue(wanted, looked: 300, gave: 100, questions: gap))
        }
        _ = next(learning)
        // Slow, and stands for more questions than make a habit.
        #expect(learning.isDue(wanted, looked: 1000, gave: 100, questions: 4096))
        #expect(try #require(next(learning)) == (32, 32))
    }

    @Test func `an index is due when the rows looked at in vain outnumber those of the table`() {
        let learning = IndexAdvisor()
        #expect(!learning.isDue(wanted, looked: 511, gave: 1, questions: 1000))
        #expect(!learning.isDue(wanted, looked: 1000, gave: 500, questions: 1000))
        // 600 rows each: 21 questions are too few, and 33 cost 20,000 rows.
        for _ in 0..<33 { #expect(!learning.isDue(wanted, looked: 601, gave: 1)) }
        #expect(learning.isDue(wanted, looked: 601, gave: 1))
        #expect(!learning.isDue(wanted, ofRows: 50_000))
        #expect(!learning.isDue(wanted, looked: 601, gave: 1))
        #expect(learning.isDue(wanted, looked: 601, gave: 1, questions: 50))
        #expect(learning.isDue(wanted, ofRows: 50_000))
        // The count starts again.
        #expect(!learning.isDue(wanted, looked: 601, gave: 1))
    }

    @Test func `what cannot be made is neither looked at closer nor due for a while`() {
        let learning = IndexAdvisor()
        learning.refuse(wanted, for: .seconds(3600))
        #expect(next(learning) == nil)
        #expect(!learning.isDue(wanted, looked: 100_000, gave: 1, questions: 4096))
        learning.refuse(wanted, for: .zero)
        #expect(next(learning) != nil)
        #expect(learning.isDue(wanted, looked: 100_000, gave: 1, questions: 4096))
    }
}
