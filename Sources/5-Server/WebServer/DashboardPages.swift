import Dashboard
package import WebServices

/// The dashboard's files over HTTP.
package enum DashboardPages {
    /// Answers requests below `/dashboard`, and redirects `/` there; nil for other paths.
    @Sendable
    package static func answer(_ request: WireRequest) -> WireReply? {
        guard request.method == "GET" || request.method == "HEAD" else { return nil }
        if request.path == "/" || request.path == Dashboard.path {
            return WireReply(302, headers: [("location", Dashboard.path + "/")])
        }
        guard request.path.hasPrefix(Dashboard.path + "/") else { return nil }
        let name = request.path.dropFirst(Dashboard.path.count + 1)
        // What begins so is the site of `quarry coredata serve`.
        if !name.hasPrefix("coredata."), let reply = file(String(name), for: request) {
            return reply
        }
        return WireReply(
            404, headers: [("content-type", "text/plain; charset=utf-8")],
            body: .bytes(Array("There is no such page.\n".utf8)))
    }

    /// A file of the dashboard, for other sites that are made of it; nil where there is none.
    package static func file(_ name: String, for request: WireRequest) -> WireReply? {
        guard let file = Dashboard.file(name) else { return nil }
        let headers =
            Dashboard.headers + [("content-type", file.contentType), ("etag", file.etag)]
        if request.header("if-none-match") == file.etag {
            return WireReply(304, headers: headers)
        }
        return WireReply(200, headers: headers, body: .bytes(file.bytes))
    }
}
