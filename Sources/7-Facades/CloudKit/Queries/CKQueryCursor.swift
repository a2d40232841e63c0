public import Foundation
import RecordService

/// Where a query goes on; programs write `CKQueryOperation.Cursor`.
///
///     let (first, cursor) = try await database.records(matching: query, resultsLimit: 20)
///     if let cursor {  // nil after the last page
///         let (second, next) = try await database.records(continuingMatchFrom: cursor)
///     }
///
/// Opaque. It is a relative offset, not a snapshot: going on runs the query again. It may be
/// archived and used after a restart.
public final class CKQueryCursor: NSObject, NSSecureCoding, NSCopying, Sendable {
    /// The cursor in the service's form.
    let cursor: QueryCursor

    init(_ cursor: QueryCursor) { self.cursor = cursor }

    /// Whether both mean the same place.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? CKQueryCursor)?.cursor == cursor
    }

    /// A hash in accord with equality.
    public override var hash: Int { cursor.hashValue }

    /// The cursor itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Nothing of what it says.
    public override var description: String {
        "<CKQueryCursor: \(address(of: self)); length=\(cursor.data.count)>"
    }

    /// Cursors take part in secure archives.
    public static var supportsSecureCoding: Bool { true }

    /// The class's name on Apple's systems, which archives carry as what to fall back to.
    public override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    /// Reads a cursor from an archive; nil where it holds none.
    ///
    /// One that is damaged or from another service is an error when it is used.
    public convenience init?(coder: NSCoder) {
        guard let data: Data = coder.object("CursorData") else { return nil }
        self.init(QueryCursor(data: data))
    }

    /// Writes the cursor's bytes to an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(cursor.data as NSData, forKey: "CursorData")
    }
}
