#if SwiftData
import CoreData
import Foundation

/// The array that a relationship to many was set to.
///
/// A program that adds models one after the other reads and sets the relationship each time. While
/// nothing else has changed the members, the array is what it reads, and what it sets next is compared
/// with it.
struct AssignedModels {
    let name: String
    /// An array of the relationship's models.
    let models: Any
    /// The members that the array was read from or led to.
    let state: MembersState
    /// The registry's ``ModelRegistry/identityVersion`` of the time.
    let identityVersion: Int
}

/// The part of an array in which another one differs from it.
struct ArrayDifference {
    /// The places in the old array.
    let removed: Range<Int>
    /// The places in the new one.
    let added: Range<Int>

    /// Compares the references: bytes, as a loop over generic elements costs fifty times as much.
    init<M: AnyObject>(from old: [M], to new: [M]) {
        let (start, end) = old.withUnsafeBytes { old in
            new.withUnsafeBytes { new in
                let count = min(old.count, new.count) / MemoryLayout<M>.stride
                let start = Self.equalCount(count) { range in
                    Self.isEqual(old, range.lowerBound, new, range.lowerBound, range.count, M.self)
                }
                let (oldCount, newCount) = (
                    old.count / MemoryLayout<M>.stride, new.count / MemoryLayout<M>.stride
                )
                let end = Self.equalCount(count - start) { range in
                    Self.isEqual(
                        old, oldCount - range.upperBound, new, newCount - range.upperBound,
                        range.count, M.self)
                }
                return (start, end)
            }
        }
        removed = start..<(old.count - end)
        added = start..<(new.count - end)
    }

    /// How many elements are equal from the start on, by halves.
    private static func equalCount(_ count: Int, _ isEqual: (Range<Int>) -> Bool) -> Int {
        if isEqual(0..<count) { return count }
        var (known, end) = (0, count)
        while end - known > 1 {
            let middle = (known + end) / 2
            if isEqual(known..<middle) { known = middle } else { end = middle }
        }
        return known
    }

    private static func isEqual<M>(
        _ a: UnsafeRawBufferPointer, _ aStart: Int, _ b: UnsafeRawBufferPointer, _ bStart: Int,
        _ count: Int, _: M.Type
    ) -> Bool {
        let size = MemoryLayout<M>.stride
        guard count > 0, let a = a.baseAddress, let b = b.baseAddress else { return true }
        return memcmp(a + aStart * size, b + bStart * size, count * size) == 0
    }
}
#endif
