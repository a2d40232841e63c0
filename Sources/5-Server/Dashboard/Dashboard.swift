import DashboardFiles

/// The dashboard: pages in the program, which need nothing from elsewhere.
///
///     Dashboard.file("/dashboard/")?.contentType           // "text/html; charset=utf-8"
///     Dashboard.file("/dashboard/main.js")?.bytes.count    // 15409
///     Dashboard.file("/dashboard/../etc/passwd")           // nil
package enum Dashboard {
    /// A file as it is sent.
    package struct File: Sendable {
        /// The bytes of the file.
        package let bytes: [UInt8]
        /// The media type, for the header `content-type`.
        package let contentType: String
        /// Changes with the content; in quotes, as the header has it.
        package let etag: String
    }

    /// What starts the path of every page; without a slash at its end a browser is to be sent to
    /// the path with one, so that the page finds its files.
    package static let path = "/dashboard"

    /// The file that a path names; nil when there is none.
    ///
    /// - Parameter path: A path under ``path``, or the bare name of a file.
    package static func file(_ path: String) -> File? {
        var name = Substring(path)
        if name.hasPrefix(Dashboard.path) { name = name.dropFirst(Dashboard.path.count) }
        if name.hasPrefix("/") { name = name.dropFirst() }
        return files[name.isEmpty ? "index.html" : String(name)]
    }

    /// Headers for every file: nothing is fetched from elsewhere, nothing runs that is not ours,
    /// no other site shows the dashboard in a frame, and a copy is asked about before it is used
    /// again.
    package static let headers: [(name: String, value: String)] = [
        (
            "content-security-policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
                + "connect-src 'self'; base-uri 'none'; form-action 'self'; "
                + "frame-ancestors 'none'"
        ),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cache-control", "no-cache"),
    ]

    private static let files: [String: File] = {
        var files: [String: File] = [:]
        for place in 0..<dashboard_file_count {
            guard let file = dashboard_file_at(place)?.pointee else { continue }
            let name = String(cString: file.name)
            let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
            files[name] = File(
                bytes: bytes, contentType: contentType(of: name), etag: etag(of: bytes))
        }
        return files
    }()

    private static func contentType(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }

    /// FNV-1a of 64 bits: it tells versions of a file apart and guards nothing.
    private static func etag(of bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return "\"\(String(hash, radix: 16))\""
    }
}
