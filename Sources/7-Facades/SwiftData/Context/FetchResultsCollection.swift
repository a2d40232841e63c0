#if SwiftData
/// The results of a fetch in batches: each is read when it is looked at.
///
/// Source: [FetchResultsCollection](https://developer.apple.com/documentation/swiftdata/fetchresultscollection).
///
///     let trips = try context.fetch(FetchDescriptor<Trip>(), batchSize: 100)
///     trips.count     // asks for identifiers alone
///     trips[0].name   // reads the first hundred
public struct FetchResultsCollection<Element>: RandomAccessCollection {
    /// Positions count from 0.
    public typealias Index = Int
    private let size: Int
    private let element: (Int) -> Element

    init(count: Int, _ element: @escaping (Int) -> Element) {
        size = count
        self.element = element
    }

    init(_ elements: [Element]) { self.init(count: elements.count) { elements[$0] } }

    /// 0, as in every collection of results.
    public var startIndex: Int { 0 }
    /// How many results there are.
    public var endIndex: Int { size }
    /// The result at a position.
    public subscript(position: Int) -> Element {
        precondition(position >= 0 && position < size, "The position is not in the collection.")
        return element(position)
    }
}
#endif
