/// The endpoints of CloudKit Web Services, each a function from a request to a reply.
public enum Endpoints {
    /// Answers one request; every failure is a reply.
    ///
    /// The content type is never asked about, members and parameters that mean nothing are
    /// passed over, and a failed item of a batch is an entry in a reply of status 200.
    public static func answer(
        _ path: EndpointPath, _ request: WireRequest, in context: EndpointContext
    ) async -> WireReply {
        WireReply(404)
    }
}
