import RecordCore
import Testing

@Suite struct `Requests for records that point at each other` {
    @Test(arguments: [false, true])
    func `have targets before what points at them`(isolatesRings: Bool) {
        // 1 and 2 are a ring, and so are 3, 4 and 5.
        let targets = [0: [6], 1: [2], 2: [1, 0], 3: [4], 4: [5], 5: [3], 6: [99]]
        let requests = ReferenceGroups.requests(
            of: Array(0...7), limit: 4, isolatesRings: isolatesRings
        ) { targets[$0] ?? [] }
        let sorted = requests.map { $0.sorted() }
        #expect(
            sorted
                == (isolatesRings
                    ? [[0, 6], [1, 2], [3, 4, 5], [7]] : [[0, 1, 2, 6], [3, 4, 5, 7]]))
        #expect(requests.first?.first == 6)
    }

    @Test func `have more records in no case than a request takes`() {
        let requests = ReferenceGroups.requests(of: Array(0..<10), limit: 4) { [($0 + 1) % 10] }
        #expect(requests.map(\.count) == [4, 4, 2])
    }

    @Test func `are as few for a long chain in any order`() {
        let count = 50_000
        let requests = ReferenceGroups.requests(of: (0..<count).shuffled(), limit: 400) { [$0 + 1] }
        #expect(requests.count == 125)
        #expect(requests.joined().elementsEqual((0..<count).reversed()))
    }
}
