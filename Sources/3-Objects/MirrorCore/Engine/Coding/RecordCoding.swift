package import Foundation
package import RecordCore

/// Records as bytes, as a mirror keeps the last known one of each object.
///
/// The content of assets is not among them, only what it is known by.
package enum RecordCoding {
    private static let version: UInt8 = 1

    /// The bytes of a record.
    package static func data(_ record: Record) throws -> Data {
        var writer = ByteWriter()
        writer.write(byte: version)
        writer.write(record.type)
        writer.write(record.id)
        try writer.write(record.fields.sorted { $0.key < $1.key }) {
            $0.write($1.key)
            try $0.write($1.value, as: .mirror)
        }
        writer.write(record.system) {
            $0.write($1.created)
            $0.write($1.createdBy)
            $0.write($1.modified)
            $0.write($1.modifiedBy)
            $0.write($1.changeTag)
        }
        writer.write(record.parent) { $0.write($1) }
        writer.write(record.share) { $0.write($1) }
        writer.write(record.encrypted.sorted()) { $0.write($1) }
        return writer.data
    }

    /// The record of bytes from ``data(_:)``.
    ///
    /// - Throws: `ByteReader.CorruptionError` for other bytes.
    package static func record(_ data: Data) throws -> Record {
        var reader = ByteReader(data)
        guard try reader.byte() == version else { throw ByteReader.CorruptionError() }
        let type = try reader.text()
        var record = Record(type, try reader.recordID())
        let fields = try reader.list { (try $0.text(), try $0.value(as: .mirror)) }
        for (name, value) in fields { record.fields[name] = value }
        record.system = try reader.optional {
            SystemFields(
                created: try $0.date(), createdBy: try $0.text(), modified: try $0.date(),
                modifiedBy: try $0.text(), changeTag: try $0.text())
        }
        record.parent = try reader.optional { try $0.recordID() }
        record.share = try reader.optional { try $0.recordID() }
        record.encrypted = Set(try reader.list { try $0.text() })
        return record
    }
}
