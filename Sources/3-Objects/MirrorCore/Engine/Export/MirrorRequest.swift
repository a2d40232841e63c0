package import Foundation
package import RecordCore

/// A request that was sent, or is about to be, and whose answer is not known.
package struct MirrorRequest: Sendable {
    /// One part of a request.
    package struct Item: Sendable {
        package var name: String
        package var pending: MirrorPending
        /// What is saved; nil for a deletion.
        package var record: Record?
        /// The tag that a deleted record must have.
        package var tag: String?
    }

    /// The name by which the server knows a request that it has done.
    package var once: String = UUID().uuidString
    package var items: [Item]
    /// The zone of the share that everything in it is of; nil for that of the user's own objects.
    package var zone: ZoneID?
    /// Whether it deletes what objects left behind that moved into another zone.
    package var isOfOriginals = false
}

extension MirrorRequest {
    package init(data: Data) throws {
        var reader = ByteReader(data)
        once = try reader.text()
        items = try reader.list {
            Item(
                name: try $0.text(), pending: try MirrorPending(data: try $0.data()),
                record: try $0.optional { try RecordCoding.record(try $0.data()) },
                tag: try $0.optional { try $0.text() })
        }
        // Requests of earlier versions end here.
        guard !reader.isAtEnd else { return }
        isOfOriginals = try reader.flag()
        zone = try reader.shareZone()
    }

    package func data() throws -> Data {
        var writer = ByteWriter()
        writer.write(once)
        try writer.write(items) {
            $0.write($1.name)
            $0.write($1.pending.data)
            try $0.write($1.record) { $0.write(try RecordCoding.data($1)) }
            $0.write($1.tag) { $0.write($1) }
        }
        writer.write(isOfOriginals)
        writer.write(shareZone: zone)
        return writer.data
    }
}
