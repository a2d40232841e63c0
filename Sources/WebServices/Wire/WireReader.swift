public import RecordJSON

/// Reads the members of JSON that is known to be well formed, by name.
public struct WireReader {
    var cursor: JSONCursor

    /// Checks a whole text against the grammar and stands at its first value.
    ///
    /// - Throws: `BAD_REQUEST` with line, column and offset.
    public init(checking bytes: UnsafeBufferPointer<UInt8>) throws(WireError) {
        cursor = JSONCursor(bytes, depthLimit: 64)
    }
}
