import Foundation
import WebServices

/// An asset that comes in a form, as `multipart/form-data`, the way browsers send files.
///
///     --x␍␊
///     Content-Disposition: form-data; name="files"; filename="a.txt"␍␊
///     ␍␊
///     the content␍␊
///     --x--
enum AssetForm {
    /// What stands between the parts of a form; nil where a content type is another one.
    static func boundary(in type: String?) -> [UInt8]? {
        guard let type, type.prefix(20).lowercased().hasPrefix("multipart/form-data;"),
            let start = type.range(of: "boundary=", options: .caseInsensitive)
        else { return nil }
        var text = type[start.upperBound...]
        if text.first == "\"" {
            text = text.dropFirst().prefix { $0 != "\"" }
        } else {
            text = text.prefix { $0 != ";" && $0 != " " }
        }
        // RFC 2046, section 5.1.1.
        return 1...70 ~= text.utf8.count ? Array(text.utf8) : nil
    }

    /// Bytes of a part's headers: they are read as text, and a form is as long as an asset.
    private static let headersLimit = 16_384

    /// Where the content of the first file in a form is, or else that of the first part.
    static func content(of form: UnsafeRawBufferPointer, boundary: [UInt8]) -> Range<Int>? {
        let line = Array("\r\n--".utf8) + boundary
        guard var end = firstBoundary(of: form, line) else { return nil }
        var first: Range<Int>?
        // What follows a boundary: two hyphens at the end, otherwise a line break and a part.
        while let start = afterLine(of: form, end) {
            // A part without headers begins with the empty line.
            guard let blank = find(Array("\r\n\r\n".utf8), in: form, from: start - 2),
                blank - start <= headersLimit
            else { break }
            let content = blank + 4
            guard let next = find(line, in: form, from: blank + 2) else { break }
            let range = content..<max(content, next)
            let headers = String(decoding: form[start..<max(start, blank)], as: UTF8.self)
            if headers.range(of: "filename", options: .caseInsensitive) != nil { return range }
            first = first ?? range
            end = next + line.count
        }
        return first
    }

    /// The place behind the first boundary, which nothing needs to stand before.
    private static func firstBoundary(
        of form: UnsafeRawBufferPointer, _ line: [UInt8]
    ) -> Int? {
        if form.starts(with: line.dropFirst(2)) { return line.count - 2 }
        return find(line, in: form, from: 0).map { $0 + line.count }
    }

    /// The start of the next line; nil where more than white space stands before it.
    private static func afterLine(of form: UnsafeRawBufferPointer, _ place: Int) -> Int? {
        var place = place
        while place < form.count, form[place] == 0x20 || form[place] == 0x09 { place += 1 }
        guard place + 1 < form.count, form[place] == 0x0D, form[place + 1] == 0x0A else {
            return nil
        }
        return place + 2
    }

    /// The first place of some bytes.
    private static func find(
        _ bytes: [UInt8], in form: UnsafeRawBufferPointer, from start: Int
    ) -> Int? {
        guard let base = form.baseAddress else { return nil }
        var place = start
        while place + bytes.count <= form.count,
            let found = memchr(base + place, Int32(bytes[0]), form.count - bytes.count + 1 - place)
        {
            place = UnsafeRawPointer(found) - base
            if memcmp(found, bytes, bytes.count) == 0 { return place }
            place += 1
        }
        return nil
    }
}

extension AssetStorage {
    /// The file in a form; the body as it is where it is none.
    ///
    /// - Throws: ``WireError`` where there is no file in the form.
    func file(in body: WireRequest.Body, type: String?) throws -> WireRequest.Body {
        guard let boundary = AssetForm.boundary(in: type) else { return body }
        let form: Data
        switch body {
        case .bytes(let bytes): form = Data(bytes)
        case .file(let path, _):
            // Mapped, since a form is as long as an asset; it stays so without its name.
            // The upload URL stays taken until the request is answered.
            defer { unlink(path) }
            form = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        }
        return try form.withUnsafeBytes { form in
            guard let content = AssetForm.content(of: form, boundary: boundary) else {
                throw WireError(.badRequest, "the form has no file")
            }
            let written = try newBody()
            do {
                // Piece by piece, since each is copied.
                for start in stride(from: content.lowerBound, to: content.upperBound, by: 1 << 20) {
                    let piece = form[start..<min(start + 1 << 20, content.upperBound)]
                    try written.write(UnsafeRawBufferPointer(rebasing: piece))
                }
                return try written.finish()
            } catch {
                written.discard()
                throw error
            }
        }
    }
}
