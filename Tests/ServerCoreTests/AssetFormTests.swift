import Foundation
import Testing

@testable import ServerCore

@Suite struct `Assets in forms` {
    @Test(arguments: [
        ("multipart/form-data; boundary=x", "x"),
        ("Multipart/Form-Data; Boundary=\"a b;c\"", "a b;c"),
        ("multipart/form-data; charset=utf-8; boundary=----1-2; more=1", "----1-2"),
        ("multipart/form-data", nil), ("multipart/form-data; boundary=", nil),
        ("multipart/form-data; boundary=\(String(repeating: "x", count: 71))", nil),
        ("application/octet-stream; boundary=x", nil), ("", nil), (nil, nil),
    ])
    func `are what a content type says, with a boundary`(type: String?, boundary: String?) {
        #expect(AssetForm.boundary(in: type) == boundary.map { Array($0.utf8) })
    }

    @Test(arguments: [
        (#"--x|Content-Disposition: form-data; name="f"; filename="a"||hello|--x--|"#, "hello"),
        // What is no line of its own belongs to the content.
        (#"--x|A: filename||a|--y||-x|b--x|--x--"#, "a|--y||-x|b--x"),
        ("preamble|--x \t|A: filename||hello|--x--|epilogue", "hello"),
        ("--x|A: filename|||--x--", ""), ("--x||hello|--x--", "hello"),
        // A file comes before a text, and the first of several counts.
        (#"--x|A: name||text|--x|A: FileName=a||one|--x|A: filename||two|--x--"#, "one"),
        (#"--x|A: name||text|--x|A: name||two|--x--"#, "text"),
        ("--x--", nil), ("--x|A: filename||hello", nil), ("hello", nil), ("", nil),
        ("--x|A: \(String(repeating: "y", count: 20_000)); filename||hello|--x--", nil),
        ("--x|A: filename|hello|--x--", nil), ("--xy|A: filename||hello|--xy--", nil), ("--x", nil),
    ])
    func `have one file, and the content is nothing more`(form: String, content: String?) {
        let bytes = Array(form.replacing("|", with: "\r\n").utf8)
        let found = bytes.withUnsafeBytes {
            AssetForm.content(of: $0, boundary: Array("x".utf8))
        }
        #expect(
            found.map { String(decoding: bytes[$0], as: UTF8.self) }
                == content?.replacing("|", with: "\r\n"))
    }
}
