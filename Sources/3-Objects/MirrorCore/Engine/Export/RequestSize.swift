/// How many records a request may have, by what the server did with those before.
///
///     var size = RequestSize(400, most: 400)
///     size.refused(400)  // size.limit is 200
///     size.taken()       // 200 still: 400 is known to be too many
///
/// A request that is refused as a whole is too large, or has a record for which it is refused. Its halves
/// find out which, and each costs its assets again.
struct RequestSize {
    /// How many records the next request may have.
    private(set) var limit: Int
    private let most: Int
    /// How many records a refused request had; nil where there was none, or the record is known for which
    /// it was refused.
    private var refusedCount: Int?
    /// How many requests the server took since.
    private var takenCount = 0

    /// After so many requests a refused number is tried again: other records may be smaller.
    static let patience = 16

    /// Begins with a number of records.
    ///
    /// - Parameter refused: How many records a request had that is known to be refused.
    init(_ limit: Int, most: Int, refused: Int? = nil) {
        (self.limit, self.most, refusedCount) = (limit, most, refused)
    }

    /// The server refused a whole request.
    ///
    /// - Parameter count: How many records it had.
    mutating func refused(_ count: Int) {
        takenCount = 0
        if count > 1 {
            limit = count / 2
            refusedCount = count
        } else {
            // The record stands alone, and is left out from now on.
            refusedCount = nil
        }
    }

    /// The server took a request.
    mutating func taken() {
        takenCount += 1
        let next = min(limit * 2, most)
        if let refusedCount, next >= refusedCount {
            guard takenCount >= RequestSize.patience else { return }
            self.refusedCount = nil
            takenCount = 0
        }
        limit = next
    }
}
