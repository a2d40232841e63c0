import Foundation
import RecordCore
import Testing

@Suite struct `Names that are made in the order of time` {
    @Test func `are UUIDs of version 7 that begin with the milliseconds since 1970`() throws {
        let text = UUID.timeOrdered(at: Date(timeIntervalSince1970: 1_645_557_742)).text
        // The example of RFC 9562, appendix A.6, has this time.
        #expect(text.hasPrefix("017F22E2-79B0-7"))
        #expect(text.count == 36)
        #expect(UUID(uuidString: text)?.uuidString == text)
        let variant = try #require(text.split(separator: "-")[3].first)
        #expect("89AB".contains(variant))
    }

    @Test func `stand in the order in which they were made, within a millisecond too`() {
        // A step of the clock is a 4,096th of a millisecond.
        let start = 1_645_557_742_000.0
        let texts = (0..<20_000).map { number in
            UUID.timeOrdered(
                at: Date(timeIntervalSince1970: (start + Double(number) / 1_000) / 1_000)
            ).text
        }
        #expect(texts == texts.sorted())
        #expect(Set(texts).count == texts.count)
    }

    @Test func `are told apart by chance where the clock stands still`() {
        let now = Date()
        let texts = (0..<1_000).map { _ in UUID.timeOrdered(at: now).text }
        #expect(Set(texts).count == texts.count)
        #expect(Set(texts.map { $0.prefix(18) }).count == 1)
    }

    @Test func `are made for times before 1970 too`() {
        #expect(
            UUID.timeOrdered(at: Date(timeIntervalSince1970: -1)).text
                .hasPrefix("00000000-0000-7000-"))
    }

    @Test func `by chance alone differ in all threads`() async throws {
        let names = await withTaskGroup(of: [UUID].self) { group in
            for task in 0..<8 {
                group.addTask {
                    var numbers = SystemRandomNumbers()
                    return (0..<500).map { _ in
                        task.isMultiple(of: 2) ? .random() : .random(using: &numbers)
                    }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(names).count == 4_000)
        // Version 4, variant 1.
        let pattern = try Regex("^.{14}4.{4}[89AB].{16}$")
        #expect(names.allSatisfy { $0.text.wholeMatch(of: pattern) != nil })
    }
}
