/// The part of a list that can stay where the rest of it has to move.
package enum RisingRun {
    /// The places of a longest strictly rising run of numbers, not all of them neighbours.
    ///
    /// - Parameter numbers: The numbers; nil is no part of any run.
    package static func places(in numbers: [Int64?]) -> [Int] {
        // The end of the best run of each length, and what stands before each number in its run.
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            guard let number else { continue }
            var low = 0
            var high = ends.count
            while low < high {
                let middle = (low + high) / 2
                if let end = numbers[ends[middle]], end < number {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            if low > 0 { before[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var run: [Int] = []
        var place = ends.last ?? -1
        while place >= 0 {
            run.append(place)
            place = before[place]
        }
        return run.reversed()
    }
}
