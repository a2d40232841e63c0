import RecordJSON

/// Writes rows of CSV with another separator, each field as it stood.
///
///     let rewriter = CSVRewriter(separator: UInt8(ascii: ","))
///     rewriter.write(fields, in: row)  // Ann<tab>Bern, BE
///     rewriter.bytes                   // Ann,"Bern, BE"
///
/// A field without quotes gets some where it holds the separator. It means the same: no number has a comma,
/// a tab or a semicolon.
final class CSVRewriter {
    /// The row that was written last, without a line end.
    private(set) var bytes: [UInt8] = []
    /// Its fields.
    private(set) var fields: [CSVField] = []
    private let separator: UInt8

    init(separator: UInt8) { self.separator = separator }

    /// Writes a row, in place of the one before.
    func write(_ row: [CSVField], in source: UnsafeBufferPointer<UInt8>) {
        bytes.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        for (index, field) in row.enumerated() {
            if index > 0 { bytes.append(separator) }
            let text = UnsafeBufferPointer(rebasing: source[field.start..<field.end])
            var copy = field
            // A carriage return at the end of a row would be taken for its end.
            if field.isQuoted || text.contains(where: { $0 == separator || $0 == 0x0D }) {
                bytes.append(UInt8(ascii: "\""))
                copy.start = bytes.count
                for byte in text {
                    if byte == UInt8(ascii: "\""), !field.isQuoted {
                        copy.hasQuotes = true
                        bytes.append(byte)
                    }
                    bytes.append(byte)
                }
                copy.end = bytes.count
                copy.isQuoted = true
                bytes.append(UInt8(ascii: "\""))
            } else {
                copy.start = bytes.count
                bytes.append(contentsOf: text)
                copy.end = bytes.count
            }
            fields.append(copy)
        }
    }
}
