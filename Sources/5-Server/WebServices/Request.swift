package import Foundation
import RecordCore

/// A request as it came, whatever brought it.
///
///     var request = WireRequest("POST", "/database/1/iCloud.a/development/public/records/query")
///     request.body = .bytes(Array(#"{"query":{"recordType":"City"}}"#.utf8))
package struct WireRequest: Sendable {
    /// What came with a request.
    package enum Body: Sendable {
        /// Bytes in memory.
        case bytes([UInt8])
        /// A file that holds what came, in a directory of the host's; its size in bytes.
        case file(path: String, size: Int64)
    }

    /// Names the request in logs and replies.
    package var id: UUID
    /// The verb, in capitals.
    package var method: String
    /// The path as it was sent, with its escapes.
    package var path: String
    /// What stood behind the question mark, with its escapes; empty when nothing did.
    package var query: String
    /// Names in lower case, and values.
    package var headers: [(name: String, value: String)]
    /// What came with it.
    package var body: Body
    /// The caller's network address, without its port.
    package var peer: String
    /// Whether it came over TLS.
    package var isSecure: Bool

    /// A request with an empty body.
    package init(
        _ method: String, _ path: String, query: String = "",
        headers: [(name: String, value: String)] = [], body: Body = .bytes([]),
        id: UUID? = nil, peer: String = "127.0.0.1", isSecure: Bool = false
    ) {
        self.id = id ?? .random()
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.peer = peer
        self.isSecure = isSecure
    }

    /// The first value of a header.
    ///
    /// - Parameter name: In lower case.
    package func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }

    /// The first value of a parameter in the query, its escapes resolved.
    ///
    /// A plus sign is a plus sign: tokens are base64, and clients escape spaces as `%20`.
    package func parameter(_ name: String) -> String? {
        guard !query.isEmpty else { return nil }
        var (query, name) = (query, name)
        return query.withUTF8 { query in
            name.withUTF8 { name in
                guard let bytes = query.baseAddress, let wanted = name.baseAddress else {
                    return nil
                }
                var start = 0
                while start < query.count {
                    // The C library looks at many bytes at once: five parameters are looked for
                    // in each request.
                    let mark = memchr(bytes + start, Int32(UInt8(ascii: "&")), query.count - start)
                    let end = mark.map { UnsafeRawPointer(bytes).distance(to: $0) } ?? query.count
                    let equals = start + name.count
                    if equals <= end, memcmp(bytes + start, wanted, name.count) == 0 {
                        if equals == end { return "" }
                        if query[equals] == UInt8(ascii: "=") {
                            return String(decoding: query[(equals + 1)..<end], as: UTF8.self)
                                .unescaped
                        }
                    }
                    start = end + 1
                }
                return nil
            }
        }
    }

    /// The bytes that came, when they are in memory.
    package var bytes: [UInt8] {
        if case .bytes(let bytes) = body { bytes } else { [] }
    }
}

extension String {
    /// The text that an escaped text of a URL stands for; the text as it is where an escape is none.
    var unescaped: String {
        var text = self
        let isEscaped = text.withUTF8 { bytes in
            bytes.baseAddress.map { memchr($0, Int32(UInt8(ascii: "%")), bytes.count) != nil }
                ?? false
        }
        return isEscaped ? removingPercentEncoding ?? self : self
    }
}
