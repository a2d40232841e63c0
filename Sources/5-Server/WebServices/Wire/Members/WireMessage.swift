package import RecordJSON

/// Something that is said in JSON, by a client or by a server.
///
///     let request = try QueryRequest(reading: body)   // throws WireError
///     let body = request.bytes                        // and back
package protocol WireMessage: Sendable {
    /// Reads what stands at the reader: one JSON value.
    init(from reader: inout WireReader) throws(WireError)
    /// Appends it as one JSON value.
    func write(to writer: inout JSONWriter)
}

extension WireMessage {
    /// Reads a whole body; an empty one is `{}`.
    ///
    /// - Parameter currentOwner: The record name that zones may have as their owner's for
    ///   `ZoneID.currentOwner`.
    /// - Throws: `BAD_REQUEST` with line, column and offset where the text is not JSON, and with
    ///   the member's name where it does not say what it should.
    package init(reading bytes: [UInt8], currentOwner: String? = nil) throws(WireError) {
        self = try bytes.withUnsafeBufferPointer { buffer throws(WireError) in
            try Self(reading: buffer, currentOwner: currentOwner)
        }
    }

    /// Reads a whole body; an empty one is `{}`.
    package init(
        reading bytes: UnsafeBufferPointer<UInt8>, currentOwner: String? = nil
    ) throws(WireError) {
        var reader = try WireReader(checking: bytes)
        self = try Array((currentOwner ?? "").utf8).withUnsafeBufferPointer {
            owner throws(WireError) in
            reader.currentOwner = owner
            return try Self(from: &reader)
        }
    }

    /// The body that says it.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }
}
