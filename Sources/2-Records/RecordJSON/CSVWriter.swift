import Foundation
public import RecordCore

/// Writes rows of CSV that ``CSVReader`` reads back as the same values.
///
///     var writer = CSVWriter()
///     writer.append([.text("Ann"), .int(42), .null, .text("")])
///     // Ann,42,,""
///
/// Lists and the types that CSV lacks are written as JSON inside quotes; dates are bare ISO text, those
/// outside the years 0000 to 9999 JSON too, UUIDs and URLs bare text.
public struct CSVWriter {
    /// What was written so far.
    public var bytes: [UInt8] = []
    /// The separator; a comma.
    public var separator: UInt8

    /// A writer that has written nothing.
    public init(separator: UInt8 = UInt8(ascii: ",")) { self.separator = separator }

    /// Appends a row and its line end; a reference names a zone where it is not the `holder`'s.
    public mutating func append(_ row: [Value], holder: ZoneID = .default) {
        for (index, value) in row.enumerated() {
            if index > 0 { bytes.append(separator) }
            append(value, holder)
        }
        bytes.append(0x0A)
    }

    /// Appends a row of names, as the header has them.
    public mutating func append(header: [String]) {
        for (index, name) in header.enumerated() {
            if index > 0 { bytes.append(separator) }
            append(text: name, isName: true)
        }
        bytes.append(0x0A)
    }

    private mutating func append(_ value: Value, _ holder: ZoneID) {
        switch value.kind {
        case .null: break
        case .text(let text): append(text: text, isName: false)
        case .date(let date):
            guard let text = ISODate.text(date) else {
                var json = JSONWriter(plain: true)
                json.append(date: date)
                return append(quoted: json.bytes)
            }
            append(text: text, isName: false)
        case .bytes(let data): append(text: data.base64EncodedString(), isName: false)
        case .scalar(.uuid(let uuid)): append(text: uuid.uuidString, isName: false)
        case .scalar(.url(let url)): append(text: url.absoluteString, isName: false)
        case .number, .reference, .location, .asset, .list, .dictionary, .object:
            var json = JSONWriter(plain: true)
            json.append(value, relativeTo: holder)
            if case .int = value { bytes += json.bytes } else { append(json: json.bytes, value) }
        }
    }

    private mutating func append(json: [UInt8], _ value: Value) {
        switch value {
        case .decimal: bytes += json
        case .double(let number) where number.isFinite: bytes += json
        default: append(quoted: json)  // Objects, lists and texts.
        }
    }

    private mutating func append(text: String, isName: Bool) {
        let utf8 = Array(text.utf8)
        let needsQuotes = utf8.contains {
            $0 == separator || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D
        }
        let looksTyped = utf8.withUnsafeBufferPointer { CSVReader.inferred($0) != nil }
        if needsQuotes || (looksTyped && !isName) {
            append(quoted: utf8)
        } else {
            bytes += utf8
        }
    }

    private mutating func append(quoted utf8: [UInt8]) {
        bytes.append(0x22)
        for byte in utf8 {
            if byte == 0x22 { bytes.append(0x22) }
            bytes.append(byte)
        }
        bytes.append(0x22)
    }
}
