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
            let length = ends.partitioningIndex { end in numbers[end].map { $0 >= number } ?? true }
            if length > 0 { before[index] = ends[length - 1] }
            if length == ends.count { ends.append(index) } else { ends[length] = index }
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

extension Array {
    /// The first place whose element meets a condition that all later ones meet too.
    @inlinable
    package func partitioningIndex(_ isBehind: (Element) throws -> Bool) rethrows -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if try isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
