public import WebServices

/// What one server hosts, without HTTP: containers, accounts, administration.
///
///     let host = try await Host(HostOptions(directory: "/var/lib/quarry"))
///     let reply = await host.answer(WireRequest("GET", "/health"))
///     try await host.close()
public final class Host: Sendable {
    init() {}

    /// Answers one request; every failure is a reply.
    public func answer(_ request: WireRequest) async -> WireReply {
        WireReply(404)
    }
}
