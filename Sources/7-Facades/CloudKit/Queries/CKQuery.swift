public import Foundation
import PredicateCore
import RecordCore
import Synchronization

/// What is asked for: records of a type that a predicate holds of, in an order.
///
///     let query = CKQuery(
///         recordType: "City", predicate: NSPredicate(format: "population > %d", 1_000_000))
///     query.sortDescriptors = [NSSortDescriptor(key: "population", ascending: false)]
///     let (matches, _) = try await database.records(matching: query)
///     matches.map { $0.0.recordName }  // ["paris", "vienna"]
///
/// Type and predicate stay as they are; many operations may use one query. What a predicate may
/// say is checked when the query runs:
///
/// | may be said | meaning |
/// |---|---|
/// | `==`, `!=`, `<`, `<=`, `>`, `>=`, `IN`, `BETWEEN` | fields against constants; text without case |
/// | `title BEGINSWITH 'Mi'` | a prefix, with case |
/// | `tags CONTAINS 'a'`, `ANY tags == 'a'` | a member of a list |
/// | `self CONTAINS 'milk tea'` | any of the words, in the SEARCHABLE fields |
/// | `distanceToLocation:fromLocation:(place, %@) < 2000` | metres along the great circle |
/// | `AND`, `NOT` before one comparison | |
///
/// The rest is `CKError.invalidArguments` with a sentence such as "CloudKit has no OR.", which names
/// what to write instead where there is something. A field without an index, or of another type than
/// the constant, is the same code; a record type that does not exist is `unknownItem`.
///
/// Every query is one SQL statement; the article "Operators in SQL" of the module Stores has them.
///
/// Source: [CKQuery](https://developer.apple.com/documentation/cloudkit/ckquery).
open class CKQuery: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    // Unchecked: predicates never change, and the sort is under a lock.

    /// The record type asked for.
    public let recordType: CKRecord.RecordType
    /// The condition that records meet; a copy of the one passed to the initializer.
    public let predicate: NSPredicate
    private let sort = Mutex(Sort())

    private struct Sort: @unchecked Sendable {
        // Unchecked: sort descriptors do not change.
        var descriptors: [NSSortDescriptor]?
    }

    /// A question; stops the program when the type is empty.
    public init(recordType: CKRecord.RecordType, predicate: NSPredicate) {
        precondition(!recordType.isEmpty, "CKException: recordType must not be empty")
        self.recordType = recordType
        self.predicate = predicate.copy() as? NSPredicate ?? predicate
    }

    /// In which order, the first deciding first; nil promises none.
    open var sortDescriptors: [NSSortDescriptor]? {
        get { sort.withLock { $0 }.descriptors }
        set {
            let sort = Sort(descriptors: newValue)
            self.sort.withLock { $0 = sort }
        }
    }

    // MARK: Equality, copying, printing

    /// Whether both ask the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKQuery else { return false }
        return recordType == other.recordType && predicate == other.predicate
            && sortDescriptors == other.sortDescriptors
    }

    /// A hash in accord with equality.
    open override var hash: Int { recordType.hashValue }

    /// A query of its own with the same sort.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CKQuery(recordType: recordType, predicate: predicate)
        copy.sortDescriptors = sortDescriptors
        return copy
    }

    /// Type, predicate and sort.
    open override var description: String {
        let order = sortDescriptors.map { ", sortDescriptors=\($0)" } ?? ""
        return "<CKQuery: \(address(of: self)); recordType=\(recordType), "
            + "predicate=\(predicate.predicateFormat)\(order)>"
    }

    // MARK: Archives

    /// Queries take part in secure archives.
    public class var supportsSecureCoding: Bool { true }

    /// The class's name on Apple's systems, which archives carry as what to fall back to.
    public override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    /// Reads a query from an archive; nil where it holds none.
    public required convenience init?(coder: NSCoder) {
        guard let type = coder.text("RecordType"), !type.isEmpty,
            let predicate: NSPredicate = coder.object("Predicate")
        else { return nil }
        self.init(recordType: type, predicate: predicate)
        sortDescriptors = coder.object("SortDescriptors")
    }

    /// Writes type, predicate and sort descriptors to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(recordType as NSString, forKey: "RecordType")
        coder.encode(predicate, forKey: "Predicate")
        coder.encode(sortDescriptors.map { NSArray(array: $0) }, forKey: "SortDescriptors")
    }
}

extension CKQuery {
    /// The query at this moment, as values that cross threads.
    ///
    /// - Parameters:
    ///   - zone: The zone that is searched; nil lets the session decide.
    ///   - desiredKeys: The fields wanted: nil all, empty none.
    ///   - limit: How many records at most; 0 lets the store choose.
    /// - Throws: `CKError.invalidArguments` for a sort that only a program can do.
    func recordQuery(
        in zone: ZoneID?, desiredKeys: [String]? = nil,
        limit: Int = CKQueryOperation.maximumResults
    ) throws(CKError) -> RecordQuery {
        var ordering: [Ordering] = []
        for descriptor in sortDescriptors ?? [] {
            guard let order = descriptor.queryOrdering else {
                throw CKError(
                    .invalidArguments,
                    "A query cannot be sorted by \(descriptor): give a key, and no comparator")
            }
            ordering.append(order)
        }
        return RecordQuery(
            recordType, where: predicate.queryPredicate, orderedBy: ordering,
            in: zone.map { .zone($0) }, limit: limit, desiredKeys: desiredKeys)
    }
}
